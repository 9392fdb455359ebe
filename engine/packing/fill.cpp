#include "packing/fill.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

/// Depth-first filling of a board in bands.
class Filling {
public:
    Filling(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng, const StopToken& stop)
        : pieces_(pieces), board_(board), free_(board.open), holes_(holes), rng_(rng), stop_(stop) {
        left_ = wanted.maximum;
        order_cells();
        seen_.assign(free_.size(), 0);
    }

    Outcome run(std::uint64_t cap, std::vector<Placed>& placed) {
        std::uint64_t nodes = 0;
        open_frame(next_free(0));
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            if (frame.at == order_.size()) {
                for (const Frame& one : frames_)
                    if (one.chosen.type >= 0) placed.push_back(one.chosen);
                return Outcome::found;
            }
            if (++nodes > cap) return Outcome::gave_up;
            if ((nodes & 255) == 0 && stop_.expired()) return Outcome::stopped;
            if (frame.laid) take_back(frame);
            SHAPEWRIGHT_ASSERT(frame.begin <= frame.end && frame.end <= candidates_.size());
            if (lay_next(frame)) {
                const std::size_t next = next_free(frame.at);
                open_frame(next);
            } else {
                candidates_.resize(frame.begin);
                frames_.pop_back();
            }
        }
        return Outcome::gave_up;
    }

private:
    struct Candidate {
        Placed placed;
        std::uint64_t weight;
    };

    struct Frame {
        std::size_t at = 0;              // in the order of cells
        std::size_t begin = 0, end = 0;  // candidates still to be tried
        std::uint64_t total = 0;
        bool laid = false, second_try = false, hole_tried = false;
        std::size_t doubtful = 0;  // of the candidates, those that would cut off cells: from the end of all on
        Placed chosen{-1, 0, 0, 0};
    };

    void order_cells() {
        const int bands = std::max(1, (board_.height + 3) / 7);
        for (int band = 0; band < bands; ++band) {
            // A box of one column may have millions of rows, and hundreds of thousands of bands.
            const auto row = [&](std::int64_t number) { return static_cast<int>(board_.height * number / bands); };
            const int from = row(band), to = row(band + 1);
            for (int x = 0; x < board_.width; ++x)
                for (int y = from; y < to; ++y)
                    if (board_.open[index(x, y)] != 0) order_.push_back({x, y});
        }
    }

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(board_.width) + static_cast<std::size_t>(x);
    }

    std::size_t next_free(std::size_t at) const {
        while (at < order_.size() && free_[index(order_[at].x, order_[at].y)] == 0) ++at;
        return at;
    }

    const Orientation& orientation(const Placed& piece) const {
        return pieces_.types()[static_cast<std::size_t>(piece.type)]
            .orientations[static_cast<std::size_t>(piece.orientation)];
    }

    bool fits(const Orientation& orientation, int x, int y) const {
        if (x < 0 || y < 0 || x + orientation.width > board_.width || y + orientation.height > board_.height)
            return false;
        return std::all_of(orientation.cells.begin(), orientation.cells.end(),
                           [&](const Offset& cell) { return free_[index(x + cell.x, y + cell.y)] != 0; });
    }

    void open_frame(std::size_t at) {
        Frame frame;
        frame.at = at;
        frame.begin = frame.end = candidates_.size();
        if (at < order_.size()) {
            const Offset here = order_[at];
            for (std::size_t t = 0; t < pieces_.size(); ++t) {
                const Type& type = pieces_.types()[t];
                // Types that are used up come last, but they come: the walk exchanges them later.
                const int left = left_[t];
                const std::uint64_t weight =
                    left > 0 ? 64ULL * static_cast<unsigned>(std::min(left, 1 << 20)) * type.weight : 1;
                for (std::size_t o = 0; o < type.orientations.size(); ++o) {
                    const Orientation& turned = type.orientations[o];
                    for (const Offset& anchor : turned.cells)
                        if (fits(turned, here.x - anchor.x, here.y - anchor.y))
                            candidates_.push_back({{static_cast<std::int32_t>(t), static_cast<std::int32_t>(o),
                                                    here.x - anchor.x, here.y - anchor.y},
                                                   weight});
                }
            }
            for (std::size_t k = frame.begin; k < candidates_.size(); ++k) frame.total += candidates_[k].weight;
            frame.end = candidates_.size();
        }
        frames_.push_back(frame);
    }

    void mark(const Placed& piece, std::uint8_t value) {
        for (const Offset& cell : orientation(piece).cells) free_[index(piece.x + cell.x, piece.y + cell.y)] = value;
    }

    void take_back(Frame& frame) {
        if (frame.chosen.type >= 0) {
            mark(frame.chosen, 1);
            ++left_[static_cast<std::size_t>(frame.chosen.type)];
            frame.chosen.type = -1;
        } else {
            free_[index(order_[frame.at].x, order_[frame.at].y)] = 1;
            ++holes_;
        }
        frame.laid = false;
    }

    bool lay_next(Frame& frame) {
        while (frame.end > frame.begin) {
            const std::size_t last = frame.end - 1;
            if (!frame.second_try) {
                std::size_t pick = frame.begin;
                SHAPEWRIGHT_ASSERT(frame.total > 0);
                std::uint64_t ticket = rng_.below(frame.total);
                while (ticket >= candidates_[pick].weight) ticket -= candidates_[pick++].weight;
                frame.total -= candidates_[pick].weight;
                std::swap(candidates_[pick], candidates_[last]);
            }
            --frame.end;
            const Candidate candidate = candidates_[last];
            mark(candidate.placed, 0);
            const int cut = cut_off(candidate.placed);
            if (cut > (frame.second_try ? holes_ : 0)) {
                mark(candidate.placed, 1);
                if (!frame.second_try && cut <= holes_) {
                    // Kept where the tried ones lie, for a second look.
                    std::swap(candidates_[last], candidates_[candidates_.size() - 1 - frame.doubtful]);
                    ++frame.doubtful;
                }
                continue;
            }
            SHAPEWRIGHT_ASSERT(cut <= holes_);
            --left_[static_cast<std::size_t>(candidate.placed.type)];
            frame.chosen = candidate.placed;
            frame.laid = true;
            return true;
        }
        if (!frame.second_try) {
            frame.second_try = true;
            // The doubtful ones lie at the very end; bring them to the front.
            const std::size_t count = frame.doubtful, size = candidates_.size();
            for (std::size_t k = 0; k < count; ++k) std::swap(candidates_[frame.begin + k], candidates_[size - 1 - k]);
            frame.end = frame.begin + count;
            if (count > 0) return lay_next(frame);
        }
        if (holes_ > 0 && !frame.hole_tried) {
            frame.hole_tried = true;
            free_[index(order_[frame.at].x, order_[frame.at].y)] = 0;
            --holes_;
            frame.laid = true;
            return true;
        }
        return false;
    }

    /// How many empty cells beside the piece lie in parts too small for any piece.
    int cut_off(const Placed& piece) {
        const int smallest = pieces_.smallest_area();
        if (smallest < 2) return 0;
        int lost = 0;
        ++round_;
        for (const Offset& cell : orientation(piece).cells) {
            for (const auto& [dx, dy] : sides) {
                const int x = piece.x + cell.x + dx, y = piece.y + cell.y + dy;
                if (!is_free(x, y) || seen_[index(x, y)] == round_) continue;
                part_.assign(1, {x, y});
                seen_[index(x, y)] = round_;
                bool is_large = false;
                for (std::size_t k = 0; k < part_.size() && !is_large; ++k) {
                    const Offset here = part_[k];
                    for (const auto& [ex, ey] : sides) {
                        const int nx = here.x + ex, ny = here.y + ey;
                        if (!is_free(nx, ny)) continue;
                        if (seen_[index(nx, ny)] == round_) {
                            // Either of this part, or of one that was looked at before.
                            is_large = is_large || std::none_of(part_.begin(), part_.end(), [&](const Offset& other) {
                                           return other.x == nx && other.y == ny;
                                       });
                            continue;
                        }
                        seen_[index(nx, ny)] = round_;
                        part_.push_back({nx, ny});
                        is_large = is_large || static_cast<int>(part_.size()) >= smallest;
                    }
                }
                if (!is_large) lost += static_cast<int>(part_.size());
            }
        }
        return lost;
    }

    bool is_free(int x, int y) const {
        return x >= 0 && y >= 0 && x < board_.width && y < board_.height && free_[index(x, y)] != 0;
    }

    static constexpr std::pair<int, int> sides[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    const Pieces& pieces_;
    const Board& board_;
    std::vector<std::uint8_t> free_;
    int holes_;
    Rng& rng_;
    const StopToken& stop_;
    Counts left_;
    std::vector<Offset> order_;
    std::vector<Candidate> candidates_;
    std::vector<Frame> frames_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t round_ = 0;
    std::vector<Offset> part_;
};

}  // namespace

Outcome fill(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng, int restarts,
             const StopToken& stop, std::vector<Placed>& placed) {
    const auto cells = static_cast<std::uint64_t>(board.cells());
    // A board wider than high is filled the same way: bands lie along the rows.
    for (int attempt = 0; attempt < restarts; ++attempt) {
        placed.clear();
        Filling filling(pieces, board, wanted, holes, rng, stop);
        const Outcome outcome = filling.run(2000 + 4 * cells, placed);
        SHAPEWRIGHT_ASSERT(outcome != Outcome::found || lies_well(pieces, board, placed));
        if (outcome != Outcome::gave_up) return outcome;
    }
    return Outcome::gave_up;
}

void thin(const Pieces& pieces, const Board& board, const Wanted& wanted, int holes, Rng& rng,
          std::vector<Placed>& placed) {
    Counts counts = counted(pieces, placed);
    int empty = board.cells();
    for (const Placed& piece : placed) empty -= pieces.types()[static_cast<std::size_t>(piece.type)].area;
    SHAPEWRIGHT_ASSERT(empty >= 0);
    for (std::size_t k = placed.size(); k > 1; --k)
        std::swap(placed[k - 1], placed[static_cast<std::size_t>(rng.below(k))]);
    std::erase_if(placed, [&](const Placed& piece) {
        const auto type = static_cast<std::size_t>(piece.type);
        if (counts[type] <= wanted.maximum[type] || empty >= holes) return false;
        --counts[type];
        empty += pieces.types()[type].area;
        return true;
    });
    std::erase_if(placed, [&](const Placed& piece) {
        const auto type = static_cast<std::size_t>(piece.type);
        if (empty >= holes || counts[type] <= wanted.minimum[type]) return false;
        --counts[type];
        empty += pieces.types()[type].area;
        return true;
    });
    std::erase_if(placed, [&](const Placed& piece) {
        if (empty >= holes) return false;
        empty += pieces.types()[static_cast<std::size_t>(piece.type)].area;
        return true;
    });
}

int surplus(const Wanted& wanted, const Counts& counts) {
    int sum = 0;
    for (std::size_t t = 0; t < counts.size(); ++t)
        sum += std::max(0, counts[t] - wanted.maximum[t]) + std::max(0, wanted.minimum[t] - counts[t]);
    return sum;
}

}  // namespace shapewright::packing
