// The physics of shapes as transducers: each rule of the game, or a small step of one, applied to a whole set at once.
//
// A word spells a shape column by column, each column from the bottom up. Letters are the kinds of parts; a mark (bit
// 2) tells parts of a kind apart while a rule is being carried out. What a rule needs to know of parts it has not read
// yet is guessed, and a wrong guess is rejected when they are read: so every word has exactly one way through.
#pragma once

#include <cstdint>
#include <vector>

#include "diagram/image.hpp"

namespace shapewright::shapez {

using diagram::Node;
using diagram::State;

enum Letter : int { empty = 0, normal = 1, pin = 2, crystal = 3, marked = 4 };
constexpr int kind(int letter) {
    return letter & 3;
}

/// The parts of a word: `columns` of `layers` letters; in a ring the last column is beside the first.
struct Frame {
    int columns, layers;
    bool ring;
    constexpr int letters() const { return columns * layers; }
};

/// What all rules share: they read and write whole words.
struct Rule {
    explicit Rule(const Frame& frame) : frame(frame), read(frame.letters()), written(frame.letters()) {}
    State start() const { return 0; }
    bool accepts(State) const { return true; }
    int column(int level) const { return level / frame.layers; }
    int layer(int level) const { return level % frame.layers; }

    Frame frame;
    int read, written;
};

/// Follows the runs of neighbouring columns that take part in something, around the ring, until each has what it needs.
/// A run is in one of several modes, chosen at its first column; `needs` says that the run has not met what its mode
/// calls for. The run that begins in column 0 may meet it at the far end of the ring.
struct Runs {
    // mode of the run that the last column belongs to (0 = none), mode of the run of column 0, and what they still need
    unsigned mode : 3 = 0, first : 3 = 0, needs : 1 = 0, first_needs : 1 = 0, initial : 1 = 0;

    /// The next column takes part in a run of `mode`; false if it cannot, being beside a run of another.
    bool join(unsigned joined, bool needing, bool at_first_column) {
        if (mode != 0) {
            if (mode != joined) return false;
            needs = needs && needing;
        } else {
            mode = joined & 7;
            needs = needing;
            if (at_first_column) initial = 1;
        }
        return true;
    }
    /// The next column takes no part; false if the run that ends here lacks something.
    bool leave(bool ring) {
        if (mode == 0) return true;
        if (initial && ring) {
            first = mode;
            first_needs = needs;
        } else if (needs) {
            return false;
        }
        mode = 0;
        needs = 0;
        initial = 0;
        return true;
    }
    bool complete(bool ring) const {
        if (mode == 0) return !first_needs;
        if (initial || !ring || first == 0) return !needs;
        return mode == first && !(needs && first_needs);
    }
};
inline constexpr int run_bits = 9;
constexpr State packed(const Runs& runs) {
    return State{runs.mode} | State{runs.first} << 3 | State{runs.needs} << 6 | State{runs.first_needs} << 7 |
           State{runs.initial} << 8;
}
constexpr Runs unpacked(State state) {
    Runs runs;
    runs.mode = state & 7;
    runs.first = state >> 3 & 7;
    runs.needs = state >> 6 & 1;
    runs.first_needs = state >> 7 & 1;
    runs.initial = state >> 8 & 1;
    return runs;
}

/// All ways to drop pieces that land in one layer: arcs of normal parts, each with at least one part on something, and
/// pins, each on something. A piece lands there if nothing is in its columns from that layer on. With `changed` the way
/// without any piece does not count. Done for every layer from the bottom up this is all that stacking can do: pieces
/// that land lower lie in other columns than those that landed higher before, so they could as well have come first.
struct StackLayer : Rule {
    StackLayer(const Frame& frame, int target, bool changed = false) : Rule(frame), target(target), changed(changed) {}

    // state: runs | on something (1) | column is closed above (1) | something was placed (1)
    static constexpr State on = 1u << run_bits, closed = on << 1, placed = on << 2;

    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        const int at = layer(level);
        if (at < target) {
            if (at == target - 1 && letter != empty) state |= on;
            emit(letter, state);
            return;
        }
        if (at > target) {
            if ((state & closed) != 0 && letter != empty) return;
            emit(letter, at == frame.layers - 1 ? state & ~closed : state);
            return;
        }
        const bool anchored = target == 0 || (state & on) != 0;
        const State rest = state & placed;
        const State above = frame.layers - 1 == target ? 0 : closed;
        const Runs before = unpacked(state);
        Runs runs = before;
        if (runs.leave(frame.ring)) emit(letter, packed(runs) | rest);
        if (letter != empty) return;
        if (anchored) {
            runs = before;
            if (runs.leave(frame.ring)) emit(pin, packed(runs) | placed | above);
        }
        runs = before;
        if (runs.join(1, !anchored, column(level) == 0)) emit(normal, packed(runs) | placed | above);
    }
    bool accepts(State state) const {
        return unpacked(state).complete(frame.ring) && (!changed || (state & placed) != 0);
    }

    int target;
    bool changed;
};

/// Push pins under shapes without crystals in the top layer, which is lost if the shape reached it. Of a single layer
/// only the pins are left, whatever it held.
struct PushPlain : Rule {
    using Rule::Rule;
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        const int at = layer(level);
        if (at == frame.layers - 1 && letter == crystal && at > 0) return;
        const int written = at == 0 ? (letter != empty ? pin : empty) : static_cast<int>(state);
        emit(written, at == frame.layers - 1 ? 0 : static_cast<State>(letter));
    }
};

/// Shapes with crystals in the top layer, as a push is about to break these: they are marked. What else the top layer
/// holds is lost without consequence, since nothing below rests on it.
///
/// With `only`, for each set of columns (bit = column) whether shapes count whose top layer has crystals in these.
struct TopCrystals : Rule {
    explicit TopCrystals(const Frame& frame, const std::vector<bool>* only = nullptr) : Rule(frame), only(only) {}

    // state: columns with a crystal in the top layer; without `only` no more than whether there are any
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        if (layer(level) != frame.layers - 1)
            emit(letter, state);
        else if (letter == crystal)
            emit(crystal | marked, only == nullptr ? State{1} : state | State{1} << column(level));
        else
            emit(empty, state);
    }
    bool accepts(State state) const { return only == nullptr ? state != 0 : (*only)[state]; }

    const std::vector<bool>* only;
};

/// Crystals that have a crystal beside them across a border are marked: these a cut breaks first. Columns beyond the
/// written ones are read and forgotten. A border is given by a written column and the forgotten one beside it.
struct BorderCrystals : Rule {
    struct Border {
        int column, beside;
    };
    BorderCrystals(const Frame& frame, int kept, Border one) : BorderCrystals(frame, kept, one, Border{-1, -1}) {}
    BorderCrystals(const Frame& frame, int kept, Border one, Border other) : Rule(frame), borders{one, other} {
        written = kept * frame.layers;
    }

    // state, for either border: guessed marks (8 bits) | crystals that the guess was about (8)
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        const int at = column(level);
        const State bit = State{1} << layer(level);
        for (int k = 0; k < 2; ++k) {
            const int shift = 16 * k;
            if (at == borders[k].column && letter == crystal) {
                emit(crystal | marked, state | bit << shift | bit << (shift + 8));
                emit(crystal, state | bit << (shift + 8));
                return;
            }
            if (at != borders[k].beside) continue;
            const bool guessed = (state >> shift & bit) != 0, held = (state >> (shift + 8) & bit) != 0;
            if (guessed != (held && letter == crystal)) return;
            state &= ~(bit << shift | bit << (shift + 8));  // verified, forgotten: states stay few
        }
        emit(letter, state);
    }

    Border borders[2];
};

/// Any of the crystals in the two border columns of a half may be marked: which ones a cut breaks depends on what
/// stands beside it.
struct AnyBorderCrystals : Rule {
    using Rule::Rule;
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        emit(letter, state);
        const bool border = column(level) == 0 || column(level) == frame.columns - 1;
        if (border && letter == crystal) emit(crystal | marked, state);
    }
};

/// Marks spread within one layer along runs of neighbouring parts, and into that layer from the layers beside it.
///
/// Breaking: among crystals, in every direction. Support: a part on a supported part is supported, so is a crystal
/// under a supported crystal, and among neighbours all but pins hold each other.
struct Spread : Rule {
    enum class What { breaking, support };
    Spread(const Frame& frame, What what, int target) : Rule(frame), what(what), target(target) {}

    // state: runs | the part below carries (1) | claimed of the part above: a marked crystal (1), none (1)
    static constexpr State carried = 1u << run_bits, claimed = carried << 1, denied = carried << 2;
    static constexpr unsigned without = 1, with = 2;  // modes of runs

    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        const int at = layer(level);
        if (at == target - 1) {
            const bool carries = what == What::support ? (letter & marked) != 0 : letter == (crystal | marked);
            emit(letter, carries ? state | carried : state);
            return;
        }
        if (at == target + 1) {
            const bool hangs = letter == (crystal | marked);
            if ((state & (hangs ? denied : claimed)) != 0) return;
            emit(letter, state & ~(claimed | denied));
            return;
        }
        if (at != target) {
            emit(letter, state);
            return;
        }
        const bool below = (state & carried) != 0;
        const bool member = kind(letter) == crystal || (what == What::support && kind(letter) == normal);
        const Runs before = unpacked(state);
        if (!member) {
            Runs runs = before;
            if (!runs.leave(frame.ring)) return;
            const bool held = what == What::support && kind(letter) == pin && below;
            emit(held ? letter | marked : letter, packed(runs));
            return;
        }
        const auto go_on = [&](bool seed, State claim) {
            Runs runs = before;
            if (runs.join(with, !seed, column(level) == 0)) emit(letter | marked, packed(runs) | claim);
            if (seed) return;
            runs = before;
            if (runs.join(without, false, column(level) == 0)) emit(letter, packed(runs) | claim);
        };
        const bool seed = below || (letter & marked) != 0;
        if (seed || kind(letter) != crystal || target == frame.layers - 1) {
            go_on(seed, 0);
        } else {
            go_on(true, claimed);
            go_on(false, denied);
        }
    }
    bool accepts(State state) const { return unpacked(state).complete(frame.ring); }

    What what;
    int target;
};

/// Marked crystals vanish, pins are pushed under, and whatever stands on the ground or in a column on such is marked as
/// supported.
struct PushMarked : Rule {
    using Rule::Rule;
    // state: the part to be written next (2 bits) | what was written last stands firm (1)
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        const int at = layer(level);
        const int kept = letter == (crystal | marked) ? +empty : letter;
        if (at == 0) {
            if (letter != empty)
                emit(pin | marked, static_cast<State>(kept) | 4u);
            else
                emit(empty, State{0});
            return;
        }
        const int next = static_cast<int>(state & 3);
        const bool firm = (state & 4u) != 0 && next != empty;
        emit(firm ? next | marked : next, at == frame.layers - 1 ? 0 : static_cast<State>(kept) | (firm ? 4u : 0u));
    }
};

/// The same without pins: marked crystals vanish, marks of support take their place.
struct Ground : Rule {
    using Rule::Rule;
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        const int at = layer(level);
        const int kept = letter == (crystal | marked) ? +empty : letter;
        const bool firm = kept != empty && (at == 0 || state != 0);
        emit(firm ? kept | marked : kept, at == frame.layers - 1 ? 0 : static_cast<State>(firm));
    }
};

/// Unsupported crystals vanish; from here on the marks tell what will fall. Keeps the words where something does, or
/// those where nothing does.
struct Unsupported : Rule {
    Unsupported(const Frame& frame, bool falling) : Rule(frame), falling(falling) {}
    template <class Emit>
    void step(int, State state, int letter, Emit&& emit) const {
        if (letter == crystal) {
            emit(empty, state);
        } else if (letter == normal || letter == pin) {
            if (falling) emit(letter | marked, State{1});
        } else {
            emit(kind(letter), state);
        }
    }
    bool accepts(State state) const { return (state != 0) == falling; }

    bool falling;
};

/// What the rest of a column may hold, by node: bits of layers.
struct ColumnKinds {
    std::uint8_t arcs = 0, pins = 0, gaps = 0, parts = 0;  // marked normal parts, marked pins, nothing, anything
};

/// The same for all nodes of a set, which are found when they are asked for.
class ColumnKindsOf {
public:
    ColumnKindsOf(const diagram::Store<8>& store, int layers) : store_(&store), layers_(layers), known_(store.size()) {}

    /// `layer` is that of the node's letters.
    const ColumnKinds& operator()(Node node, int layer) {
        ColumnKinds& result = known_[node];
        if (node <= diagram::unit || (result.gaps | result.parts) != 0) return result;
        const auto bit = static_cast<std::uint8_t>(1u << layer);
        const auto& children = store_->children(node);
        for (int letter = 0; letter < 8; ++letter) {
            const Node child = children[static_cast<std::size_t>(letter)];
            if (child == diagram::none) continue;
            (letter == empty ? result.gaps : result.parts) |= bit;
            if (letter == (normal | marked)) result.arcs |= bit;
            if (letter == (pin | marked)) result.pins |= bit;
            if (layer + 1 == layers_) continue;
            const ColumnKinds& rest = (*this)(child, layer + 1);
            result.arcs |= rest.arcs;
            result.pins |= rest.pins;
            result.gaps |= rest.gaps;
            result.parts |= rest.parts;
        }
        return result;
    }

private:
    const diagram::Store<8>* store_;
    int layers_;
    std::vector<ColumnKinds> known_;
};

/// What is marked in one layer falls: arcs of normal parts together, pins each by itself, as far as there is room for
/// all of the group. Layers below have been dealt with. `kinds`, if given, spare guesses that come to nothing.
struct Fall : Rule {
    Fall(const Frame& frame, int target, ColumnKindsOf* kinds = nullptr) : Rule(frame), target(target), kinds(kinds) {}

    bool hopeless(int level, State state, Node node) const {
        const int at = layer(level);
        const State column = state >> run_bits & 3;
        if (kinds == nullptr || column == stays || at > target || at == 0) return false;
        const ColumnKinds& rest = (*kinds)(node, at);
        if (((column == arc ? rest.arcs : rest.pins) >> target & 1) == 0) return true;
        const int distance = distance_of(state, column), landing = target - distance;
        const unsigned room = (1u << target) - 1, read = (1u << at) - 1;
        if ((room & ~((1u << landing) - 1) & ~read & ~unsigned{rest.gaps}) != 0) return true;
        return column == single && at < landing && (rest.parts >> (landing - 1) & 1) == 0;
    }

    // state: runs, whose mode is the distance the arc falls | what the column does (2) | distance of its pin (3)
    enum Column : State { stays = 0, arc = 1, single = 2 };

    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        if (layer(level) != 0) {
            go_on(level, state, letter, emit);
            return;
        }
        const Runs before = unpacked(state);
        Runs runs = before;
        if (runs.leave(frame.ring)) {
            go_on(level, packed(runs), letter, emit);
            for (int distance = 1; distance <= target; ++distance)
                go_on(level, packed(runs) | doing(single, distance), letter, emit);
        }
        for (int distance = 1; distance <= target; ++distance) {
            runs = before;
            if (runs.join(static_cast<unsigned>(distance), true, column(level) == 0))
                go_on(level, packed(runs) | doing(arc, 0), letter, emit);
        }
    }
    bool accepts(State state) const { return unpacked(state).complete(frame.ring); }

    int target;
    ColumnKindsOf* kinds;

private:
    static int distance_of(State state, State column) {
        return column == arc ? static_cast<int>(unpacked(state).mode) : static_cast<int>(state >> (run_bits + 2) & 7);
    }
    static constexpr State doing(Column column, int distance) {
        return (State{column} | static_cast<State>(distance) << 2) << run_bits;
    }

    template <class Emit>
    void go_on(int level, State state, int letter, Emit&& emit) const {
        const int at = layer(level);
        const State column = state >> run_bits & 3;
        const bool last = at == frame.layers - 1;
        const State after = last ? state & ((1u << run_bits) - 1) : state;
        if (column == stays) {
            if (at != target || (letter & marked) == 0) emit(letter, after);
            return;
        }
        const int landing = target - distance_of(state, column);
        const int moving = column == arc ? normal : pin;
        if (at > target || at < landing - 1) {
            emit(letter, after);
        } else if (at == landing - 1) {
            if (letter != empty)
                emit(letter, met(after, column));
            else if (column == arc)
                emit(letter, after);  // a pin would fall farther
        } else if (at == target) {
            if (letter == (moving | marked)) emit(empty, after);
        } else if (letter == empty) {
            if (at == landing)
                emit(moving, landing == 0 ? met(after, column) : after);
            else
                emit(empty, after);
        }
    }
    static State met(State state, State column) {
        if (column != arc) return state;
        Runs runs = unpacked(state);
        runs.needs = 0;
        return (state & ~((1u << run_bits) - 1)) | packed(runs);
    }
};

/// Words without marks, as they are.
struct Plain : Rule {
    using Rule::Rule;
    template <class Emit>
    void step(int, State, int letter, Emit&& emit) const {
        if ((letter & marked) == 0) emit(letter, State{0});
    }
};

}  // namespace shapewright::shapez
