// Whether pieces can cover what is left of a board at all, however they would get there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/board.hpp"

namespace shapewright::clear {

/// How often each piece may still be placed.
using Supply = std::array<std::uint8_t, pieces>;

/// Covers cells by pieces, each of which lies in rows that need not be neighbours: those between may have vanished when
/// it comes. Orders and ways are left out, so a cover is no solution, but where there is no cover there is none.
class Fillable {
public:
    /// For sets of cells within `area`, which has so many rows.
    Fillable(Board area, int rows);

    /// False only if `open` cannot be covered; gives up, and says true, after about `budget` steps.
    bool may_be(Board open, Supply supply, int budget) const;

private:
    bool cover(Board open, int left, Supply& supply, int& budget) const;

    // By their first cell, the lowest in the leftmost column: the cells of a piece, and its number above them.
    static constexpr int piece_at = columns * low_rows;
    std::array<std::vector<std::uint64_t>, columns * low_rows> options_;
};

}  // namespace shapewright::clear
