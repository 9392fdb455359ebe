// Boxes filled from the border inwards, by packings that look the same after a turn of the box.
//
// Where each place of a piece has the same weight, a packing has as many pieces as its empty cells weigh little, and
// cells at the border weigh least. S alone waste least where they lie in columns in two corners of a box and in rows in
// the other two, like the sails of a windmill. Cell by cell along a spiral the beam keeps the packings whose empty
// cells weigh least so far: the border is decided first, where the cells are that may stay empty.
#pragma once

#include <cstddef>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

/// The packing of `types` of pieces whose empty cells weigh least among those that were met, of those that look the
/// same after `turns` turns come full circle: 1, 2 half turns, or 4 quarter turns of a square. `weights` has a number
/// of at least 0 for each cell; the beam keeps `beam` packings. Empty if it was stopped. Throws std::invalid_argument.
std::vector<Placed> spiral(const Pieces& pieces, const std::vector<int>& types, int width, int height, int turns,
                           const std::vector<int>& weights, std::size_t beam, Rng& rng, const StopToken& stop);

}  // namespace shapewright::packing
