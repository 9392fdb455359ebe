// How a net is worked off; local to the file that includes it, like solve/dead_boards.hpp.
//
// Sums, products, quotients and roots of floating-point numbers are the same on every machine, the library's exp is
// not: so there is one here, and the files that include this one must not fuse products and sums.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "clear/nets/net.hpp"
#include "clear/solve/dead_boards.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"

namespace shapewright::clear {
namespace {

/// e^x for |x| <= 700, exact but for rounding.
inline double exponential(double x) {
    SHAPEWRIGHT_ASSERT(std::abs(x) <= 700);
    constexpr double one_by_log2 = 1.4426950408889634;
    // log 2 in two parts; the first has so few digits that its multiples are exact.
    constexpr double log2_high = 6.93147180369123816490e-01, log2_low = 1.90821492927058770002e-10;
    const double power = std::floor(x * one_by_log2 + 0.5);
    const double rest = (x - power * log2_high) - power * log2_low;
    double sum = 1;  // the series of e^rest, |rest| < 0.35, from its small end
    for (int k = 14; k > 0; --k) sum = 1 + sum * rest / k;
    return std::ldexp(sum, static_cast<int>(power));
}

/// As neat-python has them.
inline double activated(Activation activation, double z) {
    switch (activation) {
        case Activation::identity:
            return z;
        case Activation::relu:
            return z > 0 ? z : 0;
        case Activation::abs:
            return std::abs(z);
        case Activation::clamped:
            return std::clamp(z, -1.0, 1.0);
        case Activation::hat:
            return std::max(0.0, 1 - std::abs(z));
        case Activation::tanh: {
            const double grown = exponential(2 * std::clamp(2.5 * z, -60.0, 60.0));
            return (grown - 1) / (grown + 1);
        }
        case Activation::sigmoid:
            return 1 / (1 + exponential(-std::clamp(5 * z, -60.0, 60.0)));
        case Activation::gauss: {
            const double near = std::clamp(z, -3.4, 3.4);
            return exponential(-5 * (near * near));
        }
    }
    return z;
}

inline double worked_off(const Net& net, const double* board) {
    std::array<double, features + Net::most_nodes> values;
    std::copy_n(board, features, values.begin());
    std::size_t at = 0, node = features;
    for (const Net::Step& step : net.steps()) {
        double sum = 0;
        for (; at < step.end; ++at) sum += values[net.inputs()[at].from] * net.inputs()[at].weight;
        SHAPEWRIGHT_ASSERT(at == step.end && net.inputs().size() >= step.end);
        values[node++] = activated(step.activation, step.bias + sum);
    }
    return values[node - 1];
}

/// The cells whose x + y is even.
template <typename Set>
constexpr Set dark_cells = [] {
    Set result(0);
    for (int y = 0; y < Masks<Set>::rows; ++y)
        for (int x = y % 2; x < columns; x += 2) result |= Set(1) << (x + columns * y);
    return result;
}();

/// The rows of a low board whose number has that bit.
constexpr Board rows_with(int bit) {
    Board result = 0;
    for (int y = 0; y < low_rows; ++y)
        if ((y >> bit & 1) != 0) result |= full_row << (columns * y);
    return result;
}

/// The sum of the squared heights of columns, from the cells in them up to their tops: h^2 = 1 + 3 + ... + (2h - 1).
inline int sum_of_squares(Board under, int) {
    const int rows =
        cells_in(under & rows_with(0)) + 2 * cells_in(under & rows_with(1)) + 4 * cells_in(under & rows_with(2));
    return 2 * rows + cells_in(under);
}
inline int sum_of_squares(const TallBoard& under, int height) {
    int result = 0;
    for (int y = 0; y < height; ++y) {
        const TallBoard row = TallBoard(full_row) << (columns * y);
        result += (2 * y + 1) * cells_in(under & row);
    }
    return result;
}

/// The height of the highest column.
inline int top_of(Board board, int) {
    return (static_cast<int>(std::bit_width(board)) + columns - 1) / columns;
}
inline int top_of(const TallBoard& board, int height) {
    while (height > 0 && !any(board & (TallBoard(full_row) << (columns * (height - 1))))) --height;
    return height;
}

/// Calls `tell(feature, number)` for each feature of which `seen` has a bit, with its number before it is divided by
/// ten: a whole one but for `heights`. The board has no cell in or above row `height`, and no full row.
template <typename Set, typename Tell>
void look_at(const Set& board, int height, unsigned seen, Tell tell) {
    SHAPEWRIGHT_ASSERT(0 <= height && height <= Masks<Set>::rows &&
                       !any(static_cast<Set>(board & ~masks<Set>.low[static_cast<std::size_t>(height)])));
    const Masks<Set>& s = masks<Set>;
    const auto rows = static_cast<std::size_t>(height);
    const Set& inside = s.low[rows];
    const Set empty = inside & ~board;
    const Set under = and_below(board);
    const auto wanted = [&](Feature feature) { return (seen >> static_cast<unsigned>(feature) & 1) != 0; };
    if (wanted(Feature::heights)) tell(Feature::heights, std::sqrt(static_cast<double>(sum_of_squares(under, height))));
    if (wanted(Feature::top)) tell(Feature::top, top_of(board, height));
    if (wanted(Feature::covered)) tell(Feature::covered, cells_in(under & empty));
    if (wanted(Feature::depth)) {
        int depth = 0;
        Set above = under;
        for (int k = 1; k < height; ++k) {
            above = above >> columns;
            depth += cells_in(empty & above);
        }
        tell(Feature::depth, depth);
    }
    if (wanted(Feature::buried)) tell(Feature::buried, cells_in(empty & (under >> (2 * columns))));
    if (wanted(Feature::pits))
        tell(Feature::pits, cells_in(empty & ((board << 1) | s.first) & ((board >> 1) | s.last)));
    if (wanted(Feature::row_transitions))
        tell(Feature::row_transitions, cells_in(differing(board, Set(board >> 1)) & s.not_last & inside));
    if (wanted(Feature::column_transitions)) {
        const Set& lower = s.low[rows > 0 ? rows - 1 : 0];
        tell(Feature::column_transitions, cells_in(differing(board, Set(board >> columns)) & lower));
    }
    const int number = cells_in(empty);
    if (wanted(Feature::empty)) tell(Feature::empty, number);
    if (wanted(Feature::checkerboard))
        tell(Feature::checkerboard, std::abs(2 * cells_in(empty & dark_cells<Set>) - number));
    if (wanted(Feature::column_parity)) tell(Feature::column_parity, std::abs(2 * cells_in(empty & s.even) - number));
    if (wanted(Feature::closed_borders)) {
        const unsigned open = lowest_row_of(and_below(empty & (empty >> 1))) & 0x1ff;
        tell(Feature::closed_borders, 9 - count_bits(open));
    }
    if (wanted(Feature::rows)) tell(Feature::rows, height);
}

/// What a search orders boards by: the output in whole numbers, `Net::scale` to one.
template <typename Set>
int badness(const Net& net, const Set& board, int height) {
    if (net.is_sum()) {
        const Net::Sum& sum = net.sum();
        std::int64_t result = sum.bias;
        look_at(board, height, net.seen(), [&](Feature feature, auto number) {
            const std::int64_t weight = sum.weights[static_cast<std::size_t>(feature)];
            if constexpr (std::is_same_v<decltype(number), double>)
                result += static_cast<std::int64_t>(number * static_cast<double>(weight));
            else
                result += number * weight;
        });
        return static_cast<int>(result >> Net::fine_bits);
    }
    std::array<double, features> values;
    look_at(board, height, net.seen(),
            [&](Feature feature, double number) { values[static_cast<std::size_t>(feature)] = number / columns; });
    return static_cast<int>(worked_off(net, values.data()) * Net::scale);
}

}  // namespace
}  // namespace shapewright::clear
