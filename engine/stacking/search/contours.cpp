#include "stacking/search/contours.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

namespace {

constexpr int most_weight = 1000;
constexpr std::size_t poll_interval = 256;  // contours between two looks at the stop token

/// The steps that a step may have become.
struct Range {
    int low;
    int high;
};

}  // namespace

Contours::Contours(const Question& question, int reach, Steep steep, std::vector<int> weights)
    : question_(question),
      reach_(reach),
      cliff_(reach + 1),
      refuses_(steep == Steep::refused),
      weights_(std::move(weights)) {
    check(question);
    if (weights_.size() != static_cast<std::size_t>(question.width) ||
        std::any_of(weights_.begin(), weights_.end(), [](int weight) { return weight < 0 || weight > most_weight; }))
        throw std::invalid_argument("stacking: each column needs a weight from 0 to 1000");
    int tallest = 1;
    for (const Piece& piece : question.pieces)
        for (const Orientation& shape : piece.orientations) tallest = std::max(tallest, shape.height());
    if (reach < tallest) throw std::invalid_argument("stacking: steps must reach as high as the tallest piece");
    std::uint64_t contours = 1;
    const auto values = static_cast<std::uint64_t>(2 * cliff_ + 1);
    for (int x = 1; x < question.width; ++x) {
        if (contours > std::numeric_limits<std::uint64_t>::max() / values)
            throw std::invalid_argument("stacking: the grid is too wide for profiles modulo height");
        contours *= values;
    }
}

std::uint32_t Contours::of(std::span<const int> heights) {
    std::vector<int> steps;
    for (std::size_t x = 1; x < heights.size(); ++x) {
        const int step = heights[x] - heights[x - 1];
        if (refuses_ && std::abs(step) > reach_) throw std::invalid_argument("stacking: a step is too high");
        steps.push_back(std::clamp(step, -cliff_, cliff_));
    }
    return number(steps);
}

void Contours::open(std::uint64_t key, std::vector<int>& steps) const {
    const auto values = static_cast<std::uint64_t>(2 * cliff_ + 1);
    steps.resize(static_cast<std::size_t>(question_.width - 1));
    for (std::size_t k = steps.size(); k-- > 0; key /= values) steps[k] = static_cast<int>(key % values) - cliff_;
    SHAPEWRIGHT_ASSERT(key == 0);
}

std::uint32_t Contours::number(const std::vector<int>& steps) {
    SHAPEWRIGHT_ASSERT(steps.size() + 1 == static_cast<std::size_t>(question_.width));
    SHAPEWRIGHT_ASSERT(std::all_of(steps.begin(), steps.end(), [this](int step) { return std::abs(step) <= cliff_; }));
    std::uint64_t key = 0;
    for (const int step : steps)
        key = key * static_cast<std::uint64_t>(2 * cliff_ + 1) + static_cast<std::uint64_t>(step + cliff_);
    std::uint32_t& slot = index_.slot(hashed(key), [&](std::uint32_t k) { return keys_[k] == key; });
    if (slot != index_.none) return slot;
    const std::uint32_t made = slot = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    if (index_.is_full(keys_.size())) index_.grow(keys_.size(), [&](std::size_t k) { return hashed(keys_[k]); });
    return made;
}

bool Contours::close(std::size_t most, std::size_t most_falls, const StopToken& stop) {
    SHAPEWRIGHT_ASSERT(first_.size() == length_.size() &&
                       length_.size() % std::max<std::size_t>(question_.pieces.size(), 1) == 0);
    const std::size_t kinds = question_.pieces.size();
    std::vector<bool> falls(kinds, false);
    for (const std::uint32_t piece : question_.sequence) falls[piece] = true;
    for (std::size_t k = length_.size() / std::max<std::size_t>(kinds, 1); k < keys_.size(); ++k) {
        if (keys_.size() > most || falls_.size() > most_falls) return false;
        if (k % poll_interval == 0 && stop.expired()) return false;
        for (std::uint32_t piece = 0; piece < kinds; ++piece) {
            first_.push_back(falls_.size());
            if (falls[piece]) expand(static_cast<std::uint32_t>(k), piece);
            length_.push_back(static_cast<std::uint32_t>(falls_.size() - first_.back()));
        }
    }
    return true;
}

std::span<const Contours::Fall> Contours::falls(std::uint32_t contour, std::uint32_t piece) const {
    const std::size_t at = contour * question_.pieces.size() + piece;
    SHAPEWRIGHT_ASSERT(at < length_.size() && first_[at] + length_[at] <= falls_.size());
    return {falls_.data() + first_[at], length_[at]};
}

void Contours::expand(std::uint32_t contour, std::uint32_t piece) {
    std::vector<int> steps;
    open(keys_[contour], steps);
    made_.clear();
    const auto& orientations = question_.pieces[piece].orientations;
    for (std::size_t o = 0; o < orientations.size(); ++o)
        for (int x = 0; x + orientations[o].width() <= question_.width; ++x)
            land(steps, orientations[o], x, {static_cast<std::uint8_t>(o), static_cast<std::uint8_t>(x), 0});
    std::stable_sort(made_.begin(), made_.end(),
                     [](const Fall& a, const Fall& b) { return a.to != b.to ? a.to < b.to : a.cost < b.cost; });
    for (std::size_t k = 0; k < made_.size(); ++k)
        if (k == 0 || made_[k].to != made_[k - 1].to) falls_.push_back(made_[k]);
}

/// Adds to `made_` what a piece can make of these steps when it falls into column `x`.
void Contours::land(const std::vector<int>& steps, const Orientation& shape, int x, Move move) {
    SHAPEWRIGHT_ASSERT(0 <= x && x + shape.width() <= question_.width);
    const int width = shape.width();
    const auto at = [](int k) { return static_cast<std::size_t>(k); };
    const auto weight = [&](int j) { return weights_[at(x + j)]; };
    bool spans_cliff = false;
    int covered = 0;              // at the foot of the cliff where that is most
    std::vector<int> heights{0};  // of the columns under the piece, above the first
    for (int j = 1; j < width; ++j) {
        const int step = steps[at(x + j - 1)];
        heights.push_back(heights.back() + step);
        if (std::abs(step) < cliff_) continue;
        spans_cliff = true;
        const int lean = shape.bottom[at(j)] - shape.bottom[at(j - 1)];
        covered = std::max(covered, step > 0 ? (cliff_ - lean) * weight(j - 1) : (cliff_ + lean) * weight(j));
    }
    int base = -shape.bottom[0];
    if (!spans_cliff)
        for (int j = 0; j < width; ++j) base = std::max(base, heights[at(j)] - shape.bottom[at(j)]);
    int cost = covered;
    for (int j = 0; j < width; ++j)
        cost += weight(j) * (shape.top[at(j)] - (spans_cliff ? shape.bottom[at(j)] : heights[at(j)] - base));
    // How a step changes when the column on its near side rises; upward is towards the piece.
    SHAPEWRIGHT_ASSERT(cost >= 0);
    const auto changed = [&](int step, int rise) {
        if (step == cliff_) return Range{cliff_, cliff_};
        const int least = std::clamp(step + rise, -cliff_, cliff_);
        if (step == -cliff_) return Range{-cliff_, spans_cliff ? cliff_ : least};
        return Range{least, spans_cliff ? cliff_ : least};
    };
    Range left{0, 0};
    Range right{0, 0};
    if (x > 0) left = changed(steps[at(x - 1)], base + shape.top[0]);
    if (x + width < question_.width) {
        const int last = spans_cliff ? shape.top[at(width - 1)] - shape.bottom[at(width - 1)]
                                     : base + shape.top[at(width - 1)] - heights[at(width - 1)];
        right = changed(-steps[at(x + width - 1)], last);
    }
    if (refuses_ && (left.high > reach_ || right.high > reach_)) return;
    std::vector<int> after = steps;
    for (int j = 1; j < width; ++j) after[at(x + j - 1)] = shape.top[at(j)] - shape.top[at(j - 1)];
    for (int l = left.low; l <= left.high; ++l) {
        if (x > 0) after[at(x - 1)] = l;
        for (int r = right.low; r <= right.high; ++r) {
            if (x + width < question_.width) after[at(x + width - 1)] = -r;
            made_.push_back({number(after), cost, move});
        }
    }
}

std::int32_t Contours::empty(std::uint32_t contour) const {
    std::vector<int> steps;
    open(keys_[contour], steps);
    int total = 0;
    int foot = 0;              // of a cliff
    std::vector<int> part{0};  // heights between two cliffs
    std::size_t done = 0;      // columns before it
    const auto end = [&] {
        const int top = *std::max_element(part.begin(), part.end());
        for (const int height : part) total += (top - height) * weights_[done++];
        part.assign(1, 0);
    };
    for (std::size_t x = 0; x < steps.size(); ++x) {
        if (std::abs(steps[x]) == cliff_) {
            foot = std::max(foot, cliff_ * weights_[steps[x] > 0 ? x : x + 1]);
            end();
        } else {
            part.push_back(part.back() + steps[x]);
        }
    }
    end();
    return std::max(total, foot);
}

std::int32_t Contours::unevenness(std::uint32_t contour) const {
    std::vector<int> steps;
    open(keys_[contour], steps);
    int total = 0;
    for (const int step : steps) total += std::abs(step);
    return total;
}

std::int64_t Contours::weight(std::span<const int> heights) const {
    std::int64_t total = 0;
    for (std::size_t x = 0; x < heights.size(); ++x) total += std::int64_t{heights[x]} * weights_[x];
    return total;
}

}  // namespace shapewright::stacking
