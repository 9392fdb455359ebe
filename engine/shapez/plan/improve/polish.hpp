// Making a plan cheaper: a few of its machines are taken out, and fewer (or others as many) looked for that give the
// same shapes to the rest.
//
// What is taken out is a *window*: connected machines such that nothing they depend on depends on them. The rest of the
// plan wants some of the window's outputs, its *targets*, and may give it every shape that does not depend on it. A
// depth-first search over machines on those shapes tries to make all targets with fewer machines. Where it cannot, the
// window is replaced now and then by another of the same size, so that the plan wanders among those of equal cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "shapez/plan/machine.hpp"

namespace shapewright::shapez {

/// Whether a machine takes two shapes.
inline bool binary(Machine machine) {
    return machine == Machine::stack || machine == Machine::swap;
}

/// Fills in what a machine gives of what it takes.
template <typename World, typename Step>
void run_machine(World& world, Step& step) {
    step.outputs = 1;
    switch (step.machine) {
        case Machine::rotate_cw:
            step.out[0] = world.rotated(step.in[0], 1);
            break;
        case Machine::rotate_ccw:
            step.out[0] = world.rotated(step.in[0], -1);
            break;
        case Machine::rotate_180:
            step.out[0] = world.turned(step.in[0]);
            break;
        case Machine::push_pin:
            step.out[0] = world.push_pin(step.in[0]);
            break;
        case Machine::paint:
            step.out[0] = world.paint(step.in[0], step.fluid);
            break;
        case Machine::crystal:
            step.out[0] = world.crystallise(step.in[0], step.fluid);
            break;
        case Machine::stack:
            step.out[0] = world.stack(step.in[0], step.in[1]);
            break;
        case Machine::cut:
            std::tie(step.out[0], step.out[1]) = world.cut(step.in[0]);
            step.outputs = 2;
            break;
        default: {
            const auto [a_east, a_west] = world.cut(step.in[0]);
            const auto [b_east, b_west] = world.cut(step.in[1]);
            step.out[0] = world.united(a_east, b_west);
            step.out[1] = world.united(b_east, a_west);
            step.outputs = 2;
        }
    }
}

/// `World` says what shapes are and what the machines do with them: kinds.hpp.
template <typename World>
class Polish {
public:
    using Value = typename World::Value;

    /// A machine: the shapes it takes and, where it takes one, its fluid; then what it gives.
    struct Step {
        Machine machine;
        int fluid;
        Value in[2];
        Value out[2];
        int outputs;
    };
    using Steps = std::vector<Step>;

    Polish(World& world, std::vector<Value> goals, std::uint64_t seed)
        : world_(world), goals_(std::move(goals)), rng_(seed) {}

    /// Fills in outputs, orders the steps, and drops those that nothing needs. Empty if a goal is not made.
    Steps ordered(const Steps& steps) const {
        std::vector<Value> there(world_.raws());
        std::vector<int> maker(there.size(), -1);
        const auto place = [&](const Value& v) { return std::find(there.begin(), there.end(), v) - there.begin(); };
        const auto known = [&](const Value& v) { return place(v) != static_cast<std::ptrdiff_t>(there.size()); };
        Steps order;
        std::vector<char> done(steps.size(), 0);
        for (bool grew = true; grew;) {
            grew = false;
            for (std::size_t k = 0; k < steps.size(); ++k) {
                if (done[k] || !known(steps[k].in[0]) || (binary(steps[k].machine) && !known(steps[k].in[1]))) continue;
                done[k] = 1;
                grew = true;
                Step step = steps[k];
                run(step);
                bool fresh = false;
                for (int slot = 0; slot < step.outputs; ++slot) {
                    if (world_.empty(step.out[slot]) || known(step.out[slot])) continue;
                    there.push_back(step.out[slot]);
                    maker.push_back(static_cast<int>(order.size()));
                    fresh = true;
                }
                if (fresh) order.push_back(step);
            }
        }
        std::vector<char> needed(order.size(), 0);
        const auto need = [&](const Value& v) {
            const int by = maker[static_cast<std::size_t>(place(v))];
            if (by >= 0) needed[static_cast<std::size_t>(by)] = 1;
        };
        for (const Value& goal : goals_) {
            if (!known(goal)) return {};
            need(goal);
        }
        for (std::size_t k = order.size(); k-- > 0;) {
            if (!needed[k]) continue;
            need(order[k].in[0]);
            if (binary(order[k].machine)) need(order[k].in[1]);
        }
        Steps result;
        for (std::size_t k = 0; k < order.size(); ++k)
            if (needed[k]) result.push_back(order[k]);
        return result;
    }

    /// The cheapest plan found from an ordered one, after about `budget` machines were tried out.
    Steps improved(Steps plan, std::uint64_t budget, const StopToken& stop) {
        budget_ = budget;
        spent_ = 0;
        Steps best = plan;
        Makers makers = makers_of(plan);
        // In a plan whose machines take nothing from each other no window has two, and nothing is ever tried out.
        const std::uint64_t idle_most = budget < 5'000 ? budget / 8 : 4096;
        std::uint64_t rounds = 0, idle = 0;
        while (spent_ < budget_ && plan.size() > 1 && idle < idle_most && !((++rounds & 15) == 0 && stop.expired())) {
            const std::size_t size = window_size(plan.size());
            const std::uint64_t before = spent_;
            Steps next = replaced(plan, makers, size);
            idle = spent_ == before ? idle + 1 : 0;
            if (next.empty()) continue;
            plan = std::move(next);
            makers = makers_of(plan);
            if (plan.size() < best.size()) best = plan;
        }
        last_ = std::move(plan);
        return best;
    }
    /// Where improved() was in the end: as a rule not at the cheapest, but further from where it began.
    const Steps& last() const { return last_; }

private:
    struct Item {
        Value whole, east, west;
        typename World::Look look;
    };
    struct Target {
        Value whole, east, west;
        Value back[3];  // before the last machine, if it rotates
        typename World::Look look;
        bool made;
        bool rotates, pushes, crystals;
        int paint;
        bool half;
    };
    /// Says of most shapes at once that they are not among the items.
    class Seen {
    public:
        void add(const Value& v) { word(v) |= bit(v); }
        bool may_have(const Value& v) const { return (words_[place(v) >> 6] & bit(v)) != 0; }

    private:
        static std::size_t place(const Value& v) { return fibonacci(v, 8); }
        static std::uint64_t bit(const Value& v) { return std::uint64_t{1} << (place(v) & 63); }
        std::uint64_t& word(const Value& v) { return words_[place(v) >> 6]; }
        std::array<std::uint64_t, 4> words_{};
    };
    struct Move {
        Machine machine;
        int fluid, a, b;
        friend auto operator<=>(const Move&, const Move&) = default;
    };

    void run(Step& step) const { run_machine(world_, step); }

    std::size_t window_size(std::size_t machines) {
        // Windows of four find more, but take a hundred times as long: measured, that time is better spent on others.
        return std::min<std::size_t>(rng_.below(8) < 3 ? 2 : 3, machines);
    }

    /// By step, who makes what it takes; -1: nobody, it is raw.
    using Makers = std::vector<std::array<int, 2>>;
    static int inputs(const Step& step) { return binary(step.machine) ? 2 : 1; }
    static Makers makers_of(const Steps& plan) {
        Makers makers(plan.size(), {-1, -1});
        for (std::size_t k = 0; k < plan.size(); ++k)
            for (int slot = 0; slot < inputs(plan[k]); ++slot)
                for (std::size_t j = 0; j < k && makers[k][static_cast<std::size_t>(slot)] < 0; ++j)
                    for (int out = 0; out < plan[j].outputs; ++out)
                        if (plan[j].out[out] == plan[k].in[slot])
                            makers[k][static_cast<std::size_t>(slot)] = static_cast<int>(j);
        return makers;
    }

    /// Up to so many machines that hang together: which steps are inside.
    std::vector<char> window(const Makers& makers, std::size_t size) {
        const std::size_t count = makers.size();
        std::vector<char> inside(count, 0);
        inside[rng_.place(count)] = 1;
        for (std::size_t n = 1; n < size; ++n) {
            std::vector<std::size_t> near;
            for (std::size_t k = 0; k < count; ++k)
                for (const int maker : makers[k]) {
                    if (maker < 0) continue;
                    const auto m = static_cast<std::size_t>(maker);
                    if (inside[k] && !inside[m]) near.push_back(m);
                    if (!inside[k] && inside[m]) near.push_back(k);
                    // Two that take the same.
                    if (!inside[k])
                        for (std::size_t j = 0; j < count; ++j)
                            if (inside[j] && (makers[j][0] == maker || makers[j][1] == maker)) near.push_back(k);
                }
            if (near.empty()) break;
            inside[near[rng_.place(near.size())]] = 1;
        }
        return inside;
    }

    /// Marks the steps outside that depend on some inside. False if one inside depends on such a step.
    static bool mark_after(const Makers& makers, const std::vector<char>& inside, std::vector<char>& after) {
        for (std::size_t k = 0; k < makers.size(); ++k) {
            bool tied = false, tied_after = false;
            for (const int maker : makers[k]) {
                if (maker < 0) continue;
                tied |= inside[static_cast<std::size_t>(maker)] || after[static_cast<std::size_t>(maker)];
                tied_after |= after[static_cast<std::size_t>(maker)] != 0;
            }
            if (inside[k] && tied_after) return false;
            if (!inside[k] && tied) after[k] = 1;
        }
        return true;
    }

    /// The plan with one window of so many machines replaced; empty if nothing was found.
    Steps replaced(const Steps& plan, const Makers& makers, std::size_t size) {
        const std::size_t count = plan.size();
        const std::vector<char> inside = window(makers, size);
        std::vector<char> after(count, 0);
        if (!mark_after(makers, inside, after)) return {};
        const auto taken = static_cast<std::size_t>(std::count(inside.begin(), inside.end(), 1));
        items_.clear(), targets_.clear(), moves_.clear(), seen_ = {};
        for (const Value& raw : world_.raws()) add(raw);
        std::vector<Value> inner;
        for (std::size_t k = 0; k < count; ++k)
            for (int out = 0; out < plan[k].outputs; ++out) {
                const Value& v = plan[k].out[out];
                if (world_.empty(v) || find(v) >= 0) continue;
                if (!inside[k]) {
                    if (!after[k]) add(v);
                    continue;
                }
                bool wanted = std::find(goals_.begin(), goals_.end(), v) != goals_.end();
                for (std::size_t j = k + 1; j < count && !wanted; ++j)
                    if (!inside[j])
                        for (int slot = 0; slot < inputs(plan[j]); ++slot)
                            wanted |= plan[j].in[slot] == v &&
                                      makers[j][static_cast<std::size_t>(slot)] == static_cast<int>(k);
                if (wanted)
                    aim(v);
                else
                    inner.push_back(v);
            }
        // Ways through the same shapes in another order, lest the same way be found each time.
        for (std::size_t k = items_.size(); k > 1; --k) std::swap(items_[k - 1], items_[rng_.place(k)]);
        shunned_ = nullptr;
        bool found = false;
        for (std::size_t depth = 1; depth < taken && !found; ++depth) found = reach(static_cast<int>(depth), 0);
        if (!found && taken == 2) {
            if (!inner.empty()) shunned_ = &inner[rng_.place(inner.size())];
            found = reach(static_cast<int>(taken), 0);
        }
        if (!found) return {};
        Steps steps;
        for (std::size_t k = 0; k < count; ++k)
            if (!inside[k]) steps.push_back(plan[k]);
        for (const Move& move : moves_) {
            Step step{};
            step.machine = move.machine;
            step.fluid = move.fluid;
            step.in[0] = items_[static_cast<std::size_t>(move.a)].whole;
            if (move.b >= 0) step.in[1] = items_[static_cast<std::size_t>(move.b)].whole;
            steps.push_back(step);
        }
        Steps result = ordered(steps);
        return result.size() <= plan.size() ? result : Steps{};
    }

    int find(const Value& v) const {
        if (!seen_.may_have(v)) return -1;
        for (std::size_t k = 0; k < items_.size(); ++k)
            if (items_[k].whole == v) return static_cast<int>(k);
        return -1;
    }
    void add(const Value& v) {
        const auto [east, west] = world_.cut(v);
        items_.push_back({v, east, west, world_.look(v)});
        seen_.add(v);
    }
    void aim(const Value& v) {
        Target target{};
        target.whole = v;
        target.look = world_.look(v);
        target.back[0] = world_.rotated(v, -1), target.back[1] = world_.rotated(v, 1),
        target.back[2] = world_.turned(v);
        std::tie(target.east, target.west) = world_.parted(v);
        target.half = world_.empty(target.east) || world_.empty(target.west);
        target.pushes = world_.may_be_pushed(v);
        target.crystals = world_.may_be_crystallised(v);
        target.paint = world_.painted(v);
        targets_.push_back(target);
    }

    bool begins(const Item& bottom, const Target& t) {
        return World::may_begin(bottom.look, t.look) && world_.begins(bottom.whole, t.whole);
    }
    bool may_top(const Item& top, const Target& t) {
        return World::may_end(top.look, t.look) && world_.may_top(top.whole, t.whole);
    }

    /// Whether an item may be the one or the other operand of the machine that makes a target still missing.
    bool useful(const Item& item) {
        for (const Target& t : targets_) {
            if (t.made) {
                if (t.whole == item.whole) return true;
                continue;
            }
            if (!t.half && (item.east == t.east || item.west == t.west)) return true;
            if (begins(item, t) || may_top(item, t)) return true;
        }
        return false;
    }

    /// Makes all targets with at most `left` machines more; `newest` is the first item of the last machine.
    bool reach(int left, std::size_t newest) {
        int missing = 0;
        for (Target& t : targets_) {
            t.made = find(t.whole) >= 0;
            missing += !t.made;
        }
        if (missing == 0) return true;
        if (left == 0 || missing > 2 * left || spent_ >= budget_) return false;
        if (left == 1 || missing == left) {
            for (std::size_t k = 0; k < targets_.size(); ++k) {
                if (targets_[k].made) continue;
                Move move{};
                if (!single(targets_[k], missing == 1 ? newest : 0, move)) continue;
                const std::size_t size = items_.size();
                if (try_move(move, [&] { return reach(left - 1, size); })) return true;
            }
            return false;
        }
        bool any = newest == 0;
        for (std::size_t k = newest; k < items_.size() && !any; ++k) any = useful(items_[k]);
        const Move last = moves_.empty() ? Move{} : moves_.back();
        const auto count = static_cast<int>(items_.size());
        const auto go = [&](Machine machine, int fluid, int a, int b) {
            const bool uses = a >= static_cast<int>(newest) || b >= static_cast<int>(newest);
            const Move move{machine, fluid, a, b};
            if (!uses && (!any || move <= last)) return false;
            const std::size_t size = items_.size();
            return try_move(move, [&] { return reach(left - 1, size); });
        };
        for (int a = 0; a < count; ++a) {
            if (!any && a < static_cast<int>(newest)) {
                // Only with the newest as the other operand.
            } else {
                for (const Machine machine :
                     {Machine::rotate_cw, Machine::rotate_ccw, Machine::rotate_180, Machine::cut, Machine::push_pin})
                    if (go(machine, 0, a, -1)) return true;
                for (const int fluid : world_.crystal_fluids())
                    if (go(Machine::crystal, fluid, a, -1)) return true;
                for (const int fluid : world_.paint_fluids())
                    if (go(Machine::paint, fluid, a, -1)) return true;
            }
            const int from = !any && a < static_cast<int>(newest) ? static_cast<int>(newest) : 0;
            for (int b = from; b < count; ++b) {
                if (go(Machine::stack, 0, a, b)) return true;
                if (a < b && go(Machine::swap, 0, a, b)) return true;
            }
        }
        return false;
    }

    template <typename Continue>
    bool try_move(const Move& move, const Continue& go_on) {
        if (spent_ >= budget_) return false;
        ++spent_;
        const Item a = items_[static_cast<std::size_t>(move.a)];
        Value out[2];
        int outputs = 1;
        if (move.machine == Machine::cut) {
            out[0] = a.east, out[1] = a.west;
            outputs = 2;
        } else if (move.machine == Machine::swap) {
            const Item& b = items_[static_cast<std::size_t>(move.b)];
            out[0] = world_.united(a.east, b.west), out[1] = world_.united(b.east, a.west);
            outputs = 2;
        } else {
            Step step{};
            step.machine = move.machine, step.fluid = move.fluid, step.in[0] = a.whole;
            if (move.b >= 0) step.in[1] = items_[static_cast<std::size_t>(move.b)].whole;
            run(step);
            out[0] = step.out[0];
        }
        const std::size_t size = items_.size();
        const Seen seen = seen_;
        for (int slot = 0; slot < outputs; ++slot) {
            if (world_.empty(out[slot]) || find(out[slot]) >= 0) continue;
            if (shunned_ != nullptr && out[slot] == *shunned_) continue;
            add(out[slot]);
        }
        if (items_.size() == size) return false;
        moves_.push_back(move);
        if (go_on()) return true;
        moves_.pop_back();
        items_.resize(size);
        seen_ = seen;
        return false;
    }

    /// A machine that makes a target of what there is, at least one operand among the items from `newest` on.
    bool single(const Target& t, std::size_t newest, Move& move) {
        const auto count = static_cast<int>(items_.size());
        for (int k = static_cast<int>(newest); k < count; ++k) {
            const Item& item = items_[static_cast<std::size_t>(k)];
            ++spent_;
            if (item.whole == t.back[0]) return move = {Machine::rotate_cw, 0, k, -1}, true;
            if (item.whole == t.back[1]) return move = {Machine::rotate_ccw, 0, k, -1}, true;
            if (item.whole == t.back[2]) return move = {Machine::rotate_180, 0, k, -1}, true;
            if (t.half && (item.east == t.whole || item.west == t.whole)) return move = {Machine::cut, 0, k, -1}, true;
            if (t.pushes && world_.push_pin(item.whole) == t.whole) return move = {Machine::push_pin, 0, k, -1}, true;
            if (t.crystals)
                for (const int fluid : world_.crystal_fluids())
                    if (world_.crystallise(item.whole, fluid) == t.whole)
                        return move = {Machine::crystal, fluid, k, -1}, true;
            if (t.paint >= 0 && world_.paint(item.whole, t.paint) == t.whole)
                return move = {Machine::paint, t.paint, k, -1}, true;
            if (!t.half) {
                const bool east = item.east == t.east, west = item.west == t.west;
                if (east || west)
                    for (int j = 0; j < count; ++j) {
                        const Item& other = items_[static_cast<std::size_t>(j)];
                        if (j == k) continue;
                        if ((east && other.west == t.west) || (west && other.east == t.east))
                            return move = {Machine::swap, 0, std::min(j, k), std::max(j, k)}, true;
                    }
            }
            const bool bottom = begins(item, t), top = may_top(item, t);
            if (!bottom && !top) continue;
            for (int j = 0; j < count; ++j) {
                const Item& other = items_[static_cast<std::size_t>(j)];
                if (bottom && may_top(other, t) && world_.stack(item.whole, other.whole) == t.whole)
                    return move = {Machine::stack, 0, k, j}, true;
                if (top && begins(other, t) && world_.stack(other.whole, item.whole) == t.whole)
                    return move = {Machine::stack, 0, j, k}, true;
            }
        }
        return false;
    }

    World& world_;
    std::vector<Value> goals_;
    Rng rng_;
    std::uint64_t budget_ = 0, spent_ = 0;
    std::vector<Item> items_;
    Seen seen_;  // of the items
    std::vector<Target> targets_;
    std::vector<Move> moves_;
    Steps last_;
    const Value* shunned_ = nullptr;
};

}  // namespace shapewright::shapez
