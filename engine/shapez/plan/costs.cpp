#include "shapez/plan/costs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "shapez/plan/search/estimate.hpp"

namespace shapewright::shapez {

void Costs::begin(bool by_depth) {
    by_depth_ = by_depth;
    guess_with(1);
    taken_apart_.assign(colour_count, 1);
    plausible_.clear(), guess_.clear(), cost_.clear(), best_.clear(), fresh_.clear();
    widen();
}

/// The columns of values that came since. What is raw need not be taken apart.
void Costs::widen() {
    const std::size_t count = pool_.size();
    while (taken_apart_.size() < count)
        taken_apart_.push_back(pool_.is_free(static_cast<std::int32_t>(taken_apart_.size())));
    plausible_.widen(count, 0);
    guess_.widen(count, -1);
    cost_.widen(count, far);
    best_.widen(count, none);
}

void Costs::evaluate() {
    widen();
    const std::size_t count = pool_.size();
    cost_.assign(count, far);
    best_.assign(count, none);
    settled_.assign(count, 0);
    using Item = std::pair<double, std::int32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    const auto offer = [&](std::int32_t v, double cost, std::int32_t step) {
        if (cost >= cost_[v]) return;
        cost_[v] = cost;
        best_[v] = step;
        queue.emplace(cost, v);
    };
    for (std::int32_t v = 0; v < static_cast<std::int32_t>(count); ++v) {
        if (pool_.is_free(v))
            offer(v, 0, none);
        else if (!taken_apart_[v])
            offer(v, guess(v), none);
    }
    while (!queue.empty()) {
        const auto [cost, v] = queue.top();
        queue.pop();
        if (settled_[v]) continue;
        settled_[v] = 1;
        for (const std::int32_t number : pool_.users(v)) {
            const PlanStep& step = pool_.step(number);
            double sum = 0, most = 0;
            bool ready = true;
            for (int slot = 0; slot < 2 && ready; ++slot) {
                const std::int32_t input = step.in[slot];
                if (input == none || (slot == 1 && input == step.in[0])) continue;
                ready = settled_[input] != 0;
                sum += cost_[input];
                most = std::max(most, cost_[input]);
            }
            if (!ready) continue;
            const double total = by_depth_ ? most + 1 + sum * 1e-3 : sum + 1;
            for (const std::int32_t out : step.out)
                if (out != none) offer(out, total, number);
        }
    }
}

double Costs::guess(std::int32_t v) {
    if (!guesses_) return far;
    double& known = guess_[v];
    if (known < 0) known = plausible(v) ? estimate(game_, pool_.value(v)) : far;
    return weight_ * known;
}

bool Costs::plausible(std::int32_t v) {
    char& known = plausible_[v];
    if (known == 0) {
        const Painted& shape = pool_.value(v);
        known = game_.height(shape) != 0 && game_.stable(shape) && buildables_.has(shape) ? 2 : 1;
    }
    return known == 2;
}

void Costs::settle(std::size_t first_step) {
    widen();
    // What nothing makes after all climbs round its cycle of rotations without end; then all is done anew.
    const std::size_t most = 400 + 4 * (pool_.steps().size() - first_step);
    std::vector<std::int32_t> queue;
    waiting_.assign(pool_.size(), 0);
    const auto wake = [&](std::int32_t v) {
        if (v == none || waiting_[v]) return;
        waiting_[v] = 1;
        queue.push_back(v);
    };
    for (std::size_t number = first_step; number < pool_.steps().size(); ++number) {
        for (const std::int32_t in : pool_.steps()[number].in) wake(in);
        for (const std::int32_t out : pool_.steps()[number].out) wake(out);
    }
    for (const std::int32_t v : fresh_) wake(v);
    fresh_.clear();
    for (std::size_t next = 0; next < queue.size(); ++next) {
        if (next > most) return evaluate();
        const std::int32_t v = queue[next];
        waiting_[v] = 0;
        if (pool_.is_free(v)) {
            cost_[v] = 0;
            continue;
        }
        double least = taken_apart_[v] ? far : guess(v);
        std::int32_t by = none;
        for (const std::int32_t number : pool_.makers(v)) {
            const PlanStep& step = pool_.step(number);
            const double a = cost_[step.in[0]];
            const double b = step.in[1] == none || step.in[1] == step.in[0] ? 0 : cost_[step.in[1]];
            const double total = by_depth_ ? std::max(a, b) + 1 + (a + b) * 1e-3 : a + b + 1;
            if (total < least) least = total, by = number;
        }
        best_[v] = by;
        if (least == cost_[v] || std::abs(least - cost_[v]) < 1e-6) continue;
        cost_[v] = least;
        for (const std::int32_t number : pool_.users(v))
            for (const std::int32_t out : pool_.step(number).out) wake(out);
    }
}

Pool::Set Costs::leaves(const Pool::Set& goals) const {
    Pool::Set found, open(goals);
    Column<char> seen;
    seen.assign(pool_.size(), 0);
    while (!open.empty()) {
        const std::int32_t v = open.back();
        open.pop_back();
        if (seen[v]) continue;
        seen[v] = 1;
        if (best_[v] == none) {
            if (!taken_apart_[v]) found.push_back(v);
            continue;
        }
        for (const std::int32_t input : pool_.step(best_[v]).in)
            if (input != none) open.push_back(input);
    }
    std::sort(found.begin(), found.end());
    return found;
}

void Costs::take_up_again(const Pool::Set& values) {
    widen();
    for (const std::int32_t v : values) taken_apart_[v] = 0;
}

}  // namespace shapewright::shapez
