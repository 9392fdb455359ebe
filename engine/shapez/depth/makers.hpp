// Which machines make a shape of others that are less deep.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "shapez/depth/depth_sets.hpp"
#include "shapez/depth/landing_table.hpp"
#include "shapez/plan/search/plain_machine.hpp"

namespace shapewright::shapez {

class Makers {
public:
    explicit Makers(const DepthSets& sets) : sets_(sets), ring_(sets.ring()), table_(sets.letters()) {}

    /// Machines that make `shape`, and take shapes of depth `below` or less; a few of each kind, drawn by `rng` where
    /// there are many. Where the usual ways give none, all are looked through, with a limit: none is found seldom
    /// although there is one.
    std::vector<PlainMachine> of(Shape shape, int below, Rng& rng) const;
    /// Shapes of depth `below` or less, not 0, that leave `half` (in its place) when they are cut, in the east or west.
    std::vector<Shape> sources(Shape half, bool east, int below) const;

private:
    struct Search {
        Shape shape;
        int below;
        Rng& rng;
        std::vector<PlainMachine> found;
    };
    using Contents = std::vector<std::vector<std::uint32_t>>;  // allowed ones, by column

    void rotated(Search& search) const;
    void swapped(Search& search) const;
    void crystallised(Search& search) const;
    void pushed(Search& search, bool thoroughly) const;
    void stacked(Search& search, bool thoroughly) const;
    /// At most so many rows of a top that leave exactly `pattern` on columns of these heights, after `rows`; adds to
    /// what was found.
    void rows_of(Letters pattern, std::size_t heights, bool thoroughly, std::size_t most,
                 std::vector<std::uint32_t>& rows, std::vector<std::vector<std::uint32_t>>& found) const;
    void tops(Search& search, Shape bottom, const std::vector<std::uint32_t>& rows, bool thoroughly) const;

    std::uint32_t content(Shape shape, int column) const {
        return sets_.letters().column(sets_.letters().word(static_cast<std::uint32_t>(shape)), column);
    }
    std::uint32_t cell(std::uint32_t content, int layer) const {
        return content >> (2 * (ring_.layers - 1 - layer)) & 3;
    }
    void shuffle(Contents& contents, Rng& rng) const;

    const DepthSets& sets_;
    const AnyRing& ring_;
    LandingTable table_;
};

}  // namespace shapewright::shapez
