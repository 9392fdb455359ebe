// How often each domino lies in a tiling: marginals of all edges by selected inversion of Kasteleyn's matrix.
//
// Sources: C. Kenyon, Local statistics of lattice dimers, Annales de l'I.H.P. Probabilités 33 (1997): the chance of an
// edge is its entry times that of the inverse; A. M. Erisman and W. F. Tinney, On computing certain elements of the
// inverse of a sparse matrix, Communications of the ACM 18 (1975): the way back through an elimination.
#pragma once

#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "planar/dominoes.hpp"

namespace shapewright::planar {

/// The sweep of `Dominoes::determinant`, with what each elimination took away kept, and then the way back: what is left
/// at a place of the sweep has as its inverse a part of the whole matrix's inverse, which grows by a row and a column
/// with each elimination that is undone. Time as for two or three determinants, memory for the kept rows and columns.
/// The board must be balanced.
class Chances {
public:
    /// The links that can hold a domino, as (black, white), in the order of the numbers below.
    static std::vector<Pair> pairs(const Dominoes& board);

    /// For each pair the determinant times the chance, modulo each of the primes, and the determinant itself as the
    /// last: eight numbers each. Its sign is that of the determinant, so that the numbers are those of the tilings with
    /// a domino there, or all of them minus those. `unlucky` also if a prime divides the determinant.
    static Dominoes::Outcome exact(const Dominoes& board, const Dominoes::Residues& primes, const StopToken& stop,
                                   std::vector<std::uint32_t>& numbers);

    /// The chances in floating point; `unlucky` if there is no tiling, as far as floating point tells.
    static Dominoes::Outcome approximate(const Dominoes& board, const StopToken& stop, std::vector<double>& chances);

private:
    template <typename Field>
    class Inversion;
};

}  // namespace shapewright::planar
