// What the search for the fewest machines knows of its goal: which shapes a last machine may take, and what is lacking.
#pragma once

#include <array>
#include <cstdint>

#include "shapez/plan/machine.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

/// How a last machine may take a shape.
enum End : unsigned { alone_end = 1, east_end = 2, west_end = 4, bottom_end = 8 };

/// A machine that gives the goal of one shape: its fluid, and which output is the goal.
struct LastMachine {
    Machine machine;
    int fluid, slot;
};

class ExactGoal {
public:
    ExactGoal(const Game& game, const Painted& goal);

    const Painted& shape() const { return goal_; }
    unsigned paints() const { return paints_; }
    unsigned crystals() const { return crystals_; }

    /// A sum over a shape's parts but its crystals, by which stackers and cutters lose nothing.
    std::uint64_t loose(const Painted& shape) const { return loose(shape, ~std::uint32_t{0}); }
    /// The goal's parts, one bit each (of more than 30 the rest have none), and types from bit 0 on of the second.
    struct Parts {
        std::uint32_t parts = 0, types = 0;
    };
    Parts parts_of(const Painted& shape) const;

    /// All ways in which a last machine may take the shape; tops of stackers are apart.
    unsigned ends(const Painted& shape, std::uint64_t loose) const;
    /// The same for a shape whose halves, once it is cut, are known.
    unsigned ends(const Painted& shape, std::uint64_t loose, const Painted& east, const Painted& west) const;
    bool alone(const Painted& shape, std::uint64_t loose, const Painted& east, const Painted& west,
               LastMachine& last) const;
    /// Whether the goal is this top on a bottom that may be one.
    bool stacked(const Painted& bottom, std::uint64_t bottom_loose, const Painted& top, std::uint64_t top_loose) const;

    /// How many machines there must be yet if shapes with these parts are there, each with `types` of the goal's types
    /// at most, the highest of this height; `parted` if some machine cut or swapped.
    int lacking(std::uint32_t parts, int types, int highest, bool parted) const;

private:
    std::uint64_t loose(const Painted& shape, std::uint32_t mask) const;
    bool may_be_bottom(const Painted& shape) const;

    const Game& game_;
    Painted goal_, east_, west_;
    std::array<Painted, 3> turned_back_;  // for a clockwise, a counterclockwise and a half turn
    std::array<std::uint64_t, 256> weight_{};
    std::array<std::uint32_t, 256> part_bit_{}, type_bit_{};
    std::array<std::uint32_t, colour_count> painted_in_{}, crystal_in_{};
    std::uint64_t loose_ = 0, east_loose_ = 0, west_loose_ = 0;
    std::uint32_t pin_bit_ = 0;
    unsigned paints_ = 0, crystals_ = 0;
    int height_ = 0, types_ = 0, crystal_cells_ = 0, last_paint_ = -1;
    bool uneven_ = false, full_ = false;
};

}  // namespace shapewright::shapez
