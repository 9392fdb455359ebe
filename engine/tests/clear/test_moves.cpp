#include <map>
#include <set>
#include <vector>

#include "check.hpp"
#include "clear/kicks.hpp"
#include "clear/moves.hpp"
#include "core/rng.hpp"

using namespace shapewright::clear;

namespace {

const Mover<Board>& mover() {
    static const Mover<Board> made(clear_kicks::srs(), Drop::soft);
    return made;
}

struct Follow {
    Board board;
    int height;
};

/// The boards after each resting place of each piece, one entry a place.
std::vector<Follow> follow(Board board, int height) {
    std::vector<Follow> result;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const Locks<Board> locks = mover().locks(board, height, static_cast<Piece>(piece));
        for (std::size_t facing = 0; facing < facings; ++facing)
            each(locks.at[facing], [&](int corner) {
                const Orientation& o = orientations[piece][facing];
                Board next = board | (o.bits << corner);
                const int left = height - clear_rows(next, corner / columns, o.height);
                result.push_back({next, left});
            });
    }
    return result;
}

}  // namespace

TEST(clear_two_lines_from_empty_has_415_live_boards) {
    // By pieces placed: the boards that can be reached, then those among them that still lead to nothing left.
    std::vector<std::map<std::pair<int, Board>, std::vector<std::pair<int, Board>>>> layers(6);
    layers[0][{2, 0}];
    for (std::size_t placed = 0; placed < 5; ++placed)
        for (auto& [key, nexts] : layers[placed])
            for (const auto& [board, height] : follow(key.second, key.first)) {
                nexts.emplace_back(height, board);
                layers[placed + 1][{height, board}];
            }
    std::set<std::pair<int, Board>> live{{0, 0}};
    std::size_t boards = 1;
    std::size_t placements = 0;
    for (std::size_t placed = 5; placed-- > 0;) {
        std::set<std::pair<int, Board>> now;
        for (const auto& [key, nexts] : layers[placed])
            for (const auto& next : nexts)
                if (live.contains(next)) {
                    now.insert(key);
                    ++placements;
                }
        boards += now.size();
        live = now;
    }
    CHECK_EQ(boards, 415U);
    CHECK_EQ(placements, 1735U);
}

TEST(clear_moves_fast_and_flooded_and_tall_agree) {
    const Mover<TallBoard> tall(clear_kicks::srs(), Drop::soft);
    shapewright::Rng rng(7);
    for (int round = 0; round < 2000; ++round) {
        const int height = 1 + static_cast<int>(rng.below(6));
        const Board board = rng.next() & rng.next() & lowest_rows<Board>(height);
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const auto fast = mover().locks(board, height, static_cast<Piece>(piece));
            const auto flooded = mover().flooded(board, height, static_cast<Piece>(piece));
            const auto high = tall.locks(TallBoard(board), height, static_cast<Piece>(piece));
            for (std::size_t facing = 0; facing < facings; ++facing) {
                CHECK_EQ(fast.at[facing], flooded.at[facing]);
                CHECK_EQ(TallBoard(fast.at[facing]) == high.at[facing], true);
            }
        }
    }
}

TEST(clear_a_piece_arrives_where_it_can_rest) {
    shapewright::Rng rng(11);
    for (const Drop drop : {Drop::soft, Drop::hard, Drop::t_softdrop, Drop::tsz, Drop::tss}) {
        const Mover<Board> low(clear_kicks::srs(), drop);
        const Mover<TallBoard> tall(clear_kicks::srs(), drop);
        for (int round = 0; round < 1000; ++round) {
            const int height = 1 + static_cast<int>(rng.below(6));
            const Board board = rng.next() & rng.next() & lowest_rows<Board>(height);
            for (std::size_t number = 0; number < pieces; ++number) {
                const auto piece = static_cast<Piece>(number);
                const Locks<Board> locks = low.locks(board, height, piece);
                for (std::size_t facing = 0; facing < distinct_facings[number]; ++facing) {
                    const Orientation& o = orientation(piece, facing);
                    for (int corner = 0; corner <= columns * (height - o.height) + columns - o.width; ++corner) {
                        const bool rests = corner < columns || (board & o.bits << (corner - columns)) != 0;
                        if (corner % columns + o.width > columns || (board & o.bits << corner) != 0 || !rests) continue;
                        const bool expected = (locks.at[facing] >> corner & 1) != 0;
                        CHECK_EQ(low.arrives(board, piece, facing, corner), expected);
                        if (round % 10 == 0) CHECK_EQ(tall.arrives(TallBoard(board), piece, facing, corner), expected);
                    }
                }
            }
        }
    }
}

TEST(clear_an_o_turns_in_place) {
    // With the shift of its box left out an O would wander when it turns, and reach more.
    const Board roofed = (Board{0b1111001111} << 10) | (Board{0b1110000111} << 0) | (Board{0b1111110011} << 20);
    const Locks<Board> locks = mover().locks(roofed, 4, Piece::O);
    const Mover<Board> none(KickTable{}, Drop::soft);
    CHECK_EQ(locks.at[0], none.locks(roofed, 4, Piece::O).at[0]);
}

TEST(clear_kicks_that_move_too_far_are_refused) {
    KickTable far;
    far.tests[0][0][1] = {{0, 9}};
    CHECK_THROWS(Mover<Board>(far, Drop::soft), std::invalid_argument);
}

TEST(clear_ways_to_lock_cover_the_resting_places) {
    // Whatever counts as a spin, the ways together are the resting places; without spins there is one way alone.
    shapewright::Rng random(7);
    for (const Drop drop : {Drop::soft, Drop::hard, Drop::t_softdrop, Drop::tsz, Drop::tsd}) {
        const Mover<Board> low(clear_kicks::srs(), drop);
        const Mover<TallBoard> tall(clear_kicks::srs(), drop);
        for (int round = 0; round < 300; ++round) {
            Board board = random.next() & random.next() & lowest_rows<Board>(4);
            for (int y = 0; y < 4; ++y)
                if (row_is_full(board, y)) board &= ~(Board{1} << (columns * y));
            for (std::size_t number = 0; number < pieces; ++number)
                for (const SpinRule rule :
                     {SpinRule::t, SpinRule::all, SpinRule::all_mini, SpinRule::all_mini_plus, SpinRule::none}) {
                    const auto piece = static_cast<Piece>(number);
                    const Locks<Board> locks = low.locks(board, 4, piece);
                    const auto ways = low.ways(board, 4, piece, rule);
                    const auto same = tall.ways(TallBoard(board), 4, piece, rule);
                    for (std::size_t facing = 0; facing < facings; ++facing) {
                        CHECK((ways[0].at[facing] | ways[1].at[facing] | ways[2].at[facing]) == locks.at[facing]);
                        if (rule == SpinRule::none) CHECK(ways[0].at[facing] == locks.at[facing]);
                        for (std::size_t spin = 0; spin < spins; ++spin)
                            CHECK(same[spin].at[facing] == TallBoard(ways[spin].at[facing]));
                    }
                }
        }
    }
}
