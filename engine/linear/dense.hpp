// Small linear programmes of any numbers: the most of c·y with Ay <= b and y >= 0, where b is above 0.
//
// The whole tableau is kept, rows times columns. For questions asked once, about few rows; for zeros and ones, many
// columns and gains that change, see programme.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"

namespace shapewright::linear {

using Entries = std::vector<std::pair<std::uint32_t, double>>;  // of a column: rows and numbers

struct Prices {
    bool is_optimal = false;     // within the steps and the time, and with a finite value
    std::vector<double> prices;  // dual values of the rows: the least of b·x with A'x >= c and x >= 0
};

/// A step costs rows times columns; it is the last one where `stop` expires. The room must be above 0.
Prices solve_dense(std::span<const Entries> columns, std::span<const double> gains, std::span<const double> room,
                   std::uint64_t steps, const StopToken& stop = {});

}  // namespace shapewright::linear
