// The question every exact cover engine answers.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace shapewright::exact_cover {

inline constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

/// One way to cover items: `items` (distinct), each with a colour (0 = none; `colours` empty = none at all), and how
/// many copies of which pieces it uses up (a plain placement uses one copy of one piece; an orbit of placements
/// several).
struct Option {
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> colours;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> uses;  // (piece, copies >= 1), distinct pieces
};

/// Choose a *set* of options such that every required item is covered exactly once, every other item at most once or
/// only by options that give it the same colour (not 0), and for each piece the copies used lie in minimum..maximum.
///
/// Items are numbered in strip order: engines that sweep cover the lowest open item first.
struct Instance {
    std::vector<bool> required;          // one flag an item
    std::vector<std::uint32_t> minimum;  // one number a piece
    std::vector<std::uint32_t> maximum;  // `unlimited` allowed
    std::vector<Option> options;

    /// The same question with its options in a random order, and that order: option k of the result is `order[k]` here.
    /// Engines try options in order, so another order is another way through the same solutions. With `ranks`, one a
    /// piece, options come by the rank of their piece plus a random number below 256 each.
    Instance shuffled(std::uint64_t seed, std::vector<std::uint32_t>& order,
                      const std::vector<std::uint32_t>& ranks = {}) const;

    std::size_t items() const { return required.size(); }
    std::size_t pieces() const { return minimum.size(); }

    /// Throws std::invalid_argument if an index is out of range, an option repeats an item or piece, covers and uses
    /// nothing, or colours a required item.
    void validate() const;
};

}  // namespace shapewright::exact_cover
