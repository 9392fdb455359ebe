// What plans may be made with: machines that are unlocked, shapes and fluids that are on hand, and how fluids are
// mixed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shapez/plan/machine.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

/// A set of colours, by their bits.
using Colours = std::uint32_t;

/// Raw shapes of every type (one layer of one normal part without paint) are there at no cost, and what is said here.
struct Supplies {
    std::uint32_t machines = ~std::uint32_t{0};  // bit by bit the machines that may be used
    std::vector<Painted> shapes;                 // on hand
    Colours fluids = 0b1111;                     // on hand: uncoloured (which stands for any), red, green, blue
    /// What the mixer makes of two colours, by 9 * one + other.
    std::array<std::uint8_t, colour_count * colour_count> mixed{};

    bool allow(Machine machine) const { return (machines >> static_cast<int>(machine) & 1) != 0; }
};

/// For every set of colours the fewest mixers that give all its fluids, found by looking at all that mixers can give.
class Mixers {
public:
    static constexpr int never = 999;

    explicit Mixers(const Supplies& supplies);

    /// `never` if they cannot be had.
    int count(Colours colours) const { return count_[colours]; }
    /// So many mixers, each (colour, colour, what comes out), in an order in which they can be built.
    std::vector<std::array<int, 3>> of(Colours colours) const;

private:
    static constexpr std::size_t sets = std::size_t{1} << colour_count;
    struct Way {
        int count = never;
        Colours before = 0;
        std::array<int, 3> mixer{};
    };
    std::vector<Way> ways_;            // by exactly what fluids there are
    std::vector<int> count_;           // by what is wanted
    std::vector<Colours> at_the_end_;  // by what is wanted: the fluids that are there then
};

}  // namespace shapewright::shapez
