// A table of plans for halves: halves.hpp makes it, plain.hpp puts plans together from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// Machines in an order of discovery, and for each half the numbers of those that make it, ascending.
struct HalfPlans {
    std::vector<std::uint8_t> machine;
    std::vector<Shape> first, second;  // 0 where a machine takes one shape
    std::vector<HalfKey> key;          // ascending; the lesser of the half's and its reflection's
    std::vector<Shape> whole;          // the shape whose east that is
    std::vector<std::uint32_t> start;  // into `steps`, one more than halves
    std::vector<std::uint32_t> steps;
};

/// The columns of HalfPlans, owned by someone else; all empty where there is no such table.
struct HalfPlansView {
    std::span<const std::uint8_t> machine;
    std::span<const Shape> first, second;
    std::span<const HalfKey> key;
    std::span<const Shape> whole;
    std::span<const std::uint32_t> start, steps;

    /// Throws std::invalid_argument if columns differ in length, or name steps that are not there.
    void check() const;
};

}  // namespace shapewright::shapez
