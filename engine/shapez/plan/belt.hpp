// How many machines a plan takes for a full belt of its goals: those that run twice for one goal count twice.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shapez/plan/stock.hpp"

namespace shapewright::shapez {

/// What one run takes of a full belt's machines, in thousandths of a machine.
struct BeltWeights {
    std::array<std::int64_t, 10> by_machine{};  // in the order of Machine
    std::int64_t half_destroy = 0;              // a cutter whose west nobody takes

    static constexpr std::int64_t machine = 1000, most = 1'000'000'000'000;
};

/// The cost of a plan that cannot be told from dearer ones; costs are no more.
constexpr int most_belt_cost = 1'000'000'000;

/// The machines for a full belt of each goal, each kind of each step rounded up, with the mixers. What is made twice is
/// taken from the first machine that gives it.
int belt_cost(const Stock::Steps& steps, const std::vector<Parts::Value>& goals, const std::vector<Parts::Value>& raws,
              const Mixers& mixers, const BeltWeights& weights);

}  // namespace shapewright::shapez
