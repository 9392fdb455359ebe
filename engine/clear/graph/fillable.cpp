#include "clear/graph/fillable.hpp"

#include <bit>

namespace shapewright::clear {

namespace {

int first_cell(Board cells) {
    Board folded = cells | cells >> (4 * columns);
    folded |= folded >> (2 * columns);
    folded |= folded >> columns;
    static constexpr Board leftmost = column<Board>(0, low_rows);
    return std::countr_zero(cells & leftmost << std::countr_zero(folded & full_row));
}

}  // namespace

Fillable::Fillable(Board area, int rows) {
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing) {
            const Orientation& o = orientations[piece][facing];
            for (unsigned chosen = 0; chosen < 1U << rows; ++chosen) {
                if (std::popcount(chosen) != o.height) continue;
                std::array<int, 4> row{};  // of the piece -> of the board
                std::size_t next = 0;
                for (int y = 0; y < rows; ++y)
                    if (chosen >> y & 1) row[next++] = y;
                for (int x = 0; x + o.width <= columns; ++x) {
                    Board cells = 0;
                    for (const std::uint8_t cell : o.cells)
                        cells |= Board{1}
                                 << (x + cell % columns + columns * row[static_cast<std::size_t>(cell / columns)]);
                    if ((cells & ~area) == 0)
                        options_[static_cast<std::size_t>(first_cell(cells))].push_back(cells | std::uint64_t{piece}
                                                                                                    << piece_at);
                }
            }
        }
}

bool Fillable::may_be(Board open, Supply supply, int budget) const {
    return open == 0 || cover(open, std::popcount(open) / 4, supply, budget);
}

bool Fillable::cover(Board open, int left, Supply& supply, int& budget) const {
    if (--budget < 0) return true;
    const Board closed = ~open & lowest_rows<Board>(low_rows);
    for (const std::uint64_t option : options_[static_cast<std::size_t>(first_cell(open))]) {
        if ((option & closed) != 0) continue;
        std::uint8_t& more = supply[option >> piece_at];
        if (more == 0) continue;
        if (left == 1) return true;
        --more;
        const bool found = cover(open & ~option, left - 1, supply, budget);
        ++more;
        if (found) return true;
    }
    return false;
}

}  // namespace shapewright::clear
