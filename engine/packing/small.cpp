#include "packing/small.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

using Mask = SmallBoard::Mask;

/// The Luby sequence 1 1 2 1 1 2 4 ..., from i = 1.
std::uint64_t luby(std::uint64_t i) {
    for (std::uint64_t k = 1;; ++k) {
        if (i == (1ULL << k) - 1) return 1ULL << (k - 1);
        if (i < (1ULL << k) - 1) return luby(i - (1ULL << (k - 1)) + 1);
    }
}

/// One descent of the search; candidates of all levels lie on one stack.
class Descent {
public:
    Descent(const SmallBoard& board, Counts counts, int holes, Mask required, Rng* rng, const StopToken& stop)
        : board_(board), counts_(std::move(counts)), holes_(holes), required_(required), rng_(rng), stop_(stop) {
        left_ = std::accumulate(counts_.begin(), counts_.end(), 0);
    }

    Outcome run(std::uint64_t cap) {
        cap_ = cap;
        nodes_ = 0;
        chosen_.clear();
        stack_.clear();
        return descend(~board_.open() & box());
    }

    std::uint64_t nodes() const { return nodes_; }
    const std::vector<Placed>& chosen() const { return chosen_; }

private:
    struct Candidate {
        const SmallBoard::Option* option;  // null for a hole
        unsigned weight;
    };

    Mask box() const { return board_.cells() == 64 ? ~Mask{0} : (Mask{1} << board_.cells()) - 1; }

    Outcome descend(Mask filled) {
        SHAPEWRIGHT_ASSERT(left_ >= 0 && holes_ >= 0);
        if (left_ == 0) return (~filled & required_) == 0 ? Outcome::found : Outcome::none;
        if ((filled & box()) == box()) return Outcome::none;
        if (++nodes_ > cap_) return Outcome::gave_up;
        if ((nodes_ & 1023) == 0 && stop_.expired()) return Outcome::stopped;
        const int bit = std::countr_zero(~filled);
        SHAPEWRIGHT_ASSERT(bit < board_.cells());
        const std::size_t begin = stack_.size();
        std::uint64_t total = 0;
        const auto& types = board_.pieces().types();
        for (const auto& option : board_.options(bit)) {
            const auto type = static_cast<std::size_t>(option.placed.type);
            if (counts_[type] == 0 || (option.mask & filled) != 0) continue;
            const unsigned weight = static_cast<unsigned>(counts_[type]) * types[type].weight;
            stack_.push_back({&option, weight});
            total += weight;
        }
        if (holes_ > 0 && (required_ >> bit & 1) == 0) {
            stack_.push_back({nullptr, static_cast<unsigned>(holes_)});
            total += static_cast<unsigned>(holes_);
        }
        // Drawing without replacement by weight is the order of an exponential race.
        for (std::size_t end = stack_.size(); end > begin; --end) {
            std::size_t pick = begin;
            if (rng_ != nullptr) {
                std::uint64_t ticket = ((rng_->next() >> 32) * total) >> 32;
                while (ticket >= stack_[pick].weight) ticket -= stack_[pick++].weight;
                total -= stack_[pick].weight;
                std::swap(stack_[pick], stack_[end - 1]);
            } else {
                pick = end - 1;
                total -= stack_[pick].weight;
            }
            const Candidate candidate = stack_[end - 1];
            const Outcome outcome =
                candidate.option == nullptr ? with_hole(filled, bit) : with(filled, *candidate.option);
            if (outcome != Outcome::none) return outcome;
            stack_.resize(end - 1);
        }
        return Outcome::none;
    }

    Outcome with_hole(Mask filled, int bit) {
        --holes_;
        const Outcome outcome = descend(filled | Mask{1} << bit);
        ++holes_;
        return outcome;
    }

    Outcome with(Mask filled, const SmallBoard::Option& option) {
        const Mask now = filled | option.mask;
        if (board_.lost(now) > holes_) return Outcome::none;
        const auto type = static_cast<std::size_t>(option.placed.type);
        --counts_[type];
        --left_;
        chosen_.push_back(option.placed);
        const Outcome outcome = descend(now);
        if (outcome == Outcome::found) return outcome;
        chosen_.pop_back();
        ++left_;
        ++counts_[type];
        return outcome;
    }

    const SmallBoard& board_;
    Counts counts_;
    int left_ = 0;
    int holes_;
    Mask required_;
    Rng* rng_;
    const StopToken& stop_;
    std::uint64_t cap_ = 0, nodes_ = 0;
    std::vector<Candidate> stack_;
    std::vector<Placed> chosen_;
};

int holes_of(const SmallBoard& board, const Counts& counts) {
    int area = 0;
    for (std::size_t t = 0; t < counts.size(); ++t) area += counts[t] * board.pieces().types()[t].area;
    return std::popcount(board.open()) - area;
}

}  // namespace

SmallBoard::SmallBoard(const Pieces& pieces, const Board& board)
    : pieces_(&pieces),
      width_(board.width),
      height_(board.height),
      row_(std::min(board.width, board.height)),
      transposed_(board.width > board.height) {
    options_.resize(static_cast<std::size_t>(cells()));
    for (int y = 0; y < height_; ++y)
        for (int x = 0; x < width_; ++x)
            if (board.open[static_cast<std::size_t>(y * width_ + x)] != 0) open_ |= bit(x, y);
    for (int b = 0; b < cells(); b += row_) {
        first_ |= Mask{1} << b;
        last_ |= Mask{1} << (b + row_ - 1);
    }
    for (std::size_t t = 0; t < pieces.size(); ++t) {
        const Type& type = pieces.types()[t];
        for (std::size_t o = 0; o < type.orientations.size(); ++o) {
            const Orientation& orientation = type.orientations[o];
            for (int y = 0; y + orientation.height <= height_; ++y)
                for (int x = 0; x + orientation.width <= width_; ++x) {
                    Mask mask = 0;
                    for (const Offset& cell : orientation.cells) mask |= bit(x + cell.x, y + cell.y);
                    if ((mask & ~open_) != 0) continue;
                    options_[static_cast<std::size_t>(std::countr_zero(mask))].push_back(
                        {mask, {static_cast<std::int32_t>(t), static_cast<std::int32_t>(o), x, y}});
                }
        }
    }
}

Mask SmallBoard::bit(int x, int y) const {
    return Mask{1} << (transposed_ ? x * row_ + y : y * row_ + x);
}

int SmallBoard::lost(Mask filled) const {
    const int smallest = pieces_->smallest_area();
    if (smallest < 2) return 0;
    const Mask box = cells() == 64 ? ~Mask{0} : (Mask{1} << cells()) - 1;
    const Mask empty = ~filled & box;
    // Bit b of each says that the neighbour of cell b on that side is empty.
    const Mask east = (empty >> 1) & ~last_, west = (empty << 1) & ~first_;
    const Mask north = row_ == 64 ? 0 : empty >> row_, south = row_ == 64 ? 0 : empty << row_;
    const Mask any = east | west | north | south;
    int lost = std::popcount(empty & ~any);
    if (smallest > 2) {
        const Mask two = (east & west) | (north & south) | ((east | west) & (north | south));
        const Mask one = empty & any & ~two;
        lost += 2 * std::popcount(one & (one >> 1) & ~last_);
        if (row_ < 64) lost += 2 * std::popcount(one & (one >> row_));
    }
    return lost;
}

Outcome SmallBoard::search(const Counts& counts, Mask required, Rng& rng, std::uint64_t nodes, const StopToken& stop,
                           std::vector<Placed>& placed) const {
    const int holes = holes_of(*this, counts);
    if (holes < 0) return Outcome::none;
    Descent descent(*this, counts, holes, required & open_, &rng, stop);
    std::uint64_t used = 0;
    for (std::uint64_t i = 1; used < nodes; ++i) {
        Descent attempt = descent;
        const Outcome outcome = attempt.run(std::min(300 * luby(i), nodes - used));
        used += attempt.nodes();
        if (outcome == Outcome::gave_up) continue;
        if (outcome == Outcome::found) placed = attempt.chosen();
        return outcome;
    }
    return Outcome::gave_up;
}

Outcome SmallBoard::exhaust(const Counts& counts, Mask required, const StopToken& stop, std::vector<Placed>& placed,
                            std::uint64_t& nodes) const {
    const int holes = holes_of(*this, counts);
    if (holes < 0) return Outcome::none;
    Descent descent(*this, counts, holes, required & open_, nullptr, stop);
    const Outcome outcome = descent.run(~std::uint64_t{0} - 1);
    nodes = descent.nodes();
    if (outcome == Outcome::found) placed = descent.chosen();
    return outcome;
}

}  // namespace shapewright::packing
