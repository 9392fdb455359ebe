// Exact covers counted and sampled by a frontier.
#include "frontier/frontier.hpp"

#include <memory>
#include <vector>

#include "declare.hpp"
#include "frontier/leaps.hpp"

namespace shapewright::bindings {

void declare_frontier(Door& door) {
    using frontier::Outcome;
    using frontier::Sweep;
    door.type<Sweep>("FrontierSweep",
                     "Counts and samples exact covers by a frontier: see engine/frontier/frontier.hpp.")
        .init([](const exact_cover::Instance& instance) { return Sweep(instance); }, arg("instance"))
        .static_def("fits", &Sweep::fits, arg("instance"))
        .def(
            "run",
            [](Sweep& self, const StopToken& stop, std::uint64_t bytes, bool keep) {
                const Outcome outcome = self.run(stop, bytes, keep);
                return outcome == Outcome::done ? "done" : outcome == Outcome::too_large ? "too large" : "stopped";
            },
            stopping, arg("bytes"), arg("keep"), "Sweep all items: 'done', 'too large' or 'stopped'.")
        .property(
            "count", [](const Sweep& self) { return little_endian(self.count()); }, "The count as little-endian bytes.")
        .property("states", &Sweep::states)
        .property("widest_layer", &Sweep::widest_layer)
        .def(
            "sample",
            [](const Sweep& self, std::uint64_t seed, std::uint32_t samples, const StopToken& stop) {
                Rng rng(seed);
                std::vector<std::vector<std::uint32_t>> result;
                for (std::uint32_t k = 0; k < samples && !stop.expired(); ++k) result.push_back(self.sample(rng));
                return result;
            },
            arg("seed"), arg("samples"), stopping_if_asked, "Independent uniform covers; fewer if stopped.");

    using frontier::Leaps;
    door.type<Leaps>("FrontierLeaps",
                     "Counts exact covers whose pieces are used freely: see engine/frontier/leaps.hpp.")
        .init(
            [](const exact_cover::Instance& instance, const std::vector<std::vector<std::uint32_t>>& mirrors) {
                return std::make_unique<Leaps>(instance, mirrors);
            },
            arg("instance"), arg("mirrors"))
        .static_def("fits", &Leaps::fits, arg("instance"))
        .def(
            "run",
            [](Leaps& self, const StopToken& stop, std::uint64_t bytes, unsigned threads) {
                const Leaps::Outcome outcome = self.run(stop, bytes, threads);
                return outcome == Leaps::Outcome::done        ? "done"
                       : outcome == Leaps::Outcome::too_large ? "too large"
                                                              : "stopped";
            },
            stopping, arg("bytes"), arg("threads"), "Sweep all items: 'done', 'too large' or 'stopped'.")
        .property(
            "count", [](const Leaps& self) { return little_endian(self.count()); }, "The count as little-endian bytes.")
        .property("states", &Leaps::states)
        .property("most_states", &Leaps::most_states);
}

}  // namespace shapewright::bindings
