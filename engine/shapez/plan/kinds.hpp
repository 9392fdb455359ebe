// The shapes that plans are made of where kinds alone matter (parts.hpp: types and colours, too).
#pragma once

#include <bit>
#include <utility>
#include <vector>

#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// One type, no colours: shapes are words, and the only raw shape is a ring of normal parts.
template <typename Ring>
class Kinds {
public:
    using Value = Shape;

    const std::vector<Value>& raws() const { return raws_; }
    const std::vector<int>& crystal_fluids() const { return fluids_; }
    const std::vector<int>& paint_fluids() const { return none_; }

    static bool empty(Value v) { return v == 0; }
    static Value rotated(Value v, int steps) { return Ring::rotate(v, steps < 0 ? steps + Ring::parts : steps); }
    static Value turned(Value v) { return Ring::half_turn(v); }
    static std::pair<Value, Value> cut(Value v) { return Ring::cut(v); }
    static Value united(Value east, Value west) { return east | west; }
    static Value stack(Value bottom, Value top) { return Ring::stack(bottom, top); }
    static Value push_pin(Value v) { return Ring::push_pin(v); }
    static Value crystallise(Value v, int) { return Ring::crystallise(v); }
    static Value paint(Value v, int) { return v; }

    /// East and west as they lie there.
    static std::pair<Value, Value> parted(Value v) { return {v & Ring::east, v & Ring::west}; }
    /// Whether `whole` has everything of `bottom` in its place.
    static bool begins(Value bottom, Value whole) { return (whole & Ring::whole(Ring::occupied(bottom))) == bottom; }
    /// Whether nothing speaks against `top` having been stacked on something to give `whole` (unless some was lost).
    static bool may_top(Value top, Value whole) {
        const Shape pieces = Ring::normals(top) | Ring::pins(top);
        if (pieces == 0) return false;
        for (int c = 0; c < Ring::parts; ++c) {
            Shape above = Ring::column(c) & pieces;
            Shape column = Ring::column(c) & Ring::occupied(whole);
            // From the top down, part by part.
            while (above != 0) {
                if (column == 0) return false;
                const Shape a = std::bit_floor(above), b = std::bit_floor(column);
                above ^= a;
                column ^= b;
                const bool a_pin = (top & a << 1) != 0, b_pin = (whole & b << 1) != 0;
                if (a_pin != b_pin || (whole & Ring::whole(b)) == Ring::whole(b)) return false;
            }
        }
        return true;
    }
    static bool may_be_pushed(Value v) {
        return (Ring::occupied(v) & Ring::bottom) == (Ring::pins(v) & Ring::bottom) && (v & Ring::whole(Ring::bottom));
    }
    static bool may_be_crystallised(Value v) { return Ring::crystallise(v) == v && Ring::crystals(v) != 0; }
    static int painted(Value) { return -1; }

private:
    std::vector<Value> raws_{Ring::bottom};
    std::vector<int> fluids_{0}, none_;
};

}  // namespace shapewright::shapez
