// The seven pieces, how they lie, and how they turn.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shapewright::clear {

constexpr int columns = 10;

/// In the order of the codes of `.pc` files.
enum class Piece : std::uint8_t { I, O, T, S, Z, L, J };
constexpr std::size_t pieces = 7;
constexpr std::size_t facings = 4;  // north, east, south, west

struct Offset {
    int x;
    int y;
};

/// A piece facing one way, in its bounding box: cell (0, 0) of the box is its lower left corner.
struct Orientation {
    std::uint8_t facing = 0;
    std::uint8_t width = 0;
    std::uint8_t height = 0;
    std::array<std::uint8_t, 4> cells{};  // x + 10 y within the box
    std::uint64_t bits = 0;               // the same cells as a set
    std::int8_t centre_x = 0;             // the centre of rotation, seen from the box's corner
    std::int8_t centre_y = 0;
};

namespace detail {

/// Cells around the centre of rotation, facing north; clockwise (x, y) becomes (y, -x).
constexpr std::array<std::array<Offset, 4>, pieces> north{{
    {{{-1, 0}, {0, 0}, {1, 0}, {2, 0}}},
    {{{0, 0}, {1, 0}, {0, 1}, {1, 1}}},
    {{{-1, 0}, {0, 0}, {1, 0}, {0, 1}}},
    {{{-1, 0}, {0, 0}, {0, 1}, {1, 1}}},
    {{{-1, 1}, {0, 1}, {0, 0}, {1, 0}}},
    {{{1, 1}, {-1, 0}, {0, 0}, {1, 0}}},
    {{{-1, 1}, {-1, 0}, {0, 0}, {1, 0}}},
}};

constexpr Orientation oriented(std::size_t piece, std::size_t facing) {
    auto cells = north[piece];
    for (std::size_t turn = 0; turn < facing; ++turn)
        for (auto& [x, y] : cells) {
            const int old = x;
            x = y;
            y = -old;
        }
    Offset low = cells[0], high = cells[0];
    for (const auto& [x, y] : cells) {
        low = {std::min(low.x, x), std::min(low.y, y)};
        high = {std::max(high.x, x), std::max(high.y, y)};
    }
    Orientation result;
    result.facing = static_cast<std::uint8_t>(facing);
    result.width = static_cast<std::uint8_t>(high.x - low.x + 1);
    result.height = static_cast<std::uint8_t>(high.y - low.y + 1);
    for (std::size_t k = 0; k < 4; ++k) {
        const int cell = cells[k].x - low.x + columns * (cells[k].y - low.y);
        result.cells[k] = static_cast<std::uint8_t>(cell);
        result.bits |= std::uint64_t{1} << cell;
    }
    result.centre_x = static_cast<std::int8_t>(-low.x);
    result.centre_y = static_cast<std::int8_t>(-low.y);
    return result;
}

constexpr auto all_orientations() {
    std::array<std::array<Orientation, facings>, pieces> result{};
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t facing = 0; facing < facings; ++facing) result[piece][facing] = oriented(piece, facing);
    return result;
}

}  // namespace detail

/// Every piece in every facing.
constexpr auto orientations = detail::all_orientations();

/// How many facings of a piece differ in their cells: the first so many. Facing f looks like f modulo this number.
constexpr std::array<std::size_t, pieces> distinct_facings{2, 1, 4, 2, 2, 4, 4};

constexpr const Orientation& orientation(Piece piece, std::size_t facing) {
    return orientations[static_cast<std::size_t>(piece)][facing];
}

/// For each piece and each pair of facings the moves that a turn tries in order, of the centre of rotation. An empty
/// list: the turn does not exist.
struct KickTable {
    std::array<std::array<std::array<std::vector<Offset>, facings>, facings>, pieces> tests;
    /// The moves of a turn of T that make a mini spin a full one.
    std::array<std::array<std::vector<Offset>, facings>, facings> regular;
};

/// How a piece may come down: freely, straight, or freely only if it is a T. With the others, a T comes down freely but
/// locks by a T-spin alone, and other pieces come straight: any spin; any that clears lines; a full one that clears at
/// least one, two or three.
enum class Drop : std::uint8_t { soft, hard, t_softdrop, tsz, tsm, tss, tsd, tst };

/// How a piece locks: without a spin, with a mini one or with a full one.
enum class Spin : std::uint8_t { none, mini, full };
constexpr std::size_t spins = 3;

/// What counts as a spin of a piece that was turned last: a T with three corners filled; any piece that is stuck; the
/// first for T, and a mini one for others that are stuck; this, and a mini one for any T that is stuck; nothing.
enum class SpinRule : std::uint8_t { t, all, all_mini, all_mini_plus, none };

/// Whether every T must spin.
constexpr bool spins_every_t(Drop drop) {
    return drop >= Drop::tsz;
}

/// How many lines a T must clear at least.
constexpr int least_lines(Drop drop) {
    return drop <= Drop::tsz ? 0 : drop == Drop::tst ? 3 : drop == Drop::tsd ? 2 : 1;
}

/// Whether a mini spin is not enough.
constexpr bool asks_for_full(Drop drop) {
    return drop >= Drop::tss;
}

}  // namespace shapewright::clear
