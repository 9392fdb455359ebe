// An exhaustive search for all plans of so many machines at once: what they make, with how few, and how.
//
// A plan is carried out machine by machine; what matters of it at any time is the set of shapes that later machines
// still take (raw shapes apart, which are always there). Every plan of K machines for one shape is therefore a path of
// K steps from the empty set to the set of that shape alone, where a step takes shapes of the set (and keeps them or
// not), and adds outputs (one or both of a cutter or swapper). A machine takes at most one shape more than it leaves,
// and one shape is left in the end: so after k steps the set has at most K - k + 1 shapes. The search visits all such
// sets, each once, up to the two reflections that leave the cut in its place: reflecting every shape of a plan, or
// turning all by half a ring, gives a plan. So no shape that K machines make is missed, side outputs and sharing and
// all. Every set remembers which set it came from, and so each shape comes with its plan.
//
// Sets of one shape more than machines are left can only be joined, two by two. Those of up to three shapes are not
// remembered but joined at once. Only joins need be tried that descend from what the machine before the joins gave or
// took and left: any other could as well have been made before that machine, when there was still a choice.
//
// Kinds alone: parts have one type and no paint. For any shape the least number is a lower bound of what machines other
// than painters and mixers it takes, as forgetting types and colours makes a plan of kinds out of any plan.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/library/half_table.hpp"
#include "shapez/plan/search/plain_machine.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

struct AllPlans {
    std::vector<Shape> shapes;        // ascending; the least of the shape's images under mirror and half turn
    std::vector<std::uint8_t> least;  // how many machines each takes
    // The machines for shapes[k] are steps[start[k]] up to steps[start[k + 1]], in an order in which they can run. Only
    // for shapes of at most 8 parts, else both are empty.
    std::vector<std::uint32_t> start;
    std::vector<PlainMachine> steps;
    // Easts of shapes of the fewest machines, a west costs the same. None for shapes of more than 16 parts.
    HalfPlans halves;
    std::vector<std::uint64_t> sets;  // by machines: how many sets were remembered
    bool complete = false;            // false if stopped
};

/// What at most `machines` machines make. With `widest` = 0 no plan is overlooked, so that none has fewer machines;
/// this visits about ten times as many sets for each machine more: quad2 with 9 and quad4 with 8 in some 15 seconds,
/// quad5 and hex4 with 7 in three.
/// Else only plans are looked at that can be carried out with at most `widest` shapes to be taken later at any time.
AllPlans all_plans(int parts, int layers, int machines, int widest, const StopToken& stop);

}  // namespace shapewright::shapez
