#include <vector>

#include "check.hpp"
#include "clear/kicks.hpp"
#include "clear/live/graph.hpp"
#include "clear/table/table.hpp"

using namespace shapewright::clear;

TEST(clear_live_boards_of_two_lines) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    for (const unsigned threads : {1U, 3U}) {
        const LiveGraph graph(mover, 2, threads, {});
        std::vector<std::size_t> sizes;
        for (int placed = 0; placed <= 5; ++placed) sizes.push_back(graph.boards(placed).size());
        CHECK_EQ(sizes == (std::vector<std::size_t>{1, 28, 172, 185, 28, 1}), true);
        CHECK_EQ(graph.count_placements(threads, {}), 1735U);
    }
    const unsigned char flag = 1;
    CHECK_THROWS(LiveGraph(mover, 2, 1, shapewright::StopToken(&flag, -1)), LiveGraph::Stopped);
    CHECK_THROWS(LiveGraph(mover, 3, 1, {}), std::invalid_argument);
}

namespace {

/// The multisets that clear a board, by trying all strings of pieces.
void try_all(const LivePlacements& placements, const PieceMultisets& multisets, std::uint32_t board, int placed,
             std::uint16_t multiset, int size, std::vector<bool>& clearing) {
    if (placed == placements.pieces_needed()) {
        clearing[multiset] = true;
        return;
    }
    for (unsigned piece = 0; piece < pieces; ++piece)
        for (const auto step : placements.of(placed, board, static_cast<Piece>(piece)))
            try_all(placements, multisets, step.next, placed + 1, multisets.with(size, multiset, piece), size + 1,
                    clearing);
}

}  // namespace

TEST(clear_pieces_in_any_order) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const LiveGraph graph(mover, 2, 1, {});
    const LivePlacements placements(graph, 1, {});
    const AnyOrder any_order(placements, 2, {});
    const PieceMultisets& multisets = any_order.multisets();
    CHECK_EQ(multisets.number(0), 1U);
    CHECK_EQ(multisets.number(5), 462U);
    CHECK_EQ(multisets.with(1, multisets.with(0, 0, 3), 5), multisets.with(1, multisets.with(0, 0, 5), 3));
    for (int placed = 0; placed <= placements.pieces_needed(); ++placed)
        for (std::uint32_t board = 0; board < graph.boards(placed).size(); ++board) {
            std::vector<bool> expected(multisets.number(placements.pieces_needed() - placed));
            try_all(placements, multisets, board, placed, 0, 0, expected);
            const auto clearing = any_order.clearing(placed, board);
            for (std::size_t k = 0; k < expected.size(); ++k)
                CHECK_EQ((clearing[k / 64] >> (k % 64) & 1) != 0, expected[k]);
        }
    const unsigned char flag = 1;
    CHECK_THROWS(AnyOrder(placements, 1, shapewright::StopToken(&flag, -1)), LiveGraph::Stopped);
}

namespace {

void check_table_of_two_lines(std::size_t beam) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const LiveGraph graph(mover, 2, 1, {});
    const TableSource source(graph, 1, {});
    std::uint64_t sequences = 0;
    std::size_t failed = 0, bytes = 0;
    Chances solved, all;
    for (std::uint8_t held = 0; held < pieces; ++held)
        for (std::uint8_t current = held; current < pieces; ++current) {
            const std::vector<std::uint8_t> start{held, current};
            const TablePart part = table_part(source, start, {}, beam);
            CHECK_EQ(failed_part(source, start, {}, beam) == part.failed, true);
            sequences += part.sequences;
            failed += part.failed.size();
            bytes += part.records.size();
            solved.opener += part.solved.opener;
            solved.none += part.solved.none;
            solved.any += part.solved.any;
            all.opener += part.all.opener;
            all.none += part.all.none;
            all.any += part.all.any;
        }
    CHECK_EQ(sequences, 57750U);
    CHECK_EQ(sequences - failed, 3522U);
    CHECK_EQ(bytes, 3522U * 13);
    CHECK_EQ(solved.opener, 0U);
    CHECK_EQ(solved.none, 5148U);
    CHECK_EQ(solved.any, 15132U);
    CHECK_EQ(all.opener, 5040U);
    CHECK_EQ(all.none, 154980U);
    CHECK_EQ(all.any, 378420U);
    const std::vector<std::uint8_t> wrong{1, 0};
    CHECK_THROWS(table_part(source, wrong, {}), std::invalid_argument);
}

}  // namespace

TEST(clear_table_of_two_lines) {
    check_table_of_two_lines(1000);
    // Nearly everything is looked for among all positions.
    check_table_of_two_lines(1);
}

TEST(clear_sequences_that_must_leave_an_allowed_piece) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const LiveGraph graph(mover, 2, 1, {});
    const TableSource source(graph, 1, {});
    const std::vector<std::uint8_t> start{0, 1};
    const TablePart part = table_part(source, start, {});
    Allowed allowed;
    allowed.fill(127);
    CHECK_EQ(unsaved_part(source, start, allowed, {}).sequences, 0U);
    allowed.fill(0);
    const UnsavedPart none = unsaved_part(source, start, allowed, {});
    CHECK_EQ(none.sequences, part.sequences);
    CHECK_EQ(none.failed.size(), part.sequences);
    // All but T: what has no clear fails, and what clears leaving T alone.
    allowed.fill(127 & ~(1U << 2));
    const UnsavedPart others = unsaved_part(source, start, allowed, {});
    CHECK_EQ(others.sequences, part.sequences);
    CHECK_EQ(others.failed.size() >= part.failed.size() && others.failed.size() < part.sequences, true);
    // Whatever beam is kept of the walk, the answer is the same.
    CHECK_EQ(unsaved_part(source, start, allowed, {}, 3).failed == others.failed, true);
    const unsigned char flag = 1;
    CHECK_THROWS(unsaved_part(source, start, allowed, shapewright::StopToken(&flag, -1)), LiveGraph::Stopped);
    CHECK_THROWS(unsaved_part(source, std::vector<std::uint8_t>{1, 0}, allowed, {}), std::invalid_argument);
}
