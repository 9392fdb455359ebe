// An endgame table: the last three placements of a game, for every board and every piece in hand at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/live/graph.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

/// For a position (a live board and a piece in hand) which pieces, coming one after the other, lead to the clear. The
/// first is the current piece; the order of the pieces is theirs, so `7 b + c` stands for b and then c.
class LastThree {
public:
    static constexpr int pieces_left = 3;
    /// For each current piece, a bit for each two pieces after it.
    using Row = std::array<std::uint64_t, pieces>;

    explicit LastThree(const LivePlacements& placements);

    /// Of a position before the last three placements.
    const Row& row(std::uint32_t board, unsigned hand) const { return three_[pieces * std::size_t{board} + hand]; }

    /// Whether a position before the last two placements is cleared with these two pieces to come.
    bool clears(std::uint32_t board, unsigned hand, unsigned first, unsigned second) const {
        SHAPEWRIGHT_ASSERT(hand < pieces && first < pieces && second < pieces);
        return (two_[pieces * std::size_t{board} + hand] >> (pieces * first + second) & 1) != 0;
    }
    /// Whether a board before the last placement is cleared by a piece.
    bool clears(std::uint32_t board, unsigned piece) const { return (one_[board] >> piece & 1) != 0; }

private:
    std::vector<std::uint8_t> one_;
    std::vector<std::uint64_t> two_;
    std::vector<Row> three_;
};

}  // namespace shapewright::clear
