// The usual kicks as the engine takes them, for the tests of perfect clears.
#pragma once

#include "clear/piece.hpp"

namespace clear_kicks {

using shapewright::clear::facings;
using shapewright::clear::KickTable;
using shapewright::clear::Offset;
using shapewright::clear::pieces;

using Tests = std::vector<Offset>;

inline Tests moved(const Tests& tests, Offset by, int sign = 1) {
    Tests result;
    for (const auto& [x, y] : tests) result.push_back({sign * x + by.x, sign * y + by.y});
    return result;
}

/// SRS. Its tables are in box coordinates: the box's origin stays where it is while the centre moves by `centre`.
inline KickTable srs() {
    const std::array<Tests, 4> common{{
        {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}},
        {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}},
        {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}},
        {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}},
    }};
    const std::array<Tests, 4> long_bar{{
        {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}},
        {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}},
        {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}},
        {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}},
    }};
    const std::array<Offset, 4> centre_i{{{0, 0}, {1, 0}, {1, -1}, {0, -1}}};
    const std::array<Offset, 4> centre_o{{{0, 0}, {0, 1}, {1, 1}, {1, 0}}};
    KickTable table;
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t from = 0; from < facings; ++from) {
            const std::size_t to = (from + 1) % facings;
            Tests tests = piece == 0 ? long_bar[from] : piece == 1 ? Tests{{0, 0}} : common[from];
            const auto difference = [&](std::size_t a, std::size_t b) -> Offset {
                if (piece > 1) return {0, 0};
                const auto& centre = piece == 0 ? centre_i : centre_o;
                return {centre[b].x - centre[a].x, centre[b].y - centre[a].y};
            };
            table.tests[piece][from][to] = moved(tests, difference(from, to));
            table.tests[piece][to][from] = moved(tests, difference(to, from), -1);
        }
    return table;
}

}  // namespace clear_kicks
