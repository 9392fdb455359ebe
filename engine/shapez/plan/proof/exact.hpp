// The least number of machines, by looking at every plan: iterative deepening over sets of steps.
//
// What lies outside the goal's types and colours need not be looked at: in any plan, foreign types can be read as one
// of the goal's, foreign paint as none, foreign crystals as crystals of the goal's first colour (red if it has none),
// and the plan stays one. Mixers are left out, for how many there must be is known beforehand.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/machine.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

struct ExactPlan {
    int proven = 0;  // no plan has fewer machines (mixers not counted)
    bool found = false;
    std::vector<Painted> values;  // the first eight are fluids; filled if found
    std::vector<PlanStep> steps;
    std::uint64_t nodes = 0;
};

/// Called now and then with how many sets of steps were looked at so far.
using ExactReport = std::function<void(std::uint64_t)>;

/// Looks for a plan of at least `from` and fewer than `below` machines (mixers not counted), until `nodes` sets of
/// steps were looked at, some tens of millions a second. No plan may have fewer than `from` machines.
ExactPlan exact_plan(const Game& game, const Painted& goal, int from, int below, std::uint64_t nodes,
                     const StopToken& stop, const ExactReport& report = {});

}  // namespace shapewright::shapez
