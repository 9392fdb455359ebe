// The shapes that plans are made of: kinds alone, packed in a word, or parts with types and colours.
#pragma once

#include <bit>
#include <utility>
#include <vector>

#include "shapez/plan_art.hpp"
#include "shapez/shape.hpp"

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

/// Parts with types and colours. Raw shapes, paints and crystals are those that the goals and the plan so far call for.
class Parts {
public:
    using Value = Art;

    Parts(const Game& game, std::vector<Value> raws, std::vector<int> crystals, std::vector<int> paints)
        : game_(game), raws_(std::move(raws)), crystals_(std::move(crystals)), paints_(std::move(paints)) {}

    const std::vector<Value>& raws() const { return raws_; }
    const std::vector<int>& crystal_fluids() const { return crystals_; }
    const std::vector<int>& paint_fluids() const { return paints_; }

    bool empty(const Value& v) const { return v == Art{}; }
    Value rotated(const Value& v, int steps) const { return game_.rotated(v, steps); }
    Value turned(const Value& v) const { return game_.rotated(v, game_.half()); }
    std::pair<Value, Value> cut(const Value& v) const { return game_.cut(v); }
    Value united(const Value& east, const Value& west) const {
        Value whole = east;
        for (int cell = 0; cell < game_.cells(); ++cell)
            if (west[cell] != kNothing) whole[cell] = west[cell];
        return whole;
    }
    Value stack(const Value& bottom, const Value& top) const { return game_.stack(bottom, top); }
    Value push_pin(const Value& v) const { return game_.push_pin(v); }
    Value crystallise(const Value& v, int fluid) const { return game_.crystallise(v, fluid); }
    Value paint(const Value& v, int fluid) const { return game_.paint(v, fluid); }

    std::pair<Value, Value> parted(const Value& v) const {
        return {Game::kept(v, game_.east()), Game::kept(v, game_.west())};
    }
    bool begins(const Value& bottom, const Value& whole) const {
        for (int cell = 0; cell < game_.cells(); ++cell)
            if (bottom[cell] != kNothing && bottom[cell] != whole[cell]) return false;
        return true;
    }
    bool may_top(const Value& top, const Value& whole) const {
        bool any = false;
        for (int column = 0; column < game_.parts(); ++column) {
            int at = game_.cells() - game_.parts() + column;
            for (int cell = at; cell >= 0; cell -= game_.parts()) {
                if (top[cell] == kNothing || kind_of(top[cell]) == Kind::crystal) continue;
                any = true;
                while (at >= 0 && whole[at] == kNothing) at -= game_.parts();
                if (at < 0 || whole[at] != top[cell]) return false;
                at -= game_.parts();
            }
        }
        return any;
    }
    bool may_be_pushed(const Value& v) const {
        for (int column = 0; column < game_.parts(); ++column)
            if (v[column] != kNothing && v[column] != kPin) return false;
        return true;
    }
    bool may_be_crystallised(const Value& v) const {
        bool crystals = false;
        for (int cell = game_.height(v) * game_.parts(); cell-- > 0;) {
            if (v[cell] == kNothing || v[cell] == kPin) return false;
            crystals |= kind_of(v[cell]) == Kind::crystal;
        }
        return crystals;
    }
    /// The colour of all normal parts of the topmost layer, if that is one and a paint; else -1.
    int painted(const Value& v) const {
        int colour = -1;
        for (int cell = (game_.height(v) - 1) * game_.parts(), end = cell + game_.parts(); cell >= 0 && cell < end;
             ++cell) {
            if (kind_of(v[cell]) != Kind::normal) continue;
            if (colour >= 0 && colour != colour_of(v[cell])) return -1;
            colour = colour_of(v[cell]);
        }
        return colour > 0 ? colour : -1;
    }

private:
    const Game& game_;
    std::vector<Value> raws_;
    std::vector<int> crystals_, paints_;
};

}  // namespace shapewright::shapez
