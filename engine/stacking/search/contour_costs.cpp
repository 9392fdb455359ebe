#include "stacking/search/contour_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// The cheapest ways on from each contour, one piece earlier than `after`.
bool step_back(const Contours& contours, std::uint32_t piece, const std::vector<std::int64_t>& after,
               std::vector<std::int64_t>& before, const StopToken& stop) {
    for (std::uint32_t k = 0; k < before.size(); ++k) {
        if (k % 4096 == 0 && stop.expired()) return false;
        std::int64_t least = far;
        for (const Contours::Fall& fall : contours.falls(k, piece)) least = std::min(least, fall.cost + after[fall.to]);
        before[k] = least;
    }
    return true;
}

/// Contours at each place of the period, and a policy: which fall follows.
class Cycles {
public:
    Cycles(const Contours& contours, std::span<const std::uint32_t> period)
        : contours_(contours), period_(period), nodes_(contours.size() * period.size()) {}

    /// Howard's policy iteration in floating numbers, then whole numbers until the potential proves the mean.
    std::optional<LeastMean> solve(std::uint32_t floor, const StopToken& stop) {
        policy_.assign(nodes_, nullptr);
        value_.assign(nodes_, 0.0);
        reach(floor);
        if (!trim()) return std::nullopt;
        for (std::uint32_t u = 0; u < nodes_; ++u) {
            if (!live_[u]) continue;
            double least = std::numeric_limits<double>::infinity();
            each_fall(u, [&](const Contours::Fall& fall, std::uint32_t) {
                if (fall.cost < least) least = fall.cost, policy_[u] = &fall;
            });
        }
        for (bool improved = true; improved;) {
            if (stop.expired()) return std::nullopt;
            best_policy_cycle();
            evaluate();
            improved = improve();
        }
        for (;;) {
            if (stop.expired()) return std::nullopt;
            const auto proven = prove(stop);
            if (!proven) return std::nullopt;
            if (*proven) break;
        }
        LeastMean found;
        const auto length = static_cast<std::int64_t>(cycle_.size());
        found.cost = cost_;
        found.periods = length / static_cast<std::int64_t>(period_.size());
        found.contours = contours_.size();
        found.offset = offset(floor);
        tell(floor, found);
        return found;
    }

private:
    template <typename Visit>
    void each_fall(std::uint32_t u, Visit&& visit) const {
        const auto phase = static_cast<std::uint32_t>(u % period_.size());
        const auto contour = static_cast<std::uint32_t>(u / period_.size());
        for (const Contours::Fall& fall : contours_.falls(contour, period_[phase])) {
            const std::uint32_t v = target(u, fall);
            if (live_[v]) visit(fall, v);
        }
    }

    std::uint32_t target(std::uint32_t u, const Contours::Fall& fall) const {
        const auto length = static_cast<std::uint32_t>(period_.size());
        const std::uint32_t v = fall.to * length + (u % length + 1) % length;
        SHAPEWRIGHT_ASSERT(u < nodes_ && v < nodes_);
        return v;
    }

    /// What can be reached from the floor at the beginning of the period.
    void reach(std::uint32_t floor) {
        live_.assign(nodes_, true);
        std::vector<char> seen(nodes_, 0);
        std::vector<std::uint32_t> open{static_cast<std::uint32_t>(floor * period_.size())};
        seen[open[0]] = 1;
        while (!open.empty()) {
            const std::uint32_t u = open.back();
            open.pop_back();
            each_fall(u, [&](const Contours::Fall&, std::uint32_t v) {
                if (seen[v] == 0) seen[v] = 1, open.push_back(v);
            });
        }
        for (std::size_t u = 0; u < nodes_; ++u) live_[u] = seen[u] != 0;
    }

    /// Leaves out what no fall leads on from; false if nothing is left.
    bool trim() {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::uint32_t u = 0; u < nodes_; ++u) {
                if (!live_[u]) continue;
                bool leads = false;
                each_fall(u, [&](const Contours::Fall&, std::uint32_t) { leads = true; });
                if (!leads) live_[u] = false, changed = true;
            }
        }
        return std::find(live_.begin(), live_.end(), true) != live_.end();
    }

    /// The cycle of least mean among those of the policy.
    void best_policy_cycle() {
        std::vector<std::uint32_t> mark(nodes_, nowhere);
        bool any = false;
        for (std::uint32_t start = 0; start < nodes_; ++start) {
            if (!live_[start] || mark[start] != nowhere) continue;
            std::uint32_t u = start;
            SHAPEWRIGHT_ASSERT(policy_[start] != nullptr);
            for (; mark[u] == nowhere; u = target(u, *policy_[u])) mark[u] = start;
            if (mark[u] != start) continue;
            std::vector<std::uint32_t> cycle;
            std::int64_t cost = 0;
            std::uint32_t at = u;
            do {
                cycle.push_back(at);
                cost += policy_[at]->cost;
                at = target(at, *policy_[at]);
            } while (at != u);
            const auto length = static_cast<std::int64_t>(cycle.size());
            if (any && cost * static_cast<std::int64_t>(cycle_.size()) >= cost_ * length) continue;
            any = true;
            take(std::move(cycle), cost);
        }
    }

    void take(std::vector<std::uint32_t> cycle, std::int64_t cost) {
        SHAPEWRIGHT_ASSERT(!cycle.empty() && cycle.size() % period_.size() == 0);
        cycle_ = std::move(cycle);
        cost_ = cost;
        falls_.clear();
        for (const std::uint32_t u : cycle_) falls_.push_back(policy_[u]);
    }

    double mean() const { return static_cast<double>(cost_) / static_cast<double>(cycle_.size()); }

    /// The value of each node from which the policy leads to the cycle: what it costs above the mean to get there.
    void evaluate() {
        std::vector<std::uint32_t> first(nodes_, nowhere);
        std::vector<std::uint32_t> next(nodes_, nowhere);
        for (std::uint32_t u = 0; u < nodes_; ++u) {
            if (!live_[u]) continue;
            const std::uint32_t v = target(u, *policy_[u]);
            next[u] = first[v];
            first[v] = u;
        }
        const double rate = mean();
        std::vector<std::uint32_t> open{cycle_[0]};
        while (!open.empty()) {
            const std::uint32_t v = open.back();
            open.pop_back();
            for (std::uint32_t u = first[v]; u != nowhere; u = next[u]) {
                if (u == cycle_[0]) continue;
                value_[u] = value_[v] + policy_[u]->cost - rate;
                open.push_back(u);
            }
        }
    }

    bool improve() {
        constexpr double least = 1e-6;
        const double rate = mean();
        bool improved = false;
        for (std::uint32_t u = 0; u < nodes_; ++u) {
            if (!live_[u]) continue;
            each_fall(u, [&](const Contours::Fall& fall, std::uint32_t v) {
                const double made = value_[v] + fall.cost - rate;
                if (made >= value_[u] - least) return;
                value_[u] = made;
                policy_[u] = &fall;
                improved = true;
            });
        }
        return improved;
    }

    /// Whole numbers: makes the values a potential, and says whether they became one; if not, there was a cheaper
    /// cycle, which is taken. Nothing if stopped.
    std::optional<bool> prove(const StopToken& stop) {
        const auto length = static_cast<std::int64_t>(cycle_.size());
        potential_.assign(nodes_, 0);
        for (std::size_t u = 0; u < nodes_; ++u)
            if (live_[u])
                potential_[u] = static_cast<std::int64_t>(std::llround(value_[u] * static_cast<double>(length)));
        for (int round = 0;; ++round) {
            if (stop.expired()) return std::nullopt;
            bool changed = false;
            for (std::uint32_t u = 0; u < nodes_; ++u) {
                if (!live_[u]) continue;
                each_fall(u, [&](const Contours::Fall& fall, std::uint32_t v) {
                    const std::int64_t made = potential_[v] + fall.cost * length - cost_;
                    if (made >= potential_[u]) return;
                    potential_[u] = made;
                    policy_[u] = &fall;
                    changed = true;
                });
            }
            if (!changed) {
                SHAPEWRIGHT_ASSERT(cycle_.size() == falls_.size() && live_[cycle_[0]]);
                return true;
            }
            if (round % 8 != 7) continue;
            const auto old = std::pair(cost_, length);
            const auto kept = std::pair(cycle_, falls_);
            best_policy_cycle();
            if (cost_ * old.second < old.first * static_cast<std::int64_t>(cycle_.size())) {
                for (std::size_t u = 0; u < nodes_; ++u)
                    value_[u] = static_cast<double>(potential_[u]) / static_cast<double>(length);
                return false;
            }
            cycle_ = kept.first;
            falls_ = kept.second;
            cost_ = old.first;
        }
    }

    /// What the potential says of the end of any number of periods, times the length of the cycle.
    std::int64_t offset(std::uint32_t floor) const {
        const auto phases = static_cast<std::uint32_t>(period_.size());
        const auto length = static_cast<std::int64_t>(cycle_.size());
        std::int64_t least = far;
        for (std::uint32_t k = 0; k < contours_.size(); ++k)
            if (live_[k * phases]) least = std::min(least, contours_.empty(k) * length - potential_[k * phases]);
        return potential_[floor * phases] + least;
    }

    /// The falls from the floor to the cycle, and those of the cycle.
    void tell(std::uint32_t floor, LeastMean& found) const {
        const auto start = static_cast<std::uint32_t>(floor * period_.size());
        std::vector<std::uint32_t> parent(nodes_, nowhere);
        std::vector<Move> by(nodes_);
        std::vector<char> on_cycle(nodes_, 0);
        for (const std::uint32_t u : cycle_) on_cycle[u] = u % period_.size() == 0 ? 1 : 0;
        std::vector<std::uint32_t> open{start};
        parent[start] = start;
        std::uint32_t entry = nowhere;
        for (std::size_t k = 0; k < open.size() && entry == nowhere; ++k) {
            if (on_cycle[open[k]] != 0) entry = open[k];
            each_fall(open[k], [&](const Contours::Fall& fall, std::uint32_t v) {
                if (parent[v] != nowhere) return;
                parent[v] = open[k];
                by[v] = fall.move;
                open.push_back(v);
            });
        }
        SHAPEWRIGHT_ASSERT(entry != nowhere);
        for (std::uint32_t u = entry; u != start; u = parent[u]) found.lead.push_back(by[u]);
        std::reverse(found.lead.begin(), found.lead.end());
        const auto at = static_cast<std::size_t>(std::find(cycle_.begin(), cycle_.end(), entry) - cycle_.begin());
        for (std::size_t k = 0; k < cycle_.size(); ++k) found.cycle.push_back(falls_[(at + k) % falls_.size()]->move);
    }

    const Contours& contours_;
    std::span<const std::uint32_t> period_;
    std::size_t nodes_;
    std::vector<bool> live_;
    std::vector<const Contours::Fall*> policy_;
    std::vector<double> value_;
    std::vector<std::int64_t> potential_;
    std::vector<std::uint32_t> cycle_;
    std::vector<const Contours::Fall*> falls_;  // of the cycle
    std::int64_t cost_ = 0;
};

}  // namespace

std::optional<LeastCost> least_cost(const Question& question, int reach, Contours::Steep steep,
                                    const std::vector<int>& weights, const ContourEffort& effort,
                                    const StopToken& stop) {
    Contours contours(question, reach, steep, weights);
    const std::vector<int> floor = question.floor();
    std::uint32_t at = contours.of(floor);
    if (!contours.close(effort.contours, effort.falls, stop)) return std::nullopt;
    std::vector<std::int64_t> after(contours.size());
    for (std::uint32_t k = 0; k < after.size(); ++k) after[k] = contours.empty(k);
    std::vector<std::int64_t> before(after.size());
    // Every so many pieces the costs from there on are kept, so that the way can be gone again, a stretch at a time.
    const std::size_t length = question.sequence.size();
    const auto stretch = static_cast<std::size_t>(std::sqrt(static_cast<double>(length))) + 1;
    std::vector<std::vector<std::int64_t>> kept(length / stretch + 2);
    for (std::size_t i = length;; --i) {
        if (i % stretch == 0 || i == length) kept[(i + stretch - 1) / stretch] = after;
        if (i == 0) break;
        if (!step_back(contours, question.sequence[i - 1], after, before, stop)) return std::nullopt;
        after.swap(before);
    }
    LeastCost found{contours.weight(floor) + after[at], {}, contours.size()};
    if (steep == Contours::Steep::cliff) return found;
    std::vector<std::vector<std::int64_t>> part(stretch + 1);
    for (std::size_t begin = 0; begin < length; begin += stretch) {
        const std::size_t end = std::min(begin + stretch, length);
        part[end - begin] = kept[(end + stretch - 1) / stretch];
        for (std::size_t i = end; i-- > begin;) {
            part[i - begin].resize(contours.size());
            if (!step_back(contours, question.sequence[i], part[i - begin + 1], part[i - begin], stop))
                return std::nullopt;
        }
        for (std::size_t i = begin; i < end; ++i) {
            const auto falls = contours.falls(at, question.sequence[i]);
            const auto cheapest = std::find_if(falls.begin(), falls.end(), [&](const Contours::Fall& fall) {
                return fall.cost + part[i + 1 - begin][fall.to] == part[i - begin][at];
            });
            if (cheapest == falls.end()) return std::nullopt;  // a contour from which the pieces cannot go on
            found.moves.push_back(cheapest->move);
            at = cheapest->to;
        }
    }
    return found;
}

std::optional<LeastMean> least_mean(const Question& question, int reach, Contours::Steep steep,
                                    const std::vector<int>& weights, const ContourEffort& effort,
                                    const StopToken& stop) {
    Contours contours(question, reach, steep, weights);
    const std::uint32_t floor = contours.of(question.floor());
    if (!contours.close(effort.contours, effort.falls, stop)) return std::nullopt;
    if (contours.size() * question.sequence.size() >= nowhere) return std::nullopt;
    return Cycles(contours, question.sequence).solve(floor, stop);
}

}  // namespace shapewright::stacking
