// A plan of plain shapes given types and colours: the machines stay, their shapes are followed back cell by cell.
//
// What is wanted of a shape says of some cells which part is to be there; the rest is free. Each machine passes that on
// to what it takes, down to the rings of the miners. Two wants of one shape that agree share its machines; others get
// machines of their own. A ring that is wanted in one colour takes a painter, one in several types or colours is left
// *open*: somebody else has to make it.
#pragma once

#include <utility>
#include <vector>

#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/parts.hpp"
#include "shapez/plan/search/plain_machine.hpp"

namespace shapewright::shapez {

/// In what is wanted: any normal part, any crystal.
constexpr Part any_normal = 127;
constexpr Part any_crystal = 15;

struct Lifted {
    bool works = false;
    std::vector<Parts::Value> wholes;        // what becomes of each plain shape that something was wanted of
    std::vector<Parts::Value> open;          // rings
    std::vector<Polish<Parts>::Step> steps;  // in an order in which they can be built, once the rings are there
};

/// What free cells become: a raw shape's type, a crystal's colour.
struct Fillings {
    Part normal = first_normal;
    int crystal = 1;
};

/// `machines` make plain shapes in an order in which they can be built; `wanted` are some of these shapes, each with
/// its parts, free ones among them.
Lifted lifted(const Game& game, const AnyRing& ring, Parts& world, const std::vector<PlainMachine>& machines,
              const std::vector<std::pair<Shape, Painted>>& wanted, const Fillings& fillings);

/// The shape's kinds with all parts free.
Painted free_parts(const Game& game, Shape kinds);

}  // namespace shapewright::shapez
