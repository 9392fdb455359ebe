// Boxes of at most 64 cells: every placement as a mask, and a randomised depth-first search with restarts.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

/// A board within a box of at most 64 cells. Bit b is a cell; bits run along the shorter side first, so that the first
/// empty bit is where the boundary of what is filled is shortest.
class SmallBoard {
public:
    using Mask = std::uint64_t;

    struct Option {
        Mask mask = 0;
        Placed placed;
    };

    SmallBoard(const Pieces& pieces, const Board& board);

    static bool fits(const Board& board) { return static_cast<std::int64_t>(board.width) * board.height <= 64; }

    const Pieces& pieces() const { return *pieces_; }
    int cells() const { return width_ * height_; }
    int row() const { return row_; }
    Mask open() const { return open_; }
    Mask bit(int x, int y) const;
    /// The placements whose first bit this is, by type.
    const std::vector<Option>& options(int bit) const { return options_[static_cast<std::size_t>(bit)]; }
    /// How many empty cells no piece can ever cover: isolated cells and, where no piece is that small, isolated
    /// dominoes.
    int lost(Mask filled) const;

    /// Lay `counts` pieces onto the open cells, none of `required` staying empty: at most `nodes` nodes, in restarts of
    /// 300 times the Luby sequence. `none` only if the whole tree was searched.
    Outcome search(const Counts& counts, Mask required, Rng& rng, std::uint64_t nodes, const StopToken& stop,
                   std::vector<Placed>& placed) const;

    /// The same by looking at every placement in a fixed order, without a limit: what `none` says is always a proof.
    Outcome exhaust(const Counts& counts, Mask required, const StopToken& stop, std::vector<Placed>& placed,
                    std::uint64_t& nodes) const;

private:
    const Pieces* pieces_;
    int width_, height_, row_;
    bool transposed_;
    Mask open_ = 0, first_ = 0, last_ = 0;
    std::vector<std::vector<Option>> options_;
};

}  // namespace shapewright::packing
