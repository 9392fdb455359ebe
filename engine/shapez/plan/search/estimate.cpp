#include "shapez/plan/search/estimate.hpp"

#include <cstdint>

namespace shapewright::shapez {

double estimate(const Game& game, const Painted& shape) {
    const int parts = game.parts();
    double guess = 0;
    std::uint32_t colours = 0;
    Painted rows_seen[most_cells];
    int rows = 0, height = game.height(shape);
    for (int layer = 0; layer < height; ++layer) {
        Painted row;
        bool uniform = true, crystals = false;
        int pieces = 0, pins = 0;
        for (int column = 0; column < parts; ++column) {
            const Part part = shape[layer * parts + column];
            row[column] = part;
            uniform &= part == shape[layer * parts];
            const Kind kind = kind_of(part);
            if (kind == Kind::crystal) {
                crystals = true;
                colours |= std::uint32_t{1} << (part & 15);
            }
            if (kind == Kind::pin) ++pins;
            const Part before = shape[layer * parts + (column + parts - 1) % parts];
            if (kind == Kind::normal && before != part) ++pieces;
        }
        if (uniform && !crystals && pins == 0) {
            guess += unpainted(shape[layer * parts]) != shape[layer * parts] ? 0.7 : 0;
            continue;
        }
        bool known = false;
        for (int k = 0; k < rows && !known; ++k) known = rows_seen[k] == row;
        rows_seen[rows++] = row;
        guess += known ? 0.3 : 0.3 + 1.0 * pieces + (pins != 0 ? 1.5 : 0);
    }
    guess += 0.6 * (height - 1);
    for (; colours != 0; colours &= colours - 1) guess += 1;
    return guess + 0.5;
}

}  // namespace shapewright::shapez
