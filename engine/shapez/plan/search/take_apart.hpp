// From what can a shape be made by one machine? Guesses, each tried out forwards before it enters the pool.
#pragma once

#include <cstdint>
#include <vector>

#include "shapez/plan/improve/pool.hpp"
#include "shapez/plan/library/plan_data.hpp"

namespace shapewright::shapez {

/// What stands for parts that do not matter: a type where something has to hold, a crystal where something has to
/// shatter.
struct Scaffolding {
    Part normal = first_normal;
    Part crystal = first_crystal + 1;
};

class TakeApart {
public:
    /// All must outlive this.
    TakeApart(const Game& game, Pool& pool, const Buildables& buildables)
        : game_(game), pool_(pool), buildables_(buildables) {}

    /// Scaffolds are of the type the goals have most of, fillers of a crystal colour that is needed anyway.
    void begin(const std::vector<Painted>& goals, bool from_halves);
    const Scaffolding& scaffolding() const { return scaffolding_; }

    /// Adds all steps that give a value, or quickly some of them.
    void apart(std::int32_t v, bool thoroughly);

    /// Adds the step if `top` (wherever it lies) on `bottom` gives `whole`.
    void try_stack(const Painted& whole, const Painted& bottom, Painted top);
    void from_swap(const Painted& shape, bool thoroughly);

private:
    void from_rotation(const Painted& shape);
    void from_paint(const Painted& shape);
    void from_crystal(const Painted& shape);
    void from_push(const Painted& shape);
    void from_stack(const Painted& shape);
    void from_cut(const Painted& shape, bool thoroughly);
    enum class Fill { towers, pins_to_pins, needed_only, crystals_inside };
    std::vector<Painted> fills(const Painted& half, bool thoroughly);
    Painted filled(const Painted& half, Fill rule, int width, bool before) const;
    std::vector<Painted> capped(const Painted& half, const Painted& facing) const;

    const Game& game_;
    Pool& pool_;
    const Buildables& buildables_;
    Scaffolding scaffolding_;
    bool from_halves_ = false;
};

}  // namespace shapewright::shapez
