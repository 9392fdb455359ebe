// Any board, any pieces: a random walk over re-tilings of small clusters of pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/fill.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

/// Walk from `placed` to a packing with the wanted counts and at most `holes` empty cells: a random connected cluster
/// of three or four pieces (empty cells count as pieces) is tiled anew, each tiling with the weight that its surplus
/// has at a temperature of 0.3. About two microseconds a step. `placed` becomes the best packing met.
Outcome walk(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng, std::uint64_t steps,
             const StopToken& stop, std::vector<Placed>& placed, std::uint64_t& taken);

}  // namespace shapewright::packing
