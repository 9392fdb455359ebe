// Sets of shapes as diagrams, pushed, cut, swapped and stacked, against the packed operations shape by shape.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "shapez/closure/closure.hpp"
#include "shapez/closure/parents.hpp"
#include "shapez/rules/shape.hpp"
#include "shapez/shape_sets.hpp"

using namespace shapewright;
using namespace shapewright::shapez;
using shape_sets::members;
using shape_sets::Packed;
using shape_sets::pieces;
using shape_sets::piled_up;
using shape_sets::random_cells;
using shape_sets::set_of;
using shape_sets::stable_shapes;

namespace {

constexpr std::uint64_t enough_nodes = 1u << 24;

template <typename R>
void check_push(std::uint64_t seed) {
    Rng rng(seed);
    const Packed shapes = stable_shapes<R>(rng, 150);
    Packed expected;
    for (const std::uint64_t shape : shapes) expected.insert(R::push_pin(shape));
    const ShapeSet set = set_of(shapes, R::parts, R::layers);
    Closure closure(R::parts, R::layers, enough_nodes);
    CHECK(members(closure.take(closure.pushed(closure.bring(set)), R::parts)) == expected);

    // Backward: from what was made, and from what was not.
    std::vector<std::uint64_t> wanted(expected.begin(), expected.end());
    for (int k = 0; k < 50; ++k) wanted.push_back(R::gravity(random_cells(rng, R::parts * R::layers)));
    const auto parents = pin_parents(set, wanted, 2, enough_nodes, StopToken{});
    CHECK_EQ(parents.size(), wanted.size());
    CHECK(parents == pin_parents(set, wanted, 1, enough_nodes, StopToken{}));
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        CHECK_EQ(parents[k] != no_parent, expected.contains(wanted[k]));
        if (parents[k] == no_parent) continue;
        CHECK(shapes.contains(parents[k]));
        CHECK_EQ(R::push_pin(parents[k]), wanted[k]);
    }
}

template <typename R>
void check_cut(std::uint64_t seed) {
    Rng rng(seed);
    const Packed shapes = stable_shapes<R>(rng, 150);
    Packed expected;
    for (const std::uint64_t shape : shapes) expected.insert(R::east_key(R::cut(shape).first));
    const ShapeSet set = set_of(shapes, R::parts, R::layers);
    Closure closure(R::parts, R::layers, enough_nodes);
    CHECK(members(closure.take(closure.cut(closure.bring(set)), R::half_parts)) == expected);

    std::vector<std::uint64_t> wanted(expected.begin(), expected.end());
    for (int k = 0; k < 50; ++k)
        wanted.push_back(R::Halves::gravity(static_cast<HalfKey>(random_cells(rng, R::half_parts * R::layers))));
    const auto parents = cut_parents(set, wanted, 2, enough_nodes, StopToken{});
    CHECK_EQ(parents.size(), wanted.size());
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        CHECK_EQ(parents[k] != no_parent, expected.contains(wanted[k]));
        if (parents[k] == no_parent) continue;
        CHECK(shapes.contains(parents[k]));
        CHECK_EQ(R::east_key(R::cut(parents[k]).first), wanted[k]);
    }
}

/// Of shapes so full that not too much can be stacked on them.
template <typename R>
void check_stack(std::uint64_t seed, std::size_t most) {
    Rng rng(seed);
    Packed shapes, expected;
    for (int k = 0; k < 40; ++k) {
        const Packed one{R::gravity(random_cells(rng, R::parts * R::layers))};
        const Packed more = piled_up<R, true>(one, most);
        if (expected.size() + more.size() > most) continue;
        shapes.insert(one.begin(), one.end());
        expected.insert(more.begin(), more.end());
    }
    CHECK(shapes.size() > 2 && expected.size() > shapes.size());
    Closure closure(R::parts, R::layers, enough_nodes);
    const Node piled = closure.stacked(closure.bring(set_of(shapes, R::parts, R::layers)));
    const ShapeSet set = closure.take(piled, R::parts);
    CHECK(members(set) == expected);
    // A stacked shape falls apart into such pieces, whatever it is.
    for (const std::uint64_t shape : shapes)
        for (int k = 0; k < 20; ++k) CHECK(set.contains(R::stack(shape, random_cells(rng, R::parts * R::layers))));

    Packed changed;
    for (const std::uint64_t shape : expected)
        for (const auto piece : pieces<R, true>())
            if (const auto made = R::stack_piece(shape, piece); made != shape) changed.insert(made);
    CHECK(members(closure.take(closure.changed_by_stacking(piled), R::parts)) == changed);
}

template <typename R>
Packed swapped(const Packed& halves) {
    Packed shapes;
    for (const std::uint64_t east : halves)
        for (const std::uint64_t west : halves)
            for (int steps = 0; steps < R::half_parts; ++steps)
                shapes.insert(R::rotate(R::joined(static_cast<HalfKey>(east), static_cast<HalfKey>(west)), steps));
    return shapes;
}

template <typename R>
void check_swappable(std::uint64_t seed) {
    Rng rng(seed);
    const Packed halves = stable_shapes<typename R::Halves>(rng, 40);
    std::vector<HalfKey> keys(halves.begin(), halves.end());
    std::reverse(keys.begin(), keys.end());
    Closure closure(R::parts, R::layers, enough_nodes);
    const Node set = closure.from_half_keys(keys);
    CHECK(members(closure.take(set, R::half_parts)) == halves);
    CHECK_EQ(closure.bring(set_of(halves, R::half_parts, R::layers)), set);
    CHECK(members(closure.take(closure.swappable(set), R::parts)) == swapped<R>(halves));
    CHECK_EQ(closure.swappable(none), none);
}

/// Pushing, stacking, cutting: halves alone, beside anything, and in shapes that were swapped and rotated.
template <typename R>
Packed operated(const Packed& halves) {
    using H = typename R::Halves;
    Packed made = halves;
    for (const std::uint64_t packed : halves) {
        const auto half = static_cast<HalfKey>(packed);
        made.insert(H::push_pin(half));
        for (const HalfKey piece : pieces<H, false>()) made.insert(H::stack_piece(half, piece));
        // Whatever crystals stand beside it.
        const HalfKey border = H::crystals(half) & (H::first_column | H::last_column);
        for (HalfKey touched = border; touched != 0; touched = (touched - 1) & border)
            made.insert(H::gravity(half & ~H::whole(H::flood(touched, H::crystals(half)))));
    }
    for (const std::uint64_t east : halves)
        for (const std::uint64_t west : halves)
            for (int steps = 0; steps < R::parts; ++steps) {
                const Shape turned =
                    R::rotate(R::joined(static_cast<HalfKey>(east), static_cast<HalfKey>(west)), steps);
                made.insert(R::east_key(R::cut(turned).first));
            }
    return made;
}

/// The closure of some halves, and each step there by itself.
template <typename R>
void check_closed_halves(std::uint64_t seed, int size) {
    Rng rng(seed);
    Packed halves = stable_shapes<typename R::Halves>(rng, size);
    Closure closure(R::parts, R::layers, enough_nodes);
    const Node closed = closure.closed_halves(closure.bring(set_of(halves, R::half_parts, R::layers)));
    for (Packed before; before != halves;) {
        before = halves;
        halves = operated<R>(halves);
    }
    CHECK(members(closure.take(closed, R::half_parts)) == halves);
    CHECK_EQ(closure.closed_halves(closed), closed);
}

template <typename R>
void check_seeds() {
    Packed expected;
    for (std::uint64_t half = 0; half < std::uint64_t{1} << (R::parts * R::layers); ++half) {
        const auto key = static_cast<HalfKey>(half);
        const HalfKey taken = R::Halves::occupied(key);
        if (R::Halves::pins(key) == 0 && (taken & ~R::Halves::bottom & ~R::Halves::above(taken)) == 0)
            expected.insert(half);
    }
    Closure closure(R::parts, R::layers, enough_nodes);
    CHECK(members(closure.take(closure.seed_halves(), R::half_parts)) == expected);
}

template <typename R>
void check_slices(std::uint64_t seed, std::size_t most) {
    Rng rng(seed);
    const Packed shapes = stable_shapes<R>(rng, 300);
    Closure closure(R::parts, R::layers, enough_nodes);
    const Node set = closure.bring(set_of(shapes, R::parts, R::layers));
    const std::vector<Node> slices = closure.slices(set, most);
    CHECK(slices.size() > 1 && slices.size() <= most);
    Packed seen;
    for (const Node slice : slices) {
        CHECK(slice != none);
        for (const std::uint64_t shape : members(closure.take(slice, R::parts))) CHECK(seen.insert(shape).second);
    }
    CHECK(seen == shapes);
    CHECK(closure.slices(set, 1) == std::vector<Node>{set});
    CHECK(closure.slices(none, most).empty());
}

}  // namespace

TEST(shapez_sets_of_shapes_are_pushed_as_shapes_are) {
    check_push<Ring<4, 1>>(1);
    check_push<Ring<4, 2>>(2);
    check_push<Ring<4, 4>>(3);
    check_push<Ring<4, 7>>(4);
    check_push<Ring<6, 2>>(5);
    check_push<Ring<6, 4>>(6);
    check_push<Ring<8, 3>>(7);
    check_push<Ring<10, 2>>(8);
    check_push<Ring<10, 3>>(9);
}

TEST(shapez_sets_of_shapes_are_cut_as_shapes_are) {
    check_cut<Ring<4, 1>>(1);
    check_cut<Ring<4, 2>>(2);
    check_cut<Ring<4, 4>>(3);
    check_cut<Ring<4, 7>>(4);
    check_cut<Ring<6, 2>>(5);
    check_cut<Ring<6, 4>>(6);
    check_cut<Ring<8, 3>>(7);
    check_cut<Ring<10, 2>>(8);
    check_cut<Ring<10, 3>>(9);
}

TEST(shapez_sets_of_shapes_are_stacked_as_shapes_are) {
    check_stack<Ring<4, 1>>(1, 1000);
    check_stack<Ring<4, 2>>(2, 2000);
    check_stack<Ring<4, 3>>(3, 2000);
    check_stack<Ring<4, 5>>(4, 2000);
    check_stack<Ring<6, 2>>(5, 2000);
    check_stack<Ring<6, 3>>(6, 2000);
    check_stack<Ring<8, 2>>(7, 2000);
    check_stack<Ring<10, 1>>(8, 2000);
}

TEST(shapez_halves_are_swapped_as_shapes_are) {
    check_swappable<Ring<4, 1>>(1);
    check_swappable<Ring<4, 3>>(2);
    check_swappable<Ring<4, 7>>(3);
    check_swappable<Ring<6, 2>>(4);
    check_swappable<Ring<6, 5>>(5);
    check_swappable<Ring<8, 2>>(6);
    check_swappable<Ring<10, 3>>(7);
}

TEST(shapez_halves_are_closed_as_halves_are) {
    check_closed_halves<Ring<4, 1>>(1, 2);
    check_closed_halves<Ring<4, 2>>(2, 2);
    check_closed_halves<Ring<4, 2>>(3, 20);
    check_closed_halves<Ring<6, 1>>(4, 1);
}

TEST(shapez_seed_halves_are_full_columns) {
    check_seeds<Ring<4, 1>>();
    check_seeds<Ring<4, 3>>();
    check_seeds<Ring<6, 2>>();
    check_seeds<Ring<8, 1>>();
}

TEST(shapez_slices_share_nothing) {
    check_slices<Ring<4, 2>>(1, 100);
    check_slices<Ring<6, 3>>(2, 4);
}

TEST(shapez_closures_refuse_other_configurations) {
    for (const auto& [parts, layers] : {std::pair{4, 8}, {4, 0}, {5, 2}, {2, 3}, {8, 4}, {4, -1}})
        CHECK_THROWS(Closure(parts, layers, enough_nodes), std::invalid_argument);
    Closure closure(4, 3, enough_nodes);
    CHECK_THROWS(closure.bring(set_of({0}, 4, 2)), std::invalid_argument);
    CHECK_THROWS(closure.bring(set_of({0}, 6, 3)), std::invalid_argument);
    CHECK_EQ(closure.bring(set_of({}, 4, 3)), none);
    CHECK(closure.bring(set_of({0}, 2, 3)) != none);
}
