#include "shapez/plan/belt.hpp"

#include <algorithm>
#include <cstddef>

namespace shapewright::shapez {

namespace {

constexpr std::int64_t most_runs = 1'000'000;

/// Sums that stay where products of them with weights can be reckoned.
void add(std::int64_t& sum, std::int64_t more) {
    sum = std::min(sum + more, most_runs);
}

std::int64_t machines_for(std::int64_t runs, std::int64_t weight) {
    const std::int64_t exact = runs * std::min(weight, BeltWeights::most);
    return std::min<std::int64_t>((exact + BeltWeights::machine - 1) / BeltWeights::machine, most_belt_cost);
}

}  // namespace

int belt_cost(const Stock::Steps& steps, const std::vector<Parts::Value>& goals, const std::vector<Parts::Value>& raws,
              const Mixers& mixers, const BeltWeights& weights) {
    using Value = Parts::Value;
    std::vector<std::array<std::int64_t, 2>> wanted(steps.size(), {0, 0});
    std::array<std::int64_t, colour_count> portions{};
    const auto want = [&](Value v, std::int64_t times) {
        if (std::find(raws.begin(), raws.end(), v) != raws.end()) return;
        for (std::size_t k = 0; k < steps.size(); ++k)
            for (std::size_t slot = 0; slot < static_cast<std::size_t>(steps[k].outputs); ++slot)
                if (steps[k].out[slot] == v) return add(wanted[k][slot], times);
    };
    const auto is_taken = [&](Value v) {
        if (Parts::empty(v)) return false;
        if (std::find(goals.begin(), goals.end(), v) != goals.end()) return true;
        return std::any_of(steps.begin(), steps.end(), [v](const Stock::Step& step) {
            return step.in[0] == v || (binary(step.machine) && step.in[1] == v);
        });
    };
    std::int64_t cost = 0;
    const auto count = [&](std::int64_t runs, std::int64_t weight) {
        cost = std::min<std::int64_t>(cost + machines_for(runs, weight), most_belt_cost);
    };
    for (const Value goal : goals) want(goal, 1);
    Colours colours = 0;
    for (std::size_t k = steps.size(); k-- > 0;) {
        const Stock::Step& step = steps[k];
        const std::int64_t runs = std::max(wanted[k][0], wanted[k][1]);
        const bool halves = step.machine == Machine::cut && !is_taken(step.out[1]);
        count(runs, halves ? weights.half_destroy : weights.by_machine[static_cast<std::size_t>(step.machine)]);
        want(step.in[0], runs);
        if (binary(step.machine)) want(step.in[1], runs);
        if (step.machine == Machine::paint || step.machine == Machine::crystal) {
            add(portions[static_cast<std::size_t>(step.fluid)], runs);
            colours |= Colours{1} << step.fluid;
        }
    }
    const std::vector<std::array<int, 3>> mixed = mixers.of(colours);
    for (std::size_t k = mixed.size(); k-- > 0;) {
        const std::int64_t runs = portions[static_cast<std::size_t>(mixed[k][2])];
        count(runs, weights.by_machine[static_cast<std::size_t>(Machine::mix)]);
        for (const std::size_t slot : {std::size_t{0}, std::size_t{1}})
            add(portions[static_cast<std::size_t>(mixed[k][slot])], runs);
    }
    return static_cast<int>(cost);
}

}  // namespace shapewright::shapez
