// Machines of many plans, each under a number, so that a plan is an ascending list of numbers and what two plans share
// is quick to find.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "shapez/plan/library/half_table.hpp"
#include "shapez/plan/search/plain_machine.hpp"

namespace shapewright::shapez {

/// Numbers of machines, ascending.
using NumberedSteps = std::vector<std::uint32_t>;

inline void normalise(NumberedSteps& steps) {
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
}

/// How many machines two plans have together.
inline int united(const NumberedSteps& a, const NumberedSteps& b) {
    std::size_t i = 0, j = 0, both = 0;
    while (i < a.size() && j < b.size()) {
        both += a[i] == b[j];
        const std::uint32_t x = a[i], y = b[j];
        i += x <= y;
        j += y <= x;
    }
    return static_cast<int>(a.size() + b.size() - both);
}

class NumberedMachines {
public:
    std::uint32_t number(const PlainMachine& machine) {
        std::uint32_t& slot =
            index_.slot(hash(machine), [&](std::uint32_t number) { return machines_[number] == machine; });
        if (slot != index_.none) return slot;
        const std::uint32_t made = slot = static_cast<std::uint32_t>(machines_.size());
        machines_.push_back(machine);
        if (index_.is_full(machines_.size()))
            index_.grow(machines_.size(), [&](std::size_t number) { return hash(machines_[number]); });
        return made;
    }
    const PlainMachine& at(std::uint32_t number) const { return machines_[number]; }
    const std::vector<PlainMachine>& all() const { return machines_; }

private:
    static std::uint64_t hash(const PlainMachine& machine) {
        return hashed(chained(chained(static_cast<std::uint64_t>(machine.machine), machine.first), machine.second));
    }

    std::vector<PlainMachine> machines_;
    FlatIndex<> index_;
};

/// Puts the columns of HalfPlans together, half by half in the order of their keys.
class HalfPlanWriter {
public:
    void add(HalfKey key, Shape whole, const std::vector<PlainMachine>& steps) {
        plans_.key.push_back(key);
        plans_.whole.push_back(whole);
        plans_.start.push_back(static_cast<std::uint32_t>(plans_.steps.size()));
        for (const PlainMachine& step : steps) plans_.steps.push_back(machines_.number(step));
        std::sort(plans_.steps.begin() + static_cast<std::ptrdiff_t>(plans_.start.back()), plans_.steps.end());
    }
    HalfPlans written() && {
        plans_.start.push_back(static_cast<std::uint32_t>(plans_.steps.size()));
        for (const PlainMachine& step : machines_.all()) {
            plans_.machine.push_back(static_cast<std::uint8_t>(step.machine));
            plans_.first.push_back(step.first);
            plans_.second.push_back(step.second);
        }
        return std::move(plans_);
    }

private:
    HalfPlans plans_;
    NumberedMachines machines_;
};

}  // namespace shapewright::shapez
