#include "stacking/question.hpp"

#include <bit>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/assert.hpp"
#include "stacking/profile.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t most_side = 64;
constexpr std::size_t most_orientations = 255;
constexpr std::uint64_t even_columns = 0x5555555555555555ULL;

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument("stacking: " + what);
}

int colour_excess(const Orientation& shape) {
    int excess = 0;
    for (std::size_t y = 0; y < shape.rows.size(); ++y) {
        const std::uint64_t row = shape.rows[y];
        const int even = std::popcount(row & even_columns);
        const int odd = std::popcount(row & ~even_columns);
        excess += y & 1 ? odd - even : even - odd;
    }
    return std::abs(excess);
}

}  // namespace

std::vector<int> Question::floor() const {
    std::vector<int> heights(static_cast<std::size_t>(width), 0);
    for (std::size_t y = 0; y < rows.size(); ++y)
        for (std::size_t x = 0; x < heights.size(); ++x)
            if (rows[y] >> x & 1) heights[x] = static_cast<int>(y) + 1;
    return heights;
}

Orientation make_orientation(std::vector<std::uint64_t> rows) {
    if (rows.empty() || rows.size() > most_side || rows.front() == 0 || rows.back() == 0)
        refuse("an orientation needs cells in its first and its last row");
    Orientation shape;
    shape.rows = std::move(rows);
    std::uint64_t all = 0;
    for (const std::uint64_t row : shape.rows) {
        all |= row;
        shape.area += std::popcount(row);
    }
    const int width = static_cast<int>(std::bit_width(all));
    if (std::popcount(all) != width) refuse("an orientation has a column without cells");
    for (int x = 0; x < width; ++x) {
        int bottom = -1;
        int top = 0;
        for (std::size_t y = 0; y < shape.rows.size(); ++y) {
            if ((shape.rows[y] >> x & 1) == 0) continue;
            if (bottom < 0) bottom = static_cast<int>(y);
            top = static_cast<int>(y) + 1;
        }
        shape.bottom.push_back(bottom);
        shape.top.push_back(top);
        shape.gaps += top - bottom;
    }
    shape.gaps -= shape.area;
    SHAPEWRIGHT_ASSERT(shape.gaps >= 0 && shape.width() == static_cast<int>(shape.top.size()));
    return shape;
}

Piece make_piece(const std::vector<std::vector<std::uint64_t>>& orientations) {
    if (orientations.empty() || orientations.size() > most_orientations) refuse("a piece has 1 to 255 orientations");
    Piece piece;
    for (const auto& rows : orientations) piece.orientations.push_back(make_orientation(rows));
    piece.area = piece.orientations[0].area;
    piece.colour_excess = colour_excess(piece.orientations[0]);
    for (const Orientation& shape : piece.orientations)
        if (shape.area != piece.area || colour_excess(shape) != piece.colour_excess)
            refuse("the orientations of a piece are not one shape");
    return piece;
}

void check(const Question& question) {
    if (question.width < 1 || question.width > most_width) refuse("the width must be 1 to 64");
    const std::uint64_t outside = question.width == most_width ? 0 : ~std::uint64_t{0} << question.width;
    if (question.rows.size() > most_spread) refuse("the board must have at most 255 rows");
    for (const std::uint64_t row : question.rows)
        if ((row & outside) != 0) refuse("the board has cells beside the grid");
    for (const std::uint32_t piece : question.sequence)
        if (piece >= question.pieces.size()) refuse("the sequence has an unknown piece");
}

}  // namespace shapewright::stacking
