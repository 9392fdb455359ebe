// Layers of cells, packed two bits a cell, and what holds whether they close to a ring (a shape) or not (a half):
// support, falling, shattering, landing. Everything works on all cells at once.
//
// A cell is empty 00, normal 01, pin 10 or crystal 11; the cell of layer l, column c lies at bits 2*(l*Columns+c).
// A *mask* is a set of cells by their lower bits, so that masks and cells shift alike:
//
//     word      .. 10 01 11 00     pin, normal, crystal, empty
//     solid     .. 00 01 01 00     lower bits: whatever is no pin
//     occupied  .. 01 01 01 00
#pragma once

#include <bit>
#include <concepts>
#include <limits>

namespace shapewright::shapez {

template <int Columns, int Layers, bool Cyclic, std::unsigned_integral WordType>
struct Grid {
    using Word = WordType;

    static constexpr int columns = Columns;
    static constexpr int layers = Layers;
    static constexpr int row_bits = 2 * Columns;
    static constexpr int bits = row_bits * Layers;
    static_assert(Columns >= 2 && Layers >= 1 && bits <= std::numeric_limits<Word>::digits - 2);

    /// The lower bits of the first `count` columns of the lowest layer.
    static constexpr Word row_mask(int count) {
        Word mask = 0;
        for (int c = 0; c < count; ++c) mask |= Word{1} << (2 * c);
        return mask;
    }
    /// A mask of the lowest layer, in every layer.
    static constexpr Word in_every_layer(Word row) {
        Word mask = 0;
        for (int l = 0; l < Layers; ++l) mask |= row << (l * row_bits);
        return mask;
    }

    static constexpr Word bottom = row_mask(Columns);
    static constexpr Word cells = in_every_layer(bottom);
    static constexpr Word all = cells * 3;
    static constexpr Word top = bottom << ((Layers - 1) * row_bits);
    static constexpr Word first_column = in_every_layer(1);
    static constexpr Word last_column = first_column << (2 * (Columns - 1));

    static constexpr Word layer(int l) { return bottom << (l * row_bits); }
    static constexpr Word column(int c) { return first_column << (2 * c); }

    // --- The kinds, as masks ---
    static constexpr Word occupied(Word x) { return (x | x >> 1) & cells; }
    static constexpr Word solid(Word x) { return x & cells; }
    static constexpr Word crystals(Word x) { return x & x >> 1 & cells; }
    static constexpr Word normals(Word x) { return x & ~(x >> 1) & cells; }
    static constexpr Word pins(Word x) { return x >> 1 & ~x & cells; }
    /// Both bits of every cell of a mask.
    static constexpr Word whole(Word mask) { return mask | mask << 1; }

    /// The lowest layer that is empty with all above it.
    static constexpr int height(Word x) { return (static_cast<int>(std::bit_width(x)) + row_bits - 1) / row_bits; }

    // --- Neighbours of a mask ---
    static constexpr Word beside(Word mask) {
        const Word right = (mask & ~last_column) << 2;
        const Word left = (mask & ~first_column) >> 2;
        if constexpr (!Cyclic) return right | left;
        constexpr int across = 2 * (Columns - 1);
        return right | left | (mask & last_column) >> across | (mask & first_column) << across;
    }
    static constexpr Word above(Word mask) { return mask << row_bits & cells; }
    static constexpr Word below(Word mask) { return mask >> row_bits; }

    /// All cells of `through` that are reached from `seeds` by steps within it, left, right, up and down.
    static constexpr Word flood(Word seeds, Word through) {
        Word reached = seeds & through;
        for (Word before = 0; before != reached;) {
            before = reached;
            reached |= (beside(reached) | above(reached) | below(reached)) & through;
        }
        return reached;
    }
    /// The same by steps left and right alone: the runs of `through` that contain a seed.
    static constexpr Word flood_rows(Word seeds, Word through) {
        Word reached = seeds & through;
        for (Word before = 0; before != reached;) {
            before = reached;
            reached |= beside(reached) & through;
        }
        return reached;
    }

    /// Cells reached from `reached` by steps up within `through`, in a logarithmic number of steps.
    static constexpr Word rise(Word reached, Word through) {
        for (int step = 1; step < Layers; step *= 2) {
            reached |= reached << (step * row_bits) & through;
            through &= through << (step * row_bits);
        }
        return reached;
    }

    /// A mask with everything below it.
    static constexpr Word flood_down(Word mask) {
        for (int step = 1; step < Layers; step *= 2) mask |= mask >> (step * row_bits);
        return mask;
    }

    // --- Gravity ---
    /// The cells that something holds: the least set with the ground's cells, what stands on a cell of it, what is no
    /// pin beside what is no pin, and a crystal under a crystal.
    static constexpr Word supported(Word x) {
        const Word taken = occupied(x);
        Word held = rise(taken & bottom, taken);
        if (held == taken) return held;
        const Word firm = solid(x);
        const Word hanging = crystals(x);
        for (Word before = 0; before != held;) {
            before = held;
            held |= beside(held & firm) & firm;
            held |= below(held & hanging) & hanging;
            held = rise(held, taken);
        }
        return held;
    }
    static constexpr bool is_stable(Word x) { return supported(x) == occupied(x); }

    /// Unsupported crystals vanish; then, layer by layer from the bottom, each run of unsupported normal parts and
    /// each unsupported pin falls until a cell of it lies on something.
    static constexpr Word gravity(Word x) {
        const Word held = supported(x);
        const Word loose = occupied(x) & ~held;
        if (loose == 0) return x;
        return dropped(x & whole(held), loose & normals(x), loose & pins(x));
    }

    /// `settled` after the given cells have fallen; they lie above whatever they fall on.
    static constexpr Word dropped(Word settled, Word normal, Word pin) {
        Word taken = occupied(settled);
        for (int l = 1; l < Layers && (normal | pin) != 0; ++l) {
            Word runs = normal & layer(l);
            Word single = pin & layer(l);
            normal ^= runs;
            pin ^= single;
            while ((runs | single) != 0) {
                const Word floor = above(taken) | bottom;
                const Word landed = flood_rows(runs & floor, runs);
                const Word stuck = single & floor;
                settled |= landed | stuck << 1;
                taken |= landed | stuck;
                runs = below(runs ^ landed);
                single = below(single ^ stuck);
            }
        }
        return settled;
    }

    /// A stable `x` after one piece (of the lowest layer: a run of normal parts, or one pin) has been dropped on it:
    /// it lands on the highest of the columns below it, or is lost where that is full.
    static constexpr Word stack_piece(Word x, Word piece) {
        const Word under = occupied(x) & occupied(piece) * first_column;
        const int landing = height(under);
        return landing == Layers ? x : x | piece << (landing * row_bits);
    }

    /// Parts of the lowest layer from `first` on, `count` of them, in a ring around its end.
    static constexpr Word run(int first, int count) {
        Word mask = 0;
        for (int k = 0; k < count; ++k) mask |= Word{1} << (2 * ((first + k) % Columns));
        return mask;
    }

    /// Pins under all that stood on the ground, the highest layer lost and with it every crystal that hangs together
    /// with one of it, then gravity.
    static constexpr Word push_pin(Word x) {
        const Word feet = occupied(x) & bottom;
        const Word lost = flood(crystals(x) & top, crystals(x));
        const Word rest = x & ~whole(lost);
        return gravity((rest << row_bits & all) | feet << 1);
    }

    /// The column order turned round: column c becomes Columns-1-c.
    static constexpr Word reversed(Word x) {
        Word result = 0;
        for (int c = 0; c < Columns; ++c) result |= (x >> (2 * c) & whole(first_column)) << (2 * (Columns - 1 - c));
        return result;
    }
};

}  // namespace shapewright::shapez
