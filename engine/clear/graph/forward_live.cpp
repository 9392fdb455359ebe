// A level more of a graph whose boards are among live ones that are known: by several threads, and with few steps for
// the many boards that follow and lead nowhere.
#include <array>
#include <span>

#include "clear/board_index.hpp"
#include "clear/graph/full_rows.hpp"
#include "clear/graph/graph.hpp"
#include "clear/live/resting.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/memory.hpp"
#include "core/share.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t most_boards = Edge::most;
constexpr std::size_t boards_in_batch = 64;
constexpr std::size_t batches_in_round = 128;

/// What follows some boards and may be live.
struct Batch {
    struct Next {
        Board board;  // in the rows of the start
        Contexts::Id hand;
        std::uint32_t piece;
    };
    std::vector<Next> next;
    std::vector<std::size_t> ends;  // by board that they follow
};

/// Finds what follows boards. What is looked up lies all over memory, so it is fetched for many boards at once.
class Follower {
public:
    explicit Follower(const Mover<Board>& mover) : mover_(&mover) {
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const auto [piece, facing] = all_piece_facings[which];
            in_air_[which] = any(mover.locks(0, low_rows, Piece{piece}).at[facing]);
        }
    }

    /// Keeps what may be live of what follows `boards`. `hand(k, piece)` is what may be in hand after the k-th of them
    /// and that piece.
    template <typename Hand>
    void find(const LiveFilter& live, int height, std::span<const Board> boards, Hand hand, Batch& batch) {
        candidates_.clear();
        shown_.clear();
        sources_.clear();
        for (std::size_t k = 0; k < boards.size(); ++k)
            add(height, boards[k], [&](std::size_t piece) { return hand(k, piece) != Contexts::empty; });
        batch.next.clear();
        batch.ends.clear();
        live.each_in(shown_, [&](std::size_t k) {
            while (sources_[batch.ends.size()].end <= k) batch.ends.push_back(batch.next.size());
            const std::size_t number = batch.ends.size();
            const Source& source = sources_[number];
            SHAPEWRIGHT_ASSERT(k < source.end && (number == 0 || sources_[number - 1].end <= k));
            const Candidate one = candidates_[k];
            const PieceFacing turned = all_piece_facings[one.which];
            // Whether a piece gets below an overhang takes longer to find out, so only now it is asked.
            if (!one.is_sure && !mover_->arrives(source.seen, Piece{turned.piece}, turned.facing, one.corner)) return;
            const Board cells = with(orientation(turned).bits << one.corner, source.full);
            batch.next.push_back({boards[number] | cells, hand(number, turned.piece), turned.piece});
        });
        batch.ends.resize(boards.size(), batch.next.size());
        SHAPEWRIGHT_ASSERT(batch.next.empty() || batch.ends.back() <= batch.next.size());
    }

private:
    struct Candidate {
        std::uint8_t which;
        std::uint8_t corner;
        bool is_sure;  // or it is to be found out whether the piece gets there
    };
    /// A board, as the game shows it, and where its candidates end.
    struct Source {
        Board seen;
        FullRows full;
        std::size_t end;
    };

    template <typename MayPlace>
    void add(int height, Board board, MayPlace may_place) {
        constexpr Board first = column<Board>(0, low_rows);
        const FullRows full = full_rows(board);
        const Board seen = without(board, full);
        const int rows = height - full.count;
        const Resting resting(seen, rows);
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const PieceFacing turned = all_piece_facings[which];
            if (!may_place(turned.piece)) continue;
            const Orientation& o = orientation(turned);
            const Board open = in_air_[which] ? resting.open[which] : Board{0};
            each(resting.places[which], [&](int corner) {
                Board shown = seen | o.bits << corner;
                int left = rows;
                // A row without an empty cell borrows from the one above: the usual test for a zero.
                const Board empty = ~shown & lowest_rows<Board>(low_rows);
                if (((empty - first) & ~empty & (first << (columns - 1))) != 0)
                    left -= clear_rows(shown, corner / columns, o.height);
                candidates_.push_back(
                    {static_cast<std::uint8_t>(which), static_cast<std::uint8_t>(corner), (open >> corner & 1) != 0});
                shown_.push_back(LiveBoard::of(shown, left));
            });
        }
        sources_.push_back({seen, full, candidates_.size()});
    }

    const Mover<Board>* mover_;
    std::array<bool, piece_facings> in_air_{};  // whether a piece can turn that way in the air
    std::vector<Candidate> candidates_;
    std::vector<LiveBoard> shown_;  // by candidate
    std::vector<Source> sources_;
};

}  // namespace

template <>
Grown Graph<TallBoard>::forward_live(const StopToken&, std::uint64_t, unsigned) {
    return Grown::too_large;  // there are no live boards so tall
}

template <>
Grown Graph<Board>::forward_live(const StopToken& stop, std::uint64_t bytes, unsigned threads) {
    Level& here = levels_[level_];
    Level& next = levels_[level_ + 1];
    BoardIndex<Board> index(next.boards);
    const std::uint64_t before = this->bytes();
    const bool is_nearly_done = level_ + 2 == placements();
    const std::size_t placed = static_cast<std::size_t>(live_->pieces_needed()) - (placements() - level_ - 1);
    SHAPEWRIGHT_ASSERT(placed <= static_cast<std::size_t>(live_->pieces_needed()));
    const LiveFilter live = live_->filter(static_cast<int>(placed));
    if (here.boards.size() <= boards_in_batch) threads = 1;
    // Asked for here, since the threads only read.
    std::vector<std::array<Contexts::Id, pieces>> hands;
    std::vector<bool> is_known;
    for (const Contexts::Id set : here.contexts) {
        if (is_known.size() <= set) {
            is_known.resize(set + std::size_t{1});
            hands.resize(set + std::size_t{1});
        }
        if (is_known[set]) continue;
        is_known[set] = true;
        for (std::size_t piece = 0; piece < pieces; ++piece) hands[set][piece] = contexts_.image(level_, set, piece);
    }

    const auto add = [&](const Batch& batch) {
        for (const Batch::Next& one : batch.next) index.fetch(one.board);
        for (const Batch::Next& one : batch.next) index.fetch_found(one.board, next.contexts);
        std::size_t k = 0;
        for (const std::size_t end : batch.ends) {
            for (; k < end; ++k) {
                const auto& [board, hand, piece] = batch.next[k];
                if (is_nearly_done && !may_be_filled(board, level_ + 1, hand)) continue;
                const auto [target, is_new] = index.add(board);
                if (is_new)
                    next.contexts.push_back(hand);
                else
                    next.contexts[target] = contexts_.united(level_ + 1, next.contexts[target], hand);
                here.edges.emplace_back(target, piece);
            }
            here.first.push_back(here.edges.size());
        }
    };
    // While a thread adds what was found last, the others find more.
    Pool pool(threads);
    std::vector<Follower> followers(pool.threads(), Follower(*mover_));
    std::vector<Batch> found, last;
    for (std::size_t from = 0; from < here.boards.size() || !last.empty();) {
        const std::uint64_t now = bytes_of(next.boards) + bytes_of(next.contexts) + bytes_of(here.edges) +
                                  bytes_of(here.first) + index.bytes() + contexts_.bytes();
        if (before + now > bytes || next.boards.size() > most_boards - 1024 * 1024) return Grown::too_large;
        const std::size_t rest = here.boards.size() - from;
        found.resize(std::min(batches_in_round, (rest + boards_in_batch - 1) / boards_in_batch));
        const auto work = [&](unsigned thread, std::size_t task, std::size_t) {
            if (task == 0) {
                for (const Batch& batch : last) add(batch);
                return;
            }
            const std::size_t first = from + (task - 1) * boards_in_batch;
            const std::size_t number = std::min(boards_in_batch, here.boards.size() - first);
            followers[thread].find(
                live, task_.height, std::span(here.boards).subspan(first, number),
                [&](std::size_t k, std::size_t piece) { return hands[here.contexts[first + k]][piece]; },
                found[task - 1]);
        };
        if (!pool.share(found.size() + 1, 1, stop, work)) return Grown::stopped;
        from += std::min(rest, boards_in_batch * batches_in_round);
        std::swap(found, last);
    }
    return Grown::done;
}

}  // namespace shapewright::clear
