#include <vector>

#include "check.hpp"
#include "clear/live_graph.hpp"
#include "clear/table.hpp"
#include "clear_kicks.hpp"

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

TEST(clear_table_of_two_lines) {
    const Mover<Board> mover(clear_kicks::srs(), Drop::soft);
    const LiveGraph graph(mover, 2, 1, {});
    const LivePlacements placements(graph, 1, {});
    const Endings endings(placements);
    std::uint64_t sequences = 0;
    std::size_t failed = 0, bytes = 0;
    Chances solved, all;
    for (std::uint8_t held = 0; held < pieces; ++held)
        for (std::uint8_t current = held; current < pieces; ++current) {
            const std::vector<std::uint8_t> start{held, current};
            const TablePart part = table_part(placements, endings, start, {});
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
    CHECK_THROWS(table_part(placements, endings, wrong, {}), std::invalid_argument);
}
