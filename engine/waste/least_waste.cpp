#include "waste/least_waste.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

namespace shapewright::waste {

namespace {

// So many profiles of whole rows are remembered to see whether they come again.
constexpr std::size_t most_remembered = 4'000'000;
constexpr std::uint64_t between_looks = 4096;

using Cells = std::set<std::pair<int, int>>;

struct Size {
    int width = 0;
    int height = 0;
};

Size size_of(const std::vector<Cell>& cells) {
    Size size;
    for (const Cell& cell : cells) {
        size.width = std::max(size.width, cell.x + 1);
        size.height = std::max(size.height, cell.y + 1);
    }
    return size;
}

bool is_half_turned(const Kind& kind) {
    std::set<Cells> as_it_is, turned;
    for (const std::vector<Cell>& one : kind.orientations) {
        const Size size = size_of(one);
        Cells here, there;
        for (const Cell& cell : one) {
            here.emplace(cell.x, cell.y);
            there.emplace(size.width - 1 - cell.x, size.height - 1 - cell.y);
        }
        as_it_is.insert(here);
        turned.insert(there);
    }
    return as_it_is == turned;
}

}  // namespace

bool LeastWaste::fits(const std::vector<Kind>& kinds, int width) {
    if (width < 1 || width > 64) return false;
    for (const Kind& kind : kinds) {
        if (kind.waste < 0) continue;
        for (const std::vector<Cell>& one : kind.orientations)
            if (const int height = size_of(one).height; height > 64 || height * width > 64) return false;
    }
    return true;
}

LeastWaste::LeastWaste(const std::vector<Kind>& kinds, int empty, int width)
    : empty_(empty), width_(width), options_(static_cast<std::size_t>(std::max(width, 0))) {
    if (!fits(kinds, width)) throw std::invalid_argument("a profile of this width does not fit a word");
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const int waste = kinds[k].waste;
        if (waste < 0) continue;
        half_turned_ = half_turned_ && is_half_turned(kinds[k]);
        for (std::size_t turn = 0; turn < kinds[k].orientations.size(); ++turn) {
            const std::vector<Cell>& cells = kinds[k].orientations[turn];
            const Size size = size_of(cells);
            tallest_ = std::max(tallest_, size.height);
            if (waste > 0) tallest_wasteful_ = std::max(tallest_wasteful_, size.height);
            if (size.width > width) continue;
            const int first = cells.front().x;
            Mask mask = 0;
            for (const Cell& cell : cells) mask |= Mask{1} << (cell.y * width + cell.x - first);
            for (int x = first; x + size.width - first <= width; ++x)
                options_[static_cast<std::size_t>(x)].push_back(
                    {mask, waste, size.height,
                     Laid{static_cast<std::int32_t>(k), static_cast<std::int32_t>(turn), x - first, 0}});
        }
    }
}

/// The profiles whose first free cell is the same: what is filled from the beginning of its row on.
struct LeastWaste::Profiles {
    std::vector<Mask> filled;
    std::vector<int> waste;

    void add(Mask mask, int wasted) {
        SHAPEWRIGHT_ASSERT(wasted >= 0 && filled.size() == waste.size());
        std::uint32_t& slot = index_.slot(hashed(mask), [&](std::uint32_t k) { return filled[k] == mask; });
        if (slot != index_.none) {
            waste[slot] = std::min(waste[slot], wasted);
            return;
        }
        slot = static_cast<std::uint32_t>(filled.size());
        filled.push_back(mask);
        waste.push_back(wasted);
        if (index_.is_full(filled.size())) index_.grow(filled.size(), [&](std::size_t k) { return hashed(filled[k]); });
    }

    void clear() {
        filled.clear();
        waste.clear();
        index_.reset(64);
    }

private:
    FlatIndex<> index_;
};

/// Profiles by the cell that is the first free one, of the row that is filled and of those that pieces reach from it.
class LeastWaste::Sweep {
public:
    static constexpr int no_end = std::numeric_limits<int>::max() / 2;

    explicit Sweep(const LeastWaste& of, bool keeps = false)
        : of_(of),
          row_mask_(of.width_ == 64 ? ~Mask{0} : (Mask{1} << of.width_) - 1),
          ring_(static_cast<std::size_t>(of.width_) * static_cast<std::size_t>(of.tallest_ + 1)),
          keeps_(keeps) {
        at(0, 0).add(0, 0);
    }

    /// Every profile of this row becomes what a piece, or one more empty cell, makes of it. `allowed(row)` is what may
    /// be wasted before that row is filled; no piece reaches beyond `height` rows.
    template <typename Allowed>
    Outcome fill_row(int height, const Allowed& allowed, std::uint64_t work, const StopToken& stop) {
        for (int x = 0; x < of_.width_; ++x) {
            Profiles& here = at(row_, x);
            SHAPEWRIGHT_ASSERT(std::all_of(here.filled.begin(), here.filled.end(),
                                           [x](Mask filled) { return (filled >> x & 1) == 0; }));
            const auto reach = [&](Mask filled, int waste) {
                const int rows = without_full_rows(filled);
                if (waste > allowed(row_ + rows)) return;
                ++reached_;
                at(row_ + rows, first_free(filled)).add(filled, waste);
            };
            for (std::size_t k = 0; k < here.filled.size(); ++k) {
                if (k % between_looks == 0 && (stop.expired() || reached_ > work))
                    return reached_ > work ? Outcome::gave_up : Outcome::stopped;
                const Mask filled = here.filled[k];
                const int waste = here.waste[k];
                if (of_.empty_ >= 0) reach(filled | Mask{1} << x, waste + of_.empty_);
                for (const Option& option : of_.options_[static_cast<std::size_t>(x)])
                    if ((filled >> x & option.mask) == 0 && row_ + option.height <= height)
                        reach(filled | option.mask << x, waste + option.waste);
            }
            if (keeps_) kept_.emplace_back(here.filled, here.waste);
            here.clear();
        }
        ++row_;
        return Outcome::found;
    }

    /// The least waste of all profiles; no_end if there are none.
    int least() const {
        int found = no_end;
        for (const Profiles& one : ring_)
            for (const int waste : one.waste) found = std::min(found, waste);
        return found;
    }

    /// The waste of a box of the rows that are filled; no_end if it cannot be filled.
    int of_box() {
        const Profiles& here = at(row_, 0);
        for (std::size_t k = 0; k < here.filled.size(); ++k)
            if (here.filled[k] == 0) return here.waste[k];
        return no_end;
    }

    /// The packing of the rows that are filled whose waste is `of_box`; all profiles were kept.
    std::vector<Laid> packing() {
        std::vector<Laid> found;
        int row = row_, x = 0, waste = of_box();
        SHAPEWRIGHT_ASSERT(keeps_ && waste != no_end);
        Mask filled = 0;
        while (row > 0 || x > 0) step_back(row, x, filled, waste, found);
        return found;
    }

    /// All profiles and what they waste beyond the least waste, in order.
    std::vector<std::pair<std::pair<int, Mask>, int>> beyond(int least) {
        std::vector<std::pair<std::pair<int, Mask>, int>> found;
        for (int rows = 0; rows <= of_.tallest_; ++rows)
            for (int x = 0; x < of_.width_; ++x) {
                const Profiles& here = at(row_ + rows, x);
                for (std::size_t k = 0; k < here.filled.size(); ++k)
                    found.push_back({{rows, here.filled[k]}, here.waste[k] - least});
            }
        std::sort(found.begin(), found.end());
        return found;
    }

private:
    /// The profile before the last piece, or the last empty cell: one that was kept and wastes as much less.
    void step_back(int& row, int& x, Mask& filled, int& waste, std::vector<Laid>& found) const {
        const int cells = row * of_.width_ + x;
        for (int first = cells - 1; first >= 0 && first >= cells - of_.width_ * of_.tallest_; --first) {
            const int start = first / of_.width_, column = first % of_.width_, rows = row - start;
            // Everything before the first free cell is filled; what lies beyond a word is of no piece from here.
            const int shift = rows * of_.width_;
            Mask all = shift >= 64 ? 0 : filled << shift;
            if (filled != 0 && (shift >= 64 || all >> shift != filled)) continue;
            for (int k = 0; k < rows && k * of_.width_ < 64; ++k) all |= row_mask_ << (k * of_.width_);
            SHAPEWRIGHT_ASSERT(static_cast<std::size_t>(first) < kept_.size());
            const auto& kept = kept_[static_cast<std::size_t>(first)];
            const auto came_from = [&](Mask piece, int wasted) {
                const Mask before = all & ~piece;
                for (std::size_t k = 0; k < kept.first.size(); ++k) {
                    if (kept.first[k] != before || kept.second[k] + wasted != waste) continue;
                    row = start, x = column, filled = before, waste -= wasted;
                    return true;
                }
                return false;
            };
            for (const Option& option : of_.options_[static_cast<std::size_t>(column)]) {
                const Mask piece = option.mask << column;
                if ((piece & ~all) != 0 || !came_from(piece, option.waste)) continue;
                found.push_back(option.laid);
                found.back().y = row;
                return;
            }
            if (of_.empty_ >= 0 && came_from(Mask{1} << column, of_.empty_)) return;
        }
        throw std::runtime_error("a profile was reached from nowhere");
    }

    /// Takes full rows away, and says how many there were.
    int without_full_rows(Mask& filled) const {
        int rows = 0;
        for (; (filled & row_mask_) == row_mask_; ++rows) filled = of_.width_ == 64 ? 0 : filled >> of_.width_;
        return rows;
    }

    Profiles& at(int row, int x) {
        return ring_[(static_cast<std::size_t>(row) * static_cast<std::size_t>(of_.width_) +
                      static_cast<std::size_t>(x)) %
                     ring_.size()];
    }
    static int first_free(Mask filled) {
        SHAPEWRIGHT_ASSERT(~filled != 0);
        int x = 0;
        while (filled >> x & 1) ++x;
        return x;
    }

    const LeastWaste& of_;
    const Mask row_mask_;
    std::vector<Profiles> ring_;
    const bool keeps_;
    std::vector<std::pair<std::vector<Mask>, std::vector<int>>> kept_;
    int row_ = 0;
    std::uint64_t reached_ = 0;
};

Outcome LeastWaste::within(int height, int allowed, std::uint64_t work, const StopToken& stop,
                           std::vector<Laid>* packing) {
    Sweep sweep(*this, packing != nullptr);
    // Turned by half, a packing begins with its last rows. What pieces waste that begin in its first rows and what
    // those waste that begin, from the other end, in its last rows adds up, where no piece can do both.
    std::vector<int> ends{0};
    for (int row = 0; row < height; ++row) {
        const auto before = [&](int filled) {
            const int last = height - filled - 1 - (tallest_wasteful_ - 1);
            if (!half_turned_ || last <= 0) return allowed;
            return allowed - ends[std::min(static_cast<std::size_t>(last), ends.size() - 1)];
        };
        const Outcome outcome = sweep.fill_row(height, before, work, stop);
        if (outcome != Outcome::found) return outcome;
        ends.push_back(sweep.least());
        if (ends.back() > allowed) return Outcome::none;
    }
    if (sweep.of_box() > allowed) return Outcome::none;
    if (packing != nullptr) *packing = sweep.packing();
    return Outcome::found;
}

LeastWaste::Heights LeastWaste::heights(int most, std::uint64_t work, const StopToken& stop) {
    Sweep sweep(*this);
    Heights found{{0}, 0, 0};
    std::map<std::vector<std::pair<std::pair<int, Mask>, int>>, std::pair<int, int>> known;
    std::size_t remembered = 0;
    const auto all = [](int) { return Sweep::no_end - 1; };
    for (int row = 0; row < most; ++row) {
        if (sweep.fill_row(Sweep::no_end, all, work, stop) != Outcome::found) return found;
        const int waste = sweep.of_box(), least = sweep.least();
        found.least.push_back(waste == Sweep::no_end ? -1 : waste);
        if (least == Sweep::no_end) {  // nothing can be filled from here on
            found.again = 1;
            return found;
        }
        auto profiles = sweep.beyond(least);
        remembered += profiles.size();
        if (remembered > most_remembered) {
            known.clear();
            remembered = profiles.size();
        }
        const auto [before, is_new] = known.try_emplace(std::move(profiles), row, least);
        if (is_new) continue;
        found.again = row - before->second.first;
        found.more = least - before->second.second;
        return found;
    }
    return found;
}

std::int64_t LeastWaste::Heights::at(std::int64_t height) const {
    const auto known = static_cast<std::int64_t>(least.size());
    if (height < known) return least[static_cast<std::size_t>(height)];
    SHAPEWRIGHT_ASSERT(again > 0 && again <= known);
    const std::int64_t turns = (height - known) / again + 1;
    const int last = least[static_cast<std::size_t>(height - turns * again)];
    return last < 0 ? -1 : last + turns * more;
}

std::vector<Kind> lying(const std::vector<Kind>& kinds) {
    std::vector<Kind> found = kinds;
    for (Kind& kind : found)
        for (std::vector<Cell>& one : kind.orientations) {
            for (Cell& cell : one) std::swap(cell.x, cell.y);
            std::sort(one.begin(), one.end(),
                      [](const Cell& a, const Cell& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
        }
    return found;
}

Outcome wastes_at_most(const std::vector<Kind>& kinds, int empty, int width, int height, int allowed,
                       std::uint64_t work, const StopToken& stop, std::vector<Laid>* packing) {
    if (width <= height) {
        if (!LeastWaste::fits(kinds, width)) return Outcome::gave_up;
        return LeastWaste(kinds, empty, width).within(height, allowed, work, stop, packing);
    }
    const Outcome outcome = wastes_at_most(lying(kinds), empty, height, width, allowed, work, stop, packing);
    if (packing != nullptr)
        for (Laid& one : *packing) std::swap(one.x, one.y);
    return outcome;
}

}  // namespace shapewright::waste
