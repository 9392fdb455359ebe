#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "casters.hpp"
#include "register.hpp"
#include "shapez/verdict/verdict.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::shapez;
using shapewright::StopToken;

void register_shapez_verdict(nb::module_& module) {
    nb::class_<Verdicts>(module, "ShapezVerdicts",
                         "Whether shapes of one configuration can be built: see engine/shapez/verdict/verdict.hpp.")
        .def_static(
            "make",
            [](int parts, int layers, const Input<HalfKey>& halves, const Input<Shape>& pins) {
                const nb::gil_scoped_release released;
                return Verdicts::make(parts, layers, items_of(halves), items_of(pins));
            },
            "parts"_a, "layers"_a, "halves"_a, "pins"_a, "From the keys of all halves and the canonical pin shapes.")
        .def(
            "ways",
            [](const Verdicts& self, const Input<Shape>& shapes, int threads,
               nb::handle stop) -> std::optional<Output<std::uint8_t>> {
                const StopToken token = stop_token(stop, -1);
                std::vector<std::uint8_t> found;
                bool complete;
                {
                    const nb::gil_scoped_release released;
                    found.resize(shapes.shape(0));
                    complete = self.ways(items_of(shapes), found, threads, token);
                }
                if (!complete) return std::nullopt;
                return array_of(std::move(found));
            },
            "shapes"_a, "threads"_a, "stop"_a.none(),
            "The last machine: 0 none, 1 swapper, 2 stacker, 3 pin pusher; None if stopped.")
        .def(
            "base", [](const Verdicts& self, Shape shape) { return self.base(shape); }, "shape"_a,
            nb::call_guard<nb::gil_scoped_release>(),
            "What the shape was stacked on, or the shape itself if it was not; 0 if nothing makes it.")
        .def(
            "halves", [](const Verdicts& self, Shape shape) { return self.halves(shape); }, "shape"_a,
            nb::call_guard<nb::gil_scoped_release>(),
            "For each column of the first half: 1 if the half from there on is buildable, plus 2 if the one opposite "
            "is.")
        .def(
            "nearest_swappable",
            [](const Verdicts& self, Shape shape, std::size_t most) {
                Verdicts::Nearest nearest;
                {
                    const nb::gil_scoped_release released;
                    nearest = self.nearest_swappable(shape, most);
                }
                return nb::make_tuple(nearest.distance, array_of(std::move(nearest.shapes)), nearest.complete);
            },
            "shape"_a, "most"_a,
            nb::sig("def nearest_swappable(self, shape: int, most: int) -> tuple[int, NDArray[numpy.uint64], bool]"),
            "The fewest changes to a swappable shape, the shapes, and whether these are all.")
        .def(
            "at_distance",
            [](const Verdicts& self, Shape shape, int distance, nb::handle stop) -> std::optional<Output<Shape>> {
                const StopToken token = stop_token(stop, -1);
                std::vector<Shape> found;
                bool complete;
                {
                    const nb::gil_scoped_release released;
                    complete = self.at_distance(shape, distance, found, token);
                }
                if (!complete) return std::nullopt;
                return array_of(std::move(found));
            },
            "shape"_a, "distance"_a, "stop"_a.none(),
            "All buildable shapes with so many parts of another kind; None if stopped.");
}
