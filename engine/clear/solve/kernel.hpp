// The search behind solve.hpp; local to the file that includes it, like dead_boards.hpp: containers hold types of its
// own alone, or their functions would be shared with other files.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "clear/nets/kernel.hpp"
#include "clear/solve/all_covers.hpp"
#include "clear/solve/covers.hpp"
#include "clear/solve/dead_boards.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/hash.hpp"

namespace shapewright::clear {
namespace {

/// What makes a board look bad; found by trying many weights on queues of two bags and a 4-line clear. All features
/// are counts of cells or column borders.
namespace weight {
constexpr int covered = 17;   // empty cells below filled ones
constexpr int sideways = 24;  // cells that differ from their right neighbour
constexpr int upright = 18;   // cells that differ from the one above
constexpr int closed = -13;   // column borders that no piece can cross any more
constexpr int pit = 38;       // empty cells between filled ones or walls
constexpr int shadowed = 0;   // cells at or below filled ones
constexpr int deep = -6;
constexpr unsigned noise = 144;
// A net whose weights are those above, divided by ten, gets as much noise as they do.
constexpr unsigned noise_of_net = 144 * Net::scale / 100;
}  // namespace weight

/// Boards looked at before the first starts are given up.
constexpr std::uint64_t first_cut = 25;
constexpr int patient_starts = 300;
/// Boards looked at before each board is asked whether pieces can fill it at all.
constexpr std::uint64_t careful_after = 1000;
/// Boards looked at before it is asked whether the queue can build any cover of the field: that takes as long as some
/// thousands of them, and most queues with a clear have found it by then.
constexpr std::uint64_t refute_after = 1500;

/// `Netted`: the quest brings a net, which takes the place of the score.
template <typename Set, bool Netted>
class Search {
public:
    Search(const Mover<Set>& mover, const Quest<Set>& quest, const StopToken& stop)
        : mover_(mover), quest_(quest), stop_(stop), covers_(mover.drop()) {}

    Found run() {
        Found answer;
        const int cells = columns * quest_.height - cells_in(quest_.board);
        needed_ = cells / 4;
        const auto wanted = static_cast<std::size_t>(needed_);
        if (cells < 0 || cells % 4 != 0 || needed_ == 0 || quest_.sequence.size() < wanted) return answer;
        const DeadBoards<Set> dead_boards(quest_, needed_);
        dead_boards_ = &dead_boards;
        length_ = dead_boards.length();
        leftovers_ = length_ > wanted ? quest_.leftovers : 0;
        const Node root{quest_.board, 0, static_cast<std::uint8_t>(quest_.height), quest_.sequence[0], {}};
        if (dead_boards.has(root.board, root.height, needed_, root.hand)) return answer;
        memory_.clear_for_new_question();
        random_ = quest_.seed * golden + 0x1234567;
        double cut = static_cast<double>(first_cut);
        for (int start = 0;; ++start) {
            noisy_ = start > 0;
            left_ = static_cast<std::uint64_t>(cut);
            if (quest_.nodes != 0) left_ = std::min(left_, quest_.nodes - answer.nodes);
            const std::uint64_t given = left_;
            cut_short_ = false;
            const bool found = descend(root, needed_, 0);
            answer.nodes += given - left_;
            if (found) {
                answer.outcome = Outcome::found;
                for (std::size_t k = 0; k < wanted; ++k) answer.placed[k] = path_[k];
                answer.pieces = wanted;
                return answer;
            }
            if (!cut_short_) return answer;
            if (answer.nodes >= careful_after) careful_ = true;
            if (answer.nodes >= refute_after && !is_refutation_tried_) {
                is_refutation_tried_ = true;
                if (no_cover_clears()) return answer;
            }
            if (stop_.expired() || (quest_.nodes != 0 && answer.nodes >= quest_.nodes)) {
                answer.outcome = Outcome::stopped;
                return answer;
            }
            if (start >= patient_starts || careful_) cut *= 1.3;
        }
    }

private:
    struct Node {
        Set board;
        int score;
        std::uint8_t height;
        std::uint8_t hand;
        Placed placed;
    };

    /// Boards proven hopeless, by board, hand and pieces left; one entry a slot, the newest stays.
    struct Memory {
        struct Entry {
            Set board{};
            std::uint32_t question = 0;
            std::uint8_t hand = 0;
            std::uint8_t left = 0;
        };
        static constexpr std::size_t least = std::size_t{1} << 12, most = std::size_t{1} << 22;
        std::vector<Entry> entries = std::vector<Entry>(least);
        /// The slots in use, the first ones: how many depends on the question alone, or what is forgotten, and with it
        /// the answer, would depend on the questions before.
        std::size_t slots = least;
        std::vector<Node> nodes;
        std::uint32_t question = 0;
        std::size_t written = 0;

        void clear_for_new_question() {
            written = 0;
            slots = least;
            if (entries.size() > std::size_t{1} << 16 || question == ~std::uint32_t{0}) {
                entries = std::vector<Entry>(least);
                question = 0;
            }
            ++question;
        }

        Entry& slot(const Set& board, std::uint8_t hand, int left) {
            SHAPEWRIGHT_ASSERT(std::has_single_bit(slots) && slots <= entries.size());
            std::uint64_t key;
            if constexpr (sizeof(Set) == sizeof(Board))
                key = board;
            else
                key = hashed(board);
            key += (static_cast<std::uint64_t>(hand) << 60) + (static_cast<std::uint64_t>(left) << 40);
            return entries[fibonacci(chained(0, key), 34) & (slots - 1)];
        }
        bool knows(const Set& board, std::uint8_t hand, int left) {
            const Entry& entry = slot(board, hand, left);
            return entry.question == question && entry.hand == hand && entry.left == left && entry.board == board;
        }
        void remember(const Set& board, std::uint8_t hand, int left) {
            if (++written > slots / 2 && slots < most) grow();
            slot(board, hand, left) = {board, question, hand, static_cast<std::uint8_t>(left)};
        }
        void grow() {
            // All memory first: this thread's next question finds these tables, even if there is none.
            const std::size_t more = 4 * slots;
            if (entries.size() < more) entries.resize(more);
            const auto end = entries.begin() + static_cast<std::ptrdiff_t>(slots);
            const std::vector<Entry> old(entries.begin(), end);
            std::for_each(entries.begin(), end, [](Entry& entry) { entry.question = 0; });
            slots = more;
            for (const Entry& entry : old)
                if (entry.question == question) slot(entry.board, entry.hand, entry.left) = entry;
        }
    };

    static Memory& room() {
        thread_local Memory memory;
        return memory;
    }

    int score(const Set& board, int height) {
        int result = 0;
        if constexpr (Netted) {
            result = badness(*quest_.net, board, height);
        } else {
            result = plain_score(board, height);
        }
        if (noisy_) {
            constexpr unsigned noise = Netted ? weight::noise_of_net : weight::noise;
            random_ ^= random_ << 13;
            random_ ^= random_ >> 7;
            random_ ^= random_ << 17;
            result += static_cast<int>((random_ >> 32) * noise >> 32);
        }
        return result;
    }

    static int plain_score(const Set& board, int height) {
        const Masks<Set>& s = masks<Set>;
        const Set& inside = s.low[static_cast<std::size_t>(height)];
        const Set empty = inside & ~board;
        const Set under = and_below(board);
        const int closed = 9 - count_bits(lowest_row_of(and_below(empty & (empty >> 1))) & 0x1ff);
        int result = weight::covered * cells_in(under & empty) + weight::closed * closed;
        result += weight::sideways * cells_in(differing(board, Set(board >> 1)) & s.not_last & inside);
        result += weight::upright *
                  cells_in(differing(board, Set(board >> columns)) & s.low[static_cast<std::size_t>(height - 1)]);
        result += weight::pit * cells_in(empty & ((board << 1) | s.first) & ((board >> 1) | s.last));
        result += weight::deep * cells_in(empty & (under >> columns) & (under >> (2 * columns)));
        return result;
    }

    /// Adds what can follow when `piece` goes down and `hand` stays.
    void follow(const Node& node, int left, unsigned piece, unsigned hand) {
        SHAPEWRIGHT_ASSERT(left > 0 && piece < pieces && hand <= no_piece);
        std::vector<Node>& nodes = memory_.nodes;
        const Locks<Set> locks = mover_.locks(node.board, node.height, static_cast<Piece>(piece));
        for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing) {
            const Orientation& o = orientations[piece][facing];
            Set rest = locks.at[facing];
            while (any(rest)) {
                const int corner = lowest(rest);
                rest &= ~(Set(1) << corner);
                const int y = corner / columns;
                Set board = node.board | (Set(o.bits) << corner);
                const int height = node.height - take_full_rows(board, y, o.height);
                if (dead_boards_->has(board, height, left - 1, hand)) continue;
                const int value = left > 2 ? score(board, height) : 0;
                if (top_ == nodes.size()) nodes.resize(2 * top_ + 256);
                nodes[top_++] = {board,
                                 value,
                                 static_cast<std::uint8_t>(height),
                                 static_cast<std::uint8_t>(hand),
                                 {static_cast<Piece>(piece), static_cast<std::uint8_t>(facing),
                                  static_cast<std::uint8_t>(corner % columns), static_cast<std::uint8_t>(y)}};
            }
        }
    }

    /// Proof that there is no clear; false says nothing.
    bool no_cover_clears() const {
        if constexpr (sizeof(Set) == sizeof(Board)) {
            if (quest_.height > covered_rows || quest_.nodes != 0) return false;
            return AllCovers(mover_, quest_, length_, stop_).verdict() == AllCovers::Verdict::none_clears;
        } else {
            return false;
        }
    }

    bool may_be_covered(const Node& node, int left) {
        Stock stock{};
        if (node.hand != no_piece) ++stock[node.hand];
        for (auto k = static_cast<std::size_t>(needed_ - left) + 1; k < length_; ++k) ++stock[quest_.sequence[k]];
        Board board;
        if constexpr (sizeof(Set) == sizeof(Board)) {
            board = node.board;
        } else {
            board = node.board.word[0];
        }
        return covers_.may_be(board, node.height, stock, leftovers_);
    }

    bool descend(const Node node, int left, int depth) {
        SHAPEWRIGHT_ASSERT(left + depth == needed_ && left >= 0);
        if (left == 0) return node.height == 0 && (quest_.leftovers >> node.hand & 1) != 0;
        if (left_ == 0) {
            cut_short_ = true;
            return false;
        }
        if (--left_ % 4096 == 0 && stop_.expired()) {
            left_ = 0;
            cut_short_ = true;
            return false;
        }
        if (memory_.knows(node.board, node.hand, left)) return false;
        if (careful_ && node.height <= Covers::rows && !may_be_covered(node, left)) {
            memory_.remember(node.board, node.hand, left);
            return false;
        }
        const std::size_t from = top_;
        const std::size_t next = static_cast<std::size_t>(depth) + 1;
        const unsigned coming = next < length_ ? quest_.sequence[next] : no_piece;
        follow(node, left, node.hand, coming);
        if (quest_.hold && coming != no_piece && coming != node.hand) follow(node, left, coming, node.hand);
        while (top_ > from) {
            std::vector<Node>& nodes = memory_.nodes;
            std::size_t best = from;
            for (std::size_t k = from + 1; k < top_; ++k)
                if (nodes[k].score < nodes[best].score) best = k;
            const Node child = nodes[best];
            nodes[best] = nodes[--top_];
            if (descend(child, left - 1, depth + 1)) {
                path_[static_cast<std::size_t>(depth)] = child.placed;
                return true;
            }
            if (cut_short_) {
                top_ = from;
                return false;
            }
        }
        memory_.remember(node.board, node.hand, left);
        return false;
    }

    const Mover<Set>& mover_;
    const Quest<Set>& quest_;
    const StopToken& stop_;
    Memory& memory_ = room();  // of the thread, which is to be the one that runs the search
    int needed_ = 0;
    std::size_t length_ = 0;
    std::size_t top_ = 0;
    std::uint64_t left_ = 0;
    std::uint64_t random_ = 0;
    bool noisy_ = false;
    bool careful_ = false;
    bool is_refutation_tried_ = false;
    unsigned leftovers_ = 0;
    Covers covers_;
    bool cut_short_ = false;
    const DeadBoards<Set>* dead_boards_ = nullptr;
    Placed path_[most_pieces];
};

template <typename Set>
Found searched(const Mover<Set>& mover, const Quest<Set>& quest, const StopToken& stop) {
    if (quest.net != nullptr) return Search<Set, true>(mover, quest, stop).run();
    return Search<Set, false>(mover, quest, stop).run();
}

}  // namespace
}  // namespace shapewright::clear
