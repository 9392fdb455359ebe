// Boards and their mirror images looked at together. Local to the file that includes it, like clear/borders.hpp.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "clear/live/level.hpp"
#include "clear/live/resting.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {
namespace {

/// The board seen in a mirror: left is right.
constexpr Board mirrored(Board board) {
    constexpr Board left = column<Board>(0, low_rows), outer = left | left << 5, inner = outer << 1;
    constexpr Board five = left * 31;
    board = (board & five) << 5 | (board >> 5 & five);
    return (board & outer) << 4 | (board >> 4 & outer) | (board & inner) << 2 | (board >> 2 & inner) |
           (board & outer << 2);
}
inline LiveBoard mirrored(LiveBoard board) {
    return LiveBoard::of(mirrored(board.board()), board.height());
}

/// Which of a board and its mirror image: bits.
using Sides = unsigned;
constexpr Sides itself = 1, image = 2, both = itself | image;

/// The same, as the mirror image has them, or as they are.
constexpr Sides turned(Sides sides, bool swapped) {
    return swapped ? (sides >> 1 | sides << 1) & both : sides;
}

/// A board of up to four rows that is not greater than its mirror image, and which of the two there are. Where both are
/// one, so are the bits: both or none.
class Pair {
public:
    Pair() = default;
    Pair(LiveBoard board, Sides sides) : bits_(board.key | std::uint64_t{sides} << cells) {
        SHAPEWRIGHT_ASSERT((sides & ~both) == 0 && (board.key >> cells & both) == 0 && board <= mirrored(board));
    }

    LiveBoard board() const { return {bits_ & ~(std::uint64_t{both} << cells)}; }
    Sides sides() const { return static_cast<Sides>(bits_ >> cells) & both; }

    auto operator<=>(const Pair&) const = default;

private:
    static constexpr int cells = columns * resting_rows;
    std::uint64_t bits_ = 0;
};

/// What a piece in a facing is in the mirror, by numbers among `all_piece_facings`.
constexpr auto mirrored_facings = [] {
    std::array<std::uint8_t, piece_facings> result{};
    for (std::size_t which = 0; which < piece_facings; ++which) {
        const Orientation& o = orientation(all_piece_facings[which]);
        const Board seen = mirrored(o.bits) >> (columns - o.width);
        for (std::uint8_t other = 0; other < piece_facings; ++other)
            if (orientation(all_piece_facings[other]).bits == seen) result[which] = other;
    }
    return result;
}();

/// Where a piece in the mirror has its corner.
constexpr int mirrored_corner(std::size_t which, int corner) {
    SHAPEWRIGHT_ASSERT(which < piece_facings &&
                       corner % columns + orientation(all_piece_facings[which]).width <= columns);
    return corner + columns - orientation(all_piece_facings[which]).width - 2 * (corner % columns);
}

}  // namespace
}  // namespace shapewright::clear
