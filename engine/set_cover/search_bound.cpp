// How light a cover below a node can be: prices of elements, and what they prove.
#include <algorithm>
#include <utility>

#include "set_cover/search.hpp"

namespace shapewright::set_cover {
namespace {

constexpr int patience = 15;      // rounds without a better bound before steps are halved
constexpr int most_halvings = 9;  // then the bound hardly moves any more

}  // namespace

/// The Lagrangian dual at these prices, in units: what the open elements pay, less what sets are paid too much.
std::int64_t Search::dual() {
    std::int64_t total = 0;
    for (std::size_t k = 0; k < open_elements_.size(); ++k) {
        total += open_price_[k];
        slack_[k] = 1;
    }
    std::uint32_t at = 0;
    for (std::size_t s = 0; s < open_sets_.size(); ++s) {
        const std::uint32_t begin = at;
        std::int64_t cost = problem_.weights[open_sets_[s]] * unit;
        for (; at < ends_[s]; ++at) cost -= open_price_[members_[at]];
        cost_[open_sets_[s]] = cost;
        if (cost >= 0) continue;
        total += cost;
        for (at = begin; at < ends_[s]; ++at) --slack_[members_[at]];
    }
    return total;
}

/// Decide those of the sets of which one choice cannot lead to a lighter cover than is known; were there any?
bool Search::decide_by_cost(const Numbers& sets, std::int64_t dual) {
    const std::int64_t room = (best_weight_ - 1 - chosen_weight_) * unit - dual;
    const std::size_t before = decisions_.size();
    for (const std::uint32_t set : sets) {
        if (decided_[set]) continue;
        if (cost_[set] > room)
            leave_out(set);
        else if (-cost_[set] > room)
            choose(set);
    }
    return decisions_.size() != before;
}

/// One step of the prices: what is not covered pays more, what is covered twice pays less.
void Search::step_along(std::int64_t dual, int halvings) {
    std::int64_t norm = 0;
    for (const std::int64_t slack : slack_) norm += slack * slack;
    const std::int64_t gap = (best_weight_ - chosen_weight_) * unit - dual;
    const std::int64_t size = std::max<std::int64_t>(1, (2 * gap / std::max<std::int64_t>(1, norm)) >> halvings);
    for (std::size_t k = 0; k < slack_.size(); ++k)
        open_price_[k] = std::max<std::int64_t>(0, open_price_[k] + size * slack_[k]);
}

/// A cover of what is open: the cheapest sets for it, without those that others make needless.
void Search::build_cover() {
    Numbers order = open_sets_, times(covered_.size(), 0), taken;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return cost_[a] < cost_[b]; });
    std::size_t missing = open_elements_.size();
    for (std::size_t k = 0; k < order.size() && missing != 0; ++k) {
        bool is_new = false;
        for (const std::uint32_t element : problem_.sets[order[k]])
            if (covered_[element] == 0 && times[element] == 0) is_new = true;
        if (!is_new) continue;
        taken.push_back(order[k]);
        for (const std::uint32_t element : problem_.sets[order[k]])
            if (covered_[element] == 0 && times[element]++ == 0) --missing;
    }
    if (missing != 0) return;
    Numbers cover = chosen_;
    for (std::size_t k = taken.size(); k-- > 0;) {
        const Numbers& members = problem_.sets[taken[k]];
        const bool needed = std::any_of(members.begin(), members.end(), [&](std::uint32_t element) {
            return covered_[element] == 0 && times[element] == 1;
        });
        if (needed)
            cover.push_back(taken[k]);
        else
            for (const std::uint32_t element : members)
                if (covered_[element] == 0) --times[element];
    }
    offer(std::move(cover));
}

/// Climb; false if no lighter cover than the best lies below this node.
bool Search::bound_from(int rounds, bool at_root) {
    list_open();
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    std::vector<std::int64_t> prices = open_price_;
    int stale = 0, halvings = 0;
    for (int round = 0; round < rounds && halvings <= most_halvings; ++round) {
        std::int64_t now = dual();
        if (round % (at_root ? 5 : 40) == 0) build_cover();
        const std::int64_t least = chosen_weight_ + whole_weights(now);
        if (at_root) root_bound_ = std::max(root_bound_, least);
        if (least >= best_weight_ || is_over()) return false;
        if (now > highest) {
            highest = now, prices = open_price_, stale = 0;
        } else if (++stale == patience) {
            open_price_ = prices, stale = 0, ++halvings, now = dual();
        }
        if (decide_by_cost(open_sets_, now)) {
            keep_prices();
            if (!propagate()) return false;
            list_open();
            if (open_elements_.empty()) return true;
            highest = std::numeric_limits<std::int64_t>::min();
            prices = open_price_;
            continue;
        }
        step_along(now, halvings);
    }
    open_price_ = std::move(prices);
    keep_prices();
    return true;
}

}  // namespace shapewright::set_cover
