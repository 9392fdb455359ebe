// Assemblies of pieces taken apart by moves along the axes.
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "disassembly/takeapart.hpp"

namespace shapewright::bindings {

void declare_disassembly(Door& door) {
    using disassembly::Disassembler;
    using disassembly::Disassembly;
    using disassembly::Place;
    using MoveOut = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
    using SeparationOut = std::tuple<std::uint64_t, std::vector<MoveOut>, std::int32_t, std::int32_t>;
    door.type<Disassembler>("Disassembler", "Takes assemblies apart: see engine/disassembly/takeapart.hpp.")
        .init([] { return std::make_unique<Disassembler>(); })
        .def(
            "run",
            [](Disassembler& self,
               const std::vector<std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>>& pieces,
               std::uint32_t axes, std::uint64_t most_states, const StopToken& stop) {
                std::vector<std::vector<Place>> places;
                places.reserve(pieces.size());
                for (const auto& cells : pieces) {
                    std::vector<Place>& own = places.emplace_back();
                    own.reserve(cells.size());
                    for (const auto& [x, y, z] : cells) own.push_back(disassembly::place(x, y, z));
                }
                const std::uint64_t most =
                    most_states < disassembly::most_states ? most_states : disassembly::most_states;
                const Disassembly found = self.run(places, axes, static_cast<std::size_t>(most), stop);
                std::vector<SeparationOut> separations;
                separations.reserve(found.separations.size());
                for (const auto& one : found.separations) {
                    std::vector<MoveOut> moves;
                    moves.reserve(one.moves.size());
                    for (const auto& move : one.moves) moves.emplace_back(move.pieces, move.direction, move.units);
                    separations.emplace_back(one.pieces, std::move(moves), one.rest, one.out);
                }
                using Outcome = Disassembly::Outcome;
                const char* outcome = found.outcome == Outcome::apart     ? "apart"
                                      : found.outcome == Outcome::locked  ? "locked"
                                      : found.outcome == Outcome::stopped ? "stopped"
                                                                          : "too many";
                return std::make_tuple(outcome, found.states, std::move(separations));
            },
            arg("pieces"), arg("axes"), arg("most_states"), stopping,
            "('apart', 'locked', 'stopped' or 'too many', states, separations: (pieces as bits, moves, rest, out)); a "
            "move is (pieces as bits, direction of +x -x +y -y +z -z, units or 0 for out).");
}

}  // namespace shapewright::bindings
