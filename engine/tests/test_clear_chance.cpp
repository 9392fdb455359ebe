#include <vector>

#include "check.hpp"
#include "clear/graph/chance.hpp"
#include "clear_kicks.hpp"
#include "clear_patterns.hpp"

using namespace shapewright::clear;
using shapewright::StopToken;

namespace {

/// The best that can be done in a hole of two rows and four columns: an O is seen, a new bag follows.
std::uint64_t best(int ahead, bool hold, std::uint64_t& sequences) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    Board start = 0;
    for (int y = 0; y < 2; ++y)
        for (int x = 4; x < columns; ++x) start |= Board{1} << (x + columns * y);
    Graph<Board> graph(mover, clear_patterns::bags({1, hold ? 2 : 1}), hold, {start, lowest_rows<Board>(2), 2, {}});
    while (!graph.is_complete()) CHECK(graph.step(StopToken(), std::uint64_t{1} << 30) == Grown::done);
    Chance<Board> chance(graph, {{1}, false, hold, ahead, 0});
    sequences = chance.sequences();
    std::uint64_t result = 0;
    CHECK_THROWS(Chance<Board>(graph, {{1}, false, hold, ahead, 0}).moves(StopToken(), 0), std::length_error);
    const auto moves = chance.moves(StopToken());
    CHECK(moves.has_value());
    CHECK_EQ(chance.settled(), chance.to_settle());
    for (const auto& move : *moves) result = std::max(result, move.solved);
    return result;
}

}  // namespace

TEST(clear_preview_of_a_small_hole) {
    std::uint64_t sequences = 0;
    // Two pieces of a kind fill it: O, I, L or J. The next bag has one O, which must come next, or second with a hold.
    CHECK_EQ(best(1, false, sequences), 1U);
    CHECK_EQ(sequences, 7U);
    for (const int ahead : {1, 2, 3}) {
        CHECK_EQ(best(ahead, true, sequences), 12U);
        CHECK_EQ(sequences, 42U);
    }
}
