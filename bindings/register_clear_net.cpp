#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "casters.hpp"
#include "clear/nets/net.hpp"
#include "clear/solve/solve.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

using Inputs = std::vector<std::pair<unsigned, double>>;

/// The time this thread has worked, in nanoseconds.
std::int64_t worked() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) return std::int64_t{1000000000} * now.tv_sec + now.tv_nsec;
#endif
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

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

/// How each queue is solved in one order of the moves.
struct Measured {
    std::vector<std::uint64_t> nodes;
    std::vector<std::int64_t> nanoseconds;
    std::vector<int> outcomes;
};

/// Whether there was time for it.
template <typename Set>
bool measure(const clear::Mover<Set>& mover, clear::Quest<Set> quest, const std::vector<const clear::Net*>& nets,
             std::size_t number, std::vector<Measured>& result, const shapewright::StopToken& stop) {
    for (std::size_t k = 0; k < nets.size(); ++k) {
        // Each order comes first once in so many queues: what comes later finds warmer caches.
        const std::size_t turn = (number + k) % nets.size();
        quest.net = nets[turn];
        const std::int64_t before = worked();
        const clear::Answer answer = clear::solve(mover, quest, stop);
        const std::int64_t after = worked();
        if (stop.expired()) return false;
        result[turn].nodes.push_back(answer.nodes);
        result[turn].nanoseconds.push_back(after - before);
        result[turn].outcomes.push_back(static_cast<int>(answer.outcome));
    }
    return true;
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
            if (height < 1 || height > clear::tall_rows) throw std::invalid_argument("no such height");
            std::vector<std::vector<std::uint8_t>> queues;
            for (const nb::bytes& sequence : sequences) {
                const auto* data = static_cast<const std::uint8_t*>(sequence.data());
                queues.emplace_back(data, data + sequence.size());
                for (const std::uint8_t piece : queues.back())
                    if (piece >= clear::pieces) throw std::invalid_argument("no such piece");
                if (queues.back().empty()) throw std::invalid_argument("a queue has a piece");
            }
            std::vector<const clear::Net*> orders;
            for (const std::optional<clear::Net>& net : nets) orders.push_back(net ? &*net : nullptr);
            std::vector<Measured> measured(orders.size());
            {
                const nb::gil_scoped_release released;
                bool goes_on = true;
                for (std::size_t k = 0; k < queues.size() && goes_on; ++k) {
                    if (height <= clear::low_rows)
                        goes_on = measure(rules.low,
                                          clear::Quest<clear::Board>{clear::Board{0}, height, queues[k], true,
                                                                     clear::anything, 0, nodes, nullptr},
                                          orders, k, measured, token);
                    else
                        goes_on = measure(rules.tall,
                                          clear::Quest<clear::TallBoard>{clear::TallBoard{}, height, queues[k], true,
                                                                         clear::anything, 0, nodes, nullptr},
                                          orders, k, measured, token);
                }
            }
            std::vector<std::tuple<std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<int>>> result;
            for (Measured& one : measured)
                result.emplace_back(std::move(one.nodes), std::move(one.nanoseconds), std::move(one.outcomes));
            return result;
        },
        "rules"_a, "height"_a, "sequences"_a, "nodes"_a, "nets"_a, "stop"_a.none(), "seconds"_a,
        "For each order of the moves (None: the built-in one): boards looked at, nanoseconds and outcome of each "
        "queue, "
        "from the empty field, the orders taking turns; fewer queues if it was stopped.");
}
