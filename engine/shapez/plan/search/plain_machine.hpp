// Machines on plain shapes, whose parts are of one type and without paint, and their images under reflections.
#pragma once

#include <compare>

#include "shapez/plan/machine.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

/// A machine and the shapes it takes; `second` is 0 where it takes one.
struct PlainMachine {
    Machine machine;
    Shape first, second;
    friend auto operator<=>(const PlainMachine&, const PlainMachine&) = default;
};

/// How an image of a shape comes about: bit 0 a reflection, then bit 1 half a turn. Of a shape made by machines the
/// image is made by machines on the images, where a reflection changes the direction of rotators.
inline Shape imaged(const AnyRing& ring, Shape shape, int symmetry) {
    if (symmetry & 1) shape = ring.mirror(shape);
    return symmetry & 2 ? ring.half_turn(shape) : shape;
}
inline Machine imaged(Machine machine, int symmetry) {
    if (!(symmetry & 1)) return machine;
    if (machine == Machine::rotate_cw) return Machine::rotate_ccw;
    return machine == Machine::rotate_ccw ? Machine::rotate_cw : machine;
}
/// The reflection that leaves a half in the east.
constexpr int east_reflection = 3;

}  // namespace shapewright::shapez
