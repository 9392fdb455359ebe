// Taking an assembly of pieces apart by moves along the axes: the fewest moves until a group of pieces is out, and so
// on with both parts until single pieces are left.
//
// A move shifts a group of pieces by the same number of units in one direction while all others rest; however many
// pieces and units, it counts as one, and so does the last, by which a group leaves for good. Pieces do not turn.
//
// States are the places of the pieces relative to one of them. How far each piece can go before it meets each other one
// is looked up (see clearance.hpp). A group can move by some units if it has, with each piece, all those that this one
// would hit on the way: such groups are the closed sets of a relation, and a breadth-first search tries all of them.
// The number of moves, the direction and the place from which the parts go on are those of the first way found, so that
// the first number is the smallest there is, and each later one the smallest for its part from where it begins.
//
// Sources: B. Cutler, A computer analysis of all 6-piece burrs, 1994 (distances between pairs of pieces); A. Roever,
// BurrTools, user guide (levels).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "disassembly/clearance.hpp"

namespace shapewright::disassembly {

/// Pieces as bits.
using Group = std::uint64_t;
inline constexpr std::size_t most_pieces = 64;
/// As many states of a part as can have numbers.
inline constexpr std::size_t most_states = 0xfffffff0;

/// A cell; throws std::length_error for coordinates that are too large.
Place place(std::int32_t x, std::int32_t y, std::int32_t z);

struct Move {
    Group pieces = 0;
    std::uint8_t direction = 0;  ///< +x, -x, +y, -y, +z, -z
    std::uint32_t units = 0;     ///< 0: as far as one likes; the group is out
};

/// What becomes of some pieces that are not apart yet. Without a move they never are.
struct Separation {
    Group pieces = 0;
    std::vector<Move> moves;  ///< the last one takes a group out
    std::int32_t rest = -1;   ///< the number of the separation of those that stay, -1 for a single piece
    std::int32_t out = -1;    ///< the same of the group that is out
};

struct Disassembly {
    enum class Outcome { apart, locked, stopped, too_many };
    Outcome outcome = Outcome::apart;
    std::vector<Separation> separations;  ///< the whole comes first; empty for a single piece
    std::uint64_t states = 0;             ///< how many were looked at
};

/// Takes one assembly apart after the other, and keeps what it learned about pairs of shapes.
class Disassembler {
public:
    Disassembler() = default;
    Disassembler(const Disassembler&) = delete;
    Disassembler& operator=(const Disassembler&) = delete;

    /// The cells of each piece where it lies; `axes` is how many may be moved along (2: x and y alone). At most
    /// `most` states are kept of a part. Throws std::invalid_argument for overlapping or empty pieces and for more than
    /// `most_pieces`, std::length_error where the pieces are too large.
    Disassembly run(const std::vector<std::vector<Place>>& pieces, std::size_t axes, std::size_t most,
                    const StopToken& stop);

private:
    Clearances clearances_;
};

}  // namespace shapewright::disassembly
