// Where a piece fits on a board: sets of positions, those of the lower left corner of its box.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "clear/board.hpp"

namespace shapewright::clear::places {

/// Positions in the lowest `rows` rows at which the box is within the columns.
template <typename Set>
Set within_columns(const Orientation& piece, int rows) {
    Set result(0);
    for (int x = 0; x + piece.width <= columns; ++x) result |= column<Set>(x, rows);
    return result;
}

template <typename Set>
struct Masks {
    // By piece, facing and number of rows.
    std::array<std::array<std::vector<Set>, facings>, pieces> within;

    explicit Masks(int rows) {
        for (std::size_t piece = 0; piece < pieces; ++piece)
            for (std::size_t facing = 0; facing < facings; ++facing)
                for (int height = 0; height <= rows; ++height)
                    within[piece][facing].push_back(within_columns<Set>(orientations[piece][facing], height));
    }
};

template <typename Set>
const Set& within(Piece piece, std::size_t facing, int rows) {
    static const Masks<Set> masks(static_cast<int>(8 * sizeof(Set)) / columns);
    return masks.within[static_cast<std::size_t>(piece)][facing][static_cast<std::size_t>(rows)];
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
