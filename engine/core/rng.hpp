// A small fast generator with the same stream on every platform.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/assert.hpp"

namespace shapewright {

/// xoshiro256** 1.0 by Blackman and Vigna, seeded through SplitMix64 (public domain algorithms).
class Rng {
public:
    explicit Rng(std::uint64_t seed) {
        for (auto& word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
            word = z ^ (z >> 31);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in 0..bound-1 without bias (rejection); bound >= 1.
    std::uint64_t below(std::uint64_t bound) {
        SHAPEWRIGHT_ASSERT(bound >= 1);
        const std::uint64_t threshold = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t value = next();
            if (value >= threshold) return value % bound;
        }
    }

    /// Uniform among the places of a list of so many; size >= 1.
    std::size_t place(std::size_t size) { return static_cast<std::size_t>(below(size)); }

private:
    std::uint64_t state_[4];
};

}  // namespace shapewright
