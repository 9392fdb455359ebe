// A small well whose boards fit into 64 bits: pieces fall straight down, and full rows vanish.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/assert.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// How many bits are set, without the instruction for it, which not every machine has, and without the call of the
/// compiler's library that stands for it elsewhere.
constexpr int ones(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    return static_cast<int>(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL >> 56);
}

/// Boards of `width` columns and `height` rows: bit y * width + x is the cell in column x of row y, from the bottom.
class Well {
public:
    /// What a piece can do on a board: how it lies, where, and the board once full rows have vanished.
    struct Landing {
        std::uint64_t board;
        std::uint8_t orientation;
        std::uint8_t column;
    };

    /// Pieces are lists of orientations, these the rows of their cells from the bottom up, bit x for column x. Throws
    /// std::invalid_argument for an empty well or one of more than 64 cells, and for a piece that is none.
    Well(int width, int height, const std::vector<std::vector<std::vector<std::uint64_t>>>& pieces);

    int width() const { return width_; }
    int height() const { return height_; }
    int pieces() const { return static_cast<int>(placements_.size()); }

    /// Calls `visit` with each landing of a piece whose cells all are within the height when it has landed.
    template <typename Visit>
    void landings(std::uint64_t board, int piece, Visit visit) const {
        for (const Placement& one : placements_[static_cast<std::size_t>(piece)]) {
            if ((one.way & board) == 0) visit(Landing{after(board, one), one.orientation, one.column});
        }
    }

    /// Whether a piece can land at all.
    bool lands(std::uint64_t board, int piece) const {
        for (const Placement& one : placements_[static_cast<std::size_t>(piece)])
            if ((one.way & board) == 0) return true;
        return false;
    }

    /// Whether some landing of a piece makes a board that has a property.
    template <typename Has>
    bool any_landing(std::uint64_t board, int piece, Has has) const {
        for (const Placement& one : placements_[static_cast<std::size_t>(piece)])
            if ((one.way & board) == 0 && has(after(board, one))) return true;
        return false;
    }

    /// The board turned over, left for right.
    std::uint64_t mirrored(std::uint64_t board) const;

    /// For each piece the one that is its mirror image; empty if some piece has none.
    const std::vector<int>& mirror_images() const { return mirror_images_; }

    /// The empty cells that have a filled one somewhere above them.
    int holes(std::uint64_t board) const {
        if (height_ == 1) return 0;
        std::uint64_t covered = board >> width_;
        for (int shift = width_; shift < width_ * height_; shift *= 2) covered |= covered >> shift;
        return ones(covered & ~board);
    }

    /// The rows up to the highest filled cell.
    int rows(std::uint64_t board) const { return rows_of_[static_cast<std::size_t>(std::bit_width(board))]; }

private:
    struct Placement {
        std::uint64_t highest;  // its cells when it is as high as it can be
        std::uint64_t way;      // these, and all that are above one of them
        int falls;              // how many rows it can fall from there
        std::uint8_t orientation;
        std::uint8_t column;
    };

    /// The board when a piece has fallen from the place where it was let go.
    std::uint64_t after(std::uint64_t board, const Placement& one) const {
        std::uint64_t mask = one.highest;
        for (int row = one.falls; row > 0 && (mask >> width_ & board) == 0; --row) mask >>= width_;
        SHAPEWRIGHT_ASSERT((mask & board) == 0);
        board |= mask;
        // The first cells of full rows: row by row, more and more cells are asked for at once.
        std::uint64_t full = board;
        for (int cells = 1; cells < width_;) {
            const int more = std::min(cells, width_ - cells);
            full &= full >> more;
            cells += more;
        }
        return (full & first_column_) == 0 ? board : cleared(board);
    }

    std::uint64_t cleared(std::uint64_t board) const;
    void find_mirror_images(const std::vector<std::vector<std::vector<std::uint64_t>>>& pieces);

    int width_;
    int height_;
    std::uint64_t row_;
    std::uint64_t first_column_ = 0;
    std::array<std::uint8_t, 65> rows_of_{};  // rows that so many cells reach into
    std::vector<std::vector<Placement>> placements_;
    std::vector<int> mirror_images_;
};

}  // namespace shapewright::stacking
