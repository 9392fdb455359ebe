// Sets of packed shapes, plainly; random ones; and what stacking makes of them, shape by shape.
#pragma once

#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "diagram/source.hpp"
#include "shapez/closure/shape_set.hpp"
#include "words.hpp"

namespace shape_sets {

using namespace shapewright;
using diagram::Letters;
using shapez::ShapeSet;

/// A word of `length` letters in which each letter has a weight.
inline Letters weighted(Rng& rng, int length, const std::vector<std::uint64_t>& weights) {
    const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    Letters letters;
    for (int k = 0; k < length; ++k) {
        std::uint64_t left = rng.below(sum);
        std::uint8_t letter = 0;
        while (left >= weights[letter]) left -= weights[letter++];
        letters.push_back(letter);
    }
    return letters;
}

using Packed = std::set<std::uint64_t>;

inline ShapeSet set_of(const Packed& shapes, int columns, int layers) {
    std::set<std::uint64_t> all;
    for (const std::uint64_t shape : shapes) all.insert(shapez::word_of_packed(shape, columns, layers));
    const auto [nodes, root] = words::nodes_of(all, columns * layers);
    return ShapeSet(columns, layers, nodes, root);
}

inline Packed members(const ShapeSet& set) {
    const std::vector<std::uint64_t> all = set.members(0, set.count());
    const Packed shapes(all.begin(), all.end());
    CHECK_EQ(shapes.size(), set.count());
    return shapes;
}

inline std::uint64_t random_cells(Rng& rng, int cells) {
    static const std::vector<std::vector<std::uint64_t>> mixtures{{1, 1, 1, 1}, {2, 2, 1, 0}, {1, 1, 1, 5},
                                                                  {1, 3, 1, 3}, {1, 0, 0, 2}, {0, 2, 1, 2}};
    const Letters letters = weighted(rng, cells, mixtures[rng.place(mixtures.size())]);
    std::uint64_t packed = 0;
    for (const std::uint8_t letter : letters) packed = packed << 2 | letter;
    return packed;
}

/// Shapes that gravity leaves as they are, some of them variants of each other.
template <typename Grid>
Packed stable_shapes(Rng& rng, int size) {
    Packed shapes{0};
    std::uint64_t base = 0;
    for (int k = 0; k < size; ++k) {
        const std::uint64_t other = random_cells(rng, Grid::columns * Grid::layers);
        const std::uint64_t mask = random_cells(rng, Grid::columns * Grid::layers);
        base = rng.below(3) == 0 ? other : (base & mask) | (other & ~mask);
        base = Grid::gravity(static_cast<typename Grid::Word>(base));
        shapes.insert(base);
    }
    return shapes;
}

/// What can be stacked as one: arcs of normal parts, and pins.
template <typename Grid, bool ring>
std::vector<typename Grid::Word> pieces() {
    using Word = typename Grid::Word;
    std::vector<Word> found;
    for (int first = 0; first < Grid::columns; ++first) {
        found.push_back(static_cast<Word>(Word{2} << (2 * first)));
        for (int count = 1; count < Grid::columns; ++count)
            if (ring || first + count <= Grid::columns) found.push_back(Grid::run(first, count));
    }
    found.push_back(Grid::bottom);
    return found;
}

/// The shapes, and all that stacking pieces makes of them; not all if that is more than `most`.
template <typename Grid, bool ring>
Packed piled_up(const Packed& shapes, std::size_t most) {
    const auto all_pieces = pieces<Grid, ring>();
    Packed found = shapes;
    std::vector<std::uint64_t> todo(shapes.begin(), shapes.end());
    while (!todo.empty() && found.size() <= most) {
        const auto shape = static_cast<typename Grid::Word>(todo.back());
        todo.pop_back();
        for (const auto piece : all_pieces)
            if (const auto made = Grid::stack_piece(shape, piece); found.insert(made).second) todo.push_back(made);
    }
    return found;
}

}  // namespace shape_sets
