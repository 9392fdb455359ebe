#include "location/location.hpp"

#include <algorithm>
#include <numeric>

#include "location/search.hpp"

namespace shapewright::location {

namespace {

constexpr std::size_t first_rows = 2000;
constexpr std::size_t more_rows = 1000;
constexpr std::size_t most_gains = std::size_t{1} << 27;  // a gigabyte of them
constexpr int most_pricings = 40;

/// Finds prices for more and more of the facilities, then searches what may be in a better choice.
class Solving {
public:
    Solving(Facilities& facilities, std::size_t k, const StopToken& stop, std::uint64_t nodes, const Told& told)
        : facilities_(facilities),
          k_(std::min(k, facilities.size())),
          stop_(stop),
          most_nodes_(nodes),
          told_(told),
          sums_(facilities.size()),
          is_in_(facilities.size(), false) {}

    Result run() {
        alive_.resize(facilities_.size());
        std::iota(alive_.begin(), alive_.end(), 0);
        rows_.customers = facilities_.customers();
        prices_.assign(rows_.customers, 0);
        if (k_ == 0) bound_ = 0;
        if (k_ == 0 || !sum_up()) return finished();
        std::erase_if(alive_, [&](std::uint32_t facility) { return sums_[facility] == 0; });
        k_ = std::min(k_, alive_.size());
        if (k_ == 0) {
            bound_ = 0;
            return finished();
        }
        add(first_rows);
        for (int pricing = 0; pricing < most_pricings && bound_ > value_; ++pricing) {
            Search some(rows_, k_, stop_, most_nodes_);
            if (pricing == 0)
                some.greedy();
            else
                some.offer(best_);
            some.improve();
            some.price(prices_);
            take(some);
            if (!sum_up()) return finished();
            leave_out();
            if (told_) told_(value_, std::max(value_, bound_));
            if (!add(more_rows)) break;
        }
        if (bound_ <= value_) return finished();
        // Only what is still possible is searched.
        while (add(more_rows)) {
        }
        const bool has_all = std::all_of(alive_.begin(), alive_.end(), [&](std::uint32_t one) { return is_in_[one]; });
        keep_alive();
        Search last(rows_, k_, stop_, most_nodes_);
        last.offer(best_);
        last.improve();
        if (has_all) last.run(prices_);
        take(last);
        nodes_ = last.nodes();
        if (has_all) bound_ = std::min(bound_, static_cast<std::uint64_t>(last.bound()));
        return finished();
    }

private:
    /// The sums of all that are left above the prices, and the bound that follows.
    bool sum_up() {
        std::size_t number = 0;
        for (const std::uint32_t facility : alive_) {
            if (number++ % 1024 == 0 && stop_.expired()) return false;
            sums_[facility] = facilities_.above(facility, prices_, unit);
        }
        std::sort(alive_.begin(), alive_.end(), [&](std::uint32_t one, std::uint32_t other) {
            return sums_[one] != sums_[other] ? sums_[one] > sums_[other] : one < other;
        });
        total_ = std::accumulate(prices_.begin(), prices_.end(), std::int64_t{0});
        for (std::size_t at = 0; at < k_; ++at) total_ += sums_[alive_[at]];
        bound_ = std::min(bound_, static_cast<std::uint64_t>(total_ / unit));
        return true;
    }

    /// Leaves out what cannot be in a better choice.
    void leave_out() {
        const std::int64_t others = total_ - sums_[alive_[k_ - 1]];
        const auto enough = static_cast<std::int64_t>(value_ + 1) * unit;
        std::size_t left = alive_.size();
        while (left > k_ && others + sums_[alive_[left - 1]] < enough) --left;
        alive_.resize(left);
    }

    /// Writes down the gains of the first of those that are left. False if there are none, or no room.
    bool add(std::size_t most) {
        std::vector<Gain> row;
        std::size_t added = 0;
        for (const std::uint32_t facility : alive_) {
            if (added == most || rows_.gains.size() > most_gains) break;
            if (is_in_[facility]) continue;
            facilities_.row(facility, row);
            rows_.add(row);
            names_.push_back(facility);
            is_in_[facility] = true;
            ++added;
        }
        return added > 0;
    }

    void keep_alive() {
        std::vector<bool> is_alive(facilities_.size(), false);
        for (const std::uint32_t facility : alive_) is_alive[facility] = true;
        for (const std::uint32_t facility : best_) is_alive[names_[facility]] = true;
        Rows kept;
        kept.customers = rows_.customers;
        Numbers names, renamed(names_.size(), 0);
        for (std::uint32_t at = 0; at < names_.size(); ++at) {
            if (!is_alive[names_[at]]) continue;
            renamed[at] = static_cast<std::uint32_t>(names.size());
            names.push_back(names_[at]);
            kept.add(rows_[at]);
        }
        for (std::uint32_t& facility : best_) facility = renamed[facility];
        names_ = std::move(names);
        rows_ = std::move(kept);
    }

    void take(const Search& search) {
        if (static_cast<std::uint64_t>(search.value()) > value_ || best_.empty()) {
            best_ = search.best();
            value_ = static_cast<std::uint64_t>(search.value());
        }
    }

    Result finished() {
        const StopToken never;
        Result result;
        std::sort(best_.begin(), best_.end(),
                  [&](std::uint32_t one, std::uint32_t other) { return names_[one] < names_[other]; });
        for (const std::uint32_t facility : Search(rows_, k_, never, 0).in_order(best_))
            result.chosen.push_back(names_[facility]);
        result.value = value_;
        result.bound = std::max(bound_, value_);
        result.nodes = nodes_;
        return result;
    }

    Facilities& facilities_;
    std::size_t k_;
    const StopToken& stop_;
    std::uint64_t most_nodes_;
    const Told& told_;
    std::vector<std::int64_t> sums_;
    std::vector<bool> is_in_;
    Numbers alive_;
    Numbers names_;  // of the rows
    Rows rows_;
    Prices prices_;
    Numbers best_;  // rows
    std::int64_t total_ = 0;
    std::uint64_t value_ = 0;
    std::uint64_t bound_ = ~std::uint64_t{0};
    std::uint64_t nodes_ = 0;
};

}  // namespace

std::int64_t Facilities::above(std::uint32_t facility, const std::vector<std::int64_t>& prices, std::int64_t in_unit) {
    row(facility, row_);
    std::int64_t sum = 0;
    for (const auto& [customer, gain] : row_) sum += std::max<std::int64_t>(0, in_unit * gain - prices[customer]);
    return sum;
}

Result solve(Facilities& facilities, std::size_t k, const StopToken& stop, std::uint64_t nodes, const Told& told) {
    return Solving(facilities, k, stop, nodes, told).run();
}

}  // namespace shapewright::location
