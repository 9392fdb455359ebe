// Plans of kinds alone: what few machines make, plans for halves, and plans put together from them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "shapez/plan/improve/drift.hpp"
#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/library/halves.hpp"
#include "shapez/plan/library/sets.hpp"
#include "shapez/plan/search/kinds.hpp"
#include "shapez/plan/search/plain.hpp"

using namespace shapewright::shapez;
using shapewright::StopToken;

namespace {

using R = Ring<4, 2>;

/// Fills in what a step gives; false if plans of kinds have no such machine.
bool run(PackedStep& step) {
    const Shape a = step.first, b = step.second;
    step.out[0] = step.out[1] = 0;
    switch (step.machine) {
        case Machine::rotate_cw:
            step.out[0] = R::rotate(a, 1);
            return true;
        case Machine::rotate_ccw:
            step.out[0] = R::rotate(a, 3);
            return true;
        case Machine::rotate_180:
            step.out[0] = R::rotate(a, 2);
            return true;
        case Machine::push_pin:
            step.out[0] = R::push_pin(a);
            return true;
        case Machine::crystal:
            step.out[0] = R::crystallise(a);
            return true;
        case Machine::stack:
            step.out[0] = R::stack(a, b);
            return true;
        case Machine::cut:
            std::tie(step.out[0], step.out[1]) = R::cut(a);
            return true;
        case Machine::swap:
            std::tie(step.out[0], step.out[1]) = R::swap(a, b);
            return true;
        default:
            return false;
    }
}

/// Whether the steps, in their order, make the goal by the packed machines.
bool makes(const std::vector<PackedStep>& steps, Shape goal) {
    std::set<Shape> there{R::bottom};
    for (const PackedStep& step : steps) {
        if (!there.contains(step.first) || (step.second != 0 && !there.contains(step.second))) return false;
        PackedStep again = step;
        if (!run(again) || again.out[0] != step.out[0] || again.out[1] != step.out[1]) return false;
        there.insert(again.out, again.out + 2);
    }
    return there.contains(goal);
}

}  // namespace

TEST(shapez_what_few_machines_make_nests) {
    const AllPlans few = all_plans(4, 2, 4, 0, StopToken()), more = all_plans(4, 2, 5, 0, StopToken());
    CHECK(few.complete && more.complete);
    CHECK_EQ(few.shapes.size(), std::size_t{1 + 3 + 10 + 32 + 84});
    std::vector<Shape> shapes;
    std::vector<std::uint8_t> least;
    for (std::size_t k = 0; k < more.shapes.size(); ++k) {
        if (more.least[k] > 4) continue;
        shapes.push_back(more.shapes[k]);
        least.push_back(more.least[k]);
    }
    CHECK(shapes == few.shapes);
    CHECK(least == few.least);
    const unsigned char stop = 1;
    CHECK(!all_plans(4, 2, 8, 0, StopToken(&stop, -1)).complete);
}

TEST(shapez_all_plans_replay) {
    const AllPlans plans = all_plans(4, 2, 6, 0, StopToken());
    for (std::size_t k = 0; k < plans.shapes.size(); ++k) {
        std::vector<PackedStep> steps;
        for (std::uint32_t n = plans.start[k]; n < plans.start[k + 1]; ++n) {
            const PlainMachine& step = plans.steps[n];
            PackedStep full{step.machine, step.first, step.second, {0, 0}};
            run(full);
            steps.push_back(full);
        }
        CHECK(makes(steps, plans.shapes[k]));
        CHECK_EQ(steps.size(), std::size_t{plans.least[k]});
    }
    // Nearly all need no more than two shapes at a time.
    const AllPlans narrow = all_plans(4, 2, 6, 2, StopToken());
    CHECK(narrow.shapes.size() < plans.shapes.size() && narrow.shapes.size() * 10 > plans.shapes.size() * 9);
}

TEST(shapez_plans_from_halves_replay_and_cost_what_they_must) {
    HalfPlanOptions options;
    options.polish = 3000;
    const HalfPlans halves = half_plans(4, 2, {}, options, StopToken());
    CHECK_EQ(halves.key.size(), std::size_t{96});  // 97 with the empty one
    const auto seen = [](const HalfPlans& plans) {
        return HalfPlansView{plans.machine, plans.first, plans.second, plans.key,
                             plans.whole,   plans.start, plans.steps};
    };
    // What is known beforehand is not made worse.
    const AllPlans cheap = all_plans(4, 2, 5, 0, StopToken());
    const HalfPlans more = half_plans(4, 2, seen(cheap.halves), options, StopToken());
    CHECK_EQ(more.key.size(), halves.key.size());
    for (std::size_t k = 0, n = 0; k < more.key.size() && n < cheap.halves.key.size(); ++k)
        if (more.key[k] == cheap.halves.key[n]) {
            CHECK_EQ(more.start[k + 1] - more.start[k], cheap.halves.start[n + 1] - cheap.halves.start[n]);
            ++n;
        }
    const HalfPlansView view = seen(halves);
    int as_cheap = 0, all = 0;
    for (std::size_t k = 1; k < cheap.shapes.size(); k += 3) {
        if (cheap.least[k] == 0) continue;
        const auto steps = plain_plan(4, 2, view, {cheap.shapes[k]}, {}, 20000, 1, StopToken());
        CHECK(makes(steps, cheap.shapes[k]));
        CHECK(steps.size() >= cheap.least[k]);
        as_cheap += steps.size() == cheap.least[k];
        ++all;
    }
    CHECK(as_cheap * 10 >= all * 6);
    HalfPlansView damaged = view;
    damaged.whole = damaged.whole.first(3);
    CHECK_THROWS(plain_plan(4, 2, damaged, {1}, {}, 10, 1, StopToken()), std::invalid_argument);
    damaged = view;
    damaged.machine = damaged.machine.first(3), damaged.first = damaged.first.first(3);
    damaged.second = damaged.second.first(3);
    CHECK_THROWS(half_plans(4, 2, damaged, options, StopToken()), std::invalid_argument);
    damaged = view;
    damaged.steps = damaged.steps.first(3);
    CHECK_THROWS(plain_plan(4, 2, damaged, {1}, {}, 10, 1, StopToken()), std::invalid_argument);
    // Two goals share what they can.
    const auto both = plain_plan(4, 2, view, {cheap.shapes[40], cheap.shapes[41]}, {}, 20000, 1, StopToken());
    CHECK(makes(both, cheap.shapes[40]) && makes(both, cheap.shapes[41]));
}

// The least numbers of machines are known: a plan must never have fewer, and changes lead from poor plans to these.
TEST(shapez_plans_that_drift_make_their_goals_and_come_to_the_fewest_machines) {
    using Walk = Drift<Kinds>;
    HalfPlanOptions options;
    options.polish = 0;
    const HalfPlans halves = half_plans(4, 2, {}, options, StopToken());
    const HalfPlansView view{halves.machine, halves.first, halves.second, halves.key,
                             halves.whole,   halves.start, halves.steps};
    const AllPlans cheap = all_plans(4, 2, 6, 0, StopToken());
    Kinds world(any_ring(4, 2));
    const auto packed = [](const Walk::Steps& steps) {
        std::vector<PackedStep> result;
        for (const auto& step : steps)
            result.push_back({step.machine,
                              step.in[0],
                              binary(step.machine) ? step.in[1] : 0,
                              {step.out[0], step.outputs == 2 ? step.out[1] : 0}});
        return result;
    };
    std::size_t poor = 0, found = 0, least = 0;
    for (std::size_t k = 1; k < cheap.shapes.size(); k += 5) {
        const Shape goal = cheap.shapes[k];
        Walk::Steps steps;
        for (const PackedStep& step : plain_plan(4, 2, view, {goal}, {}, 0, 1, StopToken()))
            steps.push_back({step.machine, 0, {step.first, step.second}, {0, 0}, 0});
        const Walk::Steps start = Polish<Kinds>(world, {goal}, 1).ordered(steps);
        const int cost = static_cast<int>(start.size());
        Walk walk(world, {goal}, {}, k);
        const Walk::Steps best = walk.improved(start, cost, 10000, StopToken());
        CHECK(makes(packed(walk.last()), goal));
        CHECK(best.empty() || (makes(packed(best), goal) && best.size() < start.size()));
        CHECK(walk.last().size() <= (best.empty() ? start : best).size() + 4);
        poor += start.size(), found += (best.empty() ? start : best).size(), least += cheap.least[k];
        CHECK((best.empty() ? start : best).size() >= cheap.least[k]);
        // The same seed, the same walk.
        Walk again(world, {goal}, {}, k);
        again.improved(start, cost, 10000, StopToken());
        CHECK(again.last().size() == walk.last().size() &&
              std::equal(again.last().begin(), again.last().end(), walk.last().begin(),
                         [](const auto& a, const auto& b) { return a.machine == b.machine && a.in[0] == b.in[0]; }));
        // Not by swappers, if those may not be used: the plan given may have one, but no other is taken.
        Walk::Rules rules;
        rules.allowed = [](Machine machine) { return machine != Machine::swap; };
        const auto swappers = [](const Walk::Steps& plan) {
            return std::count_if(plan.begin(), plan.end(), [](const auto& s) { return s.machine == Machine::swap; });
        };
        Walk without(world, {goal}, rules, k);
        if (swappers(start) == 0) CHECK_EQ(swappers(without.improved(start, cost, 2000, StopToken())), 0);
        CHECK(swappers(start) != 0 || swappers(without.last()) == 0);
    }
    CHECK(found >= least && (found - least) * 3 < poor - least);
}
