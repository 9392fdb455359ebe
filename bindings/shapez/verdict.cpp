// Whether shapes can be built.
#include "shapez/verdict/verdict.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"

namespace shapewright::bindings {

using shapez::HalfKey;
using shapez::Shape;
using shapez::Verdicts;

namespace {

std::optional<Output<std::uint8_t>> ways(const Verdicts& self, Input<Shape> shapes, int threads,
                                         const StopToken& stop) {
    std::vector<std::uint8_t> found(shapes.size());
    if (!self.ways(shapes, found, threads, stop)) return std::nullopt;
    return array_of(std::move(found));
}

std::optional<std::tuple<int, Output<Shape>, bool>> nearest_swappable(const Verdicts& self, Shape shape,
                                                                      std::size_t most, const StopToken& stop) {
    auto nearest = self.nearest_swappable(shape, most, stop);
    if (!nearest) return std::nullopt;
    return std::tuple(nearest->distance, array_of(std::move(nearest->shapes)), nearest->complete);
}

std::optional<Output<Shape>> at_distance(const Verdicts& self, Shape shape, int distance, const StopToken& stop) {
    std::vector<Shape> found;
    if (!self.at_distance(shape, distance, found, stop)) return std::nullopt;
    return array_of(std::move(found));
}

}  // namespace

void declare_shapez_verdict(Door& door) {
    door.type<Verdicts>("ShapezVerdicts",
                        "Whether shapes of one configuration can be built: see engine/shapez/verdict/verdict.hpp.")
        .static_def(
            "make",
            [](int parts, int layers, Input<HalfKey> halves, Input<Shape> pins) {
                return Verdicts::make(parts, layers, halves, pins);
            },
            arg("parts"), arg("layers"), arg("halves"), arg("pins"), takes_long,
            "From the keys of all halves and the canonical pin shapes.")
        .def("ways", &ways, arg("shapes"), arg("threads"), stopping_if_asked,
             "The last machine: 0 none, 1 swapper, 2 stacker, 3 pin pusher; None if stopped.")
        .def("base", &Verdicts::base, arg("shape"), takes_long,
             "What the shape was stacked on, or the shape itself if it was not; 0 if nothing makes it.")
        .def("halves", &Verdicts::halves, arg("shape"), takes_long,
             "For each column of the first half: 1 if the half from there on is buildable, plus 2 if the one opposite "
             "is.")
        .def("nearest_swappable", &nearest_swappable, arg("shape"), arg("most"), stopping_if_asked,
             "The fewest changes to a swappable shape, the shapes, and whether these are all; None if stopped.")
        .def("at_distance", &at_distance, arg("shape"), arg("distance"), stopping_if_asked,
             "All buildable shapes with so many parts of another kind; None if stopped.");
}

}  // namespace shapewright::bindings
