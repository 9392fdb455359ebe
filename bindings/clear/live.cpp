// The live boards of a game, packed for a file and looked up.
#include <cstdint>
#include <vector>

#include "clear/live/boards.hpp"
#include "clear/rules.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

using clear::LiveBoards;

namespace {

std::vector<std::size_t> sizes_of(const LiveBoards& live) {
    std::vector<std::size_t> sizes;
    for (int placed = 0; placed <= live.pieces_needed(); ++placed) sizes.push_back(live.size(placed));
    return sizes;
}

}  // namespace

void declare_clear_live(Door& door) {
    door.type<LiveBoards>("ClearLiveBoards", "Live boards to be looked up: see engine/clear/live/boards.hpp.")
        .init([](const KeptInput<std::uint8_t>& packed) { return LiveBoards(packed.items, packed.owner); },
              arg("packed"))
        .property("lines", &LiveBoards::lines)
        .property("sizes", &sizes_of, "How many boards there are, by pieces placed.")
        .def(
            "contains",
            [](const LiveBoards& self, BytesView board, int height) {
                return 0 <= height && height <= self.lines() &&
                       self.contains(clear::LiveBoard::of(clear_board<clear::Board>(board), height));
            },
            arg("board"), arg("height"), "Whether a board of so many rows is live.")
        .def(
            "boards",
            [](const LiveBoards& self, int placed) {
                if (placed < 0 || self.pieces_needed() < placed) throw std::out_of_range("no such number of pieces");
                std::vector<std::uint64_t> keys;
                for (const clear::LiveBoard board : self.boards(placed)) keys.push_back(board.key);
                return array_of(std::move(keys));
            },
            arg("placed"), "The boards after so many pieces: bit x + 10 y a filled cell, and from bit 60 on the rows.");
}

}  // namespace shapewright::bindings
