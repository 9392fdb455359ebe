#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <variant>
#include <vector>

#include "clear/graph.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

/// A graph over either size of board.
class Graph {
public:
    Graph(const ClearRules& rules, const clear::Queues& queues, bool hold, const nb::bytes& start,
          const nb::bytes& goal, int height, bool standing, const std::vector<nb::bytes>& parts) {
        if (height <= clear::low_rows)
            graph_ = made<clear::Board>(rules.low, queues, hold, start, goal, height, standing, parts);
        else
            graph_ = made<clear::TallBoard>(rules.tall, queues, hold, start, goal, height, standing, parts);
    }

    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& graph) { return visit(*graph); }, graph_);
    }

private:
    template <typename Set>
    static std::unique_ptr<clear::Graph<Set>> made(const clear::Mover<Set>& mover, const clear::Queues& queues,
                                                   bool hold, const nb::bytes& start, const nb::bytes& goal,
                                                   int height, bool standing, const std::vector<nb::bytes>& parts) {
        clear::Task<Set> task{clear_board<Set>(start), clear_board<Set>(goal), height, standing, {}};
        for (const nb::bytes& part : parts) task.parts.push_back(clear_board<Set>(part));
        return std::make_unique<clear::Graph<Set>>(mover, queues, hold, std::move(task));
    }

    std::variant<std::unique_ptr<clear::Graph<clear::Board>>, std::unique_ptr<clear::Graph<clear::TallBoard>>> graph_;
};

nb::bytes words(const std::vector<std::uint64_t>& words) {
    std::vector<unsigned char> bytes;
    bytes.reserve(8 * words.size());
    for (std::uint64_t word : words)
        for (int k = 0; k < 8; ++k, word >>= 8) bytes.push_back(static_cast<unsigned char>(word));
    return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void register_clear_graph(nb::module_& module) {
    nb::class_<clear::Queues>(module, "ClearQueues", "The queues of a pattern: see engine/clear/queues.hpp.")
        .def(nb::init<const std::vector<std::vector<std::array<int, clear::pieces>>>&>(), "levels"_a)
        .def_prop_ro("count", &clear::Queues::count)
        .def_prop_ro("length", &clear::Queues::length);

    nb::class_<Graph>(module, "ClearGraph", "Boards between a field and a goal: see engine/clear/graph.hpp.")
        .def(nb::init<const ClearRules&, const clear::Queues&, bool, const nb::bytes&, const nb::bytes&, int, bool,
                      const std::vector<nb::bytes>&>(),
             "rules"_a, "queues"_a, "hold"_a, "start"_a, "goal"_a, "height"_a, "standing"_a, "parts"_a,
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def(
            "step",
            [](const Graph& self, nb::handle stop, double seconds, std::uint64_t bytes) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                clear::Grown grown;
                {
                    const nb::gil_scoped_release released;
                    grown = self.visit([&](auto& graph) { return graph.step(token, bytes); });
                }
                return grown == clear::Grown::done ? "done" : grown == clear::Grown::stopped ? "stopped" : "too large";
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
            [](const Graph& self, nb::handle stop, double seconds, int held) -> nb::object {
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
