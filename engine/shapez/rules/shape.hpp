// Shapes and halves as machine words, and the game's machines on them.
//
// A *shape* has `Parts` columns in a ring, column 0 at the top right and on clockwise, in one 64-bit word (grid.hpp).
// The first Parts/2 columns are the east. A *half* is a shape without a west; its *key* is the same with the east's
// columns only, in 32 bits. A west half is turned by half a ring before it becomes a key.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/bits.hpp"
#include "shapez/rules/grid.hpp"

namespace shapewright::shapez {

using Shape = std::uint64_t;
using HalfKey = std::uint32_t;

/// Halves by their keys. Within a half the first and the last column do not touch.
template <int Parts, int Layers>
struct Half : Grid<Parts / 2, Layers, false, HalfKey> {
    /// The reflection that leaves the east where it is: mirror image and half a turn of the shape.
    static constexpr HalfKey reflected(HalfKey key) { return Half::reversed(key); }
    static constexpr HalfKey canonical(HalfKey key) {
        const HalfKey other = reflected(key);
        return key < other ? key : other;
    }
};

template <int Parts, int Layers>
struct Ring : Grid<Parts, Layers, true, Shape> {
    using Cells = Grid<Parts, Layers, true, Shape>;
    using Halves = Half<Parts, Layers>;
    using Cells::all;
    using Cells::bits;
    using Cells::bottom;
    using Cells::cells;
    using Cells::row_bits;
    static_assert(Parts % 2 == 0 && Parts >= 4 && bits <= 60);

    static constexpr int parts = Parts;
    static constexpr int half_parts = Parts / 2;
    static constexpr Shape east = Cells::whole(Cells::in_every_layer(Cells::row_mask(half_parts)));
    static constexpr Shape west = all ^ east;

    // --- Orientations ---
    /// Clockwise by 0 <= steps < Parts: column c becomes c+steps.
    static constexpr Shape rotate(Shape x, int steps) {
        const Shape staying = first_columns[static_cast<std::size_t>(Parts - steps)];
        const int turned = 2 * (Parts - steps);
        return (x & staying) << (2 * steps) | (x & ~staying) >> turned % row_bits;
    }
    static constexpr Shape half_turn(Shape x) { return (x & east) << Parts | (x & west) >> Parts; }
    static constexpr Shape mirror(Shape x) { return Cells::reversed(x); }
    /// The least word among all rotations and mirror images.
    static constexpr Shape canonical(Shape x) {
        Shape least = x;
        Shape image = mirror(x);
        for (int step = 0; step < Parts; ++step) {
            x = rotate(x, 1);
            image = rotate(image, 1);
            least = x < least ? x : least;
            least = image < least ? image : least;
        }
        return least;
    }

    // --- Halves ---
    static constexpr HalfKey half_key(Shape x) {
        HalfKey key = 0;
        for (int l = 0; l < Layers; ++l) key |= static_cast<HalfKey>(x >> (l * row_bits) & row_of_half) << (l * Parts);
        return key;
    }
    static constexpr Shape from_half_key(HalfKey key) {
        Shape x = 0;
        for (int l = 0; l < Layers; ++l) x |= (Shape{key} >> (l * Parts) & row_of_half) << (l * row_bits);
        return x;
    }
    static constexpr HalfKey east_key(Shape x) { return half_key(x); }
    static constexpr HalfKey west_key(Shape x) { return half_key((x & west) >> Parts); }
    /// The shape with these halves, the west given by its key, that is turned.
    static constexpr Shape joined(HalfKey east_half, HalfKey west_half) {
        return from_half_key(east_half) | from_half_key(west_half) << Parts;
    }

    // --- Machines ---
    /// `x` without the crystals that a cut shatters: those connected to a pair that touches across it.
    static constexpr Shape shattered(Shape x) {
        constexpr Shape before_cut = Cells::column(half_parts - 1);
        constexpr int across = 2 * (Parts - 1);
        const Shape crystal = Cells::crystals(x);
        const Shape middle = crystal & before_cut & crystal >> 2;
        const Shape ends = crystal & Cells::first_column & crystal >> across;
        const Shape seeds = middle | middle << 2 | ends | ends << across;
        return seeds == 0 ? x : x & ~Cells::whole(Cells::flood(seeds, crystal));
    }
    /// East and west, both in their place.
    static constexpr std::pair<Shape, Shape> cut(Shape x) {
        const Shape rest = shattered(x);
        return {Cells::gravity(rest & east), Cells::gravity(rest & west)};
    }
    /// The east of `a` with the west of `b`, and the other way round.
    static constexpr std::pair<Shape, Shape> swap(Shape a, Shape b) {
        const auto [a_east, a_west] = cut(a);
        const auto [b_east, b_west] = cut(b);
        return {a_east | b_west, b_east | a_west};
    }

    /// `top` let down on `below`. All its crystals shatter, as nothing holds them; its runs of normal parts and its
    /// pins land one after the other. What ends above the limit is lost, but only after it has carried the rest.
    static constexpr Shape stack(Shape below, Shape top) {
        Shape result = Cells::gravity(below);
        std::array<int, Parts> heights{};
        for (int c = 0; c < Parts; ++c) heights[static_cast<std::size_t>(c)] = Cells::height(column_of(result, c));
        const auto land = [&](Shape piece, int kind) {
            int landing = 0;
            for (int c = 0; c < Parts; ++c)
                if (piece >> (2 * c) & 1) landing = std::max(landing, heights[static_cast<std::size_t>(c)]);
            for (int c = 0; c < Parts; ++c)
                if (piece >> (2 * c) & 1) heights[static_cast<std::size_t>(c)] = landing + 1;
            if (landing < Layers) result |= piece << kind << (landing * row_bits);
        };
        for (int l = 0; l < Layers; ++l) {
            const Shape row = top >> (l * row_bits) & Cells::whole(bottom);
            for (Shape left = Cells::normals(row); left != 0;) {
                const Shape piece = Cells::flood_rows(lowest_one(left), left);
                left ^= piece;
                land(piece, 0);
            }
            for (Shape left = Cells::pins(row); left != 0; left &= left - 1) land(lowest_one(left), 1);
        }
        return result;
    }

    /// Every hole and pin up to the highest occupied layer becomes crystal.
    static constexpr Shape crystallise(Shape x) {
        const int filled = Cells::height(x) * row_bits;
        const Shape reach = filled == 0 ? 0 : cells & ~Shape{0} >> (64 - filled);
        return x | Cells::whole(reach & ~Cells::normals(x));
    }

private:
    static constexpr Shape row_of_half = (Shape{1} << Parts) - 1;
    static constexpr Shape column_of(Shape x, int c) { return x & Cells::whole(Cells::column(c)); }
    static constexpr std::array<Shape, Parts + 1> make_first_columns() {
        std::array<Shape, Parts + 1> masks{};
        for (int count = 0; count <= Parts; ++count)
            masks[static_cast<std::size_t>(count)] = Cells::whole(Cells::in_every_layer(Cells::row_mask(count)));
        return masks;
    }
    /// All cells of the first so many columns.
    static constexpr std::array<Shape, Parts + 1> first_columns = make_first_columns();
};

}  // namespace shapewright::shapez
