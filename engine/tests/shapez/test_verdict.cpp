// Verdicts against what comes of piling pieces up, and of trying all shapes; threads, stopping and misuse.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "shapez/halves/halves.hpp"
#include "shapez/verdict/unstack.hpp"
#include "shapez/verdict/verdict.hpp"

using namespace shapewright;
using namespace shapewright::shapez;

namespace {

std::vector<HalfKey> halves_of(int parts, int layers) {
    HalfTable table;
    CHECK(find_halves(parts, layers, 1, StopToken{}, [](std::uint64_t) {}, table));
    return table.keys;
}

std::unique_ptr<Verdicts> verdicts_of(int parts, int layers, const std::vector<Shape>& pins = {}) {
    return Verdicts::make(parts, layers, halves_of(parts, layers), pins);
}

std::vector<Way> all_ways(const Verdicts& verdicts) {
    std::vector<Way> ways(std::size_t{1} << (2 * verdicts.cells()));
    for (std::size_t x = 0; x < ways.size(); ++x) ways[x] = verdicts.way(x);
    return ways;
}

int changed_parts(Shape a, Shape b) {
    return std::popcount(((a ^ b) | (a ^ b) >> 1) & 0x5555555555555555);
}

template <typename Ring>
std::vector<Shape> pieces() {
    std::vector<Shape> found;
    for (int first = 0; first < Ring::parts; ++first) {
        for (int count = 1; count < Ring::parts; ++count) found.push_back(Ring::run(first, count));
        found.push_back(Shape{2} << (2 * first));
    }
    found.push_back(Ring::bottom);
    return found;
}

/// Everything that stacking pieces onto `base` makes, `base` too.
template <typename Ring>
std::set<Shape> piled_up(Shape base) {
    std::set<Shape> found{base};
    for (std::vector<Shape> todo{base}; !todo.empty();) {
        const Shape x = todo.back();
        todo.pop_back();
        for (const Shape piece : pieces<Ring>()) {
            const Shape y = Ring::stack_piece(x, piece);
            if (found.insert(y).second) todo.push_back(y);
        }
    }
    return found;
}

/// `x` without the parts of a mask, for every mask.
template <typename Ring, typename Visit>
void each_remnant(Shape x, const Visit& visit) {
    const Shape taken = Ring::occupied(x);
    for (Shape kept = taken;; kept = (kept - 1) & taken) {
        visit(x & Ring::whole(kept), taken & ~kept);
        if (kept == 0) return;
    }
}

/// What can be taken off is what can be put back, and it lies within the largest that can.
template <typename Ring>
void check_unstacking(std::uint64_t seed, int shapes) {
    using Off = Unstack<Ring>;
    Rng rng(seed);
    for (int k = 0; k < shapes; ++k) {
        // Of few crystals, or there would be little to take off.
        const Shape x = Ring::gravity((rng.next() & rng.next()) % (Shape{1} << Ring::bits));
        Shape every = 0;
        each_remnant<Ring>(x, [&](Shape base, Shape taken_off) {
            const bool stacked = Ring::is_stable(base) && piled_up<Ring>(base).contains(x);
            if (Ring::is_stable(base)) CHECK_EQ(Off::is_stacked_on(x, base), stacked);
            if (stacked) every |= taken_off;
        });
        CHECK_EQ(Off::largest(x) & every, every);
        CHECK(Off::is_stacked_on(x, x & ~Ring::whole(Off::largest(x))));
        // A base has nothing but parts of the shape: not another kind, nor a part in a gap.
        for (int cell = 0; cell < Ring::parts * Ring::layers; ++cell)
            for (const Shape kind : {1u, 2u, 3u})
                if ((x >> (2 * cell) & 3) != kind)
                    CHECK(!Off::is_stacked_on(x, (x & ~(Shape{3} << (2 * cell))) | kind << (2 * cell)));
    }
}

}  // namespace

TEST(shapez_unstacking_is_stacking_turned_round) {
    check_unstacking<Ring<4, 2>>(1, check::draws(150));
    check_unstacking<Ring<6, 1>>(2, check::draws(20));
    check_unstacking<Ring<4, 3>>(3, check::draws(3));
}

// The two halves of a shape, judged apart and then fitted together, tell the same as the shape as a whole.
TEST(shapez_what_is_taken_off_two_halves_fits_if_the_whole_can_be_put_back) {
    using R = Ring<6, 2>;
    using Off = Unstack<R>;
    Rng rng(4);
    const auto anything = [](HalfKey) { return true; };
    for (int k = 0; k < 200; ++k) {
        const Shape x = R::gravity((rng.next() & rng.next()) % (Shape{1} << R::bits));
        const Shape removable = Off::largest(x);
        const Shape standing = Off::standing(x);
        std::vector<Side> east, west;
        Off::sides(R::east_key(x), R::east_key(removable), R::east_key(standing), east, anything);
        Off::sides(R::west_key(x), R::west_key(removable), R::west_key(standing), west, anything);
        for (const auto& e : east)
            for (const auto& w : west) {
                const Shape base = x & ~R::whole(R::joined(e.taken_off, w.taken_off));
                CHECK_EQ(Off::fit(e.seam, w.seam), Off::is_stacked_on(x, base));
            }
    }
}

TEST(shapez_verdicts_count_what_is_known) {
    const auto count = [](const std::vector<Way>& ways, Way way) { return std::count(ways.begin(), ways.end(), way); };
    const std::vector<Way> quad1 = all_ways(*verdicts_of(4, 1));
    CHECK_EQ(count(quad1, Way::swapper), 256);
    const std::vector<Way> quad2 = all_ways(*verdicts_of(4, 2));
    CHECK_EQ(count(quad2, Way::none), 65536 - 35281);
    CHECK_EQ(count(quad2, Way::pin_pusher), 0);
    const std::vector<Way> hex1 = all_ways(*verdicts_of(6, 1));
    CHECK_EQ(count(hex1, Way::swapper), 4096);
}

TEST(shapez_bases_are_buildable_and_make_the_shape) {
    using R = Ring<4, 2>;
    const auto verdicts = verdicts_of(4, 2);
    for (Shape x = 0; x < 65536; ++x) {
        const Way way = verdicts->way(x);
        const Shape base = verdicts->base(x);
        CHECK_EQ(base, way == Way::none ? 0 : way == Way::swapper ? x : base);
        if (way != Way::stacker) continue;
        CHECK_EQ(verdicts->way(base), Way::swapper);
        CHECK(base != x && Unstack<R>::is_stacked_on(x, base));
    }
}

TEST(shapez_pin_shapes_are_bases_in_every_orientation) {
    using R = Ring<4, 3>;
    // Two of the seven of Quad3.
    const std::vector<Shape> pins{0x1d0488, 0x1d0c88};
    const auto without = verdicts_of(4, 3);
    const auto with = verdicts_of(4, 3, pins);
    for (const Shape pin : pins)
        for (const bool mirrored : {false, true})
            for (int turns = 0; turns < 4; ++turns) {
                const Shape x = R::rotate(mirrored ? R::mirror(pin) : pin, turns);
                CHECK_EQ(without->way(x), Way::none);
                CHECK_EQ(with->way(x), Way::pin_pusher);
                CHECK_EQ(with->base(x), x);
                for (const Shape y : piled_up<R>(x)) {
                    if (y == x) continue;
                    CHECK_EQ(with->way(y), without->way(y) == Way::none ? Way::stacker : without->way(y));
                    if (without->way(y) == Way::none) CHECK(Unstack<R>::is_stacked_on(y, with->base(y)));
                }
            }
}

TEST(shapez_halves_as_they_are) {
    using R = Ring<6, 2>;
    const auto keys = halves_of(6, 2);
    const auto verdicts = verdicts_of(6, 2);
    const auto has = [&](HalfKey key) { return std::binary_search(keys.begin(), keys.end(), key); };
    Rng rng(5);
    for (int k = 0; k < 1000; ++k) {
        const Shape x = rng.below(Shape{1} << R::bits);
        const auto found = verdicts->halves(x);
        CHECK_EQ(found.size(), std::size_t{3});
        for (int c = 0; c < 3; ++c) {
            const Shape turned = R::rotate(x, (6 - c) % 6);
            CHECK_EQ(int{found[static_cast<std::size_t>(c)]},
                     int{has(R::east_key(turned))} + 2 * int{has(R::west_key(turned))});
        }
    }
}

TEST(shapez_nearest_shapes_are_those_of_a_search_of_all) {
    const auto verdicts = verdicts_of(4, 2);
    const std::vector<Way> ways = all_ways(*verdicts);
    Rng rng(6);
    for (int k = 0; k < 100; ++k) {
        const Shape x = rng.below(65536);
        for (int distance = 0; distance <= 3; ++distance) {
            std::vector<Shape> expected, found;
            for (std::uint32_t y = 0; y < 65536; ++y)
                if (ways[y] != Way::none && changed_parts(x, y) == distance) expected.push_back(y);
            CHECK(verdicts->at_distance(x, distance, found, StopToken{}));
            CHECK(found == expected);
        }
        const Verdicts::Nearest nearest = verdicts->nearest_swappable(x, 1000).value();
        std::vector<Shape> expected;
        int least = 9;
        for (std::uint32_t y = 0; y < 65536; ++y) {
            const int distance = changed_parts(x, y);
            if (ways[y] != Way::swapper || distance > least) continue;
            if (distance < least) expected.clear();
            least = distance;
            expected.push_back(y);
        }
        CHECK_EQ(nearest.distance, least);
        CHECK(nearest.complete);
        CHECK(nearest.shapes == expected);
        CHECK(verdicts->nearest_swappable(x, ~std::size_t{0})->shapes == nearest.shapes);
        const Verdicts::Nearest one = verdicts->nearest_swappable(x, 1).value();
        CHECK_EQ(one.distance, least);
        CHECK_EQ(one.shapes.size(), std::size_t{1});
        CHECK_EQ(one.complete, expected.size() == 1);
        CHECK(std::binary_search(expected.begin(), expected.end(), one.shapes[0]));
    }
}

TEST(shapez_verdicts_do_not_depend_on_threads) {
    const auto verdicts = verdicts_of(4, 3);
    std::vector<Shape> shapes(200'000);
    Rng rng(7);
    for (Shape& x : shapes) x = rng.below(Shape{1} << 24);
    std::vector<std::uint8_t> one(shapes.size()), four(shapes.size());
    CHECK(verdicts->ways(shapes, one, 1, StopToken{}));
    CHECK(verdicts->ways(shapes, four, 4, StopToken{}));
    CHECK(one == four);
    for (std::size_t k = 0; k < shapes.size(); k += 1001)
        CHECK_EQ(int{one[k]}, static_cast<int>(verdicts->way(shapes[k])));
}

TEST(shapez_verdicts_stop) {
    const auto verdicts = verdicts_of(4, 2);
    const unsigned char flag = 1;
    const StopToken stop(&flag, -1);
    const std::vector<Shape> shapes(100, 0);
    std::vector<std::uint8_t> ways(100);
    std::vector<Shape> found;
    CHECK(!verdicts->ways(shapes, ways, 2, stop));
    CHECK(!verdicts->at_distance(0, 5, found, stop));
    CHECK(!verdicts->nearest_swappable(0, 1, stop));
}

TEST(shapez_verdicts_refuse_what_is_too_large) {
    const std::vector<HalfKey> halves{0};
    CHECK_THROWS(Verdicts::make(4, 1, std::vector<HalfKey>{16}, {}), std::invalid_argument);
    CHECK_THROWS(Verdicts::make(4, 1, halves, std::vector<Shape>{256}), std::invalid_argument);
    CHECK_THROWS(Verdicts::make(4, 8, halves, {}), std::invalid_argument);
    CHECK_THROWS(Verdicts::make(5, 1, halves, {}), std::invalid_argument);
    const auto verdicts = Verdicts::make(4, 2, {}, {});
    const std::vector<Shape> large{1, Shape{1} << 16};
    std::vector<std::uint8_t> found(2);
    CHECK_THROWS(verdicts->ways(large, found, 1, StopToken{}), std::invalid_argument);
    CHECK_THROWS(verdicts->base(large[1]), std::invalid_argument);
    CHECK_THROWS(verdicts->halves(large[1]), std::invalid_argument);
    CHECK_THROWS(verdicts->nearest_swappable(large[1], 1), std::invalid_argument);
    std::vector<Shape> shapes;
    CHECK_THROWS(verdicts->at_distance(large[1], 1, shapes, StopToken{}), std::invalid_argument);
}
