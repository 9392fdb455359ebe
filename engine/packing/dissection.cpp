#include "packing/dissection.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

constexpr std::size_t most_types = 8;

/// Lengths of 8, with 4s, 5s, 6s or 7s where 8 does not go into `length`; empty if `length` is less than 4.
/// `step` is the divisor that every part must have (4 in rows of odd height, 2 in rows of 6).
std::vector<int> parts(int length, int step) {
    std::vector<int> result;
    for (int rest = length; rest > 0;) {
        int part = 0;
        for (const int choice : {8, 7, 6, 5, 4}) {
            const int after = rest - choice;
            if (choice % step == 0 && (after == 0 || after >= 4) && after % step == 0) {
                part = choice;
                break;
            }
        }
        if (part == 0) return {};
        result.push_back(part);
        rest -= part;
    }
    return result;
}

using Bag = std::array<std::int16_t, most_types>;

int distance(const Bag& bag) {
    int sum = 0;
    for (const std::int16_t count : bag) sum += std::abs(count);
    return sum;
}

/// The bag of `block` nearest to `wanted`, ties broken by where the search starts.
std::size_t nearest(const Block& block, const Bag& wanted, std::size_t types, Rng& rng,
                    std::vector<std::int16_t>& scratch) {
    const std::size_t n = block.bags();
    SHAPEWRIGHT_ASSERT(n > 0 && types <= most_types);
    scratch.assign(n, 0);
    std::int16_t* sums = scratch.data();
    for (std::size_t t = 0; t < types; ++t) {
        const std::int16_t* column = block.column(t).data();
        const std::int16_t target = wanted[t];
        for (std::size_t k = 0; k < n; ++k) {
            const auto difference = static_cast<std::int16_t>(column[k] - target);
            sums[k] = static_cast<std::int16_t>(sums[k] + std::max(difference, static_cast<std::int16_t>(-difference)));
        }
    }
    std::int16_t best = sums[0];
    for (std::size_t k = 0; k < n; ++k) best = std::min(best, sums[k]);
    const std::size_t start = ((rng.next() >> 32) * n) >> 32;
    std::size_t k = start;
    while (sums[k] != best) k = k + 1 == n ? 0 : k + 1;
    return k;
}

}  // namespace

Block::Block(const Pieces& pieces, int width, int height)
    : board_(pieces, Board::box(width, height)),
      width_(width),
      height_(height),
      pieces_in_(width * height / pieces.types()[0].area) {
    const BagTable table(board_, pieces_in_, 0, StopToken(), ~std::uint64_t{0});
    const auto all = table.all(StopToken());
    const std::size_t types = pieces.size();
    count_ = all.size() / types;
    columns_.assign(types, std::vector<std::int16_t>(count_));
    for (std::size_t k = 0; k < count_; ++k) {
        Bag bag{};
        for (std::size_t t = 0; t < types; ++t) bag[t] = columns_[t][k] = all[k * types + t];
        numbers_.emplace(key(bag.data()), static_cast<std::uint32_t>(k));
    }
    tilings_.resize(count_);
}

std::uint64_t Block::key(const std::int16_t* counts) const {
    std::uint64_t result = 0;
    for (std::size_t t = 0; t < columns_.size(); ++t) result = result << 8 | static_cast<std::uint64_t>(counts[t]);
    return result;
}

std::int64_t Block::find(const std::int16_t* counts) const {
    for (std::size_t t = 0; t < columns_.size(); ++t)
        if (counts[t] < 0 || counts[t] > 255) return -1;
    const auto found = numbers_.find(key(counts));
    return found == numbers_.end() ? -1 : static_cast<std::int64_t>(found->second);
}

void Block::lay(std::size_t bag, int x, int y, std::vector<Placed>& placed) const {
    SHAPEWRIGHT_ASSERT(bag < count_);
    const std::lock_guard lock(mutex_);
    std::vector<Placed>& tiling = tilings_[bag];
    if (tiling.empty()) {
        Counts counts;
        for (const auto& column : columns_) counts.push_back(column[bag]);
        // The same tiling on every machine and whoever asks first: its seed is its number.
        Rng rng(bag);
        if (board_.search(counts, 0, rng, ~std::uint64_t{0}, StopToken(), tiling) != Outcome::found)
            throw std::runtime_error("a bag of a block has no tiling");
    }
    for (Placed piece : tiling) {
        piece.x += x;
        piece.y += y;
        placed.push_back(piece);
    }
}

const Block& Blocks::block(int width, int height) {
    const std::lock_guard lock(mutex_);
    auto& block = blocks_[{width, height}];
    if (!block) block = std::make_unique<Block>(pieces_, width, height);
    return *block;
}

std::vector<BlockPlace> dissect(int width, int height) {
    if (width < 4 || height < 4 || (static_cast<std::int64_t>(width) * height) % 4 != 0) return {};
    if (width % 4 != 0 && height % 4 == 0) {
        std::vector<BlockPlace> turned = dissect(height, width);
        for (BlockPlace& place : turned) {
            std::swap(place.x, place.y);
            std::swap(place.width, place.height);
        }
        return turned;
    }
    // Rows of height 4, and one of 5, 6 or 7 for the rest. Here the width is a multiple of 4, or both are even.
    std::vector<int> rows(static_cast<std::size_t>(height / 4), 4);
    if (rows.empty()) return {};
    rows.back() += height % 4;
    std::vector<BlockPlace> places;
    int y = 0;
    for (const int row : rows) {
        // A block has a multiple of 4 cells, and at most 36.
        std::vector<int> columns;
        if (row == 4) {
            columns = parts(width, 1);
        } else if (row == 6) {
            for (int rest = width; rest > 0; rest -= columns.back()) columns.push_back(rest % 4 == 0 ? 4 : 6);
        } else {
            columns.assign(static_cast<std::size_t>(width / 4), 4);
        }
        int x = 0;
        for (const int column : columns) {
            places.push_back({x, y, column, row});
            x += column;
        }
        if (x != width) return {};
        y += row;
    }
    SHAPEWRIGHT_ASSERT(y == height);
    return places;
}

namespace {

/// A bag for each block, and what their sum still lacks.
class Sum {
public:
    Sum(const std::vector<BlockPlace>& places, std::size_t types, Rng& rng)
        : places_(places), types_(types), rng_(rng) {}

    /// False if some block has no bag at all.
    bool find_blocks(Blocks& blocks) {
        for (std::size_t k = 0; k < places_.size(); ++k) {
            if (k > 0 && places_[k].width == places_[k - 1].width && places_[k].height == places_[k - 1].height)
                block_.push_back(block_[k - 1]);
            else
                block_.push_back(&blocks.block(places_[k].width, places_[k].height));
            if (block_[k]->bags() == 0) return false;
        }
        bag_.resize(places_.size());
        return true;
    }

    /// One after the other, each as near as can be to its share of what is left. False if that is so far off that it is
    /// out of reach.
    bool share_out(const Counts& counts) {
        std::vector<std::int64_t> left(counts.begin(), counts.end());
        std::int64_t pieces_left = 0;
        for (const int count : counts) pieces_left += count;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            Bag wanted{};
            for (std::size_t t = 0; t < types_; ++t) {
                const std::int64_t share = (2 * left[t] * block_[k]->pieces() + pieces_left) / (2 * pieces_left);
                wanted[t] = static_cast<std::int16_t>(std::clamp<std::int64_t>(share, -100, 100));
            }
            bag_[k] = static_cast<std::uint32_t>(nearest(*block_[k], wanted, types_, rng_, scratch_));
            for (std::size_t t = 0; t < types_; ++t) left[t] -= block_[k]->count(t, bag_[k]);
            pieces_left -= block_[k]->pieces();
        }
        SHAPEWRIGHT_ASSERT(pieces_left == 0);
        std::int64_t off = 0;
        for (const std::int64_t value : left) off += std::abs(value);
        // Kept small enough for the arithmetic below.
        for (std::size_t t = 0; t < types_; ++t)
            residual_[t] = static_cast<std::int16_t>(std::clamp<std::int64_t>(left[t], -8000, 8000));
        return off < 8000;
    }

    int lacking() const { return distance(residual_); }

    /// Gives two blocks bags that make the sum whole, if there are any: is there a bag for one block whose complement
    /// is one for the other?
    void change_two() {
        const std::size_t i = any_block();
        std::size_t j = any_block();
        if (i == j) j = j + 1 == places_.size() ? 0 : j + 1;
        Bag sum{};
        for (std::size_t t = 0; t < types_; ++t)
            sum[t] =
                static_cast<std::int16_t>(residual_[t] + block_[i]->count(t, bag_[i]) + block_[j]->count(t, bag_[j]));
        const std::size_t n = block_[i]->bags();
        const std::size_t start = ((rng_.next() >> 32) * n) >> 32;
        for (std::size_t step = 0; step < n; ++step) {
            const std::size_t choice = start + step < n ? start + step : start + step - n;
            Bag other{};
            bool fits = true;
            for (std::size_t t = 0; t < types_; ++t) {
                other[t] = static_cast<std::int16_t>(sum[t] - block_[i]->count(t, choice));
                fits = fits && other[t] >= 0;
            }
            if (!fits) continue;
            const std::int64_t partner = block_[j]->find(other.data());
            if (partner < 0) continue;
            change(i, choice);
            change(j, static_cast<std::size_t>(partner));
            return;
        }
    }

    /// Gives a block the bag that brings the sum nearest.
    void change_one() {
        const std::size_t i = any_block();
        Bag wanted{};
        for (std::size_t t = 0; t < types_; ++t)
            wanted[t] = static_cast<std::int16_t>(residual_[t] + block_[i]->count(t, bag_[i]));
        change(i, nearest(*block_[i], wanted, types_, rng_, scratch_));
    }

    void lay(std::vector<Placed>& placed) const {
        for (std::size_t k = 0; k < places_.size(); ++k) block_[k]->lay(bag_[k], places_[k].x, places_[k].y, placed);
    }

private:
    std::size_t any_block() { return static_cast<std::size_t>(((rng_.next() >> 32) * places_.size()) >> 32); }
    void change(std::size_t k, std::size_t to) {
        SHAPEWRIGHT_ASSERT(k < places_.size() && to < block_[k]->bags());
        for (std::size_t t = 0; t < types_; ++t)
            residual_[t] =
                static_cast<std::int16_t>(residual_[t] + block_[k]->count(t, bag_[k]) - block_[k]->count(t, to));
        bag_[k] = static_cast<std::uint32_t>(to);
    }

    const std::vector<BlockPlace>& places_;
    std::size_t types_;
    Rng& rng_;
    std::vector<const Block*> block_;
    std::vector<std::uint32_t> bag_;
    Bag residual_{};
    std::vector<std::int16_t> scratch_;
};

}  // namespace

Outcome sum_of_bags(Blocks& blocks, int width, int height, const Counts& counts, Rng& rng, std::uint64_t tries,
                    const StopToken& stop, std::vector<Placed>& placed) {
    const std::vector<BlockPlace> places = dissect(width, height);
    if (places.empty() || counts.size() > most_types) throw std::invalid_argument("this box has no dissection");
    Sum sum(places, counts.size(), rng);
    if (!sum.find_blocks(blocks)) return Outcome::gave_up;
    const bool in_range = sum.share_out(counts);
    for (std::uint64_t k = 0; in_range && sum.lacking() != 0 && k < tries; ++k) {
        if ((k & 63) == 0 && stop.expired()) break;
        if (sum.lacking() <= 8 && places.size() > 1) {
            sum.change_two();
            if (sum.lacking() == 0) break;
        }
        sum.change_one();
    }
    sum.lay(placed);
    if (in_range && sum.lacking() == 0) return Outcome::found;
    return stop.expired() ? Outcome::stopped : Outcome::gave_up;
}

}  // namespace shapewright::packing
