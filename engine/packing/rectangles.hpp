// Packing by rectangles: an inventory of rectangles with their bags, a sum of them that is the bag, and a place for
// each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/pieces.hpp"

namespace shapewright::packing {

/// Free space as the largest free rectangles, which overlap. Source: J. Jylanki, A Thousand Ways to Pack the Bin
/// (2010).
class MaxRects {
public:
    struct Rectangle {
        int x = 0, y = 0, width = 0, height = 0;
    };

    MaxRects(int width, int height) : free_{{0, 0, width, height}} {}

    /// The lowest, then leftmost place for a rectangle; false if there is none.
    bool bottom_left(int width, int height, int& x, int& y) const;
    void take(int x, int y, int width, int height);
    const std::vector<Rectangle>& free() const { return free_; }

private:
    std::vector<Rectangle> free_;
    std::vector<Rectangle> split_;
};

/// Rectangles that can be made of pieces: each with its size, its counts, and a tiling.
class Rectangles {
public:
    struct Entry {
        int width = 0, height = 0;
        Counts counts;
        std::vector<Placed> tiling;
    };

    /// `turned[type][orientation]` is the orientation after a quarter turn to the left.
    Rectangles(std::vector<Entry> entries, std::vector<std::vector<std::int32_t>> turned);

    const std::vector<Entry>& entries() const { return entries_; }

    /// Fill a box exactly: choose entries whose counts sum to `counts` by backtracking over a shuffled list (at most
    /// `backtracks` of them), then place them by Monte Carlo tree search with bottom-left placement; anew until
    /// `rounds` are over.
    Outcome pack(const Pieces& pieces, int width, int height, const Counts& counts, Rng& rng, std::uint64_t rounds,
                 std::uint64_t backtracks, const StopToken& stop, std::vector<Placed>& placed) const;

private:
    bool choose(const Counts& counts, Rng& rng, std::uint64_t backtracks, std::vector<std::uint32_t>& chosen) const;
    void lay_tiling(const Pieces& pieces, const Entry& entry, bool turned, int x, int y,
                    std::vector<Placed>& placed) const;

    std::vector<Entry> entries_;
    std::vector<std::vector<std::int32_t>> turned_;
};

}  // namespace shapewright::packing
