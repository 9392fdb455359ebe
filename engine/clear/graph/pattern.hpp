// Many queues at once: a pattern as the smallest automaton that reads its queues, and what is placed of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/piece.hpp"

namespace shapewright::clear {

/// The queues of a pattern, all of one length, each a path through an automaton that has as many levels of states as
/// pieces were read. States from which the same pieces may follow are one state, so the last level has one.
///
/// The queues are ordered letter by letter in the order of `Piece`; so are those that may still come at a state, and a
/// set of them is a string of `count` bits. Those that begin with one piece are neighbours in it.
class Pattern {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    using Steps = std::array<std::uint32_t, pieces>;

    struct State {
        Steps next;                                // by piece: the state after it, or none
        std::array<std::uint64_t, pieces> offset;  // by piece: how many of the queues that may come are before its own
        std::uint64_t count;                       // how many queues may still come
    };

    /// `levels[i][state][piece]` is the state in level i + 1 after that piece, or negative; level 0 has one state.
    /// Throws std::invalid_argument for states that are not there, std::length_error for more than 2^40 queues.
    explicit Pattern(const std::vector<std::vector<std::array<int, pieces>>>& levels);

    std::size_t length() const { return levels_.size() - 1; }
    std::uint64_t count() const { return levels_[0][0].count; }
    const std::vector<State>& level(std::size_t read) const { return levels_[read]; }

private:
    std::vector<std::vector<State>> levels_;
};

}  // namespace shapewright::clear
