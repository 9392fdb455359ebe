#include "shapez/plan/improve/remake.hpp"

#include <algorithm>
#include <cmath>

#include "shapez/plan/search/estimate.hpp"

namespace shapewright::shapez {

namespace {

constexpr int deepest = 24;  // needs within needs

std::array<Price, 256> exponential() {
    std::array<Price, 256> result{};
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k] = static_cast<Price>(-std::log((static_cast<double>(k) + 0.5) / 256) * 1024 + 0.5);
    return result;
}
const std::array<Price, 256> quantiles = exponential();

std::uint8_t bit_of(Need::What what) {
    return static_cast<std::uint8_t>(1 << static_cast<int>(what));
}

}  // namespace

Price drawn(Rng& rng, Price mean) {
    return static_cast<Price>(std::int64_t{mean} * quantiles[rng.next() >> 56] / 1024);
}

bool Remake::make(const Need& need, int limit, Price noise, const Patience& patience) {
    patience_ = patience;
    limit_ = limit;
    noise_ = noise;
    tried_ = 0;
    ++makes_;
    ++state_;
    ways_.clear();
    return grow(need, 0);
}

Remake::Value Remake::met(const Need& need) const {
    switch (need.what) {
        case Need::What::whole:
            return stock_.has(need.value) ? need.value : 0;
        case Need::What::east:
            return stock_.with_east(need.value);
        case Need::What::west:
            return stock_.with_west(need.value);
        default:
            return 0;
    }
}

Remake::Known& Remake::known(Value v) {
    if (v >= known_.size()) known_.resize(std::max<std::size_t>(2 * known_.size(), v + 1));
    return known_[v];
}

Price Remake::guess(Value v) {
    if (known(v).guess < 0) known_[v].guess = static_cast<Price>(estimate(game_, world_.shape(v)) * one_machine);
    return known_[v].guess;
}

bool Remake::stable(Value v) {
    if (known(v).stable < 0) known_[v].stable = game_.stable(world_.shape(v)) ? 1 : 0;
    return known_[v].stable != 0;
}

bool Remake::grow(const Need& need, int depth) {
    if (met(need) != 0) return true;
    if (depth > deepest || ++tried_ > patience_.needs || stock_.cost() >= limit_) return false;
    if (known(need.value).open & bit_of(need.what)) return false;
    const auto what = static_cast<std::size_t>(need.what);
    if (known_[need.value].failed[what] == makes_) return false;
    known_[need.value].open |= bit_of(need.what);
    ++state_;
    const std::size_t first = ways_.size();
    if (need.what == Need::What::whole)
        ways_to_whole(need.value);
    else
        ways_to_half(need.value, need.what);
    for (std::size_t k = first; k < ways_.size(); ++k) ways_[k].cost += drawn(rng_, noise_);
    const int before = stock_.cost();
    bool made = false;
    for (int k = 0; k < patience_.ways && !made && ways_.size() > first; ++k) {
        const auto best = std::min_element(ways_.begin() + static_cast<std::ptrdiff_t>(first), ways_.end(),
                                           [](const Way& a, const Way& b) { return a.cost < b.cost; });
        const Way way = *best;
        *best = ways_.back();
        ways_.pop_back();
        if (way.cost > (limit_ - before + 3) * one_machine) break;
        const std::size_t machines = stock_.machines();
        made = follow(way, depth) && met(need) != 0;
        if (!made) {
            stock_.back_to(machines);
            ++state_;
        }
    }
    ways_.resize(first);
    Known& about = known(need.value);
    about.open &= static_cast<std::uint8_t>(~bit_of(need.what));
    ++state_;
    if (made && need.what == Need::What::whole && about.guess >= 0)
        about.guess = (3 * about.guess + (stock_.cost() - before) * one_machine) / 4;
    // Perhaps there is no way at all.
    if (!made) about.failed[what] = makes_;
    if (!made && need.what == Need::What::whole && about.guess < 40 * one_machine) about.guess += one_machine / 2;
    return made;
}

bool Remake::follow(const Way& way, int depth) {
    if (way.row >= 0) return follow_row(rows_[static_cast<std::size_t>(way.row)], depth);
    // What is dearer is made first: the other may find something of it.
    const bool swapped = way.second.what != Need::What::nothing && price(way.second) > price(way.first);
    if (!grow(swapped ? way.second : way.first, depth + 1)) return false;
    if (way.row == first_alone) return true;
    if (way.second.what != Need::What::nothing && !grow(swapped ? way.first : way.second, depth + 1)) return false;
    return add({way.machine, way.fluid, {met(way.first), met(way.second)}, {0, 0}, 0});
}

bool Remake::add(const Stock::Step& step) {
    if (stock_.cost() + 1 > limit_) return false;
    if (step.machine == avoided_.machine && step.in[0] == avoided_.in[0] && step.in[1] == avoided_.in[1] &&
        step.fluid == avoided_.fluid)
        return false;
    stock_.add(step);
    ++state_;
    return stock_.cost() <= limit_;
}

void Remake::offer(Machine machine, const Need& first, const Need& second, int fluid) {
    if (!supplies_.allow(machine)) return;
    Price cost = one_machine + price(first);
    if (second.what != Need::What::nothing && !(second.what == first.what && second.value == first.value))
        cost += price(second);
    if (machine == Machine::paint || machine == Machine::crystal)
        cost += stock_.cost_of(Colours{1} << fluid) * one_machine;
    ways_.push_back({cost, machine, fluid, first, second});
}

Price Remake::price(const Need& need) {
    const auto what = static_cast<std::size_t>(need.what);
    if (known(need.value).priced[what] == state_) return known_[need.value].price[what];
    const Price found = price_now(need);
    known_[need.value].priced[what] = state_;
    known_[need.value].price[what] = found;
    return found;
}

Price Remake::price_now(const Need& need) {
    if (met(need) != 0) return 0;
    if (known(need.value).open & bit_of(need.what)) return limit_ * one_machine + 10 * one_machine;
    if (need.what == Need::What::whole) {
        Price least = guess(need.value);
        if (!halves_.key.empty()) {
            const auto [east, west] = world_.parted(need.value);
            Price both = one_machine;
            bool is_known = true;
            const auto half = [&](Value v, Need::What side) {
                if (Parts::empty(v) || met({side, v})) return;
                look_up_rows(v, side);
                is_known = is_known && known_[v].first_row < known_[v].last_row;
                if (is_known) both += price({side, v});
            };
            half(east, Need::What::east);
            half(west, Need::What::west);
            if (is_known) least = std::min(least, both);
        }
        return std::max(one_machine / 2, least);
    }
    Price least = guess(need.value);
    look_up_rows(need.value, need.what);
    for (std::int32_t row = known_[need.value].first_row; row < known_[need.value].last_row; ++row)
        least = std::min(least, price_of_row(rows_[static_cast<std::size_t>(row)]));
    return least;
}

// --- whole shapes ----------------------------------------------------------------------------------------------------

void Remake::ways_to_whole(Value v) {
    const auto [east, west] = world_.parted(v);
    if (Parts::empty(west))
        offer(Machine::cut, {Need::What::east, east});
    else if (Parts::empty(east))
        offer(Machine::cut, {Need::What::west, west});
    else if (stable(east) && stable(west))
        offer(Machine::swap, {Need::What::east, east}, {Need::What::west, west});
    if (known(v).first_way < 0) note_ways(v);
    for (std::int32_t k = known_[v].first_way; k < known_[v].last_way; ++k) {
        const Plain plain = plain_[static_cast<std::size_t>(k)];
        offer(plain.machine, whole(plain.first), plain.second != 0 ? whole(plain.second) : Need{}, plain.fluid);
    }
    if (world_.may_be_pushed(v)) by_pushing(v);
    if (world_.may_be_crystallised(v)) by_crystals(v);
    if (world_.painted(v) > 0) by_painting(v);
    by_stacking(v);
    by_stacking_stock(v);
}

/// Keeps the ways to a shape that are the same whatever there is, for they are looked for again and again.
void Remake::note_ways(Value v) {
    std::vector<Plain> found;
    const auto note = [&](Machine machine, Value first, Value second = 0, int fluid = 0) {
        if (std::none_of(found.begin(), found.end(), [&](const Plain& other) {
                return other.machine == machine && other.first == first && other.second == second &&
                       other.fluid == fluid;
            }))
            found.push_back({machine, fluid, first, second});
    };
    note(Machine::rotate_cw, world_.rotated(v, -1));
    note(Machine::rotate_ccw, world_.rotated(v, 1));
    note(Machine::rotate_180, world_.turned(v));
    const Painted shape = world_.shape(v);
    if (world_.may_be_pushed(v)) {
        Painted before;
        for (int cell = game_.parts(); cell < game_.cells(); ++cell) before[cell - game_.parts()] = shape[cell];
        if (const Value x = world_.number(before); is_pushed(x, v)) note(Machine::push_pin, x);
    }
    if (world_.may_be_crystallised(v))
        for_crystals(v, [&](Part crystal) {
            const int colour = colour_of(crystal), parts = game_.parts(), height = game_.height(shape);
            for (int lowest = 0; lowest < height; ++lowest) {
                Painted before = shape, pinned = shape;
                for (int cell = lowest * parts; cell < height * parts; ++cell)
                    if (shape[cell] == crystal) before[cell] = pinned[cell] = no_part;
                for (int cell = 0; cell + parts < height * parts; ++cell)
                    if (before[cell] == no_part && before[cell + parts] != no_part) pinned[cell] = pin_part;
                for (const Painted& without : {before, pinned})
                    if (const Value x = world_.number(without); is_grown(x, v, colour))
                        note(Machine::crystal, x, 0, colour);
            }
        });
    if (const int colour = world_.painted(v); colour > 0) {
        Painted before = shape;
        const int top = (game_.height(before) - 1) * game_.parts();
        for (int cell = top; cell < top + game_.parts(); ++cell)
            if (is_paintable(before[cell])) before[cell] = recoloured(before[cell], 0);
        note(Machine::paint, world_.number(before), 0, colour);
    }
    for (const std::uint32_t upper : loose_parts(v))
        if (const auto [bottom, top] = stacked(v, upper); bottom != 0) note(Machine::stack, bottom, top);
    known(v).first_way = static_cast<std::int32_t>(plain_.size());
    plain_.insert(plain_.end(), found.begin(), found.end());
    known_[v].last_way = static_cast<std::int32_t>(plain_.size());
}

bool Remake::is_pushed(Value x, Value v) {
    return !Parts::empty(x) && stable(x) && world_.push_pin(x) == v;
}
bool Remake::is_grown(Value x, Value v, int colour) {
    return x != v && stable(x) && world_.crystallise(x, colour) == v;
}
template <typename Work>
void Remake::for_crystals(Value v, const Work& work) {
    const Painted shape = world_.shape(v);
    Colours colours = 0;
    for (int cell = 0; cell < game_.cells(); ++cell)
        if (kind_of(shape[cell]) == Kind::crystal) colours |= Colours{1} << colour_of(shape[cell]);
    for (int colour = 0; colour < colour_count; ++colour)
        if (colours >> colour & 1) work(crystal_of(colour));
}

void Remake::by_pushing(Value v) {
    const Painted whole_shape = world_.shape(v);
    if (game_.height(whole_shape) == game_.layers()) {
        // What is pushed out at the top is lost.
        Painted capped;
        for (int cell = game_.parts(); cell < game_.cells(); ++cell) capped[cell - game_.parts()] = whole_shape[cell];
        for (int cell = game_.cells() - game_.parts(); cell < game_.cells(); ++cell)
            if (rng_.below(2) == 0 || capped[cell - game_.parts()] == pin_part) capped[cell] = fillings_.normal;
        if (const Value x = world_.number(capped); is_pushed(x, v)) offer(Machine::push_pin, whole(x));
    }
    for (std::size_t k = 0; k < stock_.size(); ++k)
        if (const Value x = stock_.at(k); world_.push_pin(x) == v) offer(Machine::push_pin, whole(x));
}

void Remake::by_crystals(Value v) {
    const Painted shape = world_.shape(v);
    const int height = game_.height(shape), parts = game_.parts();
    for_crystals(v, [&](Part crystal) {
        const int colour = colour_of(crystal);
        for (int draw = 0; draw < 2; ++draw) {
            Painted before = shape;
            const std::uint64_t bits = rng_.next() | (draw == 0 ? 0 : rng_.next());
            for (int cell = height * parts; cell-- > 0;) {
                if (shape[cell] != crystal || !(bits >> cell & 1)) continue;
                const bool holds = cell + parts < game_.cells() && before[cell + parts] != no_part;
                before[cell] = holds && (bits >> (32 + cell) & 1) ? pin_part : no_part;
            }
            if (const Value x = world_.number(before); is_grown(x, v, colour))
                offer(Machine::crystal, whole(x), {}, colour);
        }
        for (std::size_t k = 0; k < stock_.size(); ++k)
            if (const Value x = stock_.at(k); world_.crystallise(x, colour) == v && x != v)
                offer(Machine::crystal, whole(x), {}, colour);
    });
}

void Remake::by_painting(Value v) {
    const int colour = world_.painted(v);
    for (std::size_t k = 0; k < stock_.size(); ++k)
        if (const Value x = stock_.at(k); world_.paint(x, colour) == v && x != v)
            offer(Machine::paint, whole(x), {}, colour);
}

/// Bottom and top, if these cells were stacked last; twice 0 if they cannot have been.
std::pair<Remake::Value, Remake::Value> Remake::stacked(Value v, std::uint32_t upper) {
    const std::uint64_t asked = std::uint64_t{v} << 32 | upper;
    Parting& known = partings_[fibonacci(asked, parting_bits)];
    if (known.asked != asked) {
        const auto [bottom, top] = parted(v, upper);
        known = {asked, bottom, top};
    }
    return {known.bottom, known.top};
}
std::pair<Remake::Value, Remake::Value> Remake::parted(Value v, std::uint32_t upper) {
    const Painted shape = world_.shape(v);
    const Value bottom = world_.number(Game::kept(shape, ~upper));
    if (Parts::empty(bottom) || !stable(bottom)) return {0, 0};
    const Value top = world_.lowered(Game::kept(shape, upper));
    const bool works = !Parts::empty(top) && stable(top) && world_.stack(bottom, top) == v;
    return works ? std::pair{bottom, top} : std::pair{Value{0}, Value{0}};
}

/// What has no crystal on it or above it.
std::uint32_t Remake::loose(Value v) {
    if (known(v).loose != unknown_cells) return known_[v].loose;
    const Painted& shape = world_.shape(v);
    const Masks masks = game_.masks(shape);
    const int parts = game_.parts(), height = game_.height(shape);
    std::uint32_t found = 0;
    for (int column = 0; column < parts; ++column)
        for (int cell = (height - 1) * parts + column; cell >= 0; cell -= parts) {
            if (masks.crystal >> cell & 1) break;
            found |= std::uint32_t{1} << cell;
        }
    return known_[v].loose = found & masks.occupied();
}

/// Cells that may have been stacked last: all that is loose, layers, and each arc or pin with nothing above.
std::vector<std::uint32_t> Remake::loose_parts(Value v) {
    const Painted shape = world_.shape(v);
    const int parts = game_.parts(), height = game_.height(shape);
    const std::uint32_t occupied = game_.masks(shape).occupied(), free = loose(v);
    std::vector<std::uint32_t> found;
    const auto note = [&](std::uint32_t cells) {
        if (cells != 0 && cells != occupied && std::find(found.begin(), found.end(), cells) == found.end())
            found.push_back(cells);
    };
    note(free);
    for (int layer = height; layer-- > 1;) note(~((std::uint32_t{1} << (layer * parts)) - 1) & free);
    for (int column = 0; column < parts; ++column) {
        int cell = (height - 1) * parts + column;
        while (cell >= 0 && shape[cell] == no_part) cell -= parts;
        if (cell < 0 || !(free >> cell & 1)) continue;
        const int base = cell / parts * parts;
        const auto is_free = [&](int other) {
            return shape[other] != no_part && (free >> other & 1) &&
                   (other + parts >= game_.cells() || shape[other + parts] == no_part);
        };
        std::uint32_t piece = std::uint32_t{1} << cell;
        if (shape[cell] != pin_part)
            for (int n = 1; n < parts; ++n) {
                const int other = base + (column + n) % parts;
                if (!is_free(other) || kind_of(shape[other]) != Kind::normal || shape[other] != shape[cell]) break;
                piece |= std::uint32_t{1} << other;
            }
        note(piece);
    }
    return found;
}

void Remake::by_stacking(Value v) {
    const Painted shape = world_.shape(v);
    const int parts = game_.parts(), height = game_.height(shape);
    const std::uint32_t free = loose(v);
    if (free == 0) return;
    const Masks masks = game_.masks(shape);
    const std::uint32_t occupied = masks.occupied();
    // Columns down to anywhere.
    for (int draw = 0; draw < 4; ++draw) {
        std::uint32_t upper = 0;
        const std::uint64_t bits = rng_.next();
        for (int column = 0; column < parts; ++column) {
            const int from = static_cast<int>(bits >> (4 * column) & 15) % (height + 1);
            for (int cell = (height - 1) * parts + column; cell >= from * parts; cell -= parts)
                upper |= std::uint32_t{1} << cell & free;
        }
        if (upper == 0 || upper == occupied) continue;
        if (const auto [bottom, top] = stacked(v, upper); bottom != 0) offer(Machine::stack, whole(bottom), whole(top));
    }
    // Pins in the highest layer there can be: what stood on them was lost.
    const std::uint32_t top_row = game_.row(game_.layers() - 1);
    if (height == game_.layers() && height > 1 && (occupied & top_row) == (masks.pin & top_row)) {
        Painted above;
        for (int column = 0; column < parts; ++column)
            if (shape[(height - 1) * parts + column] == pin_part)
                above[column] = pin_part, above[column + parts] = fillings_.normal;
        const Value bottom = world_.number(Game::kept(shape, ~top_row)), top = world_.number(above);
        if (!Parts::empty(bottom) && stable(bottom) && stable(top) && world_.stack(bottom, top) == v)
            offer(Machine::stack, whole(bottom), whole(top));
    }
}

void Remake::by_stacking_stock(Value v) {
    for (std::size_t k = 0; k < stock_.size(); ++k) {
        const Value x = stock_.at(k);
        if (x == v) continue;
        if (const Value top = world_.rest_above(x, v); top != 0) offer(Machine::stack, whole(x), whole(top));
        if (const Value bottom = world_.rest_below(x, v); bottom != 0) offer(Machine::stack, whole(bottom), whole(x));
    }
}

// --- halves ----------------------------------------------------------------------------------------------------------

void Remake::ways_to_half(Value half, Need::What side) {
    look_up_rows(half, side);
    const std::int32_t first = known_[half].first_row, last = known_[half].last_row;
    for (std::int32_t row = first; row < last; ++row)
        ways_.push_back({price_of_row(rows_[static_cast<std::size_t>(row)]), Machine::cut, 0, {}, {}, row});
    const std::size_t at = side == Need::What::east ? 0 : 1;
    if (known_[half].first_whole[at] < 0) note_wholes(half, side);
    for (std::int32_t k = known_[half].first_whole[at]; k < known_[half].last_whole[at]; ++k)
        offer_whole(wholes_[static_cast<std::size_t>(k)]);
    const int middle = game_.half();
    for (int width = middle; width > 0; --width)
        for (const bool before : {true, false})
            if (width < middle || before)
                if (const Value x = filled(half, side, width, before); x != 0) offer_whole(x);
    half_by_one_machine(half, side);
    for (int draw = 0; draw < 2 && stock_.size() > 0; ++draw) {
        const auto [east, west] = world_.cut(stock_.at(rng_.place(stock_.size())));
        const Value x = side == Need::What::east ? world_.united(half, west) : world_.united(east, half);
        if (x != half && has_half(x, half, side)) offer_whole(x);
    }
}

bool Remake::has_half(Value x, Value half, Need::What side) {
    if (!stable(x)) return false;
    const auto [east, west] = world_.cut(x);
    return (side == Need::What::east ? east : west) == half;
}
void Remake::offer_whole(Value x) {
    ways_.push_back({price(whole(x)), Machine::cut, 0, whole(x), {}, first_alone});
}

/// Keeps the shapes with that half that are tried whatever there is.
void Remake::note_wholes(Value half, Need::What side) {
    const Painted shape = world_.shape(half);
    const int parts = game_.parts(), middle = game_.half(), height = game_.height(shape);
    std::vector<Value> found;
    const auto attempt = [&](Value x) {
        if (has_half(x, half, side) && std::find(found.begin(), found.end(), x) == found.end()) found.push_back(x);
    };
    attempt(half);
    // The same again on the other side, turned or mirrored.
    Painted twice = shape, facing = shape;
    for (int cell = 0; cell < height * parts; ++cell) {
        if (shape[cell] == no_part) continue;
        const int base = cell / parts * parts, column = cell - base;
        twice[base + (column + middle) % parts] = shape[cell];
        facing[base + parts - 1 - column] = shape[cell];
    }
    attempt(world_.number(twice));
    attempt(world_.number(facing));
    // Crystals on top shatter at the cut, and leave what only pins hold otherwise.
    if (height < game_.layers())
        for (const Painted& below : {facing, twice}) {
            Painted capped = below;
            for (int cell = (height - 1) * parts; cell < height * parts; ++cell)
                if (below[cell] != no_part) capped[cell + parts] = crystal_of(fillings_.crystal);
            attempt(world_.number(capped));
        }
    const std::size_t at = side == Need::What::east ? 0 : 1;
    known(half).first_whole[at] = static_cast<std::int32_t>(wholes_.size());
    wholes_.insert(wholes_.end(), found.begin(), found.end());
    known_[half].last_whole[at] = static_cast<std::int32_t>(wholes_.size());
}

/// One machine on what is there that gives a shape with that half.
void Remake::half_by_one_machine(Value half, Need::What side) {
    const auto gives = [&](Value made) {
        const auto [east, west] = world_.cut(made);
        return (side == Need::What::east ? east : west) == half;
    };
    const Painted shape = world_.shape(half);
    Colours crystals = 0, paints = 0;
    for (int cell = 0; cell < game_.cells(); ++cell) {
        if (kind_of(shape[cell]) == Kind::crystal) crystals |= Colours{1} << colour_of(shape[cell]);
        if (kind_of(shape[cell]) == Kind::normal) paints |= Colours{1} << colour_of(shape[cell]);
    }
    for (std::size_t k = 0; k < stock_.size(); ++k) {
        const Value x = stock_.at(k);
        if (gives(world_.rotated(x, 1))) offer(Machine::rotate_cw, whole(x));
        if (gives(world_.rotated(x, -1))) offer(Machine::rotate_ccw, whole(x));
        if (gives(world_.turned(x))) offer(Machine::rotate_180, whole(x));
        if (gives(world_.push_pin(x))) offer(Machine::push_pin, whole(x));
        for (int colour = 0; colour < colour_count; ++colour) {
            if (crystals >> colour & 1 && gives(world_.crystallise(x, colour)))
                offer(Machine::crystal, whole(x), {}, colour);
            if (colour != 0 && paints >> colour & 1 && gives(world_.paint(x, colour)))
                offer(Machine::paint, whole(x), {}, colour);
        }
        // What is there of the half as it lies is a bottom.
        if (!world_.begins_half(x, half, side == Need::What::east)) continue;
        for (std::size_t j = 0; j < stock_.size(); ++j)
            if (const Value top = stock_.at(j); gives(world_.stack(x, top)))
                offer(Machine::stack, whole(x), whole(top));
    }
}

/// How rows without normal parts are filled: as well, or where something touches, or not.
enum class Remake::Rule : std::uint8_t { all, touching, none };

/// The half with so many columns of the other side filled with what its rows have, those before it or those after; 0 if
/// the cutter does not leave the half then.
Remake::Value Remake::filled(Value half, Need::What side, int width, bool before) {
    constexpr std::size_t rules = 3;
    const std::size_t rule = rng_.place(rules), columns = static_cast<std::size_t>(game_.half());
    if (known(half).first_fill < 0) {
        known_[half].first_fill = static_cast<std::int32_t>(fills_.size());
        fills_.resize(fills_.size() + 2 * columns * rules, unknown);
    }
    const std::size_t place = static_cast<std::size_t>(known_[half].first_fill) +
                              (2 * static_cast<std::size_t>(width - 1) + (before ? 0 : 1)) * rules + rule;
    if (fills_[place] == unknown) {
        const Value x = world_.number(filled(world_.shape(half), side, width, before, static_cast<Rule>(rule)));
        fills_[place] = has_half(x, half, side) ? x : 0;
    }
    return fills_[place];
}
Painted Remake::filled(const Painted& half, Need::What side, int width, bool before, Rule rule) const {
    const int parts = game_.parts(), middle = game_.half(), height = game_.height(half);
    const int own = side == Need::What::east ? 0 : middle;
    Painted full = half;
    for (int base = 0; base < height * parts; base += parts) {
        const Part beside = half[base + (before ? own : own + middle - 1)];
        Part part = rule == Rule::all ? fillings_.normal : no_part;
        for (int column = own; column < own + middle; ++column)
            if (kind_of(half[base + column]) == Kind::normal) part = half[base + column];
        if (kind_of(beside) == Kind::normal) part = beside;
        if (rule == Rule::touching && part == no_part && beside != no_part) part = fillings_.normal;
        for (int k = 0; k < width; ++k) full[base + (before ? own + parts - 1 - k : own + middle + k) % parts] = part;
    }
    return full;
}

void Remake::look_up_rows(Value half, Need::What side) {
    if (known(half).first_row >= 0) return;
    const auto first = static_cast<std::int32_t>(rows_.size());
    if (!halves_.key.empty() && ring_ != nullptr) {
        const Painted shape = world_.shape(half);
        const Shape kinds = game_.packed(shape);
        const HalfKey key = side == Need::What::east ? ring_->half_key(kinds) : ring_->west_key(kinds);
        for (const HalfRow& plain : half_rows(*ring_, halves_, key, side == Need::What::east ? 0 : 2)) {
            bool allowed = true;
            for (const PlainMachine& machine : plain.machines) allowed = allowed && supplies_.allow(machine.machine);
            if (!allowed) continue;
            Painted parts = free_parts(game_, plain.whole);
            for (int cell = 0; cell < game_.cells(); ++cell)
                if (shape[cell] != no_part) parts[cell] = shape[cell];
            Lifted lift = lifted(game_, *ring_, world_, plain.machines, {{plain.whole, parts}}, fillings_);
            if (!lift.works) continue;
            const auto [east, west] = world_.cut(lift.wholes[0]);
            if ((side == Need::What::east ? east : west) != half) continue;
            Row row{lift.wholes[0], std::move(lift.steps), {}, std::move(lift.open)};
            for (std::size_t k = 0; k < row.steps.size(); ++k) {
                std::array<std::int32_t, 2> origin{-1, -1};
                for (std::size_t slot = 0; slot < (binary(row.steps[k].machine) ? 2U : 1U); ++slot)
                    for (std::size_t j = 0; j < k && origin[slot] < 0; ++j)
                        for (int out = 0; out < row.steps[j].outputs; ++out)
                            if (row.steps[j].out[out] == row.steps[k].in[slot])
                                origin[slot] = static_cast<std::int32_t>(j);
                row.origin.push_back(origin);
            }
            rows_.push_back(std::move(row));
        }
    }
    known(half).first_row = first;
    known_[half].last_row = static_cast<std::int32_t>(rows_.size());
}

/// The machines that are not there; marks them in needed_.
Price Remake::price_of_row(const Row& row) {
    if (stock_.has(row.whole)) return 0;
    Price cost = 0;
    needed_.assign(row.steps.size(), 0);
    Colours colours = stock_.colours();
    bool is_last = true;
    for (std::size_t k = row.steps.size(); k-- > 0;) {
        const auto& step = row.steps[k];
        if (is_last && (step.out[0] == row.whole || (step.outputs > 1 && step.out[1] == row.whole)))
            needed_[k] = 1, is_last = false;
        if (!needed_[k]) continue;
        cost += one_machine;
        if (step.machine == Machine::paint || step.machine == Machine::crystal) colours |= Colours{1} << step.fluid;
        for (std::size_t slot = 0; slot < (binary(step.machine) ? 2U : 1U); ++slot)
            if (const std::int32_t origin = row.origin[k][slot]; origin >= 0 && !stock_.has(step.in[slot]))
                needed_[static_cast<std::size_t>(origin)] = 1;
    }
    for (const Value ring : row.open) cost += stock_.has(ring) ? 0 : guess(ring);
    if (colours != stock_.colours()) cost += stock_.cost_of(colours) * one_machine;
    return cost;
}

bool Remake::follow_row(const Row& row, int depth) {
    const Stock::Steps steps = row.steps;
    const std::vector<Value> open = row.open;
    price_of_row(row);
    const std::vector<char> is_needed = needed_;
    for (const Value ring : open)
        if (!grow(whole(ring), depth + 1)) return false;
    for (std::size_t k = 0; k < steps.size(); ++k) {
        if (!is_needed[k]) continue;
        if (!stock_.has(steps[k].in[0]) || (binary(steps[k].machine) && !stock_.has(steps[k].in[1]))) return false;
        if (!add(steps[k])) return false;
    }
    return stock_.cost() <= limit_;
}

}  // namespace shapewright::shapez
