// What perfect clears send: the most for every queue of a graph, by dynamic programming.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clear/graph/graph.hpp"
#include "core/flat_map.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// A table of attacks for one game: what a placement sends after each chain of clears, and the chain after it.
struct Attacks {
    static constexpr std::int32_t unknown = std::numeric_limits<std::int32_t>::min();
    static constexpr std::size_t kinds = 5 * spins * 2;  // lines, spin, whether nothing is left

    static constexpr std::size_t kind(std::size_t lines, std::size_t spin, bool is_perfect) {
        return (lines * spins + spin) * 2 + (is_perfect ? 1 : 0);
    }

    SpinRule rule = SpinRule::t;
    std::uint32_t start = 0;           // the chain before the first placement
    std::vector<std::int32_t> sent;    // by chain, by kind; or unknown
    std::vector<std::uint32_t> after;  // the same

    std::size_t chains() const { return sent.size() / kinds; }
};

/// Totals by state, in the order in which the states came.
class BestTotals {
public:
    struct Entry {
        std::uint64_t state;
        std::int32_t total;
        std::uint32_t from = 0;  // the entry before it, and how it comes from there
        std::uint32_t by = 0;
    };

    /// Keeps the larger total of a state.
    void add(const Entry& entry) {
        const auto [number, is_new] = numbers_.try_emplace(entry.state, static_cast<std::uint32_t>(entries_.size()));
        if (is_new)
            entries_.push_back(entry);
        else if (Entry& known = entries_[*number]; known.total < entry.total)
            known = entry;
    }

    void clear() {
        entries_.clear();
        numbers_.clear();
    }

    const std::vector<Entry>& entries() const { return entries_; }

private:
    std::vector<Entry> entries_;
    FlatMap<std::uint64_t, std::uint32_t> numbers_;
};

/// The best score of every queue of a graph, over all its ways to the goal and all that hold allows.
///
/// Queues that begin alike share their beginnings: along the pattern, for each board, each held piece and each chain of
/// clears the most is kept that could be sent by then, since nothing else of the past matters.
template <typename Set>
class Scores {
public:
    static constexpr std::int32_t none = -1;

    /// A placement of a best way: the board after it, in the rows of the start, and how the piece locks.
    struct Step {
        Set board;
        std::uint32_t piece;
        std::uint32_t spin;
    };

    /// The graph must be complete and outlive this. Throws std::invalid_argument for a table that is not whole.
    Scores(const Graph<Set>& graph, Attacks attacks);

    /// Finds out how pieces lock on the boards, a level at a time, then scores the queues, those with one beginning at
    /// a time. False if stopped; then it cannot go on. Throws std::domain_error for a clear that the table does not
    /// know: see `missing`.
    bool step(const StopToken& stop);
    bool is_complete() const { return is_known() && beginning_ == beginnings_.size(); }

    /// How many steps are taken, of how many.
    std::size_t done() const { return ways_.size() + beginning_; }
    std::size_t steps() const { return graph_->placements() + beginnings_.size(); }

    /// By queue, in their order, the most that it sends, or `none` if it cannot come to the goal.
    const std::vector<std::int32_t>& values() const { return values_; }

    /// The placements by which a queue sends the most; nothing if there is no way. May be asked for once it is known
    /// how pieces lock: after as many steps as there are placements.
    std::vector<Step> best(std::span<const std::uint8_t> queue);

    /// The kind of clear that the table does not know, if one was met.
    std::optional<std::size_t> missing() const { return missing_; }

private:
    /// How an edge locks: a bit for each spin, then the lines, then whether nothing is left.
    using Way = std::uint8_t;

    struct Beginning {
        std::vector<std::uint8_t> pieces;
        std::uint32_t state;   // of the pattern
        std::uint64_t number;  // of the first queue
    };

    bool is_known() const { return ways_.size() == graph_->placements(); }
    bool find_ways(const StopToken& stop);
    bool walk(const StopToken& stop, std::size_t read, std::uint32_t state, std::uint64_t number);
    bool place(const StopToken& stop, std::size_t level, std::uint32_t next);
    bool take(const StopToken& stop, std::size_t read, std::uint32_t piece);
    std::size_t placed(std::size_t read) const;
    std::int32_t most() const;
    std::uint64_t state_of(std::uint32_t board, std::uint32_t held, std::uint64_t chain) const {
        return (std::uint64_t{board} * (pieces + 1) + held) * attacks_.chains() + chain;
    }

    const Graph<Set>* graph_;
    Attacks attacks_;
    bool hold_;
    std::vector<std::vector<Way>> ways_;  // by level, by edge
    std::vector<BestTotals> totals_;      // by level
    std::vector<Beginning> beginnings_;
    std::size_t beginning_ = 0;
    std::vector<std::int32_t> values_;
    std::optional<std::size_t> missing_;
};

extern template class Scores<Board>;
extern template class Scores<TallBoard>;

}  // namespace shapewright::clear
