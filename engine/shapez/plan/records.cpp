#include "shapez/plan/records.hpp"

#include <algorithm>
#include <utility>

namespace shapewright::shapez {

Painted Records::from_kinds(std::uint64_t packed) const {
    constexpr Part standing_for[] = {no_part, first_normal, pin_part, first_crystal};
    Painted shape;
    for (int cell = 0; cell < game_.cells(); ++cell, packed >>= 2) shape[cell] = standing_for[packed & 3];
    return shape;
}

Painted Records::from_half_key(HalfKey key) const {
    constexpr Part standing_for[] = {no_part, first_normal, pin_part, first_crystal};
    Painted shape;
    for (int layer = 0; layer < game_.layers(); ++layer)
        for (int column = 0; column < game_.half(); ++column, key >>= 2)
            shape[layer * game_.parts() + column] = standing_for[key & 3];
    return shape;
}

/// Colours `from`, of which only kinds matter, so that `operation` makes `target` of it. Parts that do not get into the
/// target become scaffolds and fillers. False if the kinds differ.
template <typename Operation>
bool Records::trace(const Painted& from, const Painted& target, const Operation& operation, Painted& coloured) const {
    Painted marked;
    for (int cell = 0; cell < game_.cells(); ++cell) {
        const Kind kind = kind_of(from[cell]);
        marked[cell] = kind == Kind::normal    ? static_cast<Part>(normal_tracer + cell)
                       : kind == Kind::crystal ? static_cast<Part>(crystal_tracer + cell)
                                               : from[cell];
    }
    const Painted result = operation(marked);
    coloured = from;
    for (int cell = 0; cell < game_.cells(); ++cell) {
        const Kind kind = kind_of(from[cell]);
        if (kind == Kind::normal) coloured[cell] = rules_.scaffolding().normal;
        if (kind == Kind::crystal) coloured[cell] = rules_.scaffolding().crystal;
    }
    for (int cell = 0; cell < game_.cells(); ++cell) {
        if (kind_of(result[cell]) != kind_of(target[cell])) return false;
        if (result[cell] >= normal_tracer) coloured[(result[cell] - normal_tracer) % most_cells] = target[cell];
    }
    return operation(coloured) == target;
}

void Records::from_records(const Painted& shape) {
    const Painted west = Game::kept(shape, game_.west());
    if (game_.height(west) == 0) {
        const std::ptrdiff_t record = buildables_.record_of(shape);
        if (record >= 0) from_half_record(shape, static_cast<std::size_t>(record));
        return;
    }
    const std::uint64_t packed = game_.packed(shape);
    switch (buildables_.verdicts().way(packed)) {
        case Way::stacker: {
            // Taken off again layer by layer, from the top.
            const std::uint32_t base = game_.masks(from_kinds(buildables_.verdicts().base(packed))).occupied();
            const std::uint32_t loose = game_.masks(shape).occupied() & ~base;
            for (int layer = game_.layers(); layer-- > 0;) {
                const std::uint32_t piece = loose & game_.row(layer);
                if (piece == 0) continue;
                rules_.try_stack(shape, Game::kept(shape, ~piece), Game::kept(shape, piece));
                return;
            }
            return;
        }
        case Way::pin_pusher:
            from_pin_record(shape);
            return;
        default:
            return;
    }
}

void Records::rescue(std::int32_t v, Pool::Set& simple) {
    if (costs_.of(v) < 1e9) return;  // made already
    const Painted shape = pool_.value(v);
    costs_.set_free(v);  // not twice
    if (pool_.is_seed(shape)) {
        simple.push_back(v);
        return;
    }
    pool_.touched().clear();
    // A half can lie in several rotations within the east; of those records the earliest leads down, the others may
    // lead to it.
    int turn = -1;
    std::uint32_t earliest = 0;
    for (int other = 0; other < game_.parts(); ++other) {
        const Painted turned = game_.rotated(shape, -other);
        if (game_.height(Game::kept(turned, game_.west())) != 0) continue;
        const std::ptrdiff_t record = buildables_.record_of(turned);
        if (record < 0) continue;
        const std::uint32_t order = buildables_.data().order[static_cast<std::size_t>(record)];
        if (turn < 0 || order < earliest) turn = other, earliest = order;
    }
    if (turn >= 0) {
        from_half_record(game_.rotated(shape, -turn),
                         static_cast<std::size_t>(buildables_.record_of(game_.rotated(shape, -turn))));
    } else {
        for (turn = 0; turn < game_.half() && !join(game_.rotated(shape, -turn));) ++turn;
        if (turn == game_.half()) {
            turn = 0;
            from_records(shape);
        }
    }
    turn_back(game_.rotated(shape, -turn), turn);
    // What the steps take and do not make themselves.
    const Pool::Set steps = std::move(pool_.touched());
    pool_.touched().clear();
    Pool::Set inputs, outputs;
    for (const std::int32_t number : steps) {
        const PlanStep& step = pool_.step(number);
        for (const std::int32_t in : step.in)
            if (in >= colour_count) inputs.push_back(in);
        outputs.insert(outputs.end(), step.out, step.out + 2);
    }
    for (const std::int32_t input : inputs)
        if (std::find(outputs.begin(), outputs.end(), input) == outputs.end()) rescue(input, simple);
}

/// A swap of the shape's own halves, if both can be made.
bool Records::join(const Painted& whole) {
    const Painted east = Game::kept(whole, game_.east()), west = Game::kept(whole, game_.west());
    if (game_.height(east) == 0 || game_.height(west) == 0 || !game_.stable(east) || !game_.stable(west)) return false;
    if (!buildables_.has_half(east) || !buildables_.has_half(game_.rotated(west, game_.half()))) return false;
    pool_.add(Machine::swap, east, west);
    return true;
}

/// Rotations by one column or by half a ring, `turn` columns clockwise in all.
void Records::turn_back(Painted shape, int turn) {
    const auto step = [&](Machine machine, int columns) {
        pool_.add(machine, shape);
        shape = game_.rotated(shape, columns);
        turn -= columns;
    };
    if (turn > game_.half()) turn -= game_.parts();
    if (turn == game_.half()) step(Machine::rotate_180, game_.half());
    while (turn > 0) step(Machine::rotate_cw, 1);
    while (turn < 0) step(Machine::rotate_ccw, -1);
}

/// The two halves of a record as one shape, any of whose parts may yet be coloured.
Painted Records::joined_record(std::size_t record) const {
    const Painted east = from_half_key(buildables_.data().first[record]);
    return over(east, game_.rotated(from_half_key(buildables_.data().second[record]), game_.half()));
}

/// One shape with the parts of another in their places.
Painted Records::over(Painted below, const Painted& above) const {
    for (int cell = 0; cell < game_.cells(); ++cell)
        if (above[cell] != no_part) below[cell] = above[cell];
    return below;
}

void Records::from_half_record(const Painted& half, std::size_t record) {
    const auto push = [&](const Painted& shape) { return game_.push_pin(shape); };
    const int steps = buildables_.data().steps[record];
    const auto east_of_turned = [&](const Painted& shape) { return game_.cut(game_.rotated(shape, steps)).first; };
    Painted coloured;
    switch (static_cast<HalfOperation>(buildables_.data().operation[record])) {
        case HalfOperation::seed: {
            // Columns one by one: part the half between two of them, and let the swapper join them.
            for (int split = 1; split < game_.half(); ++split) {
                const Painted parted = game_.rotated(half, -split);
                if (game_.height(Game::kept(parted, game_.west())) != 0) rules_.from_swap(parted, false);
            }
            return;
        }
        case HalfOperation::push_pin:
            if (trace(from_half_key(buildables_.data().first[record]), half, push, coloured))
                pool_.add(Machine::push_pin, coloured);
            return;
        case HalfOperation::stack_piece: {
            const std::uint32_t below = game_.masks(from_half_key(buildables_.data().first[record])).occupied();
            rules_.try_stack(half, Game::kept(half, below), Game::kept(half, ~below));
            return;
        }
        case HalfOperation::cut:
            if (!trace(joined_record(record), half, east_of_turned, coloured)) return;
            pool_.add(Machine::cut, game_.rotated(coloured, steps));
            join(coloured);
            turn_back(coloured, steps);
            return;
        case HalfOperation::pin_cut: {
            if (!trace(push(joined_record(record)), half, east_of_turned, coloured)) return;
            pool_.add(Machine::cut, game_.rotated(coloured, steps));
            turn_back(coloured, steps);
            Painted before;
            if (!trace(joined_record(record), coloured, push, before)) return;
            pool_.add(Machine::push_pin, before);
            join(before);
            return;
        }
        case HalfOperation::stack_across:
            from_stack_across(half, record);
            return;
        default:
            return;
    }
}

/// A half that was cut off after something was stacked across the seam.
void Records::from_stack_across(const Painted& half, std::size_t record) {
    const int steps = buildables_.data().steps[record];
    const Painted joined = joined_record(record);
    // Normal parts in the west hold up what is stacked; they are scaffolds.
    const std::uint32_t known = game_.masks(game_.rotated(joined, steps)).occupied();
    Painted top;
    for (int column = 0; column < game_.parts(); ++column)
        for (int layer = game_.layers(); layer-- > 0;) {
            const int cell = layer * game_.parts() + column;
            if (known >> cell & 1) break;
            top[cell] = column < game_.half() ? half[cell] : rules_.scaffolding().normal;
        }
    const auto stacked = [&](const Painted& base) { return game_.cut(over(game_.rotated(base, steps), top)).first; };
    Painted coloured;
    if (!trace(joined, half, stacked, coloured)) return;
    Painted base = game_.rotated(coloured, steps);
    // Layer by layer, each landing on what is there.
    for (int layer = 0; layer < game_.layers(); ++layer) {
        const Painted piece = Game::kept(top, game_.row(layer));
        if (game_.height(piece) == 0) continue;
        const Painted whole = over(base, piece);
        rules_.try_stack(whole, base, piece);
        base = whole;
    }
    pool_.add(Machine::cut, base);
    join(coloured);
    turn_back(coloured, steps);
}

void Records::from_pin_record(const Painted& shape) {
    const auto push = [&](const Painted& before) { return game_.push_pin(before); };
    const std::uint64_t wanted = game_.packed(shape);
    std::uint64_t canonical = wanted;
    for (int steps = 0; steps < game_.parts(); ++steps) {
        const Painted turned = game_.rotated(shape, steps);
        canonical = std::min({canonical, game_.packed(turned), game_.packed(game_.mirrored(turned))});
    }
    const auto place = std::lower_bound(buildables_.data().pins.begin(), buildables_.data().pins.end(), canonical);
    if (place == buildables_.data().pins.end() || *place != canonical) return;
    const Painted parent =
        from_kinds(buildables_.data().pin_parents[static_cast<std::size_t>(place - buildables_.data().pins.begin())]);
    for (int steps = 0; steps < game_.parts(); ++steps)
        for (const bool mirrored : {false, true}) {
            const Painted turned = game_.rotated(mirrored ? game_.mirrored(parent) : parent, steps);
            Painted coloured;
            if (game_.packed(game_.push_pin(turned)) != wanted || !trace(turned, shape, push, coloured)) continue;
            pool_.add(Machine::push_pin, coloured);
            return;
        }
}

}  // namespace shapewright::shapez
