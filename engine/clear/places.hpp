// Where a piece fits on a board: sets of positions, those of the lower left corner of its box.
#pragma once

#include <array>
#include <cstddef>

#include "clear/board.hpp"
#include "core/assert.hpp"

namespace shapewright::clear::places {

/// What `within` is made of: positions in any row at which a box of so many columns is within the walls, and the lowest
/// rows.
template <typename Set>
struct Inside {
    static constexpr int rows = static_cast<int>(8 * sizeof(Set)) / columns;
    std::array<Set, 5> between_walls{};
    std::array<Set, rows + 1> low{};

    constexpr Inside() {
        for (int width = 1; width <= 4; ++width)
            for (int x = 0; x + width <= columns; ++x)
                between_walls[static_cast<std::size_t>(width)] |= column<Set>(x, rows);
        for (int height = 0; height <= rows; ++height) low[static_cast<std::size_t>(height)] = lowest_rows<Set>(height);
    }
};
template <typename Set>
inline constexpr Inside<Set> inside_of;

/// Positions in the lowest `rows` rows at which the box of the piece is within the columns.
template <typename Set>
constexpr Set within(Piece piece, std::size_t facing, int rows) {
    SHAPEWRIGHT_ASSERT(facing < facings && 0 <= rows && rows <= Inside<Set>::rows);
    const int width = orientations[static_cast<std::size_t>(piece)][facing].width;
    return inside_of<Set>.between_walls[static_cast<std::size_t>(width)] &
           inside_of<Set>.low[static_cast<std::size_t>(rows)];
}

/// Positions among `inside` at which a cell of the piece would lie on a cell of the board.
template <typename Set>
Set blocked(const Set& board, const Orientation& piece, const Set& inside) {
    return ((board >> piece.cells[0]) | (board >> piece.cells[1]) | (board >> piece.cells[2]) |
            (board >> piece.cells[3])) &
           inside;
}

/// The set and everything below it.
template <typename Set>
Set shadow(Set bits, int rows) {
    for (int reach = 1; reach < rows; reach *= 2) bits |= bits >> (columns * reach);
    return bits;
}

/// The positions one step to the left of these, but for those on the other side of a wall.
template <typename Set>
Set to_the_left(const Set& positions) {
    static constexpr Set not_first = ~column<Set>(0, static_cast<int>(8 * sizeof(Set)) / columns);
    return (positions & not_first) >> 1;
}

/// The same to the right.
template <typename Set>
Set to_the_right(const Set& positions) {
    static constexpr Set not_last = ~column<Set>(columns - 1, static_cast<int>(8 * sizeof(Set)) / columns);
    return (positions & not_last) << 1;
}

}  // namespace shapewright::clear::places
