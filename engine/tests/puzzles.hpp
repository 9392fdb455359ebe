// Polyomino puzzles as exact cover instances, for known counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exact_cover/instance.hpp"

namespace puzzles {

using shapewright::exact_cover::Instance;
using shapewright::exact_cover::Option;
using shapewright::exact_cover::unlimited;

using Cell = std::pair<int, int>;
using Shape = std::vector<Cell>;

/// Rows separated by '/', '#' is a cell.
inline Shape shape(const std::string& art) {
    Shape cells;
    Cell at{0, 0};
    for (const char c : art) {
        if (c == '#') cells.push_back(at);
        at = c == '/' ? Cell{0, at.second + 1} : Cell{at.first + 1, at.second};
    }
    return cells;
}

inline std::vector<Shape> orientations(Shape cells) {
    std::vector<Shape> found;
    for (int turn = 0; turn < 8; ++turn) {
        for (Cell& cell : cells) cell = turn == 4 ? Cell{-cell.first, cell.second} : Cell{-cell.second, cell.first};
        int left = cells[0].first, low = cells[0].second;
        for (const auto& [x, y] : cells) left = std::min(left, x), low = std::min(low, y);
        for (auto& [x, y] : cells) x -= left, y -= low;
        std::sort(cells.begin(), cells.end());
        found.push_back(cells);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

/// All ways to cover the `length` x `width` box but for `holes` by pieces that may be turned and reflected; items are
/// numbered across the width first.
inline Instance tiling(int length, int width, const std::vector<std::string>& pieces, std::uint32_t minimum,
                       std::uint32_t maximum, const std::vector<Cell>& holes = {}) {
    Instance instance;
    std::map<Cell, std::uint32_t> item;
    for (int x = 0; x < length; ++x)
        for (int y = 0; y < width; ++y)
            if (std::find(holes.begin(), holes.end(), Cell{x, y}) == holes.end())
                item.emplace(Cell{x, y}, static_cast<std::uint32_t>(item.size()));
    instance.required.assign(item.size(), true);
    for (std::uint32_t p = 0; p < pieces.size(); ++p) {
        instance.minimum.push_back(minimum);
        instance.maximum.push_back(maximum);
        for (const Shape& turned : orientations(shape(pieces[p])))
            for (int x = 0; x < length; ++x)
                for (int y = 0; y < width; ++y) {
                    Option option;
                    for (const auto& [dx, dy] : turned) {
                        const auto at = item.find({x + dx, y + dy});
                        if (at != item.end()) option.items.push_back(at->second);
                    }
                    option.uses = {{p, 1}};
                    if (option.items.size() == turned.size()) instance.options.push_back(std::move(option));
                }
    }
    instance.validate();
    return instance;
}

inline Instance dominoes(int length, int width, std::uint32_t minimum = 0) {
    return tiling(length, width, {"##"}, minimum, unlimited);
}

inline Instance pentominoes(int length, int width, const std::vector<Cell>& holes = {}) {
    return tiling(length, width,
                  {".##/##./.#.", "#####", "#./#./#./##", ".#/.#/##/#.", "##/##/#.", "###/.#./.#.", "#.#/###",
                   "#../#../###", "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##"},
                  1, 1, holes);
}

inline const std::vector<std::string> tetrominoes{"####", "##/##", "###/.#.", "##./.##", "#../###"};

/// n rooks on n x n squares that attack each other nowhere: n! covers, and every node of a depth has as many children.
inline Instance rooks(std::uint32_t n) {
    Instance instance;
    instance.required.assign(2 * n, true);
    instance.minimum = {0};
    instance.maximum = {unlimited};
    for (std::uint32_t row = 0; row < n; ++row)
        for (std::uint32_t column = 0; column < n; ++column)
            instance.options.push_back(Option{{row, n + column}, {}, {{0, 1}}});
    instance.validate();
    return instance;
}

}  // namespace puzzles
