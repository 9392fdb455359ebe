#include "clear/live_graph.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "clear/borders.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace shapewright::clear {

namespace {

std::uint64_t mixed(std::uint64_t key) {
    key ^= key >> 32;
    key *= 0x9e3779b97f4a7c15ULL;
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9ULL;
    return key ^ key >> 32;
}

Board and_below(Board bits) {
    bits |= bits >> columns;
    bits |= bits >> (2 * columns);
    return bits | bits >> (4 * columns);
}
Board and_above(Board bits) {
    bits |= bits << columns;
    bits |= bits << (2 * columns);
    return bits | bits << (4 * columns);
}

/// Masks for boards of up to six rows.
struct Masks {
    // By piece, facing and height: the corners at which the piece lies within the rows.
    std::array<std::array<std::array<Board, low_rows + 1>, facings>, pieces> inside{};

    Masks() {
        for (std::size_t piece = 0; piece < pieces; ++piece)
            for (std::size_t facing = 0; facing < facings; ++facing) {
                const Orientation& o = orientations[piece][facing];
                for (int height = o.height; height <= low_rows; ++height)
                    for (int x = 0; x + o.width <= columns; ++x)
                        inside[piece][facing][static_cast<std::size_t>(height)] |=
                            column<Board>(x, height - o.height + 1);
            }
    }
};

const Masks& masks() {
    static const Masks made;
    return made;
}

/// A set of hash values: may say yes by mistake, never no. A look at it is a walk through memory, so looks come in
/// bunches: `place` fetches, `has` and `insert` a little later find it there.
class Sieve {
public:
    /// With room for so many boards that one in 64 others is taken for one of them.
    explicit Sieve(std::size_t boards)
        : shift_(64 - std::max(20, static_cast<int>(std::bit_width(64 * boards)))),
          size_((std::size_t{1} << (64 - shift_)) / 64),
          words_(
              static_cast<std::atomic<std::uint64_t>*>(std::aligned_alloc(huge, size_ * 8 + huge - size_ * 8 % huge))) {
        if (words_ == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        madvise(words_.get(), size_ * 8, MADV_HUGEPAGE);  // else every look costs a second one, at the page table
#endif
        std::uninitialized_value_construct_n(words_.get(), size_);
    }

    std::uint64_t place(LiveBoard board) const {
        const std::uint64_t place = mixed(board.key) >> shift_;
        __builtin_prefetch(&words_.get()[place >> 6]);
        return place;
    }
    bool has(std::uint64_t place) const {
        return (words_.get()[place >> 6].load(std::memory_order_relaxed) >> (place & 63) & 1) != 0;
    }
    void insert(std::uint64_t place) {
        if (!has(place)) words_.get()[place >> 6].fetch_or(std::uint64_t{1} << (place & 63), std::memory_order_relaxed);
    }

private:
    static constexpr std::size_t huge = std::size_t{1} << 21;
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    int shift_;
    std::size_t size_;
    std::unique_ptr<std::atomic<std::uint64_t>, Free> words_;
};

/// Keys from several threads, sorted into parts by their hash value so that each part can be made unique on its own.
class Heap {
public:
    static constexpr std::size_t parts = 1024;
    using Parts = std::vector<std::vector<LiveBoard>>;

    explicit Heap(unsigned threads) : of_thread_(threads, Parts(parts)) {}

    Parts& of(unsigned thread) { return of_thread_[thread]; }

    static void put(Parts& into, LiveBoard board) { into[mixed(board.key) >> 54].push_back(board); }

    /// Takes the keys of a part out, each once.
    std::vector<LiveBoard> take(std::size_t part) {
        std::size_t number = 0;
        for (const Parts& own : of_thread_) number += own[part].size();
        std::vector<LiveBoard> result;
        // No board has the key 0: that would be one without rows, which comes last and alone.
        std::vector<std::uint64_t> table(std::bit_ceil(number + number / 2 + 2), ~std::uint64_t{0});
        for (Parts& own : of_thread_) {
            for (const LiveBoard board : own[part]) {
                std::size_t at = mixed(board.key) & (table.size() - 1);
                while (table[at] != ~std::uint64_t{0} && table[at] != board.key) at = (at + 1) & (table.size() - 1);
                if (table[at] == board.key) continue;
                table[at] = board.key;
                result.push_back(board);
            }
            own[part] = {};
        }
        return result;
    }

private:
    std::vector<Parts> of_thread_;
};

}  // namespace

void LiveGraph::Level::index() {
    places.assign(std::bit_ceil(2 * boards.size() + 2), absent);
    for (std::uint32_t number = 0; number < boards.size(); ++number) {
        std::size_t at = mixed(boards[number].key) & (places.size() - 1);
        while (places[at] != absent) at = (at + 1) & (places.size() - 1);
        places[at] = number;
    }
}

std::uint32_t LiveGraph::Level::find(LiveBoard board) const {
    if (places.empty()) return absent;
    for (std::size_t at = mixed(board.key) & (places.size() - 1);; at = (at + 1) & (places.size() - 1)) {
        if (places[at] == absent) return absent;
        if (boards[places[at]] == board) return places[at];
    }
}

std::uint32_t LiveGraph::find(int placed, LiveBoard board) const {
    return levels_[static_cast<std::size_t>(placed)].find(board);
}

/// The work on the way to the graph; every step is shared out among the threads.
class LiveGraph::Builder {
public:
    Builder(const LiveGraph& graph, unsigned threads, const StopToken& stop)
        : mover_(graph.mover_), lines_(graph.lines_), threads_(std::max(1U, threads)), stop_(stop) {
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const Locks<Board> locks = mover_.locks(0, low_rows, static_cast<Piece>(piece));
            for (std::size_t facing = 0; facing < facings; ++facing) in_air_[piece][facing] = any(locks.at[facing]);
        }
    }

    /// Calls work(thread, number) for all numbers below `number`, in helpings.
    template <typename Work>
    void share(std::size_t number, std::size_t helping, Work work) const {
        std::atomic<std::size_t> next{0};
        std::atomic<bool> stopped{false};
        const auto run = [&](unsigned thread) {
            for (;;) {
                const std::size_t from = next.fetch_add(helping);
                if (from >= number || stopped.load(std::memory_order_relaxed)) return;
                if (stop_.expired()) stopped.store(true);
                for (std::size_t k = from; k < std::min(number, from + helping); ++k) work(thread, k);
            }
        };
        std::vector<std::thread> others;
        for (unsigned thread = 1; thread < threads_; ++thread) others.emplace_back(run, thread);
        run(0);
        for (std::thread& other : others) other.join();
        if (stopped.load()) throw Stopped{};
    }

    std::vector<LiveBoard> collected(Heap& heap) const {
        std::vector<std::vector<LiveBoard>> parts(Heap::parts);
        share(Heap::parts, 1, [&](unsigned, std::size_t part) { parts[part] = heap.take(part); });
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

    /// Sorts by merging what the threads have sorted.
    void sort(std::vector<LiveBoard>& boards) const {
        const std::size_t piece = boards.size() / threads_ + 1;
        const auto bound = [&](std::size_t k) {
            return boards.begin() + static_cast<std::ptrdiff_t>(std::min(boards.size(), k * piece));
        };
        share(threads_, 1, [&](unsigned, std::size_t k) { std::sort(bound(k), bound(k + 1)); });
        for (std::size_t k = 1; k < threads_; ++k) std::inplace_merge(boards.begin(), bound(k), bound(k + 1));
    }

    /// Calls visit(next) for what follows a board, unless it is lost for all to see.
    template <typename Visit>
    void each_following(LiveBoard from, Visit visit) const {
        each_following(
            from, [](LiveBoard) { return std::uint64_t{0}; }, [](std::uint64_t) { return true; },
            [&](LiveBoard next) {
                visit(next);
                return true;
            });
    }

    /// The same for what is in the sieve, as long as visit(next) says so.
    template <typename Visit>
    void each_following(LiveBoard from, const Sieve& sieve, Visit visit) const {
        each_following(
            from, [&](LiveBoard next) { return sieve.place(next); },
            [&](std::uint64_t place) { return sieve.has(place); }, visit);
    }

    /// `place` is asked for every resting place of a piece before `has` is for the first. Only what `has` does not rule
    /// out is asked whether the piece gets there, which takes longer.
    template <typename Place, typename Has, typename Visit>
    void each_following(LiveBoard from, Place place, Has has, Visit visit) const {
        struct Candidate {
            LiveBoard next;
            std::uint64_t place;
            std::uint8_t facing;
            std::uint8_t corner;
            bool open;
        };
        const Board board = from.board();
        const int height = from.height();
        std::array<Candidate, facings * low_rows * columns> candidates;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            std::size_t number = 0;
            for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing) {
                const Orientation& o = orientations[piece][facing];
                const Board inside = masks().inside[piece][facing][static_cast<std::size_t>(height)];
                if (inside == 0) continue;
                const Board solid =
                    (board >> o.cells[0]) | (board >> o.cells[1]) | (board >> o.cells[2]) | (board >> o.cells[3]);
                const Board fits = inside & ~solid;
                const Board open = in_air_[piece][facing] ? ~and_below(solid) : Board{0};
                each(Board{fits & ~(fits << columns)}, [&](int corner) {
                    Board next = board | o.bits << corner;
                    const int left = height - clear_rows(next, corner / columns, o.height);
                    if (splits_badly(lowest_rows<Board>(left) & ~next)) return;
                    const LiveBoard key = LiveBoard::of(next, left);
                    candidates[number++] = {key, place(key), static_cast<std::uint8_t>(facing),
                                            static_cast<std::uint8_t>(corner), (open >> corner & 1) != 0};
                });
            }
            Locks<Board> locks;
            bool known = false;
            for (std::size_t k = 0; k < number; ++k) {
                const Candidate& one = candidates[k];
                if (!has(one.place)) continue;
                if (!one.open) {
                    if (!known) locks = mover_.locks(board, height, static_cast<Piece>(piece));
                    known = true;
                    if ((locks.at[one.facing] >> one.corner & 1) == 0) continue;
                }
                if (!visit(one.next)) return;
            }
        }
    }

    /// All boards that follow, each once, in no order.
    std::vector<LiveBoard> following(const std::vector<LiveBoard>& boards) const {
        Heap heap(threads_);
        share(boards.size(), 256, [&](unsigned thread, std::size_t k) {
            each_following(boards[k], [&](LiveBoard next) { Heap::put(heap.of(thread), next); });
        });
        return collected(heap);
    }

    /// Boards from which a piece, wherever it comes from, could rest so as to leave `after`: calls
    /// visit(board, piece, facing, corner).
    template <typename Visit>
    void each_before(LiveBoard after, Visit visit) const {
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
                for (std::size_t piece = 0; piece < pieces; ++piece)
                    for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing) {
                        const Orientation& o = orientations[piece][facing];
                        Board corners = masks().inside[piece][facing][static_cast<std::size_t>(height)] &
                                        (board >> o.cells[0]) & (board >> o.cells[1]) & (board >> o.cells[2]) &
                                        (board >> o.cells[3]);
                        // A row that vanishes got a cell of the piece, and every row of its box has one.
                        corners &= lowest_rows<Board>(lowest_full + 1);
                        if (highest_full >= o.height) corners &= ~lowest_rows<Board>(highest_full - o.height + 1);
                        each(corners, [&](int corner) {
                            const Board before = board & ~(o.bits << corner);
                            if (corner >= columns && (before & o.bits << (corner - columns)) == 0) return;  // it floats
                            // Nothing has vanished yet: the cells are those of whole pieces.
                            if (height == lines_ && splits_badly(before)) return;
                            visit(LiveBoard::of(before, height), piece, facing, corner);
                        });
                    }
            }
        }
    }

    /// All boards from which one piece leads to one of `boards`.
    std::vector<LiveBoard> preceding(const std::vector<LiveBoard>& boards) const {
        Heap heap(threads_);
        share(boards.size(), 64, [&](unsigned thread, std::size_t k) {
            each_before(boards[k], [&](LiveBoard before, std::size_t piece, std::size_t facing, int corner) {
                const Board way = and_above(orientations[piece][facing].bits << corner);
                if (!in_air_[piece][facing] || (way & before.board()) != 0) {
                    const Locks<Board> locks = mover_.locks(before.board(), before.height(), static_cast<Piece>(piece));
                    if ((locks.at[facing] >> corner & 1) == 0) return;
                }
                Heap::put(heap.of(thread), before);
            });
        });
        return collected(heap);
    }

    /// Those of `boards` that one piece takes to a board of `next`.
    std::vector<LiveBoard> leading(const std::vector<LiveBoard>& boards, const Level& next) const {
        const std::unique_ptr<Sieve> sieve = sieve_of(next);
        std::vector<char> keeps(boards.size());
        share(boards.size(), 256, [&](unsigned, std::size_t k) {
            each_following(boards[k], *sieve, [&](LiveBoard board) {
                if (next.find(board) != absent) keeps[k] = 1;
                return keeps[k] == 0;
            });
        });
        return kept(boards, keeps);
    }

    /// Those of `next` to which one piece leads from a board of `boards`.
    std::vector<LiveBoard> led_to(const std::vector<LiveBoard>& boards, const Level& next) const {
        const std::unique_ptr<Sieve> sieve = sieve_of(next);
        std::vector<std::atomic<char>> reached(next.boards.size());
        share(boards.size(), 256, [&](unsigned, std::size_t k) {
            each_following(boards[k], *sieve, [&](LiveBoard board) {
                const std::uint32_t number = next.find(board);
                if (number != absent) reached[number].store(1, std::memory_order_relaxed);
                return true;
            });
        });
        std::vector<LiveBoard> result;
        for (std::size_t k = 0; k < next.boards.size(); ++k)
            if (reached[k].load() != 0) result.push_back(next.boards[k]);
        return result;
    }

    std::unique_ptr<Sieve> sieve_of(const Level& level) const {
        auto sieve = std::make_unique<Sieve>(level.boards.size());
        share(level.boards.size(), 4096,
              [&](unsigned, std::size_t k) { sieve->insert(sieve->place(level.boards[k])); });
        return sieve;
    }

    static std::vector<LiveBoard> kept(const std::vector<LiveBoard>& boards, const std::vector<char>& keeps) {
        std::vector<LiveBoard> result;
        for (std::size_t k = 0; k < boards.size(); ++k)
            if (keeps[k] != 0) result.push_back(boards[k]);
        return result;
    }

    Level level(std::vector<LiveBoard> boards) const {
        sort(boards);
        Level result{std::move(boards), {}};
        result.index();
        return result;
    }

    /// The live boards after `middle` pieces and those after one more, from all boards after `middle` pieces and those
    /// with two fewer left to place (`beyond`).
    std::pair<Level, Level> joined(const std::vector<LiveBoard>& from, const Level& beyond) const {
        // Some 40 boards lead to one of these, if it does not matter how.
        auto sieve = std::make_unique<Sieve>(20 * beyond.boards.size());
        share(beyond.boards.size(), 64, [&](unsigned, std::size_t k) {
            std::array<std::uint64_t, 32> places;
            std::size_t number = 0;
            each_before(beyond.boards[k], [&](LiveBoard before, std::size_t, std::size_t, int) {
                if (number >= places.size()) sieve->insert(places[number % places.size()]);
                places[number++ % places.size()] = sieve->place(before);
            });
            for (std::size_t last = std::min(number, places.size()); last-- > 0;) sieve->insert(places[last]);
        });
        // What may follow each board is kept until it is known which of it is live.
        struct Followers {
            std::array<std::uint16_t, 256> number{};
            std::vector<LiveBoard> boards;
        };
        Heap heap(threads_);
        std::vector<Followers> followers((from.size() + 255) / 256);
        share(followers.size(), 1, [&](unsigned thread, std::size_t part) {
            Followers& own = followers[part];
            for (std::size_t k = part * 256; k < std::min(from.size(), part * 256 + 256); ++k)
                each_following(from[k], *sieve, [&](LiveBoard next) {
                    own.boards.push_back(next);
                    ++own.number[k % 256];
                    Heap::put(heap.of(thread), next);
                    return true;
                });
            own.boards.shrink_to_fit();
        });
        sieve.reset();
        Level next = level(leading(collected(heap), beyond));
        std::vector<char> keeps(from.size());
        share(followers.size(), 1, [&](unsigned, std::size_t part) {
            Followers& own = followers[part];
            auto board = own.boards.begin();
            for (std::size_t k = part * 256; k < std::min(from.size(), part * 256 + 256); ++k)
                for (std::uint16_t left = own.number[k % 256]; left > 0; --left, ++board)
                    if (keeps[k] == 0 && next.find(*board) != absent) keeps[k] = 1;
            own = {};
        });
        Level here = level(kept(from, keeps));
        return {std::move(here), std::move(next)};
    }

private:
    const Mover<Board>& mover_;
    int lines_;
    unsigned threads_;
    const StopToken& stop_;
    std::array<std::array<bool, facings>, pieces> in_air_{};
};

LiveGraph::LiveGraph(const Mover<Board>& mover, int lines, unsigned threads, const StopToken& stop)
    : mover_(mover), lines_(lines), pieces_(columns * lines / 4) {
    if (lines != 2 && lines != 4) throw std::invalid_argument("live boards are found for 2 or 4 lines");
    const Builder builder(*this, threads, stop);
    levels_.resize(static_cast<std::size_t>(pieces_) + 1);
    const auto last = static_cast<std::size_t>(pieces_);
    const std::size_t middle = lines == 2 ? last : 5;

    std::vector<std::vector<LiveBoard>> forward{{LiveBoard::of(0, lines)}};
    while (forward.size() <= middle) forward.push_back(builder.following(forward.back()));
    if (middle == last) {
        std::erase_if(forward[last], [](LiveBoard board) { return board.height() != 0; });
        levels_[last] = builder.level(forward[last]);
    } else {
        std::vector<Level> backward(last + 1);
        backward[last] = builder.level({LiveBoard::of(0, 0)});
        for (std::size_t placed = last; placed-- > middle + 2;)
            backward[placed] = builder.level(builder.preceding(backward[placed + 1].boards));
        std::tie(levels_[middle], levels_[middle + 1]) = builder.joined(forward[middle], backward[middle + 2]);
        for (std::size_t placed = middle + 2; placed <= last; ++placed)
            levels_[placed] = builder.level(builder.led_to(levels_[placed - 1].boards, backward[placed]));
    }
    forward.pop_back();
    for (std::size_t placed = middle; placed-- > 0;) {
        levels_[placed] = builder.level(builder.leading(forward[placed], levels_[placed + 1]));
        forward.pop_back();
    }
}

std::uint64_t LiveGraph::count_placements(unsigned threads, const StopToken& stop) const {
    const Builder builder(*this, threads, stop);
    std::atomic<std::uint64_t> total{0};
    for (int placed = 0; placed < pieces_; ++placed) {
        const std::span<const LiveBoard> from = boards(placed);
        builder.share(from.size(), 256, [&](unsigned, std::size_t k) {
            std::uint64_t number = 0;
            for (std::size_t piece = 0; piece < pieces; ++piece)
                each_placement(placed, from[k], static_cast<Piece>(piece),
                               [&](std::size_t, int, std::uint32_t) { ++number; });
            total.fetch_add(number, std::memory_order_relaxed);
        });
    }
    return total.load();
}

LivePlacements::LivePlacements(const LiveGraph& graph, unsigned threads, const StopToken& stop)
    : lines_(graph.lines()), levels_(static_cast<std::size_t>(graph.pieces_needed())) {
    constexpr std::size_t helping = 1 << 14;
    const LiveGraph::Builder builder(graph, threads, stop);
    for (int placed = 0; placed < graph.pieces_needed(); ++placed) {
        const std::span<const LiveBoard> boards = graph.boards(placed);
        Level& level = levels_[static_cast<std::size_t>(placed)];
        level.first.resize(pieces * boards.size() + 1);
        std::vector<std::vector<Step>> parts((boards.size() + helping - 1) / helping);
        builder.share(parts.size(), 1, [&](unsigned, std::size_t part) {
            for (std::size_t k = part * helping; k < std::min(boards.size(), (part + 1) * helping); ++k)
                for (std::size_t piece = 0; piece < pieces; ++piece) {
                    const std::size_t before = parts[part].size();
                    graph.each_placement(placed, boards[k], static_cast<Piece>(piece),
                                         [&](std::size_t facing, int corner, std::uint32_t next) {
                                             parts[part].push_back({next & 0xffffff, static_cast<unsigned>(corner) & 63,
                                                                    static_cast<unsigned>(facing) & 3});
                                         });
                    level.first[pieces * k + piece + 1] = static_cast<std::uint32_t>(parts[part].size() - before);
                }
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
