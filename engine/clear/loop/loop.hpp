// Value iteration over perfect clears one after the other: how many a player who sees a few pieces can hope for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "clear/live/graph.hpp"
#include "core/hash.hpp"
#include "core/stop.hpp"
#include "core/wide.hpp"

namespace shapewright::clear {

/// The game of clears of so many lines, from the empty field to the empty field, until one fails.
///
/// At each placement the player knows what is in hold, the next `see` pieces (the current one too) and what is left of
/// the bag after them. Values are exact expectations under the best choices, as whole numbers: of the strings of pieces
/// that may come unseen, all equally likely, how many end well. For `clears` clears of n pieces each these strings have
/// `clears` * n pieces, and one more where the hold is still empty, for then one more is dealt for the same number of
/// placements. All values must stay below 2^128; the caller counts the strings.
class Loop {
public:
    static constexpr unsigned no_piece = pieces;
    static constexpr int most_visible = 7;

    /// What a value tells: the strings for which all clears succeed; or how many clears succeed before one fails, added
    /// up over all strings.
    enum class Aim : std::uint8_t { all, number };

    /// The rules and what the player sees. Without `bags` each piece comes by chance, whatever came before.
    struct Rules {
        bool hold = true;
        bool bags = true;
        int see = 1;
        Aim aim = Aim::all;
    };

    /// Throws std::invalid_argument for a sight of less than one or more than seven pieces.
    Loop(const LivePlacements& placements, Rules rules);

    /// Values for one clear more. Returns false if stopped; what was found out by then is kept. Throws
    /// std::length_error if that takes more than about `bytes`.
    bool step(const StopToken& stop, std::uint64_t bytes);

    /// How many clears the values are for.
    int clears() const { return clears_; }

    /// How many of the states between two clears the present step has gone through, of how many.
    std::size_t done() const { return next_; }
    std::size_t size() const { return sights_.size(); }

    /// The value before any piece is seen: the sum over what may come into sight, with `bag` left of the present bag
    /// (bits by piece, at least one) and `held` in hold, or `no_piece`.
    Word128 value(unsigned bag, unsigned held) const;

    /// The greatest of the values with some pieces in sight, by how many pieces (1 to 7) the bag after them has left;
    /// with an empty hold, or a held piece.
    Word128 greatest(unsigned left, bool empty) const { return greatest_[empty ? 1 : 0][left]; }

private:
    struct Halted {};

    /// What is known besides the board: pieces in sight, three bits each and the first in the lowest; what is left of
    /// the bag after them; what is held; whether it was put there just now, so that the current piece is placed.
    struct Hand {
        std::uint32_t visible;
        unsigned bag;
        unsigned held;
        bool forced;
    };

    static constexpr std::uint32_t sight_of(std::uint32_t visible, unsigned bag) { return visible << 7 | bag; }

    void collect(std::uint32_t visible, int number, unsigned bag);
    template <typename Visit>
    Word128 sum_over_next(std::uint32_t visible, int number, unsigned bag, Visit visit) const;
    Word128 dealt(int placed, std::uint32_t board, Hand hand);
    Word128 value(int placed, std::uint32_t board, const Hand& hand);
    Word128 best(int placed, std::uint32_t board, const Hand& hand);
    bool possible(int placed, std::uint32_t board, unsigned held, bool forced, std::uint32_t visible, int number);
    bool leads(int placed, std::uint32_t board, unsigned piece, unsigned held, std::uint32_t visible, int number);
    bool decided(int placed, const Hand& hand) const;
    unsigned after(unsigned bag, unsigned piece) const;
    const Word128& strings(int to_come, const Hand& hand) const;
    void count_strings();

    const LivePlacements& placements_;
    Rules rules_;
    int needed_;
    std::vector<std::uint32_t> sights_;                           // all that may be in sight, and the bag after it
    std::unordered_map<std::uint32_t, std::uint32_t> number_of_;  // of a sight
    std::vector<Word128> values_;                                 // by sight and held piece, for `clears_` clears
    std::vector<Word128> fresh_;                                  // the same for one clear more
    std::unordered_map<std::uint64_t, Word128, Hash> known_;      // values within the present clear
    std::unordered_map<std::uint64_t, bool, Hash> possible_;      // whether what is in sight can be placed
    // How many strings there are for so many placements: with a held piece and an empty hold, by what the bag has left.
    std::vector<std::array<std::array<Word128, pieces + 1>, 2>> strings_;
    std::array<std::array<Word128, pieces + 1>, 2> greatest_{};
    int clears_ = 0;
    std::size_t next_ = 0;
    const StopToken* stop_ = nullptr;
    std::uint64_t steps_ = 0;
    std::uint64_t most_ = 0;
};

}  // namespace shapewright::clear
