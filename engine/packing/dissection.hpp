// Full rectangles: a fixed dissection into blocks, and one bag for each block so that they sum to what is wanted.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/bags.hpp"
#include "packing/pieces.hpp"
#include "packing/small.hpp"

namespace shapewright::packing {

/// A block: every bag that fills it, and a tiling for each, made when it is first asked for.
class Block {
public:
    Block(const Pieces& pieces, int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    int pieces() const { return pieces_in_; }
    std::size_t bags() const { return count_; }
    int count(std::size_t type, std::size_t bag) const { return columns_[type][bag]; }
    const std::vector<std::int16_t>& column(std::size_t type) const { return columns_[type]; }
    /// The number of the bag with these counts, or -1.
    std::int64_t find(const std::int16_t* counts) const;
    /// Append the tiling of a bag, moved by (x, y).
    void lay(std::size_t bag, int x, int y, std::vector<Placed>& placed) const;

private:
    std::uint64_t key(const std::int16_t* counts) const;

    SmallBoard board_;
    int width_, height_, pieces_in_;
    std::size_t count_ = 0;
    std::vector<std::vector<std::int16_t>> columns_;  // by type, then by bag
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    mutable std::mutex mutex_;
    mutable std::vector<std::vector<Placed>> tilings_;
};

/// The blocks of one set of pieces, made when they are first asked for; safe to use from several threads.
class Blocks {
public:
    explicit Blocks(const Pieces& pieces) : pieces_(pieces) {}

    const Pieces& pieces() const { return pieces_; }
    const Block& block(int width, int height);

private:
    const Pieces& pieces_;
    std::mutex mutex_;
    std::map<std::pair<int, int>, std::unique_ptr<Block>> blocks_;
};

struct BlockPlace {
    int x = 0, y = 0, width = 0, height = 0;
};

/// A dissection of a box of tetrominoes into blocks of at most 36 cells, none thinner than 4; empty if there is none.
std::vector<BlockPlace> dissect(int width, int height);

/// Fill a box exactly with `counts`: choose a bag for each block of the dissection, each as near to its share as can
/// be; then re-choose pairs of blocks. What is not reached in `tries` pairs is left as a tiling with other counts, and
/// the outcome is `gave_up`. The box must have a dissection, and the pieces must be of area 4.
Outcome sum_of_bags(Blocks& blocks, int width, int height, const Counts& counts, Rng& rng, std::uint64_t tries,
                    const StopToken& stop, std::vector<Placed>& placed);

}  // namespace shapewright::packing
