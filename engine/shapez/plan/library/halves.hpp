// Cheap plans for all halves, made once: from two of them a plan for any shape that a swapper joins is put together.
//
// A half is made when some shape is whose east, once cut, it is. The search is Dijkstra's over halves: the cheapest
// half that has a plan is settled and its plan polished (polish.hpp); it is then joined with every half settled
// before, cheap shapes are stacked on it, and what comes out, with pins pushed under it, crystals grown in it and
// turned, gives further halves. The cost of two halves is that of the union of their plans, so sharing counts. Nothing
// is proven: a half's plan is cheap, not the cheapest.
//
// A plan reflected, or turned by half a ring, is a plan: so one plan stands for a half in the east, its reflection that
// is in the east as well, and two halves in the west.
#pragma once

#include <cstdint>

#include "core/stop.hpp"
#include "shapez/plan/library/half_table.hpp"

namespace shapewright::shapez {

struct HalfPlanOptions {
    int stacked = 5;               // cheap shapes are stacked on joined halves that cost no more than this together
    int joined = 14;               // halves are joined if they cost no more than this together
    std::uint64_t polish = 30000;  // machines tried out for each half
    int minimal = 0;               // known plans of no more machines are not polished
    std::uint64_t most = ~std::uint64_t{0};  // halves, the cheapest ones
    std::uint64_t seed = 0;
};

/// Plans for halves, none of more machines than a `known` one. Throws std::invalid_argument for halves of more than 12
/// parts, and for a table that is none.
HalfPlans half_plans(int parts, int layers, const HalfPlansView& known, const HalfPlanOptions& options,
                     const StopToken& stop);

}  // namespace shapewright::shapez
