// Looking up a half in a table of plans for halves (half_table.hpp), whichever of its images the table has.
#pragma once

#include <vector>

#include "shapez/plan/library/half_table.hpp"
#include "shapez/plan/search/plain_machine.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

/// A shape with a half, and the machines that make it in an order in which they can be built.
struct HalfRow {
    Shape whole = 0;
    std::vector<PlainMachine> machines;
};

/// The rows for a half in the east, given by its key, or for its image under a symmetry (plain_machine.hpp).
std::vector<HalfRow> half_rows(const AnyRing& ring, const HalfPlansView& halves, HalfKey key, int symmetry);

}  // namespace shapewright::shapez
