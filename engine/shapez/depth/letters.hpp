// Shapes of at most sixteen cells as words of letters, column by column, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shapewright::shapez {

/// A word of diagram/diagram.hpp for at most sixteen cells: two bits a cell, column by column from the highest bits
/// down, each from the bottom up.
using Letters = std::uint32_t;

class LetterTables {
public:
    LetterTables(int columns, int layers) : columns_(columns), layers_(layers) {
        const std::size_t contents = std::size_t{1} << column_bits(), rows = std::size_t{1} << row_bits();
        packed_.resize(static_cast<std::size_t>(columns) * contents);
        words_.resize(static_cast<std::size_t>(layers) * rows);
        for (int c = 0; c < columns; ++c) {
            for (int l = 0; l < layers; ++l) {
                const int in_column = 2 * (layers - 1 - l), in_row = 2 * c;
                const int in_packed = l * row_bits() + in_row, in_word = (columns - 1 - c) * column_bits() + in_column;
                for (std::size_t content = 0; content < contents; ++content)
                    packed_[static_cast<std::size_t>(c) * contents + content] |=
                        static_cast<std::uint32_t>(content >> in_column & 3) << in_packed;
                for (std::size_t row = 0; row < rows; ++row)
                    words_[static_cast<std::size_t>(l) * rows + row] |= static_cast<Letters>(row >> in_row & 3)
                                                                        << in_word;
            }
        }
    }

    int columns() const { return columns_; }
    int layers() const { return layers_; }
    int column_bits() const { return 2 * layers_; }
    int row_bits() const { return 2 * columns_; }
    int bits() const { return 2 * columns_ * layers_; }

    std::uint32_t column(Letters word, int c) const {
        return word >> ((columns_ - 1 - c) * column_bits()) & ((1U << column_bits()) - 1);
    }
    std::uint32_t row(std::uint32_t packed, int l) const {
        return packed >> (l * row_bits()) & ((1U << row_bits()) - 1);
    }
    std::uint32_t packed(Letters word) const {
        std::uint32_t result = 0;
        for (int c = 0; c < columns_; ++c)
            result |= packed_[(static_cast<std::size_t>(c) << column_bits()) + column(word, c)];
        return result;
    }
    Letters word(std::uint32_t packed) const {
        Letters result = 0;
        for (int l = 0; l < layers_; ++l)
            result |= words_[(static_cast<std::size_t>(l) << row_bits()) + row(packed, l)];
        return result;
    }

private:
    int columns_, layers_;
    std::vector<std::uint32_t> packed_;  // by column and its content
    std::vector<Letters> words_;         // by layer and its content
};

}  // namespace shapewright::shapez
