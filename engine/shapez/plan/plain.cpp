#include "shapez/plan/plain.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "shapez/plan/kinds.hpp"
#include "shapez/plan/plain_machine.hpp"
#include "shapez/plan/polish.hpp"
#include "shapez/rules/configurations.hpp"
#include "shapez/verdict/unstack.hpp"

namespace shapewright::shapez {

namespace {

template <typename R>
class Plain {
    using World = Kinds<R>;
    using Polisher = Polish<World>;
    using Steps = typename Polisher::Steps;

public:
    explicit Plain(const HalfPlansView& halves) : halves_(halves) {}

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
                if (goal == R::bottom) continue;
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

    static typename Polisher::Step made(Machine machine, Shape first, Shape second = 0) {
        return {machine, 0, {first, second}, {0, 0}, 0};
    }

    /// A plan for a shape with a half, as the numbers of its machines.
    struct HalfPlan {
        Shape whole = 0;
        std::vector<int> machines;
    };
    /// The plans for a half, which is the image of the one with that key; machines not met before get the next number.
    std::vector<HalfPlan> plans(HalfKey key, int symmetry, Steps& numbered) const {
        const HalfKey reflected = R::Halves::reflected(key);
        if (reflected < key) {
            key = reflected;
            symmetry ^= east_reflection;
        }
        const auto [first, last] = std::equal_range(halves_.key.begin(), halves_.key.end(), key);
        std::vector<HalfPlan> found;
        for (auto place = first; place != last; ++place) {
            const auto row = static_cast<std::size_t>(place - halves_.key.begin());
            HalfPlan plan{imaged<R>(halves_.whole[row], symmetry), {}};
            for (std::uint32_t k = halves_.start[row]; k < halves_.start[row + 1]; ++k) {
                const std::uint32_t n = halves_.steps[k];
                const auto step = made(imaged(static_cast<Machine>(halves_.machine[n]), symmetry),
                                       imaged<R>(halves_.first[n], symmetry), imaged<R>(halves_.second[n], symmetry));
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
    static bool same(const typename Polisher::Step& a, const typename Polisher::Step& b) {
        if (a.machine != b.machine) return false;
        if (a.in[0] == b.in[0] && a.in[1] == b.in[1]) return true;
        return a.machine == Machine::swap && a.in[0] == b.in[1] && a.in[1] == b.in[0];
    }

    /// By its two halves, in each rotation: those plans for them that share most.
    void swapped(Shape goal, std::vector<Steps>& found) {
        for (int turn = 0; turn < R::parts; ++turn) {
            const Shape x = turn == 0 ? goal : R::rotate(goal, R::parts - turn);
            const Shape east = x & R::east, west = x & R::west;
            if (!R::is_stable(east) || !R::is_stable(west)) continue;
            Steps numbered;
            const std::vector<HalfPlan> nothing(1);
            const auto easts = east == 0 ? nothing : plans(R::half_key(east), 0, numbered);
            const auto wests = west == 0 ? nothing : plans(R::west_key(x), 2, numbered);
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
        if (turn > R::parts / 2) turn -= R::parts;
        if (turn == R::parts / 2 || turn == -R::parts / 2) {
            steps.push_back(made(Machine::rotate_180, x));
            return;
        }
        for (; turn > 0; --turn, x = R::rotate(x, 1)) steps.push_back(made(Machine::rotate_cw, x));
        for (; turn < 0; ++turn, x = R::rotate(x, R::parts - 1)) steps.push_back(made(Machine::rotate_ccw, x));
    }

    /// Plans for a shape, by what the last machine may be; machines before the last `depth` are swappers.
    std::vector<Steps> ways(Shape goal, int depth) {
        std::vector<Steps> found;
        if (goal == R::bottom || goal == 0) return found;
        swapped(goal, found);
        if (depth == 0) return found;
        const auto follow = [&](Shape before, Machine machine) {
            if (before == 0 || before == goal || !R::is_stable(before)) return;
            Steps steps = cheapest(before, depth - 1);
            if (steps.empty() && before != R::bottom) return;
            steps.push_back(made(machine, before));
            found.push_back(std::move(steps));
        };
        const Shape pushed = goal >> R::row_bits;
        if (R::push_pin(pushed) == goal) follow(pushed, Machine::push_pin);
        if (R::crystals(goal) != 0 && R::crystallise(goal) == goal)
            for (int layer = 0; layer < R::layers; ++layer) {
                // What lies below has been crystal before.
                Shape grown = 0;
                for (int l = layer; l < R::layers; ++l) grown |= R::crystals(goal) & R::layer(l);
                const Shape before = goal & ~R::whole(grown);
                if (R::crystallise(before) == goal) follow(before, Machine::crystal);
                const Shape pinned = before | (grown & R::below(R::occupied(before))) << 1;
                if (pinned != before && R::crystallise(pinned) == goal) follow(pinned, Machine::crystal);
            }
        std::vector<Shape> taken;
        const Shape loose = Unstack<R>::largest(goal);
        taken.push_back(loose);
        for (int layer = 1; layer < R::layers; ++layer) {
            Shape upper = 0;
            for (int l = layer; l < R::layers; ++l) upper |= loose & R::layer(l);
            taken.push_back(upper);
        }
        for (std::size_t k = 0; k < taken.size(); ++k) {
            if (taken[k] == 0 || std::find(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(k), taken[k]) !=
                                     taken.begin() + static_cast<std::ptrdiff_t>(k))
                continue;
            const Shape bottom = goal & ~R::whole(taken[k]);
            Shape top = goal & R::whole(taken[k]);
            if (bottom == 0) continue;
            while ((top & R::whole(R::bottom)) == 0) top >>= R::row_bits;
            if (!R::is_stable(bottom) || !R::is_stable(top) || R::stack(bottom, top) != goal) continue;
            Steps steps = cheapest(bottom, depth - 1);
            if (steps.empty() && bottom != R::bottom) continue;
            const Steps others = cheapest(top, depth - 1);
            if (others.empty() && top != R::bottom) continue;
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

    World world_;
    const HalfPlansView& halves_;
};

}  // namespace

std::vector<PackedStep> plain_plan(int parts, int layers, const HalfPlansView& halves, const std::vector<Shape>& goals,
                                   const std::vector<PackedStep>& known, std::uint64_t budget, std::uint64_t seed,
                                   const StopToken& stop) {
    halves.check();
    return with_ring(parts, layers,
                     [&]<typename R>(R) { return Plain<R>(halves).plan(goals, known, budget, seed, stop); });
}

}  // namespace shapewright::shapez
