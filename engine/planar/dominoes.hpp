// Domino tilings of any board of squares, holes included, counted and drawn by Kasteleyn's determinant.
//
// Sources: P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27 (1961); C. Kenyon, D. Randall, A.
// Sinclair and R. Kenyon's theorem on chances of edges is used in the form of minors: see `Draws`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"

namespace shapewright::planar {

struct Square {
    int x = 0, y = 0;
};

/// Two neighbouring squares, by their numbers, and the number of ways to lay a domino there.
struct Link {
    std::uint32_t first = 0, second = 0;
    std::uint32_t ways = 1;
};

/// A black and a white square under one domino, by the numbers of the squares.
using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// A board as a matrix with a row for each black square and a column for each white one. An entry is the number of ways
/// to lay a domino on both, with a sign; the signs are such that all tilings count alike in the determinant, which is,
/// but for its own sign, their number.
class Dominoes {
public:
    static constexpr std::size_t lanes = 8;

    /// Throws std::invalid_argument for links between squares that are no neighbours, and for a square given twice.
    Dominoes(std::span<const Square> squares, std::span<const Link> links);

    std::size_t size() const { return squares_; }

    /// Whether there are as many black squares as white ones; else there is no tiling.
    bool balanced() const { return black_.size() == white_.size(); }

    /// A number that the logarithm to base 2 of the number of tilings does not exceed.
    double bits() const { return bits_; }

    /// The largest primes below 2^31, descending: so many of them after those that are `skipped`; fewer if `stop`
    /// expires. Throws std::invalid_argument for more than there are.
    static std::vector<std::uint32_t> primes(std::uint64_t skipped, std::uint64_t number, const StopToken& stop = {});

    using Residues = std::array<std::uint32_t, lanes>;
    enum class Outcome { done, stopped, unlucky };

    /// The determinant modulo each of some odd primes below 2^31. Where a prime divides a pivot at which the others are
    /// to go on, the outcome is `unlucky`, and others must be taken. The board must be balanced.
    Outcome determinant(const Residues& primes, const StopToken& stop, Residues& result) const;

    /// Throws std::invalid_argument for numbers that are even, less than 3 or not below 2^31.
    static void check_moduli(const Residues& primes);

private:
    friend class Draws;
    friend class Chances;
    struct Entry {
        std::uint32_t black;
        std::int32_t value;
    };

    std::size_t squares_ = 0;
    std::vector<std::uint32_t> black_, white_;  // numbers of the squares, in the order of the sweep
    std::vector<std::vector<Entry>> columns_;   // for each white square, its black neighbours
    std::vector<std::uint32_t> first_, last_;   // for each black square, its first and last white neighbour
    double bits_ = 0;
};

/// Draws tilings, every one with the same chance.
///
/// White squares are swept over once. What matters of those up to some square is the space that their columns span
/// once the black squares that have no neighbour further on are eliminated; these spaces are kept. Going back, each
/// white square is given a partner. The chances of the partners are as the minors of the space that is left, one row of
/// the black squares still free taken away: these are the entries of the vector that is orthogonal to it. They are
/// found in floating point, and where the random number lies close to a border between two of them, the draw ends in
/// doubt, for the caller to find out exactly and go on.
class Draws {
public:
    /// Throws std::invalid_argument unless the board is balanced.
    explicit Draws(const Dominoes& board);
    ~Draws();
    Draws(const Draws&) = delete;
    Draws& operator=(const Draws&) = delete;

    /// Sweeps; false if it was stopped. Without any tiling `possible` is then false, too.
    bool prepare(const StopToken& stop);
    bool possible() const;

    struct Drawn {
        std::vector<Pair> pairs;       ///< (black, white), in the order in which they were drawn
        std::vector<Pair> candidates;  ///< in doubt: what may come next; else empty
        std::uint64_t random = 0;      ///< in doubt: the 53 random bits that are to choose among them
    };

    /// A tiling whose first pairs are `given`; random bits are used for these as if they had been drawn. Nothing if
    /// stopped.
    std::optional<Drawn> draw(Rng& rng, std::span<const Pair> given, const StopToken& stop = {}) const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace shapewright::planar
