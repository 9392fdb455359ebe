// A stack as falling pieces meet it: the heights of its columns, packed into a few words, a byte a column.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

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

    std::uint64_t hash() const {
        std::uint64_t h = 0x9e3779b97f4a7c15ULL;
        for (int k = 0; k < Words; ++k) {
            std::uint64_t word;
            std::memcpy(&word, height.data() + 8 * k, 8);
            // A byte order of its own would change the order of nothing: hashes only find equal profiles.
            h = (h ^ word) * 0xff51afd7ed558ccdULL;
            h ^= h >> 32;
        }
        return h * 0xc4ceb9fe1a85ec53ULL;
    }

    int sum(int width) const {
        int total = 0;
        for (int x = 0; x < width; ++x) total += height[static_cast<std::size_t>(x)];
        return total;
    }
};

}  // namespace shapewright::stacking
