#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "check.hpp"
#include "clear/kicks.hpp"
#include "clear/solve/all_covers.hpp"
#include "clear/solve/covers.hpp"
#include "clear/solve/solve.hpp"
#include "clear/solve/walk.hpp"
#include "core/rng.hpp"
#include "core/share.hpp"

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

TEST(clear_covers_deny_nothing_that_can_be_cleared) {
    shapewright::Rng rng(5);
    for (const Drop drop : {Drop::soft, Drop::hard, Drop::t_softdrop}) {
        const Mover<Board> mover(clear_kicks::srs(), drop);
        Covers covers(drop);
        int cleared = 0, denied = 0, wrong = 0;
        for (int round = 0; round < 4000; ++round) {
            const int height = 2 + static_cast<int>(rng.below(3));
            Board board = lowest_rows<Board>(height);
            // A hole three columns wide, seldom with cells in it.
            for (int y = 0; y < height; ++y)
                board &= ~((rng.below(3) != 0 ? Board{7} : rng.below(7) + 1) << (columns * y + 3));
            const int left = (columns * height - count(board)) / 4;
            if (count(board) % 4 != columns * height % 4 || left > 3) continue;
            const std::vector<std::uint8_t> sequence = random_sequence(rng, static_cast<std::size_t>(left));
            Stock stock{};
            for (const std::uint8_t piece : sequence) ++stock[piece];
            const bool may_be = covers.may_be(board, height, stock, anything);
            const bool expected =
                twin(mover, board, height, left, sequence[0], std::span(sequence).subspan(1), rng.below(2) != 0);
            cleared += expected ? 1 : 0;
            denied += may_be ? 0 : 1;
            wrong += expected && !may_be ? 1 : 0;
            // One more piece does no harm, unless it is what may not be left over.
            const auto more = rng.below(pieces);
            ++stock[more];
            wrong += may_be && !covers.may_be(board, height, stock, 1U << more) ? 1 : 0;
            wrong += covers.may_be(board, height, stock, 0) ? 1 : 0;
        }
        CHECK_EQ(wrong, 0);
        CHECK_EQ(cleared >= 20, true);
        CHECK_EQ(denied >= 100, true);
    }
}

TEST(clear_covers_allow_every_board_on_the_way_to_a_clear) {
    shapewright::Rng rng(9);
    for (const Drop drop : {Drop::soft, Drop::hard, Drop::t_softdrop}) {
        const Mover<Board> mover(clear_kicks::srs(), drop);
        Covers covers(drop);
        std::size_t looked = 0;
        for (int round = 0; round < 60; ++round) {
            const std::vector<std::uint8_t> sequence = random_sequence(rng, 11);
            // Unlike a search without end, this one is too short to ask for covers.
            const Answer answer = solve(mover, Quest<Board>{0, 4, sequence, true, anything, 1, 900}, {});
            if (answer.outcome != Outcome::found) continue;
            Stock stock{};
            for (const std::uint8_t piece : sequence) ++stock[piece];
            Board board = 0;
            int height = 4;
            for (const Placed& placed : answer.placed) {
                CHECK_EQ(covers.may_be(board, height, stock, anything), true);
                --stock[static_cast<std::size_t>(placed.piece)];
                const Orientation& o = orientation(placed.piece, placed.facing);
                board |= Board(o.bits) << (placed.corner_x + columns * placed.corner_y);
                height -= clear_rows(board, placed.corner_y, o.height);
                ++looked;
            }
        }
        CHECK_EQ(looked >= 200, true);
    }
}

TEST(clear_all_covers_agree_with_plain_recursion_and_a_walk) {
    constexpr Drop drops[] = {Drop::soft, Drop::hard, Drop::t_softdrop, Drop::tsz, Drop::tss, Drop::tsd};
    shapewright::Rng rng(17);
    const shapewright::StopToken never;
    for (const Drop drop : drops) {
        const Mover<Board> mover(clear_kicks::srs(), drop);
        int cleared = 0, refuted = 0;
        for (int round = 0; round < check::draws(1500); ++round) {
            const int height = 2 + static_cast<int>(rng.below(3));
            // A hole three to six columns wide, seldom with cells in it.
            const unsigned width = 3 + static_cast<unsigned>(rng.below(4));
            Board board = lowest_rows<Board>(height);
            for (int y = 0; y < height; ++y) {
                const Board hole = rng.below(3) != 0 ? (Board{1} << width) - 1 : rng.below((1U << width) - 1) + 1;
                board &= ~(hole << (columns * y + 2));
            }
            const int empty = columns * height - count(board);
            if (empty % 4 != 0 || empty > 24) continue;
            const int left = empty / 4;
            const std::vector<std::uint8_t> sequence =
                random_sequence(rng, static_cast<std::size_t>(left) + rng.place(2));
            const bool hold = rng.below(2) != 0;
            const unsigned leftovers = rng.below(2) != 0 ? anything : static_cast<unsigned>(rng.below(128)) | 128;
            const std::size_t length = std::min(sequence.size(), static_cast<std::size_t>(left) + (hold ? 1 : 0));
            const Quest<Board> quest{board, height, sequence, hold, leftovers, 0, 0};
            using Verdict = AllCovers::Verdict;
            const Verdict verdict = AllCovers(mover, quest, length, never).verdict();
            CHECK_EQ(verdict == Verdict::unknown, false);
            Walk<Board> walk(mover, quest);
            std::vector<std::vector<Placed>> all;
            CHECK_EQ(walk.run({}, 1, all), verdict == Verdict::none_clears);
            if (leftovers == anything && left <= 3)
                CHECK_EQ(twin(mover, board, height, left, sequence[0], std::span(sequence).subspan(1), hold),
                         verdict == Verdict::some_clears);
            cleared += verdict == Verdict::some_clears ? 1 : 0;
            refuted += verdict == Verdict::none_clears ? 1 : 0;
        }
        CHECK_EQ(cleared >= check::draws(20), true);
        CHECK_EQ(refuted >= check::draws(100), true);
    }
}

TEST(clear_all_covers_agree_with_a_search_from_the_empty_field) {
    shapewright::Rng rng(19);
    const shapewright::StopToken never;
    for (const Drop drop : {Drop::soft, Drop::hard}) {
        const Mover<Board> mover(clear_kicks::srs(), drop);
        int cleared = 0, refuted = 0;
        for (int round = 0; round < check::draws(40); ++round) {
            const bool hold = rng.below(2) != 0;
            const std::vector<std::uint8_t> sequence = random_sequence(rng, hold ? 11 : 10);
            const unsigned leftovers = hold ? 1U << sequence[rng.place(11)] : anything;
            // A tall board is searched without a look at covers.
            const Mover<TallBoard> tall(clear_kicks::srs(), drop);
            const Quest<TallBoard> slow{TallBoard(0), 4, sequence, hold, leftovers, 1, 60'000};
            const Outcome outcome = solve(tall, slow, never).outcome;
            if (outcome == Outcome::stopped) continue;
            const Quest<Board> quest{0, 4, sequence, hold, leftovers, 0, 0};
            const AllCovers::Verdict verdict = AllCovers(mover, quest, sequence.size(), never).verdict();
            CHECK_EQ(verdict == AllCovers::Verdict::some_clears, outcome == Outcome::found);
            cleared += outcome == Outcome::found ? 1 : 0;
            refuted += outcome == Outcome::none ? 1 : 0;
        }
        CHECK_EQ(cleared >= check::draws(10), true);
        CHECK_EQ(refuted >= check::draws(5), true);
    }
}

TEST(clear_all_covers_say_the_same_whatever_was_asked_before) {
    // What was asked before is kept by thread.
    if (!shapewright::has_threads) return;
    shapewright::Rng rng(23);
    const shapewright::StopToken never;
    const Mover<Board> mover(clear_kicks::srs(), Drop::hard);
    std::array<int, 2> seen{};
    for (int round = 0; round < check::draws(60); ++round) {
        // Two fields of one number of empty cells, with and without something to leave over, in turn.
        const Board board = Board{0xf} << (rng.below(2) == 0 ? 0 : 6);
        const bool hold = rng.below(2) != 0;
        const std::vector<std::uint8_t> sequence = random_sequence(rng, hold ? 10 : 9);
        const unsigned leftovers = rng.below(2) == 0 ? anything : 1U << sequence[rng.place(9)];
        const Quest<Board> quest{board, 4, sequence, hold, leftovers, 0, 0};
        const AllCovers::Verdict verdict = AllCovers(mover, quest, sequence.size(), never).verdict();
        AllCovers::Verdict fresh = AllCovers::Verdict::unknown;
        std::thread([&] { fresh = AllCovers(mover, quest, sequence.size(), never).verdict(); }).join();
        CHECK_EQ(verdict == fresh, true);
        CHECK_EQ(verdict == AllCovers::Verdict::unknown, false);
        ++seen[verdict == AllCovers::Verdict::some_clears ? 1 : 0];
    }
    CHECK_EQ(seen[0] >= check::draws(5) && seen[1] >= check::draws(5), true);
}

TEST(clear_solve_agrees_with_a_walk_when_it_takes_long) {
    shapewright::Rng rng(11);
    int long_ones = 0, found = 0;
    for (const Drop drop : {Drop::soft, Drop::hard, Drop::t_softdrop}) {
        const Mover<Board> mover(clear_kicks::srs(), drop);
        for (int round = 0; round < 60; ++round) {
            Board board = 0;
            for (int y = 0; y < 4; ++y) board |= Board{0x3c0} << (columns * y);
            const std::vector<std::uint8_t> sequence = random_sequence(rng, 6 + rng.place(2));
            const bool hold = rng.below(2) != 0;
            const unsigned leftovers = rng.below(2) != 0 ? anything : static_cast<unsigned>(rng.below(128)) | 128;
            const Quest<Board> quest{board, 4, sequence, hold, leftovers};
            const Answer answer = solve(mover, quest, {});
            Walk<Board> walk(mover, quest);
            std::vector<std::vector<Placed>> all;
            CHECK_EQ(walk.run({}, 1, all), answer.outcome != Outcome::found);
            long_ones += answer.nodes > 1000 ? 1 : 0;
            found += all.empty() ? 0 : 1;
        }
    }
    CHECK_EQ(long_ones >= 20, true);
    CHECK_EQ(found >= 20, true);
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
