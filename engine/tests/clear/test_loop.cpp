#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "clear/kicks.hpp"
#include "clear/live/graph.hpp"
#include "clear/loop/loop.hpp"

using namespace shapewright::clear;
using shapewright::StopToken;
using shapewright::Word128;

namespace {

constexpr unsigned whole_bag = 127;
constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

Word128 value_after(const LivePlacements& placements, Loop::Rules rules, int clears, unsigned bag, unsigned held) {
    Loop loop(placements, rules);
    for (int k = 0; k < clears; ++k) CHECK_EQ(loop.step({}, plenty), true);
    CHECK_EQ(loop.clears(), clears);
    return loop.value(bag, held);
}

}  // namespace

TEST(clear_loops) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const LiveGraph graph(mover, 2, 1, {});
    const LivePlacements placements(graph, 1, {});
    const unsigned none = Loop::no_piece;
    // Without hold and bags: of the 7^6 strings of five pieces and one in sight after them, of 7^11.
    CHECK_EQ(value_after(placements, {false, false, 1, Loop::Aim::all}, 1, whole_bag, none) == Word128(202 * 7), true);
    CHECK_EQ(value_after(placements, {false, false, 1, Loop::Aim::all}, 2, whole_bag, none) == Word128(40804 * 7),
             true);
    // With an O in hold, and the last four pieces of a bag, I O L J: certain, and twice is impossible.
    const unsigned bag = 0b1100011;
    CHECK_EQ(value_after(placements, {true, true, 1, Loop::Aim::all}, 1, bag, 1) == Word128(24 * 7 * 6), true);
    CHECK_EQ(value_after(placements, {true, true, 1, Loop::Aim::all}, 2, bag, 1) == Word128(0), true);
    CHECK_THROWS(Loop(placements, {true, true, 0, Loop::Aim::all}), std::invalid_argument);
    CHECK_THROWS(Loop(placements, {true, true, 8, Loop::Aim::all}), std::invalid_argument);
    Loop loop(placements, {true, true, 2, Loop::Aim::number});
    const unsigned char flag = 1;
    CHECK_EQ(loop.step(StopToken(&flag, -1), plenty), false);
    CHECK_EQ(loop.clears(), 0);
    CHECK_THROWS(loop.step({}, 640), std::length_error);
    CHECK_EQ(loop.step({}, plenty), true);  // what was known then is kept
    CHECK_EQ(loop.clears(), 1);
    CHECK_THROWS(loop.value(0, none), std::invalid_argument);
    CHECK_THROWS(loop.value(whole_bag, none + 1), std::invalid_argument);
}
