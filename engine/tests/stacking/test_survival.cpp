// Games against an adversary: with any number of threads, and however often it is interrupted, a search does the same.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/blocks.hpp"
#include "core/hash.hpp"
#include "core/rng.hpp"
#include "stacking/games/survival.hpp"
#include "stacking/games/survival_table.hpp"

using namespace shapewright;
using namespace shapewright::stacking;

namespace {

using Rows = std::vector<std::uint64_t>;

/// S and Z, or all of I, O, T and S, which is not closed under reflection.
std::vector<std::vector<Rows>> forms(bool is_pair) {
    const std::vector<Rows> s{{3, 6}, {2, 3, 1}};
    if (is_pair) return {s, {{6, 3}, {1, 3, 2}}};
    return {{{15}, {1, 1, 1, 1}}, {{3, 3}}, {{2, 7}, {1, 3, 1}, {7, 2}, {2, 3, 2}}, s};
}

/// All that a finished search says, in numbers.
std::vector<std::uint64_t> said(const Survival& game) {
    std::vector<std::uint64_t> numbers{static_cast<std::uint64_t>(game.least()),
                                       static_cast<std::uint64_t>(game.most()), game.states(), game.steps(),
                                       game.bytes()};
    for (const auto& choices : {game.defence(20'000), game.attack(20'000)}) {
        numbers.push_back(choices.size());
        for (const Survival::Choice& choice : choices) {
            numbers.insert(numbers.end(), {choice.state.board, static_cast<std::uint64_t>(choice.drops),
                                           static_cast<std::uint64_t>(choice.state.held),
                                           static_cast<std::uint64_t>(choice.piece + 1)});
            for (const Survival::Reply& reply : choice.replies)
                numbers.push_back(static_cast<std::uint64_t>(reply.kind) << 16 |
                                  static_cast<std::uint64_t>(reply.orientation) << 8 | reply.column);
        }
    }
    return numbers;
}

}  // namespace

TEST(a_game_against_an_adversary_is_the_same_with_any_number_of_threads) {
    for (const bool is_pair : {true, false})
        for (const bool hold : {false, true}) {
            std::set<std::vector<std::uint64_t>> answers;
            for (const unsigned threads : {1U, 2U, 5U}) {
                Survival game(Well(4, is_pair ? 8 : 5, forms(is_pair)), 0, {hold && !is_pair ? 1 : 0, hold});
                // With five threads it is interrupted all the time.
                while (!game.run(StopToken(nullptr, threads == 5 ? 1e-3 : -1.0), 0, threads)) continue;
                CHECK(game.outcome() != Survival::Outcome::open);
                answers.insert(said(game));
            }
            CHECK_EQ(answers.size(), std::size_t{1});
        }
}

TEST(a_game_against_an_adversary_ends_when_it_is_stopped_or_has_no_memory) {
    const unsigned char flag = 1;
    Survival game(Well(6, 8, forms(true)), 0, {0, false});
    CHECK(!game.run(StopToken(&flag, -1), 0, 2));
    CHECK_THROWS(game.run(StopToken(), 1 << 20, 2), std::length_error);
    CHECK(game.least() > 0);
    CHECK(game.bytes() < 2 << 20);
}

TEST(a_table_of_bounds_keeps_the_best_of_what_is_added) {
    Rng rng(5);
    Pool pool(3);
    SurvivalTable table;
    std::vector<Bounds> expected(3000);
    std::size_t lost = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<Finding> some[2];
        for (auto& findings : some)
            for (int k = 0; k < 500; ++k) {
                const std::uint64_t key = rng.below(expected.size());
                const int low = static_cast<int>(rng.below(50));
                const Bounds bounds = rng.below(2) == 0 ? Bounds(low + 1, Bounds::unknown, 0) : Bounds(0, 50 + low, 3);
                findings.push_back({key, hashed(key), bounds});
                expected[key].add(bounds);
            }
        const std::vector<std::span<const Finding>> spans(std::begin(some), std::end(some));
        table.make_room(spans, 0, 0, pool);
        std::atomic<std::size_t> gone{0};
        table.add(spans, pool, [&](std::size_t, const Finding&) { ++gone; });
        lost += gone;
    }
    std::size_t known = 0;
    for (std::uint64_t key = 0; key < expected.size(); ++key) {
        const Bounds bounds = table.find(key, hashed(key));
        CHECK_EQ(bounds.packed(), expected[key].packed());
        known += bounds.packed() != 0 ? 1 : 0;
    }
    CHECK_EQ(table.size(), known);
    CHECK_EQ(lost, static_cast<std::size_t>(std::count_if(expected.begin(), expected.end(),
                                                          [](const Bounds& bounds) { return bounds.is_lost(); })));
    const std::vector<Finding> more(1, {9000, hashed(9000), Bounds(1, 7, 0)});
    std::vector<Finding> many;
    for (std::uint64_t key = 10'000; key < 90'000; ++key) many.push_back({key, hashed(key), Bounds(1, 7, 0)});
    const std::vector<std::span<const Finding>> spans{more, many};
    CHECK_THROWS(table.make_room(spans, 0, 1 << 18, pool), std::length_error);
    CHECK_EQ(table.size(), known);
}

TEST(blocks_keep_their_places) {
    Blocks<int, 3> blocks;
    blocks.push_back(7);
    const int* const first = &blocks[0];
    for (int k = 1; k < 100; ++k) blocks.push_back(k);
    CHECK_EQ(first, &blocks[0]);
    CHECK_EQ(blocks[99], 99);
    CHECK_EQ(blocks.size(), std::size_t{100});
}
