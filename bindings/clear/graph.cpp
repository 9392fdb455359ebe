// Boards between a field and a goal, what a player can hope for among them, and the solutions there are.
#include "clear/graph.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/graph/chance.hpp"
#include "clear/graph/openers.hpp"
#include "clear/graph/path.hpp"
#include "declare.hpp"
#include "location/location.hpp"

namespace shapewright::bindings {

namespace {

/// The solutions of either.
class Path {
public:
    explicit Path(const Graph& graph) {
        graph.visit([&]<typename Set>(clear::Graph<Set>& of) { path_ = std::make_unique<clear::Path<Set>>(of); });
    }

    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& path) { return visit(*path); }, path_);
    }

private:
    Either<clear::Path> path_;
};

/// What can be hoped for on either.
class Chance {
    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& chance) { return visit(*chance); }, chance_);
    }

public:
    Chance(const Graph& graph, BytesView queue, bool held, int ahead) {
        const clear::Sight sight{{queue.begin(), queue.end()}, held, ahead};
        graph.visit([&]<typename Set>(const clear::Graph<Set>& of) {
            chance_ = std::make_unique<clear::Chance<Set>>(of, sight);
        });
    }

    std::uint64_t sequences() const {
        return visit([](const auto& chance) { return chance.sequences(); });
    }
    std::pair<std::size_t, std::size_t> progress() const {
        return visit([](const auto& chance) { return std::make_pair(chance.settled(), chance.to_settle()); });
    }

    using Moves = std::vector<std::tuple<std::size_t, Bytes, std::uint64_t>>;
    std::optional<Moves> moves(const StopToken& stop, std::uint64_t bytes) {
        return visit([&](auto& chance) {
            std::optional<Moves> listed;
            if (const auto moves = chance.moves(stop, bytes)) {
                listed.emplace();
                for (const auto& move : *moves) listed->emplace_back(move.piece, cells(move.board), move.solved);
            }
            return listed;
        });
    }

private:
    Either<clear::Chance> chance_;
};

const char* name_of(clear::Grown grown) {
    return grown == clear::Grown::done ? "done" : grown == clear::Grown::stopped ? "stopped" : "too large";
}

void declare_pattern(Door& door) {
    door.type<Pattern>("ClearPattern", "The queues of a pattern: see engine/clear/graph/pattern.hpp.")
        .init([](const std::vector<std::vector<std::array<int, clear::pieces>>>& levels) { return Pattern(levels); },
              arg("levels"))
        .property("count", &Pattern::count)
        .property("length", &Pattern::length);
}

void declare_graph(Door& door) {
    door.type<Graph>("ClearGraph", "Boards between a field and a goal: see engine/clear/graph/graph.hpp.")
        .init(
            [](const ClearRules& rules, const Pattern& queues, bool hold, BytesView start, BytesView goal, int height,
               const std::vector<BytesView>& parts,
               const clear::LiveBoards* live) { return Graph(rules, queues, hold, start, goal, height, parts, live); },
            arg("rules"), arg("queues"), arg("hold"), arg("start"), arg("goal"), arg("height"), arg("parts"),
            nullable("live") = none, keeps<2>, keeps<3>, keeps<9>)
        .def(
            "step",
            [](const Graph& self, const StopToken& stop, std::uint64_t bytes, unsigned threads) {
                return name_of(self.visit([&](auto& graph) { return graph.step(stop, bytes, threads); }));
            },
            stopping, arg("bytes"), arg("threads") = 1, "One level forward or back: 'done', 'stopped' or 'too large'.")
        .property("is_complete",
                  [](const Graph& self) { return self.visit([](auto& graph) { return graph.is_complete(); }); })
        .property("placements",
                  [](const Graph& self) { return self.visit([](auto& graph) { return graph.placements(); }); })
        .property(
            "uses_live_boards",
            [](const Graph& self) { return self.visit([](auto& graph) { return graph.uses_live_boards(); }); },
            "Whether boards that are not live are left out.")
        .property("reached", [](const Graph& self) { return self.visit([](auto& graph) { return graph.reached(); }); })
        .property(
            "boards",
            [](const Graph& self) {
                return self.visit([](auto& graph) {
                    std::vector<std::size_t> sizes;
                    for (const auto& level : graph.levels()) sizes.push_back(level.boards.size());
                    return sizes;
                });
            },
            "How many boards each level has.")
        .property(
            "edges",
            [](const Graph& self) {
                return self.visit([](auto& graph) {
                    std::vector<std::size_t> sizes;
                    for (const auto& level : graph.levels()) sizes.push_back(level.edges.size());
                    return sizes;
                });
            },
            "How many placements lead on from each level.")
        .def(
            "solved",
            [](const Graph& self, const StopToken& stop, int held) {
                const auto piece = held < 0 ? clear::Contexts::any_hold : static_cast<std::uint32_t>(held);
                return little_endian(self.visit([&](auto& graph) { return graph.solved(stop, piece); }));
            },
            stopping, arg("held"),
            "A bit for each queue, lowest first: whether it comes to the goal, with `held` in hold unless negative.")
        .def(
            "solved_by_held",
            [](const Graph& self, const StopToken& stop, std::uint64_t bytes) {
                std::vector<Bytes> result;
                for (const auto& queues : self.visit([&](auto& graph) { return graph.solved_by_held(stop, bytes); }))
                    result.push_back(little_endian(queues));
                return result;
            },
            stopping, arg("bytes"),
            "The same for each piece in hold at the end; takes no more than about so many bytes.");
}

void declare_chance(Door& door) {
    door.type<Chance>("ClearChance", "What a player can hope for who sees little: see engine/clear/graph/chance.hpp.")
        .init(
            [](const Graph& graph, BytesView queue, bool held, int ahead) { return Chance(graph, queue, held, ahead); },
            arg("graph"), arg("queue"), arg("held"), arg("ahead"), keeps<2>)
        .property("sequences", &Chance::sequences, "How many sequences may come.")
        .property("progress", &Chance::progress, "How many boards have their values, of how many.")
        .def("moves", &Chance::moves, stopping, arg("bytes"),
             "Of each move (piece, board) how many sequences it solves; None if stopped: what is known then is kept.");
}

std::vector<std::vector<std::uint32_t>> parts_of_all(const Path& solutions) {
    return solutions.visit([](auto& all) {
        std::vector<std::vector<std::uint32_t>> result;
        for (std::size_t k = 0; k < all.size(); ++k) result.emplace_back(all.parts(k), all.parts(k) + all.placements());
        return result;
    });
}

std::vector<Bytes> queues_of(const Path& solutions, const std::vector<std::size_t>& which, const StopToken& stop) {
    return solutions.visit([&](auto& all) {
        std::vector<Bytes> result;
        for (const std::size_t solution : which) {
            if (stop.expired()) break;
            if (solution >= all.size()) throw std::out_of_range("no such solution");
            result.push_back(little_endian(all.queues(solution)));
        }
        return result;
    });
}

void declare_path(Door& door) {
    door.type<Path>("ClearPath", "The different solutions in a graph: see engine/clear/graph/path.hpp.")
        .init([](const Graph& graph) { return Path(graph); }, arg("graph"), keeps<2>)
        .def(
            "step",
            [](const Path& self, const StopToken& stop, std::uint64_t bytes) {
                return name_of(self.visit([&](auto& path) { return path.step(stop, bytes); }));
            },
            stopping, arg("bytes"), "One placement more: 'done', 'stopped' or 'too large'.")
        .property("is_complete",
                  [](const Path& self) { return self.visit([](auto& all) { return all.is_complete(); }); })
        .def("__len__", [](const Path& self) { return self.visit([](auto& all) { return all.size(); }); })
        .property(
            "cells",
            [](const Path& self) {
                return self.visit([](auto& all) {
                    std::vector<Bytes> result;
                    for (const auto& set : all.cells()) result.push_back(cells(set));
                    return result;
                });
            },
            "The cells of every placement, as bits x + 10 y, 25 bytes.")
        .def("parts", &parts_of_all, "The placements of each solution, as numbers of `cells`.")
        .def(
            "tucked",
            [](const Path& self) {
                return self.visit([](auto& all) {
                    std::vector<std::uint32_t> result;
                    for (std::size_t k = 0; k < all.size(); ++k) result.push_back(all.tucked(k));
                    return result;
                });
            },
            "How many placements of each cannot come straight down, at best.")
        .def("queues", &queues_of, arg("which"), stopping_if_asked,
             "For each of these solutions a bit for each queue, lowest first: whether it can build it; for fewer if "
             "stopped.");
}

/// Boards to be learned, and the choice among them.
class Openers {
public:
    Openers(const Graph& graph, clear::Openers::Asked asked) {
        graph.visit([&]<typename Set>(clear::Graph<Set>& of) {
            if constexpr (std::is_same_v<Set, clear::Board>)
                openers_ = std::make_unique<clear::Openers>(of, std::move(asked));
            else
                throw std::invalid_argument("the boards are too high");
        });
    }

    const char* prepare(const StopToken& stop, std::uint64_t bytes) { return name_of(openers_->prepare(stop, bytes)); }

    clear::Openers& boards() const { return *openers_; }

private:
    std::unique_ptr<clear::Openers> openers_;
};

void declare_openers(Door& door) {
    door.type<Openers>("ClearOpeners", "Boards that a player may learn: see engine/clear/graph/openers.hpp.")
        .init(
            [](const Graph& graph, std::size_t fewest, std::size_t most, std::size_t seen, std::uint32_t saved,
               int tallest, bool mirror, const std::vector<BytesView>& among) {
                clear::Openers::Asked asked{fewest, most, seen, saved, tallest, mirror, {}};
                for (const BytesView board : among) asked.among.push_back(clear_board<clear::Board>(board));
                return Openers(graph, std::move(asked));
            },
            arg("graph"), arg("fewest"), arg("most"), arg("seen"), arg("saved"), arg("tallest"), arg("mirror"),
            arg("among"), keeps<2>)
        .def("prepare", &Openers::prepare, stopping, arg("bytes"),
             "To be called first: 'done', 'stopped' or 'too large'.")
        .property("beginnings", [](const Openers& self) { return self.boards().beginnings(); })
        .def("__len__", [](const Openers& self) { return self.boards().size(); })
        .def(
            "picture",
            [](const Openers& self, std::size_t number) {
                if (number >= self.boards().size()) throw std::out_of_range("no such picture");
                const clear::Openers::Picture picture = self.boards().picture(number);
                return std::make_tuple(cells(picture.board), cells(picture.mirror), picture.placed);
            },
            arg("number"), "The board, its mirror image if that counts with it, or itself, and the pieces placed.")
        .def(
            "worth",
            [](const Openers& self, std::size_t number) {
                if (number >= self.boards().size()) throw std::out_of_range("no such picture");
                std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
                std::vector<location::Gain> gains;
                self.boards().row(static_cast<std::uint32_t>(number), gains);
                for (const auto& [beginning, queues] : gains) result.emplace_back(beginning, queues);
                return result;
            },
            arg("number"), "Pairs: a beginning, and how many of the queues that begin so the picture serves.")
        .def(
            "best",
            [](const Openers& self, std::size_t number, const StopToken& stop, std::uint64_t nodes,
               const Progress& progress) {
                const location::Result found =
                    location::solve(self.boards(), number, stop, nodes, [&](std::uint64_t value, std::uint64_t bound) {
                        if (progress.report) progress.report(bound == 0 ? 0 : 1'000'000 * value / bound);
                    });
                return std::make_tuple(found.chosen, found.value, found.bound, found.nodes);
            },
            arg("number"), stopping, arg("nodes"), arg("progress"),
            "So many pictures that serve most queues, how many these are, a bound on that, and nodes of the search. "
            "`progress` hears of the part of the bound that is reached, in millionths.");
}

}  // namespace

void declare_clear_graph(Door& door) {
    declare_pattern(door);
    declare_graph(door);
    declare_chance(door);
    declare_path(door);
    declare_openers(door);
}

}  // namespace shapewright::bindings
