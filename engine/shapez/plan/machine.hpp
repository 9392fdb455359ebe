// The machines of a plan, and a plan's steps by the numbers of the shapes they take and give.
#pragma once

#include <cstdint>

namespace shapewright::shapez {

enum class Machine : std::uint8_t {
    rotate_cw,
    rotate_ccw,
    rotate_180,
    cut,
    swap,
    stack,
    push_pin,
    paint,
    mix,
    crystal,
};

/// One machine of a pool or plan: indices of values; -1 where a machine has one input or output only.
struct PlanStep {
    Machine machine;
    std::int32_t in[2];
    std::int32_t out[2];
};

}  // namespace shapewright::shapez
