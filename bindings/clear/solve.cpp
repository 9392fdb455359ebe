// Perfect clears of given pieces: one, or all of them.
#include "clear/solve/solve.hpp"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "clear/rules.hpp"
#include "clear/solve/walk.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

namespace {

/// Four bytes a placement: piece, facing, and where the centre of rotation is.
Bytes packed(const std::vector<clear::Placed>& placed) {
    std::string bytes;
    for (const clear::Placed& one : placed) {
        const clear::Orientation& o = clear::orientation(one.piece, one.facing);
        bytes.push_back(static_cast<char>(one.piece));
        bytes.push_back(static_cast<char>(one.facing));
        bytes.push_back(static_cast<char>(one.corner_x + o.centre_x));
        bytes.push_back(static_cast<char>(one.corner_y + o.centre_y));
    }
    return Bytes(std::move(bytes));
}

std::span<const std::uint8_t> checked(BytesView pieces, int height) {
    for (const std::uint8_t piece : pieces)
        if (piece >= clear::pieces) throw std::invalid_argument("no such piece");
    if (pieces.empty() || height < 1 || height > clear::tall_rows)
        throw std::invalid_argument("a clear takes 1 to 20 rows and at least one piece");
    return pieces;
}

using Answer = std::tuple<int, std::uint64_t, Bytes>;

Answer one_clear(const ClearRules& rules, BytesView board, int height, BytesView sequence, bool hold,
                 unsigned leftovers, std::uint64_t seed, std::uint64_t nodes, const StopToken& stop,
                 const clear::Net* net) {
    const std::span<const std::uint8_t> pieces = checked(sequence, height);
    const auto solved = [&]<typename Set>(const clear::Mover<Set>& mover) {
        return clear::solve(
            mover, clear::Quest<Set>{clear_board<Set>(board), height, pieces, hold, leftovers, seed, nodes, net}, stop);
    };
    const clear::Answer answer = height <= clear::low_rows ? solved(rules.low) : solved(rules.tall);
    return {static_cast<int>(answer.outcome), answer.nodes, packed(answer.placed)};
}

/// A walk on a board of either size.
class ClearWalk {
public:
    ClearWalk(const ClearRules& rules, BytesView board, int height, BytesView sequence, bool hold, unsigned leftovers)
        : walk_(made(rules, board, height, checked(sequence, height), hold, leftovers)) {}

    std::pair<bool, std::vector<Bytes>> run(const StopToken& stop, std::size_t limit) {
        std::vector<std::vector<clear::Placed>> found;
        const bool over = std::visit([&](auto& walk) { return walk.run(stop, limit, found); }, walk_);
        std::vector<Bytes> result;
        for (const auto& one : found) result.push_back(packed(one));
        return {over, std::move(result)};
    }

private:
    using Either = std::variant<clear::Walk<clear::Board>, clear::Walk<clear::TallBoard>>;

    static Either made(const ClearRules& rules, BytesView board, int height, std::span<const std::uint8_t> pieces,
                       bool hold, unsigned leftovers) {
        if (height <= clear::low_rows)
            return clear::Walk<clear::Board>(rules.low,
                                             {clear_board<clear::Board>(board), height, pieces, hold, leftovers, 0, 0});
        return clear::Walk<clear::TallBoard>(
            rules.tall, {clear_board<clear::TallBoard>(board), height, pieces, hold, leftovers, 0, 0});
    }

    Either walk_;
};

}  // namespace

void declare_clear_solve(Door& door) {
    door.def(
        "clear_solve", &one_clear, arg("rules"), arg("board"), arg("height"), arg("sequence"), arg("hold"),
        arg("leftovers"), arg("seed"), arg("nodes"), stopping, nullable("net") = none,
        "One perfect clear: 0 found, 1 none or 2 stopped; boards looked at; piece, facing, x and y of each placement.");
    door.type<ClearWalk>("ClearWalk", "All perfect clears of a queue: see engine/clear/solve/walk.hpp.")
        .init([](const ClearRules& rules, BytesView board, int height, BytesView sequence, bool hold,
                 unsigned leftovers) { return ClearWalk(rules, board, height, sequence, hold, leftovers); },
              arg("rules"), arg("board"), arg("height"), arg("sequence"), arg("hold"), arg("leftovers"), keeps<2>)
        .def("run", &ClearWalk::run, stopping, arg("limit"),
             "Whether that was all, and the placements of further clears as clear_solve packs them.");
}

}  // namespace shapewright::bindings
