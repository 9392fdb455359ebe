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
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/planner.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// A machine and the shapes it takes; `second` is 0 where it takes one.
struct PlainMachine {
    Machine machine;
    Shape first, second;
    friend auto operator<=>(const PlainMachine&, const PlainMachine&) = default;
};

/// Machines in an order of discovery, and for each half the numbers of those that make it, ascending.
struct HalfPlans {
    std::vector<std::uint8_t> machine;
    std::vector<std::uint32_t> first, second;  // packed; 0 where a machine takes one shape
    std::vector<HalfKey> key;                  // ascending; the lesser of the half's and its reflection's
    std::vector<std::uint32_t> whole;          // the shape whose east that is
    std::vector<std::uint32_t> start;          // into `steps`, one more than halves
    std::vector<std::uint32_t> steps;
};

/// The columns of HalfPlans, owned by someone else; all empty where there is no such table.
struct HalfPlansView {
    std::span<const std::uint8_t> machine;
    std::span<const std::uint32_t> first, second;
    std::span<const HalfKey> key;
    std::span<const std::uint32_t> whole, start, steps;
};

struct HalfPlanOptions {
    int stacked = 5;               // cheap shapes are stacked on joined halves that cost no more than this together
    int joined = 14;               // halves are joined if they cost no more than this together
    std::uint64_t polish = 30000;  // machines tried out for each half
    int minimal = 0;               // known plans of no more machines are not polished
    std::uint64_t seed = 0;
};

/// Plans for halves, none of more machines than a `known` one. Throws std::invalid_argument for shapes of more than 16
/// parts.
HalfPlans half_plans(int parts, int layers, const HalfPlansView& known, const HalfPlanOptions& options,
                     const StopToken& stop);

/// How an image of a shape comes about: bit 0 a reflection, then bit 1 half a turn. Of a shape made by machines the
/// image is made by machines on the images, where a reflection changes the direction of rotators.
template <typename R>
Shape imaged(Shape shape, int symmetry) {
    if (symmetry & 1) shape = R::mirror(shape);
    return symmetry & 2 ? R::half_turn(shape) : shape;
}
inline Machine imaged(Machine machine, int symmetry) {
    if (!(symmetry & 1)) return machine;
    if (machine == Machine::rotate_cw) return Machine::rotate_ccw;
    return machine == Machine::rotate_ccw ? Machine::rotate_cw : machine;
}
/// The reflection that leaves a half in the east.
constexpr int east_reflection = 3;

}  // namespace shapewright::shapez
