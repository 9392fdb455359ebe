#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "casters.hpp"
#include "clear/nets/measure.hpp"
#include "clear/nets/net.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

using Inputs = std::vector<std::pair<unsigned, double>>;

clear::Net made(const std::vector<std::tuple<unsigned, double, Inputs>>& nodes) {
    std::vector<clear::Net::Node> result;
    for (const auto& [activation, bias, inputs] : nodes) {
        if (activation >= clear::activations) throw std::invalid_argument("no such activation");
        clear::Net::Node node{static_cast<clear::Activation>(activation), bias, {}};
        for (const auto& [from, weight] : inputs) {
            if (from >= clear::features + clear::Net::most_nodes) throw std::invalid_argument("no such node");
            node.inputs.push_back({static_cast<std::uint16_t>(from), weight});
        }
        result.push_back(node);
    }
    return clear::Net(result);
}

}  // namespace

void register_clear_net(nb::module_& module) {
    nb::class_<clear::Net>(module, "ClearNet", "A network that orders moves: see engine/clear/nets/net.hpp.")
        .def(
            "__init__",
            [](clear::Net* self, const std::vector<std::tuple<unsigned, double, Inputs>>& nodes) {
                new (self) clear::Net(made(nodes));
            },
            "nodes"_a, "Nodes as activation, bias, and inputs: a feature or 13 + an earlier node, and the weight.")
        .def(
            "value",
            [](const clear::Net& self, const std::vector<double>& board) {
                if (board.size() != clear::features) throw std::invalid_argument("a board has 13 features");
                return self.value(std::span<const double, clear::features>(board.data(), clear::features));
            },
            "features"_a, "The output: the board with the least is looked at first.");
    module.def(
        "clear_features",
        [](const nb::bytes& board, int height, bool tall) {
            if (height < 0 || height > (tall ? clear::tall_rows : clear::low_rows))
                throw std::invalid_argument("no such height");
            const auto values = tall ? clear::features_of(clear_board<clear::TallBoard>(board), height)
                                     : clear::features_of(clear_board<clear::Board>(board), height);
            return std::vector<double>(values.begin(), values.end());
        },
        "board"_a, "height"_a, "tall"_a, "What nets know of a board.");
    module.def(
        "clear_measure",
        [](const ClearRules& rules, int height, const std::vector<nb::bytes>& sequences, std::uint64_t nodes,
           const std::vector<std::optional<clear::Net>>& nets, nb::handle stop, double seconds) {
            const shapewright::StopToken token = stop_token(stop, seconds);
            std::vector<std::vector<std::uint8_t>> queues;
            for (const nb::bytes& sequence : sequences) {
                const auto* data = static_cast<const std::uint8_t*>(sequence.data());
                queues.emplace_back(data, data + sequence.size());
            }
            std::vector<const clear::Net*> orders;
            for (const std::optional<clear::Net>& net : nets) orders.push_back(net ? &*net : nullptr);
            std::vector<clear::Measured> measured;
            {
                const nb::gil_scoped_release released;
                measured = height <= clear::low_rows ? clear::measure(rules.low, height, queues, nodes, orders, token)
                                                     : clear::measure(rules.tall, height, queues, nodes, orders, token);
            }
            std::vector<std::tuple<std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<int>>> result;
            for (clear::Measured& one : measured) {
                std::vector<int> outcomes;
                for (const clear::Outcome outcome : one.outcomes) outcomes.push_back(static_cast<int>(outcome));
                result.emplace_back(std::move(one.nodes), std::move(one.nanoseconds), std::move(outcomes));
            }
            return result;
        },
        "rules"_a, "height"_a, "sequences"_a, "nodes"_a, "nets"_a, "stop"_a.none(), "seconds"_a,
        "For each order of the moves (None: the built-in one): boards looked at, nanoseconds and outcome of each "
        "queue, from the empty field, the orders taking turns; fewer queues if it was stopped.");
}
