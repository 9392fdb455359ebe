#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "clear/borders.hpp"
#include "clear/graph/graph.hpp"
#include "clear/kicks.hpp"
#include "clear/live/board_sets.hpp"
#include "clear/live/boards.hpp"
#include "clear/live/graph.hpp"
#include "clear/live/level.hpp"
#include "clear/live/mirror.hpp"
#include "clear/live/resting.hpp"
#include "clear/patterns.hpp"
#include "core/rng.hpp"

using namespace shapewright::clear;

namespace {

/// A board of up to four rows whose empty cells do not split badly.
Board some_board(shapewright::Rng& rng, int height) {
    for (;;) {
        Board board = rng.next() & lowest_rows<Board>(height);
        if (rng.below(2) != 0) board &= rng.next();
        if (!splits_badly(lowest_rows<Board>(height) & ~board)) return board;
    }
}

std::vector<LiveBoard> some_boards(shapewright::Rng& rng, std::size_t number) {
    std::set<LiveBoard> found;
    while (found.size() < number) found.insert(LiveBoard::of(rng.next() >> 24, 4));
    return {found.begin(), found.end()};
}

/// SRS with turns to the right alone, and those of L end with the first.
KickTable clockwise() {
    KickTable kicks = clear_kicks::srs();
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t from = 0; from < facings; ++from)
            for (std::size_t to = 0; to < facings; ++to)
                if (to != (from + 1) % facings || (Piece(piece) == Piece::L && to == 2))
                    kicks.tests[piece][from][to].clear();
    return kicks;
}

/// The live boards by the number of pieces placed: everything forward, then what leads on is kept from the last back.
std::vector<std::set<LiveBoard>> walked(const Mover<Board>& mover, int lines) {
    const auto following = [&](LiveBoard from) {
        std::set<LiveBoard> result;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const Locks<Board> locks = mover.locks(from.board(), from.height(), Piece(piece));
            for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing)
                each(locks.at[facing], [&](int corner) {
                    Board next = from.board() | orientations[piece][facing].bits << corner;
                    const int cleared = clear_rows(next, 0, from.height());
                    result.insert(LiveBoard::of(next, from.height() - cleared));
                });
        }
        return result;
    };
    std::vector<std::set<LiveBoard>> levels{{LiveBoard::of(0, lines)}};
    for (int placed = 0; placed < columns * lines / 4; ++placed) {
        std::set<LiveBoard> next;
        for (const LiveBoard board : levels.back()) next.merge(following(board));
        levels.push_back(std::move(next));
    }
    std::erase_if(levels.back(), [](LiveBoard board) { return board.height() != 0; });
    for (std::size_t placed = levels.size() - 1; placed-- > 0;)
        std::erase_if(levels[placed], [&](LiveBoard board) {
            const std::set<LiveBoard> next = following(board);
            return std::none_of(next.begin(), next.end(),
                                [&](LiveBoard one) { return levels[placed + 1].count(one) != 0; });
        });
    return levels;
}

/// What keeps its bytes itself.
LiveBoards read(std::string_view packed) {
    const auto words = std::make_shared<std::vector<std::uint64_t>>((packed.size() + 7) / 8);
    std::copy(packed.begin(), packed.end(), reinterpret_cast<char*>(words->data()));
    return LiveBoards({reinterpret_cast<const std::uint8_t*>(words->data()), packed.size()}, words);
}

}  // namespace

TEST(clear_resting_places_are_those_that_do_not_split) {
    shapewright::Rng rng(3);
    std::size_t kept = 0;
    for (int round = 0; round < 20000; ++round) {
        const int height = 1 + static_cast<int>(rng.below(resting_rows));
        const Board board = some_board(rng, height);
        const Resting resting(board, height);
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const Orientation& o = orientation(all_piece_facings[which]);
            for (int corner = 0; corner < columns * resting_rows; ++corner) {
                const int x = corner % columns, y = corner / columns;
                const Board cells = o.bits << corner;
                const bool rests = x + o.width <= columns && y + o.height <= height && (board & cells) == 0 &&
                                   (y == 0 || (board & o.bits << (corner - columns)) != 0);
                const bool expected = rests && !splits_badly(lowest_rows<Board>(height) & ~board & ~cells);
                CHECK_EQ((resting.places[which] >> corner & 1) != 0, expected);
                if (!expected) continue;
                ++kept;
                bool open = true;
                for (int up = 1; up < height; ++up) open &= (board & cells << (columns * up)) == 0;
                CHECK_EQ((resting.open[which] >> corner & 1) != 0, open);
            }
        }
    }
    CHECK_EQ(kept > 10000, true);
}

TEST(clear_pieces_are_taken_out_of_where_they_rested) {
    shapewright::Rng rng(5);
    std::size_t kept = 0;
    for (int round = 0; round < 20000; ++round) {
        const int height = 1 + static_cast<int>(rng.below(resting_rows));
        const Board board = lowest_rows<Board>(height) & ~some_board(rng, height);
        const Leaving leaving(board, height);
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const Orientation& o = orientation(all_piece_facings[which]);
            for (int corner = 0; corner < columns * resting_rows; ++corner) {
                const int x = corner % columns, y = corner / columns;
                const Board cells = o.bits << corner, before = board & ~cells;
                const bool rested = x + o.width <= columns && y + o.height <= height && (board & cells) == cells &&
                                    (y == 0 || (before & o.bits << (corner - columns)) != 0);
                CHECK_EQ((leaving.places[which] >> corner & 1) != 0, rested);
                if (!rested) continue;
                ++kept;
                CHECK_EQ((leaving.split[which] >> corner & 1) != 0, splits_badly(before));
            }
        }
    }
    CHECK_EQ(kept > 10000, true);
}

TEST(clear_a_level_knows_its_boards) {
    shapewright::Rng rng(7);
    for (const std::size_t number : {std::size_t{0}, std::size_t{1}, std::size_t{40}, std::size_t{5000}})
        for (const unsigned threads : {1U, 3U}) {
            const std::vector<LiveBoard> boards = some_boards(rng, number);
            shapewright::Pool pool(threads);
            const LiveLevel level(boards, pool);
            for (std::uint32_t k = 0; k < number; ++k) CHECK_EQ(level.find(boards[k]), k);
            std::vector<LiveBoard> asked = some_boards(rng, 300);
            for (std::size_t k = 0; k < number; k += 7) asked.push_back(boards[k]);
            std::vector<std::size_t> seen, expected;
            level.each_in(asked, [&](std::size_t k, std::uint32_t place) {
                CHECK_EQ(boards[place] == asked[k], true);
                seen.push_back(k);
            });
            for (std::size_t k = 0; k < asked.size(); ++k)
                if (std::binary_search(boards.begin(), boards.end(), asked[k])) expected.push_back(k);
            CHECK_EQ(seen == expected, true);
        }
}

TEST(clear_a_sieve_never_loses_a_board) {
    shapewright::Rng rng(9);
    const std::vector<LiveBoard> boards = some_boards(rng, 3000), others = some_boards(rng, 3000);
    Sieve sieve(1 << 20);
    sieve.insert(boards);
    std::size_t seen = 0, mistaken = 0;
    sieve.each_in(boards, [&](std::size_t) { ++seen; });
    sieve.each_in(others, [&](std::size_t) { ++mistaken; });
    CHECK_EQ(seen, boards.size());
    CHECK_EQ(mistaken < 100, true);
}

TEST(clear_a_heap_gives_each_board_once) {
    shapewright::Rng rng(13);
    std::map<LiveBoard, Sides> expected;
    Heap<Pair> heap(2);
    const std::vector<LiveBoard> boards = some_boards(rng, 2000);
    for (std::size_t k = 0; k < 3 * boards.size(); ++k) {
        // A few are their own mirror images.
        const Board cells = k % 9 == 0 ? boards[k % boards.size()].board() | mirrored(boards[k % boards.size()].board())
                                       : boards[k % boards.size()].board();
        const LiveBoard board = LiveBoard::of(std::min(cells, mirrored(cells)), 4);
        const Sides sides = 1 + static_cast<Sides>(rng.below(3));
        expected[board] |= mirrored(board) == board ? both : sides;
        Heap<Pair>::put(heap.of(k % 2), shapewright::hashed(board.key), {board, sides});
    }
    std::map<LiveBoard, Sides> taken;
    std::size_t number = 0;
    for (std::size_t part = 0; part < heap_parts; ++part) {
        number += heap.number(part);
        UniquePairs unique(1);  // it grows
        heap.take(part, [&](Pair pair) {
            unique.add(pair.board(), 0);
            const Sides before = unique.sides(pair.board());
            unique.add(pair.board(), pair.sides());
            CHECK_EQ(unique.sides(pair.board()) & pair.sides(), pair.sides());
            CHECK_EQ(unique.sides(pair.board()) & before, before);
        });
        for (const Pair pair : unique.take()) CHECK(taken.emplace(pair.board(), pair.sides()).second);
        CHECK_EQ(heap.number(part), 0U);
    }
    CHECK_EQ(number, 3 * boards.size());
    CHECK_EQ(taken == expected, true);
}

TEST(clear_boards_and_pieces_are_seen_in_a_mirror) {
    shapewright::Rng rng(23);
    for (int round = 0; round < 1000; ++round) {
        const Board board = rng.next() & lowest_rows<Board>(low_rows);
        Board expected = 0;
        each(board, [&](int cell) { expected |= Board{1} << (cell + columns - 1 - 2 * (cell % columns)); });
        CHECK_EQ(mirrored(board), expected);
    }
    for (std::size_t which = 0; which < piece_facings; ++which)
        each(inside.at[resting_rows][which], [&](int corner) {
            const std::size_t other = mirrored_facings[which];
            CHECK_EQ(mirrored(orientation(all_piece_facings[which]).bits << corner),
                     orientation(all_piece_facings[other]).bits << mirrored_corner(which, corner));
        });
}

TEST(clear_pieces_move_in_a_mirror_as_the_rules_say) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const Mover<Board> one_way(clockwise(), Drop::soft);
    shapewright::Rng rng(25);
    std::size_t differ = 0;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        CHECK_EQ(mover.is_mirrored(Piece(piece)), Piece(piece) != Piece::I);
        CHECK_EQ(one_way.is_mirrored(Piece(piece)), false);
    }
    for (int round = 0; round < 3000; ++round) {
        const Board board = rng.next() & rng.next() & lowest_rows<Board>(4);
        for (std::size_t which = 0; which < piece_facings; ++which) {
            const auto [piece, facing] = all_piece_facings[which];
            const auto [other, turned_to] = all_piece_facings[mirrored_facings[which]];
            const Board here = mover.locks(board, 4, Piece{piece}).at[facing];
            const Board there = mover.locks(mirrored(board), 4, Piece{other}).at[turned_to];
            Board seen = 0;
            each(here, [&](int corner) { seen |= Board{1} << mirrored_corner(which, corner); });
            if (mover.is_mirrored(Piece{piece})) CHECK_EQ(seen, there);
            differ += seen != there ? 1 : 0;
        }
    }
    CHECK_EQ(differ > 0, true);  // I
}

TEST(clear_live_boards_are_those_of_a_slow_walk_where_mirror_images_are_not_alike) {
    for (const Drop drop : {Drop::soft, Drop::hard}) {
        const Mover<Board> mover(clockwise(), drop);
        const std::vector<std::set<LiveBoard>> expected = walked(mover, 2);
        const LiveGraph graph(mover, 2, 2, {});
        std::size_t alone = 0;
        for (int placed = 0; placed <= 5; ++placed) {
            const auto boards = graph.boards(placed);
            const auto& wanted = expected[static_cast<std::size_t>(placed)];
            CHECK_EQ(std::equal(boards.begin(), boards.end(), wanted.begin(), wanted.end()), true);
            for (const LiveBoard board : boards) alone += 1 - wanted.count(mirrored(board));
        }
        CHECK_EQ(alone > 0, true);
    }
}

TEST(clear_a_filter_never_loses_a_board) {
    shapewright::Rng rng(21);
    for (const std::size_t number : {std::size_t{0}, std::size_t{1}, std::size_t{70}, std::size_t{30000}}) {
        const std::vector<LiveBoard> boards = some_boards(rng, number), others = some_boards(rng, 3000);
        const std::vector<std::uint64_t> words = LiveFilter::words(boards);
        CHECK_EQ(words.size(), LiveFilter::words_for(number));
        const LiveFilter filter{words};
        std::size_t seen = 0, mistaken = 0;
        filter.each_in(boards, [&](std::size_t) { ++seen; });
        filter.each_in(others, [&](std::size_t) { ++mistaken; });
        CHECK_EQ(seen, boards.size());
        CHECK_EQ(mistaken < 150, true);
    }
}

TEST(clear_live_boards_are_read_as_they_were_packed) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const LiveGraph graph(mover, 2, 2, {});
    const std::string packed = LiveBoards::packed(graph);
    const LiveBoards live = read(packed);
    CHECK_EQ(live.lines(), 2);
    CHECK_EQ(live.pieces_needed(), 5);
    shapewright::Rng rng(17);
    std::size_t number = 0;
    for (int placed = 0; placed <= 5; ++placed) {
        const auto boards = graph.boards(placed);
        number += boards.size();
        CHECK_EQ(live.size(placed), boards.size());
        const auto again = live.boards(placed);
        CHECK_EQ(std::equal(again.begin(), again.end(), boards.begin(), boards.end()), true);
        std::size_t seen = 0;
        live.filter(placed).each_in(boards, [&](std::size_t) { ++seen; });
        CHECK_EQ(seen, boards.size());
        for (const LiveBoard board : boards) {
            CHECK_EQ(live.placed(board), placed);
            CHECK_EQ(live.contains(board), true);
            // The same board with a cell elsewhere is live only if it is in the list.
            const LiveBoard other{board.key ^ std::uint64_t{3} << rng.below(19)};
            CHECK_EQ(live.contains(other),
                     live.placed(other) == placed && std::count(boards.begin(), boards.end(), other) == 1);
        }
    }
    CHECK_EQ(number, std::size_t{415});
}

TEST(clear_a_graph_over_live_boards_is_that_without_them) {
    for (const Drop drop : {Drop::soft, Drop::hard}) {
        const Mover<Board> mover(clear_kicks::srs(), drop);
        const std::string packed = LiveBoards::packed(LiveGraph(mover, 2, 2, {}));
        const LiveBoards live = read(packed);
        const Pattern& queues = clear_patterns::bags({6});
        const auto grown = [&](const LiveBoards* known, unsigned threads) {
            Graph<Board> graph(mover, queues, true, {0, lowest_rows<Board>(2), 2, {}, known});
            CHECK_EQ(graph.uses_live_boards(), known != nullptr);
            while (!graph.is_complete())
                CHECK(graph.step(shapewright::StopToken(), std::uint64_t{1} << 30, threads) == Grown::done);
            return graph;
        };
        const auto expected = grown(nullptr, 1);
        for (const unsigned threads : {1U, 3U}) {
            const auto found = grown(&live, threads);
            std::size_t level = 0;
            for (const auto& [boards, contexts, first, edges] : found.levels()) {
                CHECK(boards == expected.levels()[level].boards);
                CHECK(first == expected.levels()[level].first);
                CHECK(edges == expected.levels()[level++].edges);
            }
        }
    }
}

TEST(clear_other_bytes_are_no_live_boards) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const std::string packed = LiveBoards::packed(LiveGraph(mover, 2, 1, {}));
    std::size_t refused = 0;
    const auto look = [&](std::string_view bytes) {
        try {
            const LiveBoards live = read(bytes);
            for (int placed = 0; placed <= live.pieces_needed(); ++placed)
                for (const LiveBoard board : live.boards(placed)) live.contains(board);
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    };
    for (std::size_t kept = 0; kept < packed.size(); ++kept) look(std::string_view(packed).substr(0, kept));
    CHECK_EQ(refused, packed.size());
    CHECK_THROWS(LiveBoards({reinterpret_cast<const std::uint8_t*>(packed.data()) + 1, packed.size() - 8}, nullptr),
                 std::invalid_argument);
    // A bit that is wrong may make other boards, but nothing is read that is not there.
    shapewright::Rng rng(19);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes = packed;
        bytes[rng.place(bytes.size())] ^= static_cast<char>(1U << rng.below(8));
        look(bytes);
    }
    CHECK_EQ(refused > packed.size() + 100, true);
}
