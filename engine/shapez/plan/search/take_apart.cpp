#include "shapez/plan/search/take_apart.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "shapez/plan/search/estimate.hpp"

namespace shapewright::shapez {

namespace {

constexpr std::uint32_t bit(int cell) {
    return std::uint32_t{1} << cell;
}

}  // namespace

void TakeApart::begin(const std::vector<Painted>& goals, bool from_halves) {
    from_halves_ = from_halves;
    std::array<int, 256> counts{};
    for (const Painted& goal : goals)
        for (const Part part : goal.part)
            if (part != no_part) ++counts[part >= first_normal ? unpainted(part) : part];
    scaffolding_ = {plain_normal(game_.parts()), crystal_of(1)};
    int most = 0;
    for (int part = first_normal; part < normal_tracer; ++part)
        if (counts[static_cast<std::size_t>(part)] > most)
            most = counts[static_cast<std::size_t>(part)], scaffolding_.normal = static_cast<Part>(part);
    most = 0;
    for (int colour = 0; colour < colour_count; ++colour)
        if (counts[crystal_of(colour)] > most)
            most = counts[crystal_of(colour)], scaffolding_.crystal = crystal_of(colour);
}

void TakeApart::apart(std::int32_t v, bool thoroughly) {
    const Painted shape = pool_.value(v);
    if (!game_.stable(shape) || game_.height(shape) == 0) return;
    from_rotation(shape);
    if (!from_halves_) from_paint(shape);
    if (!from_halves_) from_crystal(shape);
    from_push(shape);
    from_stack(shape);
    from_swap(shape, thoroughly);
    from_cut(shape, thoroughly);
}

void TakeApart::from_rotation(const Painted& shape) {
    // What gives this shape is this shape turned back, for each of the three machines.
    pool_.add(Machine::rotate_cw, game_.rotated(shape, -1));
    pool_.add(Machine::rotate_ccw, game_.rotated(shape, 1));
    pool_.add(Machine::rotate_180, game_.rotated(shape, game_.half()));
}

void TakeApart::from_paint(const Painted& shape) {
    const int base = (game_.height(shape) - 1) * game_.parts();
    int colour = -1;
    Painted plain = shape;
    for (int column = 0; column < game_.parts(); ++column) {
        Part& part = plain[base + column];
        if (!is_paintable(part)) continue;
        if (colour >= 0 && colour_of(part) != colour) return;
        colour = colour_of(part);
        part = recoloured(part, 0);
    }
    if (colour > 0) pool_.add(Machine::paint, plain, colour);
}

void TakeApart::from_crystal(const Painted& shape) {
    const int height = game_.height(shape), cells = height * game_.parts();
    std::uint32_t colours = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const Kind kind = kind_of(shape[cell]);
        if (kind == Kind::empty || kind == Kind::pin) return;  // the generator would have filled it
        if (kind == Kind::crystal) colours |= bit(colour_of(shape[cell]));
    }
    for (; colours != 0; colours &= colours - 1) {
        const int colour = std::countr_zero(colours);
        const Part crystal = crystal_of(colour);
        for (int lowest = 0; lowest < height; ++lowest) {
            // Crystals of that colour below `lowest` have been there before.
            Painted before = shape;
            bool here = false;
            for (int cell = lowest * game_.parts(); cell < cells; ++cell) {
                if (shape[cell] != crystal) continue;
                before[cell] = no_part;
                here |= cell < (lowest + 1) * game_.parts();
            }
            if (!here) continue;
            if (game_.height(before) == height && game_.stable(before)) pool_.add(Machine::crystal, before, colour);
            // Pins hold up what stands on them, and become crystals as well.
            Painted pinned = before;
            for (int cell = 0; cell + game_.parts() < cells; ++cell)
                if (before[cell] == no_part && shape[cell] == crystal && before[cell + game_.parts()] != no_part)
                    pinned[cell] = pin_part;
            if (!(pinned == before) && game_.height(pinned) == height && game_.stable(pinned))
                pool_.add(Machine::crystal, pinned, colour);
        }
    }
}

void TakeApart::from_push(const Painted& shape) {
    const int parts = game_.parts();
    for (int column = 0; column < parts; ++column) {
        const Kind kind = kind_of(shape[column]);
        if (kind != Kind::pin && kind != Kind::empty) return;
    }
    Painted before;
    for (int cell = parts; cell < game_.cells(); ++cell) before[cell - parts] = shape[cell];
    if (game_.height(before) != 0 && game_.stable(before) && game_.push_pin(before) == shape)
        pool_.add(Machine::push_pin, before);
    // A single layer of crystals above the pins may have shattered; see fills.
}

void TakeApart::try_stack(const Painted& whole, const Painted& bottom, Painted top) {
    const int parts = game_.parts();
    if (game_.height(bottom) == 0 || game_.height(top) == 0) return;
    for (;;) {
        bool empty = true;
        for (int column = 0; column < parts; ++column) empty &= top[column] == no_part;
        if (!empty) break;
        for (int cell = 0; cell < game_.cells(); ++cell)
            top[cell] = cell + parts < game_.cells() ? top[cell + parts] : no_part;
    }
    if (game_.stable(bottom) && game_.stable(top) && game_.stack(bottom, top) == whole)
        pool_.add(Machine::stack, bottom, top);
}

void TakeApart::from_stack(const Painted& shape) {
    const int parts = game_.parts(), height = game_.height(shape);
    const Masks masks = game_.masks(shape);
    const std::uint32_t occupied = masks.occupied();
    std::uint32_t upper = 0;  // rows from `layer` up
    for (int layer = height; layer-- > 0;) {
        upper |= game_.row(layer);
        if (masks.crystal & game_.row(layer)) break;
        if (layer > 0) try_stack(shape, Game::kept(shape, ~upper), Game::kept(shape, upper));
    }
    // Pins in the highest layer there can be: what stood on them was lost.
    const std::uint32_t top_row = game_.row(height - 1);
    if (height == game_.layers() && height > 1 && (occupied & top_row) == (masks.pin & top_row)) {
        Painted top;
        for (int column = 0; column < parts; ++column)
            if (shape[(height - 1) * parts + column] == pin_part)
                top[column] = pin_part, top[column + parts] = scaffolding_.normal;
        try_stack(shape, Game::kept(shape, ~top_row), top);
    }
    // All that lies above the crystals, column by column.
    std::uint32_t loose = 0;
    for (int column = 0; column < parts; ++column)
        for (int layer = height; layer-- > 0;) {
            const std::uint32_t cell = bit(layer * parts + column);
            if (masks.crystal & cell) break;
            loose |= cell & occupied;
        }
    if (masks.crystal != 0 && loose != 0) try_stack(shape, Game::kept(shape, ~loose), Game::kept(shape, loose));
    // Single pieces with nothing above: arcs of one layer (parted where type or colour changes, too) and pins.
    for (int layer = 0; layer < height; ++layer) {
        std::uint32_t free = 0;
        for (int column = 0; column < parts; ++column) {
            const int cell = layer * parts + column;
            bool top = occupied & bit(cell) && !(masks.crystal & bit(cell));
            for (int above = cell + parts; above < game_.cells(); above += parts) top &= shape[above] == no_part;
            if (top) free |= bit(column);
        }
        const auto part = [&](int column) { return shape[layer * parts + (column + parts) % parts]; };
        const auto is_free = [&](int column) { return (free >> ((column + parts) % parts) & 1) != 0; };
        for (int start = 0; start < parts; ++start) {
            if (!is_free(start)) continue;
            if (part(start) == pin_part) {
                const std::uint32_t piece = bit(layer * parts + start);
                try_stack(shape, Game::kept(shape, ~piece), Game::kept(shape, piece));
                continue;
            }
            for (const bool same : {false, true}) {
                const auto goes_on = [&](int column) {
                    return is_free(column) && part(column) != pin_part && (!same || part(column) == part(start));
                };
                if (goes_on(start - 1)) continue;
                std::uint32_t piece = 0;
                for (int k = 0; k < parts && goes_on(start + k); ++k) piece |= bit(layer * parts + (start + k) % parts);
                try_stack(shape, Game::kept(shape, ~piece), Game::kept(shape, piece));
            }
        }
    }
}

/// Full shapes whose east half, once cut, is `half`; the half itself comes first. Their wests are scaffolds: what holds
/// crystals from the side, makes rows into the rings that miners give, or takes what shatters.
std::vector<Painted> TakeApart::fills(const Painted& half, bool thoroughly) {
    const int parts = game_.parts(), middle = game_.half(), height = game_.height(half);
    std::vector<Painted> found{half};
    const auto add = [&](const Painted& full) {
        if (std::find(found.begin(), found.end(), full) != found.end()) return;
        if (game_.stable(full) && game_.cut(full).first == half && buildables_.has(full)) found.push_back(full);
    };
    std::vector<Fill> rules{Fill::towers};
    if (thoroughly) rules = {Fill::towers, Fill::pins_to_pins, Fill::needed_only, Fill::crystals_inside};
    for (const Fill rule : rules)
        for (int width = middle; width > 0; --width)
            for (const bool before : {true, false}) {
                if (width == middle && !before) continue;
                add(filled(half, rule, width, before));
            }
    if (!thoroughly) return found;
    // The same again on the other side, turned or mirrored.
    Painted twice = half, facing = half;
    for (int layer = 0; layer < height; ++layer)
        for (int column = 0; column < middle; ++column) {
            twice[layer * parts + column + middle] = half[layer * parts + column];
            facing[layer * parts + parts - 1 - column] = half[layer * parts + column];
        }
    add(twice);
    add(facing);
    if (height < game_.layers())
        for (const Painted& full : capped(half, facing)) add(full);
    return found;
}

/// The half with `width` columns of the west filled, those before the east or those after it.
Painted TakeApart::filled(const Painted& half, Fill rule, int width, bool before) const {
    const int parts = game_.parts(), middle = game_.half(), height = game_.height(half);
    Painted full = half;
    for (int layer = 0; layer < height; ++layer) {
        const int base = layer * parts;
        Part normal = no_part, crystal = no_part;
        bool mixed = false, pins = false, holes = false;
        for (int column = 0; column < middle; ++column) {
            const Part part = half[base + column];
            if (kind_of(part) == Kind::normal) {
                mixed |= normal != no_part && normal != part;
                normal = part;
            }
            if (kind_of(part) == Kind::crystal) crystal = part;
            pins |= part == pin_part;
            holes |= part == no_part;
        }
        const Part fill = normal == no_part || mixed ? scaffolding_.normal : normal;
        if (rule == Fill::needed_only && crystal == no_part && (normal == no_part || mixed || holes)) continue;
        for (int k = 0; k < width; ++k) {
            const int column = before ? parts - 1 - k : middle + k;
            Part part = fill;
            if (rule == Fill::pins_to_pins && pins && normal == no_part && crystal == no_part) part = pin_part;
            if (rule == Fill::crystals_inside && crystal != no_part) {
                const bool beside = (column == middle && kind_of(half[base + middle - 1]) == Kind::crystal) ||
                                    (column == parts - 1 && kind_of(half[base]) == Kind::crystal);
                if (!beside) part = crystal;
            }
            full[base + column] = part;
        }
    }
    return full;
}

/// Crystals on top that shatter at the cut, for what only pins hold otherwise.
std::vector<Painted> TakeApart::capped(const Painted& half, const Painted& facing) const {
    const int parts = game_.parts(), middle = game_.half(), height = game_.height(half);
    std::vector<Painted> found{facing};
    for (int column = 0; column < parts; ++column)
        if (facing[(height - 1) * parts + column] != no_part) found[0][height * parts + column] = scaffolding_.crystal;
    for (const int post : {parts - 1, middle}) {
        Painted full = half;
        for (int layer = 0; layer <= height; ++layer)
            for (int column = 0; column < parts; ++column) {
                Part& part = full[layer * parts + column];
                if (layer == height)
                    part = column == post ? scaffolding_.normal : scaffolding_.crystal;
                else if (column >= middle)
                    part = half[layer * parts + parts - 1 - column] == pin_part ? pin_part : scaffolding_.normal;
            }
        found.push_back(full);
    }
    return found;
}

void TakeApart::from_swap(const Painted& shape, bool thoroughly) {
    const Painted east = Game::kept(shape, game_.east()), west = Game::kept(shape, game_.west());
    if (game_.height(east) == 0 || game_.height(west) == 0) return;
    if (!game_.stable(east) || !game_.stable(west)) return;
    const Painted turned = game_.rotated(west, game_.half());
    if (!buildables_.has_half(east) || !buildables_.has_half(turned)) return;
    constexpr std::size_t most = 6;
    const auto choice = [&](const Painted& half) {
        std::vector<Painted> all = fills(half, thoroughly);
        std::stable_sort(all.begin(), all.end(),
                         [&](const Painted& a, const Painted& b) { return estimate(game_, a) < estimate(game_, b); });
        if (all.size() > most) all.resize(most);
        if (std::find(all.begin(), all.end(), half) == all.end()) all.push_back(half);
        return all;
    };
    const std::vector<Painted> easts = choice(east), wests = choice(turned);
    for (const Painted& a : easts)
        for (const Painted& b : wests) {
            const Painted other = game_.rotated(b, game_.half());
            if (a == shape || other == shape) continue;
            pool_.add(Machine::swap, a, other);
        }
}

void TakeApart::from_cut(const Painted& shape, bool thoroughly) {
    const bool east = game_.height(Game::kept(shape, game_.west())) == 0;
    const bool west = game_.height(Game::kept(shape, game_.east())) == 0;
    if (!east && !west) return;
    const int turn = east ? 0 : game_.half();
    const Painted half = game_.rotated(shape, turn);
    if (!buildables_.has_half(half)) return;
    for (const Painted& full : fills(half, thoroughly))
        if (!(full == half)) pool_.add(Machine::cut, game_.rotated(full, turn));
}

}  // namespace shapewright::shapez
