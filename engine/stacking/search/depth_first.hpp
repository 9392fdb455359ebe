// Plans in the order of their moves, by depth-first search with a table of profiles that lead nowhere.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/stop.hpp"
#include "stacking/games/verdict.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

class DepthFirst {
public:
    virtual ~DepthFirst() = default;

    /// Begins with the plans within `height`; the order is that of orientation before column, the first piece slowest.
    virtual void start(int height) = 0;

    /// Goes on to the next plan. `refuted` is the proof that there is no further one; after `unknown` (so many profiles
    /// were entered) and `stopped` the search can be gone on with.
    virtual Verdict next(std::uint64_t most, const StopToken& stop) = 0;

    /// The plan found last.
    const std::vector<Move>& plan() const { return plan_; }

    /// Profiles entered so far.
    std::uint64_t states() const { return states_; }

protected:
    std::vector<Move> plan_;
    std::uint64_t states_ = 0;
};

/// Throws std::invalid_argument for a question that makes no sense.
std::unique_ptr<DepthFirst> make_depth_first(const Question& question);

}  // namespace shapewright::stacking
