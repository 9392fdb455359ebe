// Pushing pins under all shapes of a set, by several threads.
#pragma once

#include <cstdint>

#include "core/stop.hpp"
#include "shapez/closure/shape_set.hpp"

namespace shapewright::shapez {

/// What pushing pins makes of the shapes of `set` and is not in `known`; both hold all rotations of their shapes. So
/// only shapes with certain crystals in the top layer are pushed, and what is new is rotated. Threads share them out by
/// these crystals; each has its own diagrams. The set does not depend on their number, but the numbers of its nodes do.
/// Throws what `Closure` throws.
ShapeSet fresh_pushed(const ShapeSet& set, const ShapeSet& known, int threads, std::uint64_t most_nodes,
                      const StopToken& stop);

}  // namespace shapewright::shapez
