// Stacks that the last pieces of a sequence clear, every one of them, found from the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

/// Of each of the last few pieces of a sequence: the stacks before it falls which it and those after it can clear, so
/// that nothing is left and at most `rows` rows vanish. Pieces fall straight down.
///
/// Going backward, a stack is what was there before: rows that vanished are put back where the piece lay, and its cells
/// are taken away.
class Endings {
public:
    /// Throws std::invalid_argument if stacks of so many rows have more than 64 cells.
    Endings(const Question& question, int rows);

    /// The most rows whose cells fit into 64 bits.
    static int most_rows(int width) { return 64 / width; }

    /// Looks at one piece more from the end; false if stopped, or if there would be more than `most` stacks.
    bool step_back(std::size_t most, const StopToken& stop);

    /// How many pieces there are of which the stacks are known.
    std::size_t pieces() const { return stacks_.size() - 1; }

    int rows() const { return rows_; }

    /// Whether the last `pieces` clear a stack, given by its rows from the bottom up.
    bool clears(const std::vector<std::uint64_t>& stack, std::size_t pieces) const;

    /// Stacks that are known.
    std::uint64_t size() const;

private:
    struct Place {
        std::vector<std::uint64_t> piece;  // its rows, from the lowest
        int column;
    };

    void befores(std::uint64_t after, const Orientation& shape, std::vector<std::uint64_t>& found) const;

    const Question question_;
    int rows_;
    std::uint64_t row_;
    std::vector<std::vector<std::uint64_t>> stacks_{{0}};  // in order, of each number of pieces
};

}  // namespace shapewright::stacking
