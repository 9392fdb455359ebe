// Boards in the rows of the field one began with: full rows stay where they are, and count as not being there.
//
// Such a board is the set of all cells that were ever filled, so the cells of a piece that a vanished row has split are
// where they will be seen in a picture of the whole solution. What the game shows, and moves are made on, is the board
// without its full rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "clear/board.hpp"

namespace shapewright::clear {

/// The rows of a board that are full: which, and how many.
struct FullRows {
    std::array<std::uint8_t, tall_rows> number{};  // ascending
    int count = 0;
};

template <typename Set>
constexpr FullRows full_rows(const Set& board) {
    FullRows result;
    // For all rows at once: cells x and x + 5, then two and four such pairs, then all five.
    constexpr Set first = column<Set>(0, static_cast<int>(8 * sizeof(Set)) / columns);
    const Set two = board & (board >> 5);
    const Set four = two & (two >> 1);
    const Set full = four & (four >> 2) & (two >> 4) & first;
    each(full, [&](int cell) {
        result.number[static_cast<std::size_t>(result.count++)] = static_cast<std::uint8_t>(cell / columns);
    });
    return result;
}

/// The cells without the rows: what is above each falls by one.
template <typename Set>
constexpr Set without(Set cells, const FullRows& rows) {
    for (int k = rows.count; k-- > 0;) cells = without_row(cells, rows.number[static_cast<std::size_t>(k)]);
    return cells;
}

/// The cells with the rows put in again, empty.
template <typename Set>
constexpr Set with(Set cells, const FullRows& rows) {
    for (int k = 0; k < rows.count; ++k) {
        const Set below = lowest_rows<Set>(rows.number[static_cast<std::size_t>(k)]);
        cells = (cells & below) | ((cells & ~below) << columns);
    }
    return cells;
}

/// The cells and all above them in their columns.
template <typename Set>
constexpr Set upward(Set cells, int rows) {
    for (int reach = 1; reach < rows; reach *= 2) cells |= cells << (columns * reach);
    return cells;
}

}  // namespace shapewright::clear
