// Networks that order the moves of a search for perfect clears.
#include "clear/nets/net.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/nets/measure.hpp"
#include "clear/rules.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

using clear::Net;

namespace {

using Inputs = std::vector<std::pair<unsigned, double>>;
using Nodes = std::vector<std::tuple<unsigned, double, Inputs>>;

Net made(const Nodes& nodes) {
    std::vector<Net::Node> result;
    for (const auto& [activation, bias, inputs] : nodes) {
        if (activation >= clear::activations) throw std::invalid_argument("no such activation");
        Net::Node node{static_cast<clear::Activation>(activation), bias, {}};
        for (const auto& [from, weight] : inputs) {
            if (from >= clear::features + Net::most_nodes) throw std::invalid_argument("no such node");
            node.inputs.push_back({static_cast<std::uint16_t>(from), weight});
        }
        result.push_back(node);
    }
    return Net(result);
}

using MeasuredColumns = std::tuple<std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<int>>;

std::vector<MeasuredColumns> measured(const ClearRules& rules, int height, const std::vector<BytesView>& sequences,
                                      std::uint64_t nodes, const std::vector<std::optional<Net>>& nets,
                                      const StopToken& stop) {
    std::vector<std::vector<std::uint8_t>> queues;
    for (const BytesView sequence : sequences) queues.emplace_back(sequence.begin(), sequence.end());
    std::vector<const Net*> orders;
    for (const std::optional<Net>& net : nets) orders.push_back(net ? &*net : nullptr);
    std::vector<MeasuredColumns> result;
    for (clear::Measured& one : height <= clear::low_rows
                                    ? clear::measure(rules.low, height, queues, nodes, orders, stop)
                                    : clear::measure(rules.tall, height, queues, nodes, orders, stop)) {
        std::vector<int> outcomes;
        for (const clear::Outcome outcome : one.outcomes) outcomes.push_back(static_cast<int>(outcome));
        result.emplace_back(std::move(one.nodes), std::move(one.nanoseconds), std::move(outcomes));
    }
    return result;
}

}  // namespace

void declare_clear_net(Door& door) {
    door.type<Net>("ClearNet", "A network that orders moves: see engine/clear/nets/net.hpp.")
        .init(&made, arg("nodes"),
              "Nodes as activation, bias, and inputs: a feature or 13 + an earlier node, and the weight.")
        .def(
            "value",
            [](const Net& self, const std::vector<double>& board) {
                if (board.size() != clear::features) throw std::invalid_argument("a board has 13 features");
                return self.value(std::span<const double, clear::features>(board.data(), clear::features));
            },
            arg("features"), "The output: the board with the least is looked at first.");
    door.def(
        "clear_features",
        [](BytesView board, int height, bool tall) {
            if (height < 0 || height > (tall ? clear::tall_rows : clear::low_rows))
                throw std::invalid_argument("no such height");
            const auto values = tall ? clear::features_of(clear_board<clear::TallBoard>(board), height)
                                     : clear::features_of(clear_board<clear::Board>(board), height);
            return std::vector<double>(values.begin(), values.end());
        },
        arg("board"), arg("height"), arg("tall"), "What nets know of a board.");
    door.def("clear_measure", &measured, arg("rules"), arg("height"), arg("sequences"), arg("nodes"), arg("nets"),
             stopping,
             "For each order of the moves (None: the built-in one): boards looked at, nanoseconds and outcome of each "
             "queue, from the empty field, the orders taking turns; fewer queues if it was stopped.");
}

}  // namespace shapewright::bindings
