// Sweeps over profiles: the least waste of a box, of higher and higher ones, and a packing that has it.
#include <vector>

#include "check.hpp"
#include "core/stop.hpp"
#include "packing/waste.hpp"

using namespace shapewright::packing;
using shapewright::StopToken;

namespace {

constexpr std::uint64_t much = 1'000'000'000;

/// T in its four orientations, and a bar of four in two.
Pieces bars_and_t() {
    return Pieces({{{{0, 0}, {1, 0}, {2, 0}, {1, 1}},
                    {{1, 0}, {0, 1}, {1, 1}, {1, 2}},
                    {{1, 0}, {0, 1}, {1, 1}, {2, 1}},
                    {{0, 0}, {0, 1}, {1, 1}, {0, 2}}},
                   {{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}}}},
                  {1, 1});
}

}  // namespace

TEST(packing_waste_of_t_in_seven_columns_comes_again_every_seven_rows) {
    const auto found = LeastWaste(bars_and_t(), {{0, -1}, 1}, 7).heights(200, much, StopToken());
    CHECK_EQ(found.again, 7);
    CHECK_EQ(found.more, 1);
    CHECK_EQ(found.least[29], 7);
    CHECK_EQ(found.least[30], 6);
}

TEST(packing_waste_within_a_box_has_a_packing_or_a_proof) {
    const Pieces pieces = bars_and_t();
    std::vector<Placed> placed;
    CHECK(wastes_at_most(pieces, {{0, -1}, 1}, 7, 29, 3, much, StopToken(), &placed) == Outcome::none);
    for (const auto& [width, height] : {std::pair{7, 30}, std::pair{30, 7}}) {
        CHECK(wastes_at_most(pieces, {{0, -1}, 1}, width, height, 10, much, StopToken(), &placed) == Outcome::found);
        CHECK(lies_well(pieces, Board::box(width, height), placed));
        CHECK_EQ(placed.size(), 51u);
    }
    // T fill a square of side 4; with bars any number of them fills one of side 8.
    CHECK(wastes_at_most(pieces, {{0, 1}, -1}, 4, 4, 0, much, StopToken(), &placed) == Outcome::found);
    CHECK(wastes_at_most(pieces, {{1, 0}, -1}, 6, 6, 0, much, StopToken()) == Outcome::none);
    CHECK(wastes_at_most(pieces, {{0, 0}, 1}, 40, 40, 0, much, StopToken()) == Outcome::gave_up);
    CHECK(wastes_at_most(pieces, {{0, 0}, 1}, 8, 8, 0, 5, StopToken()) == Outcome::gave_up);
}
