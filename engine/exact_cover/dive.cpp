#include "exact_cover/dive.hpp"

#include <algorithm>
#include <numeric>

namespace shapewright::exact_cover {
namespace {

constexpr std::uint32_t most_starts = 10;
constexpr std::uint64_t takes_of_a_start = 1000;  // and as many for each further one
constexpr std::uint64_t takes_of_a_change = 50;   // besides those of what is kept

}  // namespace

bool Dive::find(const StopToken& stop) {
    while (best_.empty() && starts_ < most_starts) {
        start();
        if (stop.expired()) return false;
    }
    return true;
}

void Dive::improve(std::uint64_t takes) {
    for (const std::uint64_t until = takes_ + takes; !best_.empty() && takes_ < until;) change();
}

/// Cover from the beginning, the cheapest option of the item with the fewest first; later by chance among the cheap.
void Dive::start() {
    ++starts_;
    finish(takes_of_a_start * starts_);
    leave_all();
}

/// Take a few options that the cover does not have, keep most of what they leave of it, and cover the rest.
void Dive::change() {
    ++takes_;
    const std::uint32_t others = 1 + static_cast<std::uint32_t>(rng_.place(3));
    for (std::uint32_t k = 0; k < others && !cells_.is_dead(); ++k) {
        const auto option = static_cast<std::uint32_t>(rng_.place(cells_.options()));
        if (cells_.is_live(option)) take(option);
    }
    const std::size_t loose = rng_.place(8);  // so many are left out, about
    for (const std::uint32_t option : best_) {
        if (cells_.is_dead() || spent_ >= cost_) break;
        if (rng_.place(best_.size()) >= loose && cells_.is_live(option)) take(option);
    }
    finish(takes_of_a_change);
    leave_all();
}

/// Cover what is open so that all costs less than the best cover, within so many choices.
bool Dive::finish(std::uint64_t takes) {
    const std::size_t root = path_.size();
    const std::uint64_t until = takes_ + takes;
    std::size_t depth = 0;
    for (bool down = true;;) {
        if (down) {
            if (depth == frames_.size()) frames_.emplace_back();
            Frame& frame = frames_[depth];
            frame.candidates.clear();
            frame.cursor = 0;
            if (!cells_.is_dead() && (best_.empty() || spent_ < cost_)) {
                if (cells_.opened() == 0 && cells_.has_enough()) {
                    best_ = path_;
                    std::sort(best_.begin(), best_.end());
                    cost_ = spent_;
                    return true;
                }
                list(frame);
            }
        }
        Frame& frame = frames_[depth];
        down = frame.cursor < frame.candidates.size();
        if (down) {
            if (takes_ >= until) return false;
            take(frame.candidates[frame.cursor++]);
            ++depth;
        } else {
            if (path_.size() == root) return false;
            leave();
            --depth;
        }
    }
}

/// The options of the item with the fewest, in the order to try them.
void Dive::list(Frame& frame) {
    const std::uint32_t fewest = cells_.fewest();
    if (fewest == Cells::none) {
        for (const std::uint32_t option : cells_.optional())
            if (cells_.is_live(option)) frame.candidates.push_back(option);
    } else {
        for (std::uint32_t k = 0; k < cells_.size(fewest); ++k) frame.candidates.push_back(cells_.option(fewest, k));
    }
    std::sort(frame.candidates.begin(), frame.candidates.end(), [this](std::uint32_t a, std::uint32_t b) {
        return costs_[a] != costs_[b] ? costs_[a] < costs_[b] : a < b;
    });
    // Where the cheapest led nowhere, another one goes first.
    if (starts_ > 1 && frame.candidates.size() > 1) {
        const std::size_t cheap = std::min<std::size_t>(frame.candidates.size(), starts_);
        std::swap(frame.candidates[0], frame.candidates[rng_.place(cheap)]);
    }
}

void Dive::take(std::uint32_t option) {
    ++takes_;
    cells_.take(option);
    path_.push_back(option);
    spent_ += costs_[option];
}

void Dive::leave() {
    cells_.leave();
    spent_ -= costs_[path_.back()];
    path_.pop_back();
}

void Dive::leave_all() {
    while (!path_.empty()) leave();
}

}  // namespace shapewright::exact_cover
