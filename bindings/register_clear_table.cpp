#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "casters.hpp"
#include "clear/live/graph.hpp"
#include "clear/table/table.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

using Numbers = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

Numbers numbers(const clear::Chances& chances) {
    return {chances.opener, chances.none, chances.any};
}

}  // namespace

void register_clear_table(nb::module_& module) {
    nb::class_<clear::LiveGraph>(module, "ClearLiveGraph",
                                 "Boards that can still be cleared: see engine/clear/live/graph.hpp.")
        .def(
            "__init__",
            [](clear::LiveGraph* self, const ClearRules& rules, int lines, unsigned threads, nb::handle stop,
               double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                new (self) clear::LiveGraph(rules.low, lines, threads, token);
            },
            "rules"_a, "lines"_a, "threads"_a, "stop"_a.none(), "seconds"_a, nb::keep_alive<1, 2>())
        .def_prop_ro(
            "sizes",
            [](const clear::LiveGraph& self) {
                std::vector<std::size_t> sizes;
                for (int placed = 0; placed <= self.pieces_needed(); ++placed)
                    sizes.push_back(self.boards(placed).size());
                return sizes;
            },
            "How many boards there are, by pieces placed.")
        .def(
            "count_placements",
            [](const clear::LiveGraph& self, unsigned threads, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                return self.count_placements(threads, token);
            },
            "threads"_a, "stop"_a.none(), "seconds"_a, "How many placements lead from one of the boards to another.");

    nb::class_<clear::TableSource>(module, "ClearTableSource", "The placements between live boards, and how games end.")
        .def(
            "__init__",
            [](clear::TableSource* self, const clear::LiveGraph& graph, unsigned threads, nb::handle stop,
               double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const nb::gil_scoped_release released;
                new (self) clear::TableSource(graph, threads, token);
            },
            "graph"_a, "threads"_a, "stop"_a.none(), "seconds"_a)
        .def(
            "table_part",
            [](const clear::TableSource& self, const nb::bytes& start, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const std::span pieces(static_cast<const std::uint8_t*>(start.data()), start.size());
                clear::TablePart part;
                std::string failed;
                {
                    const nb::gil_scoped_release released;
                    part = clear::table_part(self, pieces, token);
                    failed.reserve(6 * part.failed.size());
                    for (const std::uint64_t sequence : part.failed)
                        for (int k = 0; k < 6; ++k) failed.push_back(static_cast<char>(sequence >> (8 * k) & 255));
                }
                return std::tuple(nb::bytes(part.records.data(), part.records.size()),
                                  nb::bytes(failed.data(), failed.size()), part.sequences, numbers(part.solved),
                                  numbers(part.all));
            },
            "start"_a, "stop"_a.none(), "seconds"_a,
            "The sequences with that beginning: records, the six bytes of each sequence without a clear, the number of "
            "sequences, and the strings (opener, none, any) that the solved ones and all of them stand for.");
}
