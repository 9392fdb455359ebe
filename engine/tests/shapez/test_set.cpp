// Sets of packed shapes: how shapes become words, and questions about sets against plain sets.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "shapez/closure/shape_set.hpp"
#include "shapez/rules/shape.hpp"
#include "shapez/shape_sets.hpp"

using namespace shapewright;
using namespace shapewright::shapez;
using shape_sets::members;
using shape_sets::Packed;
using shape_sets::random_cells;
using shape_sets::set_of;
using shape_sets::stable_shapes;

namespace {

template <typename R>
void check_canonical(std::uint64_t seed) {
    Rng rng(seed);
    Packed all, canonical;
    // Among them some that rotations and mirror images leave as they are.
    for (const std::uint64_t shape : stable_shapes<R>(rng, 150))
        for (int period = 1; period <= R::parts; ++period) {
            if (R::parts % period != 0) continue;
            Shape repeated = 0;
            for (int column = 0; column < R::parts; ++column)
                repeated |= R::rotate(shape & R::whole(R::column(0)), column % period == 0 ? column : 0);
            for (Shape image : {Shape{shape}, repeated, repeated | R::mirror(repeated), shape | R::mirror(shape)}) {
                canonical.insert(R::canonical(image));
                for (int steps = 0; steps < R::parts; ++steps) {
                    all.insert(R::rotate(image, steps));
                    all.insert(R::rotate(R::mirror(image), steps));
                }
            }
        }
    const ShapeSet set = set_of(all, R::parts, R::layers);
    CHECK_EQ(set.count(), all.size());
    CHECK_EQ(set.count_canonical(StopToken{}), canonical.size());
}

int changed_parts(std::uint64_t a, std::uint64_t b) {
    return std::popcount(((a ^ b) | (a ^ b) >> 1) & 0x5555555555555555);
}

}  // namespace

TEST(shapez_words_go_column_by_column) {
    // Layer 0 from the lowest bits up: 1 0 2, layer 1: 3 0 1.
    const std::uint64_t packed = 0b01'00'11'10'00'01;
    const Word word = 0b01'11'00'00'10'01;
    CHECK_EQ(word_of_packed(packed, 3, 2), word);
    CHECK_EQ(packed_of_word(word, 3, 2), packed);
    Rng rng(1);
    for (const auto& [columns, layers] : {std::pair{4, 7}, {10, 3}, {2, 1}, {5, 3}})
        for (int k = 0; k < 200; ++k) {
            const std::uint64_t shape = random_cells(rng, columns * layers);
            CHECK_EQ(packed_of_word(word_of_packed(shape, columns, layers), columns, layers), shape);
        }
}

TEST(shapez_sets_answer_what_plain_sets_do) {
    using R = Ring<4, 3>;
    Rng rng(2);
    const Packed shapes = stable_shapes<R>(rng, 400);
    const ShapeSet set = set_of(shapes, 4, 3);
    CHECK_EQ(set.columns(), 4);
    CHECK_EQ(set.layers(), 3);
    CHECK(members(set) == shapes);
    for (int k = 0; k < 200; ++k) {
        const std::uint64_t shape = R::gravity(random_cells(rng, 12));
        CHECK_EQ(set.contains(shape), shapes.contains(shape));
    }
    for (const std::uint64_t shape : set.sample(7, 50)) CHECK(shapes.contains(shape));
    CHECK(set.sample(7, 50) == set.sample(7, 50));
    CHECK(set.sample(7, 50) != set.sample(8, 50));
    const std::vector<std::uint64_t> all = set.members(0, shapes.size());
    CHECK(set.members(10, 5) == std::vector<std::uint64_t>(all.begin() + 10, all.begin() + 15));
    for (int k = 0; k < 50; ++k) {
        std::vector<std::uint8_t> masks(12, 15);
        for (int part = 0; part < 4; ++part) masks[rng.place(12)] = static_cast<std::uint8_t>(1 + rng.below(15));
        std::vector<std::uint64_t> expected;
        for (const std::uint64_t shape : all) {
            bool fits = true;
            for (std::size_t part = 0; part < 12; ++part) fits &= (masks[part] >> (shape >> 2 * part & 3) & 1) != 0;
            if (fits) expected.push_back(shape);
        }
        CHECK(set.matching(masks, 0, 1000) == expected);
        CHECK_EQ(set.count_matching(masks), expected.size());
    }
    for (int k = 0; k < 50; ++k) {
        const std::uint64_t wanted = random_cells(rng, 12);
        int least = 12;
        for (const std::uint64_t shape : shapes) least = std::min(least, changed_parts(shape, wanted));
        std::vector<std::uint64_t> expected;
        for (const std::uint64_t shape : all)
            if (changed_parts(shape, wanted) == least) expected.push_back(shape);
        const auto [distance, nearest] = set.nearest(wanted, 1000);
        CHECK_EQ(*distance, least);
        CHECK(nearest == expected);
    }
    CHECK_THROWS(set.count_matching(std::vector<std::uint8_t>(11, 15)), std::invalid_argument);
    CHECK(!set_of({}, 4, 3).nearest(0, 5).first.has_value());
}

TEST(shapez_sets_are_counted_up_to_symmetry) {
    check_canonical<Ring<4, 1>>(3);
    check_canonical<Ring<4, 4>>(4);
    check_canonical<Ring<4, 7>>(5);
    check_canonical<Ring<6, 2>>(6);
    check_canonical<Ring<6, 5>>(7);
    check_canonical<Ring<8, 2>>(8);
    check_canonical<Ring<10, 1>>(9);
    CHECK_EQ(set_of({}, 4, 2).count_canonical(StopToken{}), 0u);
    CHECK_EQ(set_of({0}, 4, 2).count_canonical(StopToken{}), 1u);
    CHECK_THROWS(set_of({0}, 3, 2).count_canonical(StopToken{}), std::invalid_argument);
}

TEST(shapez_sets_stop_counting) {
    // Every word of ten columns of three layers.
    std::vector<std::array<diagram::Node, 4>> nodes;
    for (diagram::Node node = 1; node <= 30; ++node) nodes.push_back({node, node, node, node});
    const ShapeSet all(10, 3, nodes, 31);
    CHECK_EQ(all.count(), std::uint64_t{1} << 60);
    const unsigned char flag = 1;
    CHECK_THROWS(all.count_canonical(StopToken(&flag, -1)), diagram::Stopped);
}

TEST(shapez_sets_refuse_sizes_that_no_shape_has) {
    constexpr int large = 0x40000002;  // four times it is 8, if one counts in 32 bits
    for (const auto& [columns, layers] : {std::pair{4, large}, {large, 4}, {0, 4}, {4, 0}, {-2, -4}, {10, 4}, {31, 1}})
        CHECK_THROWS(ShapeSet(columns, layers, {}, diagram::none), std::invalid_argument);
    CHECK_EQ(ShapeSet(10, 3, {}, diagram::none).count(), 0u);
}
