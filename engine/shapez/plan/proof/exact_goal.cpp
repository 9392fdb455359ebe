#include "shapez/plan/proof/exact_goal.hpp"

#include <algorithm>
#include <bit>

#include "core/hash.hpp"

namespace shapewright::shapez {

namespace {

/// A number for each part, as if at random.
std::uint64_t weight_of(std::uint64_t part) {
    return hashed(part + 1);
}

}  // namespace

ExactGoal::ExactGoal(const Game& game, const Painted& goal) : game_(game), goal_(goal) {
    east_ = Game::kept(goal, game.east());
    west_ = Game::kept(goal, game.west());
    turned_back_ = {game.rotated(goal, -1), game.rotated(goal, 1), game.rotated(goal, game.half())};
    uneven_ = !(turned_back_[0] == goal);
    height_ = game.height(goal);
    full_ = true;
    int bits = 0;
    for (int cell = 0; cell < height_ * game.parts(); ++cell) {
        const Part part = goal[cell];
        const Kind kind = kind_of(part);
        full_ &= kind == Kind::normal || kind == Kind::crystal;
        if (kind == Kind::empty) continue;
        if (kind == Kind::crystal) {
            crystals_ |= 1U << colour_of(part);
            ++crystal_cells_;
        }
        if (part_bit_[part] == 0 && bits < 31) part_bit_[part] = 1U << bits++;
        if (kind == Kind::pin) pin_bit_ = part_bit_[part];
        if (kind == Kind::crystal) crystal_in_[static_cast<std::size_t>(colour_of(part))] = part_bit_[part];
        if (kind != Kind::normal) continue;
        if (is_paintable(part) && colour_of(part) != 0) {
            paints_ |= 1U << colour_of(part);
            painted_in_[static_cast<std::size_t>(colour_of(part))] |= part_bit_[part];
        }
        const Part plain = unpainted(part);
        if (type_bit_[plain] != 0) continue;
        type_bit_[plain] = 1U << types_++;
        for (int colour = 1; is_paintable(plain) && colour < colour_count; ++colour)
            type_bit_[recoloured(plain, colour)] = type_bit_[plain];
    }
    // What a painter may have painted last: all that paint sticks to in the top layer has one colour.
    for (int column = 0; column < game.parts() && height_ > 0; ++column) {
        const Part part = goal[(height_ - 1) * game.parts() + column];
        if (!is_paintable(part)) continue;
        const int colour = colour_of(part);
        if (last_paint_ == -1) last_paint_ = colour;
        if (last_paint_ != colour) last_paint_ = 0;
    }
    for (std::size_t part = 0; part < weight_.size(); ++part)
        if (kind_of(static_cast<Part>(part)) == Kind::normal || part == pin_part) weight_[part] = weight_of(part);
    loose_ = loose(goal);
    east_loose_ = loose(goal, game.east());
    west_loose_ = loose(goal, game.west());
}

std::uint64_t ExactGoal::loose(const Painted& shape, std::uint32_t mask) const {
    std::uint64_t sum = 0;
    for (int cell = 0; cell < game_.cells(); ++cell) sum += (mask >> cell & 1) != 0 ? weight_[shape[cell]] : 0;
    return sum;
}

ExactGoal::Parts ExactGoal::parts_of(const Painted& shape) const {
    Parts found;
    for (int cell = 0; cell < game_.cells(); ++cell) {
        found.parts |= part_bit_[shape[cell]];
        found.types |= type_bit_[shape[cell]];
    }
    return found;
}

bool ExactGoal::may_be_bottom(const Painted& shape) const {
    int crystals = 0;
    for (int cell = 0; cell < game_.cells(); ++cell) {
        if (shape[cell] == no_part) continue;
        if (shape[cell] != goal_[cell]) return false;
        crystals += kind_of(shape[cell]) == Kind::crystal ? 1 : 0;
    }
    return crystals == crystal_cells_;  // what comes on top is no crystal
}

unsigned ExactGoal::ends(const Painted& shape, std::uint64_t loose) const {
    // Cutters and swappers lose crystals only.
    const std::uint64_t east = this->loose(shape, game_.east());
    if (east == east_loose_ || loose - east == west_loose_) {
        const auto halves = game_.cut(shape);
        return ends(shape, loose, halves.first, halves.second);
    }
    LastMachine last;
    const Painted nothing;
    return (alone(shape, loose, nothing, nothing, last) ? unsigned{alone_end} : 0U) |
           (may_be_bottom(shape) ? unsigned{bottom_end} : 0U);
}

unsigned ExactGoal::ends(const Painted& shape, std::uint64_t loose, const Painted& east, const Painted& west) const {
    LastMachine last;
    return (alone(shape, loose, east, west, last) ? unsigned{alone_end} : 0U) |
           (may_be_bottom(shape) ? unsigned{bottom_end} : 0U) | (east == east_ ? unsigned{east_end} : 0U) |
           (west == west_ ? unsigned{west_end} : 0U);
}

bool ExactGoal::alone(const Painted& shape, std::uint64_t loose, const Painted& east, const Painted& west,
                      LastMachine& last) const {
    if (loose == loose_) {
        const Machine turns[] = {Machine::rotate_cw, Machine::rotate_ccw, Machine::rotate_180};
        for (std::size_t turn = 0; turn < 3; ++turn) {
            last = {turns[turn], -1, 0};
            if (shape == turned_back_[turn]) return true;
        }
    }
    last = {Machine::cut, -1, 0};
    if (east == goal_) return true;
    last.slot = 1;
    if (west == goal_) return true;
    const int height = game_.height(shape);
    if (height == height_ && last_paint_ > 0) {
        last = {Machine::paint, last_paint_, 0};
        if (game_.paint(shape, last_paint_) == goal_) return true;
    }
    if (height == height_ && full_) {
        for (unsigned rest = crystals_; rest != 0; rest &= rest - 1) {
            last = {Machine::crystal, std::countr_zero(rest), 0};
            if (game_.crystallise(shape, last.fluid) == goal_) return true;
        }
    }
    if (pin_bit_ == 0) return false;
    std::uint64_t pushed = loose;
    for (int column = 0; column < game_.parts(); ++column) pushed += shape[column] != no_part ? weight_[pin_part] : 0;
    // Below the limit nothing is lost.
    if (height < game_.layers() && pushed != loose_) return false;
    last = {Machine::push_pin, -1, 0};
    return game_.push_pin(shape) == goal_;
}

bool ExactGoal::stacked(const Painted& bottom, std::uint64_t bottom_loose, const Painted& top,
                        std::uint64_t top_loose) const {
    // Below the limit nothing is lost.
    if (height_ < game_.layers() && bottom_loose + top_loose != loose_) return false;
    return game_.stack(bottom, top) == goal_;
}

int ExactGoal::lacking(std::uint32_t parts, int types, int highest, bool parted) const {
    int fluids = 0;
    bool may_be_last = full_;
    for (int colour = 0; colour < colour_count; ++colour) {
        const auto k = static_cast<std::size_t>(colour);
        const bool paint = (painted_in_[k] & ~parts) != 0;
        fluids += (paint ? 1 : 0) + ((crystal_in_[k] & ~parts) != 0 ? 1 : 0);
        may_be_last |= paint && colour == last_paint_;
    }
    int raises = 0;
    for (; highest < height_; highest *= 2) ++raises;
    raises = std::max(raises, (pin_bit_ & ~parts) != 0 ? 1 : 0);
    const int joins = types == 0 ? types_ : (types_ + types - 1) / types - 1;
    const int others = std::max(raises + (uneven_ && !parted ? 1 : 0), types_ == 0 ? 0 : joins);
    return fluids + (fluids > 0 && others == 0 && !may_be_last ? 1 : others);
}

}  // namespace shapewright::shapez
