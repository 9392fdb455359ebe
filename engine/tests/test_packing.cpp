// Packing: every search gives packings, what is said to be impossible is, and the tables hold what is published.
#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/greedy.hpp"
#include "packing/packer.hpp"
#include "packing/rectangles.hpp"

using namespace shapewright::packing;
using shapewright::Rng;
using shapewright::StopToken;

namespace {

using Rows = std::vector<std::string>;

/// The orientations of a drawing, its top row first, under quarter turns.
std::vector<std::vector<Offset>> turned(const Rows& rows) {
    std::vector<std::pair<int, int>> cells;
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t x = 0; x < rows[r].size(); ++x)
            if (rows[r][x] == '#') cells.emplace_back(static_cast<int>(x), static_cast<int>(rows.size() - 1 - r));
    std::set<std::vector<std::pair<int, int>>> found;
    for (int turn = 0; turn < 4; ++turn) {
        int low_x = 99, low_y = 99;
        for (const auto& [x, y] : cells) {
            low_x = std::min(low_x, x);
            low_y = std::min(low_y, y);
        }
        for (auto& [x, y] : cells) {
            x -= low_x;
            y -= low_y;
        }
        std::sort(cells.begin(), cells.end());
        found.insert(cells);
        for (auto& [x, y] : cells) {
            const int old = x;
            x = -y;
            y = old;
        }
    }
    std::vector<std::vector<Offset>> result;
    for (const auto& shape : found) {
        auto& orientation = result.emplace_back();
        for (const auto& [x, y] : shape) orientation.push_back({x, y});
    }
    return result;
}

Pieces tetrominoes() {
    const std::vector<Rows> drawings{{"####"},       {"#..", "###"}, {"..#", "###"}, {"##", "##"},
                                     {".##", "##."}, {".#.", "###"}, {"##.", ".##"}};
    std::vector<std::vector<std::vector<Offset>>> shapes;
    for (const Rows& rows : drawings) shapes.push_back(turned(rows));
    return Pieces(shapes, {1, 1, 1, 1, 4, 4, 4});
}

Pieces mixed() {
    return Pieces({turned({"###"}), turned({"##"}), turned({"#.", "##"}), turned({"#####"}), turned({"###", "#.."})},
                  {1, 1, 1, 1, 1});
}

Counts random_bag(Rng& rng, int pieces, std::size_t types) {
    Counts counts(types, 0);
    for (int k = 0; k < pieces; ++k) ++counts[static_cast<std::size_t>(rng.below(types))];
    return counts;
}

void check_answer(const Pieces& pieces, const Board& board, const Answer& answer, const Counts& counts) {
    CHECK(lies_well(pieces, board, answer.placed));
    CHECK(counted(pieces, answer.placed) == counts);
}

}  // namespace

TEST(packing_tables_hold_the_published_numbers_of_bags) {
    const Pieces pieces = tetrominoes();
    struct Known {
        int width, height, pieces;
        std::size_t bags;
    };
    for (const Known& known : {Known{3, 3, 2, 8}, Known{4, 4, 4, 24}, Known{4, 5, 5, 88}, Known{4, 6, 6, 200},
                               Known{4, 7, 7, 437}, Known{4, 8, 8, 842}, Known{6, 6, 9, 1467}}) {
        const SmallBoard board(pieces, Board::box(known.width, known.height));
        const BagTable table(board, known.pieces, 0, StopToken(), 1 << 20);
        CHECK(table.complete());
        CHECK_EQ(table.all(StopToken()).size() / 7, known.bags);
    }
}

TEST(packing_search_and_table_agree) {
    const Pieces pieces = tetrominoes();
    Rng rng(5);
    for (const auto& [width, height, number] :
         {std::tuple{4, 4, 3}, std::tuple{4, 5, 5}, std::tuple{3, 5, 3}, std::tuple{5, 5, 5}, std::tuple{2, 7, 3}}) {
        const SmallBoard board(pieces, Board::box(width, height));
        const BagTable table(board, number, 0, StopToken(), 1 << 20);
        for (int k = 0; k < 60; ++k) {
            const Counts counts = random_bag(rng, number, 7);
            std::vector<Placed> placed;
            std::uint64_t nodes = 0;
            const Outcome exact = board.exhaust(counts, 0, StopToken(), placed, nodes);
            CHECK_EQ(exact == Outcome::found, table.contains(counts));
            if (exact == Outcome::found) CHECK(counted(pieces, placed) == counts);
            placed.clear();
            const Outcome outcome = board.search(counts, 0, rng, 1 << 20, StopToken(), placed);
            CHECK_EQ(outcome == Outcome::found, table.contains(counts));
        }
    }
}

TEST(packing_a_required_cell_is_covered) {
    const Pieces pieces = tetrominoes();
    const SmallBoard board(pieces, Board::box(4, 4));
    Rng rng(1);
    const Counts one_o{0, 0, 0, 1, 0, 0, 0};
    std::vector<Placed> placed;
    for (int k = 0; k < 20; ++k) {
        placed.clear();
        CHECK(board.search(one_o, board.bit(3, 0), rng, 10000, StopToken(), placed) == Outcome::found);
        CHECK_EQ(placed[0].x, 2);
        CHECK_EQ(placed[0].y, 0);
    }
    // Two corners at a distance of 3 need an I.
    const Counts one_i{1, 0, 0, 0, 0, 0, 0};
    const SmallBoard::Mask both = board.bit(0, 0) | board.bit(0, 3);
    CHECK(board.search(one_o, both, rng, 10000, StopToken(), placed) == Outcome::none);
    CHECK(board.search(one_i, both, rng, 10000, StopToken(), placed) == Outcome::found);
    const BagTable table(board, 1, both, StopToken(), 1 << 20);
    CHECK(!table.contains(one_o));
    CHECK(table.contains(one_i));
}

TEST(packing_boxes_of_every_kind_are_filled) {
    Packer packer(tetrominoes());
    Rng rng(9);
    struct Kind {
        int width, height, pieces;
    };
    for (const Kind& kind : {Kind{8, 8, 15}, Kind{9, 9, 16}, Kind{12, 12, 32}, Kind{17, 17, 64}, Kind{5, 40, 45},
                             Kind{40, 5, 45}, Kind{23, 23, 128}, Kind{3, 100, 60}})
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const Counts counts = random_bag(rng, kind.pieces, 7);
            const Answer answer = packer.box(kind.width, kind.height, counts, false, seed, 200'000, StopToken());
            CHECK(answer.outcome == Outcome::found);
            check_answer(packer.pieces(), Board::box(kind.width, kind.height), answer, counts);
        }
}

TEST(packing_full_rectangles_are_dissected) {
    Packer packer(tetrominoes());
    Rng rng(3);
    for (const auto& [width, height] : {std::pair{16, 16}, std::pair{10, 14}, std::pair{9, 16}, std::pair{16, 11},
                                        std::pair{22, 22}, std::pair{7, 24}, std::pair{18, 12}}) {
        const auto places = dissect(width, height);
        CHECK(!places.empty());
        std::vector<int> covered(static_cast<std::size_t>(width * height), 0);
        for (const BlockPlace& place : places) {
            CHECK(place.width * place.height <= 36);
            CHECK_EQ(place.width * place.height % 4, 0);
            for (int x = place.x; x < place.x + place.width; ++x)
                for (int y = place.y; y < place.y + place.height; ++y)
                    ++covered[static_cast<std::size_t>(y * width + x)];
        }
        CHECK(std::all_of(covered.begin(), covered.end(), [](int times) { return times == 1; }));
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            Counts counts = random_bag(rng, width * height / 4, 7);
            if (counts[5] % 2 != 0) {
                --counts[5];
                ++counts[0];
            }
            const Answer answer = packer.box(width, height, counts, false, seed, 200'000, StopToken());
            CHECK(answer.outcome == Outcome::found);
            check_answer(packer.pieces(), Board::box(width, height), answer, counts);
        }
    }
    CHECK(dissect(3, 8).empty());
    CHECK(dissect(9, 9).empty());
}

TEST(packing_colours_forbid_an_odd_number_of_t) {
    const Pieces pieces = tetrominoes();
    CHECK(colours_forbid(pieces, Board::box(4, 4), {3, 0, 0, 0, 0, 1, 0}));
    CHECK(!colours_forbid(pieces, Board::box(4, 4), {2, 0, 0, 0, 0, 2, 0}));
    // Without a T, the L and J together are even.
    CHECK(colours_forbid(pieces, Board::box(4, 4), {3, 1, 0, 0, 0, 0, 0}));
    CHECK(!colours_forbid(pieces, Board::box(4, 4), {2, 1, 1, 0, 0, 0, 0}));
    Packer packer(tetrominoes());
    CHECK(packer.box(4, 4, {3, 0, 0, 0, 0, 1, 0}, false, 0, 1000, StopToken()).outcome == Outcome::none);
    CHECK(packer.box(4, 4, {5, 0, 0, 0, 0, 0, 0}, false, 0, 1000, StopToken()).outcome == Outcome::none);
}

TEST(packing_boards_with_holes_and_mixed_pieces) {
    Packer packer(mixed());
    Rng rng(2);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Board board = Board::box(11, 9);
        for (int k = 0; k < 8; ++k) board.open[static_cast<std::size_t>(rng.below(board.open.size()))] = 0;
        const Wanted wanted{{1, 1, 1, 1, 1}, {9, 20, 9, 3, 9}};
        const Answer answer = packer.board(board, wanted, 0, seed, 100'000, StopToken());
        CHECK(lies_well(packer.pieces(), board, answer.placed));
        const Counts counts = counted(packer.pieces(), answer.placed);
        for (std::size_t t = 0; t < counts.size(); ++t) CHECK(counts[t] <= wanted.maximum[t]);
        if (answer.outcome == Outcome::found) CHECK_EQ(surplus(wanted, counts), 0);
    }
}

TEST(packing_answers_repeat_themselves) {
    Packer first(tetrominoes()), second(tetrominoes());
    Rng rng(4);
    for (const int number : {16, 33, 64}) {
        const Counts counts = random_bag(rng, number, 7);
        const auto side = [number] {
            int result = 1;
            while (result * result < 4 * number + 9) ++result;
            return result;
        }();
        const Answer a = first.box(side, side, counts, false, 7, 100'000, StopToken());
        const Answer b = second.box(side, side, counts, false, 7, 100'000, StopToken());
        CHECK_EQ(a.placed.size(), b.placed.size());
        for (std::size_t k = 0; k < a.placed.size(); ++k) {
            CHECK_EQ(a.placed[k].type, b.placed[k].type);
            CHECK_EQ(a.placed[k].x, b.placed[k].x);
            CHECK_EQ(a.placed[k].y, b.placed[k].y);
        }
    }
}

TEST(packing_greedy_solvers_lay_what_they_say) {
    const Pieces pieces = tetrominoes();
    Rng rng(6);
    for (const int number : {1, 4, 40, 600}) {
        const Counts counts = random_bag(rng, number, 7);
        const auto grown = growing_square(pieces, counts, StopToken());
        CHECK(lies_well(pieces, Board::box(1000, 1000), grown));
        CHECK(counted(pieces, grown) == counts);
    }
    const Counts counts = random_bag(rng, 32, 7);
    std::vector<Placed> placed;
    CHECK(most_touching(pieces, 14, 14, counts, rng, 50, StopToken(), placed) == Outcome::found);
    CHECK(lies_well(pieces, Board::box(14, 14), placed));
    CHECK(counted(pieces, placed) == counts);
}

TEST(packing_free_rectangles_are_as_large_as_can_be) {
    MaxRects space(7, 5);
    int x = -1, y = -1;
    CHECK(space.bottom_left(3, 2, x, y));
    CHECK_EQ(std::pair(x, y), std::pair(0, 0));
    space.take(0, 0, 3, 2);
    CHECK_EQ(space.free().size(), 2U);
    CHECK(space.bottom_left(4, 5, x, y));
    CHECK_EQ(std::pair(x, y), std::pair(3, 0));
    CHECK(space.bottom_left(7, 3, x, y));
    CHECK_EQ(std::pair(x, y), std::pair(0, 2));
    CHECK(!space.bottom_left(7, 4, x, y));
}

TEST(packing_boxes_reach_every_side_unless_a_corner_is_covered) {
    Packer packer(tetrominoes());
    const Pieces& pieces = packer.pieces();
    Rng rng(8);
    for (int k = 0; k < 40; ++k) {
        const Counts counts = random_bag(rng, 3 + k % 6, 7);
        const Answer answer = packer.box(7, 8, counts, false, static_cast<std::uint64_t>(k), 10'000, StopToken());
        CHECK(answer.outcome == Outcome::found);
        check_answer(pieces, Board::box(7, 8), answer, counts);
        int width = 0, height = 0, left = 9, bottom = 9;
        for (const Placed& piece : answer.placed) {
            const auto& one = pieces.types()[static_cast<std::size_t>(piece.type)]
                                  .orientations[static_cast<std::size_t>(piece.orientation)];
            width = std::max(width, piece.x + one.width);
            height = std::max(height, piece.y + one.height);
            left = std::min(left, piece.x);
            bottom = std::min(bottom, piece.y);
        }
        CHECK_EQ(width, 7);
        CHECK_EQ(height, 8);
        CHECK_EQ(left, 0);
        CHECK_EQ(bottom, 0);
    }
    // A single O in the corner is not slid away from it.
    const Answer corner = packer.box(5, 5, {0, 0, 0, 1, 0, 0, 0}, true, 0, 10'000, StopToken());
    CHECK(corner.outcome == Outcome::found);
    CHECK((corner.placed[0].x == 0 || corner.placed[0].x == 3) && (corner.placed[0].y == 0 || corner.placed[0].y == 3));
}

// What is left of a search that found nothing is not an answer, and nonsense is refused before anything is looked for.
TEST(packing_answers_are_packings_or_empty) {
    Packer packer(tetrominoes());
    const Pieces& pieces = packer.pieces();
    Rng rng(11);
    std::vector<Placed> start;
    const Counts bag = random_bag(rng, 32, 7);
    for (const std::uint64_t effort : {0ULL, 1ULL, 50ULL, 20'000ULL}) {
        const Board box = Board::box(14, 14);
        for (const Answer& answer : {packer.box(14, 14, bag, true, 1, effort, StopToken()),
                                     packer.box_greedily(14, 14, bag, 1, effort, StopToken()),
                                     packer.box_by_dissection(14, 14, bag, 1, effort, StopToken()),
                                     packer.walk_from(start, box, bag, 1, effort, StopToken())}) {
            if (answer.outcome == Outcome::found)
                check_answer(pieces, box, answer, bag);
            else
                CHECK(answer.placed.empty());
        }
    }
    const Answer none = packer.exhaust(Board::box(4, 4), {0, 0, 0, 0, 4, 0, 0}, StopToken());
    CHECK(none.outcome == Outcome::none);
    CHECK(none.placed.empty());
    const Answer full = packer.exhaust(Board::box(4, 4), {0, 0, 0, 4, 0, 0, 0}, StopToken());
    CHECK(full.outcome == Outcome::found);
    check_answer(pieces, Board::box(4, 4), full, {0, 0, 0, 4, 0, 0, 0});
    CHECK_EQ(packer.bags(4, 4, 4, StopToken()).counts.size() / 7, 24U);
    CHECK(packer.bags(4, 4, 4, StopToken()).complete);

    const Counts one_o{0, 0, 0, 1, 0, 0, 0}, minus{0, 0, 0, -1, 0, 0, 0};
    CHECK_THROWS(packer.box(4, 4, {1, 2}, false, 0, 10, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.box(4, 4, minus, false, 0, 10, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.box(0, 4, one_o, false, 0, 10, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.box_greedily(1 << 12, 1 << 11, one_o, 0, 10, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.exhaust(Board::box(9, 9), one_o, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.bags(9, 9, 2, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.bags(8, 8, 22, StopToken()), std::invalid_argument);
    CHECK_THROWS(packer.walk_from({{3, 0, 0, 0}, {3, 0, 1, 0}}, Board::box(4, 4), one_o, 0, 10, StopToken()),
                 std::invalid_argument);
    CHECK_THROWS(packer.walk_from({}, Board::box(1, 3), one_o, 0, 10, StopToken()), std::invalid_argument);
    CHECK_THROWS(Board::within(2, 2, {1, 1, 1}), std::invalid_argument);
}

TEST(packing_stops_when_told) {
    Packer packer(tetrominoes());
    const unsigned char told = 1;
    Rng rng(1);
    const Counts counts = random_bag(rng, 900, 7);
    CHECK(packer.box(61, 61, counts, false, 0, 1 << 30, StopToken(&told, -1)).outcome == Outcome::stopped);
    const SmallBoard board(packer.pieces(), Board::box(8, 8));
    CHECK(!BagTable(board, 16, 0, StopToken(&told, -1), 1 << 30).complete());
}
