#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "clear/graph/chance.hpp"
#include "clear/graph/counts.hpp"
#include "clear/kicks.hpp"
#include "clear/patterns.hpp"

using namespace shapewright::clear;
using shapewright::StopToken;

namespace {

/// A hole of so many columns, in the rows below `height`.
Board around(int width, int height) {
    Board start = 0;
    for (int y = 0; y < height; ++y)
        for (int x = width; x < columns; ++x) start |= Board{1} << (x + columns * y);
    return start;
}

std::uint64_t best_of(Chance<Board>& chance) {
    CHECK_THROWS(chance.moves(StopToken(), 0), std::length_error);
    const unsigned char asked_to_stop = 1;
    const StopToken stop(&asked_to_stop, -1);
    auto moves = chance.moves(stop);
    for (std::size_t settled = 0; !moves; moves = chance.moves(stop)) {  // every call gets on
        CHECK(chance.settled() > settled);
        settled = chance.settled();
    }
    CHECK_EQ(chance.settled(), chance.to_settle());
    std::uint64_t result = 0;
    for (const auto& move : *moves) result = std::max(result, move.solved);
    return result;
}

/// The same by playing everything, one sequence after the other: slow and obvious.
class Player {
public:
    Player(const Graph<Board>& graph, const Pattern& pattern, int ahead)
        : graph_(graph), pattern_(pattern), hold_(graph.contexts().has_hold()), ahead_(ahead) {}

    /// `seen` in order, the held piece first; `state` after all of them.
    std::uint64_t best(std::size_t level, std::uint32_t board, bool held, std::vector<std::size_t> seen,
                       std::size_t read, std::uint32_t state, bool must_place_second = false) const {
        if (read < pattern_.length() && seen.size() < static_cast<std::size_t>(ahead_ + (held ? 1 : 0))) {
            std::uint64_t sum = 0;
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                const std::uint32_t next = pattern_.level(read)[state].next[piece];
                if (next == Pattern::none) continue;
                auto more = seen;
                more.push_back(piece);
                sum += best(level, board, held, more, read + 1, next, must_place_second);
            }
            return sum;
        }
        if (level == graph_.placements()) return pattern_.level(read)[state].count;
        std::uint64_t result = 0;
        if (!must_place_second) result = placed(0, level, board, held, seen, read, state);
        if (held && seen.size() > 1) result = std::max(result, placed(1, level, board, held, seen, read, state));
        if (hold_ && !held) result = std::max(result, best(level, board, true, seen, read, state, true));
        return result;
    }

private:
    std::uint64_t placed(std::size_t which, std::size_t level, std::uint32_t board, bool held,
                         std::vector<std::size_t> seen, std::size_t read, std::uint32_t state) const {
        const auto& from = graph_.levels()[level];
        const std::size_t piece = seen[which];
        seen.erase(seen.begin() + static_cast<std::ptrdiff_t>(which));
        std::uint64_t result = 0;
        for (std::size_t edge = from.first[board]; edge < from.first[board + 1]; ++edge)
            if (from.edges[edge].piece() == piece)
                result = std::max(result,
                                  best(level + 1, from.edges[edge].target(), held && !seen.empty(), seen, read, state));
        return result;
    }

    const Graph<Board>& graph_;
    const Pattern& pattern_;
    bool hold_;
    int ahead_;
};

/// The best that can be done where an O is seen, in a hole of two rows and four columns: the next bag has one O.
std::uint64_t with_an_o(int ahead, bool hold, std::uint64_t& sequences) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    Graph<Board> graph(mover, clear_patterns::bags({1, hold ? 2 : 1}), hold,
                       {around(4, 2), lowest_rows<Board>(2), 2, {}});
    while (!graph.is_complete()) CHECK(graph.step(StopToken(), std::uint64_t{1} << 30) == Grown::done);
    Chance<Board> chance(graph, {{1}, false, ahead});
    sequences = chance.sequences();
    return best_of(chance);
}

}  // namespace

TEST(clear_preview_of_a_small_hole) {
    std::uint64_t sequences = 0;
    // Two pieces of a kind fill it: O, I, L or J. The next bag has one O, which must come next, or second with a hold.
    CHECK_EQ(with_an_o(1, false, sequences), 1U);
    CHECK_EQ(sequences, 7U);
    for (const int ahead : {1, 2, 3}) {
        CHECK_EQ(with_an_o(ahead, true, sequences), 12U);
        CHECK_EQ(sequences, 42U);
    }
}

TEST(clear_preview_as_played) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    bool something_is_lost = false;
    for (const bool hold : {false, true})
        for (const int width : {2, 3, 4}) {
            const Pattern& pattern = clear_patterns::bags(hold ? std::vector{2, width - 1} : std::vector{2, width - 2});
            Graph<Board> graph(mover, pattern, hold, {around(width, 4), lowest_rows<Board>(4), 4, {}});
            while (!graph.is_complete()) CHECK(graph.step(StopToken(), std::uint64_t{1} << 30) == Grown::done);
            std::uint64_t last = 0;
            for (int ahead = 1; ahead <= width + 1; ++ahead) {
                const Player player(graph, pattern, ahead);
                Chance<Board> chance(graph, {{}, false, ahead});
                const std::uint64_t found = best_of(chance);
                CHECK_EQ(chance.sequences(), pattern.count());
                CHECK_EQ(found, player.best(0, 0, false, {}, 0, 0));
                CHECK(found >= last);
                something_is_lost |= ahead > 1 && found > last;
                last = found;
                // With some of it seen; in hold or not.
                for (std::size_t first = 0; first < pieces; ++first) {
                    const std::uint32_t state = pattern.level(0)[0].next[first];
                    const auto piece = static_cast<std::uint8_t>(first);
                    if (ahead == 1) {
                        Chance<Board> with_one(graph, {{piece}, false, 1});
                        CHECK_EQ(best_of(with_one), player.best(0, 0, false, {first}, 1, state));
                    }
                    const std::size_t second = (first + 3) % pieces;
                    if (!hold || ahead > 1) continue;
                    Chance<Board> holding(graph, {{piece, static_cast<std::uint8_t>(second)}, true, 1});
                    CHECK_EQ(best_of(holding),
                             player.best(0, 0, true, {first, second}, 2, pattern.level(1)[state].next[second]));
                }
            }
        }
    CHECK(something_is_lost);
}

TEST(clear_counts_of_every_width) {
    for (const std::uint32_t most : {255U, 256U, 65535U, 65536U, ~0U}) {
        Counts counts(most);
        counts.reserve(3);
        const std::vector<std::uint32_t> numbers{1, most, 0};
        counts.append(numbers);
        CHECK_EQ(counts.size(), 3U);
        std::vector<std::uint32_t> raised{5, 5};
        counts.raise(raised.data(), 1, 2);
        CHECK_EQ(raised[0], most);
        CHECK_EQ(raised[1], 5U);
        CHECK_EQ(counts[1], most);
    }
}
