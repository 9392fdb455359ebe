#include "clear/live/graph.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "clear/live/board_sets.hpp"
#include "clear/live/resting.hpp"
#include "core/share.hpp"

namespace shapewright::clear {

namespace {

/// A piece put down on a board.
struct Way {
    std::uint32_t from;  // number of the board
    std::uint8_t which;
    std::uint8_t corner;
    bool open;  // nothing but air above, and the piece can turn that way there
};

/// Boards that may follow others, or come before them, in bunches: those of one board are never torn apart.
struct Bunch {
    static constexpr std::size_t enough = 512;  // more are not added
    // When a piece is taken away any cell can be its corner, with six ways in which rows may have vanished.
    static constexpr std::size_t most_more = 6 * piece_facings * columns * resting_rows;
    std::array<LiveBoard, enough + most_more> boards;
    std::array<Way, enough + most_more> ways;
    std::size_t number = 0;

    void add(LiveBoard board, Way way) {
        boards[number] = board;
        ways[number++] = way;
    }
    std::span<const LiveBoard> all() const { return {boards.data(), number}; }
};

}  // namespace

/// The work on the way to the graph; every step is shared out among the threads.
class LiveGraph::Builder {
public:
    Builder(const LiveGraph& graph, unsigned threads, const StopToken& stop)
        : mover_(graph.mover_), lines_(graph.lines_), threads_(std::max(1U, threads)), stop_(stop) {
        // What is open to the sky counts as reached.
        if (spins_every_t(mover_.drop())) throw std::invalid_argument("spins are not looked at");
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const auto [piece, facing] = all_piece_facings[which];
            in_air_[which] = any(mover_.locks(0, low_rows, static_cast<Piece>(piece)).at[facing]);
        }
    }

    /// Calls work(thread, from, to) for helpings of the numbers below `number`.
    template <typename Work>
    void share(std::size_t number, std::size_t helping, Work work) const {
        if (!shapewright::share(threads_, number, helping, stop_, work)) throw Stopped{};
    }

    std::vector<LiveBoard> collected(Heap& heap) const {
        std::vector<std::vector<LiveBoard>> parts(Heap::parts);
        share(Heap::parts, 1, [&](unsigned, std::size_t part, std::size_t) { parts[part] = heap.take(part); });
        std::vector<LiveBoard> result;
        std::size_t number = 0;
        for (const auto& part : parts) number += part.size();
        result.reserve(number);
        for (auto& part : parts) {
            result.insert(result.end(), part.begin(), part.end());
            part = {};
        }
        return result;
    }

    LiveLevel level(std::vector<LiveBoard> boards) const {
        if (!std::is_sorted(boards.begin(), boards.end())) sort(boards);
        return LiveLevel(std::move(boards), threads_);
    }

    /// Sorts by merging what the threads have sorted.
    void sort(std::vector<LiveBoard>& boards) const {
        const std::size_t piece = boards.size() / threads_ + 1;
        const auto bound = [&](std::size_t k) {
            return boards.begin() + static_cast<std::ptrdiff_t>(std::min(boards.size(), k * piece));
        };
        share(threads_, 1, [&](unsigned, std::size_t k, std::size_t) { std::sort(bound(k), bound(k + 1)); });
        for (std::size_t k = 1; k < threads_; ++k) std::inplace_merge(boards.begin(), bound(k), bound(k + 1));
    }

    /// Adds what may follow a board: what a piece leads to that rests there, whether it gets there or not, unless it is
    /// lost for all to see.
    void add_following(LiveBoard from, std::uint32_t number, Bunch& bunch) const {
        constexpr Board ones = column<Board>(0, low_rows);
        const Board board = from.board();
        const int height = from.height();
        const Resting resting(board, height);
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const Orientation& o = orientation(all_piece_facings[which]);
            const Board open = in_air_[which] ? resting.open[which] : Board{0};
            each(resting.places[which], [&](int corner) {
                Board next = board | o.bits << corner;
                int left = height;
                // A row without an empty cell borrows from the one above: the usual test for a zero.
                const Board empty = ~next & lowest_rows<Board>(low_rows);
                if (((empty - ones) & ~empty & (ones << (columns - 1))) != 0)
                    left -= clear_rows(next, corner / columns, o.height);
                bunch.add(LiveBoard::of(next, left), {number, static_cast<std::uint8_t>(which),
                                                      static_cast<std::uint8_t>(corner), (open >> corner & 1) != 0});
            });
        }
    }

    /// Calls work(thread, bunch) with what may follow `boards`; in a helping of the numbers (see `helping`) they come
    /// in order.
    template <typename Work>
    void each_following(std::span<const LiveBoard> boards, Work work) const {
        each_bunch(
            boards, [&](LiveBoard board, std::uint32_t number, Bunch& bunch) { add_following(board, number, bunch); },
            work);
    }
    /// The same with what may come before them.
    template <typename Work>
    void each_before(std::span<const LiveBoard> boards, Work work) const {
        each_bunch(
            boards, [&](LiveBoard board, std::uint32_t number, Bunch& bunch) { add_before(board, number, bunch); },
            work);
    }

    bool arrives(LiveBoard from, Way way) const {
        if (way.open) return true;
        const auto [piece, facing] = all_piece_facings[way.which];
        return mover_.arrives(from.board(), Piece{piece}, facing, way.corner);
    }

    /// All boards that follow, each once, in no order.
    std::vector<LiveBoard> following(const std::vector<LiveBoard>& boards) const {
        Heap heap(threads_);
        each_following(boards, [&](unsigned thread, const Bunch& bunch) {
            Heap::Parts& own = heap.of(thread);
            for (std::size_t k = 0; k < bunch.number; ++k)
                if (arrives(boards[bunch.ways[k].from], bunch.ways[k])) Heap::put(own, bunch.boards[k]);
        });
        return collected(heap);
    }

    /// Adds boards from which a piece, wherever it comes from, could rest so as to leave `after`.
    void add_before(LiveBoard after, std::uint32_t number, Bunch& bunch) const {
        const Board rows_after = after.board();
        for (int height = std::max(1, after.height()); height <= std::min(lines_, after.height() + 4); ++height) {
            const int cleared = height - after.height();
            for (unsigned full = 0; full < 1U << height; ++full) {
                if (std::popcount(full) != cleared) continue;
                Board board = 0;
                for (int y = 0, from = 0; y < height; ++y) {
                    const Board row = (full >> y & 1) != 0 ? full_row : rows_after >> (columns * from++) & full_row;
                    board |= row << (columns * y);
                }
                const int lowest_full = full == 0 ? height : std::countr_zero(full);
                const int highest_full = full == 0 ? -1 : static_cast<int>(std::bit_width(full)) - 1;
                const Leaving leaving(board, height);
                for (std::size_t which = 0; which < piece_facings; ++which) {
                    const Orientation& o = orientation(all_piece_facings[which]);
                    Board corners = leaving.places[which];
                    // Nothing has vanished yet: the cells are those of whole pieces.
                    if (height == lines_) corners &= ~leaving.split[which];
                    // A row that vanishes got a cell of the piece, and every row of its box has one.
                    corners &= lowest_rows<Board>(lowest_full + 1);
                    if (highest_full >= o.height) corners &= ~lowest_rows<Board>(highest_full - o.height + 1);
                    each(corners, [&](int corner) {
                        const Board before = board & ~(o.bits << corner);
                        bunch.add(LiveBoard::of(before, height),
                                  {number, static_cast<std::uint8_t>(which), static_cast<std::uint8_t>(corner), false});
                    });
                }
            }
        }
    }

    /// All boards from which one piece leads to one of `boards`.
    std::vector<LiveBoard> preceding(std::span<const LiveBoard> boards) const {
        Heap heap(threads_);
        each_before(boards, [&](unsigned thread, const Bunch& bunch) {
            for (std::size_t k = 0; k < bunch.number; ++k) {
                const LiveBoard before = bunch.boards[k];
                if (arrives(before, bunch.ways[k])) Heap::put(heap.of(thread), before);
            }
        });
        return collected(heap);
    }

    /// Those of `boards` that one piece takes to a board of `next`; and those of `next` to which one does.
    std::pair<std::vector<LiveBoard>, std::vector<LiveBoard>> linked(const std::vector<LiveBoard>& boards,
                                                                     const LiveLevel& next) const {
        std::vector<char> leads(boards.size());
        std::vector<std::atomic<char>> reached(next.boards().size());
        each_following(boards, [&](unsigned, const Bunch& bunch) {
            next.each_in(bunch.all(), [&](std::size_t k, std::uint32_t number) {
                const Way way = bunch.ways[k];
                if (leads[way.from] != 0 && reached[number].load(std::memory_order_relaxed) != 0) return;
                if (!arrives(boards[way.from], way)) return;
                leads[way.from] = 1;
                reached[number].store(1, std::memory_order_relaxed);
            });
        });
        return {kept(boards, leads), kept(next.boards(), reached)};
    }

    /// Those of `boards` that one piece takes to a board of `next`.
    std::vector<LiveBoard> leading(const std::vector<LiveBoard>& boards, const LiveLevel& next) const {
        std::vector<char> leads(boards.size());
        each_following(boards, [&](unsigned, const Bunch& bunch) {
            next.each_in(bunch.all(), [&](std::size_t k, std::uint32_t) {
                const Way way = bunch.ways[k];
                if (leads[way.from] == 0 && arrives(boards[way.from], way)) leads[way.from] = 1;
            });
        });
        return kept(boards, leads);
    }

    template <typename Marks>
    static std::vector<LiveBoard> kept(std::span<const LiveBoard> boards, const Marks& marks) {
        std::vector<LiveBoard> result;
        for (std::size_t k = 0; k < boards.size(); ++k)
            if (marks[k] != 0) result.push_back(boards[k]);
        return result;
    }

    /// The live boards after `middle` pieces, those after one more and those after two more, from all boards after
    /// `middle` pieces and those with two fewer left to place (`beyond`).
    std::array<LiveLevel, 3> joined(const std::vector<LiveBoard>& from, const LiveLevel& beyond) const {
        // Some 20 different boards lead to one of these, if it does not matter how.
        auto sieve = std::make_unique<Sieve>(sieve_bits * beyond.boards().size());
        each_before(beyond.boards(), [&](unsigned, const Bunch& bunch) { sieve->insert(bunch.all()); });
        // What may follow each board is kept until it is known which of it is live.
        struct Followers {
            std::array<std::uint16_t, helping> number{};
            std::vector<LiveBoard> boards;
        };
        Heap heap(threads_);
        std::vector<Followers> followers((from.size() + helping - 1) / helping);
        each_following(from, [&](unsigned thread, const Bunch& bunch) {
            Heap::Parts& parts = heap.of(thread);
            Followers& own = followers[bunch.number == 0 ? 0 : bunch.ways[0].from / helping];
            sieve->each_in(bunch.all(), [&](std::size_t k) {
                const Way way = bunch.ways[k];
                if (!arrives(from[way.from], way)) return;
                own.boards.push_back(bunch.boards[k]);
                ++own.number[way.from % helping];
                Heap::put(parts, bunch.boards[k]);
            });
        });
        sieve.reset();
        auto [next, after] = linked(collected(heap), beyond);
        LiveLevel next_level = level(std::move(next));
        std::vector<char> leads(from.size());
        share(from.size(), helping, [&](unsigned, std::size_t part, std::size_t to) {
            Followers& own = followers[part / helping];
            std::vector<std::uint32_t> parents;
            for (std::size_t k = part; k < to; ++k)
                parents.insert(parents.end(), own.number[k - part], static_cast<std::uint32_t>(k));
            next_level.each_in(own.boards, [&](std::size_t k, std::uint32_t) { leads[parents[k]] = 1; });
            own = {};
        });
        return {level(kept(from, leads)), std::move(next_level), level(std::move(after))};
    }

    /// Calls found(thread, way, number of the next board) for all placements that lead from
    /// one of `boards` to one of `next`, a board's in order.
    template <typename Found>
    void each_placement(std::span<const LiveBoard> boards, const LiveLevel& next, Found found) const {
        each_following(boards, [&](unsigned thread, const Bunch& bunch) {
            next.each_in(bunch.all(), [&](std::size_t k, std::uint32_t number) {
                if (arrives(boards[bunch.ways[k].from], bunch.ways[k])) found(thread, bunch.ways[k], number);
            });
        });
    }

    static constexpr std::size_t helping = 256;

private:
    template <typename Add, typename Work>
    void each_bunch(std::span<const LiveBoard> boards, Add add, Work work) const {
        share(boards.size(), helping, [&](unsigned thread, std::size_t from, std::size_t to) {
            Bunch bunch;
            for (std::size_t k = from; k < to; ++k) {
                add(boards[k], static_cast<std::uint32_t>(k), bunch);
                if (bunch.number < Bunch::enough && k + 1 < to) continue;
                work(thread, bunch);
                bunch.number = 0;
            }
        });
    }

    static constexpr std::size_t sieve_bits = 400;
    const Mover<Board>& mover_;
    int lines_;
    unsigned threads_;
    const StopToken& stop_;
    std::array<bool, piece_facings> in_air_{};
};

namespace {

/// After so many pieces the way forward meets the way back; of two lines there is no way back.
constexpr std::size_t middle = 5;

}  // namespace

std::uint64_t LiveGraph::steps(int lines) {
    // Forward and leading boards to the middle; beyond it each level backward and once more, and one for the meeting.
    const auto last = static_cast<std::uint64_t>(columns * lines / 4);
    return 2 * middle + (last > middle ? 2 * (last - middle - 2) + 1 : 0);
}

LiveGraph::LiveGraph(const Mover<Board>& mover, int lines, unsigned threads, const StopToken& stop,
                     const Progress& progress)
    : mover_(mover), lines_(lines), pieces_(columns * lines / 4) {
    if (lines != 2 && lines != 4) throw std::invalid_argument("live boards are found for 2 or 4 lines");
    std::uint64_t done = 0;
    const auto report = [&] {
        ++done;
        if (progress) progress(done);
    };
    const Builder builder(*this, threads, stop);
    levels_.resize(static_cast<std::size_t>(pieces_) + 1);
    const auto last = static_cast<std::size_t>(pieces_);

    std::vector<std::vector<LiveBoard>> forward{{LiveBoard::of(0, lines)}};
    while (forward.size() <= middle) {
        forward.push_back(builder.following(forward.back()));
        report();
    }
    if (middle == last) {
        std::erase_if(forward[last], [](LiveBoard board) { return board.height() != 0; });
        levels_[last] = builder.level(forward[last]);
    } else {
        std::vector<LiveLevel> backward(last + 1);
        backward[last] = builder.level({LiveBoard::of(0, 0)});
        for (std::size_t placed = last; placed-- > middle + 2;) {
            backward[placed] = builder.level(builder.preceding(backward[placed + 1].boards()));
            report();
        }
        auto [here, next, after] = builder.joined(forward[middle], backward[middle + 2]);
        levels_[middle] = std::move(here);
        levels_[middle + 1] = std::move(next);
        levels_[middle + 2] = std::move(after);
        report();
        for (std::size_t placed = middle + 3; placed <= last; ++placed) {
            const std::span<const LiveBoard> before = levels_[placed - 1].boards();
            levels_[placed] = builder.level(builder.linked({before.begin(), before.end()}, backward[placed]).second);
            report();
        }
    }
    forward.pop_back();
    for (std::size_t placed = middle; placed-- > 0;) {
        levels_[placed] = builder.level(builder.leading(forward[placed], levels_[placed + 1]));
        forward.pop_back();
        report();
    }
}

std::uint64_t LiveGraph::count_placements(unsigned threads, const StopToken& stop) const {
    const Builder builder(*this, threads, stop);
    std::vector<std::uint64_t> totals(std::max(1U, threads));
    for (std::size_t placed = 0; placed + 1 < levels_.size(); ++placed)
        builder.each_placement(levels_[placed].boards(), levels_[placed + 1],
                               [&](unsigned thread, Way, std::uint32_t) { ++totals[thread]; });
    std::uint64_t total = 0;
    for (const std::uint64_t number : totals) total += number;
    return total;
}

LivePlacements::LivePlacements(const LiveGraph& graph, unsigned threads, const StopToken& stop)
    : lines_(graph.lines()), levels_(static_cast<std::size_t>(graph.pieces_needed())) {
    const LiveGraph::Builder builder(graph, threads, stop);
    for (std::size_t placed = 0; placed < levels_.size(); ++placed) {
        const std::span<const LiveBoard> boards = graph.levels_[placed].boards();
        Level& level = levels_[placed];
        level.first.resize(pieces * boards.size() + 1);
        std::vector<std::vector<Step>> parts((boards.size() + LiveGraph::Builder::helping - 1) /
                                             LiveGraph::Builder::helping);
        builder.each_placement(boards, graph.levels_[placed + 1], [&](unsigned, Way way, std::uint32_t next) {
            const auto [piece, facing] = all_piece_facings[way.which];
            parts[way.from / LiveGraph::Builder::helping].push_back({next & 0xffffff, way.corner & 63U, facing & 3U});
            ++level.first[pieces * std::size_t{way.from} + piece + 1];
        });
        for (std::size_t k = 1; k < level.first.size(); ++k) level.first[k] += level.first[k - 1];
        level.steps.reserve(level.first.back());
        for (auto& part : parts) {
            level.steps.insert(level.steps.end(), part.begin(), part.end());
            part = {};
        }
    }
}

}  // namespace shapewright::clear
