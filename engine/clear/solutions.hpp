<<<<<<< HEAD
// All perfect clears of an empty field at once, as sets of pieces: which piece covers which cells, in any order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "clear/moves.hpp"
#include "core/stop.hpp"
#include "diagram/diagram.hpp"

namespace shapewright::clear {

/// A piece among the cells of the field at the start. Rows between its own may be cleared before it comes, so its rows
/// need not be neighbours.
struct Part {
    Piece piece;
    std::uint8_t facing;
    std::uint8_t x;     // of its box
    std::uint8_t rows;  // as a mask
    std::uint8_t gaps;  // rows between them, which are gone when it comes
    Board cells;
};

/// Every solution is a word: the field is gone through column by column, each from the bottom up; whenever a cell is not
/// yet covered, three letters name the part that covers it, by its number among those whose first cell this is.
class Solutions {
public:
    static constexpr int most_rows = 4;
    static constexpr int letters_of_a_part = 3;

    /// Throws std::invalid_argument for other heights than 2 and 4: no other has a number of cells that pieces can fill.
    Solutions(const Mover<Board>& mover, Drop drop, int height);

    int height() const { return height_; }
    int parts_of_a_solution() const { return columns * height_ / 4; }
    int letters() const { return letters_of_a_part * parts_of_a_solution(); }

    /// The work cut into pieces: the words of the first two parts, in order.
    std::vector<diagram::Word> beginnings() const;

    /// The words, ascending, of all solutions that begin with `beginning` and can be built in some order. Throws
    /// diagram::Stopped.
    std::vector<diagram::Word> words(diagram::Word beginning, const StopToken& stop) const;

    std::vector<Part> parts(diagram::Word word) const;

private:
    struct Option {
        Part part;
        std::uint64_t covered;  // its cells, numbered column by column
    };
    class Builder;
    struct Walk;

    void walk(Walk& state, std::uint64_t covered, int placed, std::array<std::uint8_t, most_rows> before) const;

    const Mover<Board>& mover_;
    Drop drop_;
    int height_;
    std::vector<std::vector<Option>> options_;  // by first cell
};

=======
// All different solutions in a graph of boards, and the queues that each serves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/graph.hpp"

namespace shapewright::clear {

/// A solution is a set of placements, each the cells it fills in the rows of the start, in whatever order they come. (The
/// cells tell the piece: in the rows that were left when it came they hang together.)
///
/// Partial solutions, sets of placements too, are found level by level along the graph, each with what may be in hand
/// after it; so there is none that some queue of the graph does not lead to and on to the goal.
template <typename Set>
class Solutions {
public:
    /// The graph must be complete and outlive this.
    explicit Solutions(Graph<Set>& graph);

    /// Finds the partial solutions with one placement more; done when `is_complete()`.
    Grown step(const StopToken& stop, std::uint64_t bytes);
    bool is_complete() const { return levels_.size() == graph_->placements() + 1; }

    /// How many partial solutions of the largest number of placements there are so far.
    std::size_t size() const { return levels_.back().boards.size(); }
    std::size_t placements() const { return graph_->placements(); }

    /// The placements of a solution, as numbers of `cells()`, ascending.
    const std::uint32_t* parts(std::size_t solution) const {
        return levels_.back().parts.data() + placements() * solution;
    }
    const std::vector<Set>& cells() const { return cells_; }

    /// How many of its placements cannot come straight down, in the best order that some queue allows.
    std::uint32_t tucked(std::size_t solution) const { return levels_.back().tucked[solution]; }

    /// One bit for each queue, in their order: whether it can build this solution.
    std::vector<std::uint64_t> queues(std::size_t solution);

private:
    struct Level {
        std::vector<std::uint32_t> boards;     // by partial solution: its board in the graph
        std::vector<std::uint32_t> parts;      // and its placements, as many as the level says
        std::vector<Contexts::Id> contexts;
        std::vector<std::uint32_t> tucked;
        std::vector<std::uint64_t> first;      // and one more: its first edge back
        std::vector<std::uint32_t> edges;      // number of the partial solution before it, times 8, plus the piece
    };

    std::uint64_t bytes() const;

    Graph<Set>* graph_;
    std::vector<Level> levels_;
    std::vector<Set> cells_;
    std::vector<std::vector<std::uint64_t>> placed_;  // by level, by partial solution: where its bits are, or none
};

extern template class Solutions<Board>;
extern template class Solutions<TallBoard>;

>>>>>>> 49a5cd21cda97bb155777897678eab4281464e10
}  // namespace shapewright::clear
