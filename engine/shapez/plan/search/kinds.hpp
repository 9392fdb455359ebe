// The shapes that plans are made of where kinds alone matter (parts.hpp: types and colours, too).
#pragma once

#include <utility>
#include <vector>

#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

/// One type, no colours: shapes are words, and the only raw shape is a ring of normal parts.
class Kinds {
public:
    using Value = Shape;

    /// The words say enough at a glance (parts.hpp).
    struct Look {};
    static Look look(Value) { return {}; }
    static bool may_begin(Look, Look) { return true; }
    static bool may_end(Look, Look) { return true; }

    explicit Kinds(const AnyRing& ring);

    const std::vector<Value>& raws() const { return raws_; }
    const std::vector<int>& crystal_fluids() const { return fluids_; }
    const std::vector<int>& paint_fluids() const { return none_; }

    static bool empty(Value v) { return v == 0; }
    Value rotated(Value v, int steps) const { return ring_.rotate(v, steps < 0 ? steps + ring_.parts : steps); }
    Value turned(Value v) const { return ring_.half_turn(v); }
    std::pair<Value, Value> cut(Value v) const { return ring_.cut(v); }
    static Value united(Value east, Value west) { return east | west; }
    Value stack(Value bottom, Value top) const { return ring_.stack(bottom, top); }
    Value push_pin(Value v) const { return ring_.push_pin(v); }
    Value crystallise(Value v, int) const { return ring_.crystallise(v); }
    static Value paint(Value v, int) { return v; }

    /// East and west as they lie there.
    std::pair<Value, Value> parted(Value v) const { return {v & ring_.east, v & ring_.west}; }
    /// Whether `whole` has everything of `bottom` in its place.
    bool begins(Value bottom, Value whole) const { return (whole & ring_.whole(ring_.occupied(bottom))) == bottom; }
    /// Whether nothing speaks against `top` having been stacked on something to give `whole` (unless some was lost).
    bool may_top(Value top, Value whole) const { return may_top_(top, whole); }
    bool may_be_pushed(Value v) const {
        return (ring_.occupied(v) & ring_.bottom) == (ring_.pins(v) & ring_.bottom) && (v & ring_.whole(ring_.bottom));
    }
    bool may_be_crystallised(Value v) const { return ring_.crystallise(v) == v && ring_.crystals(v) != 0; }
    static int painted(Value) { return -1; }

private:
    const AnyRing& ring_;
    bool (*may_top_)(Value, Value);
    std::vector<Value> raws_{ring_.bottom};
    std::vector<int> fluids_{0}, none_;
};

}  // namespace shapewright::shapez
