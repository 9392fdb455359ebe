#include <vector>

#include "check.hpp"
#include "clear/solve/solve.hpp"
#include "clear/solve/walk.hpp"
#include "clear_kicks.hpp"
#include "core/rng.hpp"

using namespace shapewright::clear;

namespace {

/// Every order that the sequence allows, by plain recursion without any pruning.
template <typename Set>
bool twin(const Mover<Set>& mover, const Set& board, int height, int left, unsigned hand,
          std::span<const std::uint8_t> coming, bool hold) {
    if (left == 0) return height == 0;
    const auto place = [&](unsigned piece, unsigned kept, std::span<const std::uint8_t> rest) {
        bool found = false;
        const Locks<Set> locks = mover.locks(board, height, static_cast<Piece>(piece));
        for (std::size_t facing = 0; facing < facings && !found; ++facing)
            each(locks.at[facing], [&](int corner) {
                if (found) return;
                const Orientation& o = orientations[piece][facing];
                Set next = board | (Set(o.bits) << corner);
                const int cleared = clear_rows(next, corner / columns, o.height);
                found = twin(mover, next, height - cleared, left - 1, kept, rest, hold);
            });
        return found;
    };
    if (hand == no_piece) return false;
    const auto rest = coming.empty() ? coming : coming.subspan(1);
    if (place(hand, coming.empty() ? no_piece : coming[0], rest)) return true;
    return hold && !coming.empty() && place(coming[0], hand, rest);
}

std::vector<std::uint8_t> random_sequence(shapewright::Rng& rng, std::size_t length) {
    std::vector<std::uint8_t> sequence(length);
    for (auto& piece : sequence) piece = static_cast<std::uint8_t>(rng.below(pieces));
    return sequence;
}

}  // namespace

TEST(clear_solve_agrees_with_plain_recursion_on_both_boards) {
    const Mover<Board> low(clear_kicks::srs(), Drop::soft);
    const Mover<TallBoard> tall(clear_kicks::srs(), Drop::soft);
    shapewright::Rng rng(3);
    int solvable = 0;
    for (int round = 0; round < 3000; ++round) {
        const int height = 2 + static_cast<int>(rng.below(3));
        // A hole three columns wide, with cells in it; rows may not be full.
        Board board = lowest_rows<Board>(height);
        for (int y = 0; y < height; ++y) {
            Board hole = rng.below(7) + 1;
            board &= ~(hole << (columns * y + 4));
        }
        const int empty = columns * height - count(board);
        if (empty % 4 != 0) continue;
        const std::vector<std::uint8_t> sequence =
            random_sequence(rng, static_cast<std::size_t>(empty / 4) + rng.place(2));
        const bool hold = rng.below(2) != 0;
        const bool expected = twin(low, board, height, empty / 4, sequence[0], std::span(sequence).subspan(1), hold);
        const Answer fast = solve(low, Quest<Board>{board, height, sequence, hold, anything, rng.next(), 0}, {});
        const Answer slow = solve(tall, Quest<TallBoard>{TallBoard(board), height, sequence, hold, anything, 1, 0}, {});
        CHECK_EQ(fast.outcome == Outcome::found, expected);
        CHECK_EQ(slow.outcome == Outcome::found, expected);
        Walk<Board> walk(low, Quest<Board>{board, height, sequence, hold, anything, 0, 0});
        std::vector<std::vector<Placed>> all;
        CHECK_EQ(walk.run({}, 1, all), !expected);
        solvable += expected ? 1 : 0;
    }
    CHECK_EQ(solvable >= 20, true);
}

TEST(clear_solve_needs_four_empty_cells_a_piece) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const std::vector<std::uint8_t> sequence(20, 0);
    CHECK_EQ(solve(mover, Quest<Board>{0, 3, sequence}, {}).outcome == Outcome::none, true);
    CHECK_EQ(solve(mover, Quest<Board>{0, 6, {sequence.data(), 14}}, {}).outcome == Outcome::none, true);
}

TEST(clear_solve_can_be_stopped) {
    const Mover<TallBoard> mover(clear_kicks::srs(), Drop::soft);
    std::vector<std::uint8_t> sequence;
    for (int k = 0; k < 50; ++k) sequence.push_back(static_cast<std::uint8_t>(3 + k % 2));
    const unsigned char flag = 1;
    CHECK_EQ(solve(mover, Quest<TallBoard>{TallBoard(0), 20, sequence}, shapewright::StopToken(&flag, -1)).outcome ==
                 Outcome::stopped,
             true);
    CHECK_EQ(solve(mover, Quest<TallBoard>{TallBoard(0), 20, sequence, true, anything, 0, 100}, {}).nodes, 100U);
}
