// Resting places of all pieces at once on a board of up to four rows. Local to the file that includes it, like
// clear/borders.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "clear/board.hpp"
#include "clear/borders.hpp"
#include "clear/piece.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {
namespace {

constexpr int resting_rows = 4;

/// A piece in a facing that differs from its others.
struct PieceFacing {
    std::uint8_t piece = 0;
    std::uint8_t facing = 0;
};
constexpr std::size_t piece_facings = 19;

/// By piece, then by facing.
constexpr auto all_piece_facings = [] {
    std::array<PieceFacing, piece_facings> result{};
    std::size_t number = 0;
    for (std::uint8_t piece = 0; piece < pieces; ++piece)
        for (std::uint8_t facing = 0; facing < distinct_facings[piece]; ++facing) result[number++] = {piece, facing};
    return result;
}();

constexpr const Orientation& orientation(PieceFacing which) {
    return orientations[which.piece][which.facing];
}

/// Where a piece lies beside a column border: so many of its cells are left of it, and it takes both neighbours, or one
/// of them, of so many rows from `low` on. (Those rows are neighbours for every piece and border.)
struct Beside {
    unsigned left = 0;
    int low = 0;
    int rows = 0;
};

constexpr Beside beside(const Orientation& o, int border) {
    Beside result;
    int low = 4, high = -1;
    for (const int cell : o.cells) {
        const int x = cell % columns, y = cell / columns;
        if (x < border) ++result.left;
        if (x != border && x != border - 1) continue;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    result.low = low;
    result.rows = high - low + 1;
    return result;
}

/// For some cells, up to four rows that do not split badly (see clear/borders.hpp): which pieces can be taken out of
/// them so that the rest does.
///
/// Left of the piece nothing changes, and right of it the cells to the left are four fewer. So only the borders that
/// the piece touches count. For all corners of the piece at once: a bit for each border and row tells whether what
/// still crosses the border lies within so many rows from that one on, and whether the cells left of it are in number
/// other than `left` modulo 4.
class Splits {
public:
    explicit Splits(Board cells) {
        constexpr unsigned row = 1023;
        constexpr Board not_last = lowest_rows<Board>(resting_rows) & ~column<Board>(columns - 1, resting_rows);
        const Board crossing = cells & cells >> 1 & not_last;
        Board above = crossing | crossing >> columns;  // some row from this one on
        above |= above >> (2 * columns);
        Board below = crossing | crossing << columns;  // some row up to this one
        below |= below << (2 * columns);

        // Columns are added up side by side, modulo 4: their ones and twos. Then from left to right.
        unsigned ones = 0, twos = 0;
        for (int y = 0; y < resting_rows; ++y) {
            const unsigned here = static_cast<unsigned>(cells >> (columns * y)) & row;
            twos ^= ones & here;
            ones ^= here;
        }
        const unsigned odd = odd_up_to(ones);
        const unsigned pair = odd_up_to(twos ^ (ones & (odd << 1)));
        for (unsigned left = 0; left < 4; ++left) {
            const unsigned like = ((left & 1) != 0 ? odd : ~odd) & ((left & 2) != 0 ? pair : ~pair);
            constexpr Board in_each_row = column<Board>(0, resting_rows);
            const Board other = in_each_row * (~like & 0x1ff);
            for (int rows = 1; rows <= resting_rows; ++rows)
                bad_[static_cast<std::size_t>(rows) - 1][left] =
                    other & ~(above >> (columns * rows) | below << columns);
        }
    }

    /// The corners at which that piece leaves a bad split.
    template <std::size_t which>
    Board bad() const {
        constexpr const Orientation& o = orientation(all_piece_facings[which]);
        return [&]<std::size_t... border>(std::index_sequence<border...>) {
            return (at<beside(o, border).left % 4, beside(o, border).low, beside(o, border).rows, int{border} - 1>() |
                    ...);
        }(std::make_index_sequence<o.width + 1>{});
    }

private:
    template <unsigned left, int low, int rows, int border>
    Board at() const {
        constexpr int places = columns * low + border;
        return shifted(bad_[rows - 1][left], -places);
    }

    std::array<std::array<Board, 4>, resting_rows> bad_;
};

/// The corners at which a piece lies within the lowest `height` rows.
struct Inside {
    std::array<std::array<Board, piece_facings>, resting_rows + 1> at{};

    constexpr Inside() {
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const Orientation& o = orientation(all_piece_facings[which]);
            for (int height = o.height; height <= resting_rows; ++height)
                for (int x = 0; x + o.width <= columns; ++x)
                    at[static_cast<std::size_t>(height)][which] |= column<Board>(x, height - o.height + 1);
        }
    }
};
constexpr Inside inside;

/// Which pieces can be taken out of a board so that they rested there.
struct Leaving {
    std::array<Board, piece_facings> places;  // corners
    std::array<Board, piece_facings> split;   // corners at which what stays of the board splits badly

    Leaving(Board board, int height) {
        SHAPEWRIGHT_ASSERT(0 <= height && height <= resting_rows && (board & ~lowest_rows<Board>(height)) == 0);
        const Splits splits(board);
        [&]<std::size_t... which>(std::index_sequence<which...>) {
            (fill<which>(board, height, splits), ...);
        }(std::make_index_sequence<piece_facings>{});
    }

private:
    template <std::size_t which>
    void fill(Board board, int height, const Splits& splits) {
        constexpr const Orientation& o = orientation(all_piece_facings[which]);
        const Board solid = board >> o.cells[0] & board >> o.cells[1] & board >> o.cells[2] & board >> o.cells[3];
        // The floor, or a cell that is below one of the piece and not its own.
        const Board ground = board << columns | full_row;
        const auto under = [&](int cell) {
            return cell >= columns && (o.bits >> (cell - columns) & 1) != 0 ? Board{0} : ground >> cell;
        };
        places[which] = inside.at[static_cast<std::size_t>(height)][which] & solid &
                        (under(o.cells[0]) | under(o.cells[1]) | under(o.cells[2]) | under(o.cells[3]));
        split[which] = splits.bad<which>();
    }
};

/// Where the pieces can come to rest on a board, or could if they got there, without leaving empty cells that split
/// badly.
struct Resting {
    std::array<Board, piece_facings> places;  // corners
    std::array<Board, piece_facings> open;    // corners below nothing but air, whether a piece fits there or not

    /// Of all pieces, or of those of some numbers among `all_piece_facings` alone.
    Resting(Board board, int height) : Resting(board, height, std::make_index_sequence<piece_facings>{}) {}
    template <std::size_t... which>
    Resting(Board board, int height, std::index_sequence<which...>) {
        SHAPEWRIGHT_ASSERT(0 <= height && height <= resting_rows && (board & ~lowest_rows<Board>(height)) == 0);
        const Splits splits(lowest_rows<Board>(height) & ~board);
        (fill<which>(board, height, splits), ...);
    }

private:
    template <std::size_t which>
    void fill(Board board, int height, const Splits& splits) {
        constexpr const Orientation& o = orientation(all_piece_facings[which]);
        const Board solid = board >> o.cells[0] | board >> o.cells[1] | board >> o.cells[2] | board >> o.cells[3];
        const Board fits = inside.at[static_cast<std::size_t>(height)][which] & ~solid;
        Board covered = solid | solid >> columns;
        covered |= covered >> (2 * columns);
        places[which] = fits & ~(fits << columns) & ~splits.bad<which>();
        open[which] = ~covered;
    }
};

}  // namespace
}  // namespace shapewright::clear
