// Pieces that fall onto each other.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "stacking/bounds/room.hpp"
#include "stacking/games/foresight.hpp"
#include "stacking/games/player.hpp"
#include "stacking/search/contour_costs.hpp"
#include "stacking/search/depth_first.hpp"
#include "stacking/search/endings.hpp"
#include "stacking/search/graph.hpp"
#include "stacking/search/layers.hpp"
#include "stacking/search/repeats.hpp"

namespace shapewright::bindings {

using namespace stacking;

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
    if (name == "peak") return Objective::peak;
    if (name == "rows") return Objective::rows;
    if (name == "tetrises") return Objective::tetrises;
    throw std::invalid_argument("stacking: there is no objective " + name);
}

/// Moves as (orientation, column, later).
using Listed = std::vector<std::tuple<int, int, bool>>;

Listed listed(const std::vector<Move>& plan) {
    Listed list;
    for (const Move& move : plan) list.emplace_back(move.orientation, move.column, move.later != 0);
    return list;
}

/// Places as (orientation, column, later, row of the lowest cells).
using Places = std::vector<std::tuple<int, int, bool, int>>;

Places listed(const std::vector<Place>& plan) {
    Places list;
    for (const Place& place : plan) list.emplace_back(place.orientation, place.column, place.later != 0, place.row);
    return list;
}

/// The facings of each piece: orientation, column and row from the centre, neighbours.
using Facings = std::vector<std::vector<std::tuple<int, int, int, int, int>>>;

std::vector<std::vector<Facing>> facings_of(const Facings& facings) {
    std::vector<std::vector<Facing>> found;
    for (const auto& piece : facings) {
        found.emplace_back();
        for (const auto& [orientation, x, y, before, after] : piece)
            found.back().push_back({orientation, x, y, {before, after}});
    }
    return found;
}

void declare_question(Door& door) {
    door.type<Question>("StackingQuestion", "What falls onto what: see engine/stacking/question.hpp.")
        .init(
            [](int width, const std::vector<std::vector<std::vector<std::uint64_t>>>& pieces,
               std::vector<std::uint32_t> sequence, std::vector<std::uint64_t> rows) {
                Question question{width, {}, std::move(sequence), std::move(rows)};
                for (const auto& orientations : pieces) question.pieces.push_back(make_piece(orientations));
                check(question);
                return question;
            },
            arg("width"), arg("pieces"), arg("sequence"), arg("rows"),
            "Pieces are lists of orientations, these and the rows of the board are bit masks from the bottom up.");
}

void declare_layers(Door& door) {
    door.type<Layers>("StackingLayers", "Plans within a height: see engine/stacking/search/layers.hpp.")
        .init(&make_layers, arg("question"))
        .def(
            "attempt",
            [](Layers& self, int height, std::uint64_t table, std::uint64_t beam, int backward_waste,
               const StopToken& stop) { return name(self.attempt(height, {table, beam, backward_waste}, stop)); },
            arg("height"), arg("table"), arg("beam"), arg("backward_waste"), stopping,
            "'found', 'refuted' (proven), 'unknown' or 'stopped'.")
        .property("plan", [](const Layers& self) { return listed(self.plan()); })
        .property("states", &Layers::states);
}

void declare_depth_first(Door& door) {
    door.type<DepthFirst>("StackingDepthFirst", "Plans in order: see engine/stacking/search/depth_first.hpp.")
        .init(&make_depth_first, arg("question"))
        .def("start", &DepthFirst::start, arg("height"))
        .def(
            "next",
            [](DepthFirst& self, std::uint64_t most, const StopToken& stop) { return name(self.next(most, stop)); },
            arg("most"), stopping, "'found', 'refuted' (no further one), 'unknown' or 'stopped'.")
        .property("plan", [](const DepthFirst& self) { return listed(self.plan()); })
        .property("states", &DepthFirst::states);
}

void declare_graph(Door& door) {
    door.type<Endings>("StackingEndings", "Stacks that the last pieces clear: see engine/stacking/search/endings.hpp.")
        .init([](const Question& question, int rows) { return Endings(question, rows); }, arg("question"), arg("rows"))
        .def(
            "step_back",
            [](Endings& self, std::uint64_t most, const StopToken& stop) {
                return self.step_back(static_cast<std::size_t>(most), stop);
            },
            arg("most"), stopping, "False if stopped, or if there are too many stacks.")
        .property("pieces", [](const Endings& self) { return static_cast<std::uint64_t>(self.pieces()); })
        .property("size", &Endings::size);
    door.type<Graph>("StackingGraph", "All stacks, by all rules: see engine/stacking/search/graph.hpp.")
        .init(
            [](const Question& question, bool hold, bool clears, const std::string& objective_name, int ceiling,
               const Facings& facings) {
                return Graph(question, {hold, clears, objective(objective_name), ceiling, facings_of(facings)});
            },
            arg("question"), arg("hold"), arg("clears"), arg("objective"), arg("ceiling"), arg("facings"),
            "Facings of each piece are (orientation, x, y, neighbour, neighbour); without any, pieces fall straight "
            "down: see engine/stacking/slides.hpp.")
        .def(
            "beam",
            [](Graph& self, std::int64_t bound, std::uint64_t widest, const StopToken& stop) {
                return name(self.beam(bound, widest, stop));
            },
            arg("bound"), arg("widest"), stopping, "'complete', 'cut' or 'stopped'.")
        .def(
            "beam_wider_at_last",
            [](Graph& self, std::int64_t bound, std::uint64_t widest, std::uint64_t last, std::uint64_t widest_last,
               const StopToken& stop) {
                return name(self.beam(bound, widest, static_cast<std::size_t>(last), widest_last, stop));
            },
            arg("bound"), arg("widest"), arg("last"), arg("widest_last"), stopping,
            "The same with wider layers at last: see engine/stacking/search/graph.hpp.")
        .def(
            "whole",
            [](Graph& self, std::int64_t bound, std::uint64_t most, const StopToken& stop) {
                return name(self.whole(bound, most, stop));
            },
            arg("bound"), arg("most"), stopping, "'complete', 'cut' or 'stopped'.")
        .def(
            "vanish",
            [](Graph& self, const Endings& endings, std::uint64_t widest, std::uint64_t last, std::uint64_t widest_last,
               std::uint64_t most, const StopToken& stop) {
                return name(self.vanish(endings, widest, static_cast<std::size_t>(last), widest_last, most, stop));
            },
            arg("endings"), arg("widest"), arg("last"), arg("widest_last"), arg("most"), stopping,
            "Looks for a plan that leaves nothing: see engine/stacking/search/graph.hpp.")
        .property("best", &Graph::best)
        .property("goals", &Graph::goals)
        .property("plan", [](const Graph& self) { return listed(self.plan()); })
        .property(
            "longest", [](const Graph& self) { return listed(self.longest_plan()); },
            "The drops of the longest game that was looked at.")
        .property("states", &Graph::states)
        .def(
            "count",
            [](const Graph& self, std::int64_t goal, const StopToken& stop) -> std::optional<Bytes> {
                const std::optional<Natural> number = self.count(goal, stop);
                if (!number) return std::nullopt;
                return little_endian(*number);
            },
            arg("goal"), stopping, "Plans with this goal, as little-endian bytes; None if stopped.")
        .def(
            "begin", [](Graph& self, std::int64_t goal, const StopToken& stop) { return self.list(goal, stop); },
            arg("goal"), stopping, "Begin to list the plans with this goal; False if stopped.")
        .def(
            "next",
            [](Graph& self) -> std::optional<Places> {
                const auto plan = self.next();
                if (!plan) return std::nullopt;
                return listed(*plan);
            },
            "The next plan of the list, None after the last.");
}

Contours::Steep steep(bool cliffs) {
    return cliffs ? Contours::Steep::cliff : Contours::Steep::refused;
}

void declare_contours(Door& door) {
    door.def(
        "stacking_least_cost",
        [](const Question& question, int reach, bool cliffs, const std::vector<int>& weights, std::uint64_t contours,
           std::uint64_t falls,
           const StopToken& stop) -> std::optional<std::tuple<std::int64_t, Listed, std::uint64_t>> {
            const ContourEffort effort{static_cast<std::size_t>(contours), static_cast<std::size_t>(falls)};
            const auto found = least_cost(question, reach, steep(cliffs), weights, effort, stop);
            if (!found) return std::nullopt;
            return std::tuple(found->cost, listed(found->moves), std::uint64_t{found->contours});
        },
        arg("question"), arg("reach"), arg("cliffs"), arg("weights"), arg("contours"), arg("falls"), stopping,
        "Cost, moves (without cliffs) and contours; None if it was too much: see "
        "engine/stacking/search/contour_costs.hpp.");
    door.def(
        "stacking_least_mean",
        [](const Question& question, int reach, bool cliffs, const std::vector<int>& weights, std::uint64_t contours,
           std::uint64_t falls, const StopToken& stop)
            -> std::optional<std::tuple<std::int64_t, std::int64_t, std::int64_t, Listed, Listed, std::uint64_t>> {
            const ContourEffort effort{static_cast<std::size_t>(contours), static_cast<std::size_t>(falls)};
            const auto found = least_mean(question, reach, steep(cliffs), weights, effort, stop);
            if (!found) return std::nullopt;
            return std::tuple(found->cost, found->periods, found->offset, listed(found->lead), listed(found->cycle),
                              std::uint64_t{found->contours});
        },
        arg("question"), arg("reach"), arg("cliffs"), arg("weights"), arg("contours"), arg("falls"), stopping,
        "Cost, periods, offset, lead, cycle and contours of the cycle of least mean, the sequence repeated for ever; "
        "None "
        "if it was too much: see engine/stacking/search/contour_costs.hpp.");
    door.def(
        "stacking_find_repeat",
        [](const Question& question, std::uint64_t width, std::uint64_t most,
           const StopToken& stop) -> std::optional<std::tuple<std::int64_t, std::int64_t, Listed, Listed>> {
            const auto found =
                find_repeat(question, static_cast<std::size_t>(width), static_cast<std::size_t>(most), stop);
            if (!found) return std::nullopt;
            return std::tuple(found->rows, found->periods, listed(found->lead), listed(found->cycle));
        },
        arg("question"), arg("width"), arg("most"), stopping,
        "Rows, periods, lead and cycle of a plan that repeats itself; None if none was found: see "
        "engine/stacking/search/repeats.hpp.");
}

void declare_room(Door& door) {
    door.type<Room>("StackingRoom",
                    "How many pieces of a few kinds a rectangle has room for: see "
                    "engine/stacking/bounds/room.hpp.")
        .init([](const Question& question) { return Room(question.width, question.pieces); }, arg("question"))
        .static_def(
            "bits", [](const Question& question) { return Room::bits_of(question.width, question.pieces); },
            arg("question"), "How many bits a frontier has, of which there are 22.")
        .def(
            "empty",
            [](const Room& self, std::int64_t rows, std::uint64_t work, const StopToken& stop) {
                return self.empty(rows, work, stop);
            },
            arg("rows"), arg("work"), stopping,
            "The fewest cells left empty in 1, 2, ... rows; None if stopped, or too much.")
        .def(
            "fits",
            [](const Room& self, std::int64_t rows, std::int64_t first, std::int64_t second, std::uint64_t steps,
               const StopToken& stop) { return self.fits(rows, first, second, steps, stop); },
            arg("rows"), arg("first"), arg("second"), arg("steps"), stopping,
            "Whether so many rows have room for these numbers of two kinds; None if stopped, or too much.");
}

Foresight::Ending ending(const std::string& name) {
    if (name == "height") return Foresight::Ending::height;
    if (name == "holes") return Foresight::Ending::holes;
    if (name == "flatness") return Foresight::Ending::flatness;
    throw std::invalid_argument("stacking: there is no ending " + name);
}

Foresight::Deal deal(std::uint64_t length, std::uint64_t see, bool bags) {
    return {static_cast<std::size_t>(length), static_cast<std::size_t>(see), bags};
}

void declare_foresight(Door& door) {
    door.type<Foresight>("StackingForesight", "Expected values: see engine/stacking/games/foresight.hpp.")
        .init(
            [](const Question& question, int reach, bool cliffs, const std::string& ending_name) {
                return Foresight(question, reach, steep(cliffs), ending(ending_name));
            },
            arg("question"), arg("reach"), arg("cliffs"), arg("ending"))
        .def(
            "prepare",
            [](Foresight& self, std::uint64_t contours, std::uint64_t falls, const StopToken& stop) {
                return self.prepare({static_cast<std::size_t>(contours), static_cast<std::size_t>(falls)}, stop);
            },
            arg("contours"), arg("falls"), stopping, "False if there are too many contours, or it was stopped.")
        .property("contours", [](const Foresight& self) { return std::uint64_t{self.contours()}; })
        .def(
            "room",
            [](const Foresight& self, std::uint64_t length, std::uint64_t see, bool bags) {
                return self.room(deal(length, see, bags));
            },
            arg("length"), arg("see"), arg("bags"), "Values that `expected` keeps at the same time.")
        .def(
            "expected",
            [](const Foresight& self, std::uint64_t length, std::uint64_t see, bool bags, const StopToken& stop) {
                return self.expected(deal(length, see, bags), stop);
            },
            arg("length"), arg("see"), arg("bags"), stopping, "The expected ending; None if stopped.")
        .def(
            "known",
            [](const Foresight& self, const std::vector<std::uint32_t>& sequence, const StopToken& stop) {
                return self.known(sequence, stop);
            },
            arg("sequence"), stopping, "The ending of pieces that are known; None if stopped.")
        .def(
            "known_on_average",
            [](const Foresight& self, std::uint64_t length, bool bags, const StopToken& stop) {
                return self.known_on_average(deal(length, 1, bags), stop);
            },
            arg("length"), arg("bags"), stopping, "Its mean over all sequences; None if stopped.");
}

void declare_player(Door& door) {
    door.type<Player>("StackingPlayer", "Plays what it sees: see engine/stacking/games/player.hpp.")
        .init(
            [](const Question& question, const std::string& ending_name, const std::vector<int>& steps, int waste,
               int top, std::uint64_t beam) {
                return Player(question, ending(ending_name), {steps, waste, top}, static_cast<std::size_t>(beam));
            },
            arg("question"), arg("ending"), arg("steps"), arg("waste"), arg("top"), arg("beam"))
        .def(
            "play",
            [](const Player& self, const std::vector<std::uint32_t>& sequence, std::uint64_t see, bool bags,
               const StopToken& stop) { return self.play(sequence, static_cast<std::size_t>(see), bags, stop); },
            arg("sequence"), arg("see"), arg("bags"), stopping, "The ending of one game; None if stopped.");
}

}  // namespace

void declare_stacking(Door& door) {
    declare_question(door);
    declare_layers(door);
    declare_depth_first(door);
    declare_graph(door);
    declare_contours(door);
    declare_room(door);
    declare_foresight(door);
    declare_player(door);
}

}  // namespace shapewright::bindings
