// A Pfaffian orientation: the signs that make all domino tilings count alike in a determinant.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "planar/dominoes.hpp"

namespace shapewright::planar {

/// For each link whether its entry is negative. Around each face of the graph of squares and links the product of the
/// signs is -1 if the number of links, a link with the face on both sides counting twice, is divisible by 4, else 1.
///
/// Links without ways are none. Parts that no link connects are looked at one by one: what lies within a hole of
/// another part is not there for it. Throws std::invalid_argument as Dominoes does.
std::vector<bool> kasteleyn_signs(std::span<const Square> squares, std::span<const Link> links);

}  // namespace shapewright::planar
