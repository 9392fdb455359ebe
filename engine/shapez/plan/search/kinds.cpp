#include "shapez/plan/search/kinds.hpp"

#include <bit>

#include "shapez/rules/configurations.hpp"

namespace shapewright::shapez {

namespace {

template <typename R>
bool lies_on_top(Shape top, Shape whole) {
    const Shape pieces = R::normals(top) | R::pins(top);
    if (pieces == 0) return false;
    for (int c = 0; c < R::parts; ++c) {
        Shape above = R::column(c) & pieces;
        Shape column = R::column(c) & R::occupied(whole);
        // From the top down, part by part.
        while (above != 0) {
            if (column == 0) return false;
            const Shape a = std::bit_floor(above), b = std::bit_floor(column);
            above ^= a;
            column ^= b;
            const bool a_pin = (top & a << 1) != 0, b_pin = (whole & b << 1) != 0;
            if (a_pin != b_pin || (whole & R::whole(b)) == R::whole(b)) return false;
        }
    }
    return true;
}

}  // namespace

// It is asked for every pair of shapes: compiled for each ring.
Kinds::Kinds(const AnyRing& ring)
    : ring_(ring), may_top_(with_ring(ring.parts, ring.layers, []<typename R>(R) { return &lies_on_top<R>; })) {}

}  // namespace shapewright::shapez
