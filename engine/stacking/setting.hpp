// A question together with a height to be kept: what the plain searches (no hold, no line clears) have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/assert.hpp"
#include "stacking/bounds/colours.hpp"
#include "stacking/profile.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// Heights of columns above the floor of the grid.
using Heights = int[most_width];

template <int Words>
class Setting {
public:
    const Question question;
    const Colours colours;
    const int width;
    const std::size_t length;
    const std::vector<int> floor;

    explicit Setting(const Question& asked)
        : question(asked), colours(asked), width(asked.width), length(asked.sequence.size()), floor(asked.floor()) {
        std::int64_t mass = 0;
        for (const int height : floor) mass += height;
        mass_.push_back(mass);
        for (const std::uint32_t piece : asked.sequence) mass_.push_back(mass += asked.pieces[piece].area);
    }

    /// Sets the height to be kept; false if area or colours forbid it.
    bool keep(int height) {
        height_ = height;
        budget_ = std::int64_t{width} * height - mass_.back();
        if (budget_ < 0 || *std::max_element(floor.begin(), floor.end()) > height) return false;
        if (budget_ > std::numeric_limits<std::int32_t>::max()) throw std::invalid_argument("the height is too large");
        return colours.can_fill(0, free_imbalance(floor.data()), slack(0));
    }

    int height() const { return height_; }

    /// How many cells may be wasted, or be left empty at the top.
    std::int64_t budget() const { return budget_; }

    /// Cells in and under the pieces before number `i`, what they waste aside.
    std::int64_t mass(std::size_t i) const { return mass_[i]; }

    const std::vector<Orientation>& orientations(std::size_t i) const {
        return question.pieces[question.sequence[i]].orientations;
    }

    int slack(std::int64_t waste) const {
        return static_cast<int>(std::min<std::int64_t>(budget_ - waste, std::numeric_limits<int>::max() / 2));
    }

    /// By how many cells one colour exceeds the other above these heights, up to the height to be kept.
    int free_imbalance(const int* heights) const {
        int excess = 0;
        for (int x = 0; x < width; ++x)
            if ((height_ - heights[x]) & 1) excess += (x + heights[x]) & 1 ? -1 : 1;
        return excess;
    }

    /// The same between the floor and these heights.
    int filled_imbalance(const int* heights) const {
        int excess = 0;
        for (int x = 0; x < width; ++x) {
            const int low = floor[static_cast<std::size_t>(x)];
            if ((heights[x] - low) & 1) excess += (x + low) & 1 ? -1 : 1;
        }
        return excess;
    }

    /// The heights of a profile; `sum` is their sum.
    void unpack(const Profile<Words>& profile, std::int64_t sum, int* heights) const {
        SHAPEWRIGHT_ASSERT((sum - profile.sum(width)) % width == 0);
        const int base = static_cast<int>((sum - profile.sum(width)) / width);
        for (int x = 0; x < width; ++x) heights[x] = base + profile.height[static_cast<std::size_t>(x)];
    }

    /// False if the columns differ by more than a profile can say.
    bool pack(const int* heights, Profile<Words>& profile) const {
        const auto [low, high] = std::minmax_element(heights, heights + width);
        if (*high - *low > most_spread) return false;
        for (int x = 0; x < width; ++x)
            profile.height[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(heights[x] - *low);
        return true;
    }

    /// Lets piece number `i`, lying as `shape`, fall into column `x`; returns the waste after it, -1 if the height or
    /// the budget is passed or the rest cannot fit.
    std::int64_t fall(std::size_t i, const Orientation& shape, int x, const int* heights, std::int64_t waste,
                      int* after) const {
        SHAPEWRIGHT_ASSERT(0 <= x && x + shape.width() <= width && i < length);
        int base = 0;
        int covered = 0;
        for (int j = 0; j < shape.width(); ++j) {
            base = std::max(base, heights[x + j] - shape.bottom[static_cast<std::size_t>(j)]);
            covered += shape.top[static_cast<std::size_t>(j)] - heights[x + j];
        }
        SHAPEWRIGHT_ASSERT(covered + base * shape.width() >= shape.area);
        waste += covered + std::int64_t{base} * shape.width() - shape.area;
        if (waste > budget_ || base + shape.height() > height_) return -1;
        std::copy(heights, heights + width, after);
        for (int j = 0; j < shape.width(); ++j) after[x + j] = base + shape.top[static_cast<std::size_t>(j)];
        return colours.can_fill(i + 1, free_imbalance(after), slack(waste)) ? waste : -1;
    }

private:
    std::vector<std::int64_t> mass_;
    int height_ = 0;
    std::int64_t budget_ = 0;
};

}  // namespace shapewright::stacking
