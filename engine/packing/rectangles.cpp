#include "packing/rectangles.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

using Rectangle = MaxRects::Rectangle;

bool inside(const Rectangle& a, const Rectangle& b) {
    return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}

/// Rectangles of one size are interchangeable while they are placed.
struct Kind {
    int width = 0, height = 0;
    int left = 0;
    std::vector<std::uint32_t> entries;
};

struct Position {
    MaxRects space;
    std::vector<int> left;  // by kind
    int laid = 0;
};

struct Move {
    std::size_t kind;
    bool turned;
};

bool lay(Position& position, const std::vector<Kind>& kinds, const Move& move, int& x, int& y) {
    const Kind& kind = kinds[move.kind];
    const int width = move.turned ? kind.height : kind.width, height = move.turned ? kind.width : kind.height;
    if (!position.space.bottom_left(width, height, x, y)) return false;
    position.space.take(x, y, width, height);
    SHAPEWRIGHT_ASSERT(position.left[move.kind] > 0);
    --position.left[move.kind];
    ++position.laid;
    return true;
}

std::vector<Move> moves(const Position& position, const std::vector<Kind>& kinds) {
    std::vector<Move> result;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        if (position.left[k] == 0) continue;
        result.push_back({k, false});
        if (kinds[k].width != kinds[k].height) result.push_back({k, true});
    }
    return result;
}

/// Place rectangles at random until one is stuck; the moves made are appended to `line`.
void play_out(Position& position, const std::vector<Kind>& kinds, Rng& rng, std::vector<Move>& line) {
    int x = 0, y = 0;
    for (std::vector<Move> all = moves(position, kinds); !all.empty();) {
        const auto pick = static_cast<std::size_t>(rng.below(all.size()));
        if (lay(position, kinds, all[pick], x, y)) {
            line.push_back(all[pick]);
            all = moves(position, kinds);
        } else {
            all[pick] = all.back();
            all.pop_back();
        }
    }
}

}  // namespace

bool MaxRects::bottom_left(int width, int height, int& x, int& y) const {
    bool found = false;
    for (const Rectangle& free : free_) {
        if (free.width < width || free.height < height) continue;
        if (found && (free.y > y || (free.y == y && free.x >= x))) continue;
        found = true;
        x = free.x;
        y = free.y;
    }
    return found;
}

void MaxRects::take(int x, int y, int width, int height) {
    SHAPEWRIGHT_ASSERT(std::any_of(free_.begin(), free_.end(),
                                   [&](const Rectangle& free) { return inside({x, y, width, height}, free); }));
    split_.clear();
    for (std::size_t k = 0; k < free_.size();) {
        const Rectangle free = free_[k];
        if (x >= free.x + free.width || x + width <= free.x || y >= free.y + free.height || y + height <= free.y) {
            ++k;
            continue;
        }
        free_[k] = free_.back();
        free_.pop_back();
        if (x > free.x) split_.push_back({free.x, free.y, x - free.x, free.height});
        if (x + width < free.x + free.width)
            split_.push_back({x + width, free.y, free.x + free.width - x - width, free.height});
        if (y > free.y) split_.push_back({free.x, free.y, free.width, y - free.y});
        if (y + height < free.y + free.height)
            split_.push_back({free.x, y + height, free.width, free.y + free.height - y - height});
    }
    // What lies within another one says nothing new.
    for (std::size_t k = 0; k < split_.size(); ++k) {
        bool is_new =
            std::none_of(free_.begin(), free_.end(), [&](const Rectangle& b) { return inside(split_[k], b); });
        for (std::size_t j = 0; is_new && j < split_.size(); ++j)
            is_new = j == k || !inside(split_[k], split_[j]) || (inside(split_[j], split_[k]) && j > k);
        if (is_new) free_.push_back(split_[k]);
    }
}

Rectangles::Rectangles(std::vector<Entry> entries, std::vector<std::vector<std::int32_t>> turned)
    : entries_(std::move(entries)), turned_(std::move(turned)) {
    for (const Entry& entry : entries_) {
        if (entry.counts.size() != turned_.size())
            throw std::invalid_argument("a rectangle has counts of other pieces");
        for (const Placed& piece : entry.tiling)
            if (piece.type < 0 || static_cast<std::size_t>(piece.type) >= turned_.size() || piece.orientation < 0 ||
                static_cast<std::size_t>(piece.orientation) >= turned_[static_cast<std::size_t>(piece.type)].size())
                throw std::invalid_argument("a rectangle has a piece that does not exist");
    }
}

bool Rectangles::choose(const Counts& counts, Rng& rng, std::uint64_t backtracks,
                        std::vector<std::uint32_t>& chosen) const {
    // Large rectangles first, in random order among those of equal area: fewer of them are easier to place.
    std::vector<std::uint32_t> order(entries_.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t k = order.size(); k > 1; --k)
        std::swap(order[k - 1], order[static_cast<std::size_t>(rng.below(k))]);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return entries_[a].width * entries_[a].height > entries_[b].width * entries_[b].height;
    });
    Counts left = counts;
    std::vector<std::size_t> at;  // into `order`, of what is chosen
    chosen.clear();
    std::size_t next = 0;
    for (;;) {
        if (std::all_of(left.begin(), left.end(), [](int count) { return count == 0; })) return true;
        const auto fits = [&](std::uint32_t number) {
            for (std::size_t t = 0; t < left.size(); ++t)
                if (entries_[number].counts[t] > left[t]) return false;
            return true;
        };
        while (next < order.size() && !fits(order[next])) ++next;
        if (next < order.size()) {
            for (std::size_t t = 0; t < left.size(); ++t) left[t] -= entries_[order[next]].counts[t];
            chosen.push_back(order[next]);
            at.push_back(next);
            continue;
        }
        SHAPEWRIGHT_ASSERT(chosen.size() == at.size());
        if (chosen.empty() || backtracks-- == 0) return false;
        for (std::size_t t = 0; t < left.size(); ++t) left[t] += entries_[chosen.back()].counts[t];
        chosen.pop_back();
        next = at.back() + 1;
        at.pop_back();
    }
}

namespace {

/// A line of moves that lays all rectangles into the box, by Monte Carlo tree search: for each move a few random games;
/// the move whose games go deepest is made. Empty if it came to a dead end or was stopped.
std::vector<Move> line_of_all(const std::vector<Kind>& kinds, Position position, int wanted, Rng& rng,
                              const StopToken& stop) {
    std::vector<Move> line;
    while (position.laid < wanted) {
        int best_depth = -1;
        Move best{};
        std::vector<Move> best_line;
        for (const Move& move : moves(position, kinds)) {
            Position tried = position;
            int x, y;
            if (!lay(tried, kinds, move, x, y)) continue;
            for (int game = 0; game < 2; ++game) {
                Position end = tried;
                std::vector<Move> played;
                play_out(end, kinds, rng, played);
                if (end.laid > best_depth) {
                    best_depth = end.laid;
                    best = move;
                    best_line = played;
                }
                if (end.laid == wanted) break;
            }
            if (best_depth == wanted || stop.expired()) break;
        }
        if (best_depth < 0) return {};
        int x, y;
        lay(position, kinds, best, x, y);
        line.push_back(best);
        if (best_depth == wanted) {
            line.insert(line.end(), best_line.begin(), best_line.end());
            return line;
        }
        if (stop.expired() && position.laid < wanted) return {};
    }
    return line;
}

/// The rectangles by size.
std::vector<Kind> kinds_of(const std::vector<Rectangles::Entry>& entries, const std::vector<std::uint32_t>& chosen) {
    std::map<std::pair<int, int>, Kind> by_size;
    for (const std::uint32_t number : chosen) {
        const Rectangles::Entry& entry = entries[number];
        Kind& kind = by_size[{entry.width, entry.height}];
        kind.width = entry.width;
        kind.height = entry.height;
        ++kind.left;
        kind.entries.push_back(number);
    }
    std::vector<Kind> kinds;
    for (auto& [size, kind] : by_size) kinds.push_back(std::move(kind));
    return kinds;
}

}  // namespace

void Rectangles::lay_tiling(const Pieces& pieces, const Entry& entry, bool turned, int x, int y,
                            std::vector<Placed>& placed) const {
    for (Placed piece : entry.tiling) {
        if (turned) {
            const auto type = static_cast<std::size_t>(piece.type);
            const auto orientation = static_cast<std::size_t>(piece.orientation);
            // A quarter turn to the left takes (x, y) to (height - 1 - y, x).
            piece = {piece.type, turned_[type][orientation],
                     entry.height - piece.y - pieces.types()[type].orientations[orientation].height, piece.x};
        }
        piece.x += x;
        piece.y += y;
        placed.push_back(piece);
    }
}

Outcome Rectangles::pack(const Pieces& pieces, int width, int height, const Counts& counts, Rng& rng,
                         std::uint64_t rounds, std::uint64_t backtracks, const StopToken& stop,
                         std::vector<Placed>& placed) const {
    if (counts.size() != turned_.size() || pieces.size() != turned_.size())
        throw std::invalid_argument("the inventory is of other pieces");
    if (area_of(pieces, counts) != static_cast<std::int64_t>(width) * height) return Outcome::gave_up;
    std::vector<std::uint32_t> chosen;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        if (stop.expired()) return Outcome::stopped;
        if (!choose(counts, rng, backtracks, chosen)) continue;
        const std::vector<Kind> kinds = kinds_of(entries_, chosen);
        Position position{MaxRects(width, height), {}, 0};
        for (const Kind& kind : kinds) position.left.push_back(kind.left);
        const std::vector<Move> line = line_of_all(kinds, position, static_cast<int>(chosen.size()), rng, stop);
        if (line.size() < chosen.size()) continue;
        placed.clear();
        for (const Move& move : line) {
            int x, y;
            if (!lay(position, kinds, move, x, y)) throw std::runtime_error("rectangles fit only once");
            const std::uint32_t number = kinds[move.kind].entries[static_cast<std::size_t>(position.left[move.kind])];
            lay_tiling(pieces, entries_[number], move.turned, x, y, placed);
        }
        SHAPEWRIGHT_ASSERT(lies_well(pieces, Board::box(width, height), placed));
        return Outcome::found;
    }
    return Outcome::gave_up;
}

}  // namespace shapewright::packing
