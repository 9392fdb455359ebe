#include "shapez/plan/improve/neighbourhood.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/rng.hpp"
#include "shapez/plan/improve/drift.hpp"
#include "shapez/plan/improve/remake.hpp"
#include "shapez/rules/any_ring.hpp"
#include "shapez/rules/configurations.hpp"

namespace shapewright::shapez {

namespace {

using Value = Parts::Value;
using Step = Stock::Step;
using Steps = Stock::Steps;

constexpr std::size_t most_shapes = 200'000;  // in a world, or it would grow without end
constexpr std::size_t field = 6;              // plans at the start of a stage
constexpr std::size_t share = 3;              // of so many one goes on, for as many times as many rounds
constexpr std::size_t kept_best = 3;          // of them at the start of a later stage are the best plan so far
constexpr int drafts = 8;                     // made anew before a stage, of which the best are taken
constexpr Price hot = 200, cold = 60;         // temperatures: 0.78 and 0.23 machines
constexpr Price blur = 100;                   // what ways cost is not known better than that
// Rounds between two polishes, and the machines that are tried out in each, and at the end of a stage: some hundred of
// them take as long as a round.
constexpr std::uint64_t between = 256, polished = 30'000, polished_last = 100'000;
// After the rounds so many changes at random for each of them, some at a time; plans that drift may have so many
// machines more than the cheapest.
constexpr std::uint64_t changes_a_round = 30, changes_at_once = 10'000;
constexpr int drift_slack = 4;
constexpr int more_machines = 4;  // a plan for a full belt may have so many more than the one before it
// Rounds that take out many machines at once hardly ever succeed, and those that take out one seldom gain anything: so
// often another machine is drawn instead, one in two times.
constexpr std::size_t most_lost = 9;
constexpr int draws = 4;
constexpr Remake::Patience patience{10, 2};
constexpr int no_plan = most_belt_cost + 1;

/// The search in one world of numbered shapes.
class Stretch {
public:
    Stretch(const Game& game, const Supplies& supplies, const Mixers& mixers, const AnyRing* ring,
            const HalfPlansView& halves, const Fillings& fillings, const std::vector<Painted>& raws,
            const std::vector<Painted>& goals, const NeighbourhoodOptions& options, Rng& rng)
        : supplies_(supplies),
          game_(game),
          ring_(ring),
          fillings_(fillings),
          mixers_(mixers),
          belt_(options.belt),
          deepest_(options.deepest),
          rng_(rng),
          world_(game, raws, {}, {}),
          stock_(world_, mixers),
          remake_(game, supplies, ring, halves, fillings, world_, stock_, rng) {
        for (const Painted& goal : goals) goals_.push_back(world_.number(goal));
    }

    /// False if it is no plan.
    bool start(const PaintedSteps& steps) {
        Steps numbered;
        for (const PaintedStep& step : steps)
            numbered.push_back(
                {step.machine, step.fluid, {world_.number(step.in[0]), world_.number(step.in[1])}, {}, 0});
        return start(numbered, {});
    }
    bool start(const PlainStart& plain, const std::vector<Painted>& goals) {
        if (ring_ == nullptr) return false;
        std::vector<PlainMachine> machines;
        for (std::size_t k = 0; k < plain.machine.size(); ++k)
            machines.push_back({static_cast<Machine>(plain.machine[k]), plain.first[k], plain.second[k]});
        std::vector<std::pair<Shape, Painted>> wanted;
        for (const Painted& goal : goals) wanted.emplace_back(game_.packed(goal), goal);
        const Lifted lift = lifted(game_, *ring_, world_, machines, wanted, fillings_);
        return lift.works && start(lift.steps, lift.open);
    }

    /// Makes all goals anew.
    bool draft() {
        stock_.back_to(0);
        remake_.avoid({});
        constexpr int any = 400;
        for (const Value goal : goals_)
            if (!remake_.make({Need::What::whole, goal}, any, one_machine, {2000, 3})) return false;
        return settle();
    }

    void round(Price temperature) {
        const Price more = drawn(rng_, temperature);
        if (plan_.empty()) return;
        const int limit = cost_ + more_than_now(more);
        const int most = machines_ + (belt_ ? more_machines : more / one_machine);
        std::size_t taken = 0;
        for (int draw = 0; draw < draws; ++draw) {
            taken = rng_.place(plan_.size());
            const std::size_t lost = take_out(taken);
            if (lost <= most_lost && (lost > 1 || draw + 1 == draws || rng_.below(2) == 0)) break;
        }
        waiting_.assign(plan_.size(), 0);
        waiting_[taken] = 1;
        int later = 0;
        for (std::size_t k = taken + 1; k < plan_.size(); ++k)
            for (const std::int32_t origin : origins_[k])
                if (origin >= 0 && waiting_[static_cast<std::size_t>(origin)]) waiting_[k] = 1;
        stock_.back_to(0);
        for (std::size_t k = 0; k < plan_.size(); ++k) {
            if (!needed_[k]) continue;
            if (waiting_[k])
                ++later;
            else
                stock_.add(plan_[k]);
        }
        remake_.avoid(plan_[taken]);  // or it would come back as a rule
        std::array<Need, 2> lost;
        std::array<Value, 2> instead{};
        for (std::size_t slot = 0; slot < 2; ++slot) {
            lost[slot] = wanted(taken, slot);
            if (lost[slot].what == Need::What::nothing) continue;
            if (!remake_.make(lost[slot], most - later + 1, temperature + blur, patience)) return;
            instead[slot] = remake_.met(lost[slot]);
        }
        for (std::size_t k = taken + 1; k < plan_.size(); ++k) {
            if (!needed_[k] || !waiting_[k]) continue;
            Step step = plan_[k];
            for (std::size_t slot = 0; slot < 2; ++slot)
                if (origins_[k][slot] == static_cast<std::int32_t>(taken))
                    step.in[slot] = instead[step.in[slot] == plan_[taken].out[0] ? 0 : 1];
            if (!stock_.has(step.in[0]) || (binary(step.machine) && !stock_.has(step.in[1]))) return;
            stock_.add(step);
        }
        for (const Value goal : goals_)
            if (!stock_.has(goal)) return;
        Steps next = stock_.needed(goals_);
        const int cost = cost_of(next);
        if (cost > limit) return;
        accept(std::move(next), cost);
    }

    /// So many changes at random; `least` is the cost of the cheapest plan so far.
    void drift(std::uint64_t changes, int least, const StopToken& stop) {
        if (plan_.empty()) return;
        set_fluids();
        const auto allowed = [&](Machine machine) { return supplies_.allow(machine); };
        const auto cost = [&](const Steps& steps) { return cost_of(steps); };
        const int slack = belt_ ? more_than_now(drift_slack * one_machine) : drift_slack;
        Drift<Parts> drift(world_, goals_, {allowed, cost, slack, !belt_}, rng_.next());
        Steps next = drift.improved(plan_, least, changes, stop);
        if (next.empty()) next = drift.last();
        const int found = cost_of(next);
        accept(std::move(next), found);
    }

    /// A few machines at a time replaced by fewer.
    void polish(std::uint64_t budget, const StopToken& stop) {
        set_fluids();
        Polish<Parts> polish(world_, goals_, rng_.next());
        Steps next = polish.improved(plan_, budget, stop);
        for (const Step& step : next)
            if (!supplies_.allow(step.machine)) return;
        if (const int cost = cost_of(next); cost <= cost_) accept(std::move(next), cost);
    }

    int cost() const { return cost_; }
    std::size_t shapes() const { return world_.size(); }
    PaintedSteps read() const {
        PaintedSteps found;
        for (const Step& step : plan_)
            found.push_back({step.machine, step.fluid, {world_.shape(step.in[0]), world_.shape(step.in[1])}});
        return found;
    }

private:
    /// Those of the plan.
    void set_fluids() {
        std::vector<int> crystals, paints;
        for (const Step& step : plan_) {
            auto& list = step.machine == Machine::paint ? paints : crystals;
            if ((step.machine == Machine::paint || step.machine == Machine::crystal) &&
                std::find(list.begin(), list.end(), step.fluid) == list.end())
                list.push_back(step.fluid);
        }
        world_.set_fluids(crystals, paints);
    }
    bool start(const Steps& steps, const std::vector<Value>& open) {
        stock_.back_to(0);
        std::vector<char> done(steps.size(), 0);
        const auto go_on = [&] {
            for (bool grew = true; grew;) {
                grew = false;
                for (std::size_t k = 0; k < steps.size(); ++k) {
                    if (done[k] || !stock_.has(steps[k].in[0])) continue;
                    if (binary(steps[k].machine) && !stock_.has(steps[k].in[1])) continue;
                    if (!supplies_.allow(steps[k].machine)) continue;
                    done[k] = 1;
                    grew = true;
                    stock_.add(steps[k]);
                }
            }
        };
        go_on();
        constexpr int any = 400;
        remake_.avoid({});
        for (const Value ring : open) {
            if (!remake_.make({Need::What::whole, ring}, any, one_machine / 4, {2000, 3})) return false;
            go_on();
        }
        return settle();
    }
    bool settle() {
        for (const Value goal : goals_)
            if (!stock_.has(goal)) return false;
        Steps next = stock_.needed(goals_);
        if (machines_of(next) >= Mixers::never) return false;
        const int cost = cost_of(next);
        if (cost >= no_plan) return false;
        accept(std::move(next), cost);
        return true;
    }

    /// Takes a machine out with what only it needs: marks what is left in needed_. How many machines are lost.
    std::size_t take_out(std::size_t taken) {
        needed_.assign(plan_.size(), 0);
        for (const Value goal : goals_) need(goal);
        std::size_t left = 0;
        for (std::size_t k = plan_.size(); k-- > 0;) {
            if (!needed_[k] || k == taken) continue;
            ++left;
            for (const std::int32_t origin : origins_[k])
                if (origin >= 0) needed_[static_cast<std::size_t>(origin)] = 1;
        }
        needed_[taken] = 0;
        return plan_.size() - left;
    }

    /// What a machine more or less costs, on average.
    int more_than_now(Price more) const {
        if (!belt_) return more / one_machine;
        return static_cast<int>(std::int64_t{more} * cost_ / std::max(machines_, 1) / one_machine);
    }
    int cost_of(const Steps& steps) const {
        if (deepest_ > 0 && depth_of(steps) > deepest_) return no_plan;
        return belt_ ? belt_cost(steps, goals_, world_.raws(), mixers_, *belt_) : machines_of(steps);
    }
    static Colours colours_of(const Steps& steps) {
        Colours colours = 0;
        for (const Step& step : steps)
            if (step.machine == Machine::paint || step.machine == Machine::crystal) colours |= Colours{1} << step.fluid;
        return colours;
    }
    int machines_of(const Steps& steps) const {
        return static_cast<int>(steps.size()) + mixers_.count(colours_of(steps));
    }
    /// The most machines one after the other.
    int depth_of(const Steps& steps) const {
        std::array<int, colour_count> mixed{};
        if (const Colours colours = colours_of(steps); mixers_.count(colours) > 0)
            for (const auto& [a, b, made] : mixers_.of(colours))
                mixed[static_cast<std::size_t>(made)] =
                    1 + std::max(mixed[static_cast<std::size_t>(a)], mixed[static_cast<std::size_t>(b)]);
        std::vector<int> depths;
        for (const Step& step : steps) {
            const bool takes_fluid = step.machine == Machine::paint || step.machine == Machine::crystal;
            int depth = takes_fluid ? mixed[static_cast<std::size_t>(step.fluid)] : 0;
            for (int slot = 0; slot < (binary(step.machine) ? 2 : 1); ++slot)
                for (std::size_t k = 0; k < depths.size(); ++k)
                    if (steps[k].out[0] == step.in[slot] ||
                        (steps[k].outputs == 2 && steps[k].out[1] == step.in[slot])) {
                        depth = std::max(depth, depths[k]);
                        break;
                    }
            depths.push_back(depth + 1);
        }
        return depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end());
    }

    void accept(Steps next, int cost) {
        plan_ = std::move(next);
        cost_ = cost;
        machines_ = machines_of(plan_);
        origins_.assign(plan_.size(), {-1, -1});
        for (std::size_t k = 0; k < plan_.size(); ++k)
            for (std::size_t slot = 0; slot < (binary(plan_[k].machine) ? 2U : 1U); ++slot)
                origins_[k][slot] = maker(plan_[k].in[slot], k);
    }
    /// The first of the first `count` machines that gives it; -1 if it is raw.
    std::int32_t maker(Value v, std::size_t count) const {
        for (const Value raw : world_.raws())
            if (v == raw) return -1;
        for (std::size_t k = 0; k < count; ++k)
            for (int slot = 0; slot < plan_[k].outputs; ++slot)
                if (plan_[k].out[slot] == v) return static_cast<std::int32_t>(k);
        return -1;
    }
    void need(Value goal) {
        if (const std::int32_t k = maker(goal, plan_.size()); k >= 0) needed_[static_cast<std::size_t>(k)] = 1;
    }

    /// What the machines that are left need of an output of the one that was taken out.
    Need wanted(std::size_t taken, std::size_t slot) {
        const Step& lost = plan_[taken];
        if (static_cast<int>(slot) >= lost.outputs || Parts::empty(lost.out[slot])) return {};
        const Value v = lost.out[slot];
        if (slot == 1 && v == lost.out[0]) return {};
        if (std::find(goals_.begin(), goals_.end(), v) != goals_.end() &&
            maker(v, plan_.size()) == static_cast<std::int32_t>(taken))
            return {Need::What::whole, v};
        bool east = false, west = false, whole = false;
        for (std::size_t k = taken + 1; k < plan_.size(); ++k) {
            if (!needed_[k]) continue;
            for (std::size_t input = 0; input < 2; ++input) {
                if (origins_[k][input] != static_cast<std::int32_t>(taken) || plan_[k].in[input] != v) continue;
                const Step& step = plan_[k];
                if (step.machine != Machine::cut && step.machine != Machine::swap) {
                    whole = true;
                    continue;
                }
                const bool first = is_used(k, 0), second = is_used(k, 1);
                (input == 0 ? east : west) |= first;
                (input == 0 ? west : east) |= second;
            }
        }
        const auto [in_east, in_west] = world_.cut(v);
        if (whole || (east && west)) return {Need::What::whole, v};
        if (east && !Parts::empty(in_east)) return {Need::What::east, in_east};
        if (west && !Parts::empty(in_west)) return {Need::What::west, in_west};
        return east || west ? Need{Need::What::whole, v} : Need{};
    }
    bool is_used(std::size_t k, int slot) const {
        const Value v = plan_[k].out[slot];
        if (slot >= plan_[k].outputs || Parts::empty(v)) return false;
        if (std::find(goals_.begin(), goals_.end(), v) != goals_.end()) return true;
        for (std::size_t j = k + 1; j < plan_.size(); ++j)
            if (needed_[j] && (plan_[j].in[0] == v || (binary(plan_[j].machine) && plan_[j].in[1] == v))) return true;
        return false;
    }

    const Supplies& supplies_;
    const Game& game_;
    const AnyRing* ring_;
    const Fillings& fillings_;
    const Mixers& mixers_;
    const std::optional<BeltWeights>& belt_;
    const int deepest_;
    Rng& rng_;
    Parts world_;
    Stock stock_;
    Remake remake_;
    std::vector<Value> goals_;
    Steps plan_;
    int cost_ = no_plan, machines_ = 0;
    std::vector<std::array<std::int32_t, 2>> origins_;  // by machine of the plan: who makes what it takes
    std::vector<char> needed_, waiting_;
};

/// Free rings of every type that is met, and what is on hand.
std::vector<Painted> raws_of(const Game& game, const Supplies& supplies, const std::vector<Painted>& goals,
                             const std::vector<PaintedSteps>& starts, const Fillings& fillings) {
    std::vector<Part> types{fillings.normal};
    const auto note = [&](const Painted& shape) {
        for (const Part part : shape.part)
            if (kind_of(part) == Kind::normal)
                if (const Part type = unpainted(part); std::find(types.begin(), types.end(), type) == types.end())
                    types.push_back(type);
    };
    for (const Painted& goal : goals) note(goal);
    for (const PaintedSteps& steps : starts)
        for (const PaintedStep& step : steps) note(step.in[0]), note(step.in[1]);
    std::vector<Painted> raws(supplies.shapes);
    for (const Part type : types) {
        Painted raw;
        for (int column = 0; column < game.parts(); ++column) raw[column] = type;
        raws.push_back(raw);
    }
    return raws;
}

Fillings fillings_of(const Game& game, const std::vector<Painted>& goals) {
    std::array<int, 256> counts{};
    for (const Painted& goal : goals)
        for (const Part part : goal.part)
            if (part != no_part) ++counts[part >= first_normal ? unpainted(part) : part];
    const auto most = [&](int from, int to, int otherwise) {
        int best = otherwise;
        for (int part = from; part < to; ++part)
            if (counts[static_cast<std::size_t>(part)] > counts[static_cast<std::size_t>(best)]) best = part;
        return static_cast<Part>(best);
    };
    const Part normal = most(first_normal, normal_tracer, plain_normal(game.parts()));
    return {normal, colour_of(most(first_crystal, first_normal, first_crystal + 1))};
}

}  // namespace

ImprovedPlan improved_plan(const Game& game, const Supplies& supplies, const HalfPlansView& halves,
                           const std::vector<Painted>& goals, const std::vector<PaintedSteps>& starts,
                           const std::vector<PlainStart>& plain, const NeighbourhoodOptions& options,
                           const StopToken& stop) {
    halves.check();
    const Mixers mixers(supplies);
    const Fillings fillings = fillings_of(game, goals);
    const AnyRing* ring = game.layers() <= most_layers(game.parts()) ? &any_ring(game.parts(), game.layers()) : nullptr;
    const std::vector<Painted> raws = raws_of(game, supplies, goals, starts, fillings);
    Rng rng(options.seed);
    std::unique_ptr<Stretch> stretch;
    const auto fresh = [&] {
        if (stretch == nullptr || stretch->shapes() > most_shapes)
            stretch =
                std::make_unique<Stretch>(game, supplies, mixers, ring, halves, fillings, raws, goals, options, rng);
    };
    const auto refresh = [&] {
        if (stretch->shapes() <= most_shapes) return;
        const PaintedSteps current = stretch->read();
        fresh();
        stretch->start(current);
    };
    ImprovedPlan result;
    struct Entrant {
        int cost;
        PaintedSteps plan;
    };
    Entrant best{no_plan, {}};
    std::vector<Entrant> entrants;
    const auto enter = [&] {
        entrants.push_back({stretch->cost(), stretch->read()});
        if (stretch->cost() < best.cost) best = entrants.back();
    };
    fresh();
    for (const PaintedSteps& steps : starts)
        if (stretch->start(steps)) enter();
    for (const PlainStart& steps : plain)
        if (stretch->start(steps, goals)) enter();
    std::uint64_t rounds = options.rounds;
    for (int stage = 0; stage < options.stages && !stop.expired(); ++stage, rounds *= 2) {
        if (stage > 0) entrants.assign(best.cost < no_plan ? kept_best : 0, best);
        for (int k = 0; k < drafts; ++k) {
            fresh();
            if (stretch->draft()) enter();
        }
        std::stable_sort(entrants.begin(), entrants.end(),
                         [](const Entrant& a, const Entrant& b) { return a.cost < b.cost; });
        if (entrants.empty()) continue;
        for (std::size_t k = 0; entrants.size() < field; ++k) entrants.push_back(entrants[k]);
        entrants.resize(field, best);
        for (std::uint64_t each = rounds;; each *= share) {
            for (Entrant& entrant : entrants) {
                fresh();
                stretch->start(entrant.plan);
                for (std::uint64_t k = 0; k < each && ((k & 63) != 0 || !stop.expired()); ++k) {
                    if ((result.rounds & 255) == 0) options.report(static_cast<std::uint64_t>(best.cost));
                    refresh();
                    stretch->round(hot - static_cast<Price>(static_cast<std::uint64_t>(hot - cold) * k / each));
                    ++result.rounds;
                    if (k % between == between - 1) stretch->polish(polished, stop);
                    if (stretch->cost() < entrant.cost) entrant = {stretch->cost(), stretch->read()};
                }
                stretch->start(entrant.plan);
                for (std::uint64_t left = each * changes_a_round; left > 0 && !stop.expired();) {
                    const std::uint64_t now = std::min(left, changes_at_once);
                    left -= now;
                    refresh();
                    options.report(static_cast<std::uint64_t>(best.cost));
                    stretch->drift(now, entrant.cost, stop);
                    if (stretch->cost() < entrant.cost) entrant = {stretch->cost(), stretch->read()};
                }
            }
            std::stable_sort(entrants.begin(), entrants.end(),
                             [](const Entrant& a, const Entrant& b) { return a.cost < b.cost; });
            if (entrants[0].cost < best.cost) best = entrants[0];
            if (entrants.size() == 1) break;
            entrants.resize((entrants.size() + share - 1) / share, best);
        }
        fresh();
        stretch->start(best.plan);
        stretch->polish(polished_last, stop);
        if (stretch->cost() < best.cost) best = {stretch->cost(), stretch->read()};
    }
    if (best.cost == no_plan) return result;
    result.found = true;
    Colours colours = 0;
    for (int colour = 0; colour < colour_count; ++colour) result.values.emplace_back();
    const auto number = [&](const Painted& shape) {
        const auto place = std::find(result.values.begin() + colour_count, result.values.end(), shape);
        const auto found = static_cast<std::int32_t>(place - result.values.begin());
        if (place == result.values.end()) result.values.push_back(shape);
        return found;
    };
    std::vector<PlanStep> steps;
    Parts world(game, raws, {}, {});
    for (const PaintedStep& painted : best.plan) {
        Step step{painted.machine, painted.fluid, {world.number(painted.in[0]), world.number(painted.in[1])}, {}, 0};
        run_machine(world, step);
        PlanStep plan{step.machine, {number(painted.in[0]), -1}, {-1, -1}};
        if (step.machine == Machine::paint || step.machine == Machine::crystal) {
            plan.in[1] = step.fluid;
            colours |= Colours{1} << step.fluid;
        } else if (binary(step.machine)) {
            plan.in[1] = number(painted.in[1]);
        }
        for (int slot = 0; slot < step.outputs; ++slot) plan.out[slot] = number(world.shape(step.out[slot]));
        steps.push_back(plan);
    }
    for (const auto& [a, b, made] : mixers.of(colours)) result.steps.push_back({Machine::mix, {a, b}, {made, -1}});
    result.steps.insert(result.steps.end(), steps.begin(), steps.end());
    return result;
}

}  // namespace shapewright::shapez
