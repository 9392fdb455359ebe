// A bag into a box or onto a board: which search for which question, and the tables they share.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/bags.hpp"
#include "packing/dissection.hpp"
#include "packing/pieces.hpp"
#include "packing/small.hpp"
#include "packing/walk.hpp"

namespace shapewright::packing {

/// Which search answered; `colours` and `areas` are counting arguments.
enum class Method { areas, colours, search, table, dissection, walk };

struct Answer {
    Outcome outcome = Outcome::gave_up;
    Method method = Method::areas;
    std::vector<Placed> placed;
};

/// Whether a counting argument over signed colours forbids `counts` to fill the board without an empty cell.
/// Checkerboard, columns and rows in turn: each type covers as much more of one colour than of the other as some number
/// modulo m.
bool colours_forbid(const Pieces& pieces, const Board& board, const Counts& counts);

/// The searches over one set of pieces. Safe to use from several threads.
class Packer {
public:
    explicit Packer(Pieces pieces) : pieces_(std::move(pieces)), blocks_(pieces_) {}
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    const Pieces& pieces() const { return pieces_; }
    Blocks& blocks() { return blocks_; }

    /// `counts` into a full box, by whatever is best; `none` is proven. With `corner` some corner of the box is
    /// covered. `steps` bounds the work, in steps of the walk (2 to 3 microseconds each).
    Answer box(int width, int height, const Counts& counts, bool corner, std::uint64_t seed, std::uint64_t steps,
               const StopToken& stop);

    /// The same by one method only.
    Answer box_by_dissection(int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
                             const StopToken& stop);

    /// Counts from minimum to maximum onto any board with at most `holes` cells empty. With `gave_up` the answer has
    /// the best packing met, thinned so that no type is beyond its maximum.
    Answer board(const Board& board, const Wanted& wanted, int holes, std::uint64_t seed, std::uint64_t steps,
                 const StopToken& stop);

    /// The table of a board of at most 64 cells, kept for the next question; null if it was stopped or too large.
    std::shared_ptr<const BagTable> table(const Board& board, int pieces, SmallBoard::Mask required,
                                          const StopToken& stop, std::uint64_t states);

private:
    Answer small_board_search(const Board& board, const Counts& counts, SmallBoard::Mask required, Rng& rng,
                              std::uint64_t steps, const StopToken& stop);
    std::shared_ptr<const SmallBoard> small_board(const Board& board);

    using Key = std::tuple<int, int, SmallBoard::Mask>;

    Pieces pieces_;
    Blocks blocks_;
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const SmallBoard>> small_boards_;
    std::map<std::tuple<Key, int, SmallBoard::Mask>, std::shared_ptr<const BagTable>> tables_;
};

}  // namespace shapewright::packing
