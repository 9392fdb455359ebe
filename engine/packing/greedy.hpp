// The simple solvers: a growing square, the most touching placement, every placement.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

/// Build a packing without a given box: each step lays the piece that keeps the score (10 n - a b) a / b of what lies
/// there best, at one of four positions: from above at either end, from the right at either end.
std::vector<Placed> growing_square(const Pieces& pieces, const Counts& counts, const StopToken& stop);

/// Fill a box with the placement that touches the most cells and borders, at the lowest place of each column and with
/// ties broken at random, until all pieces lie or none fits; in at most `attempts` attempts.
Outcome most_touching(const Pieces& pieces, int width, int height, const Counts& counts, Rng& rng,
                      std::uint64_t attempts, const StopToken& stop, std::vector<Placed>& placed);

}  // namespace shapewright::packing
