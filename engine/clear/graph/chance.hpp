// The best chance of a perfect clear for a player who sees only the next few pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "clear/graph/graph.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// What the player knows at the start.
struct Sight {
    std::vector<std::uint8_t> queue;  // what is seen: the held piece, if there is one, then the others in order
    bool held = false;                // the first of them is in hold
    bool hold = true;                 // the game has a hold
    int ahead = 1;     // how many pieces besides the held one are seen at each decision, the current one too
    unsigned bag = 0;  // what is left of the bag that the first unseen piece is drawn from; 0 = a new bag
};

/// Exact expectation over all that may come, and the best choice at each placement, in the boards of a graph whose
/// queues begin as seen and go on as bags may.
///
/// A value is how many of the equally likely sequences of unseen pieces are cleared by playing well, so everything
/// stays a whole number. Pieces beyond those that a clear can use are never revealed.
template <typename Set>
class Chance {
public:
    /// A placement that can be made now. Or, where that brings a piece into sight, the current piece put into the empty
    /// hold before anything else is decided: then there is no piece yet, and the board is the start.
    struct Move {
        std::size_t piece;
        Set board;  // in the rows of the start; full rows are kept
        std::uint64_t solved;
    };
    static constexpr std::size_t to_be_seen = pieces;

    /// The graph must be complete and outlive this. Throws std::invalid_argument for a sight that does not fit it.
    Chance(const Graph<Set>& graph, Sight sight);

    /// How many sequences of unseen pieces there are.
    std::uint64_t sequences() const { return sequences_; }

    /// The moves that can be made now, each with what it is worth; nothing if stopped. What was found out by then is
    /// kept for the next call. Throws std::length_error when it takes more than about `bytes`.
    std::optional<std::vector<Move>> moves(const StopToken& stop, std::uint64_t bytes = ~std::uint64_t{0});

    /// How many of how many moves are known; the latter from the first call on.
    std::size_t settled() const { return settled_; }
    std::size_t to_settle() const { return to_settle_; }

private:
    struct Hand {
        std::uint64_t visible;  // three bits a piece, the first in the lowest
        std::uint8_t number;    // of visible pieces, with the held one
        std::uint8_t seen;      // in all, since the start
        std::uint8_t bag;
        bool held;    // the first of the visible ones is in hold
        bool forced;  // it has just been put there, so the second is placed

        auto operator<=>(const Hand&) const = default;
    };
    struct Key {
        std::uint32_t board;
        Hand hand;

        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Halted {};

    int to_see(const Hand& hand) const;
    std::uint64_t sequences_from(const Hand& hand) const;
    std::uint64_t revealed(std::size_t level, std::uint32_t board, Hand hand);
    std::uint64_t value(std::size_t level, std::uint32_t board, const Hand& hand);
    Hand played(const Hand& hand, bool second) const;
    Hand put_into_hold(Hand hand) const;

    const Graph<Set>* graph_;
    Sight sight_;
    std::size_t useful_;  // pieces of a sequence
    Hand start_;
    std::uint64_t sequences_;
    std::vector<std::unordered_map<Key, std::uint64_t, Hash>> known_;  // by level
    const StopToken* stop_ = nullptr;
    std::uint64_t steps_ = 0;  // never set back, so that every call gets on
    std::uint64_t positions_ = 0;
    std::uint64_t most_ = 0;  // positions
    std::size_t settled_ = 0;
    std::size_t to_settle_ = 0;
};

extern template class Chance<Board>;
extern template class Chance<TallBoard>;

}  // namespace shapewright::clear
