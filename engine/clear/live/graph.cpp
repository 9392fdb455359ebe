#include "clear/live/graph.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "clear/live/board_sets.hpp"
#include "clear/live/mirror.hpp"
#include "clear/live/resting.hpp"
#include "core/assert.hpp"
#include "core/parallel_sort.hpp"
#include "core/share.hpp"

namespace shapewright::clear {

namespace {

/// A piece put down on a board.
struct Way {
    std::uint32_t from;  // number of the board
    std::uint8_t which;
    std::uint8_t corner;
    bool open;             // nothing but air above, and the piece can turn that way there, in a mirror too
    bool swapped = false;  // the other board is given by its mirror image
};

/// A way from one of some consecutive boards and the board of four rows that follows, in the bits that such boards
/// leave free.
class PackedWay {
public:
    static constexpr std::size_t sources = 256;

    PackedWay() = default;
    PackedWay(LiveBoard next, Way way)
        : bits_(next.key | std::uint64_t{way.from % sources} << cells | std::uint64_t{way.which} << (cells + 8) |
                std::uint64_t{way.corner} << (cells + 13) | std::uint64_t{way.open} << (cells + 19) |
                std::uint64_t{way.swapped} << 63) {
        SHAPEWRIGHT_ASSERT(board() == next && way.which < 32 && way.corner < 64 && is_open() == way.open);
    }

    LiveBoard board() const { return {bits_ << 1 >> 1 & ~(free << cells)}; }
    std::size_t from() const { return static_cast<std::size_t>(bits_ >> cells & (sources - 1)); }
    bool is_open() const { return (bits_ >> (cells + 19) & 1) != 0; }
    /// The board it leads from is one of those from `first` on.
    Way way(std::size_t first) const {
        return {static_cast<std::uint32_t>(first + from()), static_cast<std::uint8_t>(bits_ >> (cells + 8) & 31),
                static_cast<std::uint8_t>(bits_ >> (cells + 13) & 63), is_open(), bits_ >> 63 != 0};
    }

private:
    static constexpr int cells = columns * resting_rows;
    static constexpr std::uint64_t free = (std::uint64_t{1} << 20) - 1;
    static_assert(cells + 20 <= 60 && resting_rows < 8, "boards have their heights there, in three bits");
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
        SHAPEWRIGHT_ASSERT(number < boards.size());
        boards[number] = board;
        ways[number++] = way;
    }
    std::span<const LiveBoard> all() const { return {boards.data(), number}; }

    /// Of each board and its mirror image the lesser is given.
    void halve() {
        for (std::size_t k = 0; k < number; ++k) {
            const LiveBoard other = mirrored(boards[k]);
            ways[k].swapped = other < boards[k];
            if (ways[k].swapped) boards[k] = other;
        }
    }
};

/// Pairs as a table of the lesser boards, and by their numbers which of the two there are.
struct PairLevel {
    LiveLevel level;
    std::vector<std::uint8_t> sides;

    Pair pair(std::size_t number) const { return {level.boards()[number], sides[number]}; }
    std::size_t size() const { return sides.size(); }
};

}  // namespace

/// The work on the way to the graph; every step is shared out among the threads.
class LiveGraph::Builder {
public:
    Builder(const LiveGraph& graph, Pool& pool, const StopToken& stop)
        : mover_(graph.mover_), lines_(graph.lines_), pool_(pool), stop_(stop) {
        // What is open to the sky counts as reached, if that holds in a mirror too.
        if (spins_every_t(mover_.drop())) throw std::invalid_argument("spins are not looked at");
        std::array<bool, piece_facings> in_air{};
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const auto [piece, facing] = all_piece_facings[which];
            in_air[which] = any(mover_.locks(0, low_rows, static_cast<Piece>(piece)).at[facing]);
        }
        for (std::size_t which = 0; which < piece_facings; ++which)
            in_air_[which] = in_air[which] && in_air[mirrored_facings[which]];
    }

    /// Calls work(thread, from, to) for helpings of the numbers below `number`.
    template <typename Work>
    void share(std::size_t number, std::size_t helping, Work work) const {
        if (!pool_.share(number, helping, stop_, work)) throw Stopped{};
    }

    /// What `take` gives for each part of a heap, one after the other, sorted.
    template <typename Take>
    std::vector<Pair> collected(const Take& take) const {
        std::vector<std::vector<Pair>> parts(heap_parts);
        share(heap_parts, 1, [&](unsigned, std::size_t part, std::size_t) { parts[part] = take(part); });
        std::vector<Pair> result;
        std::vector<std::size_t> places{0};
        for (const auto& part : parts) places.push_back(places.back() + part.size());
        result.resize(places.back());
        share(heap_parts, 1, [&](unsigned, std::size_t part, std::size_t) {
            std::copy(parts[part].begin(), parts[part].end(),
                      result.begin() + static_cast<std::ptrdiff_t>(places[part]));
            parts[part] = {};
        });
        if (!parallel_sort(pool_, result, stop_)) throw Stopped{};
        return result;
    }

    /// Each pair once.
    std::vector<Pair> collected(Heap<Pair>& heap) const {
        return collected([&](std::size_t part) {
            UniquePairs unique(heap.number(part));
            heap.take(part, [&](Pair pair) { unique.add(pair.board(), pair.sides()); });
            return unique.take();
        });
    }

    PairLevel level(const std::vector<Pair>& pairs) const {
        std::vector<LiveBoard> boards;
        PairLevel result;
        boards.reserve(pairs.size());
        result.sides.reserve(pairs.size());
        for (const Pair pair : pairs) {
            boards.push_back(pair.board());
            result.sides.push_back(static_cast<std::uint8_t>(pair.sides()));
        }
        result.level = LiveLevel(std::move(boards), pool_);
        return result;
    }

    /// All boards of some pairs.
    LiveLevel boards(std::span<const Pair> pairs) const {
        std::vector<LiveBoard> result;
        result.reserve(2 * pairs.size());
        for (const Pair pair : pairs) {
            const LiveBoard board = pair.board(), other = mirrored(board);
            if ((pair.sides() & itself) != 0) result.push_back(board);
            if ((pair.sides() & image) != 0 && other != board) result.push_back(other);
        }
        if (!parallel_sort(pool_, result, stop_)) throw Stopped{};
        return LiveLevel(std::move(result), pool_);
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
            boards.size(),
            [&](std::uint32_t number, Bunch& bunch) {
                add_following(boards[number], number, bunch, std::make_index_sequence<piece_facings>{});
            },
            work);
    }
    /// The same for the lesser boards of pairs; what follows is halved.
    template <typename Work>
    void each_following(std::span<const Pair> pairs, Work work) const {
        each_bunch(
            pairs.size(),
            [&](std::uint32_t number, Bunch& bunch) {
                add_following(pairs[number].board(), number, bunch, std::make_index_sequence<piece_facings>{});
            },
            [&](unsigned thread, Bunch& bunch) {
                bunch.halve();
                work(thread, bunch);
            });
    }
    /// The same with what may come before them.
    template <typename Work>
    void each_before(const PairLevel& level, Work work) const {
        each_bunch(
            level.size(),
            [&](std::uint32_t number, Bunch& bunch) { add_before(level.level.boards()[number], number, bunch); },
            [&](unsigned thread, Bunch& bunch) {
                bunch.halve();
                work(thread, bunch);
            });
    }

    bool arrives(LiveBoard from, std::size_t which, int corner) const {
        const auto [piece, facing] = all_piece_facings[which];
        return mover_.arrives(from.board(), Piece{piece}, facing, corner);
    }
    bool arrives(LiveBoard from, Way way) const { return way.open || arrives(from, way.which, way.corner); }

    /// On which of some sides, of the board and of its mirror image, the piece gets there.
    Sides arrives(LiveBoard from, Way way, Sides sides) const {
        if (way.open || sides == 0) return sides;
        if (mover_.is_mirrored(Piece{all_piece_facings[way.which].piece})) return arrives(from, way) ? sides : 0;
        Sides result = 0;
        if ((sides & itself) != 0 && arrives(from, way)) result |= itself;
        if ((sides & image) != 0 &&
            arrives(mirrored(from), mirrored_facings[way.which], mirrored_corner(way.which, way.corner)))
            result |= image;
        return result;
    }

    /// All boards that follow, each once. Whether a piece gets somewhere below others is only asked if no piece falls
    /// straight down to the same board.
    std::vector<Pair> following(const std::vector<Pair>& pairs) const {
        struct Covered {
            LiveBoard board;
            Way way;
        };
        Heap<Pair> heap(pool_.threads());
        Heap<Covered> covered(pool_.threads());
        each_following(pairs, [&](unsigned thread, const Bunch& bunch) {
            auto& own = heap.of(thread);
            for (std::size_t k = 0; k < bunch.number; ++k) {
                const LiveBoard board = bunch.boards[k];
                const Way way = bunch.ways[k];
                const std::uint64_t hash = hashed(board.key);
                if (way.open)
                    Heap<Pair>::put(own, hash, {board, turned(pairs[way.from].sides(), way.swapped)});
                else
                    Heap<Covered>::put(covered.of(thread), hash, {board, way});
            }
        });
        return collected([&](std::size_t part) {
            UniquePairs unique(heap.number(part));
            heap.take(part, [&](Pair pair) { unique.add(pair.board(), pair.sides()); });
            covered.take(part, [&](const Covered& one) {
                const Pair from = pairs[one.way.from];
                const Sides lacking = from.sides() & ~turned(unique.sides(one.board), one.way.swapped);
                unique.add(one.board, turned(arrives(from.board(), one.way, lacking), one.way.swapped));
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
                SHAPEWRIGHT_ASSERT(std::popcount(board) == std::popcount(rows_after) + columns * cleared);
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

    /// All boards from which one piece leads to one of a level.
    std::vector<Pair> preceding(const PairLevel& after) const {
        Heap<Pair> heap(pool_.threads());
        each_before(after, [&](unsigned thread, const Bunch& bunch) {
            for (std::size_t k = 0; k < bunch.number; ++k) {
                const LiveBoard lesser = bunch.boards[k];
                SHAPEWRIGHT_ASSERT(lesser <= mirrored(lesser));
                const Way way = bunch.ways[k];
                const LiveBoard before = way.swapped ? mirrored(lesser) : lesser;
                const Sides sides = arrives(before, way, after.sides[way.from]);
                if (sides != 0)
                    Heap<Pair>::put(heap.of(thread), hashed(lesser.key), {lesser, turned(sides, way.swapped)});
            }
        });
        return collected(heap);
    }

    /// Which boards of a level one piece leads to from those of some pairs, and which of these lead there: by number,
    /// set by several threads.
    class Links {
    public:
        Links(std::span<const Pair> from, const PairLevel& next)
            : from_(from), next_(next), leads_(from.size()), reached_(next.size()) {}

        /// On which sides the way would lead from a board that there is to a board that there is.
        Sides possible(Way way, std::uint32_t next) const {
            SHAPEWRIGHT_ASSERT(way.from < from_.size() && next < next_.size());
            return from_[way.from].sides() & turned(next_.sides[next], way.swapped);
        }
        /// Whether nothing new could be learned from the way.
        bool is_known(Way way, std::uint32_t next, Sides sides) const {
            const Sides there = reached_[next].load(std::memory_order_relaxed);
            return (sides & ~(leads_[way.from] & turned(there, way.swapped))) == 0;
        }
        void add(Way way, std::uint32_t next, Sides sides) {
            leads_[way.from] |= static_cast<std::uint8_t>(sides);
            const auto there = static_cast<std::uint8_t>(turned(sides, way.swapped));
            if ((there & ~reached_[next].load(std::memory_order_relaxed)) != 0)
                reached_[next].fetch_or(there, std::memory_order_relaxed);
        }

        std::vector<Pair> leading() const {
            return kept(from_.size(), leads_, [&](std::size_t k) { return from_[k].board(); });
        }
        std::vector<Pair> reached() const {
            return kept(next_.size(), reached_, [&](std::size_t k) { return next_.level.boards()[k]; });
        }

    private:
        std::span<const Pair> from_;
        const PairLevel& next_;
        std::vector<std::uint8_t> leads_;  // a board's are set by one thread alone
        std::vector<std::atomic<std::uint8_t>> reached_;
    };

    /// Those of a level to which one piece takes a board of some pairs.
    std::vector<Pair> reached(const std::vector<Pair>& pairs, const PairLevel& next) const {
        Links links(pairs, next);
        each_following(pairs, [&](unsigned, const Bunch& bunch) {
            next.level.each_in(bunch.all(), [&](std::size_t k, std::uint32_t number) {
                const Way way = bunch.ways[k];
                const Sides sides = links.possible(way, number);
                if (!links.is_known(way, number, sides))
                    links.add(way, number, arrives(pairs[way.from].board(), way, sides));
            });
        });
        return links.reached();
    }

    /// Those of some pairs that one piece takes to a board of `next`.
    std::vector<Pair> leading(const std::vector<Pair>& pairs, const PairLevel& next) const {
        std::vector<std::uint8_t> leads(pairs.size());
        // Most that lead there are found by the first pieces, I, O and T; then the others are not asked.
        const auto look = [&](auto which) {
            each_bunch(
                pairs.size(),
                [&](std::uint32_t number, Bunch& bunch) {
                    if (leads[number] != pairs[number].sides())
                        add_following(pairs[number].board(), number, bunch, which);
                },
                [&](unsigned, Bunch& bunch) {
                    bunch.halve();
                    next.level.each_in(bunch.all(), [&](std::size_t k, std::uint32_t number) {
                        const Way way = bunch.ways[k];
                        const Pair from = pairs[way.from];
                        const Sides lacking = from.sides() & ~Sides{leads[way.from]};
                        const Sides sides = lacking & turned(next.sides[number], way.swapped);
                        leads[way.from] |= static_cast<std::uint8_t>(arrives(from.board(), way, sides));
                    });
                });
        };
        look(std::index_sequence<0, 1, 2, 3, 4, 5, 6>{});
        look(std::index_sequence<7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18>{});
        return kept(pairs.size(), leads, [&](std::size_t k) { return pairs[k].board(); });
    }

    /// Those of so many boards that have marks, with the sides these say.
    template <typename Marks, typename BoardOf>
    static std::vector<Pair> kept(std::size_t number, const Marks& marks, BoardOf board_of) {
        std::vector<Pair> result;
        for (std::size_t k = 0; k < number; ++k) {
            const Sides sides = marks[k];
            if (sides == 0) continue;
            const LiveBoard board = board_of(k);
            result.push_back({board, sides != both && mirrored(board) == board ? both : sides});
        }
        return result;
    }

    /// The live boards after `middle` pieces, those after one more and those after two more, from all boards after
    /// `middle` pieces and those with two fewer left to place (`beyond`).
    std::array<std::vector<Pair>, 3> joined(const std::vector<Pair>& from, const PairLevel& beyond) const {
        // Some 20 different boards lead to one of these, if it does not matter how.
        auto sieve = std::make_unique<Sieve>(sieve_bits * beyond.size());
        each_before(beyond, [&](unsigned, const Bunch& bunch) { sieve->insert(bunch.all()); });
        // What may follow each board is kept until it is known which of it leads on; only then it is asked which pieces
        // get there, and only where nothing else shows that both boards are live. A list for each helping of boards.
        Heap<Pair> heap(pool_.threads());
        std::vector<std::vector<PackedWay>> followers((from.size() + helping - 1) / helping);
        each_following(from, [&](unsigned thread, const Bunch& bunch) {
            auto& parts = heap.of(thread);
            auto& own = followers[bunch.number == 0 ? 0 : bunch.ways[0].from / helping];
            sieve->each_in(bunch.all(), [&](std::size_t k) {
                const Way way = bunch.ways[k];
                own.push_back(PackedWay(bunch.boards[k], way));
                Heap<Pair>::put(parts, hashed(bunch.boards[k].key),
                                {bunch.boards[k], turned(from[way.from].sides(), way.swapped)});
            });
        });
        sieve.reset();
        const PairLevel next_level = level(leading(collected(heap), beyond));
        Links links(from, next_level);
        share(from.size(), helping, [&](unsigned, std::size_t first, std::size_t) {
            std::vector<PackedWay>& own = followers[first / helping];
            std::vector<LiveBoard> boards;
            for (const PackedWay& way : own) boards.push_back(way.board());
            std::size_t covered = 0;
            next_level.level.each_in(boards, [&](std::size_t k, std::uint32_t next) {
                const Way way = own[k].way(first);
                SHAPEWRIGHT_ASSERT(way.from < from.size() && way.from - first < helping);
                if (way.open)
                    links.add(way, next, links.possible(way, next));
                else
                    own[covered++] = own[k];
            });
            own.resize(covered);
        });
        share(from.size(), helping, [&](unsigned, std::size_t first, std::size_t) {
            std::vector<PackedWay>& own = followers[first / helping];
            std::vector<LiveBoard> boards;
            for (const PackedWay& way : own) boards.push_back(way.board());
            next_level.level.each_in(boards, [&](std::size_t k, std::uint32_t next) {
                const Way way = own[k].way(first);
                const Sides sides = links.possible(way, next);
                if (!links.is_known(way, next, sides))
                    links.add(way, next, arrives(from[way.from].board(), way, sides));
            });
            own = {};
        });
        std::vector<Pair> next = links.reached();
        std::vector<Pair> after = reached(next, beyond);
        return {links.leading(), std::move(next), std::move(after)};
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
    void each_bunch(std::size_t boards, Add add, Work work) const {
        share(boards, helping, [&](unsigned thread, std::size_t from, std::size_t to) {
            Bunch bunch;
            for (std::size_t k = from; k < to; ++k) {
                add(static_cast<std::uint32_t>(k), bunch);
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

    std::vector<std::vector<Pair>> forward{{{LiveBoard::of(0, lines), both}}};
    while (forward.size() <= middle) {
        forward.push_back(builder.following(forward.back()));
        report();
    }
    std::vector<Pair> live;
    const auto put = [&](std::size_t placed) { levels_[placed] = builder.boards(live); };
    if (middle == last) {
        live = forward[last];
        std::erase_if(live, [](Pair pair) { return pair.board().height() != 0; });
        put(last);
    } else {
        std::vector<PairLevel> backward(last + 1);
        backward[last] = builder.level(std::vector<Pair>{{LiveBoard::of(0, 0), both}});
        for (std::size_t placed = last; placed-- > middle + 2;) {
            backward[placed] = builder.level(builder.preceding(backward[placed + 1]));
            report();
        }
        auto [here, next, after] = builder.joined(forward[middle], backward[middle + 2]);
        levels_[middle + 1] = builder.boards(next);
        live = std::move(after);
        put(middle + 2);
        report();
        for (std::size_t placed = middle + 3; placed <= last; ++placed) {
            live = builder.reached(live, backward[placed]);
            put(placed);
            report();
        }
        live = std::move(here);
        put(middle);
    }
    forward.pop_back();
    for (std::size_t placed = middle; placed-- > 0;) {
        live = builder.leading(forward[placed], builder.level(live));
        put(placed);
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
            SHAPEWRIGHT_ASSERT(next <= LiveLevel::most && way.from < boards.size());
            parts[way.from / LiveGraph::Builder::helping].push_back({next & 0xffffff, way.corner & 63U, facing & 3U});
            ++level.first[pieces * std::size_t{way.from} + piece + 1];
        });
        for (std::size_t k = 1; k < level.first.size(); ++k) level.first[k] += level.first[k - 1];
        level.steps.reserve(level.first.back());
        for (auto& part : parts) {
            level.steps.insert(level.steps.end(), part.begin(), part.end());
            part = {};
        }
        SHAPEWRIGHT_ASSERT(level.steps.size() == level.first.back());
    }
}

}  // namespace shapewright::clear
