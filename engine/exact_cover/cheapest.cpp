#include "exact_cover/cheapest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::exact_cover {
namespace {

constexpr std::int64_t unlimited_bound = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t poll_every = 16;      // nodes
constexpr std::uint64_t steps_at_once = 50;   // of the programme, between two polls
constexpr std::uint64_t steps_each = 20;      // of the programme at most, for each item
constexpr std::uint64_t takes_at_once = 500;  // of the dive, between two polls
constexpr std::size_t most_lists = 3000;      // the programme's inverse is a square of these
constexpr std::uint64_t soon = 2'000'000;     // lists times options: the programme is solved in a moment
constexpr std::uint32_t few = 40;             // options of an item: choosing it first leads to a cover soon
constexpr std::int64_t full = 1024;           // half of what an option counts that costs nothing more
constexpr std::int64_t most_units = std::int64_t{1} << 58;

}  // namespace

Cheapest::Cheapest(const Instance& instance, std::vector<std::uint64_t> costs, std::size_t number)
    : cells_(instance), costs_(std::move(costs)), number_(number) {
    if (costs_.size() != instance.options.size()) throw std::invalid_argument("every option has a cost");
    std::uint64_t total = 0, dearest = 0;
    for (const std::uint64_t cost : costs_) {
        if (cost > most || (total += cost) > most) throw std::invalid_argument("the costs are too large");
        dearest = std::max(dearest, cost);
    }
    shift_ = 8.0 * static_cast<double>(dearest) + 1.0;
    const double largest = static_cast<double>(total) + shift_ * static_cast<double>(cells_.lists() + 1);
    while (unit_ < (1 << 20) && largest * static_cast<double>(unit_) * 2 < static_cast<double>(most_units)) unit_ *= 2;
    if (largest > static_cast<double>(most_units)) shift_ = 0;
    for (const std::uint64_t cost : costs_) reduced_.push_back(static_cast<std::int64_t>(cost) * unit_);
    is_others_.assign(costs_.size(), true);
    push(none, 0, 0);
    is_over_ = number_ == 0 || cells_.is_dead();
}

bool Cheapest::give(const Path& given) {
    std::vector<std::uint32_t> sorted = given;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw std::invalid_argument("an option is given twice");
    if (!sorted.empty() && sorted.back() >= cells_.options()) throw std::invalid_argument("an unknown option is given");
    for (const std::uint32_t option : given) {
        if (is_over_ || !cells_.is_live(option)) {
            is_over_ = true;
            break;
        }
        const std::uint64_t spent = top().spent + costs_[option];
        cells_.take(option);
        push(option, static_cast<std::int64_t>(spent) * unit_, spent);
        root_ = depth_;
        is_over_ = cells_.is_dead();
    }
    return !is_over_;
}

bool Cheapest::run(const StopToken& stop, std::uint64_t nodes) {
    if (is_over_) return true;
    if (!is_priced_) {
        if (!set_prices(stop)) return false;
        is_priced_ = true;
        open(top());
    }
    const std::uint64_t goal = nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + nodes;
    std::uint64_t until_poll = poll_every;
    for (;;) {
        const Frame& frame = top();
        // Candidates are in the order of their bounds.
        if (frame.cursor == frame.candidates.size() || frame.candidates[frame.cursor].bound > limit()) {
            if (depth_ == root_) return is_over_ = true;
            leave();
            continue;
        }
        if (nodes_ >= goal) return false;
        if (--until_poll == 0) {
            until_poll = poll_every;
            if (stop.expired()) return false;
        }
        choose();
    }
}

std::optional<std::uint64_t> Cheapest::bound() const {
    if (is_over_) return std::nullopt;
    std::int64_t least = unlimited_bound;
    if (!is_priced_) least = frames_[depth_ - 1].bound;
    for (std::size_t depth = root_; depth <= depth_; ++depth) {
        const Frame& frame = frames_[depth - 1];
        if (frame.cursor < frame.candidates.size()) least = std::min(least, frame.candidates[frame.cursor].bound);
    }
    if (least == unlimited_bound) return std::nullopt;
    least = std::max(least, first_bound_);
    return static_cast<std::uint64_t>((least + unit_ - 1) / unit_);
}

/// A cover and a bound before a programme that takes long; false if there was no time for them.
bool Cheapest::dive(const StopToken& stop) {
    if (static_cast<std::uint64_t>(cells_.lists()) * costs_.size() < soon) return true;
    if (dive_ == nullptr) {
        dive_ = std::make_unique<Dive>(cells_, costs_);
        // Every item pays in turn what all its options leave; the programme begins afresh.
        std::vector<std::int64_t> left = reduced_;
        first_bound_ = top().bound;
        for (std::uint32_t k = 0; k < cells_.opened(); ++k) {
            const std::uint32_t list = cells_.open(k), size = cells_.size(list);
            std::int64_t least = unlimited_bound;
            for (std::uint32_t c = 0; c < size; ++c) least = std::min(least, left[cells_.option(list, c)]);
            for (std::uint32_t c = 0; c < size; ++c) left[cells_.option(list, c)] -= least;
            first_bound_ += size == 0 ? 0 : least;
        }
    }
    const bool is_over = dive_->find(stop);
    meet_dived();
    return is_over;
}

void Cheapest::meet_dived() {
    if (dive_->best().empty()) return;
    std::uint64_t cost = top().spent;
    for (const std::uint32_t option : dive_->best()) cost += costs_[option];
    dived_.clear();
    for (std::size_t depth = 1; depth < depth_; ++depth) dived_.push_back(frames_[depth].option);
    dived_.insert(dived_.end(), dive_->best().begin(), dive_->best().end());
    found_.assign(1, {cost, dived_});
    std::sort(dived_.begin(), dived_.end());
}

/// The prices of the linear programme; false if there was no time for them.
bool Cheapest::set_prices(const StopToken& stop) {
    if (programme_ == nullptr) {
        if (!dive(stop)) return false;
        start_programme();
    }
    while (programme_ != nullptr && steps_left_ != 0) {
        if (stop.expired()) return false;
        if (dive_ != nullptr) {
            dive_->improve(takes_at_once);
            meet_dived();
        }
        const std::uint64_t steps = std::min(steps_at_once, steps_left_);
        steps_left_ -= steps;
        if (programme_->solve(std::numeric_limits<double>::infinity(), steps) != linear::Outcome::unfinished) break;
    }
    if (programme_ != nullptr) take_prices();
    programme_.reset();
    dive_.reset();
    return true;
}

/// The most that open items can pay, so that no option costs less: a column is an item, a row an option.
void Cheapest::start_programme() {
    for (std::uint32_t k = 0; k < cells_.opened(); ++k) priced_.push_back(cells_.open(k));
    std::sort(priced_.begin(), priced_.end());
    if (shift_ == 0 || priced_.empty() || priced_.size() > most_lists) return;
    row_.assign(costs_.size(), none);
    std::vector<double> room;
    std::vector<linear::Programme::Numbers> columns;
    for (const std::uint32_t list : priced_) {
        columns.emplace_back();
        for (std::uint32_t k = 0; k < cells_.size(list); ++k) {
            const std::uint32_t option = cells_.option(list, k);
            if (row_[option] == none) {
                row_[option] = static_cast<std::uint32_t>(room.size());
                room.push_back(static_cast<double>(costs_[option]));
            }
            room[row_[option]] += shift_;
            columns.back().push_back(row_[option]);
        }
        std::sort(columns.back().begin(), columns.back().end());
    }
    programme_ = std::make_unique<linear::Programme>(columns, std::move(room));
    steps_left_ = steps_each * (priced_.size() + 10);
}

/// Round the prices, and lower some where an option would cost less than it pays.
void Cheapest::take_prices() {
    Frame& frame = top();
    for (std::uint32_t option = 0; option < costs_.size(); ++option)
        is_others_[option] = row_[option] == none || programme_->price(row_[option]) < 0.5;
    std::vector<std::int64_t> prices;
    for (std::size_t k = 0; k < priced_.size(); ++k) {
        const double amount = programme_->amount(k) - shift_;
        const std::int64_t price = std::isfinite(amount) && std::abs(amount) * static_cast<double>(unit_) < 1e18
                                       ? static_cast<std::int64_t>(std::floor(amount * static_cast<double>(unit_)))
                                       : 0;
        prices.push_back(price);
        for (std::uint32_t c = 0; c < cells_.size(priced_[k]); ++c) reduced_[cells_.option(priced_[k], c)] -= price;
    }
    for (std::size_t k = 0; k < priced_.size(); ++k) {
        std::int64_t lowest = 0;
        for (std::uint32_t c = 0; c < cells_.size(priced_[k]); ++c)
            lowest = std::min(lowest, reduced_[cells_.option(priced_[k], c)]);
        if (lowest < 0)
            for (std::uint32_t c = 0; c < cells_.size(priced_[k]); ++c)
                reduced_[cells_.option(priced_[k], c)] -= lowest;
        frame.bound += prices[k] + lowest;
    }
    SHAPEWRIGHT_ASSERT(std::all_of(reduced_.begin(), reduced_.end(), [](std::int64_t cost) { return cost >= 0; }));
}

/// The bound above which a cover is no news.
std::int64_t Cheapest::limit() const {
    if (found_.size() < number_) return unlimited_bound;
    return (static_cast<std::int64_t>(found_.back().first) - 1) * unit_;
}

/// Choose the candidate under the cursor of the top frame and move the cursor on.
void Cheapest::choose() {
    ++nodes_;
    const std::size_t place = depth_ - 1, at = frames_[place].cursor++;
    SHAPEWRIGHT_ASSERT(at < frames_[place].candidates.size() && cells_.is_live(frames_[place].candidates[at].option));
    const auto [bound, whole, option, is_others] = frames_[place].candidates[at];
    cells_.take(option);
    // One of a subset; those that were tried before are not tried again. Of a dead end lists are left half done.
    if (frames_[place].branch == none && !cells_.is_dead())
        for (std::size_t c = 0; c < at; ++c) {
            const std::uint32_t before = frames_[place].candidates[c].option;
            if (cells_.is_live(before)) cells_.hide(before);
        }
    push(option, bound, frames_[place].spent + costs_[option]);
    open(top());
}

/// A fresh last frame; frames are kept for their memory.
void Cheapest::push(std::uint32_t option, std::int64_t bound, std::uint64_t spent) {
    if (depth_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[depth_++];
    frame.option = option;
    frame.branch = none;
    frame.bound = bound;
    frame.spent = spent;
    frame.raises = raises_.size();
    frame.candidates.clear();
    frame.cursor = 0;
}

void Cheapest::open(Frame& frame) {
    SHAPEWRIGHT_ASSERT(depth_ == cells_.depth() + 1 && &frame == &top());
    settle(frame);
    if (cells_.is_dead() || frame.bound > limit()) return;
    frame.branch = branch(frame.bound);
    const auto list = [&](std::uint32_t option) {
        const std::int64_t bound = frame.bound + reduced_[option];
        SHAPEWRIGHT_ASSERT(reduced_[option] >= 0);
        frame.candidates.push_back({bound, (bound + unit_ - 1) / unit_, option, is_others_[option]});
    };
    if (frame.branch != none) {
        for (std::uint32_t k = 0; k < cells_.size(frame.branch); ++k) list(cells_.option(frame.branch, k));
    } else {
        if (cells_.has_enough()) meet(frame);
        for (const std::uint32_t option : cells_.optional())
            if (cells_.is_live(option)) list(option);
    }
    std::sort(frame.candidates.begin(), frame.candidates.end());
}

/// Every open item pays what all its options leave, and options that have become too dear are hidden.
void Cheapest::settle(Frame& frame) {
    do {
        for (std::uint32_t k = 0; k < cells_.opened() && !cells_.is_dead(); ++k) {
            const std::uint32_t list = cells_.open(k), size = cells_.size(list);
            std::int64_t least = unlimited_bound;
            for (std::uint32_t c = 0; c < size && least > 0; ++c)
                least = std::min(least, reduced_[cells_.option(list, c)]);
            if (least <= 0) continue;
            for (std::uint32_t c = 0; c < size; ++c) reduced_[cells_.option(list, c)] -= least;
            raises_.push_back({list, size, least});
            frame.bound += least;
        }
        if (cells_.is_dead() || frame.bound > limit()) return;
    } while (hide_dear(frame.bound));
}

/// Hide the options that no cover can have which is cheaper than those known; were there any?
bool Cheapest::hide_dear(std::int64_t bound) {
    if (found_.size() < number_) return false;
    const std::int64_t left = limit() - bound;
    bool any = false;
    for (std::uint32_t k = 0; k < cells_.opened(); ++k) {
        const std::uint32_t list = cells_.open(k);
        for (std::uint32_t c = cells_.size(list); c-- > 0;) {
            const std::uint32_t option = cells_.option(list, c);
            if (reduced_[option] <= left) continue;
            cells_.hide(option);
            any = true;
            if (cells_.is_dead()) return true;
        }
    }
    return any;
}

/// The open item to branch on. Once covers are known, the one with the fewest options, where an option counts less
/// the nearer it is to being too dear. Before, the one whose second cheapest option costs most, so that the search
/// follows the prices, unless an item has so few options that covers may be hard to find at all.
std::uint32_t Cheapest::branch(std::int64_t bound) {
    const std::int64_t step = met_ < number_ ? unlimited_bound : (limit() - bound) / full + 1;
    std::uint32_t best = cells_.fewest();
    if (step == unlimited_bound && (best == none || cells_.size(best) <= few)) return best;
    std::int64_t fewest = unlimited_bound, dearest = -1;
    for (std::uint32_t k = 0; k < cells_.opened(); ++k) {
        const std::uint32_t list = cells_.open(k), size = cells_.size(list);
        std::int64_t least = unlimited_bound, second = unlimited_bound, sum = 0;
        for (std::uint32_t c = 0; c < size; ++c) {
            const std::int64_t cost = reduced_[cells_.option(list, c)];
            second = std::min(second, std::max(cost, least));
            least = std::min(least, cost);
            sum += 2 * full - cost / step;
        }
        if (step == unlimited_bound) {
            if (second < dearest || (second == dearest && (sum > fewest || (sum == fewest && list > best)))) continue;
        } else if (sum > fewest || (sum == fewest && list > best)) {
            continue;
        }
        best = list;
        fewest = sum;
        dearest = second;
    }
    return best;
}

void Cheapest::meet(const Frame& frame) {
    ++met_;
    Path path;
    for (std::size_t depth = 1; depth < depth_; ++depth) path.push_back(frames_[depth].option);
    if (!dived_.empty() && path.size() == dived_.size()) {
        Path sorted = path;
        std::sort(sorted.begin(), sorted.end());
        if (sorted == dived_) return;  // it is known
    }
    const auto at = std::upper_bound(found_.begin(), found_.end(), frame.spent,
                                     [](std::uint64_t cost, const Found& other) { return cost < other.first; });
    found_.insert(at, {frame.spent, std::move(path)});
    if (found_.size() > number_) found_.pop_back();
    SHAPEWRIGHT_ASSERT(std::is_sorted(found_.begin(), found_.end(),
                                      [](const Found& one, const Found& other) { return one.first < other.first; }));
}

/// Take back the choice that led to the last frame.
void Cheapest::leave() {
    SHAPEWRIGHT_ASSERT(depth_ > root_);
    for (; raises_.size() > top().raises; raises_.pop_back()) {
        const auto [list, size, price] = raises_.back();
        for (std::uint32_t c = 0; c < size; ++c) reduced_[cells_.option(list, c)] += price;
    }
    cells_.leave();
    --depth_;
}

}  // namespace shapewright::exact_cover
