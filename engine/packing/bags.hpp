// Which bags fill a small box, by frontier dynamic programming over sets of bags.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "packing/small.hpp"

namespace shapewright::packing {

/// Bags of a given number of pieces as consecutive numbers, and what a bag becomes when a piece joins it.
class BagNumbers {
public:
    BagNumbers(int types, int most);

    int types() const { return types_; }
    std::uint32_t size(int pieces) const { return choose(pieces + types_ - 1, types_ - 1); }
    std::uint32_t number(const int* counts) const;
    /// The counts of a bag, from the first type on.
    const std::uint8_t* bag(int pieces, std::uint32_t number) const {
        return &bags_[static_cast<std::size_t>(pieces)][static_cast<std::size_t>(number) * types_of()];
    }
    std::uint32_t after(int pieces, std::uint32_t number, int type) const {
        return after_[static_cast<std::size_t>(pieces)]
                     [static_cast<std::size_t>(number) * types_of() + static_cast<std::size_t>(type)];
    }

private:
    std::size_t types_of() const { return static_cast<std::size_t>(types_); }
    std::uint32_t choose(int n, int k) const {
        return choose_[static_cast<std::size_t>(n) * (types_of() + 1) + static_cast<std::size_t>(k)];
    }

    int types_, most_;
    std::vector<std::uint32_t> choose_;
    std::vector<std::vector<std::uint8_t>> bags_;
    std::vector<std::vector<std::uint32_t>> after_;
};

/// All bags of `pieces` pieces that fit into a board of at most 64 cells, for types of one area.
///
/// A bag fills the board if some boundary across its middle splits it into a bag below and one above. Both sets of bags
/// are found for every boundary by dynamic programming; a question then looks for a boundary that serves a part of the
/// bag below and the rest above, all boundaries at once by ANDs of bitsets.
class BagTable {
public:
    /// Throws std::invalid_argument for pieces of several areas, or more of them than 8. `complete()` says whether the
    /// work came to its end; a token that expires stops it, and so do more than `states` boundaries.
    BagTable(const SmallBoard& board, int pieces, SmallBoard::Mask required, const StopToken& stop,
             std::uint64_t states);

    bool complete() const { return complete_; }
    int pieces() const { return pieces_; }
    std::uint64_t states() const { return states_; }
    bool contains(const int* counts) const;
    bool contains(const Counts& counts) const { return contains(counts.data()); }
    /// Every bag of so many pieces that fits, one after the other, types() counts each.
    std::vector<std::uint8_t> all(const StopToken& stop) const;
    int types() const { return numbers_.types(); }

private:
    struct Group {  // the boundaries with the same number of pieces below
        int below = 0;
        std::size_t words = 0;
        std::vector<std::uint64_t> lower, upper;  // by bag, then by boundary
    };

    class Maker;

    bool contains_with(const Group& group, const int* counts, int type, int left, int* part) const;

    int pieces_;
    BagNumbers numbers_;
    std::vector<Group> groups_;
    std::uint64_t states_ = 0;
    bool complete_ = false;
};

}  // namespace shapewright::packing
