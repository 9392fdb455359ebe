#include "shapez/depth/landing_table.hpp"

#include <algorithm>

namespace shapewright::shapez {

namespace {

// Letters of cells.
constexpr std::uint32_t empty = 0, normal = 1, pin = 2, crystal = 3;

std::size_t power(std::size_t base, int exponent) {
    std::size_t result = 1;
    for (; exponent > 0; --exponent) result *= base;
    return result;
}

}  // namespace

LandingTable::LandingTable(const LetterTables& letters)
    : letters_(letters),
      base_(static_cast<std::size_t>(letters.layers()) + 1),
      heights_(power(base_, letters.columns())),
      rows_(static_cast<std::uint32_t>(power(3, letters.columns()))) {
    const int layers = letters.layers(), columns = letters.columns();
    for (std::uint32_t content = 0; content < 1U << letters.column_bits(); ++content) {
        int height = 0;
        std::uint32_t key = 0;
        for (int l = layers - 1; l >= 0; --l) {
            const std::uint32_t cell = content >> (2 * (layers - 1 - l)) & 3;
            if (cell != empty) height = std::max(height, l + 1);
            key = 3 * key + (cell == crystal ? 0 : cell);
        }
        height_.push_back(static_cast<std::uint8_t>(height));
        key_.push_back(key);
    }
    for (std::uint32_t packed = 0; packed < 1U << letters.row_bits(); ++packed) {
        std::uint32_t row = 0;
        for (int c = columns - 1; c >= 0; --c) {
            const std::uint32_t cell = packed >> (2 * c) & 3;
            row = 3 * row + (cell == crystal ? 0 : cell);
        }
        row_of_.push_back(row);
    }
    table_.resize(rows_ * heights_);
    for (std::size_t number = 0; number < heights_; ++number)
        for (std::uint32_t row = 0; row < rows_; ++row) table_[row * heights_ + number] = landed(row, listed(number));
}

std::size_t LandingTable::number_of(const std::vector<int>& heights) const {
    std::size_t number = 0;
    for (const int height : heights) number = number * base_ + static_cast<std::size_t>(height);
    return number;
}

std::vector<int> LandingTable::listed(std::size_t number) const {
    std::vector<int> heights(static_cast<std::size_t>(letters_.columns()));
    for (std::size_t c = heights.size(); c-- > 0; number /= base_) heights[c] = static_cast<int>(number % base_);
    return heights;
}

/// What a row of a top leaves on columns of these heights.
Landing LandingTable::landed(std::uint32_t row, std::vector<int> heights) const {
    const int columns = letters_.columns(), layers = letters_.layers();
    const auto column = [](int c) { return static_cast<std::size_t>(c); };
    std::vector<std::uint32_t> cells;
    for (int c = 0; c < columns; ++c, row /= 3) cells.push_back(row % 3);
    Landing result;
    const auto put = [&](int c, int at, std::uint32_t cell) {
        heights[column(c)] = std::min(at + 1, layers);
        if (at < layers) result.added |= cell << ((columns - 1 - c) * letters_.column_bits() + 2 * (layers - 1 - at));
    };
    const auto before = std::find_if(cells.begin(), cells.end(), [](std::uint32_t cell) { return cell != normal; });
    const int begin = before == cells.end() ? 0 : static_cast<int>(before - cells.begin());
    for (int k = 0; k < columns;) {  // from a column where no run goes on, if there is one
        const auto at = [&](int i) { return (begin + i) % columns; };
        if (cells[column(at(k))] != normal) {
            if (cells[column(at(k))] == pin) put(at(k), heights[column(at(k))], pin);
            ++k;
            continue;
        }
        int end = k, height = 0;
        for (; end < columns && cells[column(at(end))] == normal; ++end)
            height = std::max(height, heights[column(at(end))]);
        for (; k < end; ++k) put(at(k), height, normal);
    }
    result.key = static_cast<std::uint32_t>(key(result.added));
    result.heights = static_cast<std::uint32_t>(number_of(heights));
    return result;
}

std::size_t LandingTable::key(Letters word) const {
    const std::size_t contents = power(3, letters_.layers());
    std::size_t result = 0;
    for (int c = 0; c < letters_.columns(); ++c) result = result * contents + key_[letters_.column(word, c)];
    return result;
}

}  // namespace shapewright::shapez
