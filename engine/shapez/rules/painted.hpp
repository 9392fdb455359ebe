// Coloured shapes for the planner, and what each machine makes of them.
//
// The packed shapes of shape.hpp know kinds only. Here a part is a byte that says its kind, type and colour, so that a
// plan can be made and followed part by part.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/hash.hpp"

namespace shapewright::shapez {

/// A part: 0 nothing, 1 a pin, 2 + colour a crystal, 16 + 9 * type + colour a normal part. Colours are numbered as in
/// "urgbcmywk", types as in "CRSWHGFXY", of which painters leave X and Y as they are. From 128 on come tracers: 32
/// normal parts and 32 crystals that are told apart, to follow where each cell of a shape goes.
using Part = std::uint8_t;

constexpr Part no_part = 0;
constexpr Part pin_part = 1;
constexpr Part first_crystal = 2;
constexpr Part first_normal = 16;
constexpr Part normal_tracer = 128;
constexpr Part crystal_tracer = 160;
constexpr int colour_count = 9;
constexpr int black = 8;
constexpr Part first_unpaintable = first_normal + 7 * colour_count;
constexpr Part after_normal = first_normal + 9 * colour_count;
constexpr int most_cells = 32;
static_assert(first_crystal + colour_count <= first_normal && after_normal <= normal_tracer);

enum class Kind : std::uint8_t { empty, normal, pin, crystal };

constexpr Kind kind_of(Part part) {
    if (part >= crystal_tracer) return Kind::crystal;
    if (part >= first_normal) return Kind::normal;
    if (part >= first_crystal) return Kind::crystal;
    return part == pin_part ? Kind::pin : Kind::empty;
}

constexpr int colour_of(Part part) {
    return part >= first_normal ? (part - first_normal) % colour_count : part - first_crystal;
}
constexpr Part crystal_of(int colour) {
    return static_cast<Part>(first_crystal + colour);
}
/// Whether a painter changes it.
constexpr bool is_paintable(Part part) {
    return kind_of(part) == Kind::normal && !(part >= first_unpaintable && part < after_normal);
}
constexpr Part recoloured(Part normal, int colour) {
    return static_cast<Part>(normal - (normal - first_normal) % colour_count + colour);
}
/// What a normal part was before it was painted: a raw shape has such parts.
constexpr Part unpainted(Part normal) {
    return is_paintable(normal) ? recoloured(normal, 0) : normal;
}
/// The first type of rings of so many parts, without paint.
constexpr Part plain_normal(int parts) {
    return static_cast<Part>(first_normal + (parts == 6 ? 4 * colour_count : 0));
}

/// A shape: parts layer by layer from the bottom, column 0 first; cells beyond the game's stay 0.
struct Painted {
    std::array<Part, most_cells> part{};

    bool operator==(const Painted& other) const {
        // A word at a time, inline: searches ask this more often than anything else.
        std::uint64_t different = 0, own[most_cells / 8], others[most_cells / 8];
        std::memcpy(own, part.data(), sizeof own);
        std::memcpy(others, other.part.data(), sizeof others);
        for (std::size_t k = 0; k < most_cells / 8; ++k) different |= own[k] ^ others[k];
        return different == 0;
    }
    bool operator<(const Painted& other) const { return part < other.part; }
    Part& operator[](int cell) { return part[static_cast<std::size_t>(cell)]; }
    Part operator[](int cell) const { return part[static_cast<std::size_t>(cell)]; }
    friend std::uint64_t hashed(const Painted& shape) {
        std::array<std::uint64_t, most_cells / 8> words;
        std::memcpy(words.data(), shape.part.data(), sizeof words);
        return hash_of_words(words);
    }
};

/// Which cells hold which kind, one bit a cell.
struct Masks {
    std::uint32_t normal = 0, pin = 0, crystal = 0;
    std::uint32_t occupied() const { return normal | pin | crystal; }
    bool operator==(const Masks&) const = default;
};

/// The machines, for rings of `parts` parts and shapes of at most `layers` layers (32 cells in all).
class Game {
public:
    /// Throws std::invalid_argument if the sizes are odd or too large.
    Game(int parts, int layers);

    int parts() const { return parts_; }
    int layers() const { return layers_; }
    int cells() const { return cells_; }
    int half() const { return parts_ / 2; }
    std::uint32_t east() const { return east_; }
    std::uint32_t west() const { return all_ & ~east_; }
    std::uint32_t row(int layer) const { return row_ << (layer * parts_); }

    Masks masks(const Painted& shape) const;
    int height(const Painted& shape) const;
    /// Two bits a cell, as rules/shape.hpp packs them.
    std::uint64_t packed(const Painted& shape) const;

    /// Whether gravity leaves the shape as it is.
    bool stable(const Painted& shape) const;
    /// Lets what is unsupported vanish (crystals) or fall.
    Painted settled(const Painted& shape) const;
    Painted rotated(const Painted& shape, int steps) const;
    Painted mirrored(const Painted& shape) const;
    std::pair<Painted, Painted> cut(const Painted& shape) const;
    /// The east of `a` with the west of `b`, then the east of `b` with the west of `a`.
    std::pair<Painted, Painted> swap(const Painted& a, const Painted& b) const;
    Painted stack(const Painted& bottom, const Painted& top) const;
    Painted push_pin(const Painted& shape) const;
    Painted paint(const Painted& shape, int colour) const;
    Painted crystallise(const Painted& shape, int colour) const;

    /// Keeps the cells of `mask` only.
    static Painted kept(const Painted& shape, std::uint32_t mask);

private:
    std::uint32_t supported(const Masks& masks) const;
    std::uint32_t flood(std::uint32_t seeds, std::uint32_t crystals) const;
    std::uint32_t clockwise(std::uint32_t mask) const {
        return ((mask & ~last_) << 1) | ((mask & last_) >> (parts_ - 1));
    }
    std::uint32_t counter_clockwise(std::uint32_t mask) const {
        return ((mask & ~first_) >> 1) | ((mask & first_) << (parts_ - 1));
    }

    int parts_, layers_, cells_ = 0;
    std::uint32_t all_ = 0, row_ = 0, first_ = 0, last_ = 0, east_ = 0;
};

}  // namespace shapewright::shapez
