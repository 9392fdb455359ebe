// The first plan in the order of its moves, by depth-first search with a table of profiles that lead nowhere.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/stop.hpp"
#include "stacking/question.hpp"
#include "stacking/verdict.hpp"

namespace shapewright::stacking {

class DepthFirst {
public:
    virtual ~DepthFirst() = default;

    /// The lexicographically first plan within `height` (orientation before column, the first piece slowest), or the
    /// proof that there is none, or `unknown` after so many profiles.
    virtual Verdict run(int height, std::uint64_t most, const StopToken& stop) = 0;

    /// The plan of the last run that found one.
    const std::vector<Move>& plan() const { return plan_; }

    /// Profiles entered by all runs so far.
    std::uint64_t states() const { return states_; }

protected:
    std::vector<Move> plan_;
    std::uint64_t states_ = 0;
};

/// Throws std::invalid_argument for a question that makes no sense.
std::unique_ptr<DepthFirst> make_depth_first(const Question& question);

}  // namespace shapewright::stacking
