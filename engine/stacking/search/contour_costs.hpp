// Shortest walks and cycles of least mean over contours: what a sequence of falls costs that ends, or goes on for ever.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "stacking/question.hpp"
#include "stacking/search/contours.hpp"

namespace shapewright::stacking {

/// How much it may cost to look at all contours.
struct ContourEffort {
    std::size_t contours = 100'000;
    std::size_t falls = 20'000'000;
};

/// A cost that no sequence of falls is below, and with Steep::refused moves that reach it.
struct LeastCost {
    std::int64_t cost = 0;
    std::vector<Move> moves;  // with Steep::refused
    std::size_t contours = 0;
};

/// The least sum of what the sequence costs and of what is empty at the end, from an empty grid on: no plan is lower
/// than that, divided by the sum of weights. Nothing if it was too much, or stopped.
std::optional<LeastCost> least_cost(const Question& question, int reach, Contours::Steep steep,
                                    const std::vector<int>& weights, const ContourEffort& effort,
                                    const StopToken& stop);

/// What a sequence costs that is repeated for ever: `cost` for each `periods` of it is the least in the long run.
struct LeastMean {
    std::int64_t cost = 0;
    std::int64_t periods = 1;
    /// `n` periods cost at least (n * length of the period * cost + offset) / (periods * length of the period), with
    /// what is empty at the end.
    std::int64_t offset = 0;
    std::vector<Move> lead;   // with Steep::refused: whole periods that lead from the floor to the cycle,
    std::vector<Move> cycle;  // and the cycle, `periods` of them
    std::size_t contours = 0;
};

/// The least mean cost of a cycle of whole periods that can be reached from the floor, proven by a potential: a number
/// for each contour and place in the period that no fall raises by more than what it costs above the mean.
std::optional<LeastMean> least_mean(const Question& question, int reach, Contours::Steep steep,
                                    const std::vector<int>& weights, const ContourEffort& effort,
                                    const StopToken& stop);

}  // namespace shapewright::stacking
