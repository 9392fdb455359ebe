#include "packing/greedy.hpp"

#include <algorithm>
#include <numeric>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

/// Cells of a box that are taken, with the lowest free row of each column.
class Field {
public:
    Field(int width, int height)
        : width_(width),
          height_(height),
          taken_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0),
          lowest_(static_cast<std::size_t>(width), 0) {}

    bool is_taken(int x, int y) const { return taken_[index(x, y)] != 0; }

    bool fits(const Orientation& orientation, int x, int y) const {
        return x >= 0 && y >= 0 && x + orientation.width <= width_ && y + orientation.height <= height_ &&
               std::none_of(orientation.cells.begin(), orientation.cells.end(),
                            [&](const Offset& cell) { return is_taken(x + cell.x, y + cell.y); });
    }

    void lay(const Orientation& orientation, int x, int y) {
        SHAPEWRIGHT_ASSERT(fits(orientation, x, y));
        for (const Offset& cell : orientation.cells) taken_[index(x + cell.x, y + cell.y)] = 1;
        for (const Offset& cell : orientation.cells) {
            int& lowest = lowest_[static_cast<std::size_t>(x + cell.x)];
            while (lowest < height_ && is_taken(x + cell.x, lowest)) ++lowest;
        }
    }

    /// The lowest row in which the orientation fits at column x, or -1.
    int lowest_fit(const Orientation& orientation, int x) const {
        int y = 0;
        for (const Offset& cell : orientation.cells)
            y = std::max(y, lowest_[static_cast<std::size_t>(x + cell.x)] - cell.y);
        for (; y + orientation.height <= height_; ++y)
            if (fits(orientation, x, y)) return y;
        return -1;
    }

    int touching(const Orientation& orientation, int x, int y) const {
        int count = 0;
        for (const Offset& cell : orientation.cells) {
            const int cx = x + cell.x, cy = y + cell.y;
            count += cx == 0 || is_taken(cx - 1, cy) ? 1 : 0;
            count += cx == width_ - 1 || is_taken(cx + 1, cy) ? 1 : 0;
            count += cy == 0 || is_taken(cx, cy - 1) ? 1 : 0;
            count += cy == height_ - 1 || is_taken(cx, cy + 1) ? 1 : 0;
        }
        return count;
    }

private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }

    int width_, height_;
    std::vector<std::uint8_t> taken_;
    std::vector<int> lowest_;
};

/// Cells that are taken, without a border: rows are as long as what lies in them.
class Plane {
public:
    bool fits(const Orientation& orientation, int x, int y) const {
        return std::none_of(orientation.cells.begin(), orientation.cells.end(), [&](const Offset& cell) {
            const auto column = static_cast<std::size_t>(x + cell.x), row = static_cast<std::size_t>(y + cell.y);
            return row < rows_.size() && column < rows_[row].size() && rows_[row][column] != 0;
        });
    }

    void lay(const Orientation& orientation, int x, int y) {
        SHAPEWRIGHT_ASSERT(x >= 0 && y >= 0 && fits(orientation, x, y));
        for (const Offset& cell : orientation.cells) {
            const auto column = static_cast<std::size_t>(x + cell.x), row = static_cast<std::size_t>(y + cell.y);
            if (row >= rows_.size()) rows_.resize(row + 1);
            if (column >= rows_[row].size()) rows_[row].resize(column + 1, 0);
            rows_[row][column] = 1;
        }
    }

private:
    std::vector<std::vector<std::uint8_t>> rows_;
};

/// A packing that grows piece by piece, as near to a square as can be.
class Square {
public:
    Square(const Pieces& pieces, const Counts& counts) : pieces_(pieces), left_(counts) {}

    /// The piece that keeps the score best; false if none fits.
    bool grow(std::vector<Placed>& placed) {
        best_ = {-1, 0, 0, 0};
        numerator_ = 0, denominator_ = 1;
        for (std::size_t t = 0; t < pieces_.size(); ++t)
            if (left_[t] != 0)
                for (std::size_t o = 0; o < pieces_.types()[t].orientations.size(); ++o) try_four_places(t, o);
        if (best_.type < 0) return false;
        const Type& type = pieces_.types()[static_cast<std::size_t>(best_.type)];
        const Orientation& one = type.orientations[static_cast<std::size_t>(best_.orientation)];
        field_.lay(one, best_.x, best_.y);
        width_ = std::max(width_, best_.x + one.width);
        height_ = std::max(height_, best_.y + one.height);
        covered_ += type.area;
        --left_[static_cast<std::size_t>(best_.type)];
        placed.push_back(best_);
        return true;
    }

private:
    /// Slid down from above at either end, then in from the right, as far as it goes.
    void try_four_places(std::size_t type, std::size_t orientation) {
        const Orientation& one = pieces_.types()[type].orientations[orientation];
        for (const int x : {0, std::max(0, width_ - one.width)}) {
            int y = height_;
            while (y > 0 && field_.fits(one, x, y - 1)) --y;
            consider(type, orientation, x, y);
        }
        for (const int y : {0, std::max(0, height_ - one.height)}) {
            int x = width_;
            while (x > 0 && field_.fits(one, x - 1, y)) --x;
            consider(type, orientation, x, y);
        }
    }

    void consider(std::size_t type, std::size_t orientation, int x, int y) {
        const Orientation& one = pieces_.types()[type].orientations[orientation];
        if (!field_.fits(one, x, y)) return;
        const std::int64_t w = std::max(width_, x + one.width), h = std::max(height_, y + one.height);
        const std::int64_t a = std::min(w, h), b = std::max(w, h);
        // Below zero a longer box would look better; there the squarer one is.
        const std::int64_t gain = 5 * (covered_ + pieces_.types()[type].area) - 2 * a * b;
        const std::int64_t numerator = gain > 0 ? gain * a : -(2 * b * b + a) * b;
        if (best_.type >= 0 && numerator * denominator_ <= numerator_ * b) return;
        best_ = {static_cast<std::int32_t>(type), static_cast<std::int32_t>(orientation), x, y};
        numerator_ = numerator;
        denominator_ = b;
    }

    const Pieces& pieces_;
    Counts left_;
    Plane field_;
    int width_ = 0, height_ = 0;
    std::int64_t covered_ = 0;
    Placed best_{};
    // Of the best score, (2.5 x cells - a b) a / b; both are doubled.
    std::int64_t numerator_ = 0, denominator_ = 1;
};

}  // namespace

std::vector<Placed> growing_square(const Pieces& pieces, const Counts& counts, const StopToken& stop) {
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    Square square(pieces, counts);
    std::vector<Placed> placed;
    for (std::int64_t n = 0; n < all && !stop.expired() && square.grow(placed); ++n) continue;
    return placed;
}

Outcome most_touching(const Pieces& pieces, int width, int height, const Counts& counts, Rng& rng,
                      std::uint64_t attempts, const StopToken& stop, std::vector<Placed>& placed) {
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
        Field field(width, height);
        Counts left = counts;
        placed.clear();
        while (static_cast<std::int64_t>(placed.size()) < all) {
            if (stop.expired()) return Outcome::stopped;
            int best_touching = -1;
            std::uint64_t ties = 0;
            Placed best;
            for (std::size_t t = 0; t < pieces.size(); ++t) {
                if (left[t] == 0) continue;
                const auto& orientations = pieces.types()[t].orientations;
                for (std::size_t o = 0; o < orientations.size(); ++o)
                    for (int x = 0; x + orientations[o].width <= width; ++x) {
                        const int y = field.lowest_fit(orientations[o], x);
                        if (y < 0) continue;
                        const int touching = field.touching(orientations[o], x, y);
                        if (touching < best_touching) continue;
                        ties = touching > best_touching ? 1 : ties + 1;
                        best_touching = touching;
                        if (rng.below(ties) == 0)
                            best = {static_cast<std::int32_t>(t), static_cast<std::int32_t>(o), x, y};
                    }
            }
            if (best_touching < 0) break;
            const auto type = static_cast<std::size_t>(best.type);
            field.lay(pieces.types()[type].orientations[static_cast<std::size_t>(best.orientation)], best.x, best.y);
            --left[type];
            placed.push_back(best);
        }
        if (static_cast<std::int64_t>(placed.size()) == all) return Outcome::found;
    }
    return Outcome::gave_up;
}

}  // namespace shapewright::packing
