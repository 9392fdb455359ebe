#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "casters.hpp"
#include "register.hpp"
#include "shapez/closure/closure.hpp"
#include "shapez/closure/parents.hpp"
#include "shapez/closure/shape_set.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using shapewright::diagram::Node;
using shapewright::shapez::Closure;
using shapewright::shapez::ShapeSet;

namespace {

/// Runs `question` on a closure of its own, without the GIL.
template <typename Question>
auto ask(int parts, int layers, std::uint64_t most_nodes, nb::handle stop, double seconds, Question question) {
    const shapewright::StopToken token = stop_token(stop, seconds);
    const nb::gil_scoped_release released;
    Closure closure(parts, layers, most_nodes);
    closure.poll(&token);
    return question(closure);
}

void register_set(nb::module_& module) {
    nb::class_<ShapeSet>(module, "ShapezSet",
                         "A set of packed shapes, or halves: see engine/shapez/closure/shape_set.hpp.")
        .def(
            "__init__",
            [](ShapeSet* self, int columns, int layers, const FourColumns<Node>& nodes, Node root) {
                std::vector<std::array<Node, 4>> children(nodes.shape(0));
                for (std::size_t k = 0; k < children.size(); ++k)
                    for (std::size_t letter = 0; letter < 4; ++letter)
                        children[k][letter] = nodes.data()[4 * k + letter];
                new (self) ShapeSet(columns, layers, std::move(children), root);
            },
            "columns"_a, "layers"_a, "nodes"_a, "root"_a,
            "``nodes``: (n, 4) children of the nodes 2, 3, ..., each smaller than its parent; 0 = none, 1 = the end.")
        .def_prop_ro("columns", &ShapeSet::columns)
        .def_prop_ro("layers", &ShapeSet::layers)
        .def_prop_ro("root", [](const ShapeSet& self) { return self.diagram().root(); })
        .def_prop_ro(
            "nodes",
            [](const ShapeSet& self) {
                std::vector<std::uint32_t> flat;
                for (const auto& children : self.diagram().nodes())
                    flat.insert(flat.end(), children.begin(), children.end());
                const std::size_t rows = self.diagram().nodes().size();
                return array_of(std::move(flat), std::array<std::size_t, 2>{rows, 4});
            },
            nb::rv_policy::move)
        .def("__len__", [](const ShapeSet& self) { return self.count(); })
        .def("__contains__", &ShapeSet::contains, "packed"_a)
        .def(
            "contains",
            [](const ShapeSet& self, const Input<std::uint64_t>& shapes) {
                std::vector<std::uint8_t> result(shapes.shape(0));
                {
                    const nb::gil_scoped_release released;
                    for (std::size_t k = 0; k < result.size(); ++k) result[k] = self.contains(shapes.data()[k]) ? 1 : 0;
                }
                return array_of(std::move(result));
            },
            "packed"_a, "For each packed shape 1 if it is a member, else 0.")
        .def(
            "members",
            [](const ShapeSet& self, std::uint64_t rank, std::uint64_t most) {
                return array_of(self.members(rank, most));
            },
            "rank"_a, "most"_a, "Up to so many members, from the one of that rank on.")
        .def(
            "sample",
            [](const ShapeSet& self, std::uint64_t seed, std::uint64_t samples) {
                return array_of(self.sample(seed, samples));
            },
            "seed"_a, "samples"_a, "Independent uniform members.")
        .def(
            "matching",
            [](const ShapeSet& self, const std::vector<std::uint8_t>& masks, std::uint64_t rank, std::uint64_t most) {
                return array_of(self.matching(masks, rank, most));
            },
            "masks"_a, "rank"_a, "most"_a, "Members whose every part is of a kind allowed by its mask (bit = kind).")
        .def(
            "count_matching",
            [](const ShapeSet& self, const std::vector<std::uint8_t>& masks) { return self.count_matching(masks); },
            "masks"_a)
        .def(
            "nearest",
            [](const ShapeSet& self, std::uint64_t packed, std::uint64_t most) {
                auto [distance, shapes] = self.nearest(packed, most);
                return std::make_pair(distance, array_of(std::move(shapes)));
            },
            "packed"_a, "most"_a, "The fewest parts to change to get a member (None: no member), and such members.")
        .def(
            "count_canonical",
            [](const ShapeSet& self, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return self.count_canonical(token);
            },
            "stop"_a = nb::none(), "seconds"_a = -1.0, "Members up to rotations and mirror images.");
}

/// What the machines make of the shapes of a set.
void define_machines(nb::module_& module) {
    const auto define = [&](const char* name, auto question, const char* doc) {
        module.def(
            name,
            [question](const ShapeSet& set, const ShapeSet* without, int parts, std::uint64_t most_nodes,
                       nb::handle stop, double seconds) {
                return ask(parts, set.layers(), most_nodes, stop, seconds, [&](Closure& closure) {
                    auto [result, columns] = question(closure, closure.bring(set), parts);
                    if (without != nullptr) result = closure.subtract(result, closure.bring(*without));
                    return closure.take(result, columns);
                });
            },
            "set"_a, "without"_a.none(), "parts"_a, "most_nodes"_a, "stop"_a = nb::none(), "seconds"_a = -1.0, doc);
    };
    using Made = std::pair<Node, int>;
    define(
        "shapez_swappable", [](Closure& c, Node set, int parts) { return Made(c.swappable(set), parts); },
        "Shapes of which, in some rotation, both halves are in a set of halves.");
    define(
        "shapez_stacked", [](Closure& c, Node set, int parts) { return Made(c.stacked(set), parts); },
        "A set with all that stacking makes of it.");
    define(
        "shapez_changed_by_stacking",
        [](Closure& c, Node set, int parts) { return Made(c.changed_by_stacking(set), parts); },
        "What a piece that changes the shape makes of the shapes of a set.");
    define(
        "shapez_pushed", [](Closure& c, Node set, int parts) { return Made(c.pushed(set), parts); },
        "What pushing pins makes of the shapes of a set.");
    define(
        "shapez_cut", [](Closure& c, Node set, int parts) { return Made(c.cut(set), parts / 2); },
        "The east halves that cutting makes of the shapes of a set.");
    define(
        "shapez_difference", [](Closure&, Node set, int parts) { return Made(set, parts); },
        "A set of shapes without another.");
}

void define_layers(nb::module_& module) {
    const auto define_in_layer = [&](const char* name, Node (Closure::*question)(Node, int), const char* doc) {
        module.def(
            name,
            [question](const ShapeSet& set, int layer, int parts, std::uint64_t most_nodes, nb::handle stop,
                       double seconds) {
                if (layer < 0 || layer >= set.layers()) throw std::invalid_argument("no such layer");
                return ask(parts, set.layers(), most_nodes, stop, seconds, [&](Closure& closure) {
                    return closure.take((closure.*question)(closure.bring(set), layer), parts);
                });
            },
            "set"_a, "layer"_a, "parts"_a, "most_nodes"_a, "stop"_a = nb::none(), "seconds"_a = -1.0, doc);
    };
    define_in_layer("shapez_stacked_in", &Closure::stacked_in,
                    "A set with all that stacking makes of it by pieces that come to lie in one layer.");
    define_in_layer(
        "shapez_changed_in", &Closure::changed_in,
        "What a piece that comes to lie in one layer, and changes the shape, makes of the shapes of a set.");
}

void define_halves(nb::module_& module) {
    module.def(
        "shapez_half_set",
        [](int parts, int layers, const Input<std::uint32_t>& keys) {
            Closure closure(parts, layers, std::uint64_t{1} << 31);
            return closure.take(closure.from_half_keys(std::span(keys.data(), keys.shape(0))), parts / 2);
        },
        "parts"_a, "layers"_a, "keys"_a, "The set of these half keys, in any order.");
    module.def(
        "shapez_closed_halves",
        [](int parts, int layers, const ShapeSet* known, std::uint64_t most_nodes, nb::handle stop, double seconds) {
            return ask(parts, layers, most_nodes, stop, seconds, [&](Closure& closure) {
                const Node start = closure.unite(closure.seed_halves(), known == nullptr ? 0 : closure.bring(*known));
                return closure.take(closure.closed_halves(start), parts / 2);
            });
        },
        "parts"_a, "layers"_a, "known"_a.none(), "most_nodes"_a, "stop"_a = nb::none(), "seconds"_a = -1.0,
        "The seed halves and the known ones with all that operations on halves make of them.");
}

void define_algebra(nb::module_& module) {
    module.def(
        "shapez_union",
        [](const ShapeSet& a, const ShapeSet& b, int parts, std::uint64_t most_nodes, nb::handle stop, double seconds) {
            return ask(parts, a.layers(), most_nodes, stop, seconds, [&](Closure& closure) {
                return closure.take(closure.unite(closure.bring(a), closure.bring(b)), a.columns());
            });
        },
        "a"_a, "b"_a, "parts"_a, "most_nodes"_a, "stop"_a = nb::none(), "seconds"_a = -1.0, "What is in either set.");
    module.def(
        "shapez_slices",
        [](const ShapeSet& set, std::size_t most, int parts, std::uint64_t most_nodes, nb::handle stop,
           double seconds) {
            return ask(parts, set.layers(), most_nodes, stop, seconds, [&](Closure& closure) {
                std::vector<ShapeSet> result;
                for (const Node slice : closure.slices(closure.bring(set), most))
                    result.push_back(closure.take(slice, set.columns()));
                return result;
            });
        },
        "set"_a, "most"_a, "parts"_a, "most_nodes"_a, "stop"_a = nb::none(), "seconds"_a = -1.0,
        "At most so many disjoint parts of a set of shapes, which share little work.");
}

void define_parents(nb::module_& module) {
    const auto define = [&](const char* name, auto parents, const char* doc) {
        module.def(
            name,
            [parents](const ShapeSet& set, const Input<std::uint64_t>& made, int threads, std::uint64_t most_nodes,
                      nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                std::vector<std::uint64_t> result;
                {
                    const nb::gil_scoped_release released;
                    result = parents(set, std::span(made.data(), made.shape(0)), threads, most_nodes, token);
                }
                return array_of(std::move(result));
            },
            "set"_a, "made"_a, "threads"_a, "most_nodes"_a, "stop"_a = nb::none(), "seconds"_a = -1.0, doc);
    };
    define("shapez_pin_parents", shapewright::shapez::pin_parents,
           "For each shape a member of the set that pushing pins turns into it; all bits set: none.");
    define("shapez_cut_parents", shapewright::shapez::cut_parents,
           "For each half key (uint64) a member of the set whose east half it becomes when that is cut.");
}

}  // namespace

void register_shapez_closure(nb::module_& module) {
    register_set(module);
    define_halves(module);
    define_machines(module);
    define_layers(module);
    define_algebra(module);
    define_parents(module);
}
