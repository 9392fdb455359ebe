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
#include "core/parallel_sort.hpp"
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

/// A way from one of some consecutive boards and the board of four rows that follows, in the bits that such boards
/// leave free.
class PackedWay {
public:
    static constexpr std::size_t sources = 256;

    PackedWay() = default;
    PackedWay(LiveBoard next, Way way)
        : bits_(next.key | std::uint64_t{way.from % sources} << cells | std::uint64_t{way.which} << (cells + 8) |
                std::uint64_t{way.corner} << (cells + 13) | std::uint64_t{way.open} << (cells + 19)) {}

    LiveBoard board() const { return {bits_ & ~(free << cells)}; }
    std::size_t from() const { return static_cast<std::size_t>(bits_ >> cells & (sources - 1)); }
    bool is_open() const { return (bits_ >> (cells + 19) & 1) != 0; }
    /// The board it leads from is one of those from `first` on.
    Way way(std::size_t first) const {
        return {static_cast<std::uint32_t>(first + from()), static_cast<std::uint8_t>(bits_ >> (cells + 8) & 31),
                static_cast<std::uint8_t>(bits_ >> (cells + 13) & 63), is_open()};
    }

private:
    static constexpr int cells = columns * resting_rows;
    static constexpr std::uint64_t free = (std::uint64_t{1} << 20) - 1;
    static_assert(cells + 20 <= 60, "boards have their heights there");
    std::uint64_t bits_ = 0;
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
    Builder(const LiveGraph& graph, Pool& pool, const StopToken& stop)
        : mover_(graph.mover_), lines_(graph.lines_), pool_(pool), stop_(stop) {
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
        if (!pool_.share(number, helping, stop_, work)) throw Stopped{};
    }

    /// What `take` gives for each part of a heap, one after the other.
    template <typename Take>
    std::vector<LiveBoard> collected(const Take& take) const {
        std::vector<std::vector<LiveBoard>> parts(heap_parts);
        share(heap_parts, 1, [&](unsigned, std::size_t part, std::size_t) { parts[part] = take(part); });
        std::vector<LiveBoard> result;
        std::vector<std::size_t> places{0};
        for (const auto& part : parts) places.push_back(places.back() + part.size());
        result.resize(places.back());
        share(heap_parts, 1, [&](unsigned, std::size_t part, std::size_t) {
            std::copy(parts[part].begin(), parts[part].end(),
                      result.begin() + static_cast<std::ptrdiff_t>(places[part]));
            parts[part] = {};
        });
        return result;
    }

    /// Each board once.
    std::vector<LiveBoard> collected(Heap<LiveBoard>& heap) const {
        return collected([&](std::size_t part) {
            UniqueBoards unique(heap.number(part));
            heap.take(part, [&](LiveBoard board) { unique.add(board); });
            return unique.take();
        });
    }

    LiveLevel level(std::vector<LiveBoard> boards) const {
        if (!std::is_sorted(boards.begin(), boards.end()) && !parallel_sort(pool_, boards, stop_)) throw Stopped{};
        return LiveLevel(std::move(boards), pool_);
    }

    /// Adds what may follow a board: what a piece leads to that rests there, whether it gets there or not, unless it is
    /// lost for all to see.
    template <std::size_t... which>
    void add_following(LiveBoard from, std::uint32_t number, Bunch& bunch, std::index_sequence<which...> some) const {
        constexpr Board ones = column<Board>(0, low_rows);
        const Board board = from.board();
        const int height = from.height();
        const Resting resting(board, height, some);
        const auto add = [&](std::size_t here) {
            const Orientation& o = orientation(all_piece_facings[here]);
            const Board open = in_air_[here] ? resting.open[here] : Board{0};
            each(resting.places[here], [&](int corner) {
                Board next = board | o.bits << corner;
                int left = height;
                // A row without an empty cell borrows from the one above: the usual test for a zero.
                const Board empty = ~next & lowest_rows<Board>(low_rows);
                if (((empty - ones) & ~empty & (ones << (columns - 1))) != 0)
                    left -= clear_rows(next, corner / columns, o.height);
                bunch.add(LiveBoard::of(next, left), {number, static_cast<std::uint8_t>(here),
                                                      static_cast<std::uint8_t>(corner), (open >> corner & 1) != 0});
            });
        };
        (add(which), ...);
    }

    /// Calls work(thread, bunch) with what may follow `boards`; in a helping of the numbers (see `helping`) they come
    /// in order.
    template <typename Work>
    void each_following(std::span<const LiveBoard> boards, Work work) const {
        each_bunch(
            boards,
            [&](LiveBoard board, std::uint32_t number, Bunch& bunch) {
                add_following(board, number, bunch, std::make_index_sequence<piece_facings>{});
            },
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

    /// All boards that follow, each once, in no order. Whether a piece gets somewhere below others is only asked if no
    /// piece falls straight down to the same board.
    std::vector<LiveBoard> following(const std::vector<LiveBoard>& boards) const {
        struct Covered {
            LiveBoard board;
            Way way;
        };
        Heap<LiveBoard> heap(pool_.threads());
        Heap<Covered> covered(pool_.threads());
        each_following(boards, [&](unsigned thread, const Bunch& bunch) {
            auto& own = heap.of(thread);
            for (std::size_t k = 0; k < bunch.number; ++k) {
                const std::uint64_t hash = hashed(bunch.boards[k].key);
                if (bunch.ways[k].open)
                    Heap<LiveBoard>::put(own, hash, bunch.boards[k]);
                else
                    Heap<Covered>::put(covered.of(thread), hash, {bunch.boards[k], bunch.ways[k]});
            }
        });
        return collected([&](std::size_t part) {
            UniqueBoards unique(heap.number(part));
            heap.take(part, [&](LiveBoard board) { unique.add(board); });
            covered.take(part, [&](const Covered& one) {
                if (!unique.has(one.board) && arrives(boards[one.way.from], one.way)) unique.add(one.board);
            });
            return unique.take();
        });
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
        Heap<LiveBoard> heap(pool_.threads());
        each_before(boards, [&](unsigned thread, const Bunch& bunch) {
            for (std::size_t k = 0; k < bunch.number; ++k) {
                const LiveBoard before = bunch.boards[k];
                if (arrives(before, bunch.ways[k])) Heap<LiveBoard>::put(heap.of(thread), hashed(before.key), before);
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
        // Most that lead there are found by the first pieces, I, O and T; then the others are not asked.
        const auto look = [&](auto which) {
            each_bunch(
                boards,
                [&](LiveBoard board, std::uint32_t number, Bunch& bunch) {
                    if (leads[number] == 0) add_following(board, number, bunch, which);
                },
                [&](unsigned, const Bunch& bunch) {
                    next.each_in(bunch.all(), [&](std::size_t k, std::uint32_t) {
                        const Way way = bunch.ways[k];
                        if (leads[way.from] == 0 && arrives(boards[way.from], way)) leads[way.from] = 1;
                    });
                });
        };
        look(std::index_sequence<0, 1, 2, 3, 4, 5, 6>{});
        look(std::index_sequence<7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18>{});
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
        // What may follow each board is kept until it is known which of it leads on; only then it is asked which pieces
        // get there, and only where nothing else shows that both boards are live. A list for each helping of boards.
        Heap<LiveBoard> heap(pool_.threads());
        std::vector<std::vector<PackedWay>> followers((from.size() + helping - 1) / helping);
        each_following(from, [&](unsigned thread, const Bunch& bunch) {
            auto& parts = heap.of(thread);
            auto& own = followers[bunch.number == 0 ? 0 : bunch.ways[0].from / helping];
            sieve->each_in(bunch.all(), [&](std::size_t k) {
                own.push_back(PackedWay(bunch.boards[k], bunch.ways[k]));
                Heap<LiveBoard>::put(parts, hashed(bunch.boards[k].key), bunch.boards[k]);
            });
        });
        sieve.reset();
        LiveLevel next_level = level(leading(collected(heap), beyond));
        std::vector<char> leads(from.size());
        std::vector<std::atomic<char>> reached(next_level.boards().size());
        const auto link = [&](std::size_t number, std::uint32_t next) {
            leads[number] = 1;
            reached[next].store(1, std::memory_order_relaxed);
        };
        share(from.size(), helping, [&](unsigned, std::size_t first, std::size_t) {
            std::vector<PackedWay>& own = followers[first / helping];
            std::vector<LiveBoard> boards;
            for (const PackedWay& way : own) boards.push_back(way.board());
            std::size_t covered = 0;
            next_level.each_in(boards, [&](std::size_t k, std::uint32_t next) {
                if (own[k].is_open())
                    link(first + own[k].from(), next);
                else
                    own[covered++] = own[k];
            });
            own.resize(covered);
        });
        share(from.size(), helping, [&](unsigned, std::size_t first, std::size_t) {
            std::vector<PackedWay>& own = followers[first / helping];
            std::vector<LiveBoard> boards;
            for (const PackedWay& way : own) boards.push_back(way.board());
            next_level.each_in(boards, [&](std::size_t k, std::uint32_t next) {
                const Way way = own[k].way(first);
                if (leads[way.from] != 0 && reached[next].load(std::memory_order_relaxed) != 0) return;
                if (arrives(from[way.from], way)) link(way.from, next);
            });
            own = {};
        });
        next_level = level(kept(next_level.boards(), reached));
        std::vector<LiveBoard> after = linked({next_level.boards().begin(), next_level.boards().end()}, beyond).second;
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

    static constexpr std::size_t helping = PackedWay::sources;

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
    Pool& pool_;
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
    Pool pool(threads);
    const Builder builder(*this, pool, stop);
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
    Pool pool(threads);
    const Builder builder(*this, pool, stop);
    std::vector<std::uint64_t> totals(pool.threads());
    for (std::size_t placed = 0; placed + 1 < levels_.size(); ++placed)
        builder.each_placement(levels_[placed].boards(), levels_[placed + 1],
                               [&](unsigned thread, Way, std::uint32_t) { ++totals[thread]; });
    std::uint64_t total = 0;
    for (const std::uint64_t number : totals) total += number;
    return total;
}

LivePlacements::LivePlacements(const LiveGraph& graph, unsigned threads, const StopToken& stop)
    : lines_(graph.lines()), levels_(static_cast<std::size_t>(graph.pieces_needed())) {
    Pool pool(threads);
    const LiveGraph::Builder builder(graph, pool, stop);
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
