#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "casters.hpp"
#include "clear/solve/solve.hpp"
#include "clear/solve/walk.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

/// Four bytes a placement: piece, facing, and where the centre of rotation is.
nb::bytes packed(const std::vector<clear::Placed>& placed) {
    std::string bytes;
    for (const clear::Placed& one : placed) {
        const clear::Orientation& o = clear::orientation(one.piece, one.facing);
        bytes.push_back(static_cast<char>(one.piece));
        bytes.push_back(static_cast<char>(one.facing));
        bytes.push_back(static_cast<char>(one.corner_x + o.centre_x));
        bytes.push_back(static_cast<char>(one.corner_y + o.centre_y));
    }
    return nb::bytes(bytes.data(), bytes.size());
}

template <typename Set>
clear::Answer answered(const clear::Mover<Set>& mover, const clear::Quest<Set>& quest,
                       const shapewright::StopToken& stop) {
    const nb::gil_scoped_release released;
    return clear::solve(mover, quest, stop);
}

std::span<const std::uint8_t> sequence_of(const nb::bytes& bytes, int height) {
    const std::span pieces(static_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    for (const std::uint8_t piece : pieces)
        if (piece >= clear::pieces) throw std::invalid_argument("no such piece");
    if (pieces.empty() || height < 1 || height > clear::tall_rows)
        throw std::invalid_argument("a clear takes 1 to 20 rows and at least one piece");
    return pieces;
}

/// A walk on a board of either size.
class ClearWalk {
public:
    ClearWalk(const ClearRules& rules, const nb::bytes& board, int height, const nb::bytes& sequence, bool hold,
              unsigned leftovers)
        : walk_(made(rules, board, height, sequence_of(sequence, height), hold, leftovers)) {}

    std::pair<bool, std::vector<nb::bytes>> run(nb::handle stop, double seconds, std::size_t limit) {
        const shapewright::StopToken token = stop_token(stop, seconds);
        std::vector<std::vector<clear::Placed>> found;
        bool over = false;
        {
            const nb::gil_scoped_release released;
            over = std::visit([&](auto& walk) { return walk.run(token, limit, found); }, walk_);
        }
        std::vector<nb::bytes> result;
        for (const auto& one : found) result.push_back(packed(one));
        return {over, result};
    }

private:
    using Either = std::variant<clear::Walk<clear::Board>, clear::Walk<clear::TallBoard>>;

    static Either made(const ClearRules& rules, const nb::bytes& board, int height,
                       std::span<const std::uint8_t> pieces, bool hold, unsigned leftovers) {
        if (height <= clear::low_rows)
            return clear::Walk<clear::Board>(rules.low,
                                             {clear_board<clear::Board>(board), height, pieces, hold, leftovers, 0, 0});
        return clear::Walk<clear::TallBoard>(
            rules.tall, {clear_board<clear::TallBoard>(board), height, pieces, hold, leftovers, 0, 0});
    }

    Either walk_;
};

}  // namespace

void register_clear_solve(nb::module_& module) {
    module.def(
        "clear_solve",
        [](const ClearRules& rules, const nb::bytes& board, int height, const nb::bytes& sequence, bool hold,
           unsigned leftovers, std::uint64_t seed, std::uint64_t nodes, nb::handle stop, double seconds,
           const clear::Net* net) {
            const std::span<const std::uint8_t> pieces = sequence_of(sequence, height);
            const shapewright::StopToken token = stop_token(stop, seconds);
            const clear::Answer answer =
                height <= clear::low_rows
                    ? answered(rules.low,
                               clear::Quest<clear::Board>{clear_board<clear::Board>(board), height, pieces, hold,
                                                          leftovers, seed, nodes, net},
                               token)
                    : answered(rules.tall,
                               clear::Quest<clear::TallBoard>{clear_board<clear::TallBoard>(board), height, pieces,
                                                              hold, leftovers, seed, nodes, net},
                               token);
            return std::tuple(static_cast<int>(answer.outcome), answer.nodes, packed(answer.placed));
        },
        "rules"_a, "board"_a, "height"_a, "sequence"_a, "hold"_a, "leftovers"_a, "seed"_a, "nodes"_a, "stop"_a.none(),
        "seconds"_a, "net"_a = nb::none(),
        "One perfect clear: 0 found, 1 none or 2 stopped; boards looked at; piece, facing, x and y of each placement.");
    nb::class_<ClearWalk>(module, "ClearWalk", "All perfect clears of a queue: see engine/clear/solve/walk.hpp.")
        .def(nb::init<const ClearRules&, const nb::bytes&, int, const nb::bytes&, bool, unsigned>(), "rules"_a,
             "board"_a, "height"_a, "sequence"_a, "hold"_a, "leftovers"_a, nb::keep_alive<1, 2>())
        .def("run", &ClearWalk::run, "stop"_a.none(), "seconds"_a, "limit"_a,
             "Whether that was all, and the placements of further clears as clear_solve packs them.");
}
