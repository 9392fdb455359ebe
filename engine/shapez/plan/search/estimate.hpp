// A heuristic: what making a shape may cost, guessed from its look.
#pragma once

#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

/// Machines, roughly: it steers searches, and nothing rests on it.
double estimate(const Game& game, const Painted& shape);

}  // namespace shapewright::shapez
