// Sweeps over profiles: the least waste of a rectangle, of higher and higher ones, and a packing that has it.
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/stop.hpp"
#include "waste/least_waste.hpp"

using shapewright::StopToken;
using namespace shapewright::waste;

namespace {

constexpr std::uint64_t much = 1'000'000'000;

/// T in its four orientations, and a bar of four in two.
std::vector<Kind> bars_and_t(int t, int bar) {
    return {{t,
             {{{0, 0}, {1, 0}, {2, 0}, {1, 1}},
              {{1, 0}, {0, 1}, {1, 1}, {1, 2}},
              {{1, 0}, {0, 1}, {1, 1}, {2, 1}},
              {{0, 0}, {0, 1}, {1, 1}, {0, 2}}}},
            {bar, {{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}}}}};
}

/// Whether pieces lie within the rectangle, none on another.
bool lie_well(const std::vector<Kind>& kinds, int width, int height, const std::vector<Laid>& laid) {
    std::set<std::pair<int, int>> covered;
    for (const Laid& one : laid)
        for (const Cell& cell :
             kinds[static_cast<std::size_t>(one.kind)].orientations[static_cast<std::size_t>(one.orientation)]) {
            const int x = one.x + cell.x, y = one.y + cell.y;
            if (x < 0 || x >= width || y < 0 || y >= height || !covered.emplace(x, y).second) return false;
        }
    return true;
}

}  // namespace

TEST(waste_of_t_in_seven_columns_comes_again_every_seven_rows) {
    const auto found = LeastWaste(bars_and_t(0, -1), 1, 7).heights(200, much, StopToken());
    CHECK_EQ(found.again, 7);
    CHECK_EQ(found.more, 1);
    CHECK_EQ(found.at(29), 7);
    CHECK_EQ(found.at(30), 6);
    const auto known = static_cast<std::int64_t>(found.least.size());
    for (std::int64_t height = known; height < 40 + known; ++height)
        CHECK_EQ(found.at(height), found.at(height - 7) + 1);
    CHECK(!LeastWaste(bars_and_t(0, -1), 1, 7).heights(5, much, StopToken()).knows(6));
}

TEST(waste_within_a_rectangle_has_a_packing_or_a_proof) {
    std::vector<Laid> laid;
    const std::vector<Kind> t = bars_and_t(0, -1);
    CHECK(wastes_at_most(t, 1, 7, 29, 3, much, StopToken(), &laid) == Outcome::none);
    for (const auto& [width, height] : {std::pair{7, 30}, std::pair{30, 7}}) {
        laid.clear();
        CHECK(wastes_at_most(t, 1, width, height, 10, much, StopToken(), &laid) == Outcome::found);
        CHECK(lie_well(t, width, height, laid));
        CHECK_EQ(laid.size(), 51u);
    }
    // T fill a square of side 4; with bars any number of them fills one of side 8.
    CHECK(wastes_at_most(bars_and_t(0, 1), -1, 4, 4, 0, much, StopToken(), &laid) == Outcome::found);
    CHECK(wastes_at_most(bars_and_t(1, 0), -1, 6, 6, 0, much, StopToken()) == Outcome::none);
    CHECK(wastes_at_most(bars_and_t(0, 0), 1, 40, 40, 0, much, StopToken()) == Outcome::gave_up);
    CHECK(wastes_at_most(bars_and_t(0, 0), 1, 8, 8, 0, 5, StopToken()) == Outcome::gave_up);
}
