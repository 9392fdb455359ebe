#include "clear/graph/graph.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "clear/board_index.hpp"
#include "clear/borders.hpp"
#include "clear/graph/full_rows.hpp"
#include "core/assert.hpp"
#include "core/memory.hpp"

namespace shapewright::clear {

namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};
// Looking for a cover pays while few pieces are left, and if it is soon over.
constexpr std::size_t most_covered = 6;
constexpr int cover_budget = 200;

constexpr std::size_t most_boards = Edge::most;

/// The columns that the cells of a set lie in, as bits 0 to 9.
template <typename Set>
std::uint32_t columns_of(Set cells, int rows) {
    for (int reach = std::bit_ceil(static_cast<unsigned>(rows)) / 2; reach > 0; reach /= 2)
        cells |= cells >> (columns * reach);
    if constexpr (sizeof(Set) == 8)
        return static_cast<std::uint32_t>(cells & full_row);
    else
        return static_cast<std::uint32_t>(cells.word[0] & full_row);
}

/// Which piece four cells are, in any facing.
template <typename Set>
std::optional<std::size_t> piece_of(const Set& cells) {
    const int low = lowest(cells) / columns;
    const int left = std::countr_zero(columns_of(cells, static_cast<int>(8 * sizeof(Set)) / columns));
    const Set box = cells >> (left + columns * low);
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing)
            if (box == Set(orientations[piece][facing].bits)) return piece;
    return std::nullopt;
}

template <typename Set>
std::uint32_t row_of(const Set& cells, int y) {
    if constexpr (sizeof(Set) == 8)
        return static_cast<std::uint32_t>(cells >> (columns * y) & full_row);
    else
        return static_cast<std::uint32_t>((cells >> (columns * y)).word[0] & full_row);
}

bool is_zero(const std::uint64_t* words, std::uint64_t from, std::uint64_t length) {
    for (std::uint64_t done = 0; done < length;) {
        const std::uint64_t at = from + done;
        const std::uint64_t step = std::min<std::uint64_t>(length - done, 64 - at % 64);
        const std::uint64_t mask = step == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << step) - 1;
        if (words[at / 64] >> (at % 64) & mask) return false;
        done += step;
    }
    return true;
}

}  // namespace

template <typename Set>
Graph<Set>::Graph(const Mover<Set>& mover, const Pattern& pattern, bool hold, Task<Set> task)
    : mover_(&mover),
      contexts_(pattern, hold, static_cast<std::size_t>(count(static_cast<Set>(task.goal & ~task.start))) / 4),
      task_(std::move(task)) {
    constexpr int most_rows = sizeof(Set) == 8 ? low_rows : tall_rows;
    if (task_.height < 0 || most_rows < task_.height) throw std::invalid_argument("no such height");
    if (any(static_cast<Set>(task_.start & ~task_.goal)) ||
        any(static_cast<Set>(task_.goal & ~lowest_rows<Set>(task_.height))) ||
        count(static_cast<Set>(task_.goal & ~task_.start)) % 4 != 0)
        throw std::invalid_argument("the goal is not a multiple of four cells more than the start");
    std::sort(task_.parts.begin(), task_.parts.end());
    live_ = live_boards();
    levels_.resize(placements() + 1);
    back_ = placements() + 1;
    levels_[0].boards.push_back(task_.start);
    levels_[0].contexts.push_back(contexts_.start());
}

template <typename Set>
Grown Graph<Set>::step(const StopToken& stop, std::uint64_t bytes, unsigned threads) {
    if (is_complete()) return Grown::done;
    if (level_ == placements()) return backward(stop, bytes);
    const Grown grown = live_ != nullptr ? forward_live(stop, bytes, threads) : forward(stop, bytes);
    SHAPEWRIGHT_ASSERT(grown != Grown::done || levels_[level_].first.size() == levels_[level_].boards.size() + 1);
    SHAPEWRIGHT_ASSERT(grown != Grown::done || levels_[level_].first.back() == levels_[level_].edges.size());
    SHAPEWRIGHT_ASSERT(grown != Grown::done ||
                       levels_[level_ + 1].contexts.size() == levels_[level_ + 1].boards.size());
    if (grown == Grown::done) reached_ += levels_[++level_].boards.size();
    return grown;
}

/// False if the cells that are left cannot be filled by pieces, as seen at a glance. Nothing crosses the border between
/// two columns if in no row both cells beside it are to be filled; then what is left of it is a number of whole pieces.
template <typename Set>
bool Graph<Set>::may_be_filled(const Set& board, std::size_t level, Contexts::Id contexts) {
    SHAPEWRIGHT_ASSERT(level < placements() && !any(static_cast<Set>(board & ~task_.goal)));
    const Set open = task_.goal & ~board;
    if (level + 1 == placements()) {
        const std::optional<std::size_t> last = piece_of(without(open, full_rows(board)));
        return last && contexts_.image(level, contexts, *last) != Contexts::empty;
    }
    // For all columns at once, a bit each: the number of open cells modulo four in two binary digits, then the sums of
    // these from the left, and the borders that something may cross.
    std::uint32_t low = 0, high = 0, crossed = 0;
    for (int y = 0; y < task_.height; ++y) {
        const std::uint32_t row = row_of(open, y);
        high ^= low & row;
        low ^= row;
        crossed |= row & row >> 1;
    }
    const std::uint32_t low_sums = odd_up_to(low);
    const std::uint32_t high_sums = odd_up_to(high ^ (low & low_sums << 1));
    return ((low_sums | high_sums) & ~crossed & full_row) == 0;
}

/// The same looked at more closely, once a board.
template <typename Set>
bool Graph<Set>::can_end(const Set& board, std::size_t level, Contexts::Id contexts) {
    if constexpr (sizeof(Set) == 8) {
        const std::size_t left = placements() - level;
        if (left < 2 || left > most_covered) return true;
        if (!fillable_) fillable_.emplace(task_.goal & ~task_.start, task_.height);
        return fillable_->may_be(task_.goal & ~board, contexts_.supply(level, contexts), cover_budget);
    }
    return true;
}

/// The live boards of the task, if no board that leads to the goal is missing among them: what arises from a live board
/// arises from the empty field, too.
template <typename Set>
const LiveBoards* Graph<Set>::live_boards() const {
    if constexpr (sizeof(Set) == 8) {
        if (task_.live == nullptr || !task_.parts.empty() || task_.goal != lowest_rows<Set>(task_.height))
            return nullptr;
        const FullRows full = full_rows(task_.start);
        const LiveBoard start = LiveBoard::of(without(task_.start, full), task_.height - full.count);
        if (task_.live->contains(start)) return task_.live;
    }
    return nullptr;
}

template <typename Set>
Grown Graph<Set>::forward(const StopToken& stop, std::uint64_t bytes) {
    SHAPEWRIGHT_ASSERT(back_ == placements() + 1 && levels_[level_ + 1].boards.empty());
    Level& here = levels_[level_];
    Level& next = levels_[level_ + 1];
    BoardIndex<Set> index(next.boards);
    const bool chosen = !task_.parts.empty();
    const std::uint64_t before = this->bytes();
    for (std::size_t number = 0; number < here.boards.size(); ++number) {
        if (number % 256 == 0) {
            if (stop.expired()) return Grown::stopped;
            const std::uint64_t now = bytes_of(next.boards) + bytes_of(next.contexts) + bytes_of(here.edges) +
                                      bytes_of(here.first) + index.bytes() + contexts_.bytes();
            if (before + now > bytes || next.boards.size() > most_boards - 1024 * 1024) return Grown::too_large;
        }
        const Set board = here.boards[number];
        if (!can_end(board, level_, here.contexts[number])) {
            here.first.push_back(here.edges.size());
            continue;
        }
        const FullRows full = full_rows(board);
        const Set seen = without(board, full);
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const Contexts::Id hand = contexts_.image(level_, here.contexts[number], piece);
            if (hand == Contexts::empty) continue;
            const Locks<Set> locks = mover_->locks(seen, task_.height - full.count, static_cast<Piece>(piece));
            for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing)
                each(locks.at[facing], [&](int corner) {
                    const Set cells = with(static_cast<Set>(Set(orientations[piece][facing].bits) << corner), full);
                    if (any(static_cast<Set>(cells & ~task_.goal))) return;
                    if (chosen && !std::binary_search(task_.parts.begin(), task_.parts.end(), cells)) return;
                    const Set after = board | cells;
                    if (level_ + 1 < placements() && !may_be_filled(after, level_ + 1, hand)) return;
                    const auto [target, is_new] = index.add(after);
                    if (is_new)
                        next.contexts.push_back(hand);
                    else
                        next.contexts[target] = contexts_.united(level_ + 1, next.contexts[target], hand);
                    here.edges.emplace_back(target, static_cast<std::uint32_t>(piece));
                });
        }
        here.first.push_back(here.edges.size());
    }
    return Grown::done;
}

template <typename Set>
Grown Graph<Set>::backward(const StopToken& stop, std::uint64_t bytes) {
    const std::size_t level = back_ - 1;
    SHAPEWRIGHT_ASSERT(level == placements() || at_.size() == levels_[level + 1].boards.size() + 1);
    Level& here = levels_[level];
    std::vector<std::uint64_t> values;
    std::vector<std::size_t> at{0};
    std::vector<std::uint32_t> renamed(here.boards.size(), nowhere);
    std::vector<std::uint64_t> bits;
    const std::uint64_t before = this->bytes();
    if (level == placements()) here.first.assign(here.boards.size() + 1, 0);
    std::size_t kept = 0;
    std::size_t edges = 0;
    std::size_t first = 0;
    for (std::size_t number = 0; number < here.boards.size(); ++number) {
        const Contexts::Id set = here.contexts[number];
        // A string of bits may be as long as there are queues: then each is looked at.
        const std::uint64_t length = (contexts_.bits(level, set) + 63) / 64;
        if (number % 256 == 0 || length > 4096) {
            if (stop.expired()) return Grown::stopped;
            const std::uint64_t longest = std::max<std::uint64_t>(values.capacity(), values.size() + length);
            if (before + 8 * (longest + length) + bytes_of(at) + contexts_.bytes() > bytes) return Grown::too_large;
        }
        const std::size_t words = contexts_.words(level, set);
        bits.assign(words, 0);
        const std::size_t begin = edges;
        const std::size_t last = here.first[number + 1];
        SHAPEWRIGHT_ASSERT(first <= last && last <= here.edges.size() && begin <= first);
        if (level == placements())
            contexts_.fill(level, set, Contexts::any_hold, bits.data());
        else
            edges = add_following(level, set, first, last, edges, bits);
        first = last;
        // What may be in hand here but leads nowhere is forgotten; not at the start, whose bits are the queues.
        Contexts::Id useful = set;
        if (level > 0) {
            useful = contexts_.where(level, set, [&](std::uint64_t from, std::uint64_t length) {
                return !is_zero(bits.data(), from, length);
            });
            if (useful == Contexts::empty) {
                edges = begin;
                continue;
            }
        }
        append(level, set, useful, bits, values);
        at.push_back(values.size());
        renamed[number] = static_cast<std::uint32_t>(kept);
        here.boards[kept] = here.boards[number];
        here.contexts[kept] = useful;
        here.first[++kept] = edges;
    }
    SHAPEWRIGHT_ASSERT(at.size() == kept + 1 && values.size() == at.back() && edges <= here.edges.size());
    shrink(here, kept, edges);
    values_ = std::move(values);
    at_ = std::move(at);
    renamed_ = std::move(renamed);
    --back_;
    if (back_ == 0) {
        solved_ = std::move(values_);
        values_ = {};
        at_ = {};
        renamed_ = {};
    }
    return Grown::done;
}

/// Adds to the bits of a board those of the boards that its edges `from` ... `to` lead to. Edges to boards that are
/// left become the edges from `edges` on; gives the first number after them.
template <typename Set>
std::size_t Graph<Set>::add_following(std::size_t level, Contexts::Id set, std::size_t from, std::size_t to,
                                      std::size_t edges, std::vector<std::uint64_t>& bits) {
    Level& here = levels_[level];
    SHAPEWRIGHT_ASSERT(edges <= from && from <= to && to <= here.edges.size());
    const Level& next = levels_[level + 1];
    for (std::size_t edge = from; edge < to; ++edge) {
        const std::uint32_t target = renamed_[here.edges[edge].target()];
        if (target == nowhere) continue;
        const std::uint32_t piece = here.edges[edge].piece();
        SHAPEWRIGHT_ASSERT(target < next.boards.size() && at_[target] < at_[target + 1]);
        const auto copies = contexts_.transfer(level, set, piece, next.contexts[target]);
        if (copies.empty()) continue;
        for (const Contexts::Copy& copy : copies) add_bits(copy, values_.data() + at_[target], bits.data());
        here.edges[edges++] = Edge(target, piece);
    }
    return edges;
}

/// Appends the bits of `set` to `values`, those of its part `useful` only.
template <typename Set>
void Graph<Set>::append(std::size_t level, Contexts::Id set, Contexts::Id useful,
                        const std::vector<std::uint64_t>& bits, std::vector<std::uint64_t>& values) {
    const std::size_t to = values.size();
    SHAPEWRIGHT_ASSERT(bits.size() == contexts_.words(level, set));
    if (useful == set) {
        values.insert(values.end(), bits.begin(), bits.end());
        return;
    }
    values.resize(to + contexts_.words(level, useful));
    for (const Contexts::Copy& copy : contexts_.restriction(level, set, useful))
        add_bits(copy, bits.data(), values.data() + to);
}

template <typename Set>
void Graph<Set>::shrink(Level& level, std::size_t boards, std::size_t edges) {
    SHAPEWRIGHT_ASSERT(boards <= level.boards.size() && edges <= level.edges.size() && level.first[boards] == edges);
    level.boards.resize(boards);
    level.boards.shrink_to_fit();
    level.contexts.resize(boards);
    level.contexts.shrink_to_fit();
    level.first.resize(boards + 1);
    level.first.shrink_to_fit();
    level.edges.resize(edges);
    level.edges.shrink_to_fit();
}

template <typename Set>
std::vector<std::uint64_t> Graph<Set>::solved(const StopToken& stop, std::uint32_t held) {
    if (held == Contexts::any_hold) return solved_;
    auto found = solved_with(stop, {&held, 1});
    return found.empty() ? std::vector<std::uint64_t>{} : std::move(found[0]);
}

template <typename Set>
std::vector<std::vector<std::uint64_t>> Graph<Set>::solved_by_held(const StopToken& stop, std::uint64_t bytes) {
    // The strings of two levels are there at a time.
    std::uint64_t most = 0, last = 0;
    for (std::size_t level = 0; level <= placements(); ++level) {
        std::uint64_t now = 0;
        for (const Contexts::Id set : levels_[level].contexts) now += 8 * ((contexts_.bits(level, set) + 63) / 64);
        most = std::max(most, last + now);
        last = now;
    }
    const std::size_t together = std::clamp<std::uint64_t>(bytes / std::max<std::uint64_t>(most, 1), 1, pieces);
    std::array<std::uint32_t, pieces> all;
    for (std::uint32_t piece = 0; piece < pieces; ++piece) all[piece] = piece;
    std::vector<std::vector<std::uint64_t>> result;
    while (result.size() < pieces) {
        const std::span<const std::uint32_t> left = std::span(all).subspan(result.size());
        for (auto& queues : solved_with(stop, left.first(std::min<std::size_t>(together, left.size()))))
            result.push_back(std::move(queues));
        if (result.empty() || stop.expired()) return {};
    }
    return result;
}

/// For each of some held pieces the queues that lead to the goal with it in hold. A board has a string for each of
/// them, one after the other.
template <typename Set>
std::vector<std::vector<std::uint64_t>> Graph<Set>::solved_with(const StopToken& stop,
                                                                std::span<const std::uint32_t> held) {
    std::vector<std::uint64_t> later;
    std::vector<std::size_t> later_at;
    for (std::size_t level = placements() + 1; level-- > 0;) {
        const Level& here = levels_[level];
        std::vector<std::size_t> at{0};
        for (const Contexts::Id set : here.contexts)
            at.push_back(at.back() + held.size() * contexts_.words(level, set));
        std::vector<std::uint64_t> values(at.back());
        for (std::size_t number = 0; number < here.boards.size(); ++number) {
            if (number % 1024 == 0 && stop.expired()) return {};
            const Contexts::Id set = here.contexts[number];
            const std::size_t words = contexts_.words(level, set);
            std::uint64_t* const own = values.data() + at[number];
            if (level == placements()) {
                for (std::size_t k = 0; k < held.size(); ++k) contexts_.fill(level, set, held[k], own + k * words);
                continue;
            }
            for (std::size_t edge = here.first[number]; edge < here.first[number + 1]; ++edge) {
                const std::uint32_t target = here.edges[edge].target();
                const Contexts::Id after = levels_[level + 1].contexts[target];
                const std::uint64_t* from = later.data() + later_at[target];
                const std::size_t step = contexts_.words(level + 1, after);
                const auto copies = contexts_.transfer(level, set, here.edges[edge].piece(), after);
                for (std::size_t k = 0; k < held.size(); ++k, from += step)
                    for (const Contexts::Copy& copy : copies) add_bits(copy, from, own + k * words);
            }
        }
        later = std::move(values);
        later_at = std::move(at);
    }
    // Without a solution there is no start.
    const std::size_t words = contexts_.words(0, contexts_.start());
    SHAPEWRIGHT_ASSERT(later.empty() || later.size() == held.size() * words);
    later.resize(held.size() * words);
    std::vector<std::vector<std::uint64_t>> result;
    for (std::size_t k = 0; k < held.size(); ++k)
        result.emplace_back(later.begin() + static_cast<std::ptrdiff_t>(k * words),
                            later.begin() + static_cast<std::ptrdiff_t>((k + 1) * words));
    return result;
}

template <typename Set>
std::uint64_t Graph<Set>::bytes() const {
    std::uint64_t total = bytes_of(values_) + bytes_of(at_) + bytes_of(renamed_);
    for (const Level& level : levels_)
        total += bytes_of(level.boards) + bytes_of(level.contexts) + bytes_of(level.first) + bytes_of(level.edges);
    return total;
}

template class Graph<Board>;
template class Graph<TallBoard>;

}  // namespace shapewright::clear
