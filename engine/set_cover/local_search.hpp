// Covers of fewer sets by local search with weights on elements (Gao, Weise and Li, An efficient local search heuristic
// with row weighting for the unicost set covering problem, EJOR 246, 2015).
#pragma once

#include <cstdint>

#include "set_cover/set_cover.hpp"

namespace shapewright::set_cover {

/// Looks for a cover of fewer sets than `cover`, whatever they weigh; gives the last one found, or `cover` itself.
/// `work` is how often a set is looked at because an element of it came or went: some hundred million a second. The
/// answer depends on the problem, the cover, the work and the seed alone unless `stop` expires.
Numbers fewer_sets(const Problem& problem, const Numbers& cover, std::uint64_t work, std::uint64_t seed,
                   const StopToken& stop);

}  // namespace shapewright::set_cover
