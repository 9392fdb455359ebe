// Any board, any pieces: a first filling of the board.
#pragma once

#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

/// Which counts are wanted: from minimum to maximum of each type.
struct Wanted {
    Counts minimum, maximum;

    static Wanted exactly(const Counts& counts) { return {counts, counts}; }
};

/// How far counts are from what is wanted: pieces missing and pieces too many.
int surplus(const Wanted& wanted, const Counts& counts);

/// Cover a board with pieces of any counts, those of `wanted` preferably, leaving at most `holes` cells empty. Bands of
/// 5 to 8 rows are filled one after the other, column by column, depth first, in at most `restarts` attempts.
Outcome fill(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng, int restarts,
             const StopToken& stop, std::vector<Placed>& placed);

/// Take pieces away until no type is beyond its maximum, and no fewer than `holes` cells are empty.
void thin(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng,
          std::vector<Placed>& placed);

}  // namespace shapewright::packing
