// A ring whose size is known at run time only.
//
// Ring<Parts, Layers> (shape.hpp) is compiled anew for every size, and so is all that takes it as a template's
// argument. That is worth its time where the machines' work is all there is, in loops over millions of shapes. A search
// that does something with what comes out of each machine is compiled once, for AnyRing: its machines are those of
// Ring, called.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// The names are those of Ring; what they mean stands there.
struct AnyRing {
    int parts, layers, row_bits, bits, half_bits;
    Shape bottom, cells, first_column, east, west;
    /// All cells of the first so many columns.
    std::array<Shape, 11> first_columns;

    bool (*is_stable)(Shape);
    Shape (*gravity)(Shape);
    Shape (*mirror)(Shape);
    Shape (*push_pin)(Shape);
    Shape (*crystallise)(Shape);
    Shape (*stack)(Shape below, Shape top);
    std::pair<Shape, Shape> (*cut)(Shape);
    HalfKey (*half_key)(Shape);
    Shape (*from_half_key)(HalfKey);
    HalfKey (*reflected)(HalfKey);

    Shape layer(int l) const { return bottom << (l * row_bits); }
    Shape column(int c) const { return first_column << (2 * c); }
    Shape occupied(Shape x) const { return (x | x >> 1) & cells; }
    Shape crystals(Shape x) const { return x & x >> 1 & cells; }
    Shape normals(Shape x) const { return x & ~(x >> 1) & cells; }
    Shape pins(Shape x) const { return x >> 1 & ~x & cells; }
    static Shape whole(Shape mask) { return mask | mask << 1; }
    Shape below(Shape mask) const { return mask >> row_bits; }
    Shape flood_down(Shape mask) const {
        for (int step = 1; step < layers; step *= 2) mask |= mask >> (step * row_bits);
        return mask;
    }

    std::pair<Shape, Shape> swap(Shape a, Shape b) const {
        const auto [a_east, a_west] = cut(a);
        const auto [b_east, b_west] = cut(b);
        return {a_east | b_west, b_east | a_west};
    }
    Shape rotate(Shape x, int steps) const {
        const Shape staying = first_columns[static_cast<std::size_t>(parts - steps)];
        return (x & staying) << (2 * steps) | (x & ~staying) >> (2 * (parts - steps));
    }
    Shape half_turn(Shape x) const { return (x & east) << parts | (x & west) >> parts; }

    Shape joined(HalfKey east_half, HalfKey west_half) const {
        return from_half_key(east_half) | from_half_key(west_half) << parts;
    }
    HalfKey west_key(Shape x) const { return half_key((x & west) >> parts); }
    HalfKey canonical(HalfKey key) const {
        const HalfKey other = reflected(key);
        return key < other ? key : other;
    }
};

/// The ring of that size, which is there as long as the program. Throws std::invalid_argument for sizes that are not
/// compiled in.
const AnyRing& any_ring(int parts, int layers);

}  // namespace shapewright::shapez
