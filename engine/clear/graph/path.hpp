// All different solutions in a graph of boards, by dynamic programming, and the queues that each serves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/graph/graph.hpp"

namespace shapewright::clear {

/// A solution is a set of placements, each the cells it fills in the rows of the start, in whatever order they come.
/// (The cells tell the piece: in the rows that were left when it came they hang together.)
///
/// Partial solutions, sets of placements too, are found level by level along the graph, each with what may be in hand
/// after it; so there is none that some queue of the graph does not lead to and on to the goal.
template <typename Set>
class Path {
public:
    /// The graph must be complete and outlive this.
    explicit Path(Graph<Set>& graph);

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
        std::vector<std::uint32_t> boards;  // by partial solution: its board in the graph
        std::vector<std::uint32_t> parts;   // and its placements, as many as the level says
        std::vector<Contexts::Id> contexts;
        std::vector<std::uint32_t> tucked;
        std::vector<std::size_t> first;  // and one more: its first edge back
        std::vector<Edge> edges;         // to the partial solutions before it
    };

    class Growing;

    std::uint64_t bytes() const;

    Graph<Set>* graph_;
    std::vector<Level> levels_;
    std::vector<Set> cells_;
    std::vector<std::vector<std::size_t>> placed_;  // by level, by partial solution: where its bits are, or none
};

extern template class Path<Board>;
extern template class Path<TallBoard>;

}  // namespace shapewright::clear
