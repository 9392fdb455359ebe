#include "shapez/plan/search/planner.hpp"

#include <algorithm>

#include "shapez/plan/improve/pool_polish.hpp"
#include "shapez/plan/improve/selection.hpp"

namespace shapewright::shapez {

Planner::Planner(int parts, int layers, PlanData data) : game_(parts, layers), buildables_(game_, data) {}

/// Takes apart what the cheapest plan lacks until it lacks nothing. False if that takes too many expansions.
bool Planner::grow(const Pool::Set& targets, std::uint64_t expansions, FoundPlan& result, const StopToken& stop) {
    double weight = 1;
    costs_.guess_with(weight);
    costs_.evaluate();
    const std::uint64_t start = result.expanded;
    for (std::uint64_t next = start + expansions;;) {
        for (const std::int32_t target : targets)
            if (costs_.of(target) >= Costs::far) return false;
        const Pool::Set open = costs_.leaves(targets);
        if (open.empty()) return true;
        if (result.expanded > start + 4 * expansions || stop.requested()) return false;
        const std::size_t first_step = pool_.steps().size();
        for (const std::int32_t v : open) {
            ++result.expanded;
            take_apart(v, result.expanded <= start + expansions);
        }
        // Beyond the budget what is not known to work is shunned more and more.
        if (result.expanded > next) {
            weight *= 1.5;
            costs_.guess_with(weight);
            next = result.expanded + expansions / 5 + 10;
            costs_.forget_fresh();
            costs_.evaluate();
        } else {
            costs_.settle(first_step);
        }
    }
}

void Planner::take_apart(std::int32_t v, bool thoroughly) {
    costs_.set_taken_apart(v);
    if (!thoroughly) quickly_.push_back(v);
    rules_.apart(v, thoroughly);
    const Painted shape = pool_.value(v);
    if (buildables_.are_known() && game_.stable(shape) && game_.height(shape) != 0) records_.from_records(shape);
}

/// The way that is on record, down to what is simple enough to be found. False if there is none, or no time.
bool Planner::rescue_all(const Pool::Set& targets, FoundPlan& result, const StopToken& stop) {
    costs_.guess_nothing();
    costs_.evaluate();
    costs_.take_up_again(quickly_);
    Pool::Set simple;
    for (const std::int32_t goal : targets) records_.rescue(goal, simple);
    for (const std::int32_t v : simple)
        if (!grow({v}, 300, result, stop) && !grow({v}, 3000, result, stop)) return false;
    costs_.guess_nothing();
    costs_.evaluate();
    return std::none_of(targets.begin(), targets.end(),
                        [&](std::int32_t goal) { return costs_.of(goal) >= Costs::far; });
}

FoundPlan Planner::plan(const std::vector<Painted>& goals, const PlanOptions& options, const StopToken& stop) {
    pool_.begin(options.from_halves);
    costs_.begin(options.depth);
    quickly_.clear();
    Pool::Set targets;
    for (const Painted& goal : goals) targets.push_back(pool_.number(goal));
    rules_.begin(goals, options.from_halves);
    FoundPlan result;
    if (!grow(targets, options.expansions, result, stop)) {
        if (stop.requested() || !buildables_.are_known()) return result;
        if (!rescue_all(targets, result, stop)) return result;
    }
    Selection selection(pool_, options.depth);
    Pool::Set plan = selection.improve(selection.plan(targets), targets, options.improvements, options.seed, stop);
    if (options.polish != 0 && !options.depth && !options.from_halves)
        plan = polished(game_, pool_, plan, targets, options.polish, options.seed, stop);

    result.found = true;
    result.pooled = pool_.size();
    result.values = pool_.values();
    for (const std::int32_t number : plan) result.steps.push_back(pool_.step(number));
    return result;
}

}  // namespace shapewright::shapez
