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
#include "packing/rectangles.hpp"
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
///
/// No answer leaves here that is not a packing: pieces lie on open cells without overlap, and `found` means that there
/// are exactly as many of each as asked. Where nothing was found nothing lies there, but for `board`. Throws
/// std::invalid_argument for counts that are negative or not one for each type.
class Packer {
public:
    explicit Packer(Pieces pieces) : pieces_(std::move(pieces)), blocks_(pieces_) {}
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    const Pieces& pieces() const { return pieces_; }

    /// `counts` into a full box, by whatever is best; `none` is proven. With `corner` some corner of the box is
    /// covered, else every side is touched where a piece can be slid there. `steps` bounds the work, in steps of the
    /// walk (2 to 3 microseconds each).
    Answer box(int width, int height, const Counts& counts, bool corner, std::uint64_t seed, std::uint64_t steps,
               const StopToken& stop);

    /// The same by one method only: by blocks and their bags,
    Answer box_by_dissection(int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
                             const StopToken& stop);
    /// by the placement that touches most,
    Answer box_greedily(int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t attempts,
                        const StopToken& stop) const;
    /// or by rectangles that are known.
    Answer box_by_rectangles(const Rectangles& known, int width, int height, const Counts& counts, std::uint64_t seed,
                             std::uint64_t rounds, const StopToken& stop) const;

    /// Counts from minimum to maximum onto any board with at most `holes` cells empty. With `gave_up` and `stopped` the
    /// answer has the best packing met, thinned so that no type is beyond its maximum.
    Answer board(const Board& board, const Wanted& wanted, int holes, std::uint64_t seed, std::uint64_t steps,
                 const StopToken& stop);

    /// Every placement in turn, on a board of at most 64 cells (std::invalid_argument for more).
    Answer exhaust(const Board& board, const Counts& counts, const StopToken& stop) const;

    /// Walks from a packing to one with these counts. Throws std::invalid_argument for a start that is no packing, and
    /// for pieces of more cells than the board has.
    Answer walk_from(std::vector<Placed> start, const Board& board, const Counts& counts, std::uint64_t seed,
                     std::uint64_t steps, const StopToken& stop) const;

    /// A square that grows by one piece after the other; fewer pieces than asked if stopped.
    std::vector<Placed> growing_square(const Counts& counts, const StopToken& stop) const;

    /// Every bag of so many pieces (at most 21) that fits a box of at most 64 cells, a byte for each count; not
    /// complete if stopped or too large.
    struct Bags {
        bool complete = false;
        std::vector<std::uint8_t> counts;
    };
    Bags bags(int width, int height, int pieces, const StopToken& stop);

    /// Whether signed colours forbid to fill a box exactly.
    bool is_forbidden(int width, int height, const Counts& counts) const;

private:
    void require(const Counts& counts) const;
    Answer checked(const Board& board, const Counts& counts, bool may_stretch, Answer answer) const;
    Answer box_search(const Board& board, const Counts& counts, bool corner, std::uint64_t seed, std::uint64_t steps,
                      const StopToken& stop);
    Answer small_box_search(const Board& board, const Counts& counts, bool corner, Rng& rng, std::uint64_t steps,
                            const StopToken& stop);
    Answer small_board_search(const Board& board, const Counts& counts, SmallBoard::Mask required, Rng& rng,
                              std::uint64_t steps, const StopToken& stop);
    Answer fill_and_walk(const Board& board, const Counts& counts, int holes, bool corner, Rng& rng,
                         std::uint64_t steps, const StopToken& stop) const;
    Answer board_search(const Board& board, const Wanted& wanted, int holes, std::uint64_t seed, std::uint64_t steps,
                        const StopToken& stop);
    bool has_dissection(int width, int height) const;
    std::shared_ptr<const SmallBoard> small_board(const Board& board);

    /// The table of a board of at most 64 cells, kept for the next question; null if it was stopped or too large.
    std::shared_ptr<const BagTable> table(const Board& board, int pieces, SmallBoard::Mask required,
                                          const StopToken& stop, std::uint64_t states);

    using Key = std::tuple<int, int, SmallBoard::Mask>;

    Pieces pieces_;
    Blocks blocks_;
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const SmallBoard>> small_boards_;
    std::map<std::tuple<Key, int, SmallBoard::Mask>, std::shared_ptr<const BagTable>> tables_;
};

}  // namespace shapewright::packing
