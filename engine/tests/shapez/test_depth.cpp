// How deep shapes are: counts by depth, what the sets hold, what is refused.
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/stop.hpp"
#include "shapez/closure/shape_set.hpp"
#include "shapez/depth/levels.hpp"
#include "shapez/rules/any_ring.hpp"

using namespace shapewright;
using namespace shapewright::shapez;

namespace {

Depths found(int parts, int layers) {
    Depths depths;
    std::uint64_t last = 0;
    CHECK(find_depths(parts, layers, StopToken(), [&](std::uint64_t count) { last = count; }, depths));
    std::uint64_t total = 0;
    for (const std::uint64_t count : depths.counts) total += count;
    CHECK_EQ(last, total);
    CHECK_EQ(depths.roots.size(), depths.counts.size());
    return depths;
}

}  // namespace

TEST(shapez_depth_counts) {
    CHECK((found(4, 2).counts == std::vector<std::uint64_t>{1, 4, 21, 141, 1807, 5296, 4372, 4066, 18424, 1148}));
    CHECK((found(6, 1).counts == std::vector<std::uint64_t>{1, 3, 11, 68, 368, 670, 496, 1746, 524, 208}));
}

TEST(shapez_depth_sets) {
    const Depths depths = found(4, 2);
    const AnyRing& ring = any_ring(4, 2);
    std::uint64_t below = 0;
    for (std::size_t depth = 0; depth < depths.roots.size(); ++depth) {
        const ShapeSet set(4, 2, depths.nodes, depths.roots[depth]);
        CHECK_EQ(set.count(), below + depths.counts[depth]);
        below = set.count();
        for (std::size_t k = 0; k < depths.halves.size(); ++k)
            if (set.contains(depths.wholes[k]))
                CHECK_EQ(ring.half_key(ring.cut(depths.wholes[k]).first), depths.halves[k]);
    }
    CHECK_EQ(depths.halves.size(), 180U);
}

TEST(shapez_depth_refusals) {
    CHECK(!has_depths(4, 5));
    CHECK(!has_depths(8, 1));
    Depths depths;
    CHECK_THROWS(find_depths(4, 5, StopToken(), [](std::uint64_t) {}, depths), std::invalid_argument);
    const unsigned char stopped = 1;
    CHECK(!find_depths(4, 3, StopToken(&stopped, -1), [](std::uint64_t) {}, depths));
    CHECK(depths.roots.empty());
}
