// Pieces laid into boxes and onto boards.
#include <cstring>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "packing/packer.hpp"
#include "packing/rectangles.hpp"
#include "packing/spiral.hpp"
#include "waste/least_waste.hpp"

namespace shapewright::bindings {

using namespace packing;

namespace {

using Cells = std::vector<std::pair<int, int>>;
using Result = std::tuple<const char*, const char*, Bytes>;
using RectangleTuple = std::tuple<int, int, Counts, BytesView>;

Packer make_packer(const std::vector<std::vector<Cells>>& shapes, const std::vector<unsigned>& weights) {
    std::vector<std::vector<std::vector<Offset>>> translated;
    for (const auto& orientations : shapes) {
        auto& type = translated.emplace_back();
        for (const Cells& cells : orientations) {
            auto& orientation = type.emplace_back();
            for (const auto& [x, y] : cells) orientation.push_back({x, y});
        }
    }
    return Packer(Pieces(translated, weights));
}

/// The name of an outcome, of a packing or of a sweep.
template <typename Outcome>
const char* name(Outcome outcome) {
    switch (outcome) {
        case Outcome::found:
            return "found";
        case Outcome::none:
            return "none";
        case Outcome::gave_up:
            return "gave up";
        default:
            return "stopped";
    }
}

const char* name(Method method) {
    switch (method) {
        case Method::areas:
            return "areas";
        case Method::colours:
            return "colours";
        case Method::search:
            return "search";
        case Method::table:
            return "table of bags";
        case Method::dissection:
            return "dissection";
        default:
            return "walk";
    }
}

Bytes flat(const std::vector<Placed>& placed) {
    static_assert(sizeof(Placed) == 16);
    return Bytes(placed.data(), placed.size() * sizeof(Placed));
}

std::vector<Placed> placed_of(const BytesView& raw, const char* error) {
    if (raw.size() % sizeof(Placed) != 0) throw std::invalid_argument(error);
    std::vector<Placed> placed(raw.size() / sizeof(Placed));
    if (!placed.empty()) std::memcpy(placed.data(), raw.data(), raw.size());
    return placed;
}

Rectangles make_rectangles(const std::vector<RectangleTuple>& rectangles,
                           std::vector<std::vector<std::int32_t>> turned) {
    std::vector<Rectangles::Entry> entries;
    for (const auto& [width, height, counts, tiling] : rectangles)
        entries.push_back({width, height, counts, placed_of(tiling, "a tiling has 16 bytes for each piece")});
    return Rectangles(std::move(entries), std::move(turned));
}

Board board_of(int width, int height, const BytesView& open) {
    return Board::within(width, height, std::vector<std::uint8_t>(open.begin(), open.end()));
}

Result result_of(const Answer& answer) {
    return {name(answer.outcome), name(answer.method), flat(answer.placed)};
}

/// The searches that fill a whole box.
void define_boxes(DeclaredType<Packer>& packer) {
    packer
        .def(
            "box",
            [](Packer& self, int width, int height, const Counts& counts, bool corner, std::uint64_t seed,
               std::uint64_t steps,
               const StopToken& stop) { return result_of(self.box(width, height, counts, corner, seed, steps, stop)); },
            arg("width"), arg("height"), arg("counts"), arg("corner"), arg("seed"), arg("steps"), stopping,
            "Lay counts into a box: outcome ('found', 'none', 'gave up', 'stopped'), method, and the placements as "
            "int32 quadruples (type, orientation, x, y).")
        .def(
            "dissection",
            [](Packer& self, int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
               const StopToken& stop) {
                return result_of(self.box_by_dissection(width, height, counts, seed, steps, stop));
            },
            arg("width"), arg("height"), arg("counts"), arg("seed"), arg("steps"), stopping)
        .def(
            "greedy",
            [](const Packer& self, int width, int height, const Counts& counts, std::uint64_t seed,
               std::uint64_t attempts, const StopToken& stop) {
                return result_of(self.box_greedily(width, height, counts, seed, attempts, stop));
            },
            arg("width"), arg("height"), arg("counts"), arg("seed"), arg("attempts"), stopping)
        .def(
            "rectangles",
            [](const Packer& self, const Rectangles& known, int width, int height, const Counts& counts,
               std::uint64_t seed, std::uint64_t rounds, const StopToken& stop) {
                return result_of(self.box_by_rectangles(known, width, height, counts, seed, rounds, stop));
            },
            arg("inventory"), arg("width"), arg("height"), arg("counts"), arg("seed"), arg("rounds"), stopping)
        .def(
            "spiral",
            [](const Packer& self, const std::vector<int>& types, int width, int height, int turns,
               const std::vector<int>& weights, std::size_t beam, std::uint64_t seed, const StopToken& stop) {
                Rng rng(seed);
                return flat(spiral(self.pieces(), types, width, height, turns, weights, beam, rng, stop));
            },
            arg("types"), arg("width"), arg("height"), arg("turns"), arg("weights"), arg("beam"), arg("seed"), stopping,
            "A packing of any number of these types that looks the same after a turn, whose empty cells weigh little; "
            "none if it was stopped.")
        .def("forbidden", &Packer::is_forbidden, arg("width"), arg("height"), arg("counts"),
             "Whether signed colours forbid to fill a box exactly.");
}

/// The searches on boards of which some cells may be closed.
void define_boards(DeclaredType<Packer>& packer) {
    packer
        .def(
            "board",
            [](Packer& self, int width, int height, const BytesView& open, const Counts& minimum, const Counts& maximum,
               int holes, std::uint64_t seed, std::uint64_t steps, const StopToken& stop) {
                return result_of(
                    self.board(board_of(width, height, open), {minimum, maximum}, holes, seed, steps, stop));
            },
            arg("width"), arg("height"), arg("open"), arg("minimum"), arg("maximum"), arg("holes"), arg("seed"),
            arg("steps"), stopping,
            "Lay pieces onto a board with at most so many cells empty; 'gave up' and 'stopped' come with the best met.")
        .def(
            "exhaust",
            [](const Packer& self, int width, int height, const BytesView& open, const Counts& counts,
               const StopToken& stop) { return result_of(self.exhaust(board_of(width, height, open), counts, stop)); },
            arg("width"), arg("height"), arg("open"), arg("counts"), stopping,
            "Every placement in turn, on a board of at most 64 cells.")
        .def(
            "walk",
            [](const Packer& self, int width, int height, const BytesView& open, const Counts& counts,
               const BytesView& start, std::uint64_t seed, std::uint64_t steps, const StopToken& stop) {
                std::vector<Placed> placed = placed_of(start, "a packing has 16 bytes for each piece");
                return result_of(
                    self.walk_from(std::move(placed), board_of(width, height, open), counts, seed, steps, stop));
            },
            arg("width"), arg("height"), arg("open"), arg("counts"), arg("start"), arg("seed"), arg("steps"), stopping,
            "Walk from a packing to one with these counts.");
}

/// The types of a bag as kinds that waste something, see engine/waste.
std::vector<waste::Kind> wasting(const Pieces& pieces, const std::vector<int>& wastes) {
    if (wastes.size() != pieces.size()) throw std::invalid_argument("there is one waste for each type of piece");
    std::vector<waste::Kind> kinds;
    for (std::size_t t = 0; t < pieces.size(); ++t) {
        waste::Kind& kind = kinds.emplace_back(waste::Kind{wastes[t], {}});
        for (const Orientation& one : pieces.types()[t].orientations) {
            std::vector<waste::Cell>& cells = kind.orientations.emplace_back();
            for (const Offset& cell : one.cells) cells.push_back({cell.x, cell.y});
        }
    }
    return kinds;
}

/// Sweeps over profiles: what a box wastes at least.
void define_wastes(DeclaredType<Packer>& packer) {
    packer
        .def(
            "wastes_at_most",
            [](const Packer& self, int width, int height, const std::vector<int>& wastes, int empty, int allowed,
               std::uint64_t work, bool keep, const StopToken& stop) {
                std::vector<waste::Laid> laid;
                const waste::Outcome outcome = waste::wastes_at_most(
                    wasting(self.pieces(), wastes), empty, width, height, allowed, work, stop, keep ? &laid : nullptr);
                std::vector<Placed> packing;
                for (const waste::Laid& one : laid) packing.push_back({one.kind, one.orientation, one.x, one.y});
                return std::pair(name(outcome), flat(packing));
            },
            arg("width"), arg("height"), arg("wastes"), arg("empty"), arg("allowed"), arg("work"), arg("keep"),
            stopping,
            "Whether some packing of a box wastes at most so much: 'found', 'none', 'gave up' or 'stopped', and with "
            "``keep`` one that wastes least, as int32 quadruples. A piece of a type that wastes -1 does not lie there; "
            "with -1 for ``empty`` no cell stays empty.")
        .def(
            "least_wastes",
            [](const Packer& self, int width, bool on_its_side, const std::vector<int>& wastes, int empty, int most,
               std::uint64_t work, const StopToken& stop) {
                std::vector<waste::Kind> kinds = wasting(self.pieces(), wastes);
                if (on_its_side) kinds = waste::lying(kinds);
                if (!waste::LeastWaste::fits(kinds, width)) return std::tuple(std::vector<int>(), 0, 0);
                const auto found = waste::LeastWaste(kinds, empty, width).heights(most, work, stop);
                return std::tuple(found.least, found.again, found.more);
            },
            arg("width"), arg("on_its_side"), arg("wastes"), arg("empty"), arg("most"), arg("work"), stopping,
            "The least wastes of boxes of height 0, 1 and so on (-1: it cannot be filled), how many of the last come "
            "again and again, and how much more each time; 0 if that is not known. A box ``on_its_side`` has this "
            "width from bottom to top.");
}

}  // namespace

void declare_packing(Door& door) {
    door.type<Rectangles>("PackingRectangles", "Rectangles made of pieces: see engine/packing/rectangles.hpp.")
        .init(&make_rectangles, arg("rectangles"), arg("turned"),
              "``rectangles`` are (width, height, counts, tiling as int32 quadruples); ``turned`` the orientation of "
              "each type and orientation after a quarter turn to the left.")
        .property("rectangles", [](const Rectangles& self) { return self.entries().size(); });

    auto packer =
        door.type<Packer>("PackingPacker", "The searches over one set of pieces: see engine/packing/packer.hpp.");
    packer.init(&make_packer, arg("shapes"), arg("weights"),
                "``shapes`` are the cells (x, y) of every orientation of every type.");
    define_boxes(packer);
    define_boards(packer);
    define_wastes(packer);
    packer
        .def(
            "growing_square",
            [](const Packer& self, const Counts& counts, const StopToken& stop) {
                return flat(self.growing_square(counts, stop));
            },
            arg("counts"), stopping, "Placements as int32 quadruples; fewer than asked if it was stopped.")
        .def(
            "bags",
            [](Packer& self, int width, int height, int pieces, const StopToken& stop) {
                const Packer::Bags bags = self.bags(width, height, pieces, stop);
                return std::make_pair(bags.complete, Bytes(bags.counts.data(), bags.counts.size()));
            },
            arg("width"), arg("height"), arg("pieces"), stopping,
            "Whether the work came to its end, and every bag of so many pieces that fits, a byte for each count.");
}

}  // namespace shapewright::bindings
