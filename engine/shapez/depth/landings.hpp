// What stackers put on columns of given heights: the patterns that tops leave above them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/depth/landing_table.hpp"
#include "shapez/depth/letters.hpp"

namespace shapewright::shapez {

/// A top is known by its rows of normal parts and pins without the empty ones between them, for its crystals break and
/// all else falls. What it leaves on a bottom depends on the heights of the bottom's columns alone.
class Landings {
public:
    explicit Landings(const LetterTables& letters);

    /// The top that a shape (packed) is.
    void add_top(std::uint32_t packed);
    /// Land the tops that are new since the last time on all heights; false if stopped.
    bool land(const StopToken& stop);

    /// The number of the heights of a shape's columns, given as a word.
    std::size_t heights(Letters word) const { return table_.heights_of(word); }
    /// What tops leave above columns of these heights, in the order of their finding; the shape's word has nothing
    /// there.
    const std::vector<Letters>& patterns(std::size_t heights) const { return patterns_[heights]; }
    /// Where the patterns begin that the last landing found.
    std::size_t first_new(std::size_t heights) const { return first_new_[heights]; }

private:
    /// The tops that begin with the same rows are neighbours: a row, and where the rows begin that may follow it.
    struct Row {
        std::uint32_t row;
        std::uint32_t next;
    };

    /// Other heights, and the columns of what lands on those from which that on one's own is made.
    struct Image {
        std::size_t heights;
        std::vector<int> from;
    };

    void arrange_tops();
    void land(std::size_t layer, std::size_t begin, std::size_t end, const Landing& before,
              std::vector<Letters>& patterns);
    void found(const Landing& landing, std::vector<Letters>& patterns);
    Image least_image(std::size_t number) const;
    Letters moved(Letters word, const std::vector<int>& from) const;

    const LetterTables& letters_;
    LandingTable table_;
    int row_bits_;  // that number rows
    std::vector<std::uint64_t> known_tops_;
    std::vector<std::uint32_t> new_tops_;
    std::vector<std::vector<Row>> tree_;  // of the new tops, by layer, each with a last row that begins nothing
    std::vector<std::uint64_t> seen_;     // keys of patterns
    std::vector<std::vector<Letters>> patterns_;
    std::vector<std::size_t> first_new_;
};

}  // namespace shapewright::shapez
