#include "packing/walk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

using Mask = std::uint64_t;

// A cluster is looked at through a window of 8 rows of 7 cells, bit 8 * y + x. The eighth column is never part of it,
// so that no shape can reach around.
constexpr int window_width = 7, window_height = 8, stride = 8;
constexpr int most_tilings = 300, most_nodes = 3000;
// With many shapes a node takes longer, and there are fewer.
constexpr std::size_t most_trials = 200'000;

// Boltzmann weights at T = 0.3: exp(1 / 0.3) = 28.03. As whole numbers they are the same on every machine.
constexpr std::uint64_t ratio = 28;
constexpr int deepest = 5;

constexpr std::array<std::uint64_t, 2 * deepest + 1> make_weights() {
    std::array<std::uint64_t, 2 * deepest + 1> weights{};
    std::uint64_t value = 1;
    for (std::size_t k = weights.size(); k-- > 0; value *= ratio) weights[k] = value;
    return weights;
}

constexpr auto weights = make_weights();

/// The weight of a change of the energy; a cluster has few pieces, so that larger changes are as good as the largest.
std::uint64_t weight_of(int change) {
    return change > deepest ? 0 : weights[static_cast<std::size_t>(std::max(change, -deepest) + deepest)];
}

/// A shape within the window, seen from its first cell.
struct Stamp {
    Mask mask;
    std::int32_t type, orientation;
    int left, right, up;  // how far it reaches from its first cell
    Offset corner;        // of its bounding box, from its first cell
};

class Walker {
public:
    Walker(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng)
        : pieces_(pieces), board_(board), wanted_(wanted), holes_wanted_(holes), rng_(rng) {
        for (std::size_t t = 0; t < pieces.size(); ++t)
            for (std::size_t o = 0; o < pieces.types()[t].orientations.size(); ++o) {
                const Orientation& orientation = pieces.types()[t].orientations[o];
                if (orientation.width > window_width || orientation.height > window_height) continue;
                const Offset first = orientation.cells.front();
                Stamp stamp{0,
                            static_cast<std::int32_t>(t),
                            static_cast<std::int32_t>(o),
                            first.x,
                            orientation.width - 1 - first.x,
                            orientation.height - 1,
                            {-first.x, 0}};
                for (const Offset& cell : orientation.cells)
                    stamp.mask |= Mask{1} << (stride * cell.y + cell.x - first.x);
                stamps_.push_back(stamp);
            }
        node_cap_ = static_cast<int>(
            std::clamp<std::size_t>(most_trials / std::max<std::size_t>(1, stamps_.size()), 20, most_nodes));
        for (int y = 0; y < board.height; ++y)
            for (int x = 0; x < board.width; ++x)
                if (board.open[index(x, y)] != 0) cells_.push_back({x, y});
    }

    void start(const std::vector<Placed>& placed) {
        owner_.assign(board_.open.size(), closed);
        for (const Offset& cell : cells_) owner_[index(cell.x, cell.y)] = hole;
        counts_.assign(pieces_.size(), 0);
        entities_.clear();
        unused_.clear();
        empty_ = static_cast<int>(cells_.size());
        for (const Placed& piece : placed) lay(piece);
    }

    int energy() const { return surplus(wanted_, counts_) + energy_of_holes(empty_); }

    std::vector<Placed> placed() const {
        std::vector<Placed> result;
        for (const Placed& piece : entities_)
            if (piece.type >= 0) result.push_back(piece);
        return result;
    }

    /// One step; returns the change of the energy.
    int step() {
        const int members = 3 + static_cast<int>(rng_.next() >> 63);
        if (!choose_cluster(members)) return 0;
        Mask free = 0;
        for (const Offset& cell : cluster_cells_) free |= Mask{1} << (stride * (cell.y - low_y_) + cell.x - low_x_);
        // The energy without the cluster's own pieces is where every tiling starts from.
        for (const int member : cluster_)
            if (member >= 0) --counts_[static_cast<std::size_t>(entity(member).type)];
        const int before = empty_;
        empty_ -= cluster_holes_;
        base_ = 0;
        for (const int member : cluster_)
            if (member >= 0) {
                const auto type = static_cast<std::size_t>(entity(member).type);
                base_ += gain(type);
                ++counts_[type];
            }
        for (const int member : cluster_)
            if (member >= 0) --counts_[static_cast<std::size_t>(entity(member).type)];
        base_ += energy_of_holes(before) - energy_of_holes(empty_);
        total_ = 0;
        nodes_ = tilings_ = 0;
        chosen_.clear();
        current_.clear();
        // With too few empty cells on the board, there may be more of them here than there were: one piece less.
        const int spare = std::clamp(holes_wanted_ - before, 0, std::max(3, pieces_.smallest_area()));
        enumerate(free, cluster_holes_ + spare, 0);
        if (total_ == 0) {
            // The cap was met before any tiling of weight.
            for (const int member : cluster_)
                if (member >= 0) ++counts_[static_cast<std::size_t>(entity(member).type)];
            empty_ = before;
            return 0;
        }
        for (const int member : cluster_)
            if (member >= 0) lift(member);
        empty_ += static_cast<int>(cluster_cells_.size());
        SHAPEWRIGHT_ASSERT(cluster_cells_.size() <= static_cast<std::size_t>(window_width * window_height));
        for (const Placed& piece : chosen_) lay(piece);
        return chosen_change_;
    }

private:
    static constexpr int closed = -2, hole = -1;

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(board_.width) + static_cast<std::size_t>(x);
    }

    const Placed& entity(int number) const { return entities_[static_cast<std::size_t>(number)]; }

    const Orientation& orientation(const Placed& piece) const {
        return pieces_.types()[static_cast<std::size_t>(piece.type)]
            .orientations[static_cast<std::size_t>(piece.orientation)];
    }

    int energy_of_holes(int empty) const {
        // In units of pieces, so that one piece too few or too many is one step.
        const int smallest = pieces_.smallest_area();
        return empty <= holes_wanted_ ? 0 : (empty - holes_wanted_ + smallest - 1) / smallest;
    }

    /// What one more piece of this type adds to the energy.
    int gain(std::size_t type) const {
        const int count = counts_[type];
        return count >= wanted_.maximum[type] ? 1 : count < wanted_.minimum[type] ? -1 : 0;
    }

    void lay(const Placed& piece) {
        int number;
        if (unused_.empty()) {
            number = static_cast<int>(entities_.size());
            entities_.push_back(piece);
        } else {
            number = unused_.back();
            unused_.pop_back();
            entities_[static_cast<std::size_t>(number)] = piece;
        }
        SHAPEWRIGHT_ASSERT(
            std::all_of(orientation(piece).cells.begin(), orientation(piece).cells.end(),
                        [&](const Offset& cell) { return owner_[index(piece.x + cell.x, piece.y + cell.y)] == hole; }));
        for (const Offset& cell : orientation(piece).cells) owner_[index(piece.x + cell.x, piece.y + cell.y)] = number;
        ++counts_[static_cast<std::size_t>(piece.type)];
        empty_ -= pieces_.types()[static_cast<std::size_t>(piece.type)].area;
        SHAPEWRIGHT_ASSERT(empty_ >= 0 && counts_[static_cast<std::size_t>(piece.type)] > 0);
    }

    /// Take a member of the cluster off the board; the counts are those without it already.
    void lift(int number) {
        Placed& piece = entities_[static_cast<std::size_t>(number)];
        SHAPEWRIGHT_ASSERT(
            piece.type >= 0 &&
            owner_[index(piece.x + orientation(piece).cells[0].x, piece.y + orientation(piece).cells[0].y)] == number);
        for (const Offset& cell : orientation(piece).cells) owner_[index(piece.x + cell.x, piece.y + cell.y)] = hole;
        piece.type = -1;
        unused_.push_back(number);
    }

    bool choose_cluster(int members) {
        cluster_.clear();
        cluster_cells_.clear();
        cluster_holes_ = 0;
        low_x_ = low_y_ = 1 << 30;
        high_x_ = high_y_ = -1;
        // Where there is too much of something, there is something to do: half of all steps look for such a place.
        Offset start = random_cell();
        if (rng_.next() >> 63 != 0)
            for (int k = 0; k < 8; ++k) {
                const int owner = owner_[index(start.x, start.y)];
                if (owner >= 0) {
                    const auto type = static_cast<std::size_t>(entity(owner).type);
                    if (counts_[type] > wanted_.maximum[type]) break;
                } else if (empty_ > holes_wanted_) {
                    break;
                }
                start = random_cell();
            }
        if (!join(start)) return false;
        for (int k = 0, failures = 0; k + 1 < members;) {
            const Offset from =
                cluster_cells_[static_cast<std::size_t>(((rng_.next() >> 32) * cluster_cells_.size()) >> 32)];
            const auto side = static_cast<std::size_t>(rng_.next() >> 62);
            const Offset to{from.x + sides[side].x, from.y + sides[side].y};
            const bool on_board = to.x >= 0 && to.y >= 0 && to.x < board_.width && to.y < board_.height;
            if (on_board && owner_[index(to.x, to.y)] != closed && !is_member(to)) {
                if (!join(to)) return k > 0;
                ++k;
            } else if (++failures > 40) {
                break;
            }
        }
        return cluster_.size() > 1;
    }

    Offset random_cell() { return cells_[static_cast<std::size_t>(((rng_.next() >> 32) * cells_.size()) >> 32)]; }

    bool is_member(const Offset& cell) const {
        const int owner = owner_[index(cell.x, cell.y)];
        if (owner >= 0) return std::find(cluster_.begin(), cluster_.end(), owner) != cluster_.end();
        return std::any_of(cluster_cells_.begin(), cluster_cells_.end(),
                           [&](const Offset& other) { return other.x == cell.x && other.y == cell.y; });
    }

    /// Add what lies on a cell to the cluster, unless the window is too small for it.
    bool join(const Offset& cell) {
        const int owner = owner_[index(cell.x, cell.y)];
        int low_x = cell.x, high_x = cell.x, low_y = cell.y, high_y = cell.y;
        if (owner >= 0) {
            const Placed& piece = entity(owner);
            low_x = piece.x;
            low_y = piece.y;
            high_x = piece.x + orientation(piece).width - 1;
            high_y = piece.y + orientation(piece).height - 1;
        }
        low_x = std::min(low_x, low_x_);
        low_y = std::min(low_y, low_y_);
        high_x = std::max(high_x, high_x_);
        high_y = std::max(high_y, high_y_);
        if (high_x - low_x >= window_width || high_y - low_y >= window_height) return false;
        low_x_ = low_x;
        low_y_ = low_y;
        high_x_ = high_x;
        high_y_ = high_y;
        cluster_.push_back(owner);
        if (owner >= 0) {
            const Placed& piece = entity(owner);
            for (const Offset& part : orientation(piece).cells)
                cluster_cells_.push_back({piece.x + part.x, piece.y + part.y});
        } else {
            cluster_cells_.push_back(cell);
            ++cluster_holes_;
        }
        return true;
    }

    void enumerate(Mask free, int holes, int change) {
        SHAPEWRIGHT_ASSERT(holes >= 0 && laid_holes_ <= empty_);
        if (free == 0) {
            ++tilings_;
            const int whole = change + energy_of_holes(empty_) - energy_of_holes(empty_ - laid_holes_) - base_;
            const std::uint64_t weight = weight_of(whole);
            if (weight == 0) return;
            total_ += weight;
            // One tiling is kept, each with its share of the weight so far.
            if (total_ == weight || rng_.below(total_) < weight) {
                chosen_ = current_;
                chosen_change_ = whole;
            }
            return;
        }
        if (tilings_ >= most_tilings || nodes_ >= node_cap_) return;
        ++nodes_;
        const int bit = std::countr_zero(free);
        const int x = bit % stride, y = bit / stride;
        for (const Stamp& stamp : stamps_) {
            if (x < stamp.left || x + stamp.right >= window_width || y + stamp.up >= window_height) continue;
            const Mask mask = stamp.mask << bit;
            if ((mask & ~free) != 0) continue;
            const auto type = static_cast<std::size_t>(stamp.type);
            const int more = gain(type);
            ++counts_[type];
            current_.push_back({stamp.type, stamp.orientation, low_x_ + x + stamp.corner.x, low_y_ + y});
            enumerate(free & ~mask, holes, change + more);
            current_.pop_back();
            --counts_[type];
        }
        if (holes > 0) {
            ++empty_;
            ++laid_holes_;
            enumerate(free & (free - 1), holes - 1, change);
            --laid_holes_;
            --empty_;
        }
    }

    static constexpr Offset sides[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    const Pieces& pieces_;
    const Board& board_;
    const Wanted& wanted_;
    int holes_wanted_;
    Rng& rng_;
    std::vector<Stamp> stamps_;
    std::vector<Offset> cells_;
    std::vector<int> owner_;
    std::vector<Placed> entities_;
    std::vector<int> unused_;
    Counts counts_;
    int empty_ = 0;

    std::vector<int> cluster_;
    std::vector<Offset> cluster_cells_;
    int cluster_holes_ = 0, low_x_ = 0, low_y_ = 0, high_x_ = 0, high_y_ = 0;
    int base_ = 0, laid_holes_ = 0, nodes_ = 0, node_cap_ = 0, tilings_ = 0, chosen_change_ = 0;
    std::uint64_t total_ = 0;
    std::vector<Placed> chosen_, current_;
};

}  // namespace

Outcome walk(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng, std::uint64_t steps,
             const StopToken& stop, std::vector<Placed>& placed, std::uint64_t& taken) {
    Walker walker(pieces, board, wanted, holes, rng);
    walker.start(placed);
    int energy = walker.energy(), best = energy;
    Outcome outcome = Outcome::gave_up;
    for (taken = 0; energy > 0 && taken < steps; ++taken) {
        if ((taken & 255) == 0 && stop.expired()) {
            outcome = Outcome::stopped;
            break;
        }
        energy += walker.step();
        if (energy < best) {
            best = energy;
            // Copies are only worth their time near the end.
            if (best <= 8) placed = walker.placed();
        }
    }
    SHAPEWRIGHT_ASSERT(energy == walker.energy());
    if (energy != 0) return outcome;
    placed = walker.placed();
    return Outcome::found;
}

}  // namespace shapewright::packing
