// Reachability: the boards of a game of so many lines from the empty field that can still be cleared, by pieces placed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

#include "clear/live/level.hpp"
#include "clear/moves.hpp"
#include "core/assert.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// Boards that some pieces lead to from the empty field and that some pieces clear.
///
/// Of 4 lines there are 14,213,016. Going forward alone meets many times more that lead nowhere, going backward alone
/// many that nothing leads to; so both halves are made and joined: forward to 5 pieces, backward to 3 left. In between
/// a board counts only if an imagined last step backward, whether a piece could get there or not, leads to it (a Bloom
/// filter tells), and what is left after that is looked at exactly: some 540 million resting places, of which 240
/// million do not split the empty cells badly, come down to 100 million. Whether a piece gets to a place below others
/// takes longest to find out; so it is asked last, and only if no other way shows that both boards are live.
///
/// A board and its mirror image are looked at together, which halves all this. Most pieces get to the same places in a
/// mirror; for those that do not (I, by the kicks of SRS) it is asked for each of the two boards.
class LiveGraph {
public:
    /// Is told how many of all `steps` are done.
    using Progress = std::function<void(std::uint64_t)>;

    /// Of `lines` (2 or 4) lines. Throws std::invalid_argument for other numbers, Stopped if the token says so.
    LiveGraph(const Mover<Board>& mover, int lines, unsigned threads, const StopToken& stop,
              const Progress& progress = {});

    /// In how many steps the boards of so many lines are found; of four lines the sixth and those after it, in the
    /// middle of the game, are the longest.
    static std::uint64_t steps(int lines);

    struct Stopped : std::runtime_error {
        Stopped() : std::runtime_error("stopped before the live boards were found") {}
    };

    /// How many pieces a clear takes; there are so many levels and one more.
    int pieces_needed() const { return pieces_; }
    int lines() const { return lines_; }

    /// The boards after so many pieces, sorted by their keys.
    std::span<const LiveBoard> boards(int placed) const { return levels_[static_cast<std::size_t>(placed)].boards(); }

    /// How many live placements there are in all.
    std::uint64_t count_placements(unsigned threads, const StopToken& stop) const;

private:
    class Builder;
    friend class LivePlacements;

    const Mover<Board>& mover_;
    int lines_;
    int pieces_;
    std::vector<LiveLevel> levels_;
};

/// All live placements of a graph, written down: four bytes each, for those who go through them many times.
class LivePlacements {
public:
    struct Step {
        std::uint32_t next : 24;  // number of the board that follows
        std::uint32_t corner : 6;
        std::uint32_t facing : 2;
    };

    /// Takes as many threads as are allowed; throws LiveGraph::Stopped.
    LivePlacements(const LiveGraph& graph, unsigned threads, const StopToken& stop);

    int pieces_needed() const { return static_cast<int>(levels_.size()); }
    int lines() const { return lines_; }

    /// How many boards there are after so many pieces.
    std::size_t boards(int placed) const { return levels_[static_cast<std::size_t>(placed)].first.size() / pieces; }

    std::span<const Step> of(int placed, std::uint32_t board, Piece piece) const {
        const Level& level = levels_[static_cast<std::size_t>(placed)];
        const std::size_t at = pieces * std::size_t{board} + static_cast<std::size_t>(piece);
        SHAPEWRIGHT_ASSERT(at + 1 < level.first.size() && level.first[at] <= level.first[at + 1]);
        return {level.steps.data() + level.first[at], level.steps.data() + level.first[at + 1]};
    }

private:
    struct Level {
        std::vector<std::uint32_t> first;  // by board and piece; the last entry is the number of steps
        std::vector<Step> steps;
    };
    int lines_;
    std::vector<Level> levels_;
};

}  // namespace shapewright::clear
