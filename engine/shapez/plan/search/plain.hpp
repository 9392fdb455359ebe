// Plans for plain shapes: parts of one type without paint, crystals of one colour. Only kinds matter for them, so all
// work is done on packed shapes; the caller puts type and colour back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/library/half_table.hpp"
#include "shapez/plan/machine.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

struct PackedStep {
    Machine machine;
    Shape first, second;  // 0 where a machine takes one shape
    Shape out[2];         // 0 where it gives one, or nothing
};

/// A plan for all goals: the cheapest of those put together from halves and of `known` (may be empty), polished by
/// trying out about `budget` machines. Empty if nothing is known. Throws std::invalid_argument for configurations that
/// are not compiled in, or of more than 32 bits if there is a table, and for a table that is none.
std::vector<PackedStep> plain_plan(int parts, int layers, const HalfPlansView& halves, const std::vector<Shape>& goals,
                                   const std::vector<PackedStep>& known, std::uint64_t budget, std::uint64_t seed,
                                   const StopToken& stop);

}  // namespace shapewright::shapez
