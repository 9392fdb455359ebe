#include "shapez/plan/selection.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <queue>
#include <utility>

#include "core/rng.hpp"

namespace shapewright::shapez {

namespace {

constexpr double far = std::numeric_limits<double>::infinity();

std::vector<std::int32_t> joined(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    std::vector<std::int32_t> result;
    result.reserve(a.size() + b.size() + 1);
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
}

}  // namespace

/// A plan for all goals: the cheapest sets of steps of each, put together.
Pool::Set Selection::plan(const Set& goals) {
    std::vector<char> free;
    gather(goals, free, false);
    Set all;
    for (const std::int32_t goal : goals) all = joined(all, sets_[static_cast<std::size_t>(goal)]);
    return tidy(all, goals);
}

/// The same algorithm with sets of steps instead of costs, so that what two inputs share counts once; steps marked in
/// `free` cost nothing. Not exact (the cheapest sets need not share the most), but never wrong about a set's cost.
void Selection::gather(const Set& goals, std::vector<char>& free, bool early) {
    const std::size_t count = pool_.size();
    free.resize(pool_.steps().size(), 0);
    sets_.assign(count, {});
    depth_by_value_.assign(count, 0);
    settled_.assign(count, 0);
    std::vector<double> cost(count, far);
    using Item = std::pair<double, std::int32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    for (std::size_t v = 0; v < count; ++v)
        if (pool_.raw()[v]) {
            cost[v] = 0;
            queue.emplace(0, static_cast<std::int32_t>(v));
        }
    std::size_t missing = goals.size();
    while (!queue.empty()) {
        const auto [least, v] = queue.top();
        queue.pop();
        const auto k = static_cast<std::size_t>(v);
        if (settled_[k]) continue;
        settled_[k] = 1;
        if (early && std::find(goals.begin(), goals.end(), v) != goals.end() && --missing == 0) return;
        for (const std::int32_t number : pool_.users(k)) {
            const PlanStep& step = pool_.step(number);
            const auto a = static_cast<std::size_t>(step.in[0]);
            const auto b = static_cast<std::size_t>(step.in[1] == Pool::none ? step.in[0] : step.in[1]);
            if (!settled_[a] || !settled_[b]) continue;
            const bool counts = !free[static_cast<std::size_t>(number)];
            const std::int32_t depth = std::max(depth_by_value_[a], depth_by_value_[b]) + 1;
            bool hopeless = true;
            for (const std::int32_t out : step.out) {
                if (out == Pool::none || settled_[static_cast<std::size_t>(out)]) continue;
                const double floor = static_cast<double>(std::max(sets_[a].size(), sets_[b].size())) + (counts ? 1 : 0);
                hopeless &= (by_depth_ ? depth + floor * 1e-4 : floor) >= cost[static_cast<std::size_t>(out)];
            }
            if (hopeless) continue;
            Set set = a == b ? sets_[a] : joined(sets_[a], sets_[b]);
            if (counts) set.insert(std::lower_bound(set.begin(), set.end(), number), number);
            const double size = static_cast<double>(set.size());
            const double total = by_depth_ ? depth + size * 1e-4 : size;
            for (const std::int32_t out : step.out) {
                if (out == Pool::none || total >= cost[static_cast<std::size_t>(out)]) continue;
                const auto o = static_cast<std::size_t>(out);
                if (settled_[o]) continue;
                cost[o] = total;
                depth_by_value_[o] = depth;
                sets_[o] = set;
                queue.emplace(total, out);
            }
        }
    }
}

Pool::Set Selection::tidy(const Set& steps, const Set& goals) const {
    std::vector<std::int32_t> maker(pool_.size(), Pool::none);
    std::vector<char> there(pool_.raw());
    Set order, rest = steps;
    std::sort(rest.begin(), rest.end());
    for (bool grew = true; grew;) {
        grew = false;
        Set later;
        for (const std::int32_t number : rest) {
            const PlanStep& step = pool_.step(number);
            const bool ready = there[static_cast<std::size_t>(step.in[0])] &&
                               (step.in[1] == Pool::none || there[static_cast<std::size_t>(step.in[1])]);
            if (!ready) {
                later.push_back(number);
                continue;
            }
            grew = true;
            order.push_back(number);
            for (const std::int32_t out : step.out) {
                if (out == Pool::none || there[static_cast<std::size_t>(out)]) continue;
                there[static_cast<std::size_t>(out)] = 1;
                maker[static_cast<std::size_t>(out)] = number;
            }
        }
        rest = std::move(later);
    }
    std::vector<char> needed(pool_.steps().size(), 0);
    Set open = goals;
    while (!open.empty()) {
        const auto v = static_cast<std::size_t>(open.back());
        open.pop_back();
        const std::int32_t number = maker[v];
        if (number == Pool::none) {
            if (!pool_.raw()[v]) return {Pool::none};  // a goal is out of reach
            continue;
        }
        if (needed[static_cast<std::size_t>(number)]) continue;
        needed[static_cast<std::size_t>(number)] = 1;
        for (const std::int32_t input : pool_.step(number).in)
            if (input != Pool::none) open.push_back(input);
    }
    Set result;
    for (const std::int32_t number : order)
        if (needed[static_cast<std::size_t>(number)]) result.push_back(number);
    return result;
}

/// What is to be minimised: machines, or depth and then machines.
std::size_t Selection::measure(const Set& steps, const Set& goals) const {
    if (!by_depth_) return steps.size();
    std::vector<std::size_t> depth(pool_.size(), 0);
    std::vector<char> there(pool_.raw());
    for (const std::int32_t number : steps) {
        const PlanStep& step = pool_.step(number);
        std::size_t most = 0;
        for (const std::int32_t input : step.in)
            if (input != Pool::none) most = std::max(most, depth[static_cast<std::size_t>(input)]);
        for (const std::int32_t out : step.out) {
            if (out == Pool::none || there[static_cast<std::size_t>(out)]) continue;
            there[static_cast<std::size_t>(out)] = 1;
            depth[static_cast<std::size_t>(out)] = most + 1;
        }
    }
    std::size_t deepest = 0;
    for (const std::int32_t goal : goals) deepest = std::max(deepest, depth[static_cast<std::size_t>(goal)]);
    return deepest * 100000 + steps.size();
}

/// Makes one value of the plan after the other anew, everything that does not depend on it being there already.
Pool::Set Selection::improve(Set plan, const Set& goals, std::uint32_t improvements, std::uint64_t seed,
                             const StopToken& stop) {
    Rng rng(seed);
    std::uint32_t tried = 0;
    for (bool better = true; better && tried < improvements;) {
        better = false;
        Set targets;
        for (const std::int32_t number : plan)
            for (const std::int32_t out : pool_.step(number).out)
                if (out != Pool::none && !pool_.raw()[static_cast<std::size_t>(out)]) targets.push_back(out);
        for (std::size_t k = targets.size(); k > 1; --k) std::swap(targets[k - 1], targets[rng.place(k)]);
        for (const std::int32_t target : targets) {
            if (tried >= improvements || stop.expired()) break;
            const auto t = static_cast<std::size_t>(target);
            // The plan as if the target came from a miner: what is still needed, and which of that depends on it.
            pool_.set_raw(t, true);
            const Set rest = tidy(plan, goals);
            pool_.set_raw(t, false);
            if (rest.size() >= plan.size() && !by_depth_) continue;  // the target is not needed
            std::vector<char> free(pool_.steps().size(), 0), depends(pool_.size(), 0);
            depends[t] = 1;
            for (const std::int32_t number : rest) {
                const PlanStep& step = pool_.step(number);
                const bool tied = depends[static_cast<std::size_t>(step.in[0])] ||
                                  (step.in[1] != Pool::none && depends[static_cast<std::size_t>(step.in[1])]);
                if (!tied) free[static_cast<std::size_t>(number)] = 1;
                for (const std::int32_t out : step.out)
                    if (out != Pool::none && tied) depends[static_cast<std::size_t>(out)] = 1;
            }
            ++tried;
            gather({target}, free, true);
            if (!settled_[t]) continue;
            Set fresh = sets_[t];
            fresh.insert(fresh.end(), rest.begin(), rest.end());
            std::sort(fresh.begin(), fresh.end());
            fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
            fresh = tidy(fresh, goals);
            if (!fresh.empty() && fresh[0] == Pool::none) continue;
            const std::size_t now = measure(fresh, goals), before = measure(plan, goals);
            if (now <= before) plan = std::move(fresh);
            better |= now < before;
        }
        if (stop.expired()) break;
    }
    return plan;
}

}  // namespace shapewright::shapez
