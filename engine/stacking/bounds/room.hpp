// How many pieces of a few kinds have room in a rectangle, wherever they lie and in whatever order they come.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/stop.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// Goes through a rectangle cell by cell, from the left and from the bottom up; what the pieces so far fill beyond the
/// cell that is due is the frontier. Each frontier has a number in a table: the fewest cells that were left empty.
class Room {
public:
    /// Throws std::length_error if frontiers have more than `most_bits` bits, see `bits_of`.
    Room(int width, std::vector<Piece> kinds);

    static constexpr int most_bits = 22;
    static int bits_of(int width, const std::vector<Piece>& kinds);

    /// The fewest cells that stay empty in rectangles of 1, 2, ... `rows` rows, if any number of each kind may lie
    /// there. Nothing if stopped, or if that would take more than `work` profiles (engine/waste).
    std::optional<std::vector<std::int64_t>> empty(std::int64_t rows, std::uint64_t work, const StopToken& stop) const;

    /// Whether a rectangle of `rows` rows has room for exactly these numbers of two kinds. Nothing if stopped or if
    /// that would take more than `steps` frontiers, or more than `most_levels` tables.
    std::optional<bool> fits(std::int64_t rows, std::int64_t first, std::int64_t second, std::uint64_t steps,
                             const StopToken& stop) const;

private:
    static constexpr std::size_t most_levels = 40;
    static constexpr int most_budget = 250;
    struct Way {
        std::uint32_t cells;  // bit y * width + x, from the cell that is due
        std::uint32_t kind;
    };

    using Table = std::vector<std::uint8_t>;  // for each frontier
    void back(const Table& after, Table& before, std::size_t x, std::uint8_t most) const;

    int width_;
    std::vector<Piece> kinds_;
    std::size_t frontiers_;
    std::vector<std::vector<Way>> ways_;  // for each column of the cell that is due
};

}  // namespace shapewright::stacking
