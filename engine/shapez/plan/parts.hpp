// The shapes that plans are made of where types and colours matter: each shape has a number, and what the machines make
// of it is remembered.
//
// While a plan is polished the same machines are tried on the same shapes again and again. What a machine makes of one
// shape is kept with the shape; what comes of two of them, or of a shape and a fluid, in a table that forgets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

/// A world for Polish. Raw shapes, paints and crystals are those that the goals and the plan so far call for. It grows
/// with every shape that is met: some 100 bytes each.
class Parts {
public:
    using Value = std::uint32_t;  // a shape's number; the empty one's is 0

    /// What tells at a glance that two shapes do not fit: their kinds, and what ends each column, two bits a column.
    struct Look {
        std::uint64_t kinds = 0;
        std::uint32_t ends = 0, loose_ends = 0;  // the latter without crystals
    };

    Parts(const Game& game, const std::vector<Painted>& raws, std::vector<int> crystals, std::vector<int> paints)
        : game_(game), crystals_(std::move(crystals)), paints_(std::move(paints)) {
        for (int cell = 0; cell < game.cells(); ++cell)
            if (game.east() >> cell & 1) east_ |= std::uint64_t{3} << 2 * cell;
        number(Painted{});
        for (const Painted& raw : raws) raws_.push_back(number(raw));
    }

    Value number(const Painted& shape) {
        Value& slot = index_.slot(hashed(shape), [&](Value v) { return known_[v].shape == shape; });
        if (slot != index_.none) return slot;
        const auto fresh = static_cast<Value>(known_.size());
        slot = fresh;
        known_.push_back({shape});
        often_.push_back({look_of(shape)});
        if (index_.is_full(known_.size()))
            index_.grow(known_.size(), [&](std::size_t v) { return hashed(known_[v].shape); });
        return fresh;
    }
    const Painted& shape(Value v) const { return known_[v].shape; }
    std::size_t size() const { return known_.size(); }

    const std::vector<Value>& raws() const { return raws_; }
    void set_fluids(std::vector<int> crystals, std::vector<int> paints) {
        crystals_ = std::move(crystals);
        paints_ = std::move(paints);
    }
    const std::vector<int>& crystal_fluids() const { return crystals_; }
    const std::vector<int>& paint_fluids() const { return paints_; }

    static bool empty(Value v) { return v == 0; }
    Value rotated(Value v, int steps) {
        return kept(v, steps < 0 ? &Known::counterclockwise : &Known::clockwise,
                    [&](const Painted& shape) { return game_.rotated(shape, steps); });
    }
    Value turned(Value v) {
        return kept(v, &Known::turned, [&](const Painted& shape) { return game_.rotated(shape, game_.half()); });
    }
    Value push_pin(Value v) {
        if (often_[v].pushed == unknown) {
            const Value pushed = number(game_.push_pin(shape(v)));
            often_[v].pushed = pushed;
        }
        return often_[v].pushed;
    }
    std::pair<Value, Value> cut(Value v) {
        if (often_[v].east == unknown) {
            const auto [east, west] = game_.cut(shape(v));
            const Value first = number(east), second = number(west);
            often_[v].east = first;
            often_[v].west = second;
        }
        return {often_[v].east, often_[v].west};
    }
    Value united(Value east, Value west) {
        if (east == 0 || west == 0) return east | west;
        return remembered(Question::unite, east, west, [&] {
            Painted whole = shape(east);
            const Painted& other = shape(west);
            for (int cell = 0; cell < most_cells; ++cell)
                whole[cell] = other[cell] != no_part ? other[cell] : whole[cell];
            return number(whole);
        });
    }
    Value stack(Value bottom, Value top) {
        return remembered(Question::stack, bottom, top, [&] { return number(game_.stack(shape(bottom), shape(top))); });
    }
    Value crystallise(Value v, int fluid) {
        return remembered(Question::crystallise, v, static_cast<Value>(fluid),
                          [&] { return number(game_.crystallise(shape(v), fluid)); });
    }
    Value paint(Value v, int fluid) {
        return remembered(Question::paint, v, static_cast<Value>(fluid),
                          [&] { return number(game_.paint(shape(v), fluid)); });
    }

    /// East and west as they lie there.
    std::pair<Value, Value> parted(Value v) {
        if (known_[v].as_east == unknown) {
            const Painted whole = shape(v);
            const Value east = number(Game::kept(whole, game_.east()));
            const Value west = number(Game::kept(whole, game_.west()));
            known_[v].as_east = east;
            known_[v].as_west = west;
        }
        return {known_[v].as_east, known_[v].as_west};
    }
    const Look& look(Value v) const { return often_[v].look; }
    /// Whether nothing speaks against begins(), and against may_top().
    static bool may_begin(const Look& bottom, const Look& whole) {
        return (whole.kinds & filled_up(bottom.kinds)) == bottom.kinds;
    }
    static bool may_end(const Look& top, const Look& whole) {
        return ((whole.ends ^ top.loose_ends) & static_cast<std::uint32_t>(filled_up(top.loose_ends))) == 0;
    }
    /// Whether `whole` has everything of `bottom` in its place.
    bool begins(Value bottom, Value whole) const {
        if (!may_begin(often_[bottom].look, often_[whole].look)) return false;
        const Painted &below = shape(bottom), &all = shape(whole);
        unsigned missing = 0;
        for (int cell = 0; cell < most_cells; ++cell) {
            const unsigned is_there = below[cell] != no_part, is_other = below[cell] != all[cell];
            missing |= is_there & is_other;
        }
        return missing == 0;
    }
    /// Whether nothing speaks against `top` having been stacked on something to give `whole` (unless some was lost).
    bool may_top(Value top, Value whole) {
        return may_end(often_[top].look, often_[whole].look) &&
               remembered(Question::may_top, top, whole, [&] { return Value{tops(shape(top), shape(whole))}; }) != 0;
    }
    /// What `below` is to be stacked with to give `whole`; 0 if there is nothing.
    Value rest_above(Value below, Value whole) {
        if (!begins(below, whole)) return 0;
        return remembered(Question::rest_above, below, whole, [&] {
            Painted rest = shape(whole);
            const Painted& under = shape(below);
            for (int cell = 0; cell < most_cells; ++cell)
                if (under[cell] != no_part) rest[cell] = no_part;
            return stackable(below, lowered(rest), whole) ? lowered(rest) : Value{0};
        });
    }
    /// What `top` is to be stacked on to give `whole`; 0 if there is nothing.
    Value rest_below(Value top, Value whole) {
        if (!may_end(often_[top].look, often_[whole].look)) return 0;
        return remembered(Question::rest_below, top, whole, [&] {
            const Painted& above = shape(top);
            Painted rest = shape(whole);
            if (!tops(above, rest)) return Value{0};
            const int parts = game_.parts();
            for (int column = 0; column < parts; ++column) {
                int at = game_.cells() - parts + column;
                for (int cell = at; cell >= 0; cell -= parts) {
                    if (above[cell] == no_part || kind_of(above[cell]) == Kind::crystal) continue;
                    while (at >= 0 && rest[at] == no_part) at -= parts;
                    if (at >= 0) rest[at] = no_part;
                }
            }
            const Value bottom = number(rest);
            return stackable(bottom, top, whole) ? bottom : Value{0};
        });
    }
    /// Whether a half as it lies in `whole` is a beginning of `half`, and not all of it.
    bool begins_half(Value whole, Value half, bool is_east) {
        const std::uint64_t kinds = often_[whole].look.kinds & (is_east ? east_ : ~east_);
        if ((often_[half].look.kinds & filled_up(kinds)) != kinds) return false;
        return remembered(is_east ? Question::begins_east : Question::begins_west, whole, half, [&] {
                   const Painted below = Game::kept(shape(whole), is_east ? game_.east() : game_.west());
                   const Painted& all = shape(half);
                   bool begins = true;
                   for (int cell = 0; cell < game_.cells(); ++cell)
                       begins = begins && (below[cell] == no_part || below[cell] == all[cell]);
                   return Value{begins && !(below == all)};
               }) != 0;
    }
    /// The shape moved down until there is something in the lowest layer.
    Value lowered(Painted top) {
        const int parts = game_.parts();
        for (int layer = 0; layer < game_.layers(); ++layer) {
            bool is_empty = true;
            for (int column = 0; column < parts; ++column) is_empty = is_empty && top[column] == no_part;
            if (!is_empty) break;
            for (int cell = 0; cell < game_.cells(); ++cell)
                top[cell] = cell + parts < game_.cells() ? top[cell + parts] : no_part;
        }
        return number(top);
    }
    bool may_be_pushed(Value v) const {
        for (int column = 0; column < game_.parts(); ++column)
            if (shape(v)[column] != no_part && shape(v)[column] != pin_part) return false;
        return true;
    }
    bool may_be_crystallised(Value v) const {
        bool crystals = false;
        for (int cell = game_.height(shape(v)) * game_.parts(); cell-- > 0;) {
            if (shape(v)[cell] == no_part || shape(v)[cell] == pin_part) return false;
            crystals |= kind_of(shape(v)[cell]) == Kind::crystal;
        }
        return crystals;
    }
    /// The colour of all parts of the topmost layer that take paint, if that is one and a paint; else -1.
    int painted(Value v) const {
        int colour = -1;
        for (int cell = (game_.height(shape(v)) - 1) * game_.parts(), end = cell + game_.parts();
             cell >= 0 && cell < end; ++cell) {
            const Part part = shape(v)[cell];
            if (!is_paintable(part)) continue;
            if (colour >= 0 && colour != colour_of(part)) return -1;
            colour = colour_of(part);
        }
        return colour > 0 ? colour : -1;
    }

private:
    static constexpr Value unknown = std::numeric_limits<Value>::max();
    struct Known {
        Painted shape;
        Value clockwise = unknown, counterclockwise = unknown, turned = unknown;
        Value as_east = unknown, as_west = unknown;  // as they lie
    };
    /// What is asked most often lies by itself, lest the rest be read with it.
    struct alignas(32) Often {
        Look look;
        Value east = unknown, west = unknown;  // once cut
        Value pushed = unknown;
    };
    enum class Question : std::uint64_t {
        none,
        unite,
        stack,
        crystallise,
        paint,
        may_top,
        rest_above,
        rest_below,
        begins_east,
        begins_west
    };
    struct Answer {
        std::uint64_t question = 0;
        Value answer = 0;
    };

    template <typename Machine>
    Value kept(Value v, Value Known::* output, const Machine& machine) {
        if (known_[v].*output == unknown) {
            const Value made = number(machine(shape(v)));
            known_[v].*output = made;
        }
        return known_[v].*output;
    }
    template <typename Work>
    Value remembered(Question question, Value a, Value b, const Work& work) {
        const std::uint64_t asked = static_cast<std::uint64_t>(question) << 60 | std::uint64_t{a} << 30 | b;
        const std::size_t place = fibonacci(asked, answer_bits);
        if (answers_[place].question != asked) answers_[place] = {asked, work()};
        return answers_[place].answer;
    }
    /// Both bits of every cell that is not empty, by its kind's two bits.
    static std::uint64_t filled_up(std::uint64_t kinds) {
        constexpr std::uint64_t low = 0x5555555555555555;
        const std::uint64_t cells = (kinds | kinds >> 1) & low;
        return cells | cells << 1;
    }
    Look look_of(const Painted& shape) const {
        Look look;
        look.kinds = game_.packed(shape);
        for (int column = 0; column < game_.parts(); ++column)
            for (int cell = column; cell < game_.cells(); cell += game_.parts()) {
                const auto kind = static_cast<std::uint32_t>(kind_of(shape[cell]));
                if (kind == 0) continue;
                const std::uint32_t others = ~(std::uint32_t{3} << 2 * column), end = kind << 2 * column;
                look.ends = (look.ends & others) | end;
                if (kind != static_cast<std::uint32_t>(Kind::crystal))
                    look.loose_ends = (look.loose_ends & others) | end;
            }
        return look;
    }
    bool stackable(Value bottom, Value top, Value whole) {
        return !empty(bottom) && !empty(top) && game_.stable(shape(bottom)) && game_.stable(shape(top)) &&
               stack(bottom, top) == whole;
    }
    bool tops(const Painted& top, const Painted& whole) const {
        bool any = false;
        for (int column = 0; column < game_.parts(); ++column) {
            int at = game_.cells() - game_.parts() + column;
            for (int cell = at; cell >= 0; cell -= game_.parts()) {
                if (top[cell] == no_part || kind_of(top[cell]) == Kind::crystal) continue;
                any = true;
                while (at >= 0 && whole[at] == no_part) at -= game_.parts();
                if (at < 0 || whole[at] != top[cell]) return false;
                at -= game_.parts();
            }
        }
        return any;
    }
    static constexpr int answer_bits = 15;
    const Game& game_;
    std::vector<Value> raws_;
    std::vector<int> crystals_, paints_;
    std::uint64_t east_ = 0;  // by two bits a cell
    std::vector<Known> known_;
    std::vector<Often> often_;
    FlatIndex<> index_{1024};
    std::vector<Answer> answers_ = std::vector<Answer>(std::size_t{1} << answer_bits);
};

}  // namespace shapewright::shapez
