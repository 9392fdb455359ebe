// In which shapes a piece can fill cells of a board of four rows or fewer, whatever rows vanish before it comes. Local
// to the file that includes it, like dead_boards.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "clear/board.hpp"
#include "clear/piece.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"

namespace shapewright::clear {
namespace {

/// How often each piece may still be placed.
using Stock = std::array<std::uint8_t, pieces>;

constexpr int covered_rows = 4;

// Cells are numbered by columns here, bit y + 4 x, so that a piece has the same sixteen bits wherever it lies.
struct RowShape {
    std::uint16_t cells = 0;
    std::uint8_t piece = 0;
    std::uint8_t facing = 0;
    std::uint8_t in = 0;       // the rows it lies in
    std::uint8_t between = 0;  // the rows it leaves out
    /// Those above its cells in rows it lies in: what lies there stays until it came.
    std::uint16_t above = 0;
};
struct ShapeSet {
    std::uint64_t word[2]{};
    void add(std::size_t number) { word[number / 64] |= std::uint64_t{1} << (number % 64); }
};
constexpr std::size_t number_of_shapes = 91;

/// The bits of a row, four places apart.
constexpr std::array<std::uint64_t, full_row + 1> spread = [] {
    std::array<std::uint64_t, full_row + 1> result{};
    for (std::size_t row = 0; row <= full_row; ++row)
        for (int x = 0; x < columns; ++x) result[row] |= std::uint64_t{row >> x & 1} << (covered_rows * x);
    return result;
}();

/// The shapes with a cell in the first column, and sets of them.
struct RowShapes {
    std::array<RowShape, number_of_shapes> shape{};
    std::array<ShapeSet, 256> within[2]{};  // by the open cells of columns 0 and 1, and of 2 and 3
    std::array<ShapeSet, covered_rows> with_cell{};
    std::array<ShapeSet, 1U << pieces> of_kinds{};

    RowShapes() {
        std::size_t number = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece)
            for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing)
                for (unsigned in = 0; in < 1U << covered_rows; ++in)
                    if (count_bits(in) == orientations[piece][facing].height)
                        shape[number++] = shape_of(piece, orientations[piece][facing], in);
        SHAPEWRIGHT_ASSERT(number == number_of_shapes);
        for (std::size_t k = 0; k < number; ++k) {
            for (unsigned cells = 0; cells < 256; ++cells) {
                if ((shape[k].cells & 255U & ~cells) == 0) within[0][cells].add(k);
                if ((static_cast<unsigned>(shape[k].cells >> 8) & ~cells) == 0) within[1][cells].add(k);
            }
            for (std::size_t y = 0; y < covered_rows; ++y)
                if ((shape[k].cells >> y & 1) != 0) with_cell[y].add(k);
            for (unsigned kinds = 0; kinds < 1U << pieces; ++kinds)
                if ((kinds >> shape[k].piece & 1) != 0) of_kinds[kinds].add(k);
        }
    }

    static RowShape shape_of(std::size_t piece, const Orientation& o, unsigned in) {
        std::array<unsigned, covered_rows> row{};  // of the piece -> of the board
        std::size_t next = 0;
        for (unsigned y = 0; y < covered_rows; ++y)
            if ((in >> y & 1) != 0) row[next++] = y;
        RowShape result;
        for (const std::uint8_t cell : o.cells)
            result.cells = static_cast<std::uint16_t>(result.cells |
                                                      1U << (covered_rows * (cell % columns) + row[cell / columns]));
        result.piece = static_cast<std::uint8_t>(piece);
        result.facing = o.facing;
        result.in = static_cast<std::uint8_t>(in);
        const unsigned span = (2U << row[next - 1]) - (1U << row[0]);
        result.between = static_cast<std::uint8_t>(span & ~in);
        constexpr unsigned in_each_column = 0x1111;
        const unsigned cells = result.cells;
        const unsigned higher = (cells << 1 & 0xeeee) | (cells << 2 & 0xcccc) | (cells << 3 & 0x8888);
        result.above = static_cast<std::uint16_t>(higher & in * in_each_column & ~cells);
        return result;
    }
};
inline const RowShapes& row_shapes() {
    static const RowShapes made;
    return made;
}

/// By how many pairs of cells a piece can shift the balance of even and odd columns; see DeadBoards.
constexpr std::array<int, pieces> balance_reach{2, 0, 1, 0, 0, 1, 1};

/// Adds to an order of rows, with all that follows from it, that these `first` ones vanish before those `then`;
/// false if they cannot.
inline bool put_before(unsigned first, unsigned then, unsigned& before) {
    SHAPEWRIGHT_ASSERT((first >> covered_rows) == 0 && (then >> covered_rows) == 0 && then != 0);
    for (unsigned y = 0; y < covered_rows; ++y) {
        const unsigned after = before >> (covered_rows * y) & 15;
        if ((after & first) != 0) first |= 1U << y;
        if ((then >> y & 1) != 0) then |= after;
    }
    if ((first & then) != 0) return false;
    for (unsigned y = 0; y < covered_rows; ++y)
        if ((first >> y & 1) != 0) before |= then << (covered_rows * y);
    return true;
}

/// The orders of rows to which shapes lead, by number: none yet is 0.
class RowOrders {
public:
    using Number = std::uint8_t;
    static constexpr Number impossible = 255;

    RowOrders() {
        std::array<Number, 1U << (covered_rows * covered_rows)> number_of{};  // and 1; 0: not seen
        std::array<std::uint16_t, impossible> order{};
        std::size_t number = 1;
        number_of[0] = 1;
        for (std::size_t k = 0; k < number; ++k)
            for (std::size_t which = 0; which < number_of_shapes; ++which) {
                const RowShape& shape = row_shapes().shape[which];
                unsigned before = order[k];
                if (shape.between != 0 && !put_before(shape.between, shape.in, before)) {
                    next_[k][which] = impossible;
                    continue;
                }
                Number& known = number_of[before];
                if (known == 0) {
                    order[number] = static_cast<std::uint16_t>(before);
                    known = static_cast<Number>(++number);
                }
                next_[k][which] = static_cast<Number>(known - 1);
            }
    }

    /// The order with what a shape adds to it.
    Number with(Number order, std::size_t shape) const { return next_[order][shape]; }

private:
    std::array<std::array<Number, number_of_shapes>, impossible> next_{};  // there are 219 orders of four rows
};
inline const RowOrders& row_orders() {
    static const RowOrders made;
    return made;
}

/// The empty cells of a board of `height` rows, 4 at most, numbered so.
inline std::uint64_t open_by_columns(Board board, int height) {
    SHAPEWRIGHT_ASSERT(0 <= height && height <= covered_rows);
    std::uint64_t open = 0;
    for (int y = 0; y < height; ++y) open |= spread[~(board >> (columns * y)) & full_row] << y;
    return open;
}

}  // namespace
}  // namespace shapewright::clear
