// A layered graph: all boards on the way from a field to a goal, and for each the queues that lead to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "clear/board_index.hpp"
#include "clear/graph/contexts.hpp"
#include "clear/live/boards.hpp"
#include "clear/moves.hpp"
#include "core/assert.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

enum class Grown { done, stopped, too_large };

/// A placement in one word: the number of what it leads to, or comes from if edges lead back, and the piece.
class Edge {
public:
    static constexpr std::uint32_t most = (std::uint32_t{1} << 29) - 1;

    Edge() = default;
    Edge(std::uint32_t target, std::uint32_t piece) : bits_(target << 3 | piece) {
        SHAPEWRIGHT_ASSERT(target <= most && piece < pieces);
    }

    std::uint32_t target() const { return bits_ >> 3; }
    std::uint32_t piece() const { return bits_ & 7; }

    bool operator==(const Edge&) const = default;

private:
    std::uint32_t bits_;
};
static_assert(std::is_trivially_copyable_v<Edge> && sizeof(Edge) == sizeof(std::uint32_t));

/// What a graph is asked for.
template <typename Set>
struct Task {
    Set start;               // full rows may be among it; they count as cleared
    Set goal;                // contains the start; what is missing is a multiple of four cells
    int height;              // pieces come to lie within so many rows
    std::vector<Set> parts;  // if any, only these sets of cells, in the rows of the start, may be placed
    // If given, under the same rules: used where the start is one of them and nothing but a clear is asked for.
    const LiveBoards* live = nullptr;
};

/// The boards that some queue reaches from the start and from which it can come to the goal, level by level: a level is
/// how many pieces were placed. Boards are kept in the rows of the start (see full_rows.hpp), so that they know which
/// of these are left.
///
/// Growing goes forward over every board that the pieces allow and then back, keeping what comes to the goal. On the
/// way back each board gets the set of queues that lead from it to the goal: a string of bits laid out as its contexts
/// say (see contexts.hpp), put together from those of the boards after it.
template <typename Set>
class Graph {
public:
    struct Level {
        std::vector<Set> boards;
        std::vector<Contexts::Id> contexts;  // by board: what may be in hand there
        std::vector<std::size_t> first{0};   // by board, and one more: its first edge
        std::vector<Edge> edges;             // to the boards of the next level
    };

    /// Both must outlive the graph. Throws std::invalid_argument for a task that has no sense.
    Graph(const Mover<Set>& mover, const Pattern& pattern, bool hold, Task<Set> task);

    /// Grows one level more, or comes one level back; done when `is_complete()`. Takes no more than about `bytes`; what
    /// was stopped or too large cannot go on. The result does not depend on the number of threads.
    Grown step(const StopToken& stop, std::uint64_t bytes, unsigned threads = 1);
    bool is_complete() const { return back_ == 0; }

    std::size_t placements() const { return contexts_.placements(); }

    /// One bit for each queue, in their order: whether it leads to the goal; of those that can, if `held` is given,
    /// only the ones that can do so with this piece in hold at the end. Empty if stopped.
    std::vector<std::uint64_t> solved(const StopToken& stop, std::uint32_t held = Contexts::any_hold);

    /// The same for each piece in hold at the end, by piece; all at once take less time than one after the other, but
    /// more memory: as many go together as take no more than about `bytes`. Empty if stopped.
    std::vector<std::vector<std::uint64_t>> solved_by_held(const StopToken& stop, std::uint64_t bytes);

    const std::vector<Level>& levels() const { return levels_; }
    const Task<Set>& task() const { return task_; }
    const Mover<Set>& mover() const { return *mover_; }
    Contexts& contexts() { return contexts_; }
    const Contexts& contexts() const { return contexts_; }

    /// Whether growing leaves out boards that are not live, which changes nothing but how many are reached.
    bool uses_live_boards() const { return live_ != nullptr; }

    /// How many boards were reached, dead ends included.
    std::uint64_t reached() const { return reached_; }

private:
    Grown forward(const StopToken& stop, std::uint64_t bytes);
    Grown backward(const StopToken& stop, std::uint64_t bytes);
    std::size_t add_following(std::size_t level, Contexts::Id set, std::size_t from, std::size_t to, std::size_t edges,
                              std::vector<std::uint64_t>& bits);
    void append(std::size_t level, Contexts::Id set, Contexts::Id useful, const std::vector<std::uint64_t>& bits,
                std::vector<std::uint64_t>& values);
    static void shrink(Level& level, std::size_t boards, std::size_t edges);
    bool may_be_filled(const Set& board, std::size_t level, Contexts::Id contexts);
    bool can_end(const Set& board, std::size_t level, Contexts::Id contexts);
    const LiveBoards* live_boards() const;
    Grown forward_live(const StopToken& stop, std::uint64_t bytes, unsigned threads);  // see forward_live.cpp
    std::uint64_t bytes() const;
    std::vector<std::vector<std::uint64_t>> solved_with(const StopToken& stop, std::span<const std::uint32_t> held);

    const Mover<Set>* mover_;
    Contexts contexts_;
    Task<Set> task_;
    std::optional<Fillable> fillable_;  // for low boards
    const LiveBoards* live_;            // or null
    std::vector<Level> levels_;
    std::size_t level_ = 0;               // the last level grown
    std::size_t back_;                    // levels from here on are culled
    std::vector<std::uint64_t> values_;   // of level back_: the bits of each board, one after the other
    std::vector<std::size_t> at_;         // where they begin
    std::vector<std::uint32_t> renamed_;  // of level back_: the number before culling -> after, or none
    std::vector<std::uint64_t> solved_;
    std::uint64_t reached_ = 1;
};

template <>
Grown Graph<Board>::forward_live(const StopToken& stop, std::uint64_t bytes, unsigned threads);
template <>
Grown Graph<TallBoard>::forward_live(const StopToken& stop, std::uint64_t bytes, unsigned threads);

extern template class Graph<Board>;
extern template class Graph<TallBoard>;

}  // namespace shapewright::clear
