// Sets of shapes, or of half shapes, that no longer change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "diagram/diagram.hpp"

namespace shapewright::shapez {

using diagram::Word;

/// Packed shapes go layer by layer from the lowest bits up, two bits a part; words column by column, each from the
/// bottom up, from the highest bits down.
Word word_of_packed(std::uint64_t packed, int columns, int layers);
std::uint64_t packed_of_word(Word word, int columns, int layers);

/// A set of packed shapes of `columns` columns (a whole ring, or half of one) and at most `layers` layers.
class ShapeSet {
public:
    ShapeSet(int columns, int layers, std::vector<std::array<diagram::Node, 4>> nodes, diagram::Node root);

    int columns() const { return columns_; }
    int layers() const { return layers_; }
    const diagram::Diagram& diagram() const { return diagram_; }

    std::uint64_t count() const { return diagram_.count(); }
    bool contains(std::uint64_t packed) const { return diagram_.contains(word_of_packed(packed, columns_, layers_)); }
    // What follows throws diagram::Stopped where `stop` expires.

    std::vector<std::uint64_t> members(std::uint64_t rank, std::uint64_t most, const StopToken& stop = {}) const;
    /// At most 2^32 samples.
    std::vector<std::uint64_t> sample(std::uint64_t seed, std::uint64_t samples, const StopToken& stop = {}) const;

    /// Masks of allowed kinds (bit = kind), a part each in packed order.
    std::vector<std::uint64_t> matching(std::span<const std::uint8_t> masks, std::uint64_t rank, std::uint64_t most,
                                        const StopToken& stop = {}) const;
    std::uint64_t count_matching(std::span<const std::uint8_t> masks, const StopToken& stop = {}) const;

    /// The least number of parts to change to get a shape of the set, and up to `most` of these shapes.
    std::pair<std::optional<int>, std::vector<std::uint64_t>> nearest(std::uint64_t packed, std::uint64_t most,
                                                                      const StopToken& stop = {}) const;

    /// How many there are when rotations and mirror images count once, by Burnside's lemma. The set must hold all of
    /// them.
    std::uint64_t count_canonical(const StopToken& stop, int threads = 1) const;

    /// How many are unchanged when their columns are put in the opposite order, as a mirror does with a half.
    std::uint64_t count_reversible(const StopToken& stop) const {
        return diagram_.count_palindromic(layers_, false, stop);
    }

private:
    std::vector<std::uint64_t> packed(const std::vector<Word>& words) const;
    std::vector<std::uint8_t> in_word_order(std::span<const std::uint8_t> masks) const;

    int columns_, layers_;
    diagram::Diagram diagram_;
};

}  // namespace shapewright::shapez
