#include "shapez/plan/planner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <stdexcept>

#include "shapez/plan/estimate.hpp"

namespace shapewright::shapez {

namespace {

constexpr double far = std::numeric_limits<double>::infinity();

}  // namespace

Planner::Planner(int parts, int layers, PlanData data) : game_(parts, layers), data_(data), pool_(game_) {
    for (const std::size_t rows :
         {data_.operation.size(), data_.first.size(), data_.second.size(), data_.steps.size(), data_.order.size()})
        if (rows != data_.keys.size()) throw std::invalid_argument("the columns of a table differ in length");
    if (data_.pin_parents.size() != data_.pins.size())
        throw std::invalid_argument("the columns of a table differ in length");
    if (!data_.keys.empty()) verdicts_ = Verdicts::make(parts, layers, data_.keys, data_.pins);
}

/// Knuth's generalisation of Dijkstra's algorithm: the least cost of a tree of steps for every value.
void Planner::evaluate() {
    const std::size_t count = pool_.size();
    cost_.assign(count, far);
    best_.assign(count, none);
    settled_.assign(count, 0);
    using Item = std::pair<double, std::int32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    const auto offer = [&](std::int32_t v, double cost, std::int32_t step) {
        const auto k = static_cast<std::size_t>(v);
        if (cost >= cost_[k]) return;
        cost_[k] = cost;
        best_[k] = step;
        queue.emplace(cost, v);
    };
    for (std::size_t v = 0; v < count; ++v) {
        if (pool_.raw()[v])
            offer(static_cast<std::int32_t>(v), 0, none);
        else if (!expanded_[v])
            offer(static_cast<std::int32_t>(v), guess(static_cast<std::int32_t>(v)), none);
    }
    while (!queue.empty()) {
        const auto [cost, v] = queue.top();
        queue.pop();
        const auto k = static_cast<std::size_t>(v);
        if (settled_[k]) continue;
        settled_[k] = 1;
        for (const std::int32_t number : pool_.users(k)) {
            const PlanStep& step = pool_.step(number);
            double sum = 0, most = 0;
            bool ready = true;
            for (int slot = 0; slot < 2 && ready; ++slot) {
                if (step.in[slot] == none || (slot == 1 && step.in[1] == step.in[0])) continue;
                const auto input = static_cast<std::size_t>(step.in[slot]);
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

double Planner::guess(std::int32_t v) {
    if (known_only_) return far;
    double& known = guess_[static_cast<std::size_t>(v)];
    if (known < 0) known = plausible(v) ? estimate(game_, pool_.value(v)) : far;
    return weight_ * known;
}

void Planner::settle(std::size_t first_step) {
    // What nothing makes after all climbs round its cycle of rotations without end; then all is done anew.
    const std::size_t most = 400 + 4 * (pool_.steps().size() - first_step);
    std::vector<std::int32_t> queue;
    waiting_.assign(pool_.size(), 0);
    const auto wake = [&](std::int32_t v) {
        if (v == none || waiting_[static_cast<std::size_t>(v)]) return;
        waiting_[static_cast<std::size_t>(v)] = 1;
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
        const auto k = static_cast<std::size_t>(v);
        waiting_[k] = 0;
        if (pool_.raw()[k]) {
            cost_[k] = 0;
            continue;
        }
        double least = expanded_[k] ? far : guess(v);
        std::int32_t by = none;
        for (const std::int32_t number : pool_.makers(k)) {
            const PlanStep& step = pool_.step(number);
            const double a = cost_[static_cast<std::size_t>(step.in[0])];
            const double b =
                step.in[1] == none || step.in[1] == step.in[0] ? 0 : cost_[static_cast<std::size_t>(step.in[1])];
            const double total = by_depth_ ? std::max(a, b) + 1 + (a + b) * 1e-3 : a + b + 1;
            if (total < least) least = total, by = number;
        }
        best_[k] = by;
        if (least == cost_[k] || std::abs(least - cost_[k]) < 1e-6) continue;
        cost_[k] = least;
        for (const std::int32_t number : pool_.users(k))
            for (const std::int32_t out : pool_.step(number).out) wake(out);
    }
}

std::vector<std::int32_t> Planner::leaves(const Set& goals) const {
    std::vector<std::int32_t> found, open(goals);
    std::vector<char> seen(pool_.size(), 0);
    while (!open.empty()) {
        const auto v = static_cast<std::size_t>(open.back());
        open.pop_back();
        if (seen[v]) continue;
        seen[v] = 1;
        if (best_[v] == none) {
            if (!expanded_[v]) found.push_back(static_cast<std::int32_t>(v));
            continue;
        }
        const PlanStep& step = pool_.step(best_[v]);
        for (const std::int32_t input : step.in)
            if (input != none) open.push_back(input);
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Takes apart what the cheapest plan lacks until it lacks nothing. False if that takes too many expansions.
bool Planner::grow(const Set& targets, std::uint64_t expansions, FoundPlan& result, const StopToken& stop) {
    known_only_ = false;
    weight_ = 1;
    evaluate();
    const std::uint64_t start = result.expanded;
    for (std::uint64_t next = start + expansions;;) {
        for (const std::int32_t target : targets)
            if (cost_[static_cast<std::size_t>(target)] >= far) return false;
        const Set open = leaves(targets);
        if (open.empty()) return true;
        if (result.expanded > start + 4 * expansions || stop.requested()) return false;
        const std::size_t first_step = pool_.steps().size();
        for (const std::int32_t v : open) {
            ++result.expanded;
            expand(v, result.expanded <= start + expansions);
            fresh_.push_back(v);
        }
        // Beyond the budget what is not known to work is shunned more and more.
        if (result.expanded > next) {
            weight_ *= 1.5;
            next = result.expanded + expansions / 5 + 10;
            fresh_.clear();
            evaluate();
        } else {
            settle(first_step);
        }
    }
}

/// Scaffolds are of the type the goals have most of, fillers of a crystal colour that is needed anyway.
void Planner::choose_fillings(const std::vector<Painted>& goals) {
    std::array<int, 256> counts{};
    for (const Painted& goal : goals)
        for (const Part part : goal.part)
            if (part != no_part) ++counts[part >= first_normal ? unpainted(part) : part];
    scaffold_ = plain_normal(game_.parts());
    filler_ = crystal_of(1);
    int most = 0;
    for (int part = first_normal; part < normal_tracer; ++part)
        if (counts[static_cast<std::size_t>(part)] > most)
            most = counts[static_cast<std::size_t>(part)], scaffold_ = static_cast<Part>(part);
    most = 0;
    for (int colour = 0; colour < colour_count; ++colour)
        if (counts[crystal_of(colour)] > most) most = counts[crystal_of(colour)], filler_ = crystal_of(colour);
}

/// The way that is on record, down to what is simple enough to be found. False if there is none, or no time.
bool Planner::rescue_all(const Set& targets, FoundPlan& result, const StopToken& stop) {
    known_only_ = true;
    evaluate();
    for (const std::int32_t v : quickly_) expanded_[static_cast<std::size_t>(v)] = 0;
    Set simple;
    for (const std::int32_t goal : targets) rescue(goal, simple);
    for (const std::int32_t v : simple)
        if (!grow({v}, 300, result, stop) && !grow({v}, 3000, result, stop)) return false;
    known_only_ = true;
    evaluate();
    known_only_ = false;
    return std::none_of(targets.begin(), targets.end(),
                        [&](std::int32_t goal) { return cost_[static_cast<std::size_t>(goal)] >= far; });
}

/// The columns of values that came since.
void Planner::widen() {
    expanded_.insert(expanded_.end(), pool_.raw().begin() + static_cast<std::ptrdiff_t>(expanded_.size()),
                     pool_.raw().end());
    plausible_.resize(pool_.size(), 0);
    guess_.resize(pool_.size(), -1);
    cost_.resize(pool_.size(), far);
    best_.resize(pool_.size(), none);
}

std::int32_t Planner::value(const Painted& shape) {
    const std::int32_t number = pool_.number(shape);
    widen();
    return number;
}

void Planner::add_step(Machine machine, std::int32_t a, std::int32_t b) {
    pool_.add(machine, a, b);
    widen();
}

void Planner::add_step_of(Machine machine, const Painted& a, const Painted& b) {
    const std::int32_t second = value(b);
    add_step(machine, value(a), second);
}

FoundPlan Planner::plan(const std::vector<Painted>& goals, const PlanOptions& options, const StopToken& stop) {
    by_depth_ = options.depth;
    from_halves_ = options.from_halves;
    pool_.begin(from_halves_);
    expanded_.assign(colour_count, 1);
    plausible_.clear(), guess_.clear(), cost_.clear(), best_.clear(), fresh_.clear(), quickly_.clear();
    widen();
    Set targets;
    for (const Painted& goal : goals) targets.push_back(value(goal));
    choose_fillings(goals);
    FoundPlan result;
    if (!grow(targets, options.expansions, result, stop)) {
        if (stop.requested() || data_.keys.empty()) return result;
        if (!rescue_all(targets, result, stop)) return result;
    }
    Selection selection(pool_, by_depth_);
    Set plan = selection.improve(selection.plan(targets), targets, options.improvements, options.seed, stop);
    if (options.polish != 0 && !by_depth_ && !from_halves_) plan = polished(plan, targets, options, stop);

    result.found = true;
    result.pooled = pool_.size();
    result.values = pool_.values();
    for (const std::int32_t number : plan) result.steps.push_back(pool_.step(number));
    return result;
}

}  // namespace shapewright::shapez
