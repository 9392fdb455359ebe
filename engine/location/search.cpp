#include "location/search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/assert.hpp"

namespace shapewright::location {

namespace {

constexpr int root_rounds = 600;
constexpr int rounds_below = 60;
constexpr int patience = 12;  // rounds without a better bound before the step is halved
constexpr double shortest_step = 0.002;
constexpr double least_gain = 1e-4;  // of the bound, which counts as better
constexpr std::size_t most_dominating = 4000;

std::int64_t sum(const Prices& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

}  // namespace

Search::Search(const Rows& rows, std::size_t k, const StopToken& stop, std::uint64_t nodes)
    : rows_(rows), k_(std::min(k, rows.size())), stop_(stop), most_nodes_(nodes), all_(rows.size()) {
    std::iota(all_.begin(), all_.end(), 0);
    Prices most_gain(rows_.customers, 0);
    for (const std::uint32_t facility : all_) cover(most_gain, facility);
    root_bound_ = sum(most_gain) / unit;
}

std::int64_t Search::above(std::uint32_t facility, const Prices& prices) const {
    std::int64_t sum = 0;
    for (const auto& [customer, gain] : rows_[facility]) {
        const std::int64_t more = unit * gain - prices[customer];
        sum += more > 0 ? more : 0;
    }
    return sum;
}

void Search::cover(Prices& covered, std::uint32_t facility) const {
    for (const auto& [customer, gain] : rows_[facility]) covered[customer] = std::max(covered[customer], unit * gain);
}

Prices Search::covered_by(const Numbers& chosen) const {
    Prices covered(rows_.customers, 0);
    for (const std::uint32_t facility : chosen) cover(covered, facility);
    return covered;
}

bool Search::is_over() {
    if (!stopped_) stopped_ = stop_.expired() || nodes_ > most_nodes_;
    return stopped_;
}

void Search::offer(const Numbers& chosen) {
    const std::int64_t value = sum(covered_by(chosen)) / unit;
    if (value <= value_) return;
    SHAPEWRIGHT_ASSERT(chosen.size() <= k_);
    best_ = chosen;
    value_ = value;
}

/// The candidate that adds most, and how much; 0 if nothing is added.
std::pair<std::uint32_t, std::int64_t> Search::most(const Numbers& candidates, const Prices& covered) const {
    std::pair<std::uint32_t, std::int64_t> result{0, 0};
    for (const std::uint32_t facility : candidates)
        if (const std::int64_t adds = above(facility, covered); adds > result.second) result = {facility, adds};
    return result;
}

void Search::greedy() {
    Numbers chosen;
    Prices covered(rows_.customers, 0);
    while (chosen.size() < k_) {
        const auto [facility, adds] = most(all_, covered);
        if (adds == 0) break;
        chosen.push_back(facility);
        cover(covered, facility);
    }
    offer(chosen);
}

void Search::improve() {
    for (bool is_better = true; is_better && !is_over();) {
        is_better = false;
        for (std::size_t place = 0; place < best_.size() && !is_over(); ++place) {
            Numbers others = best_;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
            const Prices covered = covered_by(others);
            const auto [facility, adds] = most(all_, covered);
            if ((sum(covered) + adds) / unit <= value_) continue;
            others.push_back(facility);
            offer(others);
            is_better = true;
            break;
        }
    }
}

Numbers Search::in_order(Numbers chosen) const {
    Numbers result;
    Prices covered(rows_.customers, 0);
    while (!chosen.empty()) {
        const auto [facility, adds] = most(chosen, covered);
        if (adds == 0) break;
        result.push_back(facility);
        cover(covered, facility);
        std::erase(chosen, facility);
    }
    return result;
}

/// Leaves out candidates that are nowhere better than another one.
void Search::drop_dominated(Node& node) {
    std::vector<Numbers> having(rows_.customers);
    for (const std::uint32_t facility : node.candidates)
        for (const auto& [customer, gain] : rows_[facility])
            if (unit * gain > node.covered[customer]) having[customer].push_back(facility);
    std::vector<std::uint32_t> gain_of(rows_.customers, 0);
    std::vector<bool> is_out(rows_.size(), false);
    std::size_t number = 0;
    for (const std::uint32_t facility : node.candidates) {
        if (++number % 256 == 0 && is_over()) return;
        const Numbers* fewest = nullptr;
        std::size_t useful = 0;
        for (const auto& [customer, gain] : rows_[facility]) {
            if (unit * gain <= node.covered[customer]) continue;
            gain_of[customer] = gain;
            ++useful;
            if (fewest == nullptr || having[customer].size() < fewest->size()) fewest = &having[customer];
        }
        if (fewest == nullptr) {
            is_out[facility] = true;
            continue;
        }
        if (fewest->size() <= most_dominating)
            for (const std::uint32_t other : *fewest) {
                if (other == facility || is_out[other]) continue;
                std::size_t as_good = 0;
                std::size_t rest = rows_[other].size();
                if (rest < useful) continue;
                bool is_better = false;
                for (const auto& [customer, gain] : rows_[other]) {
                    if (as_good + rest < useful) break;
                    --rest;
                    if (gain_of[customer] == 0) {
                        is_better |= unit * gain > node.covered[customer];
                        continue;
                    }
                    if (gain < gain_of[customer]) break;
                    is_better |= gain > gain_of[customer];
                    ++as_good;
                }
                if (as_good == useful && (is_better || other < facility)) {
                    is_out[facility] = true;
                    break;
                }
            }
        for (const auto& [customer, gain] : rows_[facility]) gain_of[customer] = 0;
    }
    std::erase_if(node.candidates, [&](std::uint32_t facility) { return is_out[facility]; });
}

/// Lowers the bound of a node by better prices and leaves out candidates, unless all are to be kept. False if nothing
/// better is below it. At the end the node has the best prices; `best` is the bound (in units), and `first` the
/// candidate whose sum above these prices is greatest.
bool Search::bound(Node& node, int rounds, double step, bool keep_all, std::uint32_t& first, std::int64_t& best) {
    const auto enough = [&] { return (value_ + 1) * unit; };
    SHAPEWRIGHT_ASSERT(node.prices.size() == rows_.customers && node.covered.size() == rows_.customers &&
                       node.left > 0);
    Prices best_prices = node.prices;
    std::vector<double> direction(rows_.customers, 0);
    std::vector<std::int32_t> slack(rows_.customers);
    int waited = 0;
    std::vector<std::pair<std::int64_t, std::uint32_t>> sums;  // negative
    best = std::numeric_limits<std::int64_t>::max();
    for (int round = 0; round < rounds && !is_over(); ++round) {
        sums.clear();
        for (const std::uint32_t facility : node.candidates) sums.emplace_back(-above(facility, node.prices), facility);
        const std::size_t top = std::min(node.left, sums.size());
        const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(top);
        std::partial_sort(sums.begin(), middle, sums.end());
        std::int64_t total = sum(node.prices);
        for (std::size_t k = 0; k < top; ++k) total -= sums[k].first;
        if (total < best) {
            if (static_cast<double>(best - total) > least_gain * static_cast<double>(total - value_ * unit)) waited = 0;
            best = total;
            best_prices = node.prices;
            SHAPEWRIGHT_ASSERT(top > 0);
            first = sums[0].second;
        }
        if (total < enough() && !keep_all) return false;
        // What has too little even in place of the last one is out.
        if (top == node.left && !keep_all) {
            const std::int64_t others = total + sums[top - 1].first;
            node.candidates.clear();
            for (std::size_t k = 0; k < sums.size(); ++k)
                if (k < top || others - sums[k].first >= enough()) node.candidates.push_back(sums[k].second);
            std::sort(node.candidates.begin(), node.candidates.end());
        }
        // The choice that the prices suggest.
        Numbers suggested = chosen_;
        for (std::size_t k = 0; k < top; ++k) suggested.push_back(sums[k].second);
        const std::int64_t before = value_;
        offer(suggested);
        if (value_ > before) improve();
        // A subgradient, turned a little towards where one came from.
        std::fill(slack.begin(), slack.end(), 1);
        for (std::size_t k = 0; k < top; ++k)
            for (const auto& [customer, gain] : rows_[sums[k].second])
                if (unit * gain > node.prices[customer]) --slack[customer];
        double square = 0;
        for (std::size_t customer = 0; customer < slack.size(); ++customer) {
            double along = slack[customer] + 0.3 * direction[customer];
            if (along > 0 && node.prices[customer] <= node.covered[customer]) along = 0;
            direction[customer] = along;
            square += along * along;
        }
        if (square < 1e-9) break;
        const double length = step * static_cast<double>(total - value_ * unit) / square;
        if (length <= 0) break;
        for (std::size_t customer = 0; customer < slack.size(); ++customer)
            node.prices[customer] =
                std::max(node.covered[customer],
                         node.prices[customer] - static_cast<std::int64_t>(length * direction[customer]));
        if (++waited > patience) {
            waited = 0;
            step /= 2;
            node.prices = best_prices;
            std::fill(direction.begin(), direction.end(), 0.0);
            if (step < shortest_step) break;
        }
    }
    node.prices = std::move(best_prices);
    return true;
}

void Search::price(Prices& prices) {
    Node root{k_, Prices(rows_.customers, 0), prices, all_};
    std::uint32_t first = 0;
    std::int64_t best = 0;
    bound(root, root_rounds, 1.0, true, first, best);
    prices = std::move(root.prices);
}

void Search::run(Prices prices) {
    Node root{k_, Prices(rows_.customers, 0), std::move(prices), all_};
    search(root, true);
}

void Search::search(Node& node, bool at_root) {
    SHAPEWRIGHT_ASSERT(chosen_.size() + node.left == k_);
    for (bool is_first = true;; is_first = false) {
        ++nodes_;
        if (is_over()) return;
        if (node.candidates.size() <= node.left || node.left == 1) {
            Numbers all = chosen_;
            if (node.left == 1) {
                const auto [facility, adds] = most(node.candidates, node.covered);
                if (adds > 0) all.push_back(facility);
            } else {
                all.insert(all.end(), node.candidates.begin(), node.candidates.end());
            }
            offer(all);
            return;
        }
        std::uint32_t first = node.candidates.front();
        std::int64_t best = 0;
        const bool is_root = at_root && is_first;
        const bool may_be_better =
            bound(node, is_root ? root_rounds : rounds_below, is_root ? 1.0 : 0.5, false, first, best);
        if (is_root && best != std::numeric_limits<std::int64_t>::max())
            root_bound_ = std::min(root_bound_, best / unit);
        if (!may_be_better || is_over()) return;
        if (is_first) drop_dominated(node);
        if (node.candidates.size() <= node.left) continue;
        if (std::find(node.candidates.begin(), node.candidates.end(), first) == node.candidates.end()) {
            first = most(node.candidates, node.prices).first;
            if (std::find(node.candidates.begin(), node.candidates.end(), first) == node.candidates.end())
                first = node.candidates.front();
        }
        // With it, then without it.
        Node with{node.left - 1, node.covered, node.prices, node.candidates};
        std::erase(with.candidates, first);
        cover(with.covered, first);
        for (std::size_t customer = 0; customer < with.prices.size(); ++customer)
            with.prices[customer] = std::max(with.prices[customer], with.covered[customer]);
        chosen_.push_back(first);
        search(with, false);
        chosen_.pop_back();
        if (is_over()) return;
        std::erase(node.candidates, first);
    }
}

}  // namespace shapewright::location
