#include "diagram/family.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <stdexcept>
#include <tuple>

namespace shapewright::diagram {

namespace {

using Limb = std::uint64_t;

/// The high and low half of a product.
std::pair<Limb, Limb> product(Limb a, Limb b) {
    constexpr Limb half = 0xffffffffULL;
    const Limb low = (a & half) * (b & half);
    const Limb one = (a >> 32) * (b & half), other = (a & half) * (b >> 32);
    const Limb middle = (low >> 32) + (one & half) + (other & half);
    return {(a >> 32) * (b >> 32) + (one >> 32) + (other >> 32) + (middle >> 32), middle << 32 | (low & half)};
}

/// to += a * b, where it is known that the sum fits.
void add_product(Limb* to, const Limb* a, const Limb* b, std::size_t limbs) {
    for (std::size_t i = 0; i < limbs; ++i) {
        if (a[i] == 0) continue;
        Limb carry = 0;
        for (std::size_t j = 0; i + j < limbs; ++j) {
            auto [high, low] = product(a[i], b[j]);
            low += carry;
            high += static_cast<Limb>(low < carry);
            to[i + j] += low;
            carry = high + static_cast<Limb>(to[i + j] < low);
        }
    }
}

}  // namespace

Family::Family(std::uint32_t variables, std::vector<Branch> nodes, Node root)
    : variables_(variables), nodes_(std::move(nodes)), root_(root) {
    const auto refuse = [](bool wrong) {
        if (wrong) throw std::invalid_argument("a damaged decision diagram");
    };
    refuse(nodes_.size() >= (std::uint64_t{1} << 32) - 2);
    // Numbers are canonical, so the root is the last one.
    refuse(nodes_.empty() ? root > unit : root != nodes_.size() + 1);
    const auto below = [&](Node child) { return child <= unit ? variables_ : branch(child).variable; };
    std::vector<bool> used(nodes_.size() + 2);
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        const Branch& node = nodes_[k];
        refuse(node.low >= k + 2 || node.high >= k + 2 || node.high == none || node.variable >= variables_);
        refuse(below(node.low) <= node.variable || below(node.high) <= node.variable);
        used[node.low] = used[node.high] = true;
        if (k == 0) continue;
        const Branch& last = nodes_[k - 1];
        refuse(last.variable < node.variable ||
               (last.variable == node.variable && std::tie(last.low, last.high) >= std::tie(node.low, node.high)));
    }
    for (std::size_t k = 2; k + 1 < nodes_.size() + 2; ++k) refuse(!used[k]);
    count_all();
}

void Family::count_all() {
    for (;; limbs_ *= 2) {
        counts_.assign((nodes_.size() + 2) * limbs_, 0);
        counts_[unit * limbs_] = 1;
        bool over = false;
        for (std::size_t k = 0; k < nodes_.size() && !over; ++k) {
            Limb* sum = counts_.data() + (k + 2) * limbs_;
            over = add(sum, counted(nodes_[k].low), limbs_) || add(sum, counted(nodes_[k].high), limbs_);
        }
        if (!over) return;
    }
}

Natural Family::count_of(Node node) const {
    return trimmed({counted(node), limbs_});
}

bool Family::contains(std::span<const std::uint32_t> member) const {
    Node node = root_;
    std::size_t at = 0;
    while (node > unit) {
        const Branch& here = branch(node);
        if (at < member.size() && member[at] < here.variable) return false;
        const bool has = at < member.size() && member[at] == here.variable;
        node = has ? here.high : here.low;
        at += has ? 1 : 0;
    }
    return node == unit && at == member.size();
}

std::vector<Member> Family::members(const Natural& rank, std::uint64_t most, const StopToken& stop) const {
    Poll poll(stop);
    std::vector<Member> found;
    std::vector<Limb> left(limbs_, 0);
    for (std::size_t k = 0; k < rank.size(); ++k) {
        if (rank[k] == 0) continue;
        if (k >= limbs_) return found;
        left[k] = rank[k];
    }
    const auto at_least = [&](const Limb* other) { return !is_less(left.data(), other, limbs_); };
    if (most == 0 || at_least(counted(root_))) return found;

    // Down to the member of that rank; where it has a variable, the members without it are still to come.
    std::vector<std::pair<Node, std::size_t>> open;  // nodes to go on at, with the length of the member so far
    Member member;
    Node node = root_;
    for (;;) {
        poll();
        while (node > unit) {
            const Branch& here = branch(node);
            if (at_least(counted(here.high))) {  // never again once `left` is 0
                subtract(left.data(), counted(here.high), limbs_);
                node = here.low;
                continue;
            }
            if (here.low != none) open.emplace_back(here.low, member.size());
            member.push_back(here.variable);
            node = here.high;
        }
        found.push_back(member);
        if (found.size() >= most || open.empty()) return found;
        node = open.back().first;
        member.resize(open.back().second);
        open.pop_back();
    }
}

std::vector<Natural> Family::containing(const StopToken& stop) const {
    std::vector<Limb> sums(variables_ * limbs_, 0), ways((nodes_.size() + 2) * limbs_, 0);
    ways[root_ * limbs_] = 1;
    for (std::size_t k = nodes_.size(); k-- > 0;) {
        if ((k & 0xffff) == 0 && stop.expired()) throw Stopped();
        const Branch& node = nodes_[k];
        const Limb* here = ways.data() + (k + 2) * limbs_;
        add_product(sums.data() + node.variable * limbs_, here, counted(node.high), limbs_);
        add(ways.data() + node.low * limbs_, here, limbs_);
        add(ways.data() + node.high * limbs_, here, limbs_);
    }
    std::vector<Natural> result;
    result.reserve(variables_);
    for (std::size_t k = 0; k < variables_; ++k) result.push_back(trimmed({sums.data() + k * limbs_, limbs_}));
    return result;
}

std::vector<std::pair<std::int64_t, Member>> Family::cheapest(std::span<const std::int64_t> costs, std::uint64_t most,
                                                              const StopToken& stop) const {
    if (costs.size() != variables_) throw std::invalid_argument("one cost a variable is wanted");
    constexpr std::int64_t bound = std::numeric_limits<std::int64_t>::max() / 4;
    std::int64_t all = 0;
    for (const std::int64_t cost : costs) {
        if (cost > bound || cost < -bound) throw std::invalid_argument("the costs are too large");
        all += cost < 0 ? -cost : cost;
        if (all > bound) throw std::invalid_argument("the costs are too large");
    }
    constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 2;
    std::vector<std::int64_t> least(nodes_.size() + 2, never);
    least[unit] = 0;
    for (std::size_t k = 0; k < nodes_.size(); ++k)
        least[k + 2] = std::min(least[nodes_[k].low], least[nodes_[k].high] + costs[nodes_[k].variable]);

    // Best first: what is still to come below a node is known exactly, so members come out in the order of their sums.
    struct Step {
        std::uint32_t before, variable;  // the step that added the variable before, and which one this added
    };
    struct Open {
        std::int64_t sum, spent;  // of the best member below; of the variables so far
        std::uint64_t number;     // first come, first served
        Node node;
        std::uint32_t steps;
    };
    const auto later = [](const Open& a, const Open& b) {
        return std::tie(a.sum, a.number) > std::tie(b.sum, b.number);
    };
    std::vector<std::pair<std::int64_t, Member>> found;
    std::vector<Step> steps{{0, 0}};
    std::priority_queue<Open, std::vector<Open>, decltype(later)> open(later);
    std::uint64_t pushed = 0;
    Poll poll(stop);
    if (root_ != none) open.push({least[root_], 0, pushed++, root_, 0});
    while (!open.empty() && found.size() < most) {
        poll();
        Open here = open.top();
        open.pop();
        // Along the best way down; what is left aside waits.
        while (here.node > unit) {
            const Branch& node = branch(here.node);
            const std::int64_t spent = here.spent + costs[node.variable];
            const bool takes = spent + least[node.high] <= here.spent + least[node.low];
            if (node.low != none && takes)
                open.push({here.spent + least[node.low], here.spent, pushed++, node.low, here.steps});
            if (!takes) {
                steps.push_back({here.steps, node.variable});
                open.push({spent + least[node.high], spent, pushed++, node.high,
                           static_cast<std::uint32_t>(steps.size() - 1)});
                here.node = node.low;
                continue;
            }
            steps.push_back({here.steps, node.variable});
            here = {here.sum, spent, here.number, node.high, static_cast<std::uint32_t>(steps.size() - 1)};
        }
        Member member;
        for (std::uint32_t step = here.steps; step != 0; step = steps[step].before)
            member.push_back(steps[step].variable);
        std::reverse(member.begin(), member.end());
        found.emplace_back(here.spent, std::move(member));
    }
    return found;
}

}  // namespace shapewright::diagram
