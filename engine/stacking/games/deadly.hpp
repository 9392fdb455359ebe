// Sequences that no player survives, not even one who knows all of them beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/stop.hpp"
#include "stacking/games/survival.hpp"
#include "stacking/games/well.hpp"

namespace shapewright::stacking {

/// The game of `Survival` against an adversary who sees nothing: it writes down a sequence, the player reads it, and
/// then the pieces fall. A sequence is deadly if it leaves no position that any play leads to. So a search follows the
/// set of all positions that plays lead to, piece by piece.
class Deadly {
public:
    enum class Outcome : std::uint8_t { done, spent, stopped };

    Deadly(const Well& well, std::uint64_t board, bool hold);

    /// Looks for any deadly sequence of at most `longest` pieces: keeps, layer by layer, the sets whose positions are
    /// worst for the player, with at most about `room` positions together. `done` if one was found. Throws
    /// std::length_error if that takes more than about `bytes`.
    Outcome hunt(std::uint64_t room, std::size_t longest, const StopToken& stop, std::uint64_t bytes);

    /// Looks for the shortest deadly sequence: for one of so many pieces, depth-first, for one number after the other.
    /// A set leads to none if a player who sees one piece survives the rest from one of its positions, or if it was
    /// refuted with as many pieces to come. `done` if there is no shorter one than that which is known, `spent` after
    /// about `work` positions; it goes on then from what was refuted. Throws as `hunt` does.
    Outcome shorten(std::uint64_t work, const StopToken& stop, std::uint64_t bytes);

    /// Pieces of the shortest deadly sequence found; empty if none was.
    const std::vector<int>& sequence() const { return best_; }

    /// No deadly sequence has fewer pieces.
    std::size_t least() const { return least_; }

    /// Sets looked at.
    std::uint64_t sets() const { return sets_; }

private:
    using Set = std::vector<std::uint64_t>;
    /// A set and its mirror image, by two sums over their positions.
    struct Name {
        std::uint64_t first;
        std::uint64_t second;
        bool operator==(const Name&) const = default;
        bool operator<(const Name& other) const {
            return first != other.first ? first < other.first : second < other.second;
        }
    };
    struct NameHash {
        std::size_t operator()(const Name& name) const { return static_cast<std::size_t>(name.first); }
    };
    struct Entry {
        Set set;
        std::vector<int> sequence;
        double promise;
    };
    struct Spent {};

    void follow(const Set& from, int piece, Set& to);
    Name name_of(const Set& set) const;
    double promise_of(const Set& set) const;
    bool may_be_killed(const Set& set, std::size_t rest);
    bool kills(const Set& set, std::size_t rest);
    void check(std::size_t positions) const;

    Well well_;
    bool hold_;
    std::uint64_t start_;
    int board_bits_;
    int digit_bits_;
    std::uint64_t board_mask_;
    Survival game_;

    std::vector<int> best_;
    std::vector<int> tail_;  // what kills, the last piece first
    std::size_t least_ = 1;
    std::uint64_t sets_ = 0;
    std::unordered_map<Name, std::uint16_t, NameHash> refuted_;  // with so many pieces to come

    const StopToken* stop_ = nullptr;
    std::uint64_t bytes_ = 0;
    std::uint64_t work_ = 0;  // positions looked at, and steps of games
    std::uint64_t work_allowed_ = 0;
    std::size_t on_the_way_ = 0;  // positions of sets that the search has open
};

}  // namespace shapewright::stacking
