#include "shapez/plan_plain.hpp"

#include <algorithm>

#include "shapez/configurations.hpp"
#include "shapez/plan_polish.hpp"
#include "shapez/plan_worlds.hpp"
#include "shapez/unstack.hpp"

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
                         [](const Steps& a, const Steps& b) { return a.size() < b.size(); });
        // A little for each of those that are as good as any, then all for what comes out best.
        constexpr std::size_t most = 6;
        while (starts.size() > most || starts.back().size() > starts.front().size() + 3) starts.pop_back();
        Steps best;
        for (std::size_t k = 0; k < starts.size(); ++k) {
            Polisher polish(world_, goals, seed + k);
            Steps steps = polish.improved(starts[k], budget / (2 * starts.size()), stop);
            if (best.empty() || steps.size() < best.size()) best = std::move(steps);
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
    static typename Polisher::Step made(Machine machine, Shape first, Shape second = 0) {
        return {machine, 0, {first, second}, {0, 0}, 0};
    }

    /// Adds the plan for a half, and tells of which shape it is the half; 0 if there is none.
    Shape take(HalfKey key, Steps& steps) const {
        const auto place = std::lower_bound(halves_.key.begin(), halves_.key.end(), key);
        if (place == halves_.key.end() || *place != key) return 0;
        const auto row = static_cast<std::size_t>(place - halves_.key.begin());
        for (std::uint32_t k = halves_.start[row]; k < halves_.start[row + 1]; ++k) {
            const std::uint32_t step = halves_.steps[k];
            steps.push_back(
                made(static_cast<Machine>(halves_.machine[step]), halves_.first[step], halves_.second[step]));
        }
        return halves_.whole[row];
    }

    /// By its two halves, in each rotation; and the mirror image of what makes the mirror image.
    void swapped(Shape goal, std::vector<Steps>& found) const {
        joined(goal, found);
        const std::size_t first = found.size();
        joined(R::mirror(goal), found);
        for (std::size_t k = first; k < found.size(); ++k)
            for (auto& step : found[k]) {
                for (Shape& shape : step.in) shape = R::mirror(shape);
                if (step.machine == Machine::rotate_cw)
                    step.machine = Machine::rotate_ccw;
                else if (step.machine == Machine::rotate_ccw)
                    step.machine = Machine::rotate_cw;
            }
    }
    void joined(Shape goal, std::vector<Steps>& found) const {
        for (int turn = 0; turn < R::parts; ++turn) {
            const Shape x = turn == 0 ? goal : R::rotate(goal, R::parts - turn);
            const Shape east = x & R::east, west = x & R::west;
            if (!R::is_stable(east) || !R::is_stable(west)) continue;
            Steps steps;
            const Shape a = east == 0 ? 0 : take(R::half_key(east), steps);
            const Shape b = west == 0 ? 0 : take(R::west_key(x) | kWestHalf, steps);
            if ((east != 0 && a == 0) || (west != 0 && b == 0)) continue;
            steps.push_back(east == 0   ? made(Machine::cut, b)
                            : west == 0 ? made(Machine::cut, a)
                                        : made(Machine::swap, a, b));
            turn_back(x, turn, steps);
            found.push_back(std::move(steps));
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
    std::vector<Steps> ways(Shape goal, int depth) const {
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
    Steps cheapest(Shape goal, int depth) const {
        Steps best;
        const Polisher orderly(world_, {goal}, 0);
        for (const Steps& steps : ways(goal, depth)) {
            Steps ordered = orderly.ordered(steps);
            if (!ordered.empty() && (best.empty() || ordered.size() < best.size())) best = std::move(ordered);
        }
        return best;
    }

    World world_;
    const HalfPlansView& halves_;
};

}  // namespace

std::vector<PackedStep> plain_plan(int parts, int layers, const HalfPlansView& halves, const std::vector<Shape>& goals,
                                   const std::vector<PackedStep>& known, std::uint64_t budget, std::uint64_t seed,
                                   const StopToken& stop) {
    return with_ring(parts, layers,
                     [&]<typename R>(R) { return Plain<R>(halves).plan(goals, known, budget, seed, stop); });
}

}  // namespace shapewright::shapez
