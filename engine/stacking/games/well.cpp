#include "stacking/games/well.hpp"

#include <algorithm>
#include <stdexcept>

namespace shapewright::stacking {

namespace {

using Rows = std::vector<std::uint64_t>;

Rows turned_over(const Rows& rows, int width) {
    Rows result(rows.size(), 0);
    for (std::size_t y = 0; y < rows.size(); ++y)
        for (int x = 0; x < width; ++x)
            if ((rows[y] >> x & 1) != 0) result[y] |= std::uint64_t{1} << (width - 1 - x);
    return result;
}

}  // namespace

Well::Well(int width, int height, const std::vector<std::vector<Rows>>& pieces) : width_(width), height_(height) {
    if (width < 1 || height < 1 || width > 64 || height > 64 || width * height > 64)
        throw std::invalid_argument("a well has 1 to 64 cells");
    const std::uint64_t mask_of_well = ~std::uint64_t{0} >> (64 - width * height);
    row_ = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    for (int y = 0; y < height; ++y) first_column_ |= std::uint64_t{1} << y * width;
    for (std::size_t cells = 0; cells < rows_of_.size(); ++cells)
        rows_of_[cells] = static_cast<std::uint8_t>((static_cast<int>(cells) + width - 1) / width);
    for (const auto& orientations : pieces) {
        std::vector<Placement> found;
        for (std::size_t number = 0; number < orientations.size(); ++number) {
            const Orientation shape = make_orientation(orientations[number]);
            if (shape.height() > height) continue;
            const int falls = height - shape.height();
            for (int column = 0; column + shape.width() <= width; ++column) {
                std::uint64_t mask = 0;
                for (int y = 0; y < shape.height(); ++y)
                    mask |= shape.rows[static_cast<std::size_t>(y)] << column << (y + falls) * width;
                std::uint64_t way = mask;
                for (int y = 1; y < shape.height(); ++y) way |= way << width & mask_of_well;
                found.push_back(
                    {mask, way, falls, static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(column)});
            }
        }
        placements_.push_back(std::move(found));
    }
    find_mirror_images(pieces);
}

std::uint64_t Well::cleared(std::uint64_t board) const {
    for (int y = height_ - 1; y >= 0; --y) {
        const int low = y * width_;
        if ((board >> low & row_) != row_) continue;
        const std::uint64_t below = board & ((std::uint64_t{1} << low) - 1);
        const std::uint64_t above = y + 1 == height_ ? 0 : board >> (low + width_) << low;
        board = above | below;
    }
    return board;
}

std::uint64_t Well::mirrored(std::uint64_t board) const {
    std::uint64_t result = 0;
    for (int x = 0; x < width_; ++x) result |= (board >> x & first_column_) << (width_ - 1 - x);
    return result;
}

void Well::find_mirror_images(const std::vector<std::vector<Rows>>& pieces) {
    const auto forms = [](std::vector<Rows> orientations) {
        std::sort(orientations.begin(), orientations.end());
        return orientations;
    };
    for (const auto& piece : pieces) {
        std::vector<Rows> over;
        for (const Rows& rows : piece) over.push_back(turned_over(rows, make_orientation(rows).width()));
        over = forms(std::move(over));
        const auto image =
            std::find_if(pieces.begin(), pieces.end(), [&](const auto& other) { return forms(other) == over; });
        if (image == pieces.end()) {
            mirror_images_.clear();
            return;
        }
        mirror_images_.push_back(static_cast<int>(image - pieces.begin()));
    }
}

}  // namespace shapewright::stacking
