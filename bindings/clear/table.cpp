// The table of all sequences: boards that can still be cleared, and the parts of the table made of them.
#include "clear/table/table.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/live/boards.hpp"
#include "clear/live/graph.hpp"
#include "clear/rules.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

using clear::LiveGraph;
using clear::TableSource;

namespace {

using Numbers = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

Numbers numbers(const clear::Chances& chances) {
    return {chances.opener, chances.none, chances.any};
}

/// The six bytes of each sequence.
Bytes packed(const std::vector<std::uint64_t>& sequences) {
    std::string bytes;
    bytes.reserve(6 * sequences.size());
    for (const std::uint64_t sequence : sequences)
        for (int k = 0; k < 6; ++k) bytes.push_back(static_cast<char>(sequence >> (8 * k) & 255));
    return Bytes(std::move(bytes));
}

std::tuple<Bytes, Bytes, std::uint64_t, Numbers, Numbers> table_part(const TableSource& source, BytesView start,
                                                                     const StopToken& stop) {
    clear::TablePart part = clear::table_part(source, start, stop);
    return {Bytes(std::move(part.records)), packed(part.failed), part.sequences, numbers(part.solved),
            numbers(part.all)};
}

Bytes failed_part(const TableSource& source, BytesView start, const StopToken& stop) {
    return packed(clear::failed_part(source, start, stop));
}

std::tuple<Bytes, std::uint64_t> unsaved_part(const TableSource& source, BytesView start, BytesView allowed,
                                              const StopToken& stop) {
    clear::Allowed by_rest{};
    if (allowed.size() != by_rest.size()) throw std::invalid_argument("something is allowed for each rest of a bag");
    std::copy(allowed.begin(), allowed.end(), by_rest.begin());
    const clear::UnsavedPart part = clear::unsaved_part(source, start, by_rest, stop);
    return {packed(part.failed), part.sequences};
}

}  // namespace

void declare_clear_table(Door& door) {
    door.type<LiveGraph>("ClearLiveGraph", "Boards that can still be cleared: see engine/clear/live/graph.hpp.")
        .init([](const ClearRules& rules, int lines, unsigned threads, const StopToken& stop,
                 const Progress& progress) { return LiveGraph(rules.low, lines, threads, stop, progress.report); },
              arg("rules"), arg("lines"), arg("threads"), stopping, nullable("progress") = none, keeps<2>)
        .static_def("steps", &LiveGraph::steps, arg("lines"), "In how many steps they are found.")
        .def(
            "packed", [](const LiveGraph& self) { return Bytes(clear::LiveBoards::packed(self)); }, takes_long,
            "The boards as ClearLiveBoards reads them.")
        .property(
            "sizes",
            [](const LiveGraph& self) {
                std::vector<std::size_t> sizes;
                for (int placed = 0; placed <= self.pieces_needed(); ++placed)
                    sizes.push_back(self.boards(placed).size());
                return sizes;
            },
            "How many boards there are, by pieces placed.")
        .def("count_placements", &LiveGraph::count_placements, arg("threads"), stopping,
             "How many placements lead from one of the boards to another.");

    door.type<TableSource>("ClearTableSource", "The placements between live boards, and how games end.")
        .init([](const LiveGraph& graph, unsigned threads,
                 const StopToken& stop) { return TableSource(graph, threads, stop); },
              arg("graph"), arg("threads"), stopping)
        .def("table_part", &table_part, arg("start"), stopping,
             "The sequences with that beginning: records, the six bytes of each sequence without a clear, the number "
             "of sequences, and the strings (opener, none, any) that the solved ones and all of them stand for.")
        .def("failed_part", &failed_part, arg("start"), stopping,
             "Those of the same sequences that have no clear, six bytes each.")
        .def("unsaved_part", &unsaved_part, arg("start"), arg("allowed"), stopping,
             "The same sequences: those without a clear that leaves an allowed piece over, six bytes each, and of how "
             "many something is demanded.");
}

}  // namespace shapewright::bindings
