#include "shapez/depth/shallow.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <unordered_map>
#include <utility>

#include "shapez/depth/makers.hpp"

namespace shapewright::shapez {

namespace {

// What a shape that is not there yet costs: so many machines for each of its depths, as random plans have them.
constexpr double machines_per_depth = 1.7;
// How far guesses of costs are off at random.
constexpr double noise = 0.5;
// Ways to make a shape that are gone into before it counts as not to be made.
constexpr std::size_t most_ways = 3;
// Shapes that are looked at for one plan.
constexpr std::uint64_t most_needs = 3000;
// The depth of what is not there.
constexpr int nowhere = 1000;

struct Made {
    PlainMachine machine;
    std::array<Shape, 2> out{};  // 0: none
};

class Building {
public:
    Building(const DepthSets& sets, const std::vector<Shape>& goals, std::uint64_t seed, const StopToken& stop)
        : sets_(sets), ring_(sets.ring()), makers_(sets), goals_(goals), rng_(seed), stop_(stop) {
        for (const Shape goal : goals) deepest_ = std::max(deepest_, depth(goal));
    }

    std::vector<Made> run(std::uint64_t rounds) {
        std::vector<Made> best;
        for (const Shape goal : goals_)
            if (depth(goal) < 0) return best;
        bool found = false;
        std::vector<Made> current;
        for (std::uint64_t round = 0; round <= rounds && !stop_.expired(); ++round) {
            std::vector<Made> plan = found ? without_some(current) : std::vector<Made>{};
            if (!completed(plan)) continue;
            // Now and then a worse one, so that there is a way out.
            const bool worse = current.size() < plan.size() && rng_.below(20) != 0;
            if (!found || !worse) current = plan;
            if (!found || plan.size() < best.size()) best = plan;
            found = true;
            if (current.size() > best.size() + 1) current = best;
        }
        return best;
    }

private:
    struct Way {
        PlainMachine machine;
        double cost;
    };

    int depth(Shape shape) {
        const auto [entry, fresh] = depths_.try_emplace(shape, 0);
        if (fresh) entry->second = sets_.depth(shape);
        return entry->second;
    }

    /// What a machine gives; shapes that are nothing left out.
    std::array<Shape, 2> outputs(const PlainMachine& machine) const {
        const Shape a = machine.first, b = machine.second;
        switch (machine.machine) {
            case Machine::rotate_cw:
                return {ring_.rotate(a, 1), 0};
            case Machine::rotate_ccw:
                return {ring_.rotate(a, ring_.parts - 1), 0};
            case Machine::rotate_180:
                return {ring_.half_turn(a), 0};
            case Machine::push_pin:
                return {ring_.push_pin(a), 0};
            case Machine::crystal:
                return {ring_.crystallise(a), 0};
            case Machine::stack:
                return {ring_.stack(a, b), 0};
            case Machine::cut: {
                const auto [east, west] = ring_.cut(a);
                return {east, west};
            }
            default: {
                const auto [one, two] = ring_.swap(a, b);
                return {one, two};
            }
        }
    }

    /// The depth in which a shape is there already.
    int there(Shape shape) const {
        const auto found = there_.find(shape);
        return found == there_.end() ? nowhere : found->second;
    }

    void add(std::vector<Made>& plan, const PlainMachine& machine) {
        const int before = std::max(there(machine.first), machine.second != 0 ? there(machine.second) : 0);
        plan.push_back({machine, outputs(machine)});
        for (const Shape out : plan.back().out)
            if (out != 0 && there(out) > before + 1) there_[out] = before + 1;
    }

    void restart(const std::vector<Made>& plan) {
        there_.clear();
        there_[ring_.bottom] = 0;
        std::vector<Made> same;
        for (const Made& made : plan) add(same, made.machine);
    }

    /// Whether all goals are made in the least depth, by machines that are added; what is not needed goes.
    bool completed(std::vector<Made>& plan) {
        restart(plan);
        needs_ = 0;
        for (const Shape goal : goals_)
            if (!need(plan, goal, deepest_)) return false;
        return tidied(plan);
    }

    const std::vector<PlainMachine>& ways(Shape shape, int below) {
        const auto [entry, fresh] = ways_.try_emplace({shape, below});
        if (fresh) entry->second = makers_.of(shape, below, rng_);
        return entry->second;
    }

    double guess(Shape shape, int within) {
        if (there(shape) <= within) return 0;
        const double random = static_cast<double>(rng_.below(1000)) / 1000;
        return machines_per_depth * depth(shape) * (1 + noise * (random - 0.5));
    }

    /// A machine that makes `shape` in depth `within`, and all it needs.
    bool need(std::vector<Made>& plan, Shape shape, int within) {
        if (there(shape) <= within) return true;
        if (within <= 0 || depth(shape) < 0 || depth(shape) > within || ++needs_ > most_needs) return false;
        std::vector<Way> open;
        for (const PlainMachine& machine : ways(shape, within - 1)) {
            double cost = guess(machine.first, within - 1);
            if (machine.second != 0 && machine.second != machine.first) cost += guess(machine.second, within - 1);
            open.push_back({machine, cost});
        }
        std::sort(open.begin(), open.end(), [](const Way& a, const Way& b) {
            return a.cost != b.cost ? a.cost < b.cost : a.machine < b.machine;
        });
        for (std::size_t k = 0; k < std::min(open.size(), most_ways); ++k) {
            const PlainMachine machine = open[k].machine;
            const std::size_t size = plan.size();
            // The deeper one first: it is the one with fewer ways.
            std::pair<Shape, Shape> both{machine.first, machine.second};
            if (both.second != 0 && depth(both.second) > depth(both.first)) std::swap(both.first, both.second);
            if (need(plan, both.first, within - 1) && (both.second == 0 || need(plan, both.second, within - 1))) {
                add(plan, machine);
                return true;
            }
            plan.resize(size);
            restart(std::vector<Made>(plan));
        }
        return false;
    }

    /// Leaves the machines that the goals need. A shape made twice is taken from where it is made in the least depth.
    bool tidied(std::vector<Made>& plan) {
        std::unordered_map<Shape, std::pair<int, std::size_t>> maker{{ring_.bottom, {0, plan.size()}}};
        for (std::size_t k = 0; k < plan.size(); ++k) {
            const PlainMachine& machine = plan[k].machine;
            const int before =
                std::max(maker.at(machine.first).first, machine.second != 0 ? maker.at(machine.second).first : 0);
            for (const Shape out : plan[k].out) {
                if (out == 0) continue;
                const auto known = maker.find(out);
                if (known == maker.end() || known->second.first > before + 1) maker[out] = {before + 1, k};
            }
        }
        std::vector<char> needed(plan.size(), 0);
        std::vector<Shape> open = goals_;
        while (!open.empty()) {
            const Shape shape = open.back();
            open.pop_back();
            const auto known = maker.find(shape);
            if (known == maker.end() || known->second.first > deepest_) return false;
            const std::size_t k = known->second.second;
            if (k == plan.size() || needed[k] != 0) continue;
            needed[k] = 1;
            open.push_back(plan[k].machine.first);
            if (plan[k].machine.second != 0) open.push_back(plan[k].machine.second);
        }
        // In an order in which they can run: a shape may have got an earlier maker that stands later.
        std::vector<Made> rest;
        there_.clear();
        there_[ring_.bottom] = 0;
        for (std::size_t before = plan.size(); before != rest.size();) {
            before = rest.size();
            for (std::size_t k = 0; k < plan.size(); ++k) {
                if (needed[k] == 0 || there(plan[k].machine.first) == nowhere ||
                    (plan[k].machine.second != 0 && there(plan[k].machine.second) == nowhere))
                    continue;
                needed[k] = 0;
                add(rest, plan[k].machine);
            }
        }
        plan.swap(rest);
        return true;
    }

    /// A plan less one machine, or two, and all that cannot run without.
    std::vector<Made> without_some(const std::vector<Made>& plan) {
        if (plan.empty()) return plan;
        std::vector<char> gone(plan.size(), 0);
        for (std::uint64_t k = rng_.below(2) + 1; k > 0; --k) gone[rng_.below(plan.size())] = 1;
        there_.clear();
        there_[ring_.bottom] = 0;
        std::vector<Made> rest;
        for (std::size_t k = 0; k < plan.size(); ++k) {
            const PlainMachine& machine = plan[k].machine;
            const bool runs =
                there(machine.first) != nowhere && (machine.second == 0 || there(machine.second) != nowhere);
            if (gone[k] == 0 && runs) add(rest, machine);
        }
        return rest;
    }

    const DepthSets& sets_;
    const AnyRing& ring_;
    Makers makers_;
    std::vector<Shape> goals_;
    Rng rng_;
    const StopToken& stop_;
    int deepest_ = 0;
    std::uint64_t needs_ = 0;
    std::unordered_map<Shape, int> depths_;
    std::unordered_map<Shape, int> there_;
    std::map<std::pair<Shape, int>, std::vector<PlainMachine>> ways_;
};

}  // namespace

std::vector<PackedStep> shallow_plan(const DepthSets& sets, const std::vector<Shape>& goals, std::uint64_t rounds,
                                     std::uint64_t seed, const StopToken& stop) {
    std::vector<PackedStep> steps;
    for (const Made& made : Building(sets, goals, seed, stop).run(rounds))
        steps.push_back({made.machine.machine, made.machine.first, made.machine.second, {made.out[0], made.out[1]}});
    return steps;
}

}  // namespace shapewright::shapez
