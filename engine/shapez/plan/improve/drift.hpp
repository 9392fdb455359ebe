// Making a plan cheaper by letting it drift: one thing about it is changed at random, and whatever still gives the
// goals for little more than the cheapest plan so far is kept, whether it gained anything or not.
//
// Much of what machines give never shows: it is cut off, thrown away, pushed out at the top. So a plan has many
// neighbours that cost the same, and a long walk among them leads to cheaper ones that no search for exact replacements
// finds. (In genetic programming on graphs the same is known as neutral drift.) Now and then a few machines at a time
// are replaced (polish.hpp), which pulls the walk back to cheap plans.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/machine.hpp"

namespace shapewright::shapez {

/// `World` says what shapes are and what the machines do with them, as for Polish.
template <typename World>
class Drift {
public:
    using Value = typename World::Value;
    using Step = typename Polish<World>::Step;
    using Steps = typename Polish<World>::Steps;

    /// What a plan may consist of, what it costs, and by how much a plan that is kept may be dearer than the cheapest.
    struct Rules {
        std::function<bool(Machine)> allowed = [](Machine) { return true; };
        std::function<int(const Steps&)> cost = [](const Steps& plan) { return static_cast<int>(plan.size()); };
        int slack = 4;
        bool by_machine = true;  // a plan costs at least as much as it has machines
    };

    Drift(World& world, std::vector<Value> goals, Rules rules, std::uint64_t seed)
        : world_(world), goals_(std::move(goals)), rules_(std::move(rules)), rng_(seed) {
        using enum Machine;
        for (const Machine machine : {rotate_cw, rotate_ccw, rotate_180, push_pin, cut}) offer(machine, 0, 1);
        for (const int fluid : world_.crystal_fluids()) offer(crystal, fluid, 1);
        for (const int fluid : world_.paint_fluids()) offer(paint, fluid, 1);
        one_input_ = choices_.size();
        for (const Machine machine : {stack, swap}) offer(machine, 0, weight_of_two);
    }

    /// The cheapest plan found by so many changes from an ordered one; empty if none is cheaper than `least`.
    Steps improved(const Steps& plan, int least, std::uint64_t changes, const StopToken& stop) {
        Steps best;
        last_ = plan;
        if (plan.empty() || choices_.empty()) return best;
        take(plan);
        for (std::uint64_t k = 1; k <= changes && !((k & 1023) == 0 && stop.expired()); ++k) {
            bool is_other = change(least + rules_.slack);
            if (k % between == 0) is_other |= polish(least + rules_.slack, stop);
            if (is_other && cost_ < least) {
                best = read(nodes_);
                least = cost_;
            }
        }
        last_ = read(nodes_);
        return best;
    }
    /// Where improved() was in the end.
    const Steps& last() const { return last_; }

private:
    /// Where an input comes from: output slot + 2 * node; raw: -1 - its number.
    using Source = std::int32_t;
    static constexpr Source nowhere = -(1 << 30);
    struct Node {
        Step step;
        std::array<Source, 2> from;
    };
    using Nodes = std::vector<Node>;
    struct Choice {
        Machine machine;
        int fluid;
    };

    // Measured on random shapes: changes between two polishes, and the machines tried out in each.
    static constexpr std::uint64_t between = 1000, polished = 3000;
    static constexpr int weight_of_two = 3;  // of a machine that takes two shapes, where a machine is drawn
    static constexpr std::size_t draws = 8;  // until a shape is found that is not empty

    void offer(Machine machine, int fluid, int weight) {
        if (rules_.allowed(machine))
            choices_.insert(choices_.end(), static_cast<std::size_t>(weight), {machine, fluid});
    }

    /// Nearly uniform among so many: it is drawn several times for each change.
    std::size_t any_of(std::size_t count) { return static_cast<std::size_t>((rng_.next() >> 32) * count >> 32); }

    Value value(const Nodes& nodes, Source source) const {
        if (source < 0) return world_.raws()[static_cast<std::size_t>(-1 - source)];
        return nodes[static_cast<std::size_t>(source >> 1)].step.out[source & 1];
    }
    static std::size_t inputs(const Node& node) { return binary(node.step.machine) ? 2 : 1; }

    /// Fills in what it takes and gives: nothing, if a shape it takes is empty.
    void run(const Nodes& nodes, Node& node) {
        Step& step = node.step;
        for (std::size_t slot = 0; slot < inputs(node); ++slot) step.in[slot] = value(nodes, node.from[slot]);
        step.out[0] = step.out[1] = Value{};
        if (World::empty(step.in[0]) || (binary(step.machine) && World::empty(step.in[1]))) return;
        run_machine(world_, step);
        if (step.outputs == 1) step.out[1] = Value{};
    }

    void take(const Steps& plan) {
        nodes_.clear();
        for (const Step& step : plan) {
            Node node{step, {nowhere, nowhere}};
            if (!binary(step.machine)) node.step.in[1] = Value{};
            for (std::size_t slot = 0; slot < inputs(node); ++slot)
                node.from[slot] = first_with(nodes_, step.in[slot], nodes_.size());
            run(nodes_, node);
            nodes_.push_back(node);
        }
        cost_ = rules_.cost(read(nodes_));
    }
    static Steps read(const Nodes& nodes) {
        Steps plan;
        plan.reserve(nodes.size());
        for (const Node& node : nodes) plan.push_back(node.step);
        return plan;
    }
    /// The first source of a shape among the raw ones and the first `count` nodes.
    Source first_with(const Nodes& nodes, Value v, std::size_t count) const {
        for (std::size_t raw = 0; raw < world_.raws().size(); ++raw)
            if (world_.raws()[raw] == v) return -1 - static_cast<Source>(raw);
        for (std::size_t k = 0; k < count; ++k)
            for (Source slot = 0; slot < 2; ++slot)
                if (nodes[k].step.out[slot] == v) return static_cast<Source>(2 * k) + slot;
        return nowhere;
    }

    /// A shape that is raw or made by one of the first `count` nodes.
    Source any_source(const Nodes& nodes, std::size_t count) {
        const std::size_t raws = world_.raws().size();
        for (std::size_t draw = 0; draw < draws; ++draw) {
            const std::size_t drawn = any_of(2 * count + raws);
            if (drawn >= 2 * count) return -1 - static_cast<Source>(drawn - 2 * count);
            if (!World::empty(nodes[drawn >> 1].step.out[drawn & 1])) return static_cast<Source>(drawn);
        }
        return -1;
    }
    Node any_node(const Nodes& nodes, std::size_t count) {
        const Choice choice = choices_[any_of(choices_.size())];
        Node node{{choice.machine, choice.fluid, {}, {}, 0}, {nowhere, nowhere}};
        for (std::size_t slot = 0; slot < inputs(node); ++slot) node.from[slot] = any_source(nodes, count);
        return node;
    }
    std::size_t any_slot(const Node& node) { return inputs(node) == 2 ? any_of(2) : 0; }

    /// Changes one thing about next_: the first node that is other than before; none if nothing is.
    std::size_t mutate() {
        // How often what is changed, measured on random shapes.
        constexpr std::size_t take_other = 60, be_other = 70, one_more = 130, be_new = 190, takers = 220;
        const std::size_t drawn = any_of(takers), k = any_of(next_.size());
        Node& node = next_[k];
        if (drawn < take_other) {
            Source& from = node.from[any_slot(node)];
            const Source other = any_source(next_, k);
            if (from == other) return next_.size();
            from = other;
            return k;
        }
        if (drawn < be_other) {
            if (binary(node.step.machine)) {
                const Machine other = node.step.machine == Machine::stack ? Machine::swap : Machine::stack;
                const bool mirrored = any_of(2) == 0;
                if (mirrored) std::swap(node.from[0], node.from[1]);
                if ((!mirrored || any_of(2) == 0) && rules_.allowed(other)) node.step.machine = other;
            } else if (one_input_ > 0) {
                const Choice choice = choices_[any_of(one_input_)];
                node.step.machine = choice.machine, node.step.fluid = choice.fluid;
            }
            return k;
        }
        if (drawn < one_more) {
            const Node more = any_node(next_, k);
            const auto place = static_cast<Source>(2 * k);
            for (Node& other : next_)
                for (Source& from : other.from)
                    if (from >= place) from += 2;
            next_.insert(next_.begin() + static_cast<std::ptrdiff_t>(k), more);
            const bool two = more.step.machine == Machine::cut || more.step.machine == Machine::swap;
            next_[k + 1].from[any_slot(next_[k + 1])] = place + (two && any_of(2) == 0 ? 1 : 0);
            return k;
        }
        if (drawn < be_new) {
            node = any_node(next_, k);
            return k;
        }
        // Whoever takes what a node gives takes something else.
        const auto lost = static_cast<Source>(2 * k + any_of(2));
        if (World::empty(value(next_, lost))) return next_.size();
        const Source other = any_source(next_, k);
        std::size_t first = next_.size();
        for (std::size_t j = next_.size(); j-- > k + 1;)
            for (Source& from : next_[j].from)
                if (from == lost) from = other, first = j;
        return first;
    }

    /// One change; whether it was kept.
    bool change(int limit) {
        next_ = nodes_;
        const std::size_t first = mutate();
        if (first == next_.size()) return false;
        for (std::size_t k = first; k < next_.size(); ++k) {
            bool again = k == first;
            for (std::size_t slot = 0; slot < inputs(next_[k]); ++slot)
                again |= next_[k].step.in[slot] != value(next_, next_[k].from[slot]);
            if (again) run(next_, next_[k]);
        }
        return settle(limit);
    }

    /// Takes next_ if it gives all goals and is cheap enough, without what no goal needs.
    bool settle(int limit) {
        needed_.assign(next_.size(), 0);
        for (const Value goal : goals_) {
            const Source source = first_with(next_, goal, next_.size());
            if (source == nowhere) return false;
            if (source >= 0) needed_[static_cast<std::size_t>(source >> 1)] = 1;
        }
        const std::size_t most = rules_.by_machine ? static_cast<std::size_t>(limit) : next_.size();
        std::size_t count = 0;
        for (std::size_t k = next_.size(); k-- > 0;) {
            if (!needed_[k]) continue;
            if (++count > most) return false;
            for (std::size_t slot = 0; slot < inputs(next_[k]); ++slot) {
                Source& from = next_[k].from[slot];
                from = first_with(next_, next_[k].step.in[slot], k);
                if (from >= 0) needed_[static_cast<std::size_t>(from >> 1)] = 1;
            }
        }
        order(count);
        const int cost = rules_.cost(read(ordered_));
        if (cost > limit) return false;
        std::swap(nodes_, ordered_);
        cost_ = cost;
        return true;
    }
    /// The needed ones of next_ in any order in which they can be built: a node can only take what comes before it.
    void order(std::size_t count) {
        ordered_.clear();
        place_.assign(next_.size(), nowhere);
        left_.clear();
        for (std::size_t k = 0; k < next_.size(); ++k)
            if (needed_[k]) left_.push_back(k);
        while (ordered_.size() < count) {
            const std::size_t from = any_of(left_.size());
            for (std::size_t k = 0;; ++k) {
                const std::size_t at = (from + k) % left_.size();
                Node node = next_[left_[at]];
                bool is_ready = true;
                for (Source& source : node.from) {
                    if (source < 0) continue;
                    const Source place = place_[static_cast<std::size_t>(source >> 1)];
                    is_ready = is_ready && place != nowhere;
                    source = 2 * place + (source & 1);
                }
                if (!is_ready) continue;
                place_[left_[at]] = static_cast<Source>(ordered_.size());
                ordered_.push_back(node);
                left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
                break;
            }
        }
    }

    bool polish(int limit, const StopToken& stop) {
        Polish<World> polish(world_, goals_, rng_.next());
        const Steps before = read(nodes_);
        Steps next = polish.improved(before, polished, stop);
        if (next.size() == before.size()) next = polish.last();
        for (const Step& step : next)
            if (!rules_.allowed(step.machine)) return false;
        if (rules_.cost(next) > limit) return false;
        take(next);
        return true;
    }

    World& world_;
    std::vector<Value> goals_;
    Rules rules_;
    Rng rng_;
    std::vector<Choice> choices_;  // those that may be drawn, some more than once
    std::size_t one_input_ = 0;    // of them, those that take one shape
    Nodes nodes_, next_, ordered_;
    int cost_ = 0;
    std::vector<char> needed_;
    std::vector<Source> place_;
    std::vector<std::size_t> left_;
    Steps last_;
};

}  // namespace shapewright::shapez
