// Numbers of 128 bits, as two of 64: windows of boards, keys of layers, sets of up to 120 cells.
//
// Compilers for 64-bit machines mostly have such a type of their own, but not all do, and for WebAssembly theirs calls
// a function for every shift. This one was measured beside GCC's: the searches that use it take as long.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright {

/// An unsigned number below 2^128 with the operators that the searches need; sums and differences wrap around. Shifts
/// must be by 0 to 127 places.
struct Word128 {
    std::uint64_t low = 0, high = 0;

    constexpr Word128() = default;
    constexpr Word128(std::uint64_t number) : low(number) {}  // NOLINT: reads as a number, like the built-in words
    constexpr Word128(std::uint64_t high_half, std::uint64_t low_half) : low(low_half), high(high_half) {}

    constexpr explicit operator std::uint64_t() const { return low; }

    friend constexpr bool operator==(const Word128&, const Word128&) = default;
    friend constexpr std::strong_ordering operator<=>(const Word128& a, const Word128& b) {
        return a.high != b.high ? a.high <=> b.high : a.low <=> b.low;
    }

    constexpr Word128& operator&=(const Word128& other) {
        low &= other.low;
        high &= other.high;
        return *this;
    }
    constexpr Word128& operator|=(const Word128& other) {
        low |= other.low;
        high |= other.high;
        return *this;
    }
    constexpr Word128& operator+=(const Word128& other) {
        low += other.low;
        high += other.high + (low < other.low ? 1 : 0);
        return *this;
    }
    constexpr Word128& operator-=(const Word128& other) {
        high -= other.high + (low < other.low ? 1 : 0);
        low -= other.low;
        return *this;
    }
    constexpr Word128& operator<<=(std::integral auto places) { return *this = *this << places; }
    constexpr Word128& operator>>=(std::integral auto places) { return *this = *this >> places; }

    constexpr Word128 operator~() const { return {~high, ~low}; }
    friend constexpr Word128 operator&(Word128 a, const Word128& b) { return a &= b; }
    friend constexpr Word128 operator|(Word128 a, const Word128& b) { return a |= b; }
    friend constexpr Word128 operator+(Word128 a, const Word128& b) { return a += b; }
    friend constexpr Word128 operator-(Word128 a, const Word128& b) { return a -= b; }

    // What one half hands over to the other goes in two steps, so that no shift is by 64 places.
    friend constexpr Word128 operator<<(const Word128& a, std::integral auto places) {
        SHAPEWRIGHT_ASSERT((places & 127) == places);
        const auto within = static_cast<int>(places & 63);
        const std::uint64_t shifted = a.low << within;
        if ((places & 64) != 0) return {shifted, 0};
        return {a.high << within | a.low >> 1 >> (63 - within), shifted};
    }
    friend constexpr Word128 operator>>(const Word128& a, std::integral auto places) {
        SHAPEWRIGHT_ASSERT((places & 127) == places);
        const auto within = static_cast<int>(places & 63);
        const std::uint64_t shifted = a.high >> within;
        if ((places & 64) != 0) return {0, shifted};
        return {shifted, a.low >> within | a.high << 1 << (63 - within)};
    }
};

constexpr std::uint64_t hashed(const Word128& a) {
    return hashed(chained(a.high, a.low));
}
constexpr int countr_zero(const Word128& a) {
    return a.low != 0 ? std::countr_zero(a.low) : 64 + std::countr_zero(a.high);
}
constexpr int countr_one(const Word128& a) {
    return ~a.low != 0 ? std::countr_one(a.low) : 64 + std::countr_one(a.high);
}
constexpr int popcount(const Word128& a) {
    return std::popcount(a.low) + std::popcount(a.high);
}

}  // namespace shapewright
