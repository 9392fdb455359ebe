// Every queue of a table, each with a perfect clear if it has one, by beam search and backtracking.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clear/live/graph.hpp"
#include "clear/table/any_order.hpp"
#include "clear/table/last_three.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// How many strings of pieces, each counted once an alignment of bags, some sequences stand for: with an empty hold and
/// a whole first bag, with an empty hold, and with a hold that is empty or has any piece.
struct Chances {
    std::uint64_t opener = 0;
    std::uint64_t none = 0;
    std::uint64_t any = 0;
};

/// What a part of a table has.
struct TablePart {
    std::string records;                // of `.pc` files, one a sequence that has a clear
    std::vector<std::uint64_t> failed;  // the other sequences, as the first six bytes of a record tell them
    std::uint64_t sequences = 0;
    Chances solved;
    Chances all;
};

/// What a table is made from: all placements between live boards, how games end, and which pieces clear a board in some
/// order. Some gigabytes for four lines. Throws LiveGraph::Stopped.
struct TableSource {
    LivePlacements placements;
    LastThree endings;
    AnyOrder any_order;

    TableSource(const LiveGraph& graph, unsigned threads, const StopToken& stop)
        : placements(graph, threads, stop), endings(placements), any_order(placements, threads, stop) {}
};

/// The sequences that begin with `start`: the two pieces of the pair of held and current piece in order, and what comes
/// first after them. All together are the sequences of a table: those of a held piece and as many others as are placed,
/// which some bags can give, the order within the pair apart.
///
/// Walks through the sequences as through a dictionary. For each beginning the positions are known to which it can
/// lead, a live board and the piece in hand; a further piece leads from all of them one on. Six pieces before the end
/// at most `beam` of them are kept, and so on from there: those which the most multisets of pieces clear in some order.
/// When four pieces are still to come, each position brings all the endings that clear it, so that a few positions
/// settle most of up to 2,401 sequences. What they leave open is looked for among all positions, save those that the
/// pieces left would not clear in any order.
TablePart table_part(const TableSource& source, std::span<const std::uint8_t> start, const StopToken& stop,
                     std::size_t beam = 1000);

/// Those of the same sequences that have no clear, as the first six bytes of a record tell them.
std::vector<std::uint64_t> failed_part(const TableSource& source, std::span<const std::uint8_t> start,
                                       const StopToken& stop, std::size_t beam = 100);

/// Which pieces may be held when the field is empty again, by what is left of the bag then (bits by piece).
using Allowed = std::array<std::uint8_t, std::size_t{1} << pieces>;

/// What `unsaved_part` finds.
struct UnsavedPart {
    std::vector<std::uint64_t> failed;  // as the first six bytes of a record tell them
    std::uint64_t sequences = 0;        // of which something is demanded
};

/// Those of the same sequences that have no clear which leaves an allowed piece over. A piece is allowed if it is so
/// for every way in which the bags may be aligned and either order of the pair; where all pieces are allowed for all of
/// them, nothing is demanded.
UnsavedPart unsaved_part(const TableSource& source, std::span<const std::uint8_t> start, const Allowed& allowed,
                         const StopToken& stop, std::size_t beam = 100);

}  // namespace shapewright::clear
