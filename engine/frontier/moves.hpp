// An instance as the frontier sees it: how large a key is, which pieces it counts, what options do to a key.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "exact_cover/instance.hpp"

namespace shapewright::frontier {

using exact_cover::Instance;
using exact_cover::Option;

/// How many copies of a piece are used: a bit field of the bag with values 0..top.
struct Digit {
    std::uint64_t top;
    std::uint64_t floor;  // least value of a complete cover
    bool saturates;       // `top` stands for "that many or more": pieces without an upper bound that matters
    int shift = 0;        // where the field lies in the bag

    int bits() const { return static_cast<int>(std::bit_width(top)); }
    std::uint64_t of(std::uint64_t bag) const { return (bag >> shift) & ((std::uint64_t{1} << bits()) - 1); }
};

/// What the options say of a piece: the fewest items of one that uses it, and the most copies that one uses.
struct Usage {
    std::uint64_t smallest = ~std::uint64_t{0};
    std::uint64_t copies = 0;
};

inline std::vector<Usage> usage_of(const Instance& instance) {
    std::vector<Usage> found(instance.pieces());
    for (const Option& option : instance.options)
        for (const auto& [piece, copies] : option.uses) {
            found[piece].smallest = std::min<std::uint64_t>(found[piece].smallest, option.items.size());
            found[piece].copies = std::max<std::uint64_t>(found[piece].copies, copies);
        }
    return found;
}

inline Digit digit_for(const Instance& instance, std::size_t piece, const Usage& usage) {
    if (usage.copies == 0) return {0, instance.minimum[piece], false};
    // No more copies than that can be placed, so a larger maximum is no bound.
    const std::uint64_t most = usage.copies * (instance.items() / usage.smallest);
    const std::uint64_t low = instance.minimum[piece], high = instance.maximum[piece];
    if (high >= most) return {std::min(low, most), std::min(low, most + 1), true};
    return {high, low, false};
}

struct KeyLayout {
    int window_bits = 1;
    int bag_bits = 0;
    std::vector<Digit> digits;            // fields of the bag
    std::vector<std::uint32_t> of_piece;  // piece -> digit, or none
    bool impossible = false;              // a minimum that cannot be met
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    explicit KeyLayout(const Instance& instance) {
        for (const Option& option : instance.options) {
            if (option.items.empty()) continue;
            const auto [low, high] = std::minmax_element(option.items.begin(), option.items.end());
            window_bits = std::max(window_bits, static_cast<int>(std::min<std::uint32_t>(*high - *low + 1, 1024)));
        }
        const std::vector<Usage> usage = usage_of(instance);
        for (std::size_t p = 0; p < instance.pieces(); ++p) {
            Digit digit = digit_for(instance, p, usage[p]);
            impossible = impossible || digit.floor > digit.top;
            of_piece.push_back(digit.top == 0 ? none : static_cast<std::uint32_t>(digits.size()));
            if (digit.top == 0) continue;
            digit.shift = bag_bits;
            bag_bits += digit.bits();
            digits.push_back(digit);
        }
    }
};

/// An option as a transition: covers `mask` (relative to its first item) and uses copies of pieces with digits.
template <class Key>
struct Move {
    Key mask;
    std::uint32_t option;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> uses;  // (digit, copies)
    Key clash;  // the mask and the fields of pieces there is one of: none of these bits may be set
    Key step;   // what it adds to a key if no other uses need checking
    bool simple = true;
};

}  // namespace shapewright::frontier
