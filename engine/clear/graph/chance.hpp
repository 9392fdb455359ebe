// Expectimax: the best chance of a perfect clear for a player who sees only the next few pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clear/graph/counts.hpp"
#include "clear/graph/graph.hpp"
#include "clear/graph/hands.hpp"
#include "clear/graph/prefixes.hpp"
#include "clear/graph/sight.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// Exact expectation over all that may come, and the best choice at each placement, in the boards of a graph: its
/// queues begin with what is seen, and each of those that do is equally likely.
///
/// A value is how many of these queues are cleared by playing well, so everything stays a whole number. Values are
/// found level by level, from the last one back: for each board, each context there and each beginning that can be
/// seen of what comes. Where all that comes is seen, a queue is solved or not, and 64 of them are one word, as in the
/// graph. Before that, the value of a placement is the sum over what then comes into sight.
///
/// With an empty hold one piece less is known, though the context is the same: the current piece counts as held there.
/// So what can be reached without ever holding (`alone`) has values of its own.
template <typename Set>
class Chance {
public:
    /// A placement that can be made now. Or, where that brings a piece into sight, the current piece put into the empty
    /// hold before anything else is decided: then there is no piece yet, and the board is the start. The same is all
    /// that there is where nothing but the held piece is seen yet; then it stands for what comes into sight first.
    struct Move {
        std::size_t piece;
        Set board;  // in the rows of the start; full rows are kept
        std::uint64_t solved;
    };
    static constexpr std::size_t to_be_seen = pieces;

    /// The graph must be complete and outlive this, its queues of as many pieces as a clear can use: those placed, and
    /// with a hold one more. Throws std::invalid_argument for a sight that does not fit it.
    Chance(const Graph<Set>& graph, Sight sight);

    /// How many sequences of unseen pieces there are.
    std::uint64_t sequences() const { return sequences_; }

    /// The moves that can be made now, each with what it is worth; nothing if stopped. What was found out by then is
    /// kept for the next call. Throws std::length_error, before the work, if it would take more than about `bytes`.
    std::optional<std::vector<Move>> moves(const StopToken& stop, std::uint64_t bytes = ~std::uint64_t{0});

    /// How many boards have their values, of how many; the latter from the first call on.
    std::size_t settled() const { return settled_; }
    std::size_t to_settle() const { return to_settle_; }

private:
    using Number = HandsOfLevel::Number;
    using Level = typename SightLevels<Set>::Level;
    using Value = std::uint32_t;

    /// Values of the boards of a level, one board after the other: bits where everything is seen, and what the level
    /// before is told.
    struct Values {
        std::vector<std::uint64_t> bits;
        Counts told;
        std::vector<std::size_t> at;  // by board: where they begin
        Counts alone;
        std::vector<std::size_t> alone_at;
    };
    /// How placements lead from the values of a level to those of the one before.
    struct Ways {
        Passages bits{Taken::either, Hands::decided, Hands::decided};
        Passages numbers{Taken::either, Hands::told, Hands::decided};
        Passages direct{Taken::held, Hands::told, Hands::decided};
        Passages after_look{Taken::next, Hands::told, Hands::looked};
        Passages after_full_look{Taken::next, Hands::decided, Hands::looked};
    };

    const Sight& sight() const { return levels_.sight(); }
    void prepare();
    void begin_level();
    void add_best(Passages& ways, bool from_alone, bool to_alone, Number hand, std::uint32_t board,
                  std::vector<Value>& own);
    void add_all(Passages& ways, const HandsOfLevel& hands, Number hand, std::uint32_t board);
    void find_bits(std::uint32_t board, Number hand);
    void settle(std::uint32_t board);
    void settle_alone(std::uint32_t board, const Hands& all, Number hand);
    void find_alone_values(std::uint32_t board, Number hand);
    void look(std::uint32_t board, Number hand);
    void place_blindly(std::uint32_t board, const Hands& hands);
    bool settle_level(const StopToken& stop);
    template <typename At>
    std::uint64_t total(const HandsOfLevel& level, Number hand, std::uint32_t held, std::uint32_t state,
                        Hands::Sight sight, At value) const;
    std::uint64_t worth(std::uint32_t board, bool is_second) const;
    Move before_all();
    std::vector<Move> first_moves();

    const Graph<Set>* graph_;
    const Pattern* pattern_;
    Prefixes prefixes_;
    bool hold_;
    std::uint64_t sequences_ = 0;
    SightLevels<Set> levels_;
    std::size_t level_;  // the one that is worked on
    std::uint32_t board_ = 0;
    Values next_, here_;
    Ways ways_;
    std::vector<std::uint64_t> bits_;  // of the board that is worked on, like the values
    std::vector<Value> values_;
    std::vector<Value> looked_;
    std::vector<Value> told_;
    std::uint64_t needed_ = 0;  // bytes
    std::size_t settled_ = 0;
    std::size_t to_settle_ = 0;
};

extern template class Chance<Board>;
extern template class Chance<TallBoard>;

}  // namespace shapewright::clear
