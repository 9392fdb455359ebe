// Gaussian elimination along a sweep: the columns of white squares, and the rows of black ones that are still open.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace shapewright::planar {

inline constexpr std::uint32_t none = ~std::uint32_t{0};

/// The columns of the white squares up to some place, with those of the rows that have neighbours further on. Which of
/// the places hold something is kept as bits, so that sparse columns stay cheap.
template <typename Value>
struct Space {
    struct Column {
        std::uint32_t white = 0;
        std::vector<Value> values;        // by place
        std::vector<std::uint64_t> held;  // places that may not be 0
    };
    std::vector<std::uint32_t> blacks;  // by place; `none` is free
    std::vector<Column> columns;

    explicit Space(std::size_t places) : blacks(places, none) {}

    std::size_t place(std::uint32_t black) const {
        return static_cast<std::size_t>(std::find(blacks.begin(), blacks.end(), black) - blacks.begin());
    }

    template <typename Visit>
    static void each_held(const Column& column, Visit visit) {
        each_bit(column.held.data(), column.held.size(), visit);
    }
    static bool holds(const Column& column, std::size_t place) {
        return (column.held[place / 64] >> place % 64 & 1) != 0;
    }
    static std::size_t number_held(const Column& column) {
        std::size_t number = 0;
        for (const std::uint64_t word : column.held) number += static_cast<std::size_t>(std::popcount(word));
        return number;
    }

    /// The column of one more white square; its black neighbours get places.
    template <typename Entries, typename Number>
    void add(std::uint32_t white, const Entries& entries, Number number) {
        Column column{white, std::vector<Value>(blacks.size()), std::vector<std::uint64_t>((blacks.size() + 63) / 64)};
        for (const auto& [black, value] : entries) {
            std::size_t at = place(black);
            if (at == blacks.size()) {
                at = place(none);
                blacks[at] = black;
            }
            column.values[at] = number(value);
            column.held[at / 64] |= std::uint64_t{1} << at % 64;
        }
        columns.push_back(std::move(column));
    }

    /// Takes a row and a column that is not 0 there away, the row being made 0 in all others first by
    /// subtract(value, factor, value of the column), with factor = quotient(value in the row).
    template <typename Quotient, typename Subtract>
    void eliminate(std::size_t row, std::size_t pivot, Quotient quotient, Subtract subtract) {
        std::swap(columns[pivot], columns.back());
        const Column taken = std::move(columns.back());
        columns.pop_back();
        blacks[row] = none;
        for (Column& column : columns) {
            if (!holds(column, row)) continue;
            const Value factor = quotient(column.values[row]);
            each_held(taken, [&](std::size_t at) { subtract(column.values[at], factor, taken.values[at]); });
            for (std::size_t word = 0; word < column.held.size(); ++word) column.held[word] |= taken.held[word];
            column.values[row] = Value{};
            column.held[row / 64] &= ~(std::uint64_t{1} << row % 64);
        }
    }
};

/// How many black squares have neighbours on both sides of some place of the sweep, at most, and those just met.
inline std::size_t most_places(std::span<const std::uint32_t> first, std::span<const std::uint32_t> last,
                               std::size_t whites) {
    std::vector<std::ptrdiff_t> change(whites + 1);
    for (std::size_t black = 0; black < first.size(); ++black) {
        if (first[black] == none) continue;
        ++change[first[black]];
        --change[last[black] + 1];
    }
    std::ptrdiff_t now = 0, most = 0;
    for (const std::ptrdiff_t by : change) most = std::max(most, now += by);
    return static_cast<std::size_t>(most);
}

/// For each white square the black ones whose last neighbour it is.
inline std::vector<std::vector<std::uint32_t>> finished_at(std::span<const std::uint32_t> last, std::size_t whites) {
    std::vector<std::vector<std::uint32_t>> result(whites);
    for (std::uint32_t black = 0; black < last.size(); ++black)
        if (last[black] != none) result[last[black]].push_back(black);
    return result;
}

/// Whether a permutation is odd.
inline bool is_odd(std::vector<std::uint32_t> to) {
    bool odd = false;
    for (std::uint32_t at = 0; at < to.size(); ++at) {
        while (to[at] != at) {
            const std::uint32_t other = to[at];
            std::swap(to[at], to[other]);
            odd = !odd;
        }
    }
    return odd;
}

}  // namespace shapewright::planar
