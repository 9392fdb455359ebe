// Cheap plans for all halves, made once: from two of them a plan for any shape that a swapper joins is put together.
//
// A half is made when some shape is whose east (or west), once cut, it is. The search is Dijkstra's over halves: the
// cheapest half that has a plan is settled and its plan polished (plan_polish.hpp); it is then joined with every half
// settled before, cheap shapes are stacked on it, and what comes out, with pins pushed under it, crystals grown in it
// and turned, gives further halves. The cost of two halves is that of the union of their plans, so sharing counts.
// Nothing is proven: a half's plan is cheap, not the cheapest.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan.hpp"
#include "shapez/shape.hpp"

namespace shapewright::shapez {

/// Machines in an order of discovery, and for each half the numbers of those that make it, ascending.
struct HalfPlans {
    std::vector<std::uint8_t> machine;
    std::vector<Shape> first, second;  // packed; 0 where a machine takes one shape
    std::vector<HalfKey> key;          // ascending; a west half's key is that of the half turned, with the top bit set
    std::vector<Shape> whole;          // the shape whose east (west) it is
    std::vector<std::uint32_t> start;  // into `steps`, one more than halves
    std::vector<std::uint32_t> steps;
};

constexpr HalfKey kWestHalf = HalfKey{1} << 31;

struct HalfPlanOptions {
    int stacked = 5;               // cheap shapes are stacked on joined halves that cost no more than this together
    int joined = 14;               // halves are joined if they cost no more than this together
    std::uint64_t polish = 30000;  // machines tried out for each half
};

/// Throws std::invalid_argument for configurations of more than 2^20 halves.
HalfPlans half_plans(int parts, int layers, const HalfPlanOptions& options, const StopToken& stop);

}  // namespace shapewright::shapez
