// How deep shapes are.
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "shapez/depth/levels.hpp"

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

}  // namespace

void declare_shapez_depth(Door& door) {
    door.def("shapez_depths", &find_depth_columns, arg("parts"), arg("layers"), stopping_if_asked,
             nullable("progress") = none,
             "How many shapes each depth has, the roots of the sets of shapes of such a depth or less, the nodes of "
             "these, halves and what they are cut from: see engine/shapez/depth/levels.hpp; None if stopped. "
             "``progress`` is called after each depth "
             "with the number of shapes found.");
}

}  // namespace shapewright::bindings
