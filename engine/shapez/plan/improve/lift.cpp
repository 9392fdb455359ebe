#include "shapez/plan/improve/lift.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace shapewright::shapez {

namespace {

bool is_free(Part part) {
    return part == any_normal || part == any_crystal;
}

/// Adds to `some` what is wanted in `more`. False, and nothing certain, if they disagree.
bool join(Painted& some, const Painted& more) {
    for (int cell = 0; cell < most_cells; ++cell) {
        if (is_free(more[cell]) || some[cell] == more[cell]) continue;
        if (!is_free(some[cell])) return false;
        some[cell] = more[cell];
    }
    return true;
}

class Lift {
    using Value = Parts::Value;
    static constexpr int raw_maker = -1, no_maker = -2;
    static constexpr int any_fluid = -1;

    /// Where a plain shape comes from: which output of which machine.
    struct Origin {
        int machine = no_maker;
        int slot = 0;
    };
    /// A machine with types and colours, or a ring.
    struct Instance {
        std::array<Painted, 2> in{};  // what is wanted of what it takes
        int fluid = any_fluid;
        std::array<int, 2> from{-1, -1};  // the instances that give that
        std::array<Value, 2> out{};
    };

public:
    Lift(const Game& game, const AnyRing& ring, Parts& world, const std::vector<PlainMachine>& machines,
         const Fillings& fillings)
        : game_(game), ring_(ring), world_(world), machines_(machines), fillings_(fillings) {}

    Lifted lifted(const std::vector<std::pair<Shape, Painted>>& wanted) {
        Lifted result;
        instances_.assign(machines_.size() + 1, {});
        origin_[ring_.bottom] = {raw_maker, 0};
        for (std::size_t k = 0; k < machines_.size(); ++k) {
            const auto outs = outputs(machines_[k]);
            for (int slot = 0; slot < 2; ++slot)
                if (const Shape out = outs[static_cast<std::size_t>(slot)]; out != 0)
                    origin_.try_emplace(out, Origin{static_cast<int>(k), slot});
        }
        std::vector<std::pair<Origin, int>> given;
        for (const auto& [kinds, parts] : wanted) {
            const auto place = origin_.find(kinds);
            if (place == origin_.end()) return result;
            given.emplace_back(place->second, want(place->second, parts));
            if (given.back().second < 0) return result;
        }
        for (std::size_t k = machines_.size(); k-- > 0;)
            for (std::size_t number = 0; number < instances_[k].size(); ++number)
                if (!pass_on(k, number)) return result;
        for (Instance& ring : instances_.back()) fill(ring, result);
        for (std::size_t k = 0; k < machines_.size(); ++k)
            for (Instance& instance : instances_[k]) run(k, instance, result);
        result.works = true;
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            const auto [origin, number] = given[k];
            const Value whole = given_by(origin, number);
            Painted all = wanted[k].second;
            const Painted& made = world_.shape(whole);
            for (int cell = 0; cell < game_.cells(); ++cell)
                if (is_free(all[cell]) && kind_of(all[cell]) == kind_of(made[cell])) all[cell] = made[cell];
            result.works = result.works && all == made;
            result.wholes.push_back(whole);
        }
        return result;
    }

private:
    std::array<Shape, 2> outputs(const PlainMachine& machine) const {
        const Shape a = machine.first, b = machine.second;
        switch (machine.machine) {
            case Machine::rotate_cw:
                return {ring_.rotate(a, 1), 0};
            case Machine::rotate_ccw:
                return {ring_.rotate(a, ring_.parts - 1), 0};
            case Machine::rotate_180:
                return {ring_.half_turn(a), 0};
            case Machine::cut: {
                const auto [east, west] = ring_.cut(a);
                return {east, west};
            }
            case Machine::swap: {
                const auto [one, other] = ring_.swap(a, b);
                return {one, other};
            }
            case Machine::stack:
                return {ring_.stack(a, b), 0};
            case Machine::push_pin:
                return {ring_.push_pin(a), 0};
            case Machine::crystal:
                return {ring_.crystallise(a), 0};
            default:
                return {0, 0};
        }
    }

    std::vector<Instance>& made_by(int machine) {
        return instances_[machine == raw_maker ? machines_.size() : static_cast<std::size_t>(machine)];
    }
    Value given_by(const Origin& origin, int number) {
        return made_by(origin.machine)[static_cast<std::size_t>(number)].out[static_cast<std::size_t>(origin.slot)];
    }

    /// Wants an output to have these parts. Returns the number of the instance that gives it; -1 if none can.
    int want(const Origin& origin, const Painted& parts) {
        Instance fresh;
        if (origin.machine == raw_maker)
            fresh.in[0] = parts;
        else if (!traced_back(machines_[static_cast<std::size_t>(origin.machine)], origin.slot, parts, fresh))
            return -1;
        std::vector<Instance>& there = made_by(origin.machine);
        for (std::size_t number = 0; number < there.size(); ++number) {
            Instance both = there[number];
            if (both.fluid != fresh.fluid && both.fluid != any_fluid && fresh.fluid != any_fluid) continue;
            both.fluid = std::max(both.fluid, fresh.fluid);
            if (!join(both.in[0], fresh.in[0]) || !join(both.in[1], fresh.in[1])) continue;
            there[number] = both;
            return static_cast<int>(number);
        }
        there.push_back(fresh);
        return static_cast<int>(there.size()) - 1;
    }

    bool pass_on(std::size_t k, std::size_t number) {
        const PlainMachine& machine = machines_[k];
        const Shape taken[2] = {machine.first, machine.second};
        for (std::size_t slot = 0; slot < 2; ++slot) {
            if (taken[slot] == 0) continue;
            const auto place = origin_.find(taken[slot]);
            // What is made later by the machines' order is no input.
            if (place == origin_.end() || place->second.machine >= static_cast<int>(k)) return false;
            const int from = want(place->second, instances_[k][number].in[slot]);
            if (from < 0) return false;
            instances_[k][number].from[slot] = from;
        }
        return true;
    }

    /// Cells of a plain shape that are told apart.
    Painted traced(Shape kinds) const {
        Painted shape = free_parts(game_, kinds);
        for (int cell = 0; cell < game_.cells(); ++cell) {
            if (shape[cell] == any_normal) shape[cell] = static_cast<Part>(normal_tracer + cell);
            if (shape[cell] == any_crystal) shape[cell] = static_cast<Part>(crystal_tracer + cell);
        }
        return shape;
    }

    bool traced_back(const PlainMachine& machine, int slot, const Painted& parts, Instance& instance) const {
        instance.in[0] = free_parts(game_, machine.first);
        if (machine.second != 0) instance.in[1] = free_parts(game_, machine.second);
        const Painted a = traced(machine.first);
        Painted from_first, from_second;  // what came from where, in the places of the output
        switch (machine.machine) {
            case Machine::rotate_cw:
                from_first = game_.rotated(a, 1);
                break;
            case Machine::rotate_ccw:
                from_first = game_.rotated(a, -1);
                break;
            case Machine::rotate_180:
                from_first = game_.rotated(a, game_.half());
                break;
            case Machine::cut: {
                const auto halves = game_.cut(a);
                from_first = slot == 0 ? halves.first : halves.second;
                break;
            }
            case Machine::swap: {
                const auto one = game_.cut(a), other = game_.cut(traced(machine.second));
                from_first = slot == 0 ? one.first : one.second;
                from_second = slot == 0 ? other.second : other.first;
                break;
            }
            case Machine::stack: {
                from_first = a;
                from_second = game_.stack(free_parts(game_, machine.first), traced(machine.second));
                break;
            }
            case Machine::push_pin:
                from_first = game_.push_pin(a);
                break;
            case Machine::crystal:
                from_first = a;
                break;
            default:
                return false;
        }
        for (int cell = 0; cell < game_.cells(); ++cell) {
            const Part part = parts[cell];
            if (part < first_crystal || is_free(part)) continue;
            if (from_first[cell] >= normal_tracer)
                instance.in[0][from_first[cell] & 31] = part;
            else if (from_second[cell] >= normal_tracer)
                instance.in[1][from_second[cell] & 31] = part;
            else if (machine.machine == Machine::crystal && kind_of(part) == Kind::crystal &&
                     (instance.fluid == any_fluid || instance.fluid == colour_of(part)))
                instance.fluid = colour_of(part);
            else
                return false;
        }
        return true;
    }

    void fill(Instance& ring, Lifted& result) {
        Painted parts = ring.in[0];
        int known = -1;
        for (int column = 0; column < game_.parts(); ++column)
            if (!is_free(parts[column])) known = column;
        if (known < 0) {
            for (int column = 0; column < game_.parts(); ++column) parts[column] = fillings_.normal;
            ring.out[0] = world_.number(parts);
            return;
        }
        bool is_uniform = true;
        for (int k = 1; k < game_.parts(); ++k) {
            const int column = (known + k) % game_.parts(), before = (known + k - 1) % game_.parts();
            if (is_free(parts[column])) parts[column] = parts[before];
            is_uniform = is_uniform && parts[column] == parts[before];
        }
        ring.out[0] = world_.number(parts);
        if (!is_uniform) {
            result.open.push_back(ring.out[0]);
        } else if (const int colour = colour_of(parts[0]); unpainted(parts[0]) != parts[0]) {
            Painted raw = parts;
            for (int column = 0; column < game_.parts(); ++column) raw[column] = unpainted(parts[column]);
            result.steps.push_back({Machine::paint, colour, {world_.number(raw), 0}, {ring.out[0], 0}, 1});
        }
    }

    void run(std::size_t k, Instance& instance, Lifted& result) {
        const PlainMachine& machine = machines_[k];
        const auto taken = [&](std::size_t slot, Shape kinds) {
            return kinds == 0 ? Value{0} : given_by(origin_.find(kinds)->second, instance.from[slot]);
        };
        Polish<Parts>::Step step{machine.machine, 0, {taken(0, machine.first), taken(1, machine.second)}, {0, 0}, 0};
        if (machine.machine == Machine::crystal) step.fluid = instance.fluid < 0 ? fillings_.crystal : instance.fluid;
        run_machine(world_, step);
        instance.out = {step.out[0], step.out[1]};
        result.steps.push_back(step);
    }

    const Game& game_;
    const AnyRing& ring_;
    Parts& world_;
    const std::vector<PlainMachine>& machines_;
    const Fillings& fillings_;
    std::unordered_map<Shape, Origin> origin_;
    std::vector<std::vector<Instance>> instances_;  // by machine; of rings at the end
};

}  // namespace

Painted free_parts(const Game& game, Shape kinds) {
    Painted shape;
    for (int cell = 0; cell < game.cells(); ++cell) {
        constexpr Part parts[4] = {no_part, any_normal, pin_part, any_crystal};
        shape[cell] = parts[kinds >> (2 * cell) & 3];
    }
    return shape;
}

Lifted lifted(const Game& game, const AnyRing& ring, Parts& world, const std::vector<PlainMachine>& machines,
              const std::vector<std::pair<Shape, Painted>>& wanted, const Fillings& fillings) {
    return Lift(game, ring, world, machines, fillings).lifted(wanted);
}

}  // namespace shapewright::shapez
