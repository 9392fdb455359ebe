#include "stacking/bounds/room.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/flat_map.hpp"
#include "waste/least_waste.hpp"

namespace shapewright::stacking {

int Room::bits_of(int width, const std::vector<Piece>& kinds) {
    int bits = 1;
    for (const Piece& kind : kinds)
        for (const Orientation& shape : kind.orientations) {
            const int first = std::countr_zero(shape.rows[0]);
            for (int y = 0; y < shape.height(); ++y)
                bits = std::max(
                    bits,
                    y * width + static_cast<int>(std::bit_width(shape.rows[static_cast<std::size_t>(y)])) - first);
        }
    return bits;
}

Room::Room(int width, std::vector<Piece> kinds) : width_(width), kinds_(std::move(kinds)) {
    const int bits = bits_of(width_, kinds_);
    if (bits > most_bits) throw std::length_error("stacking: frontiers are too large");
    // Beyond the cell that is due nothing lies in the last place yet.
    frontiers_ = std::size_t{1} << (bits - 1);
    ways_.resize(static_cast<std::size_t>(width_));
    for (int x = 0; x < width_; ++x)
        for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind)
            for (const Orientation& shape : kinds_[kind].orientations) {
                const int left = x - std::countr_zero(shape.rows[0]);
                if (left < 0 || left + shape.width() > width_) continue;
                std::uint64_t cells = 0;
                for (int y = 0; y < shape.height(); ++y) {
                    const std::uint64_t row = shape.rows[static_cast<std::size_t>(y)];
                    const int by = y * width_ + left - x;
                    cells |= by >= 0 ? row << by : row >> -by;
                }
                ways_[static_cast<std::size_t>(x)].push_back({static_cast<std::uint32_t>(cells), kind});
            }
}

/// The table for one cell more, from that for the cells after it: the fewest cells left empty from there on, those
/// above `most` counted as `most`.
void Room::back(const Table& after, Table& before, std::size_t x, std::uint8_t most) const {
    SHAPEWRIGHT_ASSERT(after.size() == frontiers_ && before.size() == frontiers_ && x < ways_.size());
    const std::vector<Way>& ways = ways_[x];
    for (std::uint32_t frontier = 0; frontier < frontiers_; ++frontier) {
        std::uint8_t least = after[frontier >> 1];
        if ((frontier & 1) == 0) {
            if (least < most) ++least;
            for (const Way& way : ways)
                if ((frontier & way.cells) == 0) least = std::min(least, after[(frontier | way.cells) >> 1]);
        }
        before[frontier] = least;
    }
}

std::optional<std::vector<std::int64_t>> Room::empty(std::int64_t rows, std::uint64_t work,
                                                     const StopToken& stop) const {
    std::vector<waste::Kind> kinds;
    for (const Piece& piece : kinds_) {
        waste::Kind& kind = kinds.emplace_back();
        for (const Orientation& shape : piece.orientations) {
            std::vector<waste::Cell>& cells = kind.orientations.emplace_back();
            for (int y = 0; y < shape.height(); ++y)
                each_bit(shape.rows[static_cast<std::size_t>(y)],
                         [&](std::size_t x) { cells.push_back({static_cast<int>(x), y}); });
        }
    }
    const auto most = static_cast<int>(std::min<std::int64_t>(rows, std::numeric_limits<int>::max()));
    const auto heights = waste::LeastWaste(kinds, 1, width_).heights(most, work, stop);
    if (!heights.knows(rows)) return std::nullopt;
    std::vector<std::int64_t> found;
    for (std::int64_t height = 1; height <= rows; ++height) {
        if (height % 65536 == 0 && (stop.expired() || static_cast<std::uint64_t>(height) > work)) return std::nullopt;
        found.push_back(heights.at(height));
    }
    return found;
}

std::optional<bool> Room::fits(std::int64_t rows, std::int64_t first, std::int64_t second, std::uint64_t steps,
                               const StopToken& stop) const {
    if (kinds_.size() != 2) throw std::invalid_argument("stacking: numbers of two kinds are needed");
    const std::int64_t budget = rows * width_ - first * kinds_[0].area - second * kinds_[1].area;
    if (budget < 0) return false;
    if (budget > most_budget) return std::nullopt;
    const auto most = static_cast<std::uint8_t>(budget + 1);
    // From behind: what is left empty at least with so many rows to come. From some row on the tables take turns.
    std::vector<Table> levels(1, Table(frontiers_, most));
    levels[0][0] = 0;
    std::size_t period = 0;
    Table table = levels[0];
    Table next(frontiers_);
    std::uint64_t done = 0;
    while (static_cast<std::int64_t>(levels.size()) <= rows && period == 0) {
        if (levels.size() > most_levels) return std::nullopt;
        for (std::size_t x = static_cast<std::size_t>(width_); x-- > 0;) {
            if (stop.expired() || (done += frontiers_) > steps) return std::nullopt;
            back(table, next, x, most);
            table.swap(next);
        }
        for (std::size_t k = 1; k <= levels.size() && period == 0; ++k)
            if (levels[levels.size() - k] == table) period = k;
        levels.push_back(table);
    }
    const auto left_empty = [&](std::int64_t to_come) -> const Table& {
        const auto last = static_cast<std::int64_t>(levels.size()) - 1;
        if (to_come <= last) return levels[static_cast<std::size_t>(to_come)];
        const auto turns = static_cast<std::int64_t>(period);
        return levels[static_cast<std::size_t>(last - (last - to_come % turns + turns) % turns)];
    };
    // Forward: for each frontier and number of empty cells every number of pieces of the first kind, as a set.
    const std::size_t words = static_cast<std::size_t>(first) / 64 + 1;
    struct Layer {
        FlatMap<std::uint64_t, std::uint32_t> index;
        std::vector<std::uint64_t> keys;  // the frontier, and the empty cells above it
        std::vector<std::uint64_t> sets;
    };
    Layer layer;
    Layer following;
    const auto add = [&](Layer& to, std::uint64_t frontier, std::uint64_t empty, const std::uint64_t* set, bool shift) {
        const std::uint64_t key = empty << 32 | frontier;
        SHAPEWRIGHT_ASSERT(frontier < frontiers_ && to.sets.size() == words * to.keys.size());
        const auto [number, is_new] = to.index.try_emplace(key, static_cast<std::uint32_t>(to.keys.size()));
        if (is_new) {
            to.keys.push_back(key);
            to.sets.resize(to.sets.size() + words, 0);
        }
        std::uint64_t* there = to.sets.data() + std::size_t{*number} * words;
        std::uint64_t carry = 0;
        for (std::size_t k = 0; k < words; ++k) {
            there[k] |= shift ? set[k] << 1 | carry : set[k];
            carry = set[k] >> 63;
        }
    };
    const std::vector<std::uint64_t> none = [&] {
        std::vector<std::uint64_t> set(words, 0);
        set[0] = 1;
        return set;
    }();
    if (left_empty(rows)[0] > budget) return false;
    add(layer, 0, 0, none.data(), false);
    for (std::int64_t y = 0; y < rows; ++y) {
        const Table& to_come = left_empty(rows - y - 1);
        for (std::size_t x = 0; x < static_cast<std::size_t>(width_); ++x) {
            if (stop.expired() || (done += layer.keys.size()) > steps) return std::nullopt;
            following.index.clear();
            following.keys.clear();
            following.sets.clear();
            const bool is_last = x + 1 == static_cast<std::size_t>(width_);
            for (std::size_t k = 0; k < layer.keys.size(); ++k) {
                const auto frontier = static_cast<std::uint32_t>(layer.keys[k]);
                const std::uint64_t empty = layer.keys[k] >> 32;
                const std::uint64_t* set = layer.sets.data() + k * words;
                const auto go = [&](std::uint32_t to, std::uint64_t left, bool shift) {
                    const std::uint64_t least = left + (is_last ? to_come[to] : 0);
                    if (least <= static_cast<std::uint64_t>(budget)) add(following, to, left, set, shift);
                };
                if ((frontier & 1) != 0) {
                    go(frontier >> 1, empty, false);
                    continue;
                }
                go(frontier >> 1, empty + 1, false);
                for (const Way& way : ways_[x])
                    if ((frontier & way.cells) == 0) go((frontier | way.cells) >> 1, empty, way.kind == 0);
            }
            std::swap(layer, following);
        }
        if (layer.keys.empty()) return false;
    }
    for (std::size_t k = 0; k < layer.keys.size(); ++k)
        if (static_cast<std::uint32_t>(layer.keys[k]) == 0 && layer.keys[k] >> 32 == static_cast<std::uint64_t>(budget))
            return (layer.sets[k * words + static_cast<std::size_t>(first) / 64] >> (first % 64) & 1) != 0;
    return false;
}

}  // namespace shapewright::stacking
