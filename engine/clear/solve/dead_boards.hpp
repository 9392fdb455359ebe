// Boards that no order of the pieces left can clear. Everything here is local to the file that includes it, because
// that file may be compiled for a processor that not every machine has.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "clear/borders.hpp"
#include "clear/solve/solve.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"

namespace shapewright::clear {
namespace {

constexpr int rows_of_low = low_rows;

inline int cells_in(Board bits) {
    return count_bits(bits);
}
inline int cells_in(const TallBoard& bits) {
    return count(bits);
}
template <typename Set>
Set differing(const Set& one, const Set& other) {
    return (one & ~other) | (other & ~one);
}

/// Masks that do not depend on the question.
template <typename Set>
struct Masks {
    static constexpr int rows = sizeof(Set) == sizeof(Board) ? rows_of_low : tall_rows;
    std::array<Set, rows + 1> low{};   // the lowest rows
    std::array<Set, columns> up_to{};  // all columns up to this one
    Set even{};                        // columns 0, 2, ...
    Set first{}, last{}, not_last{};   // the outermost columns

    constexpr Masks() {
        for (int y = 0; y <= rows; ++y) low[static_cast<std::size_t>(y)] = lowest_rows<Set>(y);
        Set before(0);
        for (int x = 0; x < columns; ++x) {
            const Set here = column<Set>(x, rows);
            before |= here;
            up_to[static_cast<std::size_t>(x)] = before;
            if (x % 2 == 0) even |= here;
        }
        first = column<Set>(0, rows);
        last = column<Set>(columns - 1, rows);
        not_last = ~last;
    }
};
template <typename Set>
constexpr Masks<Set> masks;

/// The set and everything below it.
template <typename Set>
Set and_below(Set bits) {
    bits |= bits >> columns;
    bits |= bits >> (2 * columns);
    bits |= bits >> (4 * columns);
    if constexpr (sizeof(Set) > sizeof(Board)) {
        bits |= bits >> (8 * columns);
        bits |= bits >> (16 * columns);
    }
    return bits;
}

inline unsigned lowest_row_of(Board bits) {
    return static_cast<unsigned>(bits) & static_cast<unsigned>(full_row);
}
inline unsigned lowest_row_of(const TallBoard& bits) {
    return static_cast<unsigned>(bits.word[0]) & static_cast<unsigned>(full_row);
}

inline int take_full_rows(Board& board, int from, int rows) {
    int cleared = 0;
    for (int y = from + rows - 1; y >= from; --y) {
        const Board row = full_row << (columns * y);
        if ((board & row) != row) continue;
        const Board below = (Board{1} << (columns * y)) - 1;
        board = (board & below) | ((board >> columns) & ~below);
        ++cleared;
    }
    return cleared;
}
inline int take_full_rows(TallBoard& board, int from, int rows) {
    return clear_rows(board, from, rows);
}

/// The most pairs of cells for even and for odd numbers of pairs.
struct Range {
    int of[2];
};

/// What must be true of a board that the pieces left can clear.
template <typename Set>
class DeadBoards {
public:
    /// How far the number of empty cells in even columns may differ from that in odd ones: by piece in hand and pieces
    /// left, the most that the pieces to come can make of it, in pairs of cells, for even and for odd numbers of pairs.
    ///
    /// An upright I makes two pairs, L and J always one, an upright T one, the others none. Full rows have five cells
    /// of either sort, so they change nothing.
    DeadBoards(const Quest<Set>& quest, int needed)
        : needed_(needed),
          // Pieces beyond these cannot come down in time.
          length_(std::min(quest.sequence.size(), static_cast<std::size_t>(needed) + (quest.hold ? 1 : 0))) {
        balance_.assign((static_cast<std::size_t>(needed_) + 1) * (pieces + 1), Range{{-1, -1}});
        std::array<int, pieces + 1> coming{};
        const bool spare = length_ > static_cast<std::size_t>(needed_);
        for (int left = 0; left <= needed_; ++left) {
            // With `left` pieces to place, the hand and the last left - 1 (one more with a spare piece) remain.
            const std::size_t after = static_cast<std::size_t>(left) - (spare ? 0 : 1);
            if (left > 0 && after > 0) ++coming[quest.sequence[length_ - after]];
            for (unsigned hand = 0; hand <= no_piece; ++hand) {
                Range& bound = balance_[static_cast<std::size_t>(left) * (pieces + 1) + hand];
                std::array<int, pieces + 1> remaining = coming;
                ++remaining[hand];
                if (!spare) {
                    if ((quest.leftovers >> no_piece & 1) != 0) widen(bound, remaining);
                    continue;
                }
                for (unsigned out = 0; out < pieces; ++out) {
                    if (remaining[out] == 0 || (quest.leftovers >> out & 1) == 0) continue;
                    --remaining[out];
                    widen(bound, remaining);
                    ++remaining[out];
                }
            }
        }
    }

    /// Whether the board cannot be cleared by the pieces left, whatever their order.
    bool has(const Set& board, int height, int left, unsigned hand) const {
        SHAPEWRIGHT_ASSERT(0 <= left && left <= needed_ && hand <= no_piece);
        SHAPEWRIGHT_ASSERT(columns * height == cells_in(board) + 4 * left);
        const Masks<Set>& s = masks<Set>;
        const Set empty = s.low[static_cast<std::size_t>(height)] & ~board;
        const int even = cells_in(empty & s.even);
        const int pairs = even - 2 * left;  // (even - odd) / 2 with even + odd = 4 left
        const auto& bound = balance_[static_cast<std::size_t>(left) * (pieces + 1) + hand];
        if (std::abs(pairs) > bound.of[pairs & 1]) return true;
        // No piece lies on both sides of a column border where in every row a neighbour is filled; rows that vanish do
        // not change that. So the cells on either side are filled by whole pieces.
        if constexpr (sizeof(Set) == sizeof(Board)) return splits_badly(empty);
        unsigned closed = ~lowest_row_of(and_below(empty & (empty >> 1))) & 0x1ff;
        while (closed != 0) {
            const auto x = static_cast<std::size_t>(lowest_bit(closed));
            closed &= closed - 1;
            if (cells_in(empty & s.up_to[x]) % 4 != 0) return true;
        }
        return false;
    }

    /// How many pieces of the sequence can come down, or be in hand at the end.
    std::size_t length() const { return length_; }

private:
    static void widen(Range& bound, const std::array<int, pieces + 1>& of) {
        const auto number = [&](Piece piece) { return of[static_cast<std::size_t>(piece)]; };
        const int odd = number(Piece::L) + number(Piece::J);
        const int most = 2 * number(Piece::I) + odd + number(Piece::T);
        for (int parity = 0; parity < 2; ++parity)
            if (number(Piece::T) > 0 || odd % 2 == parity) {
                int& here = bound.of[parity];
                here = std::max(here, most);
            }
    }

    int needed_;
    std::size_t length_;
    std::vector<Range> balance_;
};

}  // namespace
}  // namespace shapewright::clear
