#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <tuple>
#include <utility>

#include "casters.hpp"
#include "packing/greedy.hpp"
#include "packing/packer.hpp"
#include "packing/rectangles.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::packing;
using shapewright::Rng;
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

void require_counts(const Pieces& pieces, const Counts& counts) {
    if (counts.size() != pieces.size()) throw std::invalid_argument("there is one count for each type of piece");
    for (const int count : counts)
        if (count < 0) throw std::invalid_argument("a count is negative");
}

constexpr std::int64_t most_cells = 1 << 20;

Board box_of(int width, int height) {
    if (width < 1 || height < 1 || static_cast<std::int64_t>(width) * height > most_cells)
        throw std::invalid_argument("a box has at least one cell and at most 1048576");
    return Board::box(width, height);
}

/// Nothing leaves the engine that is not a packing.
void require_packing(const Pieces& pieces, const Board& board, const Answer& answer) {
    if (!lies_well(pieces, board, answer.placed)) throw std::runtime_error("a packing overlaps itself or the border");
}

Board make_board(int width, int height, nb::bytes open) {
    box_of(width, height);
    if (open.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
        throw std::invalid_argument("a board has one byte for each cell of its box");
    const auto* bytes = static_cast<const std::uint8_t*>(open.data());
    return {width, height, std::vector<std::uint8_t>(bytes, bytes + open.size())};
}

template <typename Work>
Result answered(Packer& packer, const Board& board, const Counts* exact, bool whole_box, const Work& work) {
    Answer answer;
    {
        const nb::gil_scoped_release released;
        answer = work();
        if (answer.outcome != Outcome::none) {
            if (answer.outcome == Outcome::found && exact != nullptr) {
                if (whole_box) stretch(packer.pieces(), board.width, board.height, answer.placed);
                if (counted(packer.pieces(), answer.placed) != *exact)
                    throw std::runtime_error("a packing has other pieces than its bag");
            }
            if (answer.outcome != Outcome::found && exact != nullptr) answer.placed.clear();
            require_packing(packer.pieces(), board, answer);
        } else {
            answer.placed.clear();
        }
    }
    return {name(answer.outcome), name(answer.method), plain(answer.placed)};
}

}  // namespace

void register_packing(nb::module_& module) {
    nb::class_<Rectangles>(module, "Inventory", "Rectangles made of pieces: see engine/packing/rectangles.hpp.")
        .def(
            "__init__",
            [](Rectangles* self, const std::vector<std::tuple<int, int, Counts, nb::bytes>>& rectangles,
               std::vector<std::vector<std::int32_t>> turned) {
                std::vector<Rectangles::Entry> entries;
                for (const auto& [width, height, counts, tiling] : rectangles) {
                    if (tiling.size() % sizeof(Placed) != 0)
                        throw std::invalid_argument("a tiling has 16 bytes for each piece");
                    const auto* pieces = static_cast<const std::int32_t*>(tiling.data());
                    std::vector<Placed> placed;
                    for (std::size_t k = 0; k < tiling.size() / sizeof(Placed); ++k)
                        placed.push_back({pieces[4 * k], pieces[4 * k + 1], pieces[4 * k + 2], pieces[4 * k + 3]});
                    entries.push_back({width, height, counts, std::move(placed)});
                }
                new (self) Rectangles(std::move(entries), std::move(turned));
            },
            "rectangles"_a, "turned"_a,
            "``rectangles`` are (width, height, counts, tiling as int32 quadruples); ``turned`` the orientation of "
            "each "
            "type and orientation after a quarter turn to the left.")
        .def_prop_ro("rectangles", [](const Rectangles& self) { return self.entries().size(); });

    nb::class_<Packer>(module, "Packer", "The searches over one set of pieces: see engine/packing/packer.hpp.")
        .def(
            "__init__",
            [](Packer* self, const std::vector<std::vector<Cells>>& shapes, const std::vector<unsigned>& weights) {
                new (self) Packer(make_pieces(shapes, weights));
            },
            "shapes"_a, "weights"_a, "``shapes`` are the cells (x, y) of every orientation of every type.")
        .def(
            "box",
            [](Packer& self, int width, int height, const Counts& counts, bool corner, std::uint64_t seed,
               std::uint64_t steps, nb::handle stop, double seconds) {
                require_counts(self.pieces(), counts);
                const StopToken token = stop_token(stop, seconds);
                const Board board = box_of(width, height);
                // A covered corner must stay where it is.
                return answered(self, board, &counts, !corner,
                                [&] { return self.box(width, height, counts, corner, seed, steps, token); });
            },
            "width"_a, "height"_a, "counts"_a, "corner"_a, "seed"_a, "steps"_a, "stop"_a.none(), "seconds"_a,
            "Lay counts into a box: outcome ('found', 'none', 'gave up', 'stopped'), method, and the placements as "
            "int32 "
            "quadruples (type, orientation, x, y).")
        .def(
            "board",
            [](Packer& self, int width, int height, nb::bytes open, const Counts& minimum, const Counts& maximum,
               int holes, std::uint64_t seed, std::uint64_t steps, nb::handle stop, double seconds) {
                require_counts(self.pieces(), minimum);
                require_counts(self.pieces(), maximum);
                const StopToken token = stop_token(stop, seconds);
                const Board board = make_board(width, height, open);
                return answered(self, board, nullptr, false,
                                [&] { return self.board(board, {minimum, maximum}, holes, seed, steps, token); });
            },
            "width"_a, "height"_a, "open"_a, "minimum"_a, "maximum"_a, "holes"_a, "seed"_a, "steps"_a, "stop"_a.none(),
            "seconds"_a,
            "Lay pieces onto a board with at most so many cells empty; 'gave up' and 'stopped' come with the best met.")
        .def(
            "dissection",
            [](Packer& self, int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
               nb::handle stop, double seconds) {
                require_counts(self.pieces(), counts);
                const StopToken token = stop_token(stop, seconds);
                return answered(self, box_of(width, height), &counts, true,
                                [&] { return self.box_by_dissection(width, height, counts, seed, steps, token); });
            },
            "width"_a, "height"_a, "counts"_a, "seed"_a, "steps"_a, "stop"_a.none(), "seconds"_a)
        .def(
            "exhaust",
            [](Packer& self, int width, int height, nb::bytes open, const Counts& counts, nb::handle stop,
               double seconds) {
                require_counts(self.pieces(), counts);
                const StopToken token = stop_token(stop, seconds);
                const Board board = make_board(width, height, open);
                if (!SmallBoard::fits(board)) throw std::invalid_argument("a board of more than 64 cells is not small");
                std::uint64_t nodes = 0;
                return answered(self, board, &counts, false, [&] {
                    Answer answer;
                    answer.method = Method::search;
                    answer.outcome = SmallBoard(self.pieces(), board).exhaust(counts, 0, token, answer.placed, nodes);
                    return answer;
                });
            },
            "width"_a, "height"_a, "open"_a, "counts"_a, "stop"_a.none(), "seconds"_a,
            "Every placement in turn, on a board of at most 64 cells.")
        .def(
            "greedy",
            [](Packer& self, int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t attempts,
               nb::handle stop, double seconds) {
                require_counts(self.pieces(), counts);
                const StopToken token = stop_token(stop, seconds);
                return answered(self, box_of(width, height), &counts, true, [&] {
                    Answer answer;
                    answer.method = Method::search;
                    Rng rng(seed);
                    answer.outcome =
                        most_touching(self.pieces(), width, height, counts, rng, attempts, token, answer.placed);
                    return answer;
                });
            },
            "width"_a, "height"_a, "counts"_a, "seed"_a, "attempts"_a, "stop"_a.none(), "seconds"_a)
        .def(
            "rectangles",
            [](Packer& self, const Rectangles& inventory, int width, int height, const Counts& counts,
               std::uint64_t seed, std::uint64_t rounds, nb::handle stop, double seconds) {
                require_counts(self.pieces(), counts);
                const StopToken token = stop_token(stop, seconds);
                return answered(self, box_of(width, height), &counts, true, [&] {
                    Answer answer;
                    answer.method = Method::search;
                    Rng rng(seed);
                    answer.outcome =
                        inventory.pack(self.pieces(), width, height, counts, rng, rounds, 20'000, token, answer.placed);
                    return answer;
                });
            },
            "inventory"_a, "width"_a, "height"_a, "counts"_a, "seed"_a, "rounds"_a, "stop"_a.none(), "seconds"_a)
        .def(
            "growing_square",
            [](Packer& self, const Counts& counts, nb::handle stop, double seconds) {
                require_counts(self.pieces(), counts);
                const StopToken token = stop_token(stop, seconds);
                std::vector<Placed> placed;
                {
                    const nb::gil_scoped_release released;
                    placed = growing_square(self.pieces(), counts, token);
                }
                return plain(placed);
            },
            "counts"_a, "stop"_a.none(), "seconds"_a,
            "Placements as int32 quadruples; fewer than asked if it was stopped.")
        .def(
            "walk",
            [](Packer& self, int width, int height, nb::bytes open, const Counts& counts, nb::bytes start,
               std::uint64_t seed, std::uint64_t steps, nb::handle stop, double seconds) {
                require_counts(self.pieces(), counts);
                if (start.size() % sizeof(Placed) != 0)
                    throw std::invalid_argument("a packing has 16 bytes for each piece");
                const StopToken token = stop_token(stop, seconds);
                const Board board = make_board(width, height, open);
                const auto* values = static_cast<const std::int32_t*>(start.data());
                std::vector<Placed> placed;
                for (std::size_t k = 0; k < start.size() / sizeof(Placed); ++k)
                    placed.push_back({values[4 * k], values[4 * k + 1], values[4 * k + 2], values[4 * k + 3]});
                if (!lies_well(self.pieces(), board, placed))
                    throw std::invalid_argument("the packing to start from overlaps");
                std::int64_t holes = board.cells();
                for (std::size_t t = 0; t < counts.size(); ++t)
                    holes -= static_cast<std::int64_t>(counts[t]) * self.pieces().types()[t].area;
                if (holes < 0) throw std::invalid_argument("the pieces have more cells than the board");
                return answered(self, board, &counts, false, [&] {
                    Answer answer;
                    answer.method = Method::walk;
                    answer.placed = std::move(placed);
                    Rng rng(seed);
                    std::uint64_t taken = 0;
                    answer.outcome = walk(self.pieces(), board, Wanted::exactly(counts), static_cast<int>(holes), rng,
                                          steps, token, answer.placed, taken);
                    return answer;
                });
            },
            "width"_a, "height"_a, "open"_a, "counts"_a, "start"_a, "seed"_a, "steps"_a, "stop"_a.none(), "seconds"_a,
            "Walk from a packing to one with these counts.")
        .def(
            "bags",
            [](Packer& self, int width, int height, int pieces, nb::handle stop, double seconds) {
                const StopToken token = stop_token(stop, seconds);
                const Board board = box_of(width, height);
                if (!SmallBoard::fits(board)) throw std::invalid_argument("a board of more than 64 cells is not small");
                if (pieces < 0 || pieces > 21) throw std::invalid_argument("a table is for at most 21 pieces");
                std::vector<std::uint8_t> all;
                bool complete = false;
                {
                    const nb::gil_scoped_release released;
                    const auto table = self.table(board, pieces, 0, token, 1'000'000);
                    if (table) all = table->all(token);
                    complete = table != nullptr && !token.expired();
                }
                return std::make_pair(complete, nb::bytes(all.data(), all.size()));
            },
            "width"_a, "height"_a, "pieces"_a, "stop"_a.none(), "seconds"_a,
            "Whether the work came to its end, and every bag of so many pieces that fits, a byte for each count.")
        .def(
            "forbidden",
            [](const Packer& self, int width, int height, const Counts& counts) {
                require_counts(self.pieces(), counts);
                return colours_forbid(self.pieces(), Board::box(width, height), counts);
            },
            "width"_a, "height"_a, "counts"_a, "Whether signed colours forbid to fill a box exactly.");
}
