#include "shapez/plan/improve/pool.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

namespace shapewright::shapez {

namespace {

// The fluids' colours as in "urgbcmywk", and what makes the mixed ones. Nothing is known to make black.
struct Mixture {
    int colour, a, b;
};
constexpr Mixture mixtures[] = {{4, 2, 3}, {5, 1, 3}, {6, 1, 2}, {7, 1, 4}, {7, 2, 5}, {7, 3, 6}};

}  // namespace

void Pool::begin(bool from_halves) {
    from_halves_ = from_halves;
    values_.clear(), index_.clear(), steps_.clear(), step_index_.clear();
    makers_.clear(), users_.clear(), free_.clear(), touched_.clear();
    for (int colour = 0; colour < colour_count; ++colour) {
        Painted fluid;
        fluid[0] = static_cast<Part>(255 - colour);  // looks like no shape
        free_[number(fluid)] = (colour < 4 || colour == black) && !from_halves_;
    }
    for (const Mixture& mixture : mixtures) {
        const auto number = static_cast<std::int32_t>(steps_.size());
        steps_.push_back({Machine::mix, {mixture.a, mixture.b}, {mixture.colour, none}});
        makers_[mixture.colour].push_back(number);
        users_[mixture.a].push_back(number);
        users_[mixture.b].push_back(number);
    }
}

std::int32_t Pool::number(const Painted& shape) {
    const auto [place, fresh] = index_.try_emplace(shape, static_cast<std::int32_t>(values_.size()));
    if (fresh) {
        values_.push_back(shape);
        makers_.push_back({});
        users_.push_back({});
        free_.push_back(is_raw(shape));
    }
    return place->second;
}

/// Whether a plan from halves may start with it: a half whose columns are filled from the ground with any normal parts
/// and crystals, a run of normal parts of one layer, or a single pin; in any rotation.
bool Pool::is_seed(const Painted& shape) const {
    const Masks masks = game_.masks(shape);
    const std::uint32_t occupied = masks.occupied(), ground = occupied & game_.row(0);
    if (occupied == 0) return false;
    if (masks.pin != 0) return occupied == masks.pin && std::has_single_bit(occupied) && ground == occupied;
    if ((occupied >> game_.parts() & ~occupied) != 0) return false;
    const auto within = [&](int start, int length) {
        std::uint32_t window = 0;
        for (int k = 0; k < length; ++k) window |= std::uint32_t{1} << ((start + k) % game_.parts());
        return window;
    };
    for (int start = 0; start < game_.parts(); ++start) {
        if ((ground & ~within(start, game_.half())) == 0) return true;
        for (int length = 1; length <= game_.parts(); ++length)
            if (occupied == within(start, length) && masks.crystal == 0) return true;
    }
    return false;
}

bool Pool::is_raw(const Painted& shape) const {
    if (from_halves_) return is_seed(shape);
    if (kind_of(shape[0]) != Kind::normal || unpainted(shape[0]) != shape[0]) return false;
    for (int cell = 0; cell < game_.cells(); ++cell)
        if (shape[cell] != (cell < game_.parts() ? shape[0] : no_part)) return false;
    return true;
}

void Pool::add(Machine machine, std::int32_t a, std::int32_t b) {
    if (machine == Machine::swap && b < a) std::swap(a, b);
    const std::uint64_t key = (static_cast<std::uint64_t>(machine) << 60) | (static_cast<std::uint64_t>(a) << 30) |
                              static_cast<std::uint64_t>(b + 1);
    if (const auto known = step_index_.find(key); known != step_index_.end()) {
        touched_.push_back(known->second);
        return;
    }
    PlanStep step{machine, {a, b}, {none, none}};
    const auto at = [&](std::int32_t v) { return value(v); };
    switch (machine) {
        case Machine::rotate_cw:
            step.out[0] = number(game_.rotated(at(a), 1));
            break;
        case Machine::rotate_ccw:
            step.out[0] = number(game_.rotated(at(a), -1));
            break;
        case Machine::rotate_180:
            step.out[0] = number(game_.rotated(at(a), game_.half()));
            break;
        case Machine::stack:
            step.out[0] = number(game_.stack(at(a), at(b)));
            break;
        case Machine::push_pin:
            step.out[0] = number(game_.push_pin(at(a)));
            break;
        case Machine::paint:
            step.out[0] = number(game_.paint(at(a), b));
            break;
        case Machine::crystal:
            step.out[0] = number(game_.crystallise(at(a), b));
            break;
        case Machine::cut: {
            const auto [east, west] = game_.cut(at(a));
            step.out[0] = number(east);
            step.out[1] = number(west);
            break;
        }
        case Machine::swap: {
            const auto [first, second] = game_.swap(at(a), at(b));
            step.out[0] = number(first);
            step.out[1] = number(second);
            break;
        }
        case Machine::mix:
            throw std::logic_error("mixtures are there from the start");
    }
    if (step.out[0] == a || step.out[0] == b) return;  // changes nothing
    const auto fresh = static_cast<std::int32_t>(steps_.size());
    step_index_.emplace(key, fresh);
    touched_.push_back(fresh);
    steps_.push_back(step);
    users_[a].push_back(fresh);
    if (b != none && b != a) users_[b].push_back(fresh);
    for (const std::int32_t out : step.out)
        if (out != none) makers_[out].push_back(fresh);
}

}  // namespace shapewright::shapez
