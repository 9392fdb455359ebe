// What a box wastes at least, whatever lies in it: a sweep over profiles.
//
// A packing wastes something for each of its pieces of some types and for each cell that stays empty. The sweep fills
// the box cell by cell and keeps, for each profile (what is filled beyond the cells behind it), the least waste that
// leads there. Where that is more than a bag may waste, the bag does not fit: 50 T leave 3 cells of 7x29 empty, and any
// number of T leaves 7; 32 S and 32 I would fill 16x16, and S and I alone fill it with 38 I at least.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

struct Wastes {
    std::vector<int> types;  ///< what a piece of each type wastes; -1: there are none of it
    int empty = 0;           ///< what an empty cell wastes; -1: no cell stays empty
};

class LeastWaste {
public:
    /// Whether a profile fits one machine word: up to a width of 16 for tetrominoes, 21 without I.
    static bool fits(const Pieces& pieces, const Wastes& wastes, int width);

    /// For boxes of this width. Throws std::invalid_argument unless it fits and there is a waste for each type.
    LeastWaste(const Pieces& pieces, Wastes wastes, int width);

    /// Whether some packing of the box of this height wastes at most so much: found, or none, which is a proof; gave up
    /// after `work` profiles that were reached. If there is to be a packing that wastes as little as can be, all
    /// profiles are kept (12 bytes each).
    Outcome within(int height, int allowed, std::uint64_t work, const StopToken& stop,
                   std::vector<Placed>* packing = nullptr);

    /// The least wastes of boxes of height 0, 1, 2 and so on; -1 where none can be filled. Once `again` is not 0 they
    /// go on for ever: those of the last `again` heights come again and again, each time `more` than the time before.
    struct Heights {
        std::vector<int> least;
        int again = 0;
        int more = 0;
    };
    /// Up to the height `most`, where they have not begun to repeat before; or until there was too much work, or it was
    /// stopped.
    Heights heights(int most, std::uint64_t work, const StopToken& stop);

private:
    using Mask = std::uint64_t;
    struct Option {
        Mask mask;  // from the first cell of the piece on, which is bit 0
        int waste, height;
        Placed placed;  // in the first row
    };
    struct Profiles;
    class Sweep;

    Wastes wastes_;
    int width_;
    std::vector<std::vector<Option>> options_;  // by the column of their first cell
    int tallest_ = 1;
    int tallest_wasteful_ = 1;
    bool half_turned_ = true;  // the used types have the same orientations after a half turn
};

/// The pieces when the plane is reflected so that rows become columns; their orientations stay in order.
Pieces lying(const Pieces& pieces);

/// The same for a box that may lie on its side, so that the sweep goes along its longer one. Gave up, too, where a
/// profile does not fit.
Outcome wastes_at_most(const Pieces& pieces, const Wastes& wastes, int width, int height, int allowed,
                       std::uint64_t work, const StopToken& stop, std::vector<Placed>* packing = nullptr);

}  // namespace shapewright::packing
