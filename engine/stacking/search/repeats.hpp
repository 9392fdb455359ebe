// Plans that repeat themselves, in wells that have too many contours to look at all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// A sequence that is repeated for ever: whole periods that lead from the floor to a profile, and `periods` more of
/// them after which every column is `rows` higher.
struct Repeat {
    std::vector<Move> lead;
    std::vector<Move> cycle;
    std::int64_t rows = 0;
    std::int64_t periods = 1;
};

/// The widest grid for `find_repeat`.
inline constexpr int widest_repeat = 16;

/// Looks for a plan with the fewest rows for each period: from the floor on it keeps in each layer the `width` profiles
/// with the least waste and the smallest steps, and after each period whether a profile on the way was the same but
/// higher or lower. Ends when a cycle wastes no cell, or after about `most` profiles. Nothing if no cycle was found.
std::optional<Repeat> find_repeat(const Question& question, std::size_t width, std::size_t most, const StopToken& stop);

}  // namespace shapewright::stacking
