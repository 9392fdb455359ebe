// Bit tricks that <bit> has not, or not for everybody: sets in words, hints to fetch memory, and counts for code that
// is compiled for a processor that not every machine has.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/assert.hpp"

namespace shapewright {

/// Starts to fetch the memory at this address, which will be read, or written, soon. Costs little, and may do nothing.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}
inline void prefetch_to_write([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1);
#endif
}

/// The lowest bit that is set, alone; nothing if none is.
template <typename Word>
constexpr Word lowest_one(Word bits) {
    return bits & (~bits + 1);
}

/// Calls visit(number) for each bit of a word that is set, the lowest first.
template <typename Visit>
void each_bit(std::uint64_t bits, const Visit& visit) {
    for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The same for a set in so many words, 64 bits each.
template <typename Visit>
void each_bit(const std::uint64_t* words, std::size_t number, const Visit& visit) {
    for (std::size_t word = 0; word < number; ++word)
        each_bit(words[word], [&](std::size_t bit) { visit(64 * word + bit); });
}

// These are local to every file that includes them (see CMakeLists.txt on files for AVX2 and AVX-512).
namespace {

/// How many bits are set.
[[maybe_unused]] inline int count_bits(std::uint32_t bits) {
#if defined(__GNUC__)
    return __builtin_popcount(bits);
#else
    return std::popcount(bits);
#endif
}
[[maybe_unused]] inline int count_bits(std::uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_popcountll(bits);
#else
    return std::popcount(bits);
#endif
}

/// The number of the lowest bit that is set; some bit must be.
[[maybe_unused]] inline int lowest_bit(std::uint32_t bits) {
    SHAPEWRIGHT_ASSERT(bits != 0);
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    return std::countr_zero(bits);
#endif
}
[[maybe_unused]] inline int lowest_bit(std::uint64_t bits) {
    SHAPEWRIGHT_ASSERT(bits != 0);
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    return std::countr_zero(bits);
#endif
}

}  // namespace
}  // namespace shapewright
