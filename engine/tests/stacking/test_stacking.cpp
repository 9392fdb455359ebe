// The searches of stacks against each other, and against plain loops.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "stacking/bounds/room.hpp"
#include "stacking/games/player.hpp"
#include "stacking/games/well.hpp"
#include "stacking/search/contour_costs.hpp"
#include "stacking/search/depth_first.hpp"
#include "stacking/search/endings.hpp"
#include "stacking/search/graph.hpp"
#include "stacking/search/layers.hpp"
#include "stacking/search/repeats.hpp"
#include "stacking/slides.hpp"

using namespace shapewright;
using namespace shapewright::stacking;

namespace {

using Rows = std::vector<std::uint64_t>;

/// I (2 rotations), O, T (4), S (2) and a C with a gap in its columns, from the bottom up.
std::vector<Piece> pieces() {
    return {
        make_piece({{1, 1, 1, 1}, {15}}),
        make_piece({{3, 3}}),
        make_piece({{2, 7}, {1, 3, 1}, {7, 2}, {2, 3, 2}}),
        make_piece({{3, 6}, {2, 3, 1}}),
        make_piece({{3, 1, 3}, {7, 5}, {3, 2, 3}, {5, 7}}),
    };
}

Question random_question(Rng& rng, int width, std::size_t length) {
    Question question{width, pieces(), {}, {}};
    for (std::size_t k = 0; k < length; ++k) question.sequence.push_back(static_cast<std::uint32_t>(rng.below(5)));
    if (rng.below(2) == 0)
        for (int y = 0; y < 2; ++y) question.rows.push_back(rng.below((std::uint64_t{1} << width) - 1));
    return question;
}

/// Lets a piece fall onto columns of these heights.
std::vector<int> dropped(std::vector<int> heights, const Orientation& shape, int x) {
    int base = 0;
    for (int j = 0; j < shape.width(); ++j)
        base = std::max(base, heights[static_cast<std::size_t>(x + j)] - shape.bottom[static_cast<std::size_t>(j)]);
    for (int j = 0; j < shape.width(); ++j)
        heights[static_cast<std::size_t>(x + j)] = base + shape.top[static_cast<std::size_t>(j)];
    return heights;
}

/// The height of every plan, in the order of its moves.
void every_height(const Question& question, std::size_t i, const std::vector<int>& heights, std::vector<int>& found) {
    if (i == question.sequence.size()) {
        found.push_back(*std::max_element(heights.begin(), heights.end()));
        return;
    }
    for (const Orientation& shape : question.pieces[question.sequence[i]].orientations)
        for (int x = 0; x + shape.width() <= question.width; ++x)
            every_height(question, i + 1, dropped(heights, shape, x), found);
}

template <typename Moves>
int height_of(const Question& question, const Moves& plan) {
    std::vector<int> heights = question.floor();
    for (std::size_t i = 0; i < plan.size(); ++i)
        heights =
            dropped(heights, question.pieces[question.sequence[i]].orientations[plan[i].orientation], plan[i].column);
    return *std::max_element(heights.begin(), heights.end());
}

}  // namespace

TEST(stacking_orientations_know_their_columns) {
    const Piece piece = pieces()[4];
    CHECK_EQ(piece.area, 5);
    CHECK_EQ(piece.colour_excess, 1);
    CHECK_EQ(piece.orientations[0].gaps, 1);
    CHECK_EQ(piece.orientations[0].top[1], 3);
    CHECK_EQ(piece.orientations[1].gaps, 0);
    CHECK_EQ(piece.orientations[3].bottom[1], 1);
    CHECK_THROWS(make_orientation({5}), std::invalid_argument);
    CHECK_THROWS(make_orientation({0, 1}), std::invalid_argument);
    CHECK_THROWS(make_piece({{1, 1}, {7}}), std::invalid_argument);
    CHECK_THROWS(make_piece({}), std::invalid_argument);
}

TEST(stacking_searches_agree_with_plain_loops) {
    Rng rng(1);
    for (int turn = 0; turn < 150; ++turn) {
        const Question question = random_question(rng, 4 + static_cast<int>(rng.below(3)), 1 + rng.place(3));
        std::vector<int> heights;
        every_height(question, 0, question.floor(), heights);
        const int least = *std::min_element(heights.begin(), heights.end());
        const auto layers = make_layers(question);
        CHECK(layers->attempt(least, {1000, 1000, 0}, StopToken()) == Verdict::found);
        CHECK(height_of(question, layers->plan()) == least);
        for (const int waste : {0, 1, 1000})
            CHECK(layers->attempt(least - 1, {100000, 100000, waste}, StopToken()) == Verdict::refuted);
        const auto search = make_depth_first(question);
        search->start(least - 1);
        CHECK(search->next(1 << 20, StopToken()) == Verdict::refuted);
        search->start(least);
        std::int64_t plans = 0;
        while (search->next(1 << 20, StopToken()) == Verdict::found) {
            CHECK_EQ(height_of(question, search->plan()), least);
            ++plans;
        }
        CHECK_EQ(plans, std::count(heights.begin(), heights.end(), least));
        Graph graph(question, {false, false, Objective::height, 100, {}});
        CHECK(graph.whole(1000, 1 << 20, StopToken()) == Graph::Outcome::complete);
        CHECK(graph.best() == std::optional<std::int64_t>(least));
        CHECK_EQ(height_of(question, graph.plan()), least);
        for (const std::int64_t goal : graph.goals())
            CHECK_EQ((*graph.count(goal, StopToken()))[0],
                     static_cast<std::uint64_t>(std::count(heights.begin(), heights.end(), static_cast<int>(goal))));
    }
}

TEST(stacking_players_come_to_what_plans_can) {
    Rng rng(4);
    const Player::Taste taste{{0, 1, 3, 6}, 5, 1};
    for (int k = 0; k < 20; ++k) {
        const Question question = random_question(rng, 5, 4);
        std::vector<int> heights;
        every_height(question, 0, question.floor(), heights);
        const int least = *std::min_element(heights.begin(), heights.end());
        const Player player(question, Foresight::Ending::height, taste, 1000);
        // Who sees everything and keeps every stack plays best; who sees less comes to what some plan comes to.
        CHECK_EQ(*player.play(question.sequence, 4, false, StopToken()), least);
        for (const std::size_t see : {1, 2, 3}) {
            const auto value = player.play(question.sequence, see, false, StopToken());
            CHECK(std::find(heights.begin(), heights.end(), static_cast<int>(*value)) != heights.end());
        }
        CHECK_THROWS(player.play(question.sequence, 0, false, StopToken()), std::invalid_argument);
        CHECK_THROWS(Player(question, Foresight::Ending::height, taste, 0), std::invalid_argument);
        CHECK_THROWS(Player(question, Foresight::Ending::height, {{1}, 1, 1}, 1), std::invalid_argument);
    }
}

TEST(stacking_contours_bound_every_plan) {
    Rng rng(5);
    for (int turn = 0; turn < 60; ++turn) {
        const Question question = random_question(rng, 3 + static_cast<int>(rng.below(2)), 1 + rng.place(4));
        std::vector<int> heights;
        const bool fits = std::all_of(question.sequence.begin(), question.sequence.end(), [&](std::uint32_t piece) {
            return question.pieces[piece].orientations[0].width() <= question.width;
        });
        if (!fits) continue;
        every_height(question, 0, question.floor(), heights);
        const int least = *std::min_element(heights.begin(), heights.end());
        const std::vector<int> ones(static_cast<std::size_t>(question.width), 1);
        const ContourEffort effort;
        const auto plan = least_cost(question, 16, Contours::Steep::refused, ones, {1000000, 100000000}, StopToken());
        CHECK(plan.has_value());
        CHECK_EQ(plan->cost, std::int64_t{least} * question.width);
        CHECK_EQ(height_of(question, plan->moves), least);
        for (const int reach : {4, 6})
            for (int even = 0; even < 3; ++even) {
                std::vector<int> weights = ones;
                std::int64_t sum = 0;
                for (std::size_t x = 0; x < weights.size(); ++x) sum += weights[x] = x % 2 == 0 ? even : 1;
                const auto bound = least_cost(question, reach, Contours::Steep::cliff, weights, effort, StopToken());
                CHECK(bound.has_value());
                CHECK(bound->cost <= sum * least);
            }
        CHECK(!least_cost(question, 4, Contours::Steep::cliff, ones, {1, 100}, StopToken()).has_value());
    }
    const Question question{4, pieces(), {1}, {}};
    CHECK_THROWS(Contours(question, 3, Contours::Steep::cliff, {1, 1, 1, 1}), std::invalid_argument);
    CHECK_THROWS(Contours(question, 4, Contours::Steep::cliff, {1, 1, 1}), std::invalid_argument);
    CHECK_THROWS(Contours(question, 4, Contours::Steep::cliff, {1, 1, 1, -1}), std::invalid_argument);
    const Question wide{64, pieces(), {1}, {}};
    CHECK_THROWS(Contours(wide, 4, Contours::Steep::cliff, std::vector<int>(64, 1)), std::invalid_argument);
}

TEST(stacking_cycles_cost_what_they_say_for_ever) {
    Rng rng(6);
    for (int turn = 0; turn < 60; ++turn) {
        Question question = random_question(rng, 4, 1 + rng.place(2));
        question.rows.clear();
        const std::vector<int> ones{1, 1, 1, 1};
        const auto best = least_mean(question, 5, Contours::Steep::refused, ones, {}, StopToken());
        const auto bound = least_mean(question, 5, Contours::Steep::cliff, ones, {}, StopToken());
        CHECK(best.has_value() && bound.has_value());
        CHECK(bound->cost * best->periods <= best->cost * bound->periods);
        const auto length = static_cast<std::int64_t>(question.sequence.size());
        CHECK_EQ(static_cast<std::int64_t>(best->cycle.size()), best->periods * length);
        // Round and round: the cycle raises all columns by the same.
        Question round = question;
        round.sequence.clear();
        std::vector<Move> moves = best->lead;
        for (int k = 0; k < 3; ++k) moves.insert(moves.end(), best->cycle.begin(), best->cycle.end());
        for (std::size_t k = 0; k < moves.size(); ++k)
            round.sequence.push_back(question.sequence[k % question.sequence.size()]);
        const int high = height_of(round, moves);
        round.sequence.resize(moves.size() - best->cycle.size());
        moves.resize(round.sequence.size());
        CHECK_EQ((high - height_of(round, moves)) * std::int64_t{4}, best->cost);
        // Any number of periods costs no less than the mean and its offset say, and no other cycle of them costs less.
        for (std::int64_t periods = 1; periods <= 6; ++periods) {
            Question several = question;
            for (std::int64_t k = 1; k < periods; ++k)
                several.sequence.insert(several.sequence.end(), question.sequence.begin(), question.sequence.end());
            const auto least = least_cost(several, 5, Contours::Steep::refused, ones, {}, StopToken());
            CHECK(least->cost * best->periods * length >= periods * length * best->cost + best->offset);
            const auto low = least_cost(several, 5, Contours::Steep::cliff, ones, {}, StopToken());
            CHECK(low->cost * bound->periods * length >= periods * length * bound->cost + bound->offset);
            CHECK(low->cost <= least->cost);
        }
        Question many = question;
        for (int k = 1; k < 60; ++k)
            many.sequence.insert(many.sequence.end(), question.sequence.begin(), question.sequence.end());
        const auto least = least_cost(many, 5, Contours::Steep::refused, ones, {}, StopToken());
        CHECK(std::abs(static_cast<double>(least->cost) / 60 -
                       static_cast<double>(best->cost) / static_cast<double>(best->periods)) < 1);
    }
}

TEST(stacking_meets_in_the_middle_on_all_widths) {
    for (const int width : {4, 8, 10, 16, 18, 32, 34, 64}) {
        Question question{width, pieces(), {}, {}};
        for (int k = 0; k < width; ++k) question.sequence.push_back(1);  // O: two full rows for every half of them
        const auto layers = make_layers(question);
        CHECK(layers->attempt(4, {500, 500, 0}, StopToken()) == Verdict::found);
        CHECK_EQ(height_of(question, layers->plan()), 4);
        CHECK(layers->attempt(3, {500, 500, 0}, StopToken()) == Verdict::refuted);
    }
}

TEST(stacking_searches_stop_when_told) {
    Rng rng(3);
    const Question question = random_question(rng, 10, 60);
    const unsigned char flag = 1;
    const StopToken stop(&flag, -1);
    CHECK(make_layers(question)->attempt(400, {1000, 1000, 0}, stop) == Verdict::stopped);
    const auto search = make_depth_first(question);
    search->start(400);
    CHECK(search->next(1 << 20, stop) == Verdict::stopped);
    Graph graph(question, {true, true, Objective::holes, 400, {}});
    CHECK(graph.beam(1000, 100, stop) == Graph::Outcome::stopped);
    CHECK_THROWS(graph.count(0, StopToken()), std::invalid_argument);
    CHECK(graph.beam(1000, 10, StopToken()) == Graph::Outcome::cut);
    CHECK_EQ(graph.plan().size(), question.sequence.size());
    CHECK(graph.whole(1000, 1000, StopToken()) == Graph::Outcome::cut);
}

TEST(stacking_pieces_slide_under_roofs) {
    // A roof over the two columns on the left; O does not turn.
    const Question question{4, {pieces()[1]}, {0, 0}, {0, 0, 3}};
    const std::vector<std::vector<Facing>> facings{{{0, -1, -1, {-1, -1}}}};
    Slides slides(question, facings);
    std::vector<std::pair<int, int>> places;
    for (const Slides::Rest& rest : slides.rests(0, question.rows)) places.emplace_back(rest.column, rest.row);
    CHECK(places == (std::vector<std::pair<int, int>>{{0, 3}, {0, 0}, {1, 3}, {1, 0}, {2, 0}}));
    Rows enclosed{1, 9, 15};
    slides.fill_enclosed(enclosed);
    CHECK(enclosed == (Rows{15, 15, 15}));
    Graph graph(question, {false, false, Objective::height, 100, facings});
    CHECK(graph.whole(1000, 1 << 20, StopToken()) == Graph::Outcome::complete);
    CHECK(graph.best() == std::optional<std::int64_t>(3));
    CHECK_EQ((*graph.count(3, StopToken()))[0], std::uint64_t{1});
    CHECK_THROWS(Slides(question, {}), std::invalid_argument);
    CHECK_THROWS(Slides(question, {{{1, 0, 0, {-1, -1}}}}), std::invalid_argument);
    CHECK_THROWS(Slides(question, {{{0, 0, 0, {1, -1}}}}), std::invalid_argument);
}

TEST(stacking_rooms_know_what_stays_empty) {
    const Room towers(7, {pieces()[3]});
    const auto empty = towers.empty(68, std::uint64_t{1} << 40, StopToken());
    CHECK((7 * 67 - (*empty)[66]) / 4 == 99);
    CHECK((7 * 68 - (*empty)[67]) / 4 == 102);
    CHECK(!towers.empty(68, 1000, StopToken()));
    // Two rows of two columns have room for one O, and for no O and S besides.
    const Room few(2, {pieces()[1], pieces()[3]});
    CHECK(few.fits(2, 1, 0, 1 << 20, StopToken()) == std::optional<bool>(true));
    CHECK(few.fits(3, 0, 1, 1 << 20, StopToken()) == std::optional<bool>(true));
    CHECK(few.fits(4, 1, 1, 1 << 20, StopToken()) == std::optional<bool>(false));
    CHECK(few.fits(5, 1, 1, 1 << 20, StopToken()) == std::optional<bool>(true));
    CHECK_THROWS(Room(40, {pieces()[3]}), std::length_error);
    CHECK_THROWS(towers.fits(2, 1, 0, 1 << 20, StopToken()), std::invalid_argument);
}

TEST(stacking_refuses_questions_without_sense) {
    CHECK_THROWS(make_layers({0, pieces(), {0}, {}}), std::invalid_argument);
    CHECK_THROWS(make_layers({65, pieces(), {0}, {}}), std::invalid_argument);
    CHECK_THROWS(make_layers({6, pieces(), {9}, {}}), std::invalid_argument);
    CHECK_THROWS(make_depth_first({6, pieces(), {0}, {std::uint64_t{1} << 6}}), std::invalid_argument);
    CHECK_THROWS(make_depth_first({6, pieces(), {0}, Rows(300, 1)}), std::invalid_argument);
    CHECK_THROWS(Graph({6, pieces(), {0}, {1, 1}}, {false, false, Objective::height, 1, {}}), std::invalid_argument);
}

TEST(stacking_endings_are_the_stacks_that_the_last_pieces_clear) {
    const std::vector<std::vector<Rows>> forms = {
        {{1, 1, 1, 1}, {15}}, {{3, 3}}, {{2, 7}, {1, 3, 1}, {7, 2}, {2, 3, 2}}, {{3, 6}, {2, 3, 1}}};
    const Well well(4, 12, forms);
    const std::function<bool(std::uint64_t, const std::vector<std::uint32_t>&, std::size_t)> clears =
        [&](std::uint64_t board, const std::vector<std::uint32_t>& sequence, std::size_t from) {
            if (from == sequence.size()) return board == 0;
            bool found = false;
            well.landings(board, static_cast<int>(sequence[from]),
                          [&](const Well::Landing& one) { found = found || clears(one.board, sequence, from + 1); });
            return found;
        };
    Rng rng(11);
    int known = 0;
    for (int round = 0; round < 300; ++round) {
        Question question{4, pieces(), {}, {}};
        const std::size_t last = 1 + rng.below(3);
        for (std::size_t k = 0; k < 3 + last; ++k)
            question.sequence.push_back(static_cast<std::uint32_t>(rng.below(4)));
        Endings endings(question, 4);
        while (endings.pieces() < last) CHECK(endings.step_back(1 << 20, StopToken()));
        // Every stack after the first three pieces.
        std::set<std::uint64_t> stacks{0};
        for (std::size_t k = 0; k < 3; ++k) {
            std::set<std::uint64_t> next;
            for (const std::uint64_t board : stacks)
                well.landings(board, static_cast<int>(question.sequence[k]),
                              [&](const Well::Landing& one) { next.insert(one.board); });
            stacks = std::move(next);
        }
        bool any = false;
        for (const std::uint64_t board : stacks) {
            Rows rows;
            for (std::uint64_t left = board; left != 0; left >>= 4) rows.push_back(left & 15);
            const bool truth = clears(board, question.sequence, 3);
            any = any || truth;
            // Those after which no more than four rows are to be cleared.
            if (static_cast<std::size_t>(std::popcount(board)) + 4 * last > 16) continue;
            CHECK_EQ(endings.clears(rows, last), truth);
            known += truth;
        }
        // The graph finds a plan through them, or that there is none.
        Graph graph(question, {false, true, Objective::height, 40, {}});
        const std::uint64_t all = std::uint64_t{1} << 30;
        const Graph::Outcome outcome = graph.vanish(endings, all, 0, all, all, StopToken());
        if (last + 3 <= 4) CHECK_EQ(graph.best().has_value(), any);
        if (!any) CHECK(outcome == (last + 3 <= 4 ? Graph::Outcome::complete : Graph::Outcome::cut));
        if (!graph.best()) continue;
        CHECK(any);
        std::uint64_t board = 0;
        const auto plan = graph.plan();
        for (std::size_t k = 0; k < plan.size(); ++k) {
            std::uint64_t after = ~std::uint64_t{0};
            well.landings(board, static_cast<int>(question.sequence[k]), [&](const Well::Landing& one) {
                if (one.orientation == plan[k].orientation && one.column == plan[k].column) after = one.board;
            });
            board = after;
        }
        CHECK_EQ(board, std::uint64_t{0});
    }
    CHECK(known > 10);
    CHECK_THROWS(Endings(Question{10, pieces(), {0}, {}}, 7), std::invalid_argument);
}

TEST(stacking_repeats_are_the_cycles_of_least_mean_where_these_are_known) {
    for (const int width : {4, 5}) {
        Question question{width, pieces(), {0, 1, 2, 3}, {}};
        const auto best = least_mean(question, 4, Contours::Steep::refused,
                                     std::vector<int>(static_cast<std::size_t>(width), 1), {}, StopToken());
        const auto found = find_repeat(question, 300, 100'000, StopToken());
        CHECK(best.has_value() && found.has_value());
        CHECK_EQ(found->rows * width * best->periods, best->cost * found->periods);
        CHECK_EQ(found->cycle.size(), static_cast<std::size_t>(found->periods) * 4);
    }
    CHECK(!find_repeat(Question{10, pieces(), {3, 1}, {}}, 10, 1000, StopToken()).has_value());
    CHECK_THROWS(find_repeat(Question{17, pieces(), {3}, {}}, 10, 1000, StopToken()), std::invalid_argument);
}
