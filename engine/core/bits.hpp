// What <bit> has not, or not for everybody: hints to fetch memory, and counts for code that is compiled for a processor
// that not every machine has.
#pragma once

#include <bit>
#include <cstdint>

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
#if defined(__GNUC__)
    return __builtin_ctz(bits);
#else
    return std::countr_zero(bits);
#endif
}
[[maybe_unused]] inline int lowest_bit(std::uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    return std::countr_zero(bits);
#endif
}

}  // namespace
}  // namespace shapewright
