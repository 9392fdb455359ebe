// Tilings of a rectangle by pieces of so many cells, each shape as often as one likes: a second opinion on large
// counts. One plain sweep in one thread, which shares nothing with the engine: free_tilings WIDTH HEIGHT CELLS.
//
// Cells are filled in reading order. After the filled cells before the first open one, all that counts is which cells
// behind that one are filled: a word with a bit a cell. Numbers are taken modulo 2^64.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <utility>
#include <vector>

namespace {

using Cell = std::pair<int, int>;  // row, column
using Shape = std::vector<Cell>;   // in reading order, the first one at (0, 0)

/// All shapes of so many cells as they lie, each grown from one with a cell less.
std::set<Shape> shapes_of(int cells) {
    std::set<Shape> shapes{{{0, 0}}};
    for (int size = 1; size < cells; ++size) {
        std::set<Shape> larger;
        for (const Shape& shape : shapes)
            for (const auto& [row, column] : shape)
                for (const auto& [down, right] : {Cell{0, 1}, Cell{1, 0}, Cell{0, -1}, Cell{-1, 0}}) {
                    Shape grown = shape;
                    const Cell added{row + down, column + right};
                    if (std::find(grown.begin(), grown.end(), added) != grown.end()) continue;
                    grown.push_back(added);
                    std::sort(grown.begin(), grown.end());
                    const Cell first = grown[0];
                    for (Cell& cell : grown) cell = {cell.first - first.first, cell.second - first.second};
                    larger.insert(grown);
                }
        shapes.swap(larger);
    }
    return shapes;
}

/// Sums by keys; a slot with the key 0 is free, so keys are kept as one more than they are.
class Sums {
public:
    void add(std::uint64_t key, std::uint64_t number) {
        if (10 * (used_ + 1) > 7 * keys_.size()) grow();
        const std::size_t at = place(key + 1);
        if (keys_[at] == 0) {
            keys_[at] = key + 1;
            ++used_;
        }
        numbers_[at] += number;
    }

    template <typename Work>
    void each(Work work) const {
        for (std::size_t at = 0; at < keys_.size(); ++at)
            if (keys_[at] != 0) work(keys_[at] - 1, numbers_[at]);
    }

private:
    std::size_t place(std::uint64_t kept) const {
        std::size_t at = static_cast<std::size_t>(kept * 0x9e3779b97f4a7c15U >> 20) & (keys_.size() - 1);
        while (keys_[at] != 0 && keys_[at] != kept) at = (at + 1) & (keys_.size() - 1);
        return at;
    }
    void grow() {
        const std::vector<std::uint64_t> keys = std::move(keys_), numbers = std::move(numbers_);
        keys_.assign(std::max<std::size_t>(64, 2 * keys.size()), 0);
        numbers_.assign(keys_.size(), 0);
        for (std::size_t at = 0; at < keys.size(); ++at) {
            if (keys[at] == 0) continue;
            const std::size_t to = place(keys[at]);
            keys_[to] = keys[at];
            numbers_[to] = numbers[at];
        }
    }

    std::vector<std::uint64_t> keys_, numbers_;
    std::size_t used_ = 0;
};

}  // namespace

int main(int count, char** words) {
    if (count != 4) return 2;
    const int width = std::atoi(words[1]), height = std::atoi(words[2]), cells = std::atoi(words[3]);
    if (width < 1 || height < 1 || cells < 1 || width * cells > 63) return 2;
    const std::set<Shape> shapes = shapes_of(cells);
    std::vector<Sums> layers(static_cast<std::size_t>(width * height + 64));  // by the first open cell
    layers[0].add(0, 1);
    for (int first = 0; first < width * height; ++first) {
        std::vector<std::uint64_t> pieces;
        for (const Shape& shape : shapes) {
            std::uint64_t bits = 0;
            bool fits = true;
            for (const auto& [row, column] : shape) {
                const int y = first / width + row, x = first % width + column;
                fits = fits && y < height && x >= 0 && x < width;
                if (fits) bits |= std::uint64_t{1} << (row * width + column);
            }
            if (fits) pieces.push_back(bits);
        }
        const Sums layer = std::exchange(layers[static_cast<std::size_t>(first)], {});
        layer.each([&](std::uint64_t filled, std::uint64_t number) {
            for (const std::uint64_t piece : pieces) {
                if ((filled & piece) != 0) continue;
                const int next = std::countr_one(filled | piece);
                layers[static_cast<std::size_t>(first + next)].add((filled | piece) >> next, number);
            }
        });
    }
    std::uint64_t tilings = 0;
    layers[static_cast<std::size_t>(width * height)].each(
        [&](std::uint64_t, std::uint64_t number) { tilings = number; });
    std::cout << tilings << '\n';
}
