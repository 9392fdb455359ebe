#include "stacking/games/player.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::stacking {

Player::Player(const Question& question, Foresight::Ending ending, Taste taste, std::size_t beam)
    : question_(question), ending_(ending), taste_(std::move(taste)), beam_(beam) {
    check(question_);
    if (beam_ == 0) throw std::invalid_argument("stacking: a player keeps at least one stack");
    if (taste_.steps.size() < 2) throw std::invalid_argument("stacking: a taste has the prices of at least two steps");
    if (question_.pieces.size() > 64)
        throw std::invalid_argument("stacking: a player knows at most 64 kinds of pieces");
}

/// Every stack that a piece can make, in the order of (orientation, column). What is visited is changed for the next.
template <class Visit>
void Player::places(const Heights& heights, std::uint32_t piece, Visit visit) const {
    Heights after = heights;
    for (const Orientation& shape : question_.pieces[piece].orientations) {
        const auto width = static_cast<std::size_t>(shape.width());
        for (std::size_t x = 0; x + width <= heights.size(); ++x) {
            int base = 0;
            for (std::size_t k = 0; k < width; ++k) base = std::max(base, heights[x + k] - shape.bottom[k]);
            for (std::size_t k = 0; k < width; ++k) after[x + k] = base + shape.top[k];
            visit(after);
            for (std::size_t k = 0; k < width; ++k) after[x + k] = heights[x + k];
        }
    }
}

/// What a stack with so many filled cells comes to if it is the last, or else what it is worth to the player.
std::int64_t Player::value(const Heights& heights, std::int64_t cells, bool last) const {
    std::int64_t sum = 0, steps = 0, uneven = 0;
    int top = 0;
    const std::size_t known = taste_.steps.size() - 1;
    const std::int64_t slope = taste_.steps[known] - taste_.steps[known - 1];
    for (std::size_t x = 0; x < heights.size(); ++x) {
        sum += heights[x];
        top = std::max(top, heights[x]);
        if (x == 0) continue;
        const auto step = static_cast<std::size_t>(std::abs(heights[x] - heights[x - 1]));
        uneven += static_cast<std::int64_t>(step);
        steps +=
            step <= known ? taste_.steps[step] : taste_.steps[known] + slope * static_cast<std::int64_t>(step - known);
    }
    if (!last) return steps + taste_.waste * (sum - cells) + std::int64_t{taste_.top} * top;
    if (ending_ == Foresight::Ending::height) return top;
    return ending_ == Foresight::Ending::holes ? sum - cells : uneven;
}

/// The sum, over all pieces that may come next, of the least value that each makes.
std::int64_t Player::chances(const Heights& heights, std::int64_t cells, bool last, std::uint64_t out) const {
    std::int64_t total = 0;
    for (std::uint32_t piece = 0; piece < question_.pieces.size(); ++piece) {
        if (out >> piece & 1) continue;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        const std::int64_t filled = cells + question_.pieces[piece].area;
        places(heights, piece, [&](const Heights& after) { least = std::min(least, value(after, filled, last)); });
        total += least;
    }
    return total;
}

/// The best stacks, of equally good ones the first, and of the same stacks one.
void Player::keep(std::vector<Stack>& stacks) const {
    std::stable_sort(stacks.begin(), stacks.end(), [](const Stack& a, const Stack& b) { return a.value < b.value; });
    std::size_t kept = 0;
    for (std::size_t k = 0; k < stacks.size() && kept < beam_; ++k) {
        bool again = false;
        for (std::size_t other = kept; other-- > 0 && stacks[other].value == stacks[k].value;)
            again = again || stacks[other].heights == stacks[k].heights;
        if (again) continue;
        if (kept != k) stacks[kept] = std::move(stacks[k]);
        ++kept;
    }
    SHAPEWRIGHT_ASSERT(kept > 0 && kept <= beam_);
    stacks.resize(kept, Stack{});
}

std::optional<std::int64_t> Player::play(std::span<const std::uint32_t> sequence, std::size_t see, bool bags,
                                         const StopToken& stop) const {
    if (see == 0) throw std::invalid_argument("stacking: a player sees at least the piece that falls");
    for (const std::uint32_t piece : sequence)
        if (piece >= question_.pieces.size()) throw std::invalid_argument("stacking: there is no such piece");
    const std::size_t kinds = question_.pieces.size();
    Heights heights = question_.floor();
    std::int64_t cells = 0;
    for (const std::uint64_t row : question_.rows) cells += std::popcount(row);
    for (std::size_t t = 0; t < sequence.size(); ++t) {
        const std::size_t revealed = t + std::min(see, sequence.size() - t);
        std::vector<Heights> first;  // what the piece that falls now can make
        std::vector<Stack> stacks{{heights, 0, 0}}, next;
        std::int64_t filled = cells;
        for (std::size_t k = t; k < revealed; ++k) {
            if (stop.expired()) return std::nullopt;
            filled += question_.pieces[sequence[k]].area;
            const bool last = k + 1 == sequence.size();
            next.clear();
            for (const Stack& from : stacks)
                places(from.heights, sequence[k], [&](const Heights& after) {
                    next.push_back({after, value(after, filled, last), k == t ? first.size() : from.first});
                    if (k == t) first.push_back(after);
                });
            std::swap(stacks, next);
            if (stacks.empty()) throw std::invalid_argument("stacking: a piece is wider than the well");
            keep(stacks);
        }
        if (revealed < sequence.size()) {
            std::uint64_t out = 0;
            for (std::size_t k = revealed - revealed % kinds; bags && k < revealed; ++k)
                out |= std::uint64_t{1} << sequence[k];
            for (Stack& stack : stacks) {
                if (stop.expired()) return std::nullopt;
                stack.value = chances(stack.heights, filled, revealed + 1 == sequence.size(), out);
            }
        }
        const auto best = std::min_element(stacks.begin(), stacks.end(),
                                           [](const Stack& a, const Stack& b) { return a.value < b.value; });
        SHAPEWRIGHT_ASSERT(best != stacks.end() && best->first < first.size());
        heights = first[best->first];
        cells += question_.pieces[sequence[t]].area;
    }
    return value(heights, cells, true);
}

}  // namespace shapewright::stacking
