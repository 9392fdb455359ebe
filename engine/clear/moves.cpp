#include "clear/moves.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "clear/places.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

using namespace places;

namespace {

/// Where a kick brings the corner of the piece's box.
Offset of_corner(const Offset& kick, const Orientation& from, const Orientation& to) {
    return {kick.x + from.centre_x - to.centre_x, kick.y + from.centre_y - to.centre_y};
}

/// Whether the turns of a piece are those of its mirror image in a mirror.
bool turns_in_mirror(const KickTable& kicks, std::size_t piece) {
    constexpr std::array<std::size_t, pieces> image{0, 1, 2, 4, 3, 6, 5};
    constexpr std::array<std::size_t, facings> facing{0, 3, 2, 1};
    for (std::size_t from = 0; from < facings; ++from)
        for (std::size_t to = 0; to < facings; ++to) {
            const auto same = [&](const Offset& one, const Offset& other) {
                const Orientation &a = orientations[piece][from], &b = orientations[piece][to];
                const Offset here = of_corner(one, a, b);
                const Offset there =
                    of_corner(other, orientations[image[piece]][facing[from]], orientations[image[piece]][facing[to]]);
                return there.x == a.width - b.width - here.x && there.y == here.y;
            };
            const auto& tests = kicks.tests[piece][from][to];
            const auto& others = kicks.tests[image[piece]][facing[from]][facing[to]];
            if (!std::equal(tests.begin(), tests.end(), others.begin(), others.end(), same)) return false;
        }
    return true;
}

}  // namespace

template <typename Set>
Mover<Set>::Mover(const KickTable& kicks, Drop drop) : drop_(drop) {
    constexpr int rows = (sizeof(Set) == 8 ? low_rows : tall_rows) + air;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        is_mirrored_[piece] = turns_in_mirror(kicks, piece);
        for (std::size_t from = 0; from < facings; ++from)
            for (std::size_t to = 0; to < facings; ++to) {
                const auto& tests = kicks.tests[piece][from][to];
                if (tests.empty() || from == to) continue;
                const Orientation& a = orientations[piece][from];
                const Orientation& b = orientations[piece][to];
                Turns turns{to, {}};
                const std::vector<Offset>& regular = kicks.regular[from][to];
                for (const auto& [dx, dy] : tests) {
                    if (std::abs(dy) > most_kick || std::abs(dx) >= columns)
                        throw std::invalid_argument("a kick moves a piece too far");
                    const auto [x, y] = of_corner({dx, dy}, a, b);
                    Sky columns_kept(0);
                    for (int column_from = 0; column_from + a.width <= columns; ++column_from)
                        if (column_from + x >= 0 && column_from + x + b.width <= columns)
                            columns_kept |= column<Sky>(column_from, rows);
                    const bool is_regular =
                        static_cast<Piece>(piece) == Piece::T &&
                        std::any_of(regular.begin(), regular.end(),
                                    [dx = dx, dy = dy](const Offset& one) { return one.x == dx && one.y == dy; });
                    turns.tests.push_back({x + columns * y, columns_kept, is_regular});
                }
                turns_[piece][from].push_back(std::move(turns));
            }
        // In the air a turn succeeds by its first kick, at least away from the walls.
        std::array<bool, facings>& seen = turns_in_air_[piece];
        seen[0] = true;
        for (std::size_t round = 0; round < facings; ++round)
            for (std::size_t from = 0; from < facings; ++from)
                if (seen[from])
                    for (const Turns& turns : turns_[piece][from]) seen[turns.facing] = true;
    }
}

template <typename Set>
Locks<Set> Mover<Set>::locks(const Set& board, int height, Piece piece) const {
    const Rests found = rests(board, height, piece);
    const auto is_some = [](const Set& places) { return any(places); };
    if (std::none_of(found.maybe.at.begin(), found.maybe.at.end(), is_some)) return found.sure;
    return flooded(board, height, piece);
}

template <typename Set>
typename Mover<Set>::Rests Mover<Set>::rests(const Set& board, int height, Piece piece) const {
    SHAPEWRIGHT_ASSERT(0 <= height && height <= (sizeof(Set) == 8 ? low_rows : tall_rows));
    SHAPEWRIGHT_ASSERT(!any(static_cast<Set>(board & ~lowest_rows<Set>(height))));
    Rests result;
    if (must_spin(piece)) {
        result.sure = spun(board, height);
        return result;
    }
    const auto number = static_cast<std::size_t>(piece);
    const std::size_t distinct = distinct_facings[number];
    for (std::size_t facing = 0; facing < distinct; ++facing) {
        const Orientation& o = orientations[number][facing];
        if (o.height > height) continue;
        const Set inside = within<Set>(piece, facing, height);
        const Set solid = blocked(board, o, inside);
        // Resting: it fits, but not one row lower.
        const Set resting = inside & ~solid & ~((inside & ~solid) << columns) & lowest_rows<Set>(height - o.height + 1);
        const Set covered = resting & shadow(solid, height);
        bool in_air = false;
        for (std::size_t same = facing; same < facings; same += distinct) in_air |= turns_in_air_[number][same];
        if (in_air) result.sure.at[facing] = resting & ~covered;
        if (falls_freely(piece)) result.maybe.at[facing] = in_air ? covered : resting;
    }
    return result;
}

template <typename Set>
Locks<Set> Mover<Set>::flooded(const Set& board, int height, Piece piece) const {
    SHAPEWRIGHT_ASSERT(!any(static_cast<Set>(board & ~lowest_rows<Set>(height))));
    const auto number = static_cast<std::size_t>(piece);
    const std::size_t distinct = distinct_facings[number];
    std::array<Sky, facings> reached{};
    flood(static_cast<Sky>(board), height, piece, reached);
    Locks<Set> result;
    for (std::size_t facing = 0; facing < facings; ++facing) {
        const Orientation& o = orientations[number][facing];
        if (o.height > height) continue;
        const Set inside = within<Set>(piece, facing, height);
        const Set fits = inside & ~blocked(board, o, inside);
        const Set resting = fits & ~(fits << columns) & lowest_rows<Set>(height - o.height + 1);
        result.at[facing % distinct] |= resting & static_cast<Set>(reached[facing]);
    }
    return result;
}

template <typename Set>
bool Mover<Set>::arrives(const Set& board, Piece piece, std::size_t facing, int corner) const {
    SHAPEWRIGHT_ASSERT(facing < distinct_facings[static_cast<std::size_t>(piece)] && 0 <= corner &&
                       corner < columns * (sizeof(Set) == 8 ? low_rows : tall_rows));
    if (must_spin(piece)) {
        return any((spun(board, sizeof(Set) == 8 ? low_rows : tall_rows).at[facing] >> corner) & Set(1));
    }
    const auto number = static_cast<std::size_t>(piece);
    constexpr int rows = (sizeof(Set) == 8 ? low_rows : tall_rows) + air;
    const auto sky = static_cast<Sky>(board);
    std::array<Sky, facings> fits, open, before{};
    unsigned known = 0, waiting = 0;
    const auto look = [&](std::size_t at) {  // where the piece fits, and where it falls to from the air
        if ((known >> at & 1) != 0) return;
        known |= 1U << at;
        const Sky inside = within<Sky>(piece, at, rows);
        const Sky solid = blocked(sky, orientations[number][at], inside);
        fits[at] = inside & ~solid;
        open[at] = turns_in_air_[number][at] ? inside & ~shadow(solid, rows) : Sky(0);
    };
    for (std::size_t same = facing; same < facings; same += distinct_facings[number]) {
        look(same);
        before[same] = Sky(1) << corner;
        SHAPEWRIGHT_ASSERT(any(before[same] & fits[same]));
        if (any(before[same] & open[same])) return true;
        waiting |= 1U << same;
    }
    if (!falls_freely(piece)) return false;
    while (waiting != 0) {
        const auto to = static_cast<std::size_t>(std::countr_zero(waiting));
        waiting &= waiting - 1;
        Sky& here = before[to];
        for (Sky last(0); last != here;) {
            last = here;
            here |= ((here << columns) | to_the_left(here) | to_the_right(here)) & fits[to];
            if (any(here & open[to])) return true;
        }
        for (std::size_t from = 0; from < facings; ++from)
            for (const Turns& turns : turns_[number][from]) {
                if (turns.facing != to) continue;
                look(from);
                Sky left = fits[from];  // where no earlier kick of this turn succeeds
                for (const Turn& test : turns.tests) {
                    const Sky tried = left & test.from;
                    const Sky source = tried & shifted(here, -test.shift);
                    if (any(source & open[from])) return true;
                    if (any(source & ~before[from])) {
                        before[from] |= source;
                        waiting |= 1U << from;
                    }
                    left &= ~(test.from & shifted(fits[to], -test.shift));
                }
            }
    }
    return false;
}

template <typename Set>
void Mover<Set>::flood(const Sky& board, int height, Piece piece, std::array<Sky, facings>& reached) const {
    const auto number = static_cast<std::size_t>(piece);
    const int rows = height + air;
    std::array<Sky, facings> fits;
    unsigned waiting = 0;  // facings with positions whose neighbours were not looked at
    for (std::size_t facing = 0; facing < facings; ++facing) {
        const Orientation& o = orientations[number][facing];
        const Sky inside = within<Sky>(piece, facing, rows);
        fits[facing] = inside & ~blocked(board, o, inside);
        if (turns_in_air_[number][facing]) {
            reached[facing] = inside & ~lowest_rows<Sky>(height);
            waiting |= 1U << facing;
        }
    }
    while (waiting != 0) {
        const auto facing = static_cast<std::size_t>(std::countr_zero(waiting));
        waiting &= waiting - 1;
        Sky& here = reached[facing];
        for (Sky before(0); before != here;) {
            before = here;
            here |= ((here >> columns) | to_the_left(here) | to_the_right(here)) & fits[facing];
        }
        for (const Turns& turns : turns_[number][facing]) {
            Sky left = here;
            SHAPEWRIGHT_ASSERT(!any(here & ~fits[facing]));
            Sky arrived(0);
            for (const Turn& test : turns.tests) {
                const Sky landed = shifted<Sky>(left & test.from, test.shift) & fits[turns.facing];
                arrived |= landed;
                left &= ~shifted<Sky>(landed, -test.shift);
            }
            if (any(arrived & ~reached[turns.facing])) {
                reached[turns.facing] |= arrived;
                waiting |= 1U << turns.facing;
            }
        }
    }
}

template class Mover<Board>;
template class Mover<TallBoard>;

}  // namespace shapewright::clear
