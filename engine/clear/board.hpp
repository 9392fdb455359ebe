// Boards: cell x + 10 y, row 0 at the bottom; full rows vanish.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clear/bits.hpp"
#include "clear/piece.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

/// Up to six rows; the fast path.
using Board = std::uint64_t;
constexpr int low_rows = 6;

/// Up to twenty rows, and room above them.
using TallBoard = Wide<5>;
constexpr int tall_rows = 20;

/// All cells of the lowest `rows` rows.
template <typename Set>
constexpr Set lowest_rows(int rows) {
    return rows <= 0 ? Set(0) : static_cast<Set>(~Set(0)) >> (static_cast<int>(8 * sizeof(Set)) - columns * rows);
}

constexpr std::uint64_t full_row = 1023;

/// The cells of column `x` in the lowest `rows` rows.
template <typename Set>
constexpr Set column(int x, int rows) {
    Set result(0);
    for (int y = 0; y < rows; ++y) result |= Set(1) << (x + columns * y);
    return result;
}

template <typename Set>
constexpr bool row_is_full(const Set& board, int y) {
    const Set row = Set(full_row) << (columns * y);
    return (board & row) == row;
}

/// The set without row y: what lies above it falls by one.
template <typename Set>
constexpr Set without_row(const Set& board, int y) {
    SHAPEWRIGHT_ASSERT(0 <= y && columns * y < static_cast<int>(8 * sizeof(Set)));
    const Set below = lowest_rows<Set>(y);
    return (board & below) | ((board >> columns) & ~below);
}

/// Takes away the full ones among rows from .. from + 3 and tells how many there were.
template <typename Set>
constexpr int clear_rows(Set& board, int from, int rows) {
    SHAPEWRIGHT_ASSERT(0 <= from && 0 <= rows && columns * (from + rows) <= static_cast<int>(8 * sizeof(Set)));
    int cleared = 0;
    for (int y = from + rows - 1; y >= from; --y)
        if (row_is_full(board, y)) {
            board = without_row(board, y);
            ++cleared;
        }
    return cleared;
}

}  // namespace shapewright::clear
