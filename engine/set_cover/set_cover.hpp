// Minimum set cover: the sets of least total weight that together have every element, with a proof or a bound.
//
// Depth-first branch and bound. At the root the Lagrangian dual of the linear programme is climbed by subgradient steps
// (Beasley, An algorithm for set covering problem, EJOR 31, 1987), covers are put together from the reduced costs and
// improved by local search. Below, each node solves the linear programme from where the node above it ended, and
// branches on a set; for more sets than its inverse is good for the climb goes on, and nodes branch on an element. All
// bounds are added up in whole numbers; reduced costs decide sets on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"

namespace shapewright::set_cover {

using Numbers = std::vector<std::uint32_t>;

struct Problem {
    std::size_t elements = 0;
    std::vector<Numbers> sets;           // the elements of each, each once
    std::vector<std::uint32_t> weights;  // one a set

    /// Throws std::invalid_argument unless all numbers are in range and every element is in some set.
    void validate() const;
};

struct Result {
    Numbers chosen;            // a cover, ascending
    std::uint64_t weight = 0;  // its weight
    std::uint64_t bound = 0;   // no cover weighs less
    std::uint64_t nodes = 0;   // of the search
    bool operator==(const Result&) const = default;
};

/// The lightest cover; or, once `stop` has expired or about so many `nodes` were visited, the lightest that was found.
/// The search begins with the cover `start` unless that is empty; it changes only for a lighter one.
Result solve(const Problem& problem, const Numbers& start, const StopToken& stop, std::uint64_t nodes);

}  // namespace shapewright::set_cover
