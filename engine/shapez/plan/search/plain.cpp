#include "shapez/plan/search/plain.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/library/half_rows.hpp"
#include "shapez/plan/search/kinds.hpp"
#include "shapez/plan/search/plain_machine.hpp"
#include "shapez/rules/configurations.hpp"
#include "shapez/verdict/unstack.hpp"

namespace shapewright::shapez {

namespace {

class Plain {
    using Polisher = Polish<Kinds>;
    using Steps = Polisher::Steps;

public:
    Plain(int parts, int layers, const HalfPlansView& halves)
        : ring_(any_ring(parts, layers)),
          largest_(with_ring(parts, layers, []<typename R>(R) { return &Unstack<R>::largest; })),
          world_(ring_),
          halves_(halves) {}

    std::vector<PackedStep> plan(const std::vector<Shape>& goals, const std::vector<PackedStep>& known,
                                 std::uint64_t budget, std::uint64_t seed, const StopToken& stop) {
        std::vector<Steps> starts;
        const Polisher orderly(world_, goals, seed);
        const auto offer = [&](const Steps& steps) {
            Steps ordered = orderly.ordered(steps);
            if (!ordered.empty()) starts.push_back(std::move(ordered));
        };
        if (!known.empty()) {
            Steps steps;
            for (const PackedStep& step : known) steps.push_back(made(step.machine, step.first, step.second));
            offer(steps);
        }
        if (goals.size() == 1) {
            for (const Steps& steps : ways(goals[0], 2)) offer(steps);
        } else {
            Steps all;
            bool complete = true;
            for (const Shape goal : goals) {
                if (goal == ring_.bottom) continue;
                const Steps steps = cheapest(goal, 2);
                complete = complete && !steps.empty();
                all.insert(all.end(), steps.begin(), steps.end());
            }
            if (complete) offer(all);
        }
        if (starts.empty()) return {};
        std::stable_sort(starts.begin(), starts.end(),
                         [](const Steps& a, const Steps& b) { return price(a) < price(b); });
        // A little for each of those that are as good as any, then all for what comes out best.
        constexpr std::size_t most = 6;
        while (starts.size() > most || starts.back().size() > starts.front().size() + 3) starts.pop_back();
        Steps best;
        for (std::size_t k = 0; k < starts.size(); ++k) {
            Polisher polish(world_, goals, seed + k);
            Steps steps = polish.improved(starts[k], budget / (2 * starts.size()), stop);
            if (best.empty() || price(steps) < price(best)) best = std::move(steps);
        }
        best = Polisher(world_, goals, seed + most).improved(std::move(best), budget / 2, stop);
        std::vector<PackedStep> result;
        for (const auto& step : best) {
            const bool two = step.machine == Machine::stack || step.machine == Machine::swap;
            result.push_back(
                {step.machine, step.in[0], two ? step.in[1] : 0, {step.out[0], step.outputs == 2 ? step.out[1] : 0}});
        }
        return result;
    }

private:
    /// Of as many machines those with fewer whole cutters: where only the east is taken, half of one will do.
    static std::pair<std::size_t, std::size_t> price(const Steps& plan) {
        std::size_t wests = 0;
        for (const auto& cut : plan)
            wests += cut.machine == Machine::cut && cut.out[1] != 0 &&
                     std::any_of(plan.begin(), plan.end(), [&](const auto& step) {
                         return step.in[0] == cut.out[1] || step.in[1] == cut.out[1];
                     });
        return {plan.size(), wests};
    }

    static Polisher::Step made(Machine machine, Shape first, Shape second = 0) {
        return {machine, 0, {first, second}, {0, 0}, 0};
    }

    /// A plan for a shape with a half, as the numbers of its machines.
    struct HalfPlan {
        Shape whole = 0;
        std::vector<int> machines;
    };
    /// The plans for a half, which is the image of the one with that key; machines not met before get the next number.
    std::vector<HalfPlan> plans(HalfKey key, int symmetry, Steps& numbered) const {
        std::vector<HalfPlan> found;
        for (const HalfRow& row : half_rows(ring_, halves_, key, symmetry)) {
            HalfPlan plan{row.whole, {}};
            for (const PlainMachine& machine : row.machines) {
                const auto step = made(machine.machine, machine.first, machine.second);
                std::size_t number = 0;
                while (number < numbered.size() && !same(numbered[number], step)) ++number;
                if (number == numbered.size()) numbered.push_back(step);
                plan.machines.push_back(static_cast<int>(number));
            }
            std::sort(plan.machines.begin(), plan.machines.end());
            found.push_back(std::move(plan));
        }
        return found;
    }
    static bool same(const Polisher::Step& a, const Polisher::Step& b) {
        if (a.machine != b.machine) return false;
        if (a.in[0] == b.in[0] && a.in[1] == b.in[1]) return true;
        return a.machine == Machine::swap && a.in[0] == b.in[1] && a.in[1] == b.in[0];
    }

    /// By its two halves, in each rotation: those plans for them that share most.
    void swapped(Shape goal, std::vector<Steps>& found) {
        for (int turn = 0; turn < ring_.parts; ++turn) {
            const Shape x = turn == 0 ? goal : ring_.rotate(goal, ring_.parts - turn);
            const Shape east = x & ring_.east, west = x & ring_.west;
            if (!ring_.is_stable(east) || !ring_.is_stable(west)) continue;
            Steps numbered;
            const std::vector<HalfPlan> nothing(1);
            const auto easts = east == 0 ? nothing : plans(ring_.half_key(east), 0, numbered);
            const auto wests = west == 0 ? nothing : plans(ring_.west_key(x), 2, numbered);
            struct Pair {
                std::size_t cost;
                const HalfPlan *east, *west;
                std::vector<int> machines;
            };
            std::vector<Pair> pairs;
            for (const HalfPlan& a : easts)
                for (const HalfPlan& b : wests) {
                    Pair pair{0, &a, &b, {}};
                    std::set_union(a.machines.begin(), a.machines.end(), b.machines.begin(), b.machines.end(),
                                   std::back_inserter(pair.machines));
                    pair.cost = pair.machines.size();
                    pairs.push_back(std::move(pair));
                }
            std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.cost < b.cost; });
            if (pairs.size() > most_pairs) pairs.resize(most_pairs);
            for (const Pair& pair : pairs) {
                Steps steps;
                for (const int machine : pair.machines) steps.push_back(numbered[static_cast<std::size_t>(machine)]);
                steps.push_back(east == 0   ? made(Machine::cut, pair.west->whole)
                                : west == 0 ? made(Machine::cut, pair.east->whole)
                                            : made(Machine::swap, pair.east->whole, pair.west->whole));
                turn_back(x, turn, steps);
                found.push_back(std::move(steps));
            }
        }
    }
    void turn_back(Shape x, int turn, Steps& steps) const {
        if (turn > ring_.parts / 2) turn -= ring_.parts;
        if (turn == ring_.parts / 2 || turn == -ring_.parts / 2) {
            steps.push_back(made(Machine::rotate_180, x));
            return;
        }
        for (; turn > 0; --turn, x = ring_.rotate(x, 1)) steps.push_back(made(Machine::rotate_cw, x));
        for (; turn < 0; ++turn, x = ring_.rotate(x, ring_.parts - 1)) steps.push_back(made(Machine::rotate_ccw, x));
    }

    /// Plans for a shape, by what the last machine may be; machines before the last `depth` are swappers.
    std::vector<Steps> ways(Shape goal, int depth) {
        std::vector<Steps> found;
        if (goal == ring_.bottom || goal == 0) return found;
        swapped(goal, found);
        if (depth == 0) return found;
        const auto follow = [&](Shape before, Machine machine) {
            if (before == 0 || before == goal || !ring_.is_stable(before)) return;
            Steps steps = cheapest(before, depth - 1);
            if (steps.empty() && before != ring_.bottom) return;
            steps.push_back(made(machine, before));
            found.push_back(std::move(steps));
        };
        const Shape pushed = goal >> ring_.row_bits;
        if (ring_.push_pin(pushed) == goal) follow(pushed, Machine::push_pin);
        if (ring_.crystals(goal) != 0 && ring_.crystallise(goal) == goal)
            for (int layer = 0; layer < ring_.layers; ++layer) {
                // What lies below has been crystal before.
                Shape grown = 0;
                for (int l = layer; l < ring_.layers; ++l) grown |= ring_.crystals(goal) & ring_.layer(l);
                const Shape before = goal & ~ring_.whole(grown);
                if (ring_.crystallise(before) == goal) follow(before, Machine::crystal);
                const Shape pinned = before | (grown & ring_.below(ring_.occupied(before))) << 1;
                if (pinned != before && ring_.crystallise(pinned) == goal) follow(pinned, Machine::crystal);
            }
        std::vector<Shape> taken;
        const Shape loose = largest_(goal);
        taken.push_back(loose);
        for (int layer = 1; layer < ring_.layers; ++layer) {
            Shape upper = 0;
            for (int l = layer; l < ring_.layers; ++l) upper |= loose & ring_.layer(l);
            taken.push_back(upper);
        }
        for (std::size_t k = 0; k < taken.size(); ++k) {
            if (taken[k] == 0 || std::find(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(k), taken[k]) !=
                                     taken.begin() + static_cast<std::ptrdiff_t>(k))
                continue;
            const Shape bottom = goal & ~ring_.whole(taken[k]);
            Shape top = goal & ring_.whole(taken[k]);
            if (bottom == 0) continue;
            while ((top & ring_.whole(ring_.bottom)) == 0) top >>= ring_.row_bits;
            if (!ring_.is_stable(bottom) || !ring_.is_stable(top) || ring_.stack(bottom, top) != goal) continue;
            Steps steps = cheapest(bottom, depth - 1);
            if (steps.empty() && bottom != ring_.bottom) continue;
            const Steps others = cheapest(top, depth - 1);
            if (others.empty() && top != ring_.bottom) continue;
            steps.insert(steps.end(), others.begin(), others.end());
            steps.push_back(made(Machine::stack, bottom, top));
            found.push_back(std::move(steps));
        }
        return found;
    }
    Steps cheapest(Shape goal, int depth) {
        Steps best;
        const Polisher orderly(world_, {goal}, 0);
        for (const Steps& steps : ways(goal, depth)) {
            Steps ordered = orderly.ordered(steps);
            if (!ordered.empty() && (best.empty() || ordered.size() < best.size())) best = std::move(ordered);
        }
        return best;
    }

    static constexpr std::size_t most_pairs = 4;  // of plans for two halves, how many are worth a try

    const AnyRing& ring_;
    Shape (*largest_)(Shape);  // Unstack::largest
    Kinds world_;
    const HalfPlansView& halves_;
};

}  // namespace

std::vector<PackedStep> plain_plan(int parts, int layers, const HalfPlansView& halves, const std::vector<Shape>& goals,
                                   const std::vector<PackedStep>& known, std::uint64_t budget, std::uint64_t seed,
                                   const StopToken& stop) {
    halves.check();
    return Plain(parts, layers, halves).plan(goals, known, budget, seed, stop);
}

}  // namespace shapewright::shapez
