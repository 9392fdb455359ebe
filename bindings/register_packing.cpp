#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "casters.hpp"
#include "packing/packer.hpp"
#include "packing/rectangles.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::packing;
using shapewright::StopToken;

namespace {

using Cells = std::vector<std::pair<int, int>>;
using Result = std::tuple<const char*, const char*, nb::bytes>;

Pieces make_pieces(const std::vector<std::vector<Cells>>& shapes, const std::vector<unsigned>& weights) {
    std::vector<std::vector<std::vector<Offset>>> translated;
    for (const auto& orientations : shapes) {
        auto& type = translated.emplace_back();
        for (const Cells& cells : orientations) {
            auto& orientation = type.emplace_back();
            for (const auto& [x, y] : cells) orientation.push_back({x, y});
        }
    }
    return Pieces(translated, weights);
}

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

nb::bytes plain(const std::vector<Placed>& placed) {
    static_assert(sizeof(Placed) == 16);
    return nb::bytes(placed.data(), placed.size() * sizeof(Placed));
}

std::vector<Placed> placed_of(const nb::bytes& raw, const char* error) {
    if (raw.size() % sizeof(Placed) != 0) throw std::invalid_argument(error);
    std::vector<Placed> placed(raw.size() / sizeof(Placed));
    if (!placed.empty()) std::memcpy(placed.data(), raw.data(), raw.size());
    return placed;
}

Board board_of(int width, int height, const nb::bytes& open) {
    const auto* bytes = static_cast<const std::uint8_t*>(open.data());
    return Board::within(width, height, std::vector<std::uint8_t>(bytes, bytes + open.size()));
}

/// What `ask` answers, asked without the GIL.
template <typename Ask>
Result answered(nb::handle stop, double seconds, const Ask& ask) {
    const StopToken token = stop_token(stop, seconds);
    Answer answer;
    {
        const nb::gil_scoped_release released;
        answer = ask(token);
    }
    return {name(answer.outcome), name(answer.method), plain(answer.placed)};
}

void register_rectangles(nb::module_& module) {
    nb::class_<Rectangles>(module, "PackingRectangles", "Rectangles made of pieces: see engine/packing/rectangles.hpp.")
        .def(
            "__init__",
            [](Rectangles* self, const std::vector<std::tuple<int, int, Counts, nb::bytes>>& rectangles,
               std::vector<std::vector<std::int32_t>> turned) {
                std::vector<Rectangles::Entry> entries;
                for (const auto& [width, height, counts, tiling] : rectangles)
                    entries.push_back(
                        {width, height, counts, placed_of(tiling, "a tiling has 16 bytes for each piece")});
                new (self) Rectangles(std::move(entries), std::move(turned));
            },
            "rectangles"_a, "turned"_a,
            "``rectangles`` are (width, height, counts, tiling as int32 quadruples); ``turned`` the orientation of "
            "each type and orientation after a quarter turn to the left.")
        .def_prop_ro("rectangles", [](const Rectangles& self) { return self.entries().size(); });
}

/// The searches that fill a whole box.
void define_boxes(nb::class_<Packer>& packer) {
    packer
        .def(
            "box",
            [](Packer& self, int width, int height, const Counts& counts, bool corner, std::uint64_t seed,
               std::uint64_t steps, nb::handle stop, double seconds) {
                return answered(stop, seconds, [&](const StopToken& token) {
                    return self.box(width, height, counts, corner, seed, steps, token);
                });
            },
            "width"_a, "height"_a, "counts"_a, "corner"_a, "seed"_a, "steps"_a, "stop"_a.none(), "seconds"_a,
            "Lay counts into a box: outcome ('found', 'none', 'gave up', 'stopped'), method, and the placements as "
            "int32 quadruples (type, orientation, x, y).")
        .def(
            "dissection",
            [](Packer& self, int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
               nb::handle stop, double seconds) {
                return answered(stop, seconds, [&](const StopToken& token) {
                    return self.box_by_dissection(width, height, counts, seed, steps, token);
                });
            },
            "width"_a, "height"_a, "counts"_a, "seed"_a, "steps"_a, "stop"_a.none(), "seconds"_a)
        .def(
            "greedy",
            [](const Packer& self, int width, int height, const Counts& counts, std::uint64_t seed,
               std::uint64_t attempts, nb::handle stop, double seconds) {
                return answered(stop, seconds, [&](const StopToken& token) {
                    return self.box_greedily(width, height, counts, seed, attempts, token);
                });
            },
            "width"_a, "height"_a, "counts"_a, "seed"_a, "attempts"_a, "stop"_a.none(), "seconds"_a)
        .def(
            "rectangles",
            [](const Packer& self, const Rectangles& known, int width, int height, const Counts& counts,
               std::uint64_t seed, std::uint64_t rounds, nb::handle stop, double seconds) {
                return answered(stop, seconds, [&](const StopToken& token) {
                    return self.box_by_rectangles(known, width, height, counts, seed, rounds, token);
                });
            },
            "inventory"_a, "width"_a, "height"_a, "counts"_a, "seed"_a, "rounds"_a, "stop"_a.none(), "seconds"_a)
        .def("forbidden", &Packer::is_forbidden, "width"_a, "height"_a, "counts"_a,
             "Whether signed colours forbid to fill a box exactly.");
}

/// The searches on boards of which some cells may be closed.
void define_boards(nb::class_<Packer>& packer) {
    packer
        .def(
            "board",
            [](Packer& self, int width, int height, const nb::bytes& open, const Counts& minimum, const Counts& maximum,
               int holes, std::uint64_t seed, std::uint64_t steps, nb::handle stop, double seconds) {
                const Board board = board_of(width, height, open);
                return answered(stop, seconds, [&](const StopToken& token) {
                    return self.board(board, {minimum, maximum}, holes, seed, steps, token);
                });
            },
            "width"_a, "height"_a, "open"_a, "minimum"_a, "maximum"_a, "holes"_a, "seed"_a, "steps"_a, "stop"_a.none(),
            "seconds"_a,
            "Lay pieces onto a board with at most so many cells empty; 'gave up' and 'stopped' come with the best met.")
        .def(
            "exhaust",
            [](const Packer& self, int width, int height, const nb::bytes& open, const Counts& counts, nb::handle stop,
               double seconds) {
                const Board board = board_of(width, height, open);
                return answered(stop, seconds,
                                [&](const StopToken& token) { return self.exhaust(board, counts, token); });
            },
            "width"_a, "height"_a, "open"_a, "counts"_a, "stop"_a.none(), "seconds"_a,
            "Every placement in turn, on a board of at most 64 cells.")
        .def(
            "walk",
            [](const Packer& self, int width, int height, const nb::bytes& open, const Counts& counts,
               const nb::bytes& start, std::uint64_t seed, std::uint64_t steps, nb::handle stop, double seconds) {
                std::vector<Placed> placed = placed_of(start, "a packing has 16 bytes for each piece");
                const Board board = board_of(width, height, open);
                return answered(stop, seconds, [&](const StopToken& token) {
                    return self.walk_from(std::move(placed), board, counts, seed, steps, token);
                });
            },
            "width"_a, "height"_a, "open"_a, "counts"_a, "start"_a, "seed"_a, "steps"_a, "stop"_a.none(), "seconds"_a,
            "Walk from a packing to one with these counts.");
}

}  // namespace

void register_packing(nb::module_& module) {
    register_rectangles(module);
    nb::class_<Packer> packer(module, "PackingPacker",
                              "The searches over one set of pieces: see engine/packing/packer.hpp.");
    packer.def(
        "__init__",
        [](Packer* self, const std::vector<std::vector<Cells>>& shapes, const std::vector<unsigned>& weights) {
            new (self) Packer(make_pieces(shapes, weights));
        },
        "shapes"_a, "weights"_a, "``shapes`` are the cells (x, y) of every orientation of every type.");
    define_boxes(packer);
    define_boards(packer);
    packer
        .def(
            "growing_square",
            [](const Packer& self, const Counts& counts, nb::handle stop, double seconds) {
                const StopToken token = stop_token(stop, seconds);
                std::vector<Placed> placed;
                {
                    const nb::gil_scoped_release released;
                    placed = self.growing_square(counts, token);
                }
                return plain(placed);
            },
            "counts"_a, "stop"_a.none(), "seconds"_a,
            "Placements as int32 quadruples; fewer than asked if it was stopped.")
        .def(
            "bags",
            [](Packer& self, int width, int height, int pieces, nb::handle stop, double seconds) {
                const StopToken token = stop_token(stop, seconds);
                Packer::Bags bags;
                {
                    const nb::gil_scoped_release released;
                    bags = self.bags(width, height, pieces, token);
                }
                return std::make_pair(bags.complete, nb::bytes(bags.counts.data(), bags.counts.size()));
            },
            "width"_a, "height"_a, "pieces"_a, "stop"_a.none(), "seconds"_a,
            "Whether the work came to its end, and every bag of so many pieces that fits, a byte for each count.");
}
