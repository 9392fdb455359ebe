#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "casters.hpp"
#include "clear/graph/chance.hpp"
#include "clear/graph/graph.hpp"
#include "clear/graph/path.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

/// A graph over either size of board.
class Graph {
public:
    Graph(const ClearRules& rules, const clear::Pattern& pattern, bool hold, const nb::bytes& start,
          const nb::bytes& goal, int height, const std::vector<nb::bytes>& parts) {
        if (height <= clear::low_rows)
            graph_ = made<clear::Board>(rules.low, pattern, hold, start, goal, height, parts);
        else
            graph_ = made<clear::TallBoard>(rules.tall, pattern, hold, start, goal, height, parts);
    }

    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& graph) { return visit(*graph); }, graph_);
    }

private:
    template <typename Set>
    static std::unique_ptr<clear::Graph<Set>> made(const clear::Mover<Set>& mover, const clear::Pattern& pattern,
                                                   bool hold, const nb::bytes& start, const nb::bytes& goal, int height,
                                                   const std::vector<nb::bytes>& parts) {
        clear::Task<Set> task{clear_board<Set>(start), clear_board<Set>(goal), height, {}};
        for (const nb::bytes& part : parts) task.parts.push_back(clear_board<Set>(part));
        return std::make_unique<clear::Graph<Set>>(mover, pattern, hold, std::move(task));
    }

    std::variant<std::unique_ptr<clear::Graph<clear::Board>>, std::unique_ptr<clear::Graph<clear::TallBoard>>> graph_;
};

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
    std::variant<std::unique_ptr<clear::Path<clear::Board>>, std::unique_ptr<clear::Path<clear::TallBoard>>> path_;
};

nb::bytes cells(clear::Board board);
nb::bytes cells(clear::TallBoard board);

/// What can be hoped for on either.
class Chance {
    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& chance) { return visit(*chance); }, chance_);
    }

public:
    Chance(const Graph& graph, const nb::bytes& queue, bool held, bool hold, int ahead, unsigned bag) {
        const auto* first = static_cast<const std::uint8_t*>(queue.data());
        const clear::Sight sight{{first, first + queue.size()}, held, hold, ahead, bag};
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

    using Moves = std::vector<std::tuple<std::size_t, nb::bytes, std::uint64_t>>;
    std::optional<Moves> moves(nb::handle stop, double seconds, std::uint64_t bytes) {
        const shapewright::StopToken token = stop_token(stop, seconds);
        return visit([&](auto& chance) {
            auto moves = [&] {
                const nb::gil_scoped_release released;
                return chance.moves(token, bytes);
            }();
            std::optional<Moves> listed;
            if (moves) {
                listed.emplace();
                for (const auto& move : *moves) listed->emplace_back(move.piece, cells(move.board), move.solved);
            }
            return listed;
        });
    }

private:
    std::variant<std::unique_ptr<clear::Chance<clear::Board>>, std::unique_ptr<clear::Chance<clear::TallBoard>>>
        chance_;
};

const char* said(clear::Grown grown) {
    return grown == clear::Grown::done ? "done" : grown == clear::Grown::stopped ? "stopped" : "too large";
}

nb::bytes cells(clear::Board board) {
    std::array<unsigned char, 25> bytes{};
    for (unsigned char& byte : bytes) {
        byte = static_cast<unsigned char>(board);
        board >>= 8;
    }
    return nb::bytes(bytes.data(), bytes.size());
}
nb::bytes cells(clear::TallBoard board) {
    std::array<unsigned char, 25> bytes{};
    for (std::size_t k = 0; k < bytes.size(); ++k)
        bytes[k] = static_cast<unsigned char>(board.word[k / 8] >> (k % 8 * 8));
    return nb::bytes(bytes.data(), bytes.size());
}

nb::bytes words(const std::vector<std::uint64_t>& words) {
    std::vector<unsigned char> bytes;
    bytes.reserve(8 * words.size());
    for (std::uint64_t word : words)
        for (int k = 0; k < 8; ++k, word >>= 8) bytes.push_back(static_cast<unsigned char>(word));
    return nb::bytes(bytes.data(), bytes.size());
}

void register_pattern(nb::module_& module) {
    nb::class_<clear::Pattern>(module, "ClearPattern", "The queues of a pattern: see engine/clear/graph/pattern.hpp.")
        .def(nb::init<const std::vector<std::vector<std::array<int, clear::pieces>>>&>(), "levels"_a)
        .def_prop_ro("count", &clear::Pattern::count)
        .def_prop_ro("length", &clear::Pattern::length);
}

void register_graph(nb::module_& module) {
    nb::class_<Graph>(module, "ClearGraph", "Boards between a field and a goal: see engine/clear/graph/graph.hpp.")
        .def(nb::init<const ClearRules&, const clear::Pattern&, bool, const nb::bytes&, const nb::bytes&, int,
                      const std::vector<nb::bytes>&>(),
             "rules"_a, "queues"_a, "hold"_a, "start"_a, "goal"_a, "height"_a, "parts"_a, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>())
        .def(
            "step",
            [](const Graph& self, nb::handle stop, double seconds, std::uint64_t bytes) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                clear::Grown grown;
                {
                    const nb::gil_scoped_release released;
                    grown = self.visit([&](auto& graph) { return graph.step(token, bytes); });
                }
                return said(grown);
            },
            "stop"_a.none(), "seconds"_a, "bytes"_a, "One level forward or back: 'done', 'stopped' or 'too large'.")
        .def_prop_ro("is_complete",
                     [](const Graph& self) { return self.visit([](auto& graph) { return graph.is_complete(); }); })
        .def_prop_ro("placements",
                     [](const Graph& self) { return self.visit([](auto& graph) { return graph.placements(); }); })
        .def_prop_ro("reached",
                     [](const Graph& self) { return self.visit([](auto& graph) { return graph.reached(); }); })
        .def_prop_ro(
            "boards",
            [](const Graph& self) {
                return self.visit([](auto& graph) {
                    std::vector<std::size_t> sizes;
                    for (const auto& level : graph.levels()) sizes.push_back(level.boards.size());
                    return sizes;
                });
            },
            "How many boards each level has.")
        .def_prop_ro(
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
            [](const Graph& self, nb::handle stop, double seconds, int held) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                std::vector<std::uint64_t> bits;
                {
                    const nb::gil_scoped_release released;
                    const auto piece = held < 0 ? clear::Contexts::any_hold : static_cast<std::uint32_t>(held);
                    bits = self.visit([&](auto& graph) { return graph.solved(token, piece); });
                }
                return words(bits);
            },
            "stop"_a.none(), "seconds"_a, "held"_a,
            "A bit for each queue, lowest first: whether it comes to the goal, with `held` in hold unless negative.");
}

void register_chance(nb::module_& module) {
    nb::class_<Chance>(module, "ClearChance",
                       "What a player can hope for who sees little: see engine/clear/graph/chance.hpp.")
        .def(nb::init<const Graph&, const nb::bytes&, bool, bool, int, unsigned>(), "graph"_a, "queue"_a, "held"_a,
             "hold"_a, "ahead"_a, "bag"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("sequences", &Chance::sequences, "How many sequences may come.")
        .def_prop_ro("progress", &Chance::progress, "How many of how many moves are known.")
        .def("moves", &Chance::moves, "stop"_a.none(), "seconds"_a, "bytes"_a,
             "Of each move (piece, board) how many sequences it solves; None if stopped: what is known then is kept.");
}

void register_path(nb::module_& module) {
    nb::class_<Path>(module, "ClearPath", "The different solutions in a graph: see engine/clear/graph/path.hpp.")
        .def(nb::init<const Graph&>(), "graph"_a, nb::keep_alive<1, 2>())
        .def(
            "step",
            [](const Path& self, nb::handle stop, double seconds, std::uint64_t bytes) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                clear::Grown grown;
                {
                    const nb::gil_scoped_release released;
                    grown = self.visit([&](auto& path) { return path.step(token, bytes); });
                }
                return said(grown);
            },
            "stop"_a.none(), "seconds"_a, "bytes"_a, "One placement more: 'done', 'stopped' or 'too large'.")
        .def_prop_ro("is_complete",
                     [](const Path& self) { return self.visit([](auto& all) { return all.is_complete(); }); })
        .def("__len__", [](const Path& self) { return self.visit([](auto& all) { return all.size(); }); })
        .def_prop_ro(
            "cells",
            [](const Path& self) {
                return self.visit([](auto& all) {
                    std::vector<nb::bytes> result;
                    for (const auto& set : all.cells()) result.push_back(cells(set));
                    return result;
                });
            },
            "The cells of every placement, as bits x + 10 y, 25 bytes.")
        .def(
            "parts",
            [](const Path& self) {
                return self.visit([](auto& all) {
                    std::vector<std::vector<std::uint32_t>> result;
                    for (std::size_t k = 0; k < all.size(); ++k)
                        result.emplace_back(all.parts(k), all.parts(k) + all.placements());
                    return result;
                });
            },
            "The placements of each solution, as numbers of `cells`.")
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
        .def(
            "queues",
            [](const Path& self, const std::vector<std::size_t>& which) {
                std::vector<nb::bytes> result;
                for (const std::size_t solution : which) {
                    std::vector<std::uint64_t> bits;
                    {
                        const nb::gil_scoped_release released;
                        bits = self.visit([&](auto& all) {
                            if (solution >= all.size()) throw std::out_of_range("no such solution");
                            return all.queues(solution);
                        });
                    }
                    result.push_back(words(bits));
                }
                return result;
            },
            "which"_a, "For each of these solutions a bit for each queue, lowest first: whether it can build it.");
}

}  // namespace

void register_clear_graph(nb::module_& module) {
    register_pattern(module);
    register_graph(module);
    register_chance(module);
    register_path(module);
}
