// Sets of up to 60, 120 or 320 cells: the words that boards and position sets of perfect clears are made of.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/hash.hpp"
#include "core/wide.hpp"

namespace shapewright::clear {

/// An unsigned number of `Words` x 64 bits with just the operators a set of cells needs.
template <std::size_t Words>
struct Wide {
    std::array<std::uint64_t, Words> word{};

    constexpr Wide() = default;
    constexpr Wide(std::uint64_t low) { word[0] = low; }  // NOLINT: reads as a number, like the built-in words

    friend constexpr bool operator==(const Wide&, const Wide&) = default;
    /// Word by word, the lowest first: an order, but not that of numbers.
    friend constexpr bool operator<(const Wide& left, const Wide& right) { return left.word < right.word; }
    friend constexpr std::uint64_t hashed(const Wide& bits) { return hash_of_words(bits.word); }

    constexpr Wide& operator&=(const Wide& other) {
        for (std::size_t k = 0; k < Words; ++k) word[k] &= other.word[k];
        return *this;
    }
    constexpr Wide& operator|=(const Wide& other) {
        for (std::size_t k = 0; k < Words; ++k) word[k] |= other.word[k];
        return *this;
    }
    constexpr Wide operator~() const {
        Wide result;
        for (std::size_t k = 0; k < Words; ++k) result.word[k] = ~word[k];
        return result;
    }
    friend constexpr Wide operator&(Wide left, const Wide& right) { return left &= right; }
    friend constexpr Wide operator|(Wide left, const Wide& right) { return left |= right; }
    friend constexpr Wide operator<<(const Wide& value, int places) {
        Wide result;
        const auto whole = static_cast<std::size_t>(places) / 64;
        const int rest = places % 64;
        for (std::size_t k = whole; k < Words; ++k) {
            result.word[k] = value.word[k - whole] << rest;
            if (rest != 0 && k > whole) result.word[k] |= value.word[k - whole - 1] >> (64 - rest);
        }
        return result;
    }
    friend constexpr Wide operator>>(const Wide& value, int places) {
        Wide result;
        const auto whole = static_cast<std::size_t>(places) / 64;
        const int rest = places % 64;
        for (std::size_t k = 0; k + whole < Words; ++k) {
            result.word[k] = value.word[k + whole] >> rest;
            if (rest != 0 && k + whole + 1 < Words) result.word[k] |= value.word[k + whole + 1] << (64 - rest);
        }
        return result;
    }
};

/// True if any cell is in the set.
constexpr bool any(std::uint64_t bits) {
    return bits != 0;
}
constexpr bool any(const Word128& bits) {
    return (bits.low | bits.high) != 0;
}
template <std::size_t Words>
constexpr bool any(const Wide<Words>& bits) {
    for (const std::uint64_t word : bits.word)
        if (word != 0) return true;
    return false;
}

/// How many cells are in the set.
constexpr int count(std::uint64_t bits) {
    return std::popcount(bits);
}
constexpr int count(const Word128& bits) {
    return popcount(bits);
}
template <std::size_t Words>
constexpr int count(const Wide<Words>& bits) {
    int total = 0;
    for (const std::uint64_t word : bits.word) total += std::popcount(word);
    return total;
}

/// The number of the lowest cell of a set that is not empty.
constexpr int lowest(std::uint64_t bits) {
    return std::countr_zero(bits);
}
constexpr int lowest(const Word128& bits) {
    return countr_zero(bits);
}
template <std::size_t Words>
constexpr int lowest(const Wide<Words>& bits) {
    for (std::size_t k = 0; k < Words; ++k)
        if (bits.word[k] != 0) return static_cast<int>(64 * k) + std::countr_zero(bits.word[k]);
    return static_cast<int>(64 * Words);
}

/// `bits` moved by `places` towards higher numbers, or lower ones if negative.
template <typename Set>
constexpr Set shifted(const Set& bits, int places) {
    return places >= 0 ? bits << places : bits >> -places;
}

/// Calls `visit(number)` for each cell of the set, lowest first.
template <typename Set, typename Visit>
constexpr void each(Set bits, Visit visit) {
    while (any(bits)) {
        const int number = lowest(bits);
        bits &= ~(Set(1) << number);
        visit(number);
    }
}

}  // namespace shapewright::clear
