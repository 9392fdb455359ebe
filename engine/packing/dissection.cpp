#include "packing/dissection.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

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
    return places;
}

Outcome sum_of_bags(Blocks& blocks, int width, int height, const Counts& counts, Rng& rng, std::uint64_t tries,
                    const StopToken& stop, std::vector<Placed>& placed) {
    const std::vector<BlockPlace> places = dissect(width, height);
    const std::size_t types = counts.size();
    if (places.empty() || types > most_types) throw std::invalid_argument("this box has no dissection");
    std::vector<const Block*> block(places.size());
    std::vector<std::uint32_t> bag(places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
        if (k > 0 && places[k].width == places[k - 1].width && places[k].height == places[k - 1].height)
            block[k] = block[k - 1];
        else
            block[k] = &blocks.block(places[k].width, places[k].height);
        if (block[k]->bags() == 0) return Outcome::gave_up;
    }
    std::vector<std::int16_t> scratch;
    // One after the other, each as near as can be to its share of what is left.
    std::vector<std::int64_t> left(counts.begin(), counts.end());
    std::int64_t pieces_left = 0;
    for (const int count : counts) pieces_left += count;
    for (std::size_t k = 0; k < places.size(); ++k) {
        Bag wanted{};
        for (std::size_t t = 0; t < types; ++t) {
            const std::int64_t share = (2 * left[t] * block[k]->pieces() + pieces_left) / (2 * pieces_left);
            wanted[t] = static_cast<std::int16_t>(std::clamp<std::int64_t>(share, -100, 100));
        }
        bag[k] = static_cast<std::uint32_t>(nearest(*block[k], wanted, types, rng, scratch));
        for (std::size_t t = 0; t < types; ++t) left[t] -= block[k]->count(t, bag[k]);
        pieces_left -= block[k]->pieces();
    }
    std::int64_t off = 0;
    for (const std::int64_t value : left) off += std::abs(value);
    // What is left, kept small enough for the arithmetic below; a bag as far off as that is out of reach anyway.
    Bag residual{};
    for (std::size_t t = 0; t < types; ++t)
        residual[t] = static_cast<std::int16_t>(std::clamp<std::int64_t>(left[t], -8000, 8000));
    const auto random_block = [&] { return static_cast<std::size_t>(((rng.next() >> 32) * places.size()) >> 32); };
    const auto change = [&](std::size_t k, std::size_t to) {
        for (std::size_t t = 0; t < types; ++t)
            residual[t] = static_cast<std::int16_t>(residual[t] + block[k]->count(t, bag[k]) - block[k]->count(t, to));
        bag[k] = static_cast<std::uint32_t>(to);
    };
    const bool in_range = off < 8000;
    for (std::uint64_t k = 0; in_range && distance(residual) != 0 && k < tries; ++k) {
        if ((k & 63) == 0 && stop.expired()) break;
        if (distance(residual) <= 8 && places.size() > 1) {
            // The pair look-up: is there a bag for one block whose complement is one for the other?
            const std::size_t i = random_block();
            std::size_t j = random_block();
            if (i == j) j = j + 1 == places.size() ? 0 : j + 1;
            Bag sum{};
            for (std::size_t t = 0; t < types; ++t)
                sum[t] =
                    static_cast<std::int16_t>(residual[t] + block[i]->count(t, bag[i]) + block[j]->count(t, bag[j]));
            const std::size_t n = block[i]->bags();
            const std::size_t start = ((rng.next() >> 32) * n) >> 32;
            for (std::size_t step = 0; step < n; ++step) {
                const std::size_t choice = start + step < n ? start + step : start + step - n;
                Bag other{};
                bool fits = true;
                for (std::size_t t = 0; t < types; ++t) {
                    other[t] = static_cast<std::int16_t>(sum[t] - block[i]->count(t, choice));
                    fits = fits && other[t] >= 0;
                }
                if (!fits) continue;
                const std::int64_t partner = block[j]->find(other.data());
                if (partner < 0) continue;
                change(i, choice);
                change(j, static_cast<std::size_t>(partner));
                break;
            }
            if (distance(residual) == 0) break;
        }
        const std::size_t i = random_block();
        Bag wanted{};
        for (std::size_t t = 0; t < types; ++t)
            wanted[t] = static_cast<std::int16_t>(residual[t] + block[i]->count(t, bag[i]));
        change(i, nearest(*block[i], wanted, types, rng, scratch));
    }
    for (std::size_t k = 0; k < places.size(); ++k) block[k]->lay(bag[k], places[k].x, places[k].y, placed);
    if (in_range && distance(residual) == 0) return Outcome::found;
    return stop.expired() ? Outcome::stopped : Outcome::gave_up;
}

}  // namespace shapewright::packing
