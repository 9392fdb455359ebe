#include "shapez/rules/painted.hpp"

#include <bit>
#include <stdexcept>

namespace shapewright::shapez {

Game::Game(int parts, int layers) : parts_(parts), layers_(layers) {
    if (parts < 2 || parts % 2 != 0 || layers < 1 || layers > most_cells / parts)
        throw std::invalid_argument("plans are for even rings and at most 32 cells");
    cells_ = parts * layers;
    row_ = (std::uint32_t{1} << parts_) - 1;
    for (int layer = 0; layer < layers_; ++layer) {
        const int base = layer * parts_;
        all_ |= row_ << base;
        first_ |= std::uint32_t{1} << base;
        last_ |= std::uint32_t{1} << (base + parts_ - 1);
        east_ |= ((std::uint32_t{1} << half()) - 1) << base;
    }
}

Masks Game::masks(const Painted& shape) const {
    Masks masks;
    for (int cell = 0; cell < cells_; ++cell) {
        const std::uint32_t bit = std::uint32_t{1} << cell;
        switch (kind_of(shape[cell])) {
            case Kind::normal:
                masks.normal |= bit;
                break;
            case Kind::pin:
                masks.pin |= bit;
                break;
            case Kind::crystal:
                masks.crystal |= bit;
                break;
            case Kind::empty:
                break;
        }
    }
    return masks;
}

int Game::height(const Painted& shape) const {
    for (int cell = cells_; cell-- > 0;)
        if (shape[cell] != no_part) return cell / parts_ + 1;
    return 0;
}

std::uint64_t Game::packed(const Painted& shape) const {
    std::uint64_t value = 0;
    for (int cell = cells_; cell-- > 0;) value = value << 2 | static_cast<std::uint64_t>(kind_of(shape[cell]));
    return value;
}

std::uint32_t Game::supported(const Masks& masks) const {
    const std::uint32_t occupied = masks.occupied(), solid = masks.normal | masks.crystal;
    std::uint32_t found = occupied & row_;
    for (;;) {
        const std::uint32_t beside = found & solid;
        const std::uint32_t next = found | (occupied & (found << parts_)) |
                                   (solid & (clockwise(beside) | counter_clockwise(beside))) |
                                   (masks.crystal & ((found & masks.crystal) >> parts_));
        if (next == found) return found;
        found = next;
    }
}

std::uint32_t Game::flood(std::uint32_t seeds, std::uint32_t crystals) const {
    std::uint32_t found = seeds & crystals;
    for (;;) {
        const std::uint32_t next =
            found | (crystals & (clockwise(found) | counter_clockwise(found) | (found << parts_) | (found >> parts_)));
        if (next == found) return found;
        found = next;
    }
}

bool Game::stable(const Painted& shape) const {
    const Masks masks = this->masks(shape);
    return supported(masks) == masks.occupied();
}

Painted Game::settled(const Painted& shape) const {
    const Masks masks = this->masks(shape);
    const std::uint32_t held = supported(masks);
    if (held == masks.occupied()) return shape;
    Painted result = kept(shape, ~(masks.crystal & ~held));
    const auto free_below = [&](int cell) {
        int distance = 0;
        for (int below = cell - parts_; below >= 0 && result[below] == no_part; below -= parts_) ++distance;
        return distance;
    };
    const auto drop = [&](int cell, int distance) {
        if (distance == 0) return;
        result[cell - distance * parts_] = result[cell];
        result[cell] = no_part;
    };
    for (int layer = 1; layer < layers_; ++layer) {
        const std::uint32_t falling = ((masks.normal | masks.pin) & ~held) >> (layer * parts_) & row_;
        const std::uint32_t arcs = falling & (masks.normal >> (layer * parts_));
        const int base = layer * parts_;
        for (int column = 0; column < parts_; ++column)
            if ((falling & ~arcs) >> column & 1) drop(base + column, free_below(base + column));
        if (arcs == 0) continue;
        // Arcs start after a column that is not in them; a whole ring starts anywhere.
        for (int start = 0; start < parts_; ++start) {
            if (!(arcs >> start & 1)) continue;
            const int before = (start + parts_ - 1) % parts_;
            if (arcs != row_ && (arcs >> before & 1)) continue;
            int length = 0, distance = layers_;
            while (length < parts_ && (arcs >> ((start + length) % parts_) & 1)) {
                const int below = free_below(base + (start + length) % parts_);
                distance = below < distance ? below : distance;
                ++length;
            }
            for (int k = 0; k < length; ++k) drop(base + (start + k) % parts_, distance);
            if (arcs == row_) break;
        }
    }
    return result;
}

Painted Game::kept(const Painted& shape, std::uint32_t mask) {
    Painted result;
    for (; mask != 0; mask &= mask - 1) {
        const int cell = std::countr_zero(mask);
        result[cell] = shape[cell];
    }
    return result;
}

Painted Game::rotated(const Painted& shape, int steps) const {
    const int turn = ((steps % parts_) + parts_) % parts_;
    Painted result;
    for (int cell = 0; cell < cells_; ++cell) {
        const int base = cell / parts_ * parts_;
        result[base + (cell - base + turn) % parts_] = shape[cell];
    }
    return result;
}

Painted Game::mirrored(const Painted& shape) const {
    Painted result;
    for (int cell = 0; cell < cells_; ++cell) {
        const int base = cell / parts_ * parts_;
        result[base + parts_ - 1 - (cell - base)] = shape[cell];
    }
    return result;
}

std::pair<Painted, Painted> Game::cut(const Painted& shape) const {
    const std::uint32_t crystals = masks(shape).crystal;
    const std::uint32_t next = clockwise(crystals) & crystals;  // has a crystal just before it
    std::uint32_t starts = 0;                                   // the first column after each boundary
    for (int layer = 0; layer < layers_; ++layer)
        starts |= (std::uint32_t{1} | std::uint32_t{1} << half()) << (layer * parts_);
    const std::uint32_t after = next & starts;
    const std::uint32_t broken = flood(after | counter_clockwise(after), crystals);
    return {settled(kept(shape, east() & ~broken)), settled(kept(shape, west() & ~broken))};
}

std::pair<Painted, Painted> Game::swap(const Painted& a, const Painted& b) const {
    auto [first, second_west] = cut(a);
    auto [second, first_west] = cut(b);
    for (int cell = 0; cell < cells_; ++cell) {
        if (first_west[cell] != no_part) first[cell] = first_west[cell];
        if (second_west[cell] != no_part) second[cell] = second_west[cell];
    }
    return {first, second};
}

Painted Game::stack(const Painted& bottom, const Painted& top) const {
    Painted result = bottom;
    std::array<int, most_cells> heights{};
    const auto height_at = [&](int column) -> int& { return heights[static_cast<std::size_t>(column)]; };
    for (int cell = 0; cell < cells_; ++cell)
        if (bottom[cell] != no_part) height_at(cell % parts_) = cell / parts_ + 1;
    const auto land = [&](int layer, int start, int length) {
        int place = 0;
        for (int k = 0; k < length; ++k) {
            const int column = (start + k) % parts_;
            place = height_at(column) > place ? height_at(column) : place;
        }
        for (int k = 0; k < length; ++k) {
            const int column = (start + k) % parts_;
            if (place < layers_) result[place * parts_ + column] = top[layer * parts_ + column];
            height_at(column) = place + 1;  // what lies beyond the limit still holds up what comes after it
        }
    };
    for (int layer = 0; layer < layers_; ++layer) {
        std::uint32_t arcs = 0;
        for (int column = 0; column < parts_; ++column) {
            const Kind kind = kind_of(top[layer * parts_ + column]);
            if (kind == Kind::pin) land(layer, column, 1);
            if (kind == Kind::normal) arcs |= std::uint32_t{1} << column;
        }
        if (arcs == row_) {
            land(layer, 0, parts_);
            continue;
        }
        for (int start = 0; start < parts_; ++start) {
            if (!(arcs >> start & 1) || (arcs >> ((start + parts_ - 1) % parts_) & 1)) continue;
            int length = 1;
            while (arcs >> ((start + length) % parts_) & 1) ++length;
            land(layer, start, length);
        }
    }
    return result;
}

Painted Game::push_pin(const Painted& shape) const {
    const std::uint32_t crystals = masks(shape).crystal;
    const std::uint32_t broken = flood(crystals & row(layers_ - 1), crystals);
    const Painted whole = kept(shape, ~broken);
    Painted result;
    for (int cell = 0; cell < parts_; ++cell)
        if (shape[cell] != no_part) result[cell] = pin_part;
    for (int cell = parts_; cell < cells_; ++cell) result[cell] = whole[cell - parts_];
    return settled(result);
}

Painted Game::paint(const Painted& shape, int colour) const {
    Painted result = shape;
    const int top = height(shape) - 1;
    for (int column = 0; top >= 0 && column < parts_; ++column) {
        Part& part = result[top * parts_ + column];
        if (is_paintable(part)) part = recoloured(part, colour);
    }
    return result;
}

Painted Game::crystallise(const Painted& shape, int colour) const {
    Painted result = shape;
    for (int cell = height(shape) * parts_; cell-- > 0;)
        if (result[cell] == no_part || result[cell] == pin_part) result[cell] = crystal_of(colour);
    return result;
}

}  // namespace shapewright::shapez
