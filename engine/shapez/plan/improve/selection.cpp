#include "shapez/plan/improve/selection.hpp"

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
    Column<char> free;
    free.assign(pool_.steps().size(), 0);
    gather(goals, free, false);
    Set all;
    for (const std::int32_t goal : goals) all = joined(all, sets_[goal]);
    return tidy(all, goals);
}

/// The same algorithm with sets of steps instead of costs, so that what two inputs share counts once; steps marked in
/// `free` cost nothing. Not exact (the cheapest sets need not share the most), but never wrong about a set's cost.
void Selection::gather(const Set& goals, const Column<char>& free, bool early) {
    const std::size_t count = pool_.size();
    sets_.assign(count, {});
    depth_by_value_.assign(count, 0);
    settled_.assign(count, 0);
    Column<double> cost;
    cost.assign(count, far);
    using Item = std::pair<double, std::int32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    for (std::int32_t v = 0; v < static_cast<std::int32_t>(count); ++v)
        if (pool_.is_free(v)) {
            cost[v] = 0;
            queue.emplace(0, v);
        }
    std::size_t missing = goals.size();
    while (!queue.empty()) {
        const auto [least, v] = queue.top();
        queue.pop();
        if (settled_[v]) continue;
        settled_[v] = 1;
        if (early && std::find(goals.begin(), goals.end(), v) != goals.end() && --missing == 0) return;
        for (const std::int32_t number : pool_.users(v)) {
            const PlanStep& step = pool_.step(number);
            const std::int32_t a = step.in[0], b = step.in[1] == Pool::none ? step.in[0] : step.in[1];
            if (!settled_[a] || !settled_[b]) continue;
            const bool counts = !free[number];
            const std::int32_t depth = std::max(depth_by_value_[a], depth_by_value_[b]) + 1;
            bool hopeless = true;
            for (const std::int32_t out : step.out) {
                if (out == Pool::none || settled_[out]) continue;
                const double floor = static_cast<double>(std::max(sets_[a].size(), sets_[b].size())) + (counts ? 1 : 0);
                hopeless &= (by_depth_ ? depth + floor * 1e-4 : floor) >= cost[out];
            }
            if (hopeless) continue;
            Set set = a == b ? sets_[a] : joined(sets_[a], sets_[b]);
            if (counts) set.insert(std::lower_bound(set.begin(), set.end(), number), number);
            const double size = static_cast<double>(set.size());
            const double total = by_depth_ ? depth + size * 1e-4 : size;
            for (const std::int32_t out : step.out) {
                if (out == Pool::none || total >= cost[out] || settled_[out]) continue;
                cost[out] = total;
                depth_by_value_[out] = depth;
                sets_[out] = set;
                queue.emplace(total, out);
            }
        }
    }
}

Pool::Set Selection::tidy(const Set& steps, const Set& goals) const {
    Column<std::int32_t> maker;
    maker.assign(pool_.size(), Pool::none);
    Column<char> there(pool_.free());
    Set order, rest = steps;
    std::sort(rest.begin(), rest.end());
    for (bool grew = true; grew;) {
        grew = false;
        Set later;
        for (const std::int32_t number : rest) {
            const PlanStep& step = pool_.step(number);
            const bool ready = there[step.in[0]] && (step.in[1] == Pool::none || there[step.in[1]]);
            if (!ready) {
                later.push_back(number);
                continue;
            }
            grew = true;
            order.push_back(number);
            for (const std::int32_t out : step.out) {
                if (out == Pool::none || there[out]) continue;
                there[out] = 1;
                maker[out] = number;
            }
        }
        rest = std::move(later);
    }
    Column<char> needed;
    needed.assign(pool_.steps().size(), 0);
    Set open = goals;
    while (!open.empty()) {
        const std::int32_t v = open.back(), number = maker[v];
        open.pop_back();
        if (number == Pool::none) {
            if (!pool_.is_free(v)) return {Pool::none};  // a goal is out of reach
            continue;
        }
        if (needed[number]) continue;
        needed[number] = 1;
        for (const std::int32_t input : pool_.step(number).in)
            if (input != Pool::none) open.push_back(input);
    }
    Set result;
    for (const std::int32_t number : order)
        if (needed[number]) result.push_back(number);
    return result;
}

/// What is to be minimised: machines, or depth and then machines.
std::size_t Selection::measure(const Set& steps, const Set& goals) const {
    if (!by_depth_) return steps.size();
    Column<std::size_t> depth;
    depth.assign(pool_.size(), 0);
    Column<char> there(pool_.free());
    for (const std::int32_t number : steps) {
        const PlanStep& step = pool_.step(number);
        std::size_t most = 0;
        for (const std::int32_t input : step.in)
            if (input != Pool::none) most = std::max(most, depth[input]);
        for (const std::int32_t out : step.out) {
            if (out == Pool::none || there[out]) continue;
            there[out] = 1;
            depth[out] = most + 1;
        }
    }
    std::size_t deepest = 0;
    for (const std::int32_t goal : goals) deepest = std::max(deepest, depth[goal]);
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
                if (out != Pool::none && !pool_.is_free(out)) targets.push_back(out);
        for (std::size_t k = targets.size(); k > 1; --k) std::swap(targets[k - 1], targets[rng.place(k)]);
        for (const std::int32_t target : targets) {
            if (tried >= improvements || stop.expired()) break;
            // The plan as if the target came from a miner: what is still needed, and which of that depends on it.
            pool_.set_free(target, true);
            const Set rest = tidy(plan, goals);
            pool_.set_free(target, false);
            if (rest.size() >= plan.size() && !by_depth_) continue;  // the target is not needed
            Column<char> free, depends;
            free.assign(pool_.steps().size(), 0), depends.assign(pool_.size(), 0);
            depends[target] = 1;
            for (const std::int32_t number : rest) {
                const PlanStep& step = pool_.step(number);
                const bool tied = depends[step.in[0]] || (step.in[1] != Pool::none && depends[step.in[1]]);
                if (!tied) free[number] = 1;
                for (const std::int32_t out : step.out)
                    if (out != Pool::none && tied) depends[out] = 1;
            }
            ++tried;
            gather({target}, free, true);
            if (!settled_[target]) continue;
            Set fresh = sets_[target];
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
