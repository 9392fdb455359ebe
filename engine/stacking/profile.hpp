// A stack as falling pieces meet it: the heights of its columns, packed into a few words, a byte a column.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "core/hash.hpp"

namespace shapewright::stacking {

constexpr int most_width = 64;
constexpr int most_spread = 255;

/// Heights above the lowest column, a byte each; bytes beyond the width are 0. How high the lowest column is follows
/// from the sum of all heights, which the searches know.
template <int Words>
struct Profile {
    static constexpr int columns = Words * 8;
    std::array<std::uint8_t, columns> height{};

    friend bool operator==(const Profile& a, const Profile& b) {
        return std::memcmp(a.height.data(), b.height.data(), columns) == 0;
    }

    /// Not mixed once more, as layers spend much of their time here: its lower half does for their tables.
    friend std::uint64_t hashed(const Profile& profile) {
        std::uint64_t hash = golden;
        for (std::size_t k = 0; k < profile.height.size(); k += 8) {
            std::uint64_t word;
            std::memcpy(&word, profile.height.data() + k, 8);
            hash = chained(hash, word);
        }
        return hash;
    }

    int sum(int width) const {
        int total = 0;
        for (int x = 0; x < width; ++x) total += height[static_cast<std::size_t>(x)];
        return total;
    }
};

}  // namespace shapewright::stacking
