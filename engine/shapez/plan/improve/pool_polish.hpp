// Plans of a pool made cheaper in the end, with types and colours: polish.hpp.
#pragma once

#include <cstdint>

#include "core/stop.hpp"
#include "shapez/plan/improve/pool.hpp"

namespace shapewright::shapez {

/// The plan, or one of fewer machines, whose steps the pool has then. About `budget` machines are tried out.
Pool::Set polished(const Game& game, Pool& pool, const Pool::Set& plan, const Pool::Set& goals, std::uint64_t budget,
                   std::uint64_t seed, const StopToken& stop);

}  // namespace shapewright::shapez
