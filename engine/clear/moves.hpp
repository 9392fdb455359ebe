// Where a piece can come to rest: flood fill over all positions of a facing at once.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "clear/board.hpp"

namespace shapewright::clear {

/// The resting places of a piece: for each facing that differs from the others the set of lower left corners of its
/// box.
template <typename Set>
struct Locks {
    std::array<Set, facings> at{};
};

/// Finds resting places under the rules of one game. A piece starts anywhere above the stack in any facing into which
/// it can turn there.
///
/// A resting place below nothing but air is reached by a straight drop whatever the kicks, so the flood fill is needed
/// only where a piece might rest under an overhang; that is seldom, and found out by a few shifts.
template <typename Set>
class Mover {
public:
    /// Throws std::invalid_argument if a kick moves a piece by more than `most_kick` rows or nine columns.
    Mover(const KickTable& kicks, Drop drop);

    static constexpr int most_kick = 4;

    /// All resting places of `piece` in which it lies within the lowest `height` rows. The board has no cell above
    /// them.
    Locks<Set> locks(const Set& board, int height, Piece piece) const;

    /// The same without finding out about places under an overhang: `sure` are resting places, and `maybe` those that
    /// `locks` may have besides.
    struct Rests {
        Locks<Set> sure, maybe;
    };
    Rests rests(const Set& board, int height, Piece piece) const;

    /// Whether a piece that fits at this corner and cannot fall from there gets there: what `locks` tells, for one
    /// place. Searches backward from it, which takes longer than a look at `locks` if most places are asked for, and
    /// far less if few are that lie under an overhang: the ways into them are narrow.
    bool arrives(const Set& board, Piece piece, std::size_t facing, int corner) const;

    /// The resting places of `locks` by how the piece can lock there: without a spin, with a mini one, with a full
    /// one. A place may be among several of them.
    using Ways = std::array<Locks<Set>, spins>;
    Ways ways(const Set& board, int height, Piece piece, SpinRule rule) const;

    Drop drop() const { return drop_; }

    /// Whether a piece moves as its mirror image does in a mirror. Those of SRS do, but for I, which tries its kicks in
    /// an order of its own.
    bool is_mirrored(Piece piece) const { return is_mirrored_[static_cast<std::size_t>(piece)]; }

    /// The same by the flood fill alone, for tests.
    Locks<Set> flooded(const Set& board, int height, Piece piece) const;

private:
    // Positions in the air above the board are kept too: as many rows as a turn with a kick can bring a piece down.
    static constexpr int air = most_kick + 2;
    using Sky = std::conditional_t<sizeof(Set) == 8, Word128, Set>;

    struct Turn {
        int shift;        // of the box's corner
        Sky from;         // the columns it does not leave
        bool is_regular;  // a spin by it is full
    };
    struct Turns {
        std::size_t facing;
        std::vector<Turn> tests;
    };

    bool falls_freely(Piece piece) const {
        return drop_ == Drop::soft || (drop_ >= Drop::t_softdrop && piece == Piece::T);
    }
    bool must_spin(Piece piece) const { return piece == Piece::T && spins_every_t(drop_); }
    /// The resting places of a T that locks there by a spin such as `drop` asks for.
    Locks<Set> spun(const Set& board, int height) const;
    /// Where pieces land that turn from `reached`: calls visit(facing, places, whether a spin by this kick is full).
    template <typename Visit>
    void each_turn(const Sky& board, int height, Piece piece, const std::array<Sky, facings>& reached,
                   Visit visit) const;
    void flood(const Sky& board, int height, Piece piece, std::array<Sky, facings>& reached) const;

    Drop drop_;
    std::array<bool, pieces> is_mirrored_{};
    std::array<std::array<bool, facings>, pieces> turns_in_air_{};
    std::array<std::array<std::vector<Turns>, facings>, pieces> turns_;
};

extern template class Mover<Board>;
extern template class Mover<TallBoard>;

}  // namespace shapewright::clear
