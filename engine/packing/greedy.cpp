#include "packing/greedy.hpp"

#include <algorithm>
#include <numeric>

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

}  // namespace

std::vector<Placed> growing_square(const Pieces& pieces, const Counts& counts, const StopToken& stop) {
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    std::int64_t longest = 0;
    for (std::size_t t = 0; t < counts.size(); ++t)
        for (const Orientation& one : pieces.types()[t].orientations)
            longest = std::max<std::int64_t>(longest, std::max(one.width, one.height));
    // Pieces lie along the upper and the right border: sides grow with the number of pieces, not with its root.
    const std::int64_t side = longest * (all / 2 + 2);
    Field field(static_cast<int>(side), static_cast<int>(side));
    Counts left = counts;
    std::vector<Placed> placed;
    int width = 0, height = 0;
    std::int64_t covered = 0;
    for (std::int64_t n = 0; n < all && !stop.expired(); ++n) {
        Placed best{-1, 0, 0, 0};
        // Scores as fractions: (2.5 x cells - a b) a / b, numerator and denominator doubled.
        std::int64_t best_numerator = 0, best_denominator = 1;
        for (std::size_t t = 0; t < pieces.size(); ++t) {
            if (left[t] == 0) continue;
            const Type& type = pieces.types()[t];
            for (std::size_t o = 0; o < type.orientations.size(); ++o) {
                const Orientation& one = type.orientations[o];
                const auto consider = [&](int x, int y) {
                    if (!field.fits(one, x, y)) return;
                    const std::int64_t w = std::max(width, x + one.width), h = std::max(height, y + one.height);
                    const std::int64_t a = std::min(w, h), b = std::max(w, h);
                    // Below zero a longer box would look better; there the squarer one is.
                    const std::int64_t gain = 5 * (covered + type.area) - 2 * a * b;
                    const std::int64_t numerator = gain > 0 ? gain * a : -(2 * b * b + a) * b;
                    if (best.type >= 0 && numerator * best_denominator <= best_numerator * b) return;
                    best = {static_cast<std::int32_t>(t), static_cast<std::int32_t>(o), x, y};
                    best_numerator = numerator;
                    best_denominator = b;
                };
                // Slide down from above, then in from the right, as far as it goes.
                const auto slide_down = [&](int x) {
                    int y = height;
                    while (y > 0 && field.fits(one, x, y - 1)) --y;
                    consider(x, y);
                };
                const auto slide_left = [&](int y) {
                    int x = width;
                    while (x > 0 && field.fits(one, x - 1, y)) --x;
                    consider(x, y);
                };
                slide_down(0);
                slide_down(std::max(0, width - one.width));
                slide_left(0);
                slide_left(std::max(0, height - one.height));
            }
        }
        if (best.type < 0) break;
        const Type& type = pieces.types()[static_cast<std::size_t>(best.type)];
        const Orientation& one = type.orientations[static_cast<std::size_t>(best.orientation)];
        field.lay(one, best.x, best.y);
        width = std::max(width, best.x + one.width);
        height = std::max(height, best.y + one.height);
        covered += type.area;
        --left[static_cast<std::size_t>(best.type)];
        placed.push_back(best);
    }
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
