// Pieces that slide sideways and turn while they fall: where they can come to rest under overhangs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stacking/question.hpp"

namespace shapewright::stacking {

/// A piece in one position of its turning: which orientation it has then, and where the lower left corner of that lies
/// from the centre. The two neighbours are what a quarter turn either way makes of it; -1 where it cannot turn.
struct Facing {
    int orientation = 0;
    int x = 0;
    int y = 0;
    int neighbours[2] = {-1, -1};
};

/// Finds the resting places of pieces that begin anywhere above the stack, in every facing, and move by single columns
/// and rows and by quarter turns without kicks: what a piece covers before and after must be empty, nothing else.
///
/// All positions of a facing are looked at together, a word for each row.
class Slides {
public:
    /// `facings` are those of each piece. Throws std::invalid_argument if they do not belong to the question.
    Slides(const Question& question, std::vector<std::vector<Facing>> facings);

    struct Rest {
        std::uint8_t orientation;
        std::uint8_t column;
        std::uint16_t row;
    };

    /// The resting places of a piece on a stack of these rows, in the order of (orientation, column), the highest one
    /// first, which is where it falls straight down. They are valid until the next call.
    std::span<const Rest> rests(std::uint32_t piece, std::span<const std::uint64_t> rows);

    /// Fills the cells that no piece can come to any more, since filled cells enclose them. A piece that has turned
    /// still covers one of its cells from before, so nothing gets through such an enclosure.
    void fill_enclosed(std::vector<std::uint64_t>& rows) const;

private:
    void find_fits(const Piece& piece, std::span<const std::uint64_t> rows, std::size_t levels);
    void flood(const std::vector<Facing>& facings, std::size_t height, std::size_t levels);
    std::uint64_t columns(int number) const;

    const int width_;
    const std::vector<Piece> pieces_;
    const std::vector<std::vector<Facing>> facings_;
    std::vector<int> reach_;  // of each piece: how many rows a turn goes down at most

    std::vector<std::vector<std::uint64_t>> fits_;     // of each orientation, by row: the columns where it fits
    std::vector<std::vector<std::uint64_t>> reached_;  // of each facing
    std::vector<Rest> rests_;
};

}  // namespace shapewright::stacking
