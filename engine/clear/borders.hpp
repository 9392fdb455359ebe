// Column borders that no piece can cross. Local to the file that includes it, like solve/dead_boards.hpp.
#pragma once

#include <cstdint>

#include "clear/board.hpp"

namespace shapewright::clear {
namespace {

/// Bit x: the number of set bits among 0 .. x is odd.
inline unsigned odd_up_to(unsigned bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    return bits ^ bits << 8;
}

/// Whether the cells to one side of a column border are in number no multiple of 4 although no piece crosses it: in
/// every row one of its two neighbours is not among the cells.
///
/// If the cells are the empty ones of a board that pieces are to fill, no row that vanishes changes that; so the board
/// is lost. Cells of the board are within the lowest six rows.
inline bool splits_badly(Board cells) {
    constexpr unsigned row = 1023;
    // Columns are added up side by side, modulo 4: their ones and twos.
    unsigned ones = 0, twos = 0, crossing = 0;
    for (int y = 0; y < low_rows; ++y, cells >>= columns) {
        const unsigned here = static_cast<unsigned>(cells) & row;
        crossing |= here & (here >> 1);
        twos ^= ones & here;
        ones ^= here;
    }
    // Then from left to right: a one that meets an odd sum makes a two.
    const unsigned odd = odd_up_to(ones);
    const unsigned pairs = odd_up_to(twos ^ (ones & (odd << 1)));
    return ((odd | pairs) & ~crossing & 0x1ff) != 0;
}

}  // namespace
}  // namespace shapewright::clear
