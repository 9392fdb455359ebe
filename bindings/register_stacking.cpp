#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "casters.hpp"
#include "naturals.hpp"
#include "register.hpp"
#include "stacking/depth_first.hpp"
#include "stacking/graph.hpp"
#include "stacking/layers.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::stacking;

namespace {

const char* name(Verdict verdict) {
    switch (verdict) {
        case Verdict::found:
            return "found";
        case Verdict::refuted:
            return "refuted";
        case Verdict::stopped:
            return "stopped";
        case Verdict::unknown:
            break;
    }
    return "unknown";
}

const char* name(Graph::Outcome outcome) {
    switch (outcome) {
        case Graph::Outcome::complete:
            return "complete";
        case Graph::Outcome::stopped:
            return "stopped";
        case Graph::Outcome::cut:
            break;
    }
    return "cut";
}

Objective objective(const std::string& name) {
    if (name == "height") return Objective::height;
    if (name == "holes") return Objective::holes;
    if (name == "flatness") return Objective::flatness;
    throw std::invalid_argument("stacking: the objective must be height, holes or flatness");
}

/// Moves as (orientation, column, later).
using Listed = std::vector<std::tuple<int, int, bool>>;

Listed listed(const std::vector<Move>& plan) {
    Listed list;
    for (const Move& move : plan) list.emplace_back(move.orientation, move.column, move.later != 0);
    return list;
}

void register_question(nb::module_& module) {
    nb::class_<Question>(module, "StackingQuestion", "What falls onto what: see engine/stacking/question.hpp.")
        .def(
            "__init__",
            [](Question* self, int width, const std::vector<std::vector<std::vector<std::uint64_t>>>& pieces,
               std::vector<std::uint32_t> sequence, std::vector<std::uint64_t> rows) {
                Question question{width, {}, std::move(sequence), std::move(rows)};
                for (const auto& orientations : pieces) question.pieces.push_back(make_piece(orientations));
                check(question);
                new (self) Question(std::move(question));
            },
            "width"_a, "pieces"_a, "sequence"_a, "rows"_a,
            "Pieces are lists of orientations, these and the rows of the board are bit masks from the bottom up.");
}

void register_layers(nb::module_& module) {
    nb::class_<Layers>(module, "StackingLayers", "Plans within a height: see engine/stacking/layers.hpp.")
        .def(nb::new_([](const Question& question) { return make_layers(question); }), "question"_a)
        .def(
            "attempt",
            [](Layers& self, int height, std::uint64_t table, std::uint64_t beam, int backward_waste, nb::handle stop,
               double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return std::string(name(self.attempt(height, {table, beam, backward_waste}, token)));
            },
            "height"_a, "table"_a, "beam"_a, "backward_waste"_a, "stop"_a.none(), "seconds"_a,
            "'found', 'refuted' (proven), 'unknown' or 'stopped'.")
        .def_prop_ro("plan", [](const Layers& self) { return listed(self.plan()); })
        .def_prop_ro("states", &Layers::states);
}

void register_depth_first(nb::module_& module) {
    nb::class_<DepthFirst>(module, "StackingDepthFirst", "Plans in order: see engine/stacking/depth_first.hpp.")
        .def(nb::new_([](const Question& question) { return make_depth_first(question); }), "question"_a)
        .def("start", &DepthFirst::start, "height"_a)
        .def(
            "next",
            [](DepthFirst& self, std::uint64_t most, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return std::string(name(self.next(most, token)));
            },
            "most"_a, "stop"_a.none(), "seconds"_a, "'found', 'refuted' (no further one), 'unknown' or 'stopped'.")
        .def_prop_ro("plan", [](const DepthFirst& self) { return listed(self.plan()); })
        .def_prop_ro("states", &DepthFirst::states);
}

void register_graph(nb::module_& module) {
    nb::class_<Graph>(module, "StackingGraph", "All stacks, by all rules: see engine/stacking/graph.hpp.")
        .def(
            "__init__",
            [](Graph* self, const Question& question, bool hold, bool clears, const std::string& objective_name,
               int ceiling) { new (self) Graph(question, {hold, clears, objective(objective_name), ceiling}); },
            "question"_a, "hold"_a, "clears"_a, "objective"_a, "ceiling"_a)
        .def(
            "beam",
            [](Graph& self, std::int64_t bound, std::uint64_t widest, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return std::string(name(self.beam(bound, widest, token)));
            },
            "bound"_a, "widest"_a, "stop"_a.none(), "seconds"_a, "'complete', 'cut' or 'stopped'.")
        .def(
            "whole",
            [](Graph& self, std::int64_t bound, std::uint64_t most, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return std::string(name(self.whole(bound, most, token)));
            },
            "bound"_a, "most"_a, "stop"_a.none(), "seconds"_a, "'complete', 'cut' or 'stopped'.")
        .def_prop_ro("best", &Graph::best)
        .def_prop_ro("goals", &Graph::goals)
        .def_prop_ro("plan", [](const Graph& self) { return listed(self.plan()); })
        .def_prop_ro("states", &Graph::states)
        .def(
            "count",
            [](const Graph& self, std::int64_t goal, nb::handle stop, double seconds) -> std::optional<nb::bytes> {
                const shapewright::StopToken token = stop_token(stop, seconds);
                std::optional<shapewright::Natural> number;
                {
                    const nb::gil_scoped_release released;
                    number = self.count(goal, token);
                }
                if (!number) return std::nullopt;
                return little_endian(*number);
            },
            "goal"_a, "stop"_a.none(), "seconds"_a, "Plans with this goal, as little-endian bytes; None if stopped.")
        .def(
            "begin",
            [](Graph& self, std::int64_t goal, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return self.list(goal, token);
            },
            "goal"_a, "stop"_a.none(), "seconds"_a, "Begin to list the plans with this goal; False if stopped.")
        .def(
            "next",
            [](Graph& self) -> std::optional<Listed> {
                const auto plan = self.next();
                if (!plan) return std::nullopt;
                return listed(*plan);
            },
            "The next plan of the list, None after the last.");
}

}  // namespace

void register_stacking(nb::module_& module) {
    register_question(module);
    register_layers(module);
    register_depth_first(module);
    register_graph(module);
}
