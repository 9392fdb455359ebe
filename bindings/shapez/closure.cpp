// Sets of shapes, and what machines make of them.
#include "shapez/closure/closure.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "shapez/closure/fresh_pushed.hpp"
#include "shapez/closure/parents.hpp"
#include "shapez/closure/shape_set.hpp"

namespace shapewright::bindings {

using diagram::Node;
using shapez::Closure;
using shapez::ShapeSet;

namespace {

/// Runs `question` on a closure of its own.
template <typename Question>
auto ask(int parts, int layers, std::uint64_t most_nodes, const StopToken& stop, Question question) {
    Closure closure(parts, layers, most_nodes);
    closure.poll(&stop);
    return question(closure);
}

Output<Node, 2> nodes_of(const ShapeSet& set) {
    const auto& nodes = set.diagram().nodes();
    std::vector<Node> flat;
    for (const auto& children : nodes) flat.insert(flat.end(), children.begin(), children.end());
    return {std::move(flat), {nodes.size(), 4}};
}

Output<std::uint8_t> contained(const ShapeSet& set, Input<std::uint64_t> shapes) {
    std::vector<std::uint8_t> result(shapes.size());
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = set.contains(shapes[k]) ? 1 : 0;
    return array_of(std::move(result));
}

std::pair<std::optional<int>, Output<std::uint64_t>> nearest(const ShapeSet& set, std::uint64_t packed,
                                                             std::uint64_t most, const StopToken& stop) {
    auto [distance, shapes] = set.nearest(packed, most, stop);
    return {distance, array_of(std::move(shapes))};
}

void declare_set(Door& door) {
    using Masks = const std::vector<std::uint8_t>&;
    door.type<ShapeSet>("ShapezSet", "A set of packed shapes, or halves: see engine/shapez/closure/shape_set.hpp.")
        .init([](int columns, int layers, FourColumns<Node> nodes,
                 Node root) { return ShapeSet(columns, layers, nodes.rows(), root); },
              arg("columns"), arg("layers"), arg("nodes"), arg("root"),
              "``nodes``: (n, 4) children of the nodes 2, 3, ..., each smaller than its parent; 0 = none, 1 = the end.")
        .property("columns", &ShapeSet::columns)
        .property("layers", &ShapeSet::layers)
        .property("root", [](const ShapeSet& self) { return self.diagram().root(); })
        .property("nodes", &nodes_of)
        .def("__len__", &ShapeSet::count)
        .def("__contains__", &ShapeSet::contains, arg("packed"))
        .def("contains", &contained, arg("packed"), takes_long, "For each packed shape 1 if it is a member, else 0.")
        .def(
            "members",
            [](const ShapeSet& self, std::uint64_t rank, std::uint64_t most, const StopToken& stop) {
                return array_of(self.members(rank, most, stop));
            },
            arg("rank"), arg("most"), stopping_if_asked, "Up to so many members, from the one of that rank on.")
        .def(
            "sample",
            [](const ShapeSet& self, std::uint64_t seed, std::uint64_t samples, const StopToken& stop) {
                return array_of(self.sample(seed, samples, stop));
            },
            arg("seed"), arg("samples"), stopping_if_asked, "Independent uniform members.")
        .def(
            "matching",
            [](const ShapeSet& self, Masks masks, std::uint64_t rank, std::uint64_t most, const StopToken& stop) {
                return array_of(self.matching(masks, rank, most, stop));
            },
            arg("masks"), arg("rank"), arg("most"), stopping_if_asked,
            "Members whose every part is of a kind allowed by its mask (bit = kind).")
        .def(
            "count_matching",
            [](const ShapeSet& self, Masks masks, const StopToken& stop) { return self.count_matching(masks, stop); },
            arg("masks"), stopping_if_asked)
        .def("nearest", &nearest, arg("packed"), arg("most"), stopping_if_asked,
             "The fewest parts to change to get a member (None: no member), and such members.")
        .def("count_canonical", &ShapeSet::count_canonical, stopping_if_asked, arg("threads") = 1,
             "Members up to rotations and mirror images.")
        .def("count_reversible", &ShapeSet::count_reversible, stopping_if_asked,
             "Members that are the same with their columns in the opposite order.");
}

/// What the machines make of the shapes of a set.
void declare_machines(Door& door) {
    const auto declare = [&](const char* name, auto question, const char* doc) {
        door.def(
            name,
            [question](const ShapeSet& set, const ShapeSet* without, int parts, std::uint64_t most_nodes,
                       const StopToken& stop) {
                return ask(parts, set.layers(), most_nodes, stop, [&](Closure& closure) {
                    auto [result, columns] = question(closure, closure.bring(set), parts);
                    if (without != nullptr) result = closure.subtract(result, closure.bring(*without));
                    return closure.take(result, columns);
                });
            },
            arg("set"), nullable("without"), arg("parts"), arg("most_nodes"), stopping_if_asked, doc);
    };
    using Made = std::pair<Node, int>;
    declare(
        "shapez_swappable", [](Closure& c, Node set, int parts) { return Made(c.swappable(set), parts); },
        "Shapes of which, in some rotation, both halves are in a set of halves.");
    declare(
        "shapez_stacked", [](Closure& c, Node set, int parts) { return Made(c.stacked(set), parts); },
        "A set with all that stacking makes of it.");
    declare(
        "shapez_changed_by_stacking",
        [](Closure& c, Node set, int parts) { return Made(c.changed_by_stacking(set), parts); },
        "What a piece that changes the shape makes of the shapes of a set.");
    declare(
        "shapez_pushed", [](Closure& c, Node set, int parts) { return Made(c.pushed(set), parts); },
        "What pushing pins makes of the shapes of a set.");
    declare(
        "shapez_cut", [](Closure& c, Node set, int parts) { return Made(c.cut(set), parts / 2); },
        "The east halves that cutting makes of the shapes of a set.");
    declare(
        "shapez_rotated_enough", [](Closure& c, Node set, int parts) { return Made(c.rotated_enough(set), parts); },
        "Of a set with all rotations of its shapes some rotations of those with crystals in the top layer, and the "
        "rest.");
    declare(
        "shapez_in_all_rotations", [](Closure& c, Node set, int parts) { return Made(c.in_all_rotations(set), parts); },
        "All rotations of the shapes of a set.");
    declare(
        "shapez_difference", [](Closure&, Node set, int parts) { return Made(set, parts); },
        "A set of shapes without another.");
}

/// Machines and sets that are known.
void declare_known(Door& door) {
    door.def(
        "shapez_fresh_pushed",
        [](const ShapeSet& set, const ShapeSet& known, int threads, std::uint64_t most_nodes, const StopToken& stop) {
            return shapez::fresh_pushed(set, known, threads, most_nodes, stop);
        },
        arg("set"), arg("known"), arg("threads"), arg("most_nodes"), stopping_if_asked,
        "What pushing pins makes of the shapes of a set that is not known; both hold all rotations of their shapes.");
    door.def(
        "shapez_not_stacked",
        [](const ShapeSet& wanted, const ShapeSet& set, int parts, std::uint64_t most_nodes, const StopToken& stop) {
            return ask(parts, set.layers(), most_nodes, stop, [&](Closure& closure) {
                const Node these = closure.bring(wanted);
                return closure.take(closure.not_stacked(these, closure.bring(set)), parts);
            });
        },
        arg("wanted"), arg("set"), arg("parts"), arg("most_nodes"), stopping_if_asked,
        "The wanted shapes that no stacked piece which changes the shape makes of the shapes of a set.");
}

void declare_layers(Door& door) {
    door.def(
        "shapez_stacked_in",
        [](const ShapeSet& set, int layer, int parts, std::uint64_t most_nodes, const StopToken& stop) {
            if (layer < 0 || layer >= set.layers()) throw std::invalid_argument("no such layer");
            return ask(parts, set.layers(), most_nodes, stop, [&](Closure& closure) {
                return closure.take(closure.stacked_in(closure.bring(set), layer), parts);
            });
        },
        arg("set"), arg("layer"), arg("parts"), arg("most_nodes"), stopping_if_asked,
        "A set with all that stacking makes of it by pieces that come to lie in one layer.");
}

void declare_half_sets(Door& door) {
    door.def(
        "shapez_half_set",
        [](int parts, int layers, Input<std::uint32_t> keys) {
            Closure closure(parts, layers, std::uint64_t{1} << 31);
            return closure.take(closure.from_half_keys(keys), parts / 2);
        },
        arg("parts"), arg("layers"), arg("keys"), "The set of these half keys, in any order.");
    door.def(
        "shapez_closed_halves",
        [](int parts, int layers, const ShapeSet* known, std::uint64_t most_nodes, const StopToken& stop) {
            return ask(parts, layers, most_nodes, stop, [&](Closure& closure) {
                const Node start = closure.unite(closure.seed_halves(), known == nullptr ? 0 : closure.bring(*known));
                return closure.take(closure.closed_halves(start), parts / 2);
            });
        },
        arg("parts"), arg("layers"), nullable("known"), arg("most_nodes"), stopping_if_asked,
        "The seed halves and the known ones with all that operations on halves make of them.");
}

void declare_algebra(Door& door) {
    door.def(
        "shapez_union",
        [](const ShapeSet& a, const ShapeSet& b, int parts, std::uint64_t most_nodes, const StopToken& stop) {
            return ask(parts, a.layers(), most_nodes, stop, [&](Closure& closure) {
                return closure.take(closure.unite(closure.bring(a), closure.bring(b)), a.columns());
            });
        },
        arg("a"), arg("b"), arg("parts"), arg("most_nodes"), stopping_if_asked, "What is in either set.");
    door.def(
        "shapez_slices",
        [](const ShapeSet& set, std::size_t most, int parts, std::uint64_t most_nodes, const StopToken& stop) {
            return ask(parts, set.layers(), most_nodes, stop, [&](Closure& closure) {
                std::vector<ShapeSet> result;
                for (const Node slice : closure.slices(closure.bring(set), most))
                    result.push_back(closure.take(slice, set.columns()));
                return result;
            });
        },
        arg("set"), arg("most"), arg("parts"), arg("most_nodes"), stopping_if_asked,
        "At most so many disjoint parts of a set of shapes, which share little work.");
}

void declare_parents(Door& door) {
    const auto declare = [&](const char* name, auto parents, const char* doc) {
        door.def(
            name,
            [parents](const ShapeSet& set, Input<std::uint64_t> made, int threads, std::uint64_t most_nodes,
                      const StopToken& stop) { return array_of(parents(set, made, threads, most_nodes, stop)); },
            arg("set"), arg("made"), arg("threads"), arg("most_nodes"), stopping_if_asked, doc);
    };
    declare("shapez_pin_parents", &shapez::pin_parents,
            "For each shape a member of the set that pushing pins turns into it; all bits set: none.");
    declare("shapez_cut_parents", &shapez::cut_parents,
            "For each half key (uint64) a member of the set whose east half it becomes when that is cut.");
}

}  // namespace

void declare_shapez_closure(Door& door) {
    declare_set(door);
    declare_half_sets(door);
    declare_machines(door);
    declare_known(door);
    declare_layers(door);
    declare_algebra(door);
    declare_parents(door);
}

}  // namespace shapewright::bindings
