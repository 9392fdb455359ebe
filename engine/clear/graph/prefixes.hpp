// Prefixes: the beginnings of the queues of a pattern, which are what a player who sees so many pieces can tell apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "clear/graph/pattern.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

/// At each state of a pattern, the beginnings of one length of the queues that may still come, ordered letter by letter
/// like the queues. So all that begin alike are neighbours.
class Prefixes {
public:
    /// `pattern` must outlive this.
    explicit Prefixes(const Pattern& pattern);

    /// How many there are of a length, at a state where `read` pieces were read.
    std::uint64_t count(std::size_t read, std::uint32_t state, std::size_t length) const {
        SHAPEWRIGHT_ASSERT(read < counts_.size() && length < counts_[read].size() &&
                           state < counts_[read][length].size());
        return counts_[read][length][state];
    }

    /// How many of them come before those that begin with this piece.
    std::uint64_t before(std::size_t read, std::uint32_t state, std::size_t length, std::size_t piece) const;

    /// Those of a length, grouped by their beginnings of a shorter one: how many there are up to the end of each group.
    const std::vector<std::uint64_t>& ends(std::size_t read, std::uint32_t state, std::size_t length,
                                           std::size_t shorter);

private:
    void add_ends(std::size_t read, std::uint32_t state, std::size_t length, std::size_t shorter,
                  std::vector<std::uint64_t>& ends) const;

    const Pattern* pattern_;
    std::vector<std::vector<std::vector<std::uint64_t>>> counts_;  // by pieces read, length and state
    std::map<std::array<std::size_t, 4>, std::vector<std::uint64_t>> ends_;
};

}  // namespace shapewright::clear
