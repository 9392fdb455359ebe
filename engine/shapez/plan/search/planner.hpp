// Plans: which machines, in which order, make a coloured shape from what the miners give.
//
// The planner keeps a pool of shapes and of steps (pool.hpp), knows what they cost (costs.hpp), and selects plans from
// them (selection.hpp). It grows the pool backwards from the goals: every shape of the cheapest plan so far that
// nothing makes yet is taken apart in all ways that some rules of thumb know (take_apart.hpp), and in the one that is
// on record (records.hpp), each verified forwards by the machines themselves. Whatever comes out of it is therefore a
// plan; only its cost is a matter of luck.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/costs.hpp"
#include "shapez/plan/improve/pool.hpp"
#include "shapez/plan/library/plan_data.hpp"
#include "shapez/plan/machine.hpp"
#include "shapez/plan/records.hpp"
#include "shapez/plan/search/take_apart.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

struct FoundPlan {
    bool found = false;
    std::vector<Painted> values;  // the first eight are fluids, in the order of their colours
    std::vector<PlanStep> steps;  // in an order in which they can be built
    std::uint64_t expanded = 0, pooled = 0;
};

struct PlanOptions {
    std::uint32_t expansions = 400;   // shapes taken apart in all ways; after that the recorded way only
    std::uint32_t improvements = 60;  // shapes of the plan made anew in the light of all others
    bool depth = false;               // minimise depth, then machines
    bool from_halves = false;         // start from seeds of the search for halves instead of raw shapes
    std::uint64_t polish = 0;         // machines tried out to replace some by fewer; only machines from raw inputs
    std::uint64_t seed = 0;
};

class Planner {
public:
    /// Throws std::invalid_argument for sizes that are too large, and for columns that differ in length.
    Planner(int parts, int layers, PlanData data);
    Planner(const Planner&) = delete;
    Planner& operator=(const Planner&) = delete;
    FoundPlan plan(const std::vector<Painted>& goals, const PlanOptions& options, const StopToken& stop);

private:
    bool grow(const Pool::Set& targets, std::uint64_t expansions, FoundPlan& result, const StopToken& stop);
    bool rescue_all(const Pool::Set& targets, FoundPlan& result, const StopToken& stop);
    void take_apart(std::int32_t v, bool thoroughly);

    Game game_;
    Buildables buildables_;
    Pool pool_{game_};
    Costs costs_{game_, pool_, buildables_};
    TakeApart rules_{game_, pool_, buildables_};
    Records records_{game_, pool_, buildables_, rules_, costs_};
    Pool::Set quickly_;  // values taken apart in few ways only
};

}  // namespace shapewright::shapez
