// Packings along a spiral: with a wide beam the least weight that stays uncovered, as every packing in turn has it.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "packing/pieces.hpp"
#include "packing/spiral.hpp"

using shapewright::Rng;
using shapewright::StopToken;
using namespace shapewright::packing;

namespace {

/// S, and a corner of three cells.
Pieces s_and_corner() {
    return Pieces(
        {{{{0, 0}, {1, 0}, {1, 1}, {2, 1}}, {{1, 0}, {0, 1}, {1, 1}, {0, 2}}},
         {{{0, 0}, {1, 0}, {0, 1}}, {{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}}, {{1, 0}, {0, 1}, {1, 1}}}},
        {1, 1});
}

std::vector<int> covered(const Pieces& pieces, int width, int height, const std::vector<Placed>& placed) {
    std::vector<int> cells(static_cast<std::size_t>(width * height), 0);
    for (const Placed& one : placed)
        for (const Offset& cell : pieces.types()[static_cast<std::size_t>(one.type)]
                                      .orientations[static_cast<std::size_t>(one.orientation)]
                                      .cells)
            cells[static_cast<std::size_t>((one.y + cell.y) * width + one.x + cell.x)] = 1;
    return cells;
}

int uncovered(const std::vector<int>& cells, const std::vector<int>& weights) {
    int sum = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) sum += cells[i] ? 0 : weights[i];
    return sum;
}

std::vector<int> turned(const std::vector<int>& cells, int width, int height, int turns) {
    std::vector<int> result(cells.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int to = turns == 4 ? x * width + height - 1 - y : (height - 1 - y) * width + width - 1 - x;
            result[static_cast<std::size_t>(to)] = cells[static_cast<std::size_t>(y * width + x)];
        }
    return result;
}

/// The least weight uncovered by pieces and their turned copies: each way to lay the next place, or not.
int least(const Pieces& pieces, int width, int height, int turns, const std::vector<int>& weights) {
    std::vector<std::vector<int>> places;
    for (std::size_t type = 0; type < pieces.size(); ++type) {
        const auto& orientations = pieces.types()[type].orientations;
        for (std::size_t turn = 0; turn < orientations.size(); ++turn)
            for (int y = 0; y + orientations[turn].height <= height; ++y)
                for (int x = 0; x + orientations[turn].width <= width; ++x) {
                    std::vector<int> all =
                        covered(pieces, width, height, {{static_cast<int>(type), static_cast<int>(turn), x, y}});
                    const auto size = std::accumulate(all.begin(), all.end(), 0);
                    std::vector<int> copy = all;
                    for (int k = 1; k < turns; ++k) {
                        copy = turned(copy, width, height, turns);
                        for (std::size_t i = 0; i < all.size(); ++i) all[i] |= copy[i];
                    }
                    if (std::accumulate(all.begin(), all.end(), 0) == size * turns) places.push_back(all);
                }
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<int> cells(static_cast<std::size_t>(width * height), 0);
    int best = uncovered(cells, weights);
    const std::function<void(std::size_t)> go = [&](std::size_t from) {
        best = std::min(best, uncovered(cells, weights));
        for (std::size_t i = from; i < places.size(); ++i) {
            bool free = true;
            for (std::size_t c = 0; c < cells.size(); ++c) free = free && !(cells[c] && places[i][c]);
            if (!free) continue;
            for (std::size_t c = 0; c < cells.size(); ++c) cells[c] |= places[i][c];
            go(i + 1);
            for (std::size_t c = 0; c < cells.size(); ++c) cells[c] ^= places[i][c];
        }
    };
    go(0);
    return best;
}

}  // namespace

TEST(spiral_with_a_wide_beam_leaves_the_least_weight_uncovered) {
    const Pieces pieces = s_and_corner();
    Rng rng(7);
    for (int k = 0; k < 60; ++k) {
        const int turns = k % 3 == 2 ? 4 : 1 + k % 3;
        const int width = 2 + static_cast<int>(rng.below(3));
        const int height = turns == 4 ? width : 2 + static_cast<int>(rng.below(2));
        std::vector<int> weights;
        for (int i = 0; i < width * height; ++i) weights.push_back(static_cast<int>(rng.below(4)));
        std::vector<int> types{0, 1};
        if (k % 5 == 0) types = {0};
        const auto placed = spiral(pieces, types, width, height, turns, weights, 5000, rng, StopToken());
        CHECK(lies_well(pieces, Board::box(width, height), placed));
        const auto cells = covered(pieces, width, height, placed);
        if (turns > 1) CHECK(turned(cells, width, height, turns) == cells);
        const Pieces used = types.size() == 2
                                ? pieces
                                : Pieces({{{{0, 0}, {1, 0}, {1, 1}, {2, 1}}, {{1, 0}, {0, 1}, {1, 1}, {0, 2}}}}, {1});
        CHECK_EQ(uncovered(cells, weights), least(used, width, height, turns, weights));
    }
}

TEST(spiral_that_is_stopped_has_no_packing) {
    const unsigned char flag = 1;
    Rng rng(1);
    CHECK(spiral(s_and_corner(), {0}, 8, 8, 4, std::vector<int>(64, 1), 10, rng, StopToken(&flag, -1)).empty());
}

TEST(spiral_has_turns_of_a_box_and_weights_for_all_its_cells) {
    Rng rng(1);
    const Pieces pieces = s_and_corner();
    const auto ask = [&](std::vector<int> types, int width, int turns, std::size_t weights, std::size_t beam) {
        return spiral(pieces, types, width, 4, turns, std::vector<int>(weights, 1), beam, rng, StopToken());
    };
    CHECK(!ask({0, 1}, 4, 4, 16, 100).empty());
    CHECK_THROWS(ask({0}, 6, 4, 24, 1), std::invalid_argument);
    CHECK_THROWS(ask({0}, 4, 3, 16, 1), std::invalid_argument);
    CHECK_THROWS(ask({0}, 4, 1, 15, 1), std::invalid_argument);
    CHECK_THROWS(ask({2}, 4, 1, 16, 1), std::invalid_argument);
    CHECK_THROWS(ask({0}, 4, 1, 16, 0), std::invalid_argument);
}
