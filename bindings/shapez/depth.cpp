// How deep shapes are.
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "shapez/depth/depth_sets.hpp"
#include "shapez/depth/levels.hpp"
#include "shapez/depth/makers.hpp"
#include "shapez/depth/shallow.hpp"

namespace shapewright::bindings {

namespace {

using shapez::Depths;

/// Counts by depth, the roots of the sets, their nodes; halves and what they are cut from.
using DepthColumns = std::tuple<std::vector<std::uint64_t>, std::vector<diagram::Node>, Output<diagram::Node, 2>,
                                Output<shapez::HalfKey>, Output<shapez::Shape>>;

std::optional<DepthColumns> find_depth_columns(int parts, int layers, const StopToken& stop, const Progress& progress) {
    Depths found;
    const auto report = [&](std::uint64_t shapes) { progress.report(shapes); };
    if (!shapez::find_depths(parts, layers, stop, report, found)) return std::nullopt;
    std::vector<diagram::Node> flat;
    for (const auto& children : found.nodes) flat.insert(flat.end(), children.begin(), children.end());
    return DepthColumns(std::move(found.counts), std::move(found.roots),
                        Output<diagram::Node, 2>(std::move(flat), {found.nodes.size(), 4}),
                        array_of(std::move(found.halves)), array_of(std::move(found.wholes)));
}

std::vector<diagram::Node> listed_nodes(Input<diagram::Node> column) {
    return {column.begin(), column.end()};
}

std::unique_ptr<shapez::DepthSets> depth_sets(int parts, int layers, Input<diagram::Node> zero,
                                              Input<diagram::Node> one, Input<diagram::Node> two,
                                              Input<diagram::Node> three, Input<diagram::Node> roots,
                                              Input<shapez::HalfKey> halves, Input<shapez::Shape> wholes) {
    return std::make_unique<shapez::DepthSets>(
        parts, layers,
        shapez::DepthColumns{{listed_nodes(zero), listed_nodes(one), listed_nodes(two), listed_nodes(three)},
                             listed_nodes(roots),
                             {halves.begin(), halves.end()},
                             {wholes.begin(), wholes.end()}});
}

/// A machine, what it takes and what it gives; 0 for nothing.
using ShallowStep = std::tuple<int, shapez::Shape, shapez::Shape, shapez::Shape, shapez::Shape>;

std::vector<ShallowStep> shallow_steps(const shapez::DepthSets& sets, const std::vector<shapez::Shape>& goals,
                                       std::uint64_t rounds, std::uint64_t seed, const StopToken& stop) {
    for (const shapez::Shape goal : goals)
        if (goal >> sets.ring().bits != 0) throw std::invalid_argument("a goal is too large");
    std::vector<ShallowStep> result;
    for (const shapez::PackedStep& step : shapez::shallow_plan(sets, goals, rounds, seed, stop))
        result.emplace_back(static_cast<int>(step.machine), step.first, step.second, step.out[0], step.out[1]);
    return result;
}

std::vector<std::tuple<int, shapez::Shape, shapez::Shape>> makers(const shapez::DepthSets& sets, shapez::Shape shape,
                                                                  int below, std::uint64_t seed) {
    if (shape >> sets.ring().bits != 0) throw std::invalid_argument("the shape is too large");
    Rng rng(seed);
    std::vector<std::tuple<int, shapez::Shape, shapez::Shape>> result;
    for (const shapez::PlainMachine& each : shapez::Makers(sets).of(shape, below, rng))
        result.emplace_back(static_cast<int>(each.machine), each.first, each.second);
    return result;
}

}  // namespace

void declare_shapez_depth(Door& door) {
    door.def("shapez_depths", &find_depth_columns, arg("parts"), arg("layers"), stopping_if_asked,
             nullable("progress") = none,
             "How many shapes each depth has, the roots of the sets of shapes of such a depth or less, the nodes of "
             "these, halves and what they are cut from: see engine/shapez/depth/levels.hpp; None if stopped. "
             "``progress`` is called after each depth "
             "with the number of shapes found.");
    door.type<shapez::DepthSets>("ShapezDepthSets", "Shapes by depth: see engine/shapez/depth/depth_sets.hpp.")
        .init(&depth_sets, arg("parts"), arg("layers"), arg("empty"), arg("normal"), arg("pin"), arg("crystal"),
              arg("roots"), arg("halves"), arg("wholes"))
        .def("makers", &makers, arg("shape"), arg("below"), arg("seed"), takes_long,
             "Machines (machine, first, second) that make a shape of some of such a depth or less: see "
             "engine/shapez/depth/makers.hpp.")
        .def("plan", &shallow_steps, arg("goals"), arg("rounds"), arg("seed"), stopping,
             "Steps (machine, first, second, output, output), packed: engine/shapez/depth/shallow.hpp; empty if none "
             "are found.");
}

}  // namespace shapewright::bindings
