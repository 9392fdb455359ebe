// A player who sees only the next few pieces, and plays by taste: what it comes to is what can be come to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "stacking/games/foresight.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// Tries every place of every visible piece, a few stacks at a time, and adds what the piece after them does on
/// average. Wells may be of any width; the values of foresight are better where they can be had.
class Player {
public:
    /// What a stack is worth, the less the better: for each pair of neighbouring columns what their step costs (the
    /// last two prices go on as a line), and what an empty cell below a filled one and each row of the highest column
    /// cost.
    struct Taste {
        std::vector<int> steps;
        int waste = 1;
        int top = 1;
    };

    /// `beam` stacks are kept with every visible piece. Throws std::invalid_argument if there is none, or if there are
    /// not two prices of steps.
    Player(const Question& question, Foresight::Ending ending, Taste taste, std::size_t beam);

    /// The ending of one game. Its pieces are `sequence`, of which `see` are visible at a time; those after them come
    /// with the same chance each, or, with `bags`, are those that the bag still has. Nothing if stopped. Throws
    /// std::invalid_argument for a piece that the question has not, or if nothing is visible.
    std::optional<std::int64_t> play(std::span<const std::uint32_t> sequence, std::size_t see, bool bags,
                                     const StopToken& stop) const;

private:
    using Heights = std::vector<int>;

    /// A stack that the visible pieces can make, how good it is, and what the first of them made.
    struct Stack {
        Heights heights;
        std::int64_t value;
        std::size_t first;
    };

    template <class Visit>
    void places(const Heights& heights, std::uint32_t piece, Visit visit) const;
    std::int64_t value(const Heights& heights, std::int64_t cells, bool last) const;
    std::int64_t chances(const Heights& heights, std::int64_t cells, bool last, std::uint64_t out) const;
    void keep(std::vector<Stack>& stacks) const;

    const Question question_;
    const Foresight::Ending ending_;
    const Taste taste_;
    const std::size_t beam_;
};

}  // namespace shapewright::stacking
