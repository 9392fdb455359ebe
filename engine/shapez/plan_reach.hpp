// All shapes that so many machines can make: the proof that all others need more.
//
// A plan is carried out machine by machine; what matters of it at any time is the set of shapes that later machines
// still take (raw shapes apart, which are always there). Every plan of K machines for one shape is therefore a path of
// K steps from the empty set to the set of that shape alone, where a step takes shapes of the set (and keeps them or
// not), and adds outputs (one or both of a cutter or swapper). A machine takes at most one shape more than it leaves,
// and one shape is left in the end: so after k steps the set has at most K - k + 1 shapes. The search visits all such
// sets, each once, up to the two reflections that leave the cut in its place: reflecting every shape of a plan, or
// turning all by half a ring, gives a plan. So no shape that K machines make is missed, side outputs and sharing and
// all.
//
// Kinds alone: parts have one type and no paint. For any shape this is a lower bound of what machines other than
// painters and mixers it takes, as forgetting types and colours makes a plan of kinds out of any plan.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/shape.hpp"

namespace shapewright::shapez {

struct Reached {
    std::vector<Shape> shapes;        // by machines, then ascending; the least of the shape's four images
    std::vector<std::uint8_t> least;  // how many machines each takes at least
    std::uint64_t sets = 0;           // visited and remembered
    bool complete = false;            // false if stopped
};

/// Visits about eleven times as many sets for each machine more: quad2 with 9 in 20 seconds. Needs a bit for every
/// packed value, so throws std::invalid_argument for shapes of more than 16 parts.
Reached reached(int parts, int layers, int machines, const StopToken& stop);

/// The least of a shape's images under the reflections that leave the cut in its place. Throws as above.
Shape least_image(int parts, int layers, Shape shape);

}  // namespace shapewright::shapez
