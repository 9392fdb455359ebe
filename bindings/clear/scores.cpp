// What perfect clears send: see engine/clear/graph/scores.hpp.
#include "clear/graph/scores.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "clear/graph.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

namespace {

/// The scores of the queues of a graph over either size of board.
class Scores {
public:
    Scores(const Graph& graph, int rule, std::uint32_t start, std::vector<std::int32_t> sent,
           std::vector<std::uint32_t> after) {
        if (rule < 0 || rule > static_cast<int>(clear::SpinRule::none)) throw std::invalid_argument("no such rule");
        clear::Attacks attacks{static_cast<clear::SpinRule>(rule), start, std::move(sent), std::move(after)};
        graph.visit([&]<typename Set>(const clear::Graph<Set>& of) {
            scores_ = std::make_unique<clear::Scores<Set>>(of, std::move(attacks));
        });
    }

    template <typename Visit>
    auto visit(Visit visit) const {
        return std::visit([&](const auto& scores) { return visit(*scores); }, scores_);
    }

    /// What was done: a step, nothing because of a stop, or nothing because the table does not know a clear.
    const char* step(const StopToken& stop) {
        return visit([&](auto& scores) {
            try {
                return scores.step(stop) ? "done" : "stopped";
            } catch (const std::domain_error&) {
                return "missing";
            }
        });
    }

    using Steps = std::vector<std::tuple<std::uint32_t, Bytes, std::uint32_t>>;
    Steps best(BytesView queue) {
        const std::vector<std::uint8_t> pieces(queue.begin(), queue.end());
        return visit([&](auto& scores) {
            Steps steps;
            for (const auto& step : scores.best(pieces)) steps.emplace_back(step.piece, cells(step.board), step.spin);
            return steps;
        });
    }

private:
    Either<clear::Scores> scores_;
};

}  // namespace

void declare_clear_scores(Door& door) {
    door.type<Scores>("ClearScores", "What perfect clears send: see engine/clear/graph/scores.hpp.")
        .init([](const Graph& graph, int rule, std::uint32_t start, const std::vector<std::int32_t>& sent,
                 const std::vector<std::uint32_t>& after) { return Scores(graph, rule, start, sent, after); },
              arg("graph"), arg("rule"), arg("start"), arg("sent"), arg("after"), keeps<2>)
        .def("step", &Scores::step, stopping,
             "One step more: 'done', 'stopped', or 'missing' if the table does not know a clear.")
        .property("is_complete",
                  [](const Scores& self) { return self.visit([](auto& scores) { return scores.is_complete(); }); })
        .property("progress",
                  [](const Scores& self) {
                      return self.visit([](auto& scores) { return std::make_pair(scores.done(), scores.steps()); });
                  })
        .property(
            "missing", [](const Scores& self) { return self.visit([](auto& scores) { return scores.missing(); }); },
            "The kind of clear that the table does not know.")
        .def(
            "values", [](const Scores& self) { return self.visit([](auto& scores) { return scores.values(); }); },
            "By queue the most that it sends, or -1.")
        .def("best", &Scores::best, arg("queue"),
             "Piece, board after it and spin of each placement by which a queue sends the most.");
}

}  // namespace shapewright::bindings
