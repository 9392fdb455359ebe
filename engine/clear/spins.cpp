// How pieces lock whose last movement was a turn.
#include <array>
#include <cstddef>

#include "clear/moves.hpp"
#include "clear/places.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

using namespace places;

namespace {

/// What a T that was turned last locks with in the box at this corner, by the cells around its centre; a mini spin is
/// full after some kicks.
template <typename Set>
Spin spin_by_corners(const Set& board, int height, std::size_t facing, int corner) {
    const Orientation& o = orientation(Piece::T, facing);
    const int x = corner % columns + o.centre_x, y = corner / columns + o.centre_y;
    const auto filled = [&](int dx, int dy) {
        const int column = x + dx, row = y + dy;
        return column < 0 || column >= columns || row < 0 ||
               (row < height && any((board >> (column + columns * row)) & Set(1)));
    };
    // From the upper right corner on, clockwise; the stem of facing 0 is up.
    const std::array<bool, 4> around{filled(1, 1), filled(1, -1), filled(-1, -1), filled(-1, 1)};
    const int number = around[0] + around[1] + around[2] + around[3];
    if (number < 3) return Spin::none;
    return around[facing] && around[(facing + 3) % 4] ? Spin::full : Spin::mini;
}

/// How many rows are full once the piece lies in the box at this corner.
template <typename Set>
int lines_of(const Set& board, Piece piece, std::size_t facing, int corner) {
    SHAPEWRIGHT_ASSERT(corner / columns + orientation(piece, facing).height <=
                       static_cast<int>(8 * sizeof(Set)) / columns);
    SHAPEWRIGHT_ASSERT(
        !any(static_cast<Set>(board & static_cast<Set>(Set(orientation(piece, facing).bits) << corner))));
    const Orientation& o = orientation(piece, facing);
    const Set after = board | static_cast<Set>(Set(o.bits) << corner);
    int lines = 0;
    for (int row = corner / columns; row < corner / columns + o.height; ++row) lines += row_is_full(after, row) ? 1 : 0;
    return lines;
}

/// Whether a T that locks so does what the drop asks for.
bool is_wanted(Drop drop, Spin spin, int lines) {
    return lines >= least_lines(drop) && (asks_for_full(drop) ? spin == Spin::full : spin != Spin::none);
}

constexpr Spin regular(Spin spin, bool is_regular) {
    return is_regular && spin == Spin::mini ? Spin::full : spin;
}

}  // namespace

template <typename Set>
template <typename Visit>
void Mover<Set>::each_turn(const Sky& board, int height, Piece piece, const std::array<Sky, facings>& reached,
                           Visit visit) const {
    const auto number = static_cast<std::size_t>(piece);
    for (std::size_t from = 0; from < facings; ++from)
        for (const Turns& turns : turns_[number][from]) {
            const Sky inside = within<Sky>(piece, turns.facing, height + air);
            const Sky fits = inside & ~blocked(board, orientations[number][turns.facing], inside);
            Sky left = reached[from];
            for (const Turn& test : turns.tests) {
                const Sky landed = shifted<Sky>(left & test.from, test.shift) & fits;
                left &= ~shifted<Sky>(landed, -test.shift);
                visit(turns.facing, static_cast<Set>(landed), test.is_regular);
            }
        }
}

template <typename Set>
Locks<Set> Mover<Set>::spun(const Set& board, int height) const {
    SHAPEWRIGHT_ASSERT(spins_every_t(drop_));
    constexpr auto number = static_cast<std::size_t>(Piece::T);
    // Looked at before the flood fill, since few places will do: those with three corners and enough lines.
    Locks<Set> always, by_kick, result;  // by_kick: full by the kick alone
    bool is_possible = false;
    for (std::size_t facing = 0; facing < facings; ++facing) {
        const Orientation& o = orientations[number][facing];
        if (o.height > height) continue;
        const Set inside = within<Set>(Piece::T, facing, height);
        const Set fits = inside & ~blocked(board, o, inside);
        each(static_cast<Set>(fits & ~(fits << columns) & lowest_rows<Set>(height - o.height + 1)), [&](int corner) {
            const Spin spin = spin_by_corners(board, height, facing, corner);
            if (spin == Spin::none) return;
            const int lines = lines_of(board, Piece::T, facing, corner);
            const Set here = Set(1) << corner;
            if (is_wanted(drop_, spin, lines)) {
                always.at[facing] |= here;
            } else if (is_wanted(drop_, regular(spin, true), lines)) {
                by_kick.at[facing] |= here;
            } else {
                return;
            }
            is_possible = true;
        });
    }
    if (!is_possible) return result;
    std::array<Sky, facings> reached{};
    flood(static_cast<Sky>(board), height, Piece::T, reached);
    each_turn(static_cast<Sky>(board), height, Piece::T, reached,
              [&](std::size_t facing, const Set& landed, bool is_regular) {
                  const Set will_do = is_regular ? always.at[facing] | by_kick.at[facing] : always.at[facing];
                  result.at[facing] |= landed & will_do;
              });
    return result;
}

template <typename Set>
typename Mover<Set>::Ways Mover<Set>::ways(const Set& board, int height, Piece piece, SpinRule rule) const {
    SHAPEWRIGHT_ASSERT(!any(static_cast<Set>(board & ~lowest_rows<Set>(height))));
    Ways result;
    Locks<Set>& plain = result[static_cast<std::size_t>(Spin::none)];
    if (!falls_freely(piece)) {
        plain = rests(board, height, piece).sure;
        return result;
    }
    const auto number = static_cast<std::size_t>(piece);
    const std::size_t distinct = distinct_facings[number];
    const auto sky = static_cast<Sky>(board);
    std::array<Sky, facings> reached{};
    flood(sky, height, piece, reached);
    std::array<Set, facings> resting{}, stuck{};
    for (std::size_t facing = 0; facing < facings; ++facing) {
        const Orientation& o = orientations[number][facing];
        if (o.height > height) continue;
        const Sky inside = within<Sky>(piece, facing, height + air);
        const Sky fits = inside & ~blocked(sky, o, inside);
        resting[facing] = static_cast<Set>(fits & ~(fits << columns)) & lowest_rows<Set>(height - o.height + 1);
        stuck[facing] = resting[facing] & static_cast<Set>(~(to_the_left(fits) | to_the_right(fits) | fits >> columns));
        if (must_spin(piece)) continue;
        const Sky moved = reached[facing] >> columns | to_the_left(reached[facing]) | to_the_right(reached[facing]);
        plain.at[facing % distinct] |= resting[facing] & static_cast<Set>(moved);
    }
    const auto add = [&](Spin spin, std::size_t facing, const Set& landing) {
        result[static_cast<std::size_t>(spin)].at[facing % distinct] |= landing;
    };
    const auto by_being_stuck = [&](Spin spin, std::size_t facing, const Set& landing) {
        add(spin, facing, landing & stuck[facing]);
        add(Spin::none, facing, landing & ~stuck[facing]);
    };
    each_turn(sky, height, piece, reached, [&](std::size_t facing, const Set& landed, bool is_regular) {
        const Set landing = landed & resting[facing];
        if (piece != Piece::T || !(must_spin(piece) || rule != SpinRule::none)) {
            if (rule == SpinRule::t || rule == SpinRule::none)
                add(Spin::none, facing, landing);
            else
                by_being_stuck(rule == SpinRule::all ? Spin::full : Spin::mini, facing, landing);
            return;
        }
        each(landing, [&](int corner) {
            const Spin spin = regular(spin_by_corners(board, height, facing, corner), is_regular);
            if (must_spin(piece) && !is_wanted(drop_, spin, lines_of(board, piece, facing, corner))) return;
            const Set here = Set(1) << corner;
            if (rule == SpinRule::none)
                add(Spin::none, facing, here);
            else if (rule == SpinRule::all)
                by_being_stuck(Spin::full, facing, here);
            else if (spin == Spin::none && rule == SpinRule::all_mini_plus)
                by_being_stuck(Spin::mini, facing, here);
            else
                add(spin, facing, here);
        });
    });
    return result;
}

template Locks<Board> Mover<Board>::spun(const Board&, int) const;
template Locks<TallBoard> Mover<TallBoard>::spun(const TallBoard&, int) const;
template Mover<Board>::Ways Mover<Board>::ways(const Board&, int, Piece, SpinRule) const;
template Mover<TallBoard>::Ways Mover<TallBoard>::ways(const TallBoard&, int, Piece, SpinRule) const;

}  // namespace shapewright::clear
