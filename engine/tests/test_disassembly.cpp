// Taking assemblies apart, against puzzles whose moves are known by hand.
#include <cstdint>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "disassembly/takeapart.hpp"

using namespace shapewright;
using disassembly::Disassembler;
using disassembly::Disassembly;
using disassembly::Place;

namespace {

constexpr std::size_t plenty = 100000;

/// Letters are pieces, in the order of the alphabet; rows from y = 0 upwards, layers from z = 0.
std::vector<std::vector<Place>> drawn(const std::vector<std::vector<std::string_view>>& layers) {
    std::vector<std::vector<Place>> result;
    for (std::size_t z = 0; z < layers.size(); ++z)
        for (std::size_t y = 0; y < layers[z].size(); ++y)
            for (std::size_t x = 0; x < layers[z][y].size(); ++x) {
                if (layers[z][y][x] == '.') continue;
                const auto piece = static_cast<std::size_t>(layers[z][y][x] - 'A');
                if (result.size() <= piece) result.resize(piece + 1);
                result[piece].push_back(
                    {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y), static_cast<std::int16_t>(z)});
            }
    return result;
}

Disassembly taken(const std::vector<std::vector<std::string_view>>& layers, std::size_t axes) {
    Disassembler disassembler;
    return disassembler.run(drawn(layers), axes, plenty, StopToken());
}

}  // namespace

TEST(two_bars_come_apart_by_one_move) {
    const Disassembly found = taken({{"AAA", "BBB"}}, 2);
    CHECK(found.outcome == Disassembly::Outcome::apart);
    CHECK_EQ(found.separations.size(), 1u);
    CHECK_EQ(found.separations[0].moves.size(), 1u);
    CHECK_EQ(found.separations[0].moves[0].units, 0u);
    CHECK_EQ(found.separations[0].rest, -1);
    CHECK_EQ(found.separations[0].out, -1);
}

TEST(a_piece_inside_a_ring_is_locked_in_the_plane_and_free_in_space) {
    const std::vector<std::vector<std::string_view>> ring{{"AAA", "ABA", "AAA"}};
    const Disassembly flat = taken(ring, 2);
    CHECK(flat.outcome == Disassembly::Outcome::locked);
    CHECK_EQ(flat.separations.size(), 1u);
    CHECK(flat.separations[0].moves.empty());
    const Disassembly lifted = taken(ring, 3);
    CHECK(lifted.outcome == Disassembly::Outcome::apart);
    CHECK_EQ(lifted.separations[0].moves.size(), 1u);
    CHECK(lifted.separations[0].moves[0].direction >= 4);
}

TEST(a_bolt_slides_before_it_leaves_the_frame) {
    // B goes two units to the right, where the frame is open above, and then up.
    const Disassembly found = taken({{"AAAAA", "AB..A", "AAA.A"}}, 2);
    CHECK(found.outcome == Disassembly::Outcome::apart);
    const auto& moves = found.separations[0].moves;
    CHECK_EQ(moves.size(), 2u);
    CHECK_EQ(moves[0].units, 2u);
    CHECK_EQ(moves[1].units, 0u);
    CHECK_EQ(moves[1].pieces, moves[0].pieces);
}

TEST(pieces_that_move_only_together_move_together) {
    // B and C hold each other and leave the cup A as one: after that they are two.
    const Disassembly found = taken({{"ABBA", "ACBA", "ACCA", "AAAA"}}, 2);
    CHECK(found.outcome == Disassembly::Outcome::apart);
    CHECK_EQ(found.separations.size(), 2u);
}

TEST(a_search_that_is_stopped_or_too_large_says_so) {
    Disassembler disassembler;
    const unsigned char stop = 1;
    std::vector<std::vector<std::string_view>> loose(1);
    // A box with loose single cells: very many states.
    loose[0] = {"AAAAAAAA", "AB.C.D.A", "A......A", "AE.F.G.A", "A......A", "AAAAAAAA"};
    const Disassembly stopped = disassembler.run(drawn(loose), 2, plenty, StopToken(&stop, -1));
    CHECK(stopped.outcome == Disassembly::Outcome::stopped);
    const Disassembly many = disassembler.run(drawn(loose), 2, 1000, StopToken());
    CHECK(many.outcome == Disassembly::Outcome::too_many);
}

TEST(pieces_that_overlap_are_refused) {
    Disassembler disassembler;
    CHECK_THROWS(disassembler.run({{{0, 0, 0}}, {{0, 0, 0}}}, 3, plenty, StopToken()), std::invalid_argument);
    CHECK_THROWS(disassembler.run({{{0, 0, 0}}, {}}, 3, plenty, StopToken()), std::invalid_argument);
    CHECK_THROWS(disassembly::place(20000, 0, 0), std::length_error);
}
