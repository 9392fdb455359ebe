#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "casters.hpp"
#include "frontier/frontier.hpp"
#include "naturals.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using shapewright::exact_cover::Instance;
using shapewright::frontier::Outcome;
using shapewright::frontier::Sweep;

void register_frontier(nb::module_& module) {
    nb::class_<Sweep>(module, "FrontierSweep",
                      "Counts and samples exact covers by a frontier: see engine/frontier/frontier.hpp.")
        .def(nb::init<const Instance&>(), "instance"_a)
        .def_static("fits", &Sweep::fits, "instance"_a)
        .def(
            "run",
            [](Sweep& self, nb::handle stop, double seconds, std::uint64_t bytes, bool keep) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                Outcome outcome;
                {
                    const nb::gil_scoped_release released;
                    outcome = self.run(token, bytes, keep);
                }
                return outcome == Outcome::done ? "done" : outcome == Outcome::too_large ? "too large" : "stopped";
            },
            "stop"_a.none(), "seconds"_a, "bytes"_a, "keep"_a, "Sweep all items: 'done', 'too large' or 'stopped'.")
        .def_prop_ro(
            "count", [](const Sweep& self) { return little_endian(self.count()); }, "The count as little-endian bytes.")
        .def_prop_ro("states", &Sweep::states)
        .def_prop_ro("widest_layer", &Sweep::widest_layer)
        .def(
            "sample",
            [](const Sweep& self, std::uint64_t seed, std::uint32_t samples) {
                shapewright::Rng rng(seed);
                std::vector<std::vector<std::uint32_t>> result;
                for (std::uint32_t k = 0; k < samples; ++k) result.push_back(self.sample(rng));
                return result;
            },
            "seed"_a, "samples"_a, nb::call_guard<nb::gil_scoped_release>(), "Independent uniform covers.");
}
