// The shapes that the machines of an unfinished plan give, found by themselves and by their halves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/parts.hpp"
#include "shapez/plan/supplies.hpp"

namespace shapewright::shapez {

/// Machines are added, and taken back in the opposite order. What the world has as raw is there from the start.
class Stock {
public:
    using Value = Parts::Value;
    using Step = Polish<Parts>::Step;
    using Steps = Polish<Parts>::Steps;

    /// Both must outlive this.
    Stock(Parts& world, const Mixers& mixers) : world_(world), mixers_(mixers) {
        for (const Value raw : world_.raws()) enter(raw);
    }

    bool has(Value v) const { return v < place_.size() && place_[v] != 0; }
    /// A shape whose east, once cut, is that half; 0 if there is none.
    Value with_east(Value half) const { return half < by_east_.size() ? by_east_[half] : 0; }
    Value with_west(Value half) const { return half < by_west_.size() ? by_west_[half] : 0; }
    /// Everything that is there, in the order in which it came.
    Value at(std::size_t number) const { return entries_[number].value; }
    std::size_t size() const { return entries_.size(); }

    /// Adds a machine, all inputs of which are there; its outputs are filled in.
    void add(Step step) {
        run_machine(world_, step);
        marks_.push_back({entries_.size(), colours_});
        if (step.machine == Machine::paint || step.machine == Machine::crystal) colours_ |= Colours{1} << step.fluid;
        for (int slot = 0; slot < step.outputs; ++slot)
            if (!Parts::empty(step.out[slot]) && !has(step.out[slot])) enter(step.out[slot]);
        steps_.push_back(step);
    }
    std::size_t machines() const { return steps_.size(); }
    void back_to(std::size_t machines) {
        while (steps_.size() > machines) {
            while (entries_.size() > marks_.back().entries) leave();
            colours_ = marks_.back().colours;
            marks_.pop_back();
            steps_.pop_back();
        }
    }

    Colours colours() const { return colours_; }
    /// With the mixers for all colours so far.
    int cost() const { return static_cast<int>(steps_.size()) + mixers_.count(colours_); }
    /// The mixers it takes more to have these colours as well.
    int cost_of(Colours colours) const { return mixers_.count(colours_ | colours) - mixers_.count(colours_); }

    /// The machines that these goals, all of which are there, need; in an order in which they can be built.
    Steps needed(const std::vector<Value>& goals) const {
        std::vector<char> is_needed(steps_.size(), 0);
        const auto need = [&](Value v) {
            if (const std::uint32_t maker = entries_[place_[v] - 1].maker; maker != nobody) is_needed[maker] = 1;
        };
        for (const Value goal : goals) need(goal);
        for (std::size_t k = steps_.size(); k-- > 0;) {
            if (!is_needed[k]) continue;
            need(steps_[k].in[0]);
            if (binary(steps_[k].machine)) need(steps_[k].in[1]);
        }
        Steps found;
        for (std::size_t k = 0; k < steps_.size(); ++k)
            if (is_needed[k]) found.push_back(steps_[k]);
        return found;
    }

private:
    static constexpr std::uint32_t nobody = ~std::uint32_t{0};
    struct Entry {
        Value value, east, west;
        Value before_east, before_west;  // which shape had those halves before
        std::uint32_t maker;
    };
    struct Mark {
        std::size_t entries;
        Colours colours;
    };

    void enter(Value v) {
        const auto [east, west] = world_.cut(v);
        const Value widest = std::max({v, east, west});
        if (widest >= place_.size()) {
            const std::size_t size = std::max<std::size_t>(2 * place_.size(), widest + 1);
            place_.resize(size, 0), by_east_.resize(size, 0), by_west_.resize(size, 0);
        }
        const bool is_raw = steps_.size() == marks_.size();  // not while a machine is added
        entries_.push_back({v, east, west, by_east_[east], by_west_[west],
                            is_raw ? nobody : static_cast<std::uint32_t>(steps_.size())});
        place_[v] = static_cast<std::uint32_t>(entries_.size());
        if (east != 0) by_east_[east] = v;
        if (west != 0) by_west_[west] = v;
    }
    void leave() {
        const Entry& last = entries_.back();
        place_[last.value] = 0;
        by_east_[last.east] = last.before_east;
        by_west_[last.west] = last.before_west;
        entries_.pop_back();
    }

    Parts& world_;
    const Mixers& mixers_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> place_;  // by value: one more than its entry's number; 0: not there
    std::vector<Value> by_east_, by_west_;
    Steps steps_;
    std::vector<Mark> marks_;
    Colours colours_ = 0;
};

}  // namespace shapewright::shapez
