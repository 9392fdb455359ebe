// Plans of the fewest machines for all shapes of a small configuration at once.
//
// The search is that of plan_reach.hpp: it visits the sets of shapes that later machines still take, each once. Here
// all machines are tables, every set remembers which set it came from, and so each shape comes with its plan.
//
// Sets of one shape more than machines are left can only be joined, two by two. Those of up to three shapes are not
// remembered but joined at once. Only joins need be tried that descend from what the machine before the joins gave or
// took and left: any other could as well have been made before that machine, when there was still a choice.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan.hpp"
#include "shapez/shape.hpp"

namespace shapewright::shapez {

/// A machine and the shapes it takes; `second` is 0 where it takes one.
struct PlainMachine {
    Machine machine;
    Shape first, second;
    friend auto operator<=>(const PlainMachine&, const PlainMachine&) = default;
};

struct LeastPlans {
    std::vector<Shape> shapes;         // ascending; the least of the shape's four images, see least_image
    std::vector<std::uint32_t> start;  // the machines for shapes[k] are steps[start[k]] up to steps[start[k + 1]]
    std::vector<PlainMachine> steps;   // in an order in which they can run
    std::vector<std::uint64_t> sets;   // by machines: how many sets were remembered
    bool complete = false;             // false if stopped
};

/// Plans for the shapes that at most `machines` machines make. With `widest` = 0 no plan is overlooked, so that none
/// has fewer machines; this visits about ten times as many sets for each machine more: quad2 with 9 in 20 seconds. Else
/// only plans are looked at that can be carried out with at most `widest` shapes to be taken later at any time. Throws
/// std::invalid_argument for shapes of more than 8 parts.
LeastPlans least_plans(int parts, int layers, int machines, int widest, const StopToken& stop);

}  // namespace shapewright::shapez
