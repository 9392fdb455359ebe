// What can be taken off a shape so that stacking puts it back: the search for what a shape was stacked on.
//
// A shape is *stacked* on the part of it that is left when some of its normal parts and pins are taken off, if in every
// column only the uppermost were, every pin taken off stood on something, and so did a part of every run of
// neighbouring normal parts taken off. Dropping those pieces layer by layer puts them back where they were. Crystals
// cannot be taken off, for no crystal survives stacking.
//
// Sets that can be taken off are closed under union, so there is a largest; all others lie within it. What must stand
// on something depends on the whole shape alone, not on what else is taken off.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// What taking parts off one half asks of the other half, and offers it. Masks of layers, at the bits of column 0:
/// where runs of parts taken off touch the half's first or last column, which of them lack something to stand on, and
/// which of those fill the half from side to side.
struct Seam {
    HalfKey first = 0, last = 0, first_lacks = 0, last_lacks = 0, spans = 0;
    friend bool operator==(const Seam&, const Seam&) = default;
};
/// Parts taken off a half.
struct Side {
    Seam seam;
    HalfKey taken_off;
};

template <typename Ring>
struct Unstack {
    using Half = typename Ring::Halves;

    /// The parts that stand on something: the ground or any part.
    static constexpr Shape standing(Shape x) {
        const Shape taken = Ring::occupied(x);
        return taken & (Ring::above(taken) | Ring::bottom);
    }
    /// What no stacking can have added, whatever the shape was stacked on: the crystals, and all below them.
    static constexpr Shape core(Shape x) { return x & Ring::whole(Ring::flood_down(Ring::crystals(x))); }

    /// The parts of `taken_off`, uppermost normal parts and pins, that lack something to stand on.
    static constexpr Shape lacking(Shape x, Shape taken_off, Shape on_something) {
        const Shape normal = Ring::normals(x) & taken_off;
        const Shape landed = Ring::flood_rows(normal & on_something, normal);
        return ((taken_off ^ normal) & ~on_something) | (normal & ~landed);
    }
    /// The largest set of parts that can be taken off `x`.
    static constexpr Shape largest(Shape x) {
        const Shape on_something = standing(x);
        Shape taken_off = Ring::occupied(x) & ~Ring::flood_down(Ring::crystals(x));
        while (taken_off != 0) {
            const Shape left = lacking(x, taken_off, on_something);
            if (left == 0) break;
            taken_off &= ~Ring::flood_down(left);
        }
        return taken_off;
    }
    /// Whether `x` is stacked on `base`; not if that has anything that `x` has not.
    static constexpr bool is_stacked_on(Shape x, Shape base) {
        const Shape kept = Ring::occupied(base);
        if ((x & Ring::whole(kept)) != base) return false;
        const Shape taken_off = Ring::occupied(x) & ~kept;
        return (taken_off & (Ring::flood_down(kept) | Ring::crystals(x))) == 0 &&
               lacking(x, taken_off, standing(x)) == 0;
    }

    /// All ways to take parts off a half such that what is left satisfies `accept` and runs within the half stand on
    /// something. Of those with the same seam, only the one with the fewest parts taken off is kept.
    template <typename Accept>
    static void sides(HalfKey half, HalfKey removable, HalfKey on_something, std::vector<Side>& found,
                      const Accept& accept) {
        found.clear();
        take_off<0>(half, removable, on_something, 0, found, accept);
    }

    /// Whether the parts taken off an east half and off a west half, turned, all have something to stand on together.
    static constexpr bool fit(Seam east, Seam west) {
        // What a run lacks it may get from the run it continues on the other side, of which that may hold in turn.
        for (;;) {
            if ((east.first_lacks | east.last_lacks | west.first_lacks | west.last_lacks) == 0) return true;
            const HalfKey from_west_first = west.first & ~west.first_lacks;
            const HalfKey from_west_last = west.last & ~west.last_lacks;
            const HalfKey from_east_first = east.first & ~east.first_lacks;
            const HalfKey from_east_last = east.last & ~east.last_lacks;
            const Seam before[2] = {east, west};
            met(east, from_west_last, from_west_first);
            met(west, from_east_last, from_east_first);
            if (before[0] == east && before[1] == west) return false;
        }
    }

private:
    static constexpr int to_last = 2 * (Ring::half_parts - 1);

    static constexpr void met(Seam& seam, HalfKey at_first, HalfKey at_last) {
        const HalfKey through = seam.spans & (at_first | at_last);
        seam.first_lacks &= ~(at_first | through);
        seam.last_lacks &= ~(at_last | through);
    }

    template <int Column, typename Accept>
    static void take_off(HalfKey half, HalfKey removable, HalfKey on_something, HalfKey taken_off,
                         std::vector<Side>& found, const Accept& accept) {
        if constexpr (Column == Half::columns) {
            if (accept(half & ~Half::whole(taken_off))) keep(half, on_something, taken_off, found);
        } else {
            HalfKey left = removable & Half::column(Column);
            for (;;) {
                take_off<Column + 1>(half, removable, on_something, taken_off, found, accept);
                if (left == 0) return;
                const HalfKey uppermost = std::bit_floor(left);
                left ^= uppermost;
                taken_off |= uppermost;
            }
        }
    }

    static void keep(HalfKey half, HalfKey on_something, HalfKey taken_off, std::vector<Side>& found) {
        const HalfKey normal = Half::normals(half) & taken_off;
        const HalfKey lacks = normal & ~Half::flood_rows(normal & on_something, normal);
        if (lacks != 0 && Half::flood_rows(lacks & (Half::first_column | Half::last_column), lacks) != lacks) return;
        HalfKey spans = lacks & Half::first_column;
        for (int c = 1; c < Half::columns; ++c) spans = spans << 2 & lacks;
        const Seam seam{normal & Half::first_column, (normal & Half::last_column) >> to_last,
                        lacks & Half::first_column, (lacks & Half::last_column) >> to_last, spans >> to_last};
        for (Side& side : found) {
            if (side.seam != seam) continue;
            if (std::popcount(taken_off) < std::popcount(side.taken_off)) side.taken_off = taken_off;
            return;
        }
        found.push_back({seam, taken_off});
    }
};

}  // namespace shapewright::shapez
