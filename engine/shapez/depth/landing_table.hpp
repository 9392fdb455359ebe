// What one row of a top leaves on columns of given heights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shapez/depth/letters.hpp"

namespace shapewright::shapez {

/// What comes to lie where, and how high the columns are then. Above the limit all heights are alike: what comes to lie
/// there is lost.
struct Landing {
    Letters added = 0;          // what is left above the columns
    std::uint32_t key = 0;      // the number of that among all words without crystals
    std::uint32_t heights = 0;  // after it
};

/// Rows are numbered without crystals, which break: three kinds of cells to the power of the columns, 0 is empty.
class LandingTable {
public:
    explicit LandingTable(const LetterTables& letters);

    std::uint32_t rows() const { return rows_; }
    /// The number of different heights of all columns, the greatest of which are all at the limit.
    std::size_t heights() const { return heights_; }
    /// The number of the heights of a shape's columns, given as a word.
    std::size_t heights_of(Letters word) const {
        std::size_t number = 0;
        for (int c = 0; c < letters_.columns(); ++c) number = number * base_ + height_[letters_.column(word, c)];
        return number;
    }
    /// The same as heights of columns, and back.
    std::vector<int> listed(std::size_t number) const;
    std::size_t number_of(const std::vector<int>& heights) const;
    /// The number of a row of a packed shape.
    std::uint32_t row_of(std::uint32_t packed_row) const { return row_of_[packed_row]; }
    const Landing& at(std::uint32_t row, std::size_t heights) const { return table_[row * heights_ + heights]; }
    /// The number of a word without crystals among all such words.
    std::size_t key(Letters word) const;

private:
    Landing landed(std::uint32_t row, std::vector<int> heights) const;

    const LetterTables& letters_;
    std::size_t base_;  // heights of a column
    std::size_t heights_;
    std::uint32_t rows_;
    std::vector<std::uint8_t> height_;   // by content of a column
    std::vector<std::uint32_t> key_;     // by content of a column without crystals
    std::vector<std::uint32_t> row_of_;  // by packed row
    std::vector<Landing> table_;         // by row and heights
};

}  // namespace shapewright::shapez
