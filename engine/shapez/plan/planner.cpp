#include "shapez/plan/planner.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <queue>
#include <stdexcept>

namespace shapewright::shapez {

namespace {

constexpr double far = std::numeric_limits<double>::infinity();

// The fluids' colours as in "urgbcmyw", and what makes the mixed ones.
struct Mixture {
    int colour, a, b;
};
constexpr Mixture mixtures[] = {{4, 2, 3}, {5, 1, 3}, {6, 1, 2}, {7, 1, 4}, {7, 2, 5}, {7, 3, 6}};

std::vector<std::int32_t> joined(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    std::vector<std::int32_t> result;
    result.reserve(a.size() + b.size() + 1);
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
}

}  // namespace

Planner::Planner(int parts, int layers, PlanData data) : game_(parts, layers), data_(data) {
    for (const std::size_t rows :
         {data_.operation.size(), data_.first.size(), data_.second.size(), data_.steps.size(), data_.order.size()})
        if (rows != data_.keys.size()) throw std::invalid_argument("the columns of a table differ in length");
    if (data_.pin_parents.size() != data_.pins.size())
        throw std::invalid_argument("the columns of a table differ in length");
    if (!data_.keys.empty()) verdicts_ = Verdicts::make(parts, layers, data_.keys, data_.pins);
}

std::int32_t Planner::value(const Painted& shape) {
    const auto [place, fresh] = index_.try_emplace(shape, static_cast<std::int32_t>(values_.size()));
    if (fresh) {
        values_.push_back(shape);
        makers_.emplace_back();
        users_.emplace_back();
        const bool is_raw = raw(shape);
        raw_.push_back(is_raw);
        expanded_.push_back(is_raw);
        plausible_.push_back(0);
        guess_.push_back(-1);
        cost_.push_back(far);
        best_.push_back(none);
    }
    return place->second;
}

/// Whether a plan from halves may start with it: a half whose columns are filled from the ground with any normal parts
/// and crystals, a run of normal parts of one layer, or a single pin; in any rotation.
bool Planner::seed(const Painted& shape) const {
    const Masks masks = game_.masks(shape);
    const std::uint32_t occupied = masks.occupied(), ground = occupied & game_.row(0);
    if (occupied == 0) return false;
    if (masks.pin != 0) return occupied == masks.pin && std::has_single_bit(occupied) && ground == occupied;
    if ((occupied >> game_.parts() & ~occupied) != 0) return false;
    const auto within = [&](int start, int length) {
        std::uint32_t window = 0;
        for (int k = 0; k < length; ++k) window |= std::uint32_t{1} << ((start + k) % game_.parts());
        return window;
    };
    for (int start = 0; start < game_.parts(); ++start) {
        if ((ground & ~within(start, game_.half())) == 0) return true;
        for (int length = 1; length <= game_.parts(); ++length)
            if (occupied == within(start, length) && masks.crystal == 0) return true;
    }
    return false;
}

bool Planner::raw(const Painted& shape) const {
    if (from_halves_) return seed(shape);
    if (kind_of(shape[0]) != Kind::normal || colour_of(shape[0]) != 0) return false;
    for (int cell = 0; cell < game_.cells(); ++cell)
        if (shape[cell] != (cell < game_.parts() ? shape[0] : no_part)) return false;
    return true;
}

void Planner::add_step(Machine machine, std::int32_t a, std::int32_t b) {
    if (machine == Machine::swap && b < a) std::swap(a, b);
    const std::uint64_t key = (static_cast<std::uint64_t>(machine) << 60) | (static_cast<std::uint64_t>(a) << 30) |
                              static_cast<std::uint64_t>(b + 1);
    if (const auto known = step_index_.find(key); known != step_index_.end()) {
        touched_.push_back(known->second);
        return;
    }
    PlanStep step{machine, {a, b}, {none, none}};
    const auto at = [&](std::int32_t v) { return values_[static_cast<std::size_t>(v)]; };
    switch (machine) {
        case Machine::rotate_cw:
            step.out[0] = value(game_.rotated(at(a), 1));
            break;
        case Machine::rotate_ccw:
            step.out[0] = value(game_.rotated(at(a), -1));
            break;
        case Machine::rotate_180:
            step.out[0] = value(game_.rotated(at(a), game_.half()));
            break;
        case Machine::stack:
            step.out[0] = value(game_.stack(at(a), at(b)));
            break;
        case Machine::push_pin:
            step.out[0] = value(game_.push_pin(at(a)));
            break;
        case Machine::paint:
            step.out[0] = value(game_.paint(at(a), b));
            break;
        case Machine::crystal:
            step.out[0] = value(game_.crystallise(at(a), b));
            break;
        case Machine::cut: {
            const auto [east, west] = game_.cut(at(a));
            step.out[0] = value(east);
            step.out[1] = value(west);
            break;
        }
        case Machine::swap: {
            const auto [first, second] = game_.swap(at(a), at(b));
            step.out[0] = value(first);
            step.out[1] = value(second);
            break;
        }
        case Machine::mix:
            throw std::logic_error("mixtures are there from the start");
    }
    if (step.out[0] == a || step.out[0] == b) return;  // changes nothing
    const auto number = static_cast<std::int32_t>(steps_.size());
    step_index_.emplace(key, number);
    touched_.push_back(number);
    steps_.push_back(step);
    users_[static_cast<std::size_t>(a)].push_back(number);
    if (b != none && b != a) users_[static_cast<std::size_t>(b)].push_back(number);
    for (const std::int32_t out : step.out)
        if (out != none) makers_[static_cast<std::size_t>(out)].push_back(number);
}

/// What making a shape that nobody has taken apart yet may cost: a guess from its look, which steers the growth only.
double Planner::estimate(const Painted& shape) const {
    const int parts = game_.parts();
    double guess = 0;
    std::uint32_t colours = 0;
    Painted rows_seen[most_cells];
    int rows = 0, height = game_.height(shape);
    for (int layer = 0; layer < height; ++layer) {
        Painted row;
        bool uniform = true, crystals = false;
        int pieces = 0, pins = 0;
        for (int column = 0; column < parts; ++column) {
            const Part part = shape[layer * parts + column];
            row[column] = part;
            uniform &= part == shape[layer * parts];
            const Kind kind = kind_of(part);
            if (kind == Kind::crystal) {
                crystals = true;
                colours |= std::uint32_t{1} << (part & 15);
            }
            if (kind == Kind::pin) ++pins;
            const Part before = shape[layer * parts + (column + parts - 1) % parts];
            if (kind == Kind::normal && before != part) ++pieces;
        }
        if (uniform && !crystals && pins == 0) {
            guess += colour_of(shape[layer * parts]) != 0 ? 0.7 : 0;
            continue;
        }
        bool known = false;
        for (int k = 0; k < rows && !known; ++k) known = rows_seen[k] == row;
        rows_seen[rows++] = row;
        guess += known ? 0.3 : 0.3 + 1.0 * pieces + (pins != 0 ? 1.5 : 0);
    }
    guess += 0.6 * (height - 1);
    for (; colours != 0; colours &= colours - 1) guess += 1;
    return guess + 0.5;
}

/// Knuth's generalisation of Dijkstra's algorithm: the least cost of a tree of steps for every value.
void Planner::evaluate() {
    const std::size_t count = values_.size();
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
        if (raw_[v])
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
        for (const std::int32_t number : users_[k]) {
            const PlanStep& step = steps_[static_cast<std::size_t>(number)];
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
    if (known < 0) known = plausible(v) ? estimate(values_[static_cast<std::size_t>(v)]) : far;
    return weight_ * known;
}

void Planner::settle(std::size_t first_step) {
    // What nothing makes after all climbs round its cycle of rotations without end; then all is done anew.
    const std::size_t most = 400 + 4 * (steps_.size() - first_step);
    std::vector<std::int32_t> queue;
    waiting_.assign(values_.size(), 0);
    const auto wake = [&](std::int32_t v) {
        if (v == none || waiting_[static_cast<std::size_t>(v)]) return;
        waiting_[static_cast<std::size_t>(v)] = 1;
        queue.push_back(v);
    };
    for (std::size_t number = first_step; number < steps_.size(); ++number) {
        for (const std::int32_t in : steps_[number].in) wake(in);
        for (const std::int32_t out : steps_[number].out) wake(out);
    }
    for (const std::int32_t v : fresh_) wake(v);
    fresh_.clear();
    for (std::size_t next = 0; next < queue.size(); ++next) {
        if (next > most) return evaluate();
        const std::int32_t v = queue[next];
        const auto k = static_cast<std::size_t>(v);
        waiting_[k] = 0;
        if (raw_[k]) {
            cost_[k] = 0;
            continue;
        }
        double least = expanded_[k] ? far : guess(v);
        std::int32_t by = none;
        for (const std::int32_t number : makers_[k]) {
            const PlanStep& step = steps_[static_cast<std::size_t>(number)];
            const double a = cost_[static_cast<std::size_t>(step.in[0])];
            const double b =
                step.in[1] == none || step.in[1] == step.in[0] ? 0 : cost_[static_cast<std::size_t>(step.in[1])];
            const double total = by_depth_ ? std::max(a, b) + 1 + (a + b) * 1e-3 : a + b + 1;
            if (total < least) least = total, by = number;
        }
        best_[k] = by;
        if (least == cost_[k] || std::abs(least - cost_[k]) < 1e-6) continue;
        cost_[k] = least;
        for (const std::int32_t number : users_[k])
            for (const std::int32_t out : steps_[static_cast<std::size_t>(number)].out) wake(out);
    }
}

std::vector<std::int32_t> Planner::leaves(const Set& goals) const {
    std::vector<std::int32_t> found, open(goals);
    std::vector<char> seen(values_.size(), 0);
    while (!open.empty()) {
        const auto v = static_cast<std::size_t>(open.back());
        open.pop_back();
        if (seen[v]) continue;
        seen[v] = 1;
        if (best_[v] == none) {
            if (!expanded_[v]) found.push_back(static_cast<std::int32_t>(v));
            continue;
        }
        const PlanStep& step = steps_[static_cast<std::size_t>(best_[v])];
        for (const std::int32_t input : step.in)
            if (input != none) open.push_back(input);
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The same algorithm with sets of steps instead of costs, so that what two inputs share counts once; steps marked in
/// `free` cost nothing. Not exact (the cheapest sets need not share the most), but never wrong about a set's cost.
void Planner::gather(const Set& goals, std::vector<char>& free, bool early) {
    const std::size_t count = values_.size();
    free.resize(steps_.size(), 0);
    sets_.assign(count, {});
    depth_.assign(count, 0);
    settled_.assign(count, 0);
    std::vector<double> cost(count, far);
    using Item = std::pair<double, std::int32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    for (std::size_t v = 0; v < count; ++v)
        if (raw_[v]) {
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
        for (const std::int32_t number : users_[k]) {
            const PlanStep& step = steps_[static_cast<std::size_t>(number)];
            const auto a = static_cast<std::size_t>(step.in[0]);
            const auto b = static_cast<std::size_t>(step.in[1] == none ? step.in[0] : step.in[1]);
            if (!settled_[a] || !settled_[b]) continue;
            const bool counts = !free[static_cast<std::size_t>(number)];
            const std::int32_t depth = std::max(depth_[a], depth_[b]) + 1;
            bool hopeless = true;
            for (const std::int32_t out : step.out) {
                if (out == none || settled_[static_cast<std::size_t>(out)]) continue;
                const double floor = static_cast<double>(std::max(sets_[a].size(), sets_[b].size())) + (counts ? 1 : 0);
                hopeless &= (by_depth_ ? depth + floor * 1e-4 : floor) >= cost[static_cast<std::size_t>(out)];
            }
            if (hopeless) continue;
            Set set = a == b ? sets_[a] : joined(sets_[a], sets_[b]);
            if (counts) set.insert(std::lower_bound(set.begin(), set.end(), number), number);
            const double size = static_cast<double>(set.size());
            const double total = by_depth_ ? depth + size * 1e-4 : size;
            for (const std::int32_t out : step.out) {
                if (out == none || total >= cost[static_cast<std::size_t>(out)]) continue;
                const auto o = static_cast<std::size_t>(out);
                if (settled_[o]) continue;
                cost[o] = total;
                depth_[o] = depth;
                sets_[o] = set;
                queue.emplace(total, out);
            }
        }
    }
}

Planner::Set Planner::tidy(const Set& steps, const Set& goals) const {
    std::vector<std::int32_t> maker(values_.size(), none);
    std::vector<char> there(raw_.begin(), raw_.end());
    Set order, rest = steps;
    std::sort(rest.begin(), rest.end());
    for (bool grew = true; grew;) {
        grew = false;
        Set later;
        for (const std::int32_t number : rest) {
            const PlanStep& step = steps_[static_cast<std::size_t>(number)];
            const bool ready = there[static_cast<std::size_t>(step.in[0])] &&
                               (step.in[1] == none || there[static_cast<std::size_t>(step.in[1])]);
            if (!ready) {
                later.push_back(number);
                continue;
            }
            grew = true;
            order.push_back(number);
            for (const std::int32_t out : step.out) {
                if (out == none || there[static_cast<std::size_t>(out)]) continue;
                there[static_cast<std::size_t>(out)] = 1;
                maker[static_cast<std::size_t>(out)] = number;
            }
        }
        rest = std::move(later);
    }
    std::vector<char> needed(steps_.size(), 0);
    Set open = goals;
    while (!open.empty()) {
        const auto v = static_cast<std::size_t>(open.back());
        open.pop_back();
        const std::int32_t number = maker[v];
        if (number == none) {
            if (!raw_[v]) return {none};  // a goal is out of reach
            continue;
        }
        if (needed[static_cast<std::size_t>(number)]) continue;
        needed[static_cast<std::size_t>(number)] = 1;
        for (const std::int32_t input : steps_[static_cast<std::size_t>(number)].in)
            if (input != none) open.push_back(input);
    }
    Set result;
    for (const std::int32_t number : order)
        if (needed[static_cast<std::size_t>(number)]) result.push_back(number);
    return result;
}

/// What is to be minimised: machines, or depth and then machines.
std::size_t Planner::measure(const Set& steps, const Set& goals) const {
    if (!by_depth_) return steps.size();
    std::vector<std::size_t> depth(values_.size(), 0);
    std::vector<char> there(raw_.begin(), raw_.end());
    for (const std::int32_t number : steps) {
        const PlanStep& step = steps_[static_cast<std::size_t>(number)];
        std::size_t most = 0;
        for (const std::int32_t input : step.in)
            if (input != none) most = std::max(most, depth[static_cast<std::size_t>(input)]);
        for (const std::int32_t out : step.out) {
            if (out == none || there[static_cast<std::size_t>(out)]) continue;
            there[static_cast<std::size_t>(out)] = 1;
            depth[static_cast<std::size_t>(out)] = most + 1;
        }
    }
    std::size_t deepest = 0;
    for (const std::int32_t goal : goals) deepest = std::max(deepest, depth[static_cast<std::size_t>(goal)]);
    return deepest * 100000 + steps.size();
}

/// Makes one value of the plan after the other anew, everything that does not depend on it being there already.
Planner::Set Planner::improve(Set plan, const Set& goals, const PlanOptions& options, const StopToken& stop) {
    Rng rng(options.seed);
    std::uint32_t tried = 0;
    for (bool better = true; better && tried < options.improvements;) {
        better = false;
        Set targets;
        for (const std::int32_t number : plan)
            for (const std::int32_t out : steps_[static_cast<std::size_t>(number)].out)
                if (out != none && !raw_[static_cast<std::size_t>(out)]) targets.push_back(out);
        for (std::size_t k = targets.size(); k > 1; --k) std::swap(targets[k - 1], targets[rng.below(k)]);
        for (const std::int32_t target : targets) {
            if (tried >= options.improvements || stop.expired()) break;
            const auto t = static_cast<std::size_t>(target);
            // The plan as if the target came from a miner: what is still needed, and which of that depends on it.
            raw_[t] = 1;
            const Set rest = tidy(plan, goals);
            raw_[t] = 0;
            if (rest.size() >= plan.size() && !by_depth_) continue;  // the target is not needed
            std::vector<char> free(steps_.size(), 0), depends(values_.size(), 0);
            depends[t] = 1;
            for (const std::int32_t number : rest) {
                const PlanStep& step = steps_[static_cast<std::size_t>(number)];
                const bool tied = depends[static_cast<std::size_t>(step.in[0])] ||
                                  (step.in[1] != none && depends[static_cast<std::size_t>(step.in[1])]);
                if (!tied) free[static_cast<std::size_t>(number)] = 1;
                for (const std::int32_t out : step.out)
                    if (out != none && tied) depends[static_cast<std::size_t>(out)] = 1;
            }
            ++tried;
            gather({target}, free, true);
            if (!settled_[t]) continue;
            Set fresh = sets_[t];
            fresh.insert(fresh.end(), rest.begin(), rest.end());
            std::sort(fresh.begin(), fresh.end());
            fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
            fresh = tidy(fresh, goals);
            if (!fresh.empty() && fresh[0] == none) continue;
            const std::size_t now = measure(fresh, goals), before = measure(plan, goals);
            if (now <= before) plan = std::move(fresh);
            better |= now < before;
        }
        if (stop.expired()) break;
    }
    return plan;
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
        const std::size_t first_step = steps_.size();
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

/// An empty pool but for the fluids and how they are mixed.
void Planner::begin(const PlanOptions& options) {
    by_depth_ = options.depth;
    from_halves_ = options.from_halves;
    values_.clear(), index_.clear(), steps_.clear(), step_index_.clear();
    makers_.clear(), users_.clear(), expanded_.clear(), raw_.clear(), plausible_.clear(), guess_.clear(), cost_.clear(),
        best_.clear(), fresh_.clear(), touched_.clear(), quickly_.clear();
    for (int colour = 0; colour < colour_count; ++colour) {
        Painted fluid;
        fluid[0] = static_cast<Part>(255 - colour);  // looks like no shape
        value(fluid);
        raw_.back() = colour < 4 && !from_halves_;
        expanded_.back() = 1;
    }
    for (const Mixture& mixture : mixtures) {
        const auto number = static_cast<std::int32_t>(steps_.size());
        steps_.push_back({Machine::mix, {mixture.a, mixture.b}, {mixture.colour, none}});
        makers_[static_cast<std::size_t>(mixture.colour)].push_back(number);
        users_[static_cast<std::size_t>(mixture.a)].push_back(number);
        users_[static_cast<std::size_t>(mixture.b)].push_back(number);
    }
}

/// Scaffolds are of the type the goals have most of, fillers of a crystal colour that is needed anyway.
void Planner::choose_fillings(const std::vector<Painted>& goals) {
    std::array<int, 256> counts{};
    for (const Painted& goal : goals)
        for (const Part part : goal.part)
            if (part != no_part) ++counts[part >= first_normal ? recoloured(part, 0) : part];
    scaffold_ = static_cast<Part>(first_normal + (game_.parts() == 6 ? 32 : 0));
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

FoundPlan Planner::plan(const std::vector<Painted>& goals, const PlanOptions& options, const StopToken& stop) {
    begin(options);
    Set targets;
    for (const Painted& goal : goals) targets.push_back(value(goal));
    choose_fillings(goals);
    FoundPlan result;
    if (!grow(targets, options.expansions, result, stop)) {
        if (stop.requested() || data_.keys.empty()) return result;
        if (!rescue_all(targets, result, stop)) return result;
    }
    std::vector<char> free;
    gather(targets, free, false);
    Set plan;
    for (const std::int32_t goal : targets) plan = joined(plan, sets_[static_cast<std::size_t>(goal)]);
    plan = improve(tidy(plan, targets), targets, options, stop);
    if (options.polish != 0 && !by_depth_ && !from_halves_) plan = polished(plan, targets, options, stop);

    result.found = true;
    result.pooled = values_.size();
    result.values = values_;
    for (const std::int32_t number : plan) result.steps.push_back(steps_[static_cast<std::size_t>(number)]);
    return result;
}

}  // namespace shapewright::shapez
