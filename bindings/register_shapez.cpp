#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "casters.hpp"
#include "register.hpp"
#include "shapez/rules/configurations.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::shapez;

namespace {

/// Memory that becomes a numpy array which owns it.
template <typename Item>
class Fresh {
public:
    explicit Fresh(std::size_t size) : size_(size), items_(new Item[size]) {}
    Item& operator[](std::size_t i) { return items_[i]; }
    Output<Item> array() {
        Item* items = items_.release();
        const nb::capsule owner(items, [](void* pointer) noexcept { delete[] static_cast<Item*>(pointer); });
        return Output<Item>(items, {size_}, owner);
    }

private:
    std::size_t size_;
    std::unique_ptr<Item[]> items_;
};

/// A configuration chosen at run time: every operation is a loop over whole arrays, without the GIL.
class Shapes {
public:
    Shapes(int parts, int layers) : parts_(parts), layers_(layers) {
        with_ring(parts, layers, [](auto) {});
    }

    template <typename Result, typename Item, typename Operation>
    Output<Result> map(const Input<Item>& items, Operation operation) const {
        const std::size_t size = items.shape(0);
        const Item* from = items.data();
        Fresh<Result> to(size);
        {
            const nb::gil_scoped_release released;
            with_ring(parts_, layers_, [&](auto ring) {
                check(from, size, ring);
                for (std::size_t i = 0; i < size; ++i) to[i] = operation(ring, from[i]);
            });
        }
        return to.array();
    }

    template <typename Result, typename Item, typename Operation>
    Output<Result> map(const Input<Item>& left, const Input<Item>& right, Operation operation) const {
        const std::size_t size = same_size(left, right);
        const Item* a = left.data();
        const Item* b = right.data();
        Fresh<Result> to(size);
        {
            const nb::gil_scoped_release released;
            with_ring(parts_, layers_, [&](auto ring) {
                check(a, size, ring);
                check(b, size, ring);
                for (std::size_t i = 0; i < size; ++i) to[i] = operation(ring, a[i], b[i]);
            });
        }
        return to.array();
    }

    /// Two results for each pair of items; `right` may be `left`.
    template <typename Result, typename Operation>
    std::pair<Output<Result>, Output<Result>> map_to_pairs(const Input<Shape>& left, const Input<Shape>& right,
                                                           Operation operation) const {
        const std::size_t size = same_size(left, right);
        const Shape* a = left.data();
        const Shape* b = right.data();
        Fresh<Result> first(size);
        Fresh<Result> second(size);
        {
            const nb::gil_scoped_release released;
            with_ring(parts_, layers_, [&](auto ring) {
                check(a, size, ring);
                check(b, size, ring);
                for (std::size_t i = 0; i < size; ++i) {
                    const auto results = operation(ring, a[i], b[i]);
                    first[i] = results.first;
                    second[i] = results.second;
                }
            });
        }
        return {first.array(), second.array()};
    }

    int parts() const { return parts_; }
    int layers() const { return layers_; }

private:
    template <typename Item, typename Ring>
    static void check(const Item* items, std::size_t size, Ring) {
        constexpr int bits = sizeof(Item) == sizeof(HalfKey) ? Ring::Halves::bits : Ring::bits;
        Item seen = 0;
        for (std::size_t i = 0; i < size; ++i) seen |= items[i];
        if (seen >> bits != 0)
            throw std::invalid_argument("a packed " + std::string(bits == Ring::bits ? "shape" : "half") + " of " +
                                        std::to_string(Ring::parts) + " parts and " + std::to_string(Ring::layers) +
                                        " layers has " + std::to_string(bits) + " bits, but one here is larger");
    }
    template <typename Item>
    static std::size_t same_size(const Input<Item>& left, const Input<Item>& right) {
        if (left.shape(0) != right.shape(0)) throw std::invalid_argument("the arrays are not of the same length");
        return left.shape(0);
    }

    int parts_;
    int layers_;
};

}  // namespace

void register_shapez(nb::module_& module) {
    nb::class_<Shapes>(module, "ShapezPacked",
                       "Operations on arrays of packed shapes of one configuration: see engine/shapez/rules/shape.hpp.")
        .def(nb::init<int, int>(), "parts"_a, "layers"_a)
        .def_prop_ro("parts", &Shapes::parts)
        .def_prop_ro("layers", &Shapes::layers)
        .def(
            "rotate",
            [](const Shapes& self, const Input<Shape>& shapes, int steps) {
                const int turn = (steps % self.parts() + self.parts()) % self.parts();
                return self.map<Shape>(shapes, [turn](auto ring, Shape x) { return ring.rotate(x, turn); });
            },
            "shapes"_a, "steps"_a)
        .def(
            "mirror",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map<Shape>(shapes, [](auto ring, Shape x) { return ring.mirror(x); });
            },
            "shapes"_a)
        .def(
            "canonical",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map<Shape>(shapes, [](auto ring, Shape x) { return ring.canonical(x); });
            },
            "shapes"_a)
        .def(
            "gravity",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map<Shape>(shapes, [](auto ring, Shape x) { return ring.gravity(x); });
            },
            "shapes"_a)
        .def(
            "is_stable",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map<bool>(shapes, [](auto ring, Shape x) { return ring.is_stable(x); });
            },
            "shapes"_a)
        .def(
            "push_pin",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map<Shape>(shapes, [](auto ring, Shape x) { return ring.push_pin(x); });
            },
            "shapes"_a)
        .def(
            "crystallise",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map<Shape>(shapes, [](auto ring, Shape x) { return ring.crystallise(x); });
            },
            "shapes"_a)
        .def(
            "cut",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map_to_pairs<Shape>(shapes, shapes, [](auto ring, Shape x, Shape) { return ring.cut(x); });
            },
            "shapes"_a, "The east halves and the west halves.")
        .def(
            "swap",
            [](const Shapes& self, const Input<Shape>& left, const Input<Shape>& right) {
                return self.map_to_pairs<Shape>(left, right,
                                                [](auto ring, Shape a, Shape b) { return ring.swap(a, b); });
            },
            "left"_a, "right"_a)
        .def(
            "stack",
            [](const Shapes& self, const Input<Shape>& below, const Input<Shape>& top) {
                return self.map<Shape>(below, top, [](auto ring, Shape a, Shape b) { return ring.stack(a, b); });
            },
            "below"_a, "top"_a)
        .def(
            "split",
            [](const Shapes& self, const Input<Shape>& shapes) {
                return self.map_to_pairs<HalfKey>(shapes, shapes, [](auto ring, Shape x, Shape) {
                    return std::pair(ring.east_key(x), ring.west_key(x));
                });
            },
            "shapes"_a, "The keys of the east halves and of the west halves, nothing shattered.")
        .def(
            "join",
            [](const Shapes& self, const Input<HalfKey>& east, const Input<HalfKey>& west) {
                return self.map<Shape>(east, west, [](auto ring, HalfKey a, HalfKey b) { return ring.joined(a, b); });
            },
            "east"_a, "west"_a)
        .def(
            "reflect_half",
            [](const Shapes& self, const Input<HalfKey>& halves) {
                return self.map<HalfKey>(halves,
                                         [](auto ring, HalfKey key) { return decltype(ring)::Halves::reflected(key); });
            },
            "halves"_a, "Mirrored and turned by 180 degrees, which leaves the east in its place.");
}
