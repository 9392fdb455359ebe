// How far a piece of cubes can move along an axis before it meets another: a table for each pair of shapes, kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace shapewright::disassembly {

/// The coordinates of a cell, or of the lowest corner of a piece's box.
using Place = std::array<std::int16_t, 3>;

/// More units than any piece has to go.
inline constexpr std::uint32_t unlimited = 0xffff;

/// Two shapes: for every place of the first relative to the second, the units it can move before they overlap.
class Clearance {
public:
    /// Both are cells with the lowest corner of their boxes at 0, 0, 0.
    Clearance(const std::vector<Place>& first, const std::vector<Place>& second);

    /// The bytes that a table for boxes of these sizes takes.
    static std::size_t bytes(const Place& first, const Place& second);

    /// Units up and down each axis, `unlimited` if the second is not in the way: {+x, -x, +y, -y, +z, -z}.
    std::array<std::uint32_t, 6> at(const Place& first, const Place& second) const {
        std::array<std::int32_t, 3> beyond{};
        std::size_t index = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int32_t offset = first[axis] - second[axis];
            const std::int32_t inside = offset < low_[axis] ? low_[axis] : offset > high_[axis] ? high_[axis] : offset;
            beyond[axis] = offset - inside;
            index = index * extent(axis) + static_cast<std::size_t>(inside - low_[axis]);
        }
        std::array<std::uint32_t, 6> result{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::uint32_t up = units_[index][2 * axis], down = units_[index][2 * axis + 1];
            const auto further = static_cast<std::uint32_t>(beyond[axis] < 0 ? -beyond[axis] : beyond[axis]);
            result[2 * axis] = up == unlimited ? up : up + further;
            result[2 * axis + 1] = down == unlimited ? down : down + further;
        }
        return result;
    }

private:
    std::size_t extent(std::size_t axis) const { return static_cast<std::size_t>(high_[axis] - low_[axis]) + 1; }

    // Offsets at which the boxes overlap, and one more at either side: from there on nothing new is met.
    std::array<std::int32_t, 3> low_{}, high_{};
    std::vector<std::array<std::uint16_t, 6>> units_;
};

/// Shapes by their numbers, and the tables of those pairs that were asked for.
class Clearances {
public:
    /// The number of a shape; equal ones have the same. The cells have the lowest corner of their box at 0, 0, 0.
    std::uint32_t shape(std::vector<Place> cells);

    /// Throws std::length_error where the tables would take more than `most_bytes`.
    const Clearance& of(std::uint32_t first, std::uint32_t second);

    static constexpr std::size_t most_bytes = std::size_t{1} << 30;

private:
    std::map<std::vector<Place>, std::uint32_t> numbers_;
    std::vector<const std::vector<Place>*> shapes_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<Clearance>> tables_;
    std::size_t bytes_ = 0;
};

}  // namespace shapewright::disassembly
