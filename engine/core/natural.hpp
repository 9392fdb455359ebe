// Natural numbers of any size.
#pragma once

#include <cstdint>
#include <vector>

namespace shapewright {

/// Least significant limb first; zero may be empty.
using Natural = std::vector<std::uint64_t>;

}  // namespace shapewright
