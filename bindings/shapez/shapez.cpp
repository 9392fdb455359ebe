// Operations on arrays of packed shapes.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "declare.hpp"
#include "shapez/rules/any_ring.hpp"
#include "shapez/rules/configurations.hpp"

namespace shapewright::bindings {

using shapez::HalfKey;
using shapez::Shape;

namespace {

/// How a loop reaches an operation: that of a few instructions is compiled for each ring, loop and all; a longer one is
/// called.
enum class By { loop, call };

/// A configuration chosen at run time: every operation is a loop over whole arrays.
class Shapes {
public:
    Shapes(int parts, int layers) : ring_(shapez::any_ring(parts, layers)) {}

    template <By by, typename Result, typename Item, typename Operation>
    Output<Result> map(Input<Item> items, Operation operation) const {
        Output<Result> to(items.size());
        check(items);
        with<by>([&](const auto& ring) {
            for (std::size_t i = 0; i < items.size(); ++i) to[i] = operation(ring, items[i]);
        });
        return to;
    }

    template <By by, typename Result, typename Item, typename Operation>
    Output<Result> map(Input<Item> left, Input<Item> right, Operation operation) const {
        check_sizes(left, right);
        Output<Result> to(left.size());
        check(left);
        check(right);
        with<by>([&](const auto& ring) {
            for (std::size_t i = 0; i < left.size(); ++i) to[i] = operation(ring, left[i], right[i]);
        });
        return to;
    }

    /// Two results for each pair of items; `right` may be `left`.
    template <By by, typename Result, typename Operation>
    std::pair<Output<Result>, Output<Result>> map_to_pairs(Input<Shape> left, Input<Shape> right,
                                                           Operation operation) const {
        check_sizes(left, right);
        Output<Result> first(left.size());
        Output<Result> second(left.size());
        check(left);
        check(right);
        with<by>([&](const auto& ring) {
            for (std::size_t i = 0; i < left.size(); ++i) {
                const auto results = operation(ring, left[i], right[i]);
                first[i] = results.first;
                second[i] = results.second;
            }
        });
        return {std::move(first), std::move(second)};
    }

    int parts() const { return ring_.parts; }
    int layers() const { return ring_.layers; }

private:
    template <By by, typename Visit>
    void with(const Visit& visit) const {
        if constexpr (by == By::call)
            visit(ring_);
        else
            shapez::with_ring(ring_.parts, ring_.layers, visit);
    }

    template <typename Item>
    void check(Input<Item> items) const {
        constexpr bool halves = sizeof(Item) == sizeof(HalfKey);
        const int bits = halves ? ring_.half_bits : ring_.bits;
        Item seen = 0;
        for (const Item item : items) seen |= item;
        if (seen >> bits != 0)
            throw std::invalid_argument("a packed " + std::string(halves ? "half" : "shape") + " of " +
                                        std::to_string(ring_.parts) + " parts and " + std::to_string(ring_.layers) +
                                        " layers has " + std::to_string(bits) + " bits, but one here is larger");
    }
    template <typename Item>
    static void check_sizes(Input<Item> left, Input<Item> right) {
        if (left.size() != right.size()) throw std::invalid_argument("the arrays are not of the same length");
    }

    const shapez::AnyRing& ring_;
};

}  // namespace

void declare_shapez(Door& door) {
    door.type<Shapes>("ShapezPacked",
                      "Operations on arrays of packed shapes of one configuration: see engine/shapez/rules/shape.hpp.")
        .init([](int parts, int layers) { return Shapes(parts, layers); }, arg("parts"), arg("layers"))
        .property("parts", &Shapes::parts)
        .property("layers", &Shapes::layers)
        .def(
            "rotate",
            [](const Shapes& self, Input<Shape> shapes, int steps) {
                const int turn = (steps % self.parts() + self.parts()) % self.parts();
                return self.map<By::loop, Shape>(shapes,
                                                 [turn](const auto& ring, Shape x) { return ring.rotate(x, turn); });
            },
            arg("shapes"), arg("steps"), takes_long)
        .def(
            "mirror",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map<By::loop, Shape>(shapes, [](const auto& ring, Shape x) { return ring.mirror(x); });
            },
            arg("shapes"), takes_long)
        .def(
            "canonical",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map<By::loop, Shape>(shapes, [](const auto& ring, Shape x) { return ring.canonical(x); });
            },
            arg("shapes"), takes_long)
        .def(
            "gravity",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map<By::call, Shape>(shapes, [](const auto& ring, Shape x) { return ring.gravity(x); });
            },
            arg("shapes"), takes_long)
        .def(
            "is_stable",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map<By::call, bool>(shapes, [](const auto& ring, Shape x) { return ring.is_stable(x); });
            },
            arg("shapes"), takes_long)
        .def(
            "push_pin",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map<By::call, Shape>(shapes, [](const auto& ring, Shape x) { return ring.push_pin(x); });
            },
            arg("shapes"), takes_long)
        .def(
            "crystallise",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map<By::loop, Shape>(shapes, [](const auto& ring, Shape x) { return ring.crystallise(x); });
            },
            arg("shapes"), takes_long)
        .def(
            "cut",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map_to_pairs<By::call, Shape>(shapes, shapes,
                                                          [](const auto& ring, Shape x, Shape) { return ring.cut(x); });
            },
            arg("shapes"), takes_long, "The east halves and the west halves.")
        .def(
            "swap",
            [](const Shapes& self, Input<Shape> left, Input<Shape> right) {
                return self.map_to_pairs<By::call, Shape>(
                    left, right, [](const auto& ring, Shape a, Shape b) { return ring.swap(a, b); });
            },
            arg("left"), arg("right"), takes_long)
        .def(
            "stack",
            [](const Shapes& self, Input<Shape> below, Input<Shape> top) {
                return self.map<By::call, Shape>(below, top,
                                                 [](const auto& ring, Shape a, Shape b) { return ring.stack(a, b); });
            },
            arg("below"), arg("top"), takes_long)
        .def(
            "split",
            [](const Shapes& self, Input<Shape> shapes) {
                return self.map_to_pairs<By::loop, HalfKey>(shapes, shapes, [](const auto& ring, Shape x, Shape) {
                    return std::pair(ring.east_key(x), ring.west_key(x));
                });
            },
            arg("shapes"), takes_long, "The keys of the east halves and of the west halves, nothing shattered.")
        .def(
            "join",
            [](const Shapes& self, Input<HalfKey> east, Input<HalfKey> west) {
                return self.map<By::loop, Shape>(
                    east, west, [](const auto& ring, HalfKey a, HalfKey b) { return ring.joined(a, b); });
            },
            arg("east"), arg("west"), takes_long)
        .def(
            "reflect_half",
            [](const Shapes& self, Input<HalfKey> halves) {
                return self.map<By::loop, HalfKey>(halves, [](const auto& ring, HalfKey key) {
                    return std::decay_t<decltype(ring)>::Halves::reflected(key);
                });
            },
            arg("halves"), takes_long, "Mirrored and turned by 180 degrees, which leaves the east in its place.");
}

}  // namespace shapewright::bindings
