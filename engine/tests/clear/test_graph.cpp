#include <bit>
#include <set>
#include <vector>

#include "check.hpp"
#include "clear/graph/full_rows.hpp"
#include "clear/graph/graph.hpp"
#include "clear/graph/path.hpp"
#include "clear/kicks.hpp"
#include "clear/patterns.hpp"
#include "core/rng.hpp"

using namespace shapewright::clear;
using shapewright::StopToken;

namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 32;

template <typename Set>
const Mover<Set>& mover() {
    static const Mover<Set> made(clear_kicks::srs(), Drop::soft);
    return made;
}

/// Rows of a hole so many columns wide.
template <typename Set>
Set hole(int width, int rows) {
    Set board(0);
    for (int y = 0; y < rows; ++y)
        for (int x = width; x < columns; ++x) board |= Set(1) << (x + columns * y);
    return board;
}

template <typename Set>
Graph<Set> grown(const Pattern& pattern, bool hold, const Set& start, int height) {
    Graph<Set> graph(mover<Set>(), pattern, hold, {start, lowest_rows<Set>(height), height, {}});
    while (!graph.is_complete()) CHECK(graph.step(StopToken(), plenty) == Grown::done);
    return graph;
}

template <typename Set>
std::size_t number(Graph<Set>& graph) {
    std::size_t total = 0;
    for (const std::uint64_t word : graph.solved(StopToken())) total += static_cast<std::size_t>(std::popcount(word));
    return total;
}

template <typename Set>
Path<Set> solutions(Graph<Set>& graph) {
    Path<Set> found(graph);
    while (!found.is_complete()) CHECK(found.step(StopToken(), plenty) == Grown::done);
    return found;
}

}  // namespace

TEST(clear_patterns_merge_states_and_count) {
    const Pattern bag = clear_patterns::bags({7});
    CHECK_EQ(bag.count(), 5040U);
    CHECK_EQ(bag.level(1).size(), 7U);
    CHECK_EQ(bag.level(7).size(), 1U);
    // The last of seven says nothing about what was before, but that it was not there.
    CHECK_EQ(bag.level(6).size(), 7U);
    CHECK_EQ(clear_patterns::bags({1, 1, 1}).level(2).size(), 1U);
    CHECK_THROWS(clear_patterns::bags(std::vector<int>(20, 1)), std::length_error);
    CHECK_THROWS(Pattern({{{0, 0, 0, 0, 0, 0, 3}}, {{0, 0, 0, 0, 0, 0, 0}}}), std::invalid_argument);
    CHECK_THROWS(Pattern({{{-1, -1, -1, -1, -1, -1, -1}}}), std::invalid_argument);
}

TEST(clear_bits_are_copied_across_words) {
    shapewright::Rng rng(3);
    for (int round = 0; round < 300; ++round) {
        std::array<std::uint64_t, 4> from{}, to{}, expected{};
        for (auto& word : from) word = rng.next();
        const Contexts::Copy copy{rng.below(100), rng.below(100), 1 + rng.below(150)};
        for (std::uint64_t k = 0; k < copy.length; ++k) {
            const std::uint64_t source = copy.from + k, target = copy.to + k;
            const std::uint64_t bit = from[static_cast<std::size_t>(source / 64)] >> source % 64 & 1;
            expected[static_cast<std::size_t>(target / 64)] |= bit << target % 64;
        }
        add_bits(copy, from.data(), to.data());
        CHECK(to == expected);
    }
}

TEST(clear_full_rows_go_and_come_back) {
    const Board board = Board{1023} << 10 | Board{1023} << 40 | 5 | Board{9} << 20;
    const FullRows full = full_rows(board);
    CHECK_EQ(full.count, 2);
    CHECK_EQ(without(board, full), Board{5} | Board{9} << 10);
    CHECK_EQ(with(without(board, full), full), board & ~(Board{1023} << 10 | Board{1023} << 40));
    const TallBoard tall = TallBoard(1023) << 190 | TallBoard(1) << 180;
    CHECK_EQ(full_rows(tall).count, 1);
    CHECK(without(tall, full_rows(tall)) == TallBoard(1) << 180);
}

TEST(clear_chances_of_holes) {
    auto narrow = grown(clear_patterns::bags({5}), true, hole<Board>(4, 4), 4);
    CHECK_EQ(number(narrow), 1776U);
    auto without_hold = grown(clear_patterns::bags({4}), false, hole<Board>(4, 4), 4);
    CHECK_EQ(number(without_hold), 172U);
    auto wide = grown(clear_patterns::bags({7}), true, hole<Board>(6, 4), 4);
    CHECK_EQ(number(wide), 5040U);
    CHECK_EQ(wide.levels().back().boards.size(), 1U);
}

TEST(clear_two_lines_from_empty) {
    const Pattern any = clear_patterns::bags({1, 1, 1, 1, 1, 1});
    auto graph = grown(any, true, Board{0}, 2);
    CHECK_EQ(number(graph), 7975U);
    std::set<Board> boards;
    for (const auto& level : graph.levels())
        for (const Board board : level.boards) {
            const FullRows full = full_rows(board);
            boards.insert(without(board, full) | Board(static_cast<unsigned>(full.count)) << 60);
        }
    CHECK_EQ(boards.size(), 415U);
    CHECK_EQ(solutions(graph).size(), 64U);
    auto bags = grown(clear_patterns::bags({2, 4}), true, Board{0}, 2);
    CHECK_EQ(number(bags), 1296U);
    CHECK_EQ(solutions(bags).size(), 28U);
}

TEST(clear_solutions_serve_together_what_can_be_solved) {
    auto graph = grown(clear_patterns::bags({5}), true, hole<Board>(4, 4), 4);
    Path<Board> found = solutions(graph);
    CHECK_EQ(found.size(), 135U);
    std::vector<std::uint64_t> together(graph.solved(StopToken()).size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        Board cells = 0;
        for (std::size_t part = 0; part < found.placements(); ++part) {
            const Board one = found.cells()[found.parts(k)[part]];
            CHECK_EQ(cells & one, Board{0});
            cells |= one;
        }
        CHECK_EQ(cells, lowest_rows<Board>(4) & ~hole<Board>(4, 4));
        const auto bits = found.queues(k);
        for (std::size_t word = 0; word < bits.size(); ++word) together[word] |= bits[word];
    }
    CHECK(together == graph.solved(StopToken()));
}

TEST(clear_tall_boards_agree_with_low_ones) {
    const Pattern pattern = clear_patterns::bags({5});
    auto low = grown(pattern, true, hole<Board>(4, 4), 4);
    auto tall = grown(pattern, true, hole<TallBoard>(4, 4), 4);
    CHECK(low.solved(StopToken()) == tall.solved(StopToken()));
    CHECK_EQ(solutions(low).size(), solutions(tall).size());
    for (std::uint32_t held = 0; held < pieces; ++held)
        CHECK(low.solved(StopToken(), held) == tall.solved(StopToken(), held));
}

TEST(clear_saved_pieces_add_up) {
    auto graph = grown(clear_patterns::bags({5}), true, hole<Board>(4, 4), 4);
    std::vector<std::uint64_t> together(graph.solved(StopToken()).size());
    for (std::uint32_t held = 0; held < pieces; ++held) {
        const auto bits = graph.solved(StopToken(), held);
        for (std::size_t word = 0; word < bits.size(); ++word) together[word] |= bits[word];
    }
    CHECK(together == graph.solved(StopToken()));
}

TEST(clear_only_chosen_parts_are_placed) {
    const Pattern pattern = clear_patterns::bags({5});
    auto all = grown(pattern, true, hole<Board>(4, 4), 4);
    Path<Board> found = solutions(all);
    for (std::size_t k = 0; k < found.size(); k += 17) {
        Task<Board> task{hole<Board>(4, 4), lowest_rows<Board>(4), 4, {}};
        for (std::size_t part = 0; part < found.placements(); ++part)
            task.parts.push_back(found.cells()[found.parts(k)[part]]);
        Graph<Board> graph(mover<Board>(), pattern, true, task);
        while (!graph.is_complete()) CHECK(graph.step(StopToken(), plenty) == Grown::done);
        CHECK(graph.solved(StopToken()) == found.queues(k));
    }
}

TEST(clear_graphs_stop_and_know_their_size) {
    const Pattern pattern = clear_patterns::bags({7});
    unsigned char flag = 1;
    Graph<Board> stopped(mover<Board>(), pattern, true, {hole<Board>(6, 4), lowest_rows<Board>(4), 4, {}});
    CHECK(stopped.step(StopToken(&flag, -1), plenty) == Grown::stopped);
    Graph<Board> large(mover<Board>(), pattern, true, {hole<Board>(6, 4), lowest_rows<Board>(4), 4, {}});
    Grown last = Grown::done;
    while (last == Grown::done && !large.is_complete()) last = large.step(StopToken(), 1 << 18);
    CHECK(last == Grown::too_large);
}

TEST(clear_tasks_without_sense_are_refused) {
    const Pattern pattern = clear_patterns::bags({4});
    using Low = Graph<Board>;
    CHECK_THROWS(Low(mover<Board>(), pattern, true, {0, 7, 4, {}}), std::invalid_argument);
    CHECK_THROWS(Low(mover<Board>(), pattern, true, {1, 30, 4, {}}), std::invalid_argument);
    CHECK_THROWS(Low(mover<Board>(), pattern, true, {0, 15, 7, {}}), std::invalid_argument);
    CHECK_THROWS(Low(mover<Board>(), pattern, true, {0, lowest_rows<Board>(2), 2, {}}), std::invalid_argument);
}

TEST(clear_cells_that_cannot_be_covered) {
    const Fillable fillable(lowest_rows<Board>(4), 4);
    const Supply one{1, 1, 1, 1, 1, 1, 1};
    CHECK(fillable.may_be(0b1111, one, 100));
    CHECK(!fillable.may_be(0b1111, Supply{0, 1, 1, 1, 1, 1, 1}, 100));
    CHECK(!fillable.may_be(0b11110111, one, 100));
    CHECK(!fillable.may_be(0b11111111, one, 100));                      // one I only
    CHECK(fillable.may_be(Board{0b11} | Board{0b11} << 30, one, 100));  // an O, once two rows are gone
    CHECK(!fillable.may_be(Board{1} | Board{7} << 12, one, 100));
}
