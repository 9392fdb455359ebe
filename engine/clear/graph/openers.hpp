// Which boards a player should learn to build: what each is worth for every beginning of a queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clear/graph/graph.hpp"
#include "core/stop.hpp"
#include "location/location.hpp"

namespace shapewright::clear {

/// The boards of a graph after some placements, as pictures to be learned.
///
/// A player sees the first `seen` pieces of a queue, its beginning, and builds one board; what follows is played
/// knowing all. So a board is worth for a beginning how many queues that begin so can come to the goal through it. Two
/// boards of a graph that look the same, and have as many cleared rows, are one; on request a board and its mirror
/// image are one picture, which is worth what the better of both is.
///
/// For each board and what may be held there, the queues to come are found anew from the end of the graph, and the
/// beginnings that lead there from its start.
class Openers : public location::Facilities {
public:
    struct Asked {
        std::size_t fewest = 1, most = 1;  // placements
        std::size_t seen = 0;              // pieces; at least those that may have been read after `most` placements
        std::uint32_t saved = 0;           // by piece a bit: what may be in hold at the end; none = anything
        int tallest = low_rows;            // rows, of the board as it is seen
        bool mirror = false;
        std::vector<Board> among;  // if any, only these boards, as they are seen
    };
    struct Picture {
        Board board;   // in the rows of the start
        Board mirror;  // the other one of the pair, if there is one, or the board itself
        std::size_t placed;
    };
    static constexpr std::uint64_t most_beginnings = std::uint64_t{1} << 17;

    /// The graph must be complete and outlive this. Throws std::invalid_argument for what has no sense,
    /// std::length_error for too many beginnings.
    Openers(Graph<Board>& graph, Asked asked);

    /// To be called once before all else. Takes no more than about `bytes`.
    Grown prepare(const StopToken& stop, std::uint64_t bytes);

    std::size_t beginnings() const { return static_cast<std::size_t>(seen_count_[0][0]); }
    Picture picture(std::size_t number) const;

    // Pictures are facilities; beginnings are customers, and what they gain is how many queues are served.
    std::size_t size() const override { return pictures_.size(); }
    std::size_t customers() const override { return beginnings(); }
    void row(std::uint32_t picture, std::vector<location::Gain>& gains) override;
    std::int64_t above(std::uint32_t picture, const std::vector<std::int64_t>& prices, std::int64_t unit) override;

private:
    using Words = std::vector<std::uint64_t>;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Hand {
        std::uint32_t state;
        std::uint32_t held;
        auto operator<=>(const Hand&) const = default;
    };
    /// A board as it is seen.
    struct Side {
        std::size_t level;
        std::size_t boards;  // where those of the graph begin in `boards_`; the next side's begin is the end
        std::size_t hands;   // the same in `hands_`: by state
        std::size_t sets;    // the same in `sets_`: by hand the beginnings that lead to it, from a new word on
        std::size_t table;   // and in `worth_`: by state, by set of hands (bits), by what is seen after the board
    };
    struct Shown {
        std::uint32_t side;
        std::uint32_t mirror;  // or none
    };
    struct Incoming {
        std::vector<std::size_t> first;
        std::vector<Edge> edges;  // to the boards of the level before
    };

    void count_beginnings();
    bool values(const StopToken& stop, std::uint64_t bytes, bool& too_large);
    void list_sides(std::size_t level, const Words& values, const std::vector<std::size_t>& at);
    void add_side(std::size_t level, const std::vector<std::uint32_t>& boards, const Words& values,
                  const std::vector<std::size_t>& at);
    bool forward(const StopToken& stop, std::uint64_t bytes, bool& too_large);
    std::size_t words_of(std::size_t level, Contexts::Id set) const;
    const std::vector<Contexts::Copy>& copies(std::size_t level, Contexts::Id set, std::uint32_t piece,
                                              Contexts::Id after);
    void reach(std::size_t level, std::uint32_t board, std::uint64_t* words);
    std::uint64_t bytes() const;

    void gather(const Side& side, const Side& next);
    template <typename Visit>
    void each_worth(const Side& side, Visit visit);

    Graph<Board>* graph_;
    Asked asked_;
    // By number of pieces read and state of the pattern.
    std::vector<std::vector<std::uint64_t>> paths_;               // how many beginnings lead there
    std::vector<std::vector<Pattern::Steps>> offset_;             // by piece: where they are after it
    std::vector<std::vector<std::vector<std::uint32_t>>> order_;  // by beginning: the first one it has
    std::vector<std::vector<std::uint64_t>> seen_count_;          // how many ways there are to go on
    std::vector<std::unordered_map<std::uint32_t, std::vector<std::uint64_t>>> blocks_;   // by level: the ends of these
    std::vector<Incoming> incoming_;                                                      // by level
    std::vector<Words> reached_;                                                          // by level
    std::vector<std::vector<std::size_t>> reached_at_;                                    // by level, by board
    std::vector<std::unordered_map<std::uint64_t, std::vector<Contexts::Copy>>> copies_;  // by level
    std::vector<std::uint32_t> boards_;
    std::vector<Hand> hands_;
    Words sets_;
    std::vector<std::uint32_t> worth_;
    std::vector<Side> sides_;  // and one more
    std::vector<Shown> pictures_;
    Words part_;
    std::vector<std::uint32_t> dense_, touched_;
};

}  // namespace shapewright::clear
