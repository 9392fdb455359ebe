// What a player sees and may have in hand at each board of a graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/graph/graph.hpp"
#include "clear/graph/hands.hpp"
#include "clear/graph/prefixes.hpp"

namespace shapewright::clear {

/// What the player knows at the start.
struct Sight {
    std::vector<std::uint8_t> queue;  // what is seen: the held piece, if there is one, then the others in order; it may
                                      // be nothing yet
    bool held = false;                // the first of them is in hold
    int ahead = 1;  // how many pieces besides the held one are seen at each decision, the current one too
};

/// The contexts of all boards of a graph, and how much is seen at each level.
///
/// With an empty hold one piece less is known, though the context is the same: the current piece counts as held there.
/// So what can be reached without ever holding (`alone`) has contexts of its own.
template <typename Set>
class SightLevels {
public:
    using Number = HandsOfLevel::Number;

    /// A level with the contexts of its boards, and of those that are reached without holding.
    struct Level {
        HandsOfLevel hands;
        HandsOfLevel alone_hands;
        std::vector<Number> hand_of;   // by number of the set of contexts in the graph
        std::vector<Number> alone_at;  // by board; none at all where it would not matter
    };
    /// How many values of a level are kept.
    struct Sizes {
        std::uint64_t words = 0, told = 0, alone = 0;
        std::uint64_t bytes = 0;
    };

    /// Throws std::invalid_argument for a sight that does not fit the graph, which must be complete and outlive this.
    SightLevels(const Graph<Set>& graph, Sight sight);

    /// Finds out about the contexts of all boards; to be called once before the rest below.
    void find(const Prefixes& prefixes);

    const Sight& sight() const { return sight_; }
    /// How many pieces of a queue are seen, from the first one on, before the next is placed.
    std::size_t seen(std::size_t level, bool holding) const;
    /// The first level from which on everything is seen, and the same with an empty hold.
    std::size_t full() const { return full_; }
    std::size_t full_alone() const { return full_alone_; }

    bool are_known() const { return !levels_.empty(); }
    const Level& operator[](std::size_t level) const { return levels_[level]; }
    Number hand_at(std::size_t level, std::uint32_t board) const;
    Sizes sizes(std::size_t level) const;
    /// The greatest value that the level before may be told.
    std::uint64_t most_told(std::size_t level, const HandsOfLevel& hands) const;
    /// How many bytes the values of two neighbouring levels take at most, with what is known of hands.
    std::uint64_t most_bytes() const;

private:
    void add_hands(std::size_t level, const Prefixes& prefixes);
    void find_alone(std::size_t level, const Prefixes& prefixes);

    const Graph<Set>* graph_;
    const Pattern* pattern_;
    Sight sight_;
    bool hold_;
    std::size_t full_ = 1;
    std::size_t full_alone_ = 1;
    std::vector<Level> levels_;
};

extern template class SightLevels<Board>;
extern template class SightLevels<TallBoard>;

}  // namespace shapewright::clear
