// One perfect clear for a queue, or the proof that there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clear/moves.hpp"
#include "clear/nets/net.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// A piece where it locks: the lower left corner of its box in the board as it is at that moment, full rows gone.
struct Placed {
    Piece piece;
    std::uint8_t facing;
    std::uint8_t corner_x;
    std::uint8_t corner_y;
};

/// A clear of the tallest field has so many.
constexpr std::size_t most_pieces = columns * tall_rows / 4;

/// Nothing: what a hand without a piece holds.
constexpr unsigned no_piece = pieces;
constexpr unsigned anything = 255;

/// What is asked. Held and coming pieces are one sequence: at each placement either of the first two pieces left goes
/// down, so the held one and the current one need not be told apart. Without hold it is always the first.
template <typename Set>
struct Quest {
    Set board;   // no full rows
    int height;  // of the perfect clear; 10 * height - cells of the board is a multiple of 4
    std::span<const std::uint8_t> sequence;
    bool hold = true;
    /// Bit p: piece p may be left in hand at the end; bit `no_piece`: nothing.
    unsigned leftovers = anything;
    std::uint64_t seed = 0;
    /// At most so many boards are looked at; 0 = no limit. A net that orders moves is measured by it.
    std::uint64_t nodes = 0;
    /// Says which board is looked at first; null = the score that is built in.
    const Net* net = nullptr;
};

enum class Outcome { found, none, stopped };

struct Answer {
    Outcome outcome = Outcome::none;
    std::uint64_t nodes = 0;
    std::vector<Placed> placed;
};

/// Depth-first search with a score that says which board to look at first, cut off and started anew with noise on the
/// score: most queues are solved within a few hundred boards, and the others mostly took a wrong turn early. Boards
/// proven hopeless are remembered over all starts; the cut-off grows, so that in the end either a clear is found or the
/// search was complete. The answer depends on the quest alone.
template <typename Set>
Answer solve(const Mover<Set>& mover, const Quest<Set>& quest, const StopToken& stop);

extern template Answer solve<Board>(const Mover<Board>&, const Quest<Board>&, const StopToken&);
extern template Answer solve<TallBoard>(const Mover<TallBoard>&, const Quest<TallBoard>&, const StopToken&);

/// An answer without memory of its own.
struct Found {
    Outcome outcome = Outcome::none;
    std::uint64_t nodes = 0;
    std::size_t pieces = 0;
    Placed placed[most_pieces];
};

/// The same compiled for processors that count bits by one instruction.
Found solve_avx2(const Mover<Board>& mover, const Quest<Board>& quest, const StopToken& stop);

}  // namespace shapewright::clear
