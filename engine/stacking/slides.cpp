#include "stacking/slides.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/bits.hpp"

namespace shapewright::stacking {

namespace {

std::uint64_t shifted(std::uint64_t columns, int by) {
    if (by >= 64 || by <= -64) return 0;
    return by >= 0 ? columns << by : columns >> -by;
}

/// The columns of `free` that are connected with one of `columns`.
std::uint64_t spread(std::uint64_t columns, std::uint64_t free) {
    columns &= free;
    for (std::uint64_t before = 0; before != columns;) {
        before = columns;
        columns |= (columns << 1 | columns >> 1) & free;
    }
    return columns;
}

}  // namespace

Slides::Slides(const Question& question, std::vector<std::vector<Facing>> facings)
    : width_(question.width), pieces_(question.pieces), facings_(std::move(facings)) {
    if (facings_.size() != pieces_.size())
        throw std::invalid_argument("stacking: each piece needs the list of its facings");
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        const auto number = static_cast<int>(facings_[k].size());
        int reach = 0;
        for (const Facing& facing : facings_[k]) {
            if (facing.orientation < 0 || facing.orientation >= static_cast<int>(pieces_[k].orientations.size()))
                throw std::invalid_argument("stacking: a facing has an unknown orientation");
            for (const int to : facing.neighbours) {
                if (to < -1 || to >= number) throw std::invalid_argument("stacking: a facing has an unknown neighbour");
                if (to >= 0) reach = std::max(reach, facing.y - facings_[k][static_cast<std::size_t>(to)].y);
            }
        }
        reach_.push_back(reach);
    }
}

/// The first so many columns.
std::uint64_t Slides::columns(int number) const {
    return number <= 0 ? 0 : ~std::uint64_t{0} >> (64 - number);
}

void Slides::find_fits(const Piece& piece, std::span<const std::uint64_t> rows, std::size_t levels) {
    fits_.resize(std::max(fits_.size(), piece.orientations.size()));
    for (std::size_t o = 0; o < piece.orientations.size(); ++o) {
        const Orientation& shape = piece.orientations[o];
        const std::uint64_t inside = columns(width_ - shape.width() + 1);
        fits_[o].assign(levels, inside);
        for (std::size_t y = 0; y < levels; ++y)
            for (std::size_t k = 0; k < shape.rows.size() && y + k < rows.size(); ++k)
                each_bit(shape.rows[k], [&](std::size_t x) { fits_[o][y] &= ~(rows[y + k] >> x); });
    }
}

/// All positions that are reached from above the stack.
void Slides::flood(const std::vector<Facing>& facings, std::size_t height, std::size_t levels) {
    SHAPEWRIGHT_ASSERT(height < levels);
    reached_.resize(std::max(reached_.size(), facings.size()));
    for (std::size_t f = 0; f < facings.size(); ++f) {
        reached_[f].assign(levels, 0);
        const auto& fits = fits_[static_cast<std::size_t>(facings[f].orientation)];
        for (std::size_t y = height; y < levels; ++y) reached_[f][y] = fits[y];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t f = 0; f < facings.size(); ++f) {
            const Facing& facing = facings[f];
            const auto& fits = fits_[static_cast<std::size_t>(facing.orientation)];
            std::vector<std::uint64_t>& reached = reached_[f];
            for (std::size_t y = levels; y-- > 0;) {
                const std::uint64_t above = y + 1 < levels ? reached[y + 1] : 0;
                reached[y] = spread(reached[y] | above, fits[y]);
                if (reached[y] == 0) continue;
                for (const int to : facing.neighbours) {
                    if (to < 0) continue;
                    const Facing& other = facings[static_cast<std::size_t>(to)];
                    const auto row = static_cast<std::ptrdiff_t>(y) + other.y - facing.y;
                    if (row < 0 || row >= static_cast<std::ptrdiff_t>(levels)) continue;
                    const auto at = static_cast<std::size_t>(row);
                    const std::uint64_t turned = shifted(reached[y], other.x - facing.x) &
                                                 fits_[static_cast<std::size_t>(other.orientation)][at];
                    std::uint64_t& there = reached_[static_cast<std::size_t>(to)][at];
                    if ((turned & ~there) == 0) continue;
                    there |= turned;
                    changed = true;
                }
            }
        }
    }
}

std::span<const Slides::Rest> Slides::rests(std::uint32_t piece, std::span<const std::uint64_t> rows) {
    const Piece& kind = pieces_[piece];
    const std::vector<Facing>& facings = facings_[piece];
    const std::size_t height = rows.size();
    const std::size_t levels = height + static_cast<std::size_t>(reach_[piece]) + 1;
    find_fits(kind, rows, levels);
    rests_.clear();
    // Where nothing fits below the place of a straight fall, nothing has to be flooded.
    bool hidden = false;
    for (std::size_t o = 0; o < kind.orientations.size() && !hidden; ++o) {
        std::uint64_t falls = fits_[o][height];
        for (std::size_t y = height; y-- > 0 && !hidden;) {
            falls &= fits_[o][y];
            hidden = (fits_[o][y] & ~falls) != 0;
        }
    }
    if (hidden) flood(facings, height, levels);
    for (std::size_t o = 0; o < kind.orientations.size(); ++o) {
        const std::size_t first = rests_.size();
        std::uint64_t falls = fits_[o][height];
        for (std::size_t y = height + 1; y-- > 0;) {
            falls &= fits_[o][y];
            std::uint64_t here = falls;
            if (hidden)
                for (std::size_t f = 0; f < facings.size(); ++f)
                    if (facings[f].orientation == static_cast<int>(o)) here |= reached_[f][y];
            if (y > 0) here &= ~fits_[o][y - 1];
            SHAPEWRIGHT_ASSERT((here & ~fits_[o][y]) == 0);
            each_bit(here, [&](std::size_t x) {
                rests_.push_back(
                    {static_cast<std::uint8_t>(o), static_cast<std::uint8_t>(x), static_cast<std::uint16_t>(y)});
            });
        }
        std::stable_sort(rests_.begin() + static_cast<std::ptrdiff_t>(first), rests_.end(),
                         [](const Rest& a, const Rest& b) { return a.column < b.column; });
    }
    return rests_;
}

void Slides::fill_enclosed(std::vector<std::uint64_t>& rows) const {
    const std::uint64_t all = columns(width_);
    std::vector<std::uint64_t> open(rows.size() + 1, 0);
    open[rows.size()] = all;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t y = rows.size(); y-- > 0;) {
            const std::uint64_t below = y > 0 ? open[y - 1] : 0;
            const std::uint64_t found = spread(open[y] | open[y + 1] | below, all & ~rows[y]);
            changed = changed || (found & ~open[y]) != 0;
            open[y] = found;
        }
    }
    SHAPEWRIGHT_ASSERT(open.size() == rows.size() + 1);
    for (std::size_t y = 0; y < rows.size(); ++y) rows[y] |= all & ~open[y];
}

}  // namespace shapewright::stacking
