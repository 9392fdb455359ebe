// Pieces as falling stacks see them, and the question a search is asked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shapewright::stacking {

/// One orientation: for each of its columns the lowest cell, and one more than the highest; its cells row by row.
struct Orientation {
    std::vector<int> bottom;
    std::vector<int> top;
    std::vector<std::uint64_t> rows;  // from the bottom up, bit x for column x
    int area = 0;
    /// Cells of the grid that it covers without filling them, between its own cells of a column.
    int gaps = 0;

    int width() const { return static_cast<int>(bottom.size()); }
    int height() const { return static_cast<int>(rows.size()); }
};

struct Piece {
    std::vector<Orientation> orientations;
    int area = 0;
    /// By how many cells it covers one colour of a checkerboard more often than the other, whichever way it lies.
    int colour_excess = 0;
};

/// Where a piece falls: which orientation, and its leftmost column. With a hold slot two pieces may fall: the one that
/// waits, or (`later`) the one after it.
struct Move {
    std::uint8_t orientation = 0;
    std::uint8_t column = 0;
    std::uint8_t later = 0;
};

/// Pieces that fall one after the other onto what lies there already.
struct Question {
    int width = 0;
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> sequence;  // indices into `pieces`
    std::vector<std::uint64_t> rows;      // filled cells at the start, from the bottom up, bit x for column x

    /// The heights of the columns at the start.
    std::vector<int> floor() const;
};

/// An orientation from its rows. Throws std::invalid_argument if a column of it is empty.
Orientation make_orientation(std::vector<std::uint64_t> rows);

/// A piece from the rows of its orientations, all of one size. Throws std::invalid_argument otherwise.
Piece make_piece(const std::vector<std::vector<std::uint64_t>>& orientations);

/// Throws std::invalid_argument for a question that makes no sense: an unknown piece, cells beside the grid ...
void check(const Question& question);

}  // namespace shapewright::stacking
