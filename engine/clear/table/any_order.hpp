// Dynamic programming over multisets: for every live board the pieces that clear it if they may come in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clear/live/graph.hpp"
#include "core/assert.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// Numbers of the multisets of so many pieces.
class PieceMultisets {
public:
    explicit PieceMultisets(int most);

    /// How many multisets of `size` pieces there are.
    std::size_t number(int size) const { return next_[static_cast<std::size_t>(size)].size(); }
    /// The number of a multiset of `size` pieces with one more piece. The empty one has number 0.
    std::uint16_t with(int size, std::uint16_t multiset, unsigned piece) const {
        return next_[static_cast<std::size_t>(size)][multiset][piece];
    }

private:
    std::vector<std::vector<std::array<std::uint16_t, pieces>>> next_;  // by size
};

/// For each live board after some placements the multisets of pieces, as many as are left, that clear it in some order
/// without a hold. A game with a hold clears no board that none of its pieces' orders clears, so this is what to ask
/// before going through all placements of a board.
class AnyOrder {
public:
    /// With so many or fewer pieces left something is known.
    static constexpr int most_left = 6;

    /// Takes as many threads as are allowed; throws LiveGraph::Stopped.
    AnyOrder(const LivePlacements& placements, unsigned threads, const StopToken& stop);

    const PieceMultisets& multisets() const { return multisets_; }

    /// The multisets that clear a board, a bit each.
    std::span<const std::uint64_t> clearing(int placed, std::uint32_t board) const {
        const Level& level = levels_[static_cast<std::size_t>(placed)];
        SHAPEWRIGHT_ASSERT(level.words * (board + std::size_t{1}) <= level.bits.size());
        return {level.bits.data() + level.words * board, level.words};
    }

    /// How many multisets clear it.
    std::uint16_t number_clearing(int placed, std::uint32_t board) const {
        return levels_[static_cast<std::size_t>(placed)].numbers[board];
    }

    /// Words in the longest of these sets.
    static constexpr std::size_t most_words = 15;

private:
    struct Level {
        std::size_t words = 0;
        std::vector<std::uint64_t> bits;
        std::vector<std::uint16_t> numbers;  // of bits, by board
    };
    PieceMultisets multisets_;
    std::vector<Level> levels_;  // by pieces placed
};

}  // namespace shapewright::clear
