// Plans of the least depth for shapes of one type without paint, with few machines.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/depth/depth_sets.hpp"
#include "shapez/plan/search/plain.hpp"

namespace shapewright::shapez {

/// A plan for all goals of the depth of the deepest one, by way of shapes that are known to be less deep than what is
/// made of them. It is made anew `rounds` times from a part of itself, and the fewest machines are kept. Empty if there
/// is none, if a machine of the plan was not found (seldom), or if stopped before there was one.
std::vector<PackedStep> shallow_plan(const DepthSets& sets, const std::vector<Shape>& goals, std::uint64_t rounds,
                                     std::uint64_t seed, const StopToken& stop);

}  // namespace shapewright::shapez
