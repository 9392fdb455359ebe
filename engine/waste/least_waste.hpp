// What a rectangle wastes at least, whatever pieces lie in it: a sweep over profiles.
//
// A packing wastes something for each of its pieces of some kinds and for each cell that stays empty. The sweep fills
// the rectangle cell by cell and keeps, for each profile (what is filled beyond the cells behind it), the least waste
// that leads there. Where that is more than some pieces may waste, they do not fit: 50 T leave 3 cells of 7x29 empty,
// and any number of T leaves 7; 32 S and 32 I would fill 16x16, and S and I alone fill it with 38 I at least.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"

namespace shapewright::waste {

struct Cell {
    int x = 0;
    int y = 0;
};

/// A kind of piece of which any number may lie there, and what one of it wastes; -1: there are none of it.
struct Kind {
    int waste = 0;
    std::vector<std::vector<Cell>> orientations;  ///< smallest coordinates 0, rows upward, each from the left
};

/// A piece that lies with the corner of its bounding box at (x, y).
struct Laid {
    std::int32_t kind = 0;
    std::int32_t orientation = 0;
    std::int32_t x = 0;
    std::int32_t y = 0;
};

/// What a sweep came to. `none` is a proof.
enum class Outcome { found, none, gave_up, stopped };

class LeastWaste {
public:
    /// Whether a profile fits one machine word: up to a width of 16 for tetrominoes, 21 without I.
    static bool fits(const std::vector<Kind>& kinds, int width);

    /// For rectangles of this width; `empty` is what an empty cell wastes, -1: no cell stays empty. Throws
    /// std::invalid_argument unless profiles fit.
    LeastWaste(const std::vector<Kind>& kinds, int empty, int width);

    /// Whether some packing of the rectangle of this height wastes at most so much: found, or none, which is a proof;
    /// gave up after `work` profiles that were reached. If there is to be a packing that wastes as little as can be,
    /// all profiles are kept (12 bytes each).
    Outcome within(int height, int allowed, std::uint64_t work, const StopToken& stop,
                   std::vector<Laid>* packing = nullptr);

    /// The least wastes of rectangles of height 0, 1, 2 and so on; -1 where none can be filled. Once `again` is not 0
    /// they go on for ever: those of the last `again` heights come again and again, each time `more` than the time
    /// before.
    struct Heights {
        std::vector<int> least;
        int again = 0;
        int more = 0;

        bool knows(std::int64_t height) const { return again > 0 || height < static_cast<std::int64_t>(least.size()); }
        std::int64_t at(std::int64_t height) const;
    };
    /// Up to the height `most`, where they have not begun to repeat before; or until there was too much work, or it was
    /// stopped.
    Heights heights(int most, std::uint64_t work, const StopToken& stop);

private:
    using Mask = std::uint64_t;
    struct Option {
        Mask mask;  // from the first cell of the piece on, which is bit 0
        int waste, height;
        Laid laid;  // in the first row
    };
    struct Profiles;
    class Sweep;

    int empty_;
    int width_;
    std::vector<std::vector<Option>> options_;  // by the column of their first cell
    int tallest_ = 1;
    int tallest_wasteful_ = 1;
    bool half_turned_ = true;  // the used kinds have the same orientations after a half turn
};

/// The kinds when the plane is reflected so that rows become columns; their orientations stay in order.
std::vector<Kind> lying(const std::vector<Kind>& kinds);

/// `LeastWaste::within` for a rectangle that may lie on its side, so that the sweep goes along its longer one. Gave up,
/// too, where a profile does not fit.
Outcome wastes_at_most(const std::vector<Kind>& kinds, int empty, int width, int height, int allowed,
                       std::uint64_t work, const StopToken& stop, std::vector<Laid>* packing = nullptr);

}  // namespace shapewright::waste
