// What is known beforehand of shapes that can be built: which, and how the search for them found each half.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "shapez/halves/halves.hpp"
#include "shapez/rules/painted.hpp"
#include "shapez/verdict/verdict.hpp"

namespace shapewright::shapez {

/// How each half was found (the columns of HalfTable) and from what each essential pin-push shape is pushed: enough to
/// make any buildable shape. The arrays outlive what reads them; all are empty where nothing is known.
struct PlanData {
    std::span<const HalfKey> keys;  // ascending
    std::span<const std::uint8_t> operation;
    std::span<const HalfKey> first;
    std::span<const HalfKey> second;
    std::span<const std::uint8_t> steps;
    std::span<const std::uint32_t> order;
    std::span<const Shape> pins;  // canonical, ascending
    std::span<const Shape> pin_parents;
};

/// The same, asked with coloured shapes. Kinds alone matter.
class Buildables {
public:
    /// `game` must outlive this. Throws std::invalid_argument for columns that differ in length.
    Buildables(const Game& game, PlanData data);

    bool are_known() const { return !data_.keys.empty(); }
    const PlanData& data() const { return data_; }
    const Verdicts& verdicts() const { return *verdicts_; }

    /// All shapes can be built as far as is known, if nothing is.
    bool has(const Painted& shape) const;
    bool has_half(const Painted& east_half) const;
    /// The row that tells how a half was found; -1 if there is none.
    std::ptrdiff_t record_of(const Painted& east_half) const;

private:
    HalfKey key_of(const Painted& east_half) const;

    const Game& game_;
    PlanData data_;
    std::unique_ptr<Verdicts> verdicts_;
};

}  // namespace shapewright::shapez
