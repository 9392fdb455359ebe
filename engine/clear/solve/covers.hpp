// Whether the pieces left can fill the empty cells of four rows or fewer at all, however they would get there. Local to
// the file that includes it, like dead_boards.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/board.hpp"
#include "clear/moves.hpp"
#include "clear/solve/row_shapes.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/hash.hpp"

namespace shapewright::clear {
namespace {

/// Covers the empty cells of a board by pieces in any order. A piece may lie in rows that are no neighbours if those in
/// between vanish before it comes; and, if it falls straight, below filled cells if their rows do. Such a row vanishes
/// before any row in which that piece lies, and these conditions must not go round in a circle.
///
/// Where there is no cover there is no clear. Where there is one there may be none either.
class Covers {
public:
    static constexpr int rows = covered_rows;

    explicit Covers(Drop drop) : drop_(drop) {}

    /// False only if there is no cover of a board of this height, 4 at most, without full rows; gives up, and says
    /// true, after many steps. Of the stock, as many pieces as fill the board are used and at most one is left over,
    /// which must be one of `leftovers` (a bit each).
    ///
    /// A verdict depends on these alone, so it is kept for the questions that follow.
    bool may_be(Board board, int height, const Stock& stock, unsigned leftovers) {
        const std::uint64_t open = open_by_columns(board, height);
        const int left = count_bits(open) / 4;
        SHAPEWRIGHT_ASSERT(height <= rows && count_bits(open) == 4 * left);
        if (left == 0) return true;
        int number = -left;
        std::uint64_t rest = static_cast<std::uint64_t>(drop_) + 1;
        for (const std::uint8_t of_piece : stock) {
            number += of_piece;
            rest = rest << 5 | of_piece;
        }
        if (number < 0) return false;
        spare_ = number > 0;
        rest = rest << 8 | (spare_ ? leftovers : 0);
        if (left < remembered) return is_covered(board, height, open, left, stock, leftovers);
        Verdict& verdict = known_[slot(open, rest)];
        if (verdict.rest != rest || (verdict.open & ~yes) != open) {
            const bool may = is_covered(board, height, open, left, stock, leftovers);
            verdict = {open | (may ? yes : 0), rest};
        }
        return (verdict.open & yes) != 0;
    }

private:
    static constexpr int most_steps = 2500;
    /// Verdicts on fewer pieces take no longer than a look at memory.
    static constexpr int remembered = 6;
    static constexpr int known_bits = 15;
    static constexpr std::uint64_t yes = std::uint64_t{1} << 63;
    struct Verdict {
        std::uint64_t open = 0;  // and `yes`
        std::uint64_t rest = 0;  // drop, stock and leftovers
    };
    static std::vector<Verdict>& known() {
        thread_local std::vector<Verdict> verdicts(std::size_t{1} << known_bits);
        return verdicts;
    }

    static std::size_t slot(std::uint64_t open, std::uint64_t rest) {
        return fibonacci(chained(chained(0, open), rest), known_bits);
    }

    bool is_covered(Board board, int height, std::uint64_t open, int left, const Stock& stock, unsigned leftovers) {
        if (drop_ != Drop::soft) {
            below_ = {};
            for (int y = 1; y < height; ++y)
                for (int lower = 0; lower < y; ++lower)
                    below_[static_cast<std::size_t>(y)] |= spread[board >> (columns * y) & full_row] << lower;
            for (std::uint64_t& cells : below_) cells &= open;
        }
        State state;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            if (stock[piece] != 0) state.kinds |= 1U << piece;
            state.reach += stock[piece] * balance_reach[piece];
        }
        stock_ = stock;
        leftovers_ = leftovers;
        budget_ = most_steps;
        if (drop_ == Drop::soft) return covers<false>(open, 0, left, state);
        if (drop_ == Drop::hard)
            for (unsigned y = 1; y < rows; ++y)
                for (unsigned lower = 0; lower < y; ++lower)
                    if ((below_[y] & column_ends << lower) != 0 && !put_before(1U << y, 1U << lower, state.before))
                        return false;
        return covers<true>(open, 0, left, state);
    }

    /// The lowest cell of each column.
    static constexpr std::uint64_t column_ends = 0x1111111111ULL;

    struct State {
        unsigned kinds = 0;   // the pieces in stock, a bit each
        unsigned before = 0;  // bit 4 y + z: row y must vanish before row z
        int reach = 0;        // how far the pieces in stock can shift the balance
    };
    bool is_balanced(std::uint64_t open, int left, int reach_of_stock) const {
        constexpr std::uint64_t even = 0x0f0f0f0f0fULL;
        const int difference = count_bits(open & even) - 2 * left;
        const int pairs = difference < 0 ? -difference : difference;
        if (pairs > reach_of_stock) return false;
        // Without a T each piece shifts it by an odd number of pairs, L and J, or by an even one.
        return spare_ || stock_[static_cast<std::size_t>(Piece::T)] > 0 || (reach_of_stock - pairs) % 2 == 0;
    }

    /// The cells from column `at` / 4 on.
    template <bool falls_straight>
    bool covers(std::uint64_t open, int at, int left, State state) {
        if (--budget_ < 0) return true;
        SHAPEWRIGHT_ASSERT(open != 0 && left > 0 && count_bits(open) == 4 * left);
        const int first = lowest_bit(open) & ~(rows - 1);
        open >>= first;
        at += first;
        const RowShapes& s = shapes_;
        const ShapeSet& here = s.with_cell[static_cast<std::size_t>(lowest_bit(open))];
        const ShapeSet& kinds = s.of_kinds[state.kinds];
        const ShapeSet& low = s.within[0][open & 255];
        const ShapeSet& high = s.within[1][open >> 8 & 255];
        std::array<std::uint16_t, rows> below{};
        if constexpr (falls_straight)
            for (std::size_t y = 1; y < rows; ++y) below[y] = static_cast<std::uint16_t>(below_[y] >> at);
        for (std::size_t word = 0; word < 2; ++word) {
            std::uint64_t rest = here.word[word] & kinds.word[word] & low.word[word] & high.word[word];
            for (; rest != 0; rest &= rest - 1) {
                const std::size_t bit = static_cast<std::size_t>(lowest_bit(rest));
                const RowShape& shape = s.shape[64 * word + bit];
                unsigned first_rows = shape.between;
                if constexpr (falls_straight)
                    if (drop_ == Drop::hard || shape.piece != static_cast<int>(Piece::T))
                        for (unsigned y = 1; y < rows; ++y)
                            if ((below[y] & shape.cells) != 0) first_rows |= 1U << y;
                if ((first_rows & shape.in) != 0) continue;
                State next = state;
                if (first_rows != 0 && !put_before(first_rows, shape.in, next.before)) continue;
                if (left == 1) {
                    if (!spare_ || is_left_over(shape.piece)) return true;
                    continue;
                }
                const std::uint64_t more = open & ~std::uint64_t{shape.cells};
                next.reach -= balance_reach[shape.piece];
                const std::uint8_t others = --stock_[shape.piece];
                SHAPEWRIGHT_ASSERT(others < 255);
                if (others == 0) next.kinds &= ~(1U << shape.piece);
                const bool found =
                    is_balanced(more, left - 1, next.reach) && covers<falls_straight>(more, at, left - 1, next);
                ++stock_[shape.piece];
                if (found) return true;
            }
        }
        return false;
    }

    /// Whether what is left over when the last piece was placed may be.
    bool is_left_over(unsigned placed) const {
        unsigned over = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece)
            if (stock_[piece] > (piece == placed ? 1 : 0)) over |= 1U << piece;
        return (over & ~leftovers_) == 0;
    }

    const RowShapes& shapes_ = row_shapes();
    std::vector<Verdict>& known_ = known();
    Drop drop_;
    std::array<std::uint64_t, rows> below_{};  // by row: the open cells below its filled ones
    Stock stock_{};
    bool spare_ = false;
    unsigned leftovers_ = 0;
    int budget_ = 0;
};

}  // namespace
}  // namespace shapewright::clear
