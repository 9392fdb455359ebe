// Large neighbourhood search over whole plans: a machine is taken out with all that only it needs, and what the rest
// lacks then is made anew (remake.hpp). Dearer plans are accepted now and then, ever more rarely (simulated annealing).
//
// Where the rest needs only one half of a shape that is lost, any shape with that half will do. After some rounds the
// plan drifts for a while (drift.hpp).
//
// The search goes in *stages*, each twice as long as the one before. In a stage several plans are improved a little;
// the best third of them is improved further, until one is left. Now and then a few machines at a time are replaced
// (polish.hpp). What further stages find is never dearer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/belt.hpp"
#include "shapez/plan/library/half_table.hpp"
#include "shapez/plan/machine.hpp"
#include "shapez/plan/supplies.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

/// A machine and what it takes: shapes, and a fluid where it takes one.
struct PaintedStep {
    Machine machine = Machine::cut;
    int fluid = 0;
    Painted in[2];
};

/// A plan as machines of which the shapes they take are known, mixers left out.
using PaintedSteps = std::vector<PaintedStep>;

/// A plan of plain shapes for the goals' kinds, for a start with types and colours.
struct PlainStart {
    std::vector<std::uint8_t> machine;
    std::vector<Shape> first, second;
};

struct NeighbourhoodOptions {
    int stages = 1;              // each takes about twice as long as the one before
    std::uint64_t rounds = 100;  // for each plan at the start of the first stage
    std::uint64_t seed = 0;
    std::optional<BeltWeights> belt = {};  // counts the machines for a full belt instead of the plan's
    int deepest = 0;                       // so many machines one after the other at most, mixers too; 0: any number
    std::function<void(std::uint64_t)> report = [](std::uint64_t) {};  // called now and then with the least cost so far
};

struct ImprovedPlan {
    bool found = false;
    std::vector<Painted> values;  // the first nine are fluids, in the order of their colours
    std::vector<PlanStep> steps;  // with mixers, in an order in which they can be built
    std::uint64_t rounds = 0;
};

/// The cheapest plan for all goals that the search finds from the cheapest of `starts` (each may be none, or need what
/// is not there; those are left out) and of `plain` ones. Not found if no start works.
ImprovedPlan improved_plan(const Game& game, const Supplies& supplies, const HalfPlansView& halves,
                           const std::vector<Painted>& goals, const std::vector<PaintedSteps>& starts,
                           const std::vector<PlainStart>& plain, const NeighbourhoodOptions& options,
                           const StopToken& stop);

}  // namespace shapewright::shapez
