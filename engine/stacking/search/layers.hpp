// Bidirectional search: can pieces be stacked within a given height? Layers of profiles from both ends meet.
//
// Only the profile of a stack matters, and the cells that are covered without being filled (the waste) never become
// fewer: a height leaves a budget of waste. Backward, from the flat top, a piece that fits without waste has for each
// orientation and column exactly one profile under it; forward, profiles are kept as long as their waste is within the
// budget. Where a layer grows too large, its best profiles are kept, and nothing is refuted any more.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/stop.hpp"
#include "stacking/games/verdict.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// How much one attempt may cost.
struct Effort {
    std::uint64_t table = 20000;  // profiles in a layer built backward
    std::uint64_t beam = 500;     // profiles in a layer built forward
    /// Waste that pieces laid backward may make: with as much as the budget, two complete halves refute a height.
    int backward_waste = 0;
};

class Layers {
public:
    virtual ~Layers() = default;

    /// Looks for a plan that stays within `height`. `refuted` is proven: no profile was left out anywhere.
    virtual Verdict attempt(int height, const Effort& effort, const StopToken& stop) = 0;

    /// The plan of the last attempt that found one.
    const std::vector<Move>& plan() const { return plan_; }

    /// Profiles made by all attempts so far.
    std::uint64_t states() const { return states_; }

protected:
    std::vector<Move> plan_;
    std::uint64_t states_ = 0;
};

/// Throws std::invalid_argument for a question that makes no sense (an unknown piece, a floor of another width ...).
std::unique_ptr<Layers> make_layers(const Question& question);

}  // namespace shapewright::stacking
