#include "shapez/plan/proof/exact.hpp"

#include <algorithm>
#include <bit>

#include "shapez/plan/proof/exact_goal.hpp"

namespace shapewright::shapez {

namespace {

// A step is of use if something takes what it gives. Turning commutes with painting, filling with crystals and pushing
// pins, and painting commutes with the latter two: of two such machines one after the other, the first of which gives
// nothing to any other, either may come first. So a plan need be looked at in one order only: there the painter is
// first and the turn is last. To be taken once in the other order, then, is half of what makes a step useful.
constexpr int useful = 2;

class Exact {
public:
    Exact(const Game& game, const Painted& goal, std::uint64_t nodes, const StopToken& stop, const ExactReport& report)
        : game_(game), goal_(game, goal), most_nodes_(nodes), stop_(stop), report_(report) {
        for (int cell = 0; cell < game.cells(); ++cell)
            if (kind_of(goal[cell]) == Kind::normal) add_raw(unpainted(goal[cell]));
        if (values_.empty()) add_raw(plain_normal(game.parts()));
        usable_crystals_ = goal_.crystals() != 0 ? goal_.crystals() : 2U;
        for (int v = 0; v < count(); ++v) candidates_for(v);
    }

    /// Whether a plan of exactly `machines` machines exists; `exhausted` tells whether a no is to be believed.
    bool search(int machines, bool& exhausted) {
        broken_off_ = false;
        const bool found = descend(0, machines);
        exhausted = !broken_off_;
        return found;
    }

    std::uint64_t nodes() const { return nodes_; }
    /// Writes down the plan that was found, with both outputs of every cutter and swapper.
    void report(ExactPlan& plan) const {
        plan.values.assign(colour_count, Painted{});
        for (const Value& value : values_) plan.values.push_back(value.shape);
        for (const Step& step : steps_) {
            const auto shifted = [](int v) { return v < 0 ? -1 : v + colour_count; };
            const bool fluid = step.machine == Machine::paint || step.machine == Machine::crystal;
            plan.steps.push_back({step.machine,
                                  {shifted(step.a), fluid ? step.b : shifted(step.b)},
                                  {shifted(step.out[0]), shifted(step.out[1])}});
            complete(plan.values, plan.steps.back());
        }
    }

private:
    struct Value {
        Painted shape, east, west;  // and its halves once cut
        ExactGoal::Parts parts;     // the goal's, in it
        std::uint64_t loose;
        unsigned ends;
        int maker, height;
    };
    struct Candidate {
        Machine machine;
        std::int16_t a, b;
        bool made = false, judged = false;
        std::uint8_t outputs = 1, ends = 0;
        Painted out[2];
        std::uint64_t loose[2];
    };
    struct Step {
        Machine machine;
        int a, b, out[2], used;
    };

    /// The search gives an output no number that is empty or was there before: here it gets one of its own.
    void complete(std::vector<Painted>& values, PlanStep& step) const {
        if (step.machine != Machine::cut && step.machine != Machine::swap) return;
        const auto input = [&](int slot) { return values[static_cast<std::size_t>(step.in[slot])]; };
        const auto outputs = step.machine == Machine::cut ? game_.cut(input(0)) : game_.swap(input(0), input(1));
        const Painted given[] = {outputs.first, outputs.second};
        for (int slot = 0; slot < 2; ++slot) {
            if (step.out[slot] >= 0) continue;
            step.out[slot] = static_cast<std::int32_t>(values.size());
            values.push_back(given[slot]);
        }
    }

    int count() const { return static_cast<int>(values_.size()); }
    const Value& value(int v) const { return values_[static_cast<std::size_t>(v)]; }
    Step& step(int s) { return steps_[static_cast<std::size_t>(s)]; }
    const Step& step(int s) const { return steps_[static_cast<std::size_t>(s)]; }

    void add_raw(Part part) {
        Painted ring;
        for (int column = 0; column < game_.parts(); ++column) ring[column] = part;
        if (find(ring) < 0) add(ring, -1);
    }
    int find(const Painted& shape) const {
        for (std::size_t v = 0; v < values_.size(); ++v)
            if (values_[v].shape == shape) return static_cast<int>(v);
        return -1;
    }
    int add(const Painted& shape, int maker) {
        const auto [east, west] = game_.cut(shape);
        const std::uint64_t loose = goal_.loose(shape);
        values_.push_back({shape, east, west, goal_.parts_of(shape), loose, goal_.ends(shape, loose, east, west), maker,
                           game_.height(shape)});
        return count() - 1;
    }
    void candidates_for(int v) {
        const auto value = static_cast<std::int16_t>(v);
        const auto push = [&](Machine machine, std::int16_t a, std::int16_t b) {
            Candidate& candidate = candidates_.emplace_back();
            candidate.machine = machine;
            candidate.a = a;
            candidate.b = b;
        };
        for (const Machine machine :
             {Machine::rotate_cw, Machine::rotate_ccw, Machine::rotate_180, Machine::cut, Machine::push_pin})
            push(machine, value, -1);
        for (unsigned rest = goal_.paints(); rest != 0; rest &= rest - 1)
            push(Machine::paint, value, static_cast<std::int16_t>(std::countr_zero(rest)));
        for (unsigned rest = usable_crystals_; rest != 0; rest &= rest - 1)
            push(Machine::crystal, value, static_cast<std::int16_t>(std::countr_zero(rest)));
        for (std::int16_t other = 0; other <= value; ++other) {
            push(Machine::stack, value, other);
            push(Machine::swap, other, value);
            if (other == value) break;
            push(Machine::stack, other, value);
        }
    }

    // --- Use --------------------------------------------------------------------------------------------------------

    static bool is_turn(Machine machine) {
        return machine == Machine::rotate_cw || machine == Machine::rotate_ccw || machine == Machine::rotate_180;
    }
    static bool takes_two(Machine machine) { return machine == Machine::stack || machine == Machine::swap; }
    /// How much it is of use to a step that this machine takes what it gives.
    int use_of(const Step& maker, Machine taker) const {
        const bool paint = taker == Machine::paint;
        if (is_turn(maker.machine))
            return is_turn(taker) || paint || taker == Machine::crystal || taker == Machine::push_pin ? 1 : useful;
        if (!paint) return useful;
        if (maker.machine == Machine::paint) return 0;  // what is painted over
        if (maker.machine == Machine::crystal) return 1;
        // Something may be lost beyond the limit.
        if (maker.machine == Machine::push_pin && value(maker.a).height < game_.layers()) return 1;
        return useful;
    }
    /// How many steps become useful if this machine takes these values; b may be none.
    int helped(Machine taker, int a, int b) const {
        const int first = value(a).maker, second = b < 0 ? -1 : value(b).maker;
        const auto helps = [&](int maker) {
            const int used = maker < 0 ? useful : step(maker).used;
            return used < useful && used + use_of(step(maker), taker) >= useful;
        };
        return (helps(first) ? 1 : 0) + (second != first && helps(second) ? 1 : 0);
    }
    void use(int v, Machine taker, int sign) {
        const int maker = value(v).maker;
        if (maker < 0) return;
        int& used = step(maker).used;
        useless_ += used < useful ? -1 : 0;
        used += sign * use_of(step(maker), taker);
        useless_ += used < useful ? 1 : 0;
    }

    // --- Descent ----------------------------------------------------------------------------------------------------

    bool over() {
        if (broken_off_) return true;
        if (nodes_ >= asked_) {
            if (report_ && nodes_ >> 20 != asked_ >> 20) report_(nodes_);
            asked_ = nodes_ + (std::uint64_t{1} << 16);
            broken_off_ = stop_.expired();
        }
        broken_off_ |= nodes_ > most_nodes_;
        return broken_off_;
    }

    bool lacks_too_much(int left) const {
        std::uint32_t parts = 0;
        int types = 0, highest = 1;
        bool parted = false;
        for (const Value& value : values_) {
            parts |= value.parts.parts;
            types = std::max(types, std::popcount(value.parts.types));
            highest = std::max(highest, value.height);
        }
        for (const Step& step : steps_) parted |= step.machine == Machine::cut || step.machine == Machine::swap;
        return goal_.lacking(parts, types, highest, parted) > left;
    }

    bool descend(std::size_t cursor, int left) {
        ++nodes_;
        if (over()) return false;
        if (left == 1) return finish();
        if (lacks_too_much(left)) return false;
        return left == 2 ? last_but_one(cursor) : any(cursor, left);
    }

    bool any(std::size_t cursor, int left) {
        for (std::size_t k = cursor; k < candidates_.size(); ++k) {
            if (may_be_useful(candidates_[k], left) && try_candidate(k, left)) return true;
            if (broken_off_) return false;
        }
        return false;
    }
    /// Every step must be of use in the end, and a step helps two at most and is another itself.
    bool may_be_useful(const Candidate& candidate, int left) const {
        const int other = takes_two(candidate.machine) ? candidate.b : -1;
        return useless_ + 1 - helped(candidate.machine, candidate.a, other) <= left;
    }

    /// Tries only those machines that give something which a last machine may take.
    bool last_but_one(std::size_t cursor) {
        unsigned there = 0;
        for (const Value& value : values_) there |= value.ends;
        for (std::size_t k = cursor; k < candidates_.size(); ++k) {
            ++nodes_;
            if (!may_be_useful(candidates_[k], 2) || !is_promising(candidates_[k], there)) continue;
            if (try_candidate(k, 2)) return true;
            if (broken_off_) return false;
        }
        return false;
    }
    bool is_promising(Candidate& candidate, unsigned there) const {
        make(candidate);
        if (!candidate.judged) {
            for (int slot = 0; slot < candidate.outputs; ++slot) {
                candidate.loose[slot] = goal_.loose(candidate.out[slot]);
                candidate.ends |= static_cast<std::uint8_t>(goal_.ends(candidate.out[slot], candidate.loose[slot]));
            }
            candidate.judged = true;
        }
        const unsigned ends = candidate.ends;
        if ((ends & (alone_end | bottom_end)) != 0) return true;
        if ((ends & (east_end | west_end)) != 0 && ((ends | there) & east_end) != 0 && ((ends | there) & west_end) != 0)
            return true;
        if ((there & bottom_end) == 0) return false;
        for (const Value& value : values_)
            if ((value.ends & bottom_end) != 0)
                for (int slot = 0; slot < candidate.outputs; ++slot)
                    if (goal_.stacked(value.shape, value.loose, candidate.out[slot], candidate.loose[slot]))
                        return true;
        return false;
    }

    void make(Candidate& candidate) const {
        if (candidate.made) return;
        candidate.made = true;
        const Value& x = value(candidate.a);
        switch (candidate.machine) {
            case Machine::rotate_cw:
                candidate.out[0] = game_.rotated(x.shape, 1);
                break;
            case Machine::rotate_ccw:
                candidate.out[0] = game_.rotated(x.shape, -1);
                break;
            case Machine::rotate_180:
                candidate.out[0] = game_.rotated(x.shape, game_.half());
                break;
            case Machine::push_pin:
                candidate.out[0] = game_.push_pin(x.shape);
                break;
            case Machine::paint:
                candidate.out[0] = game_.paint(x.shape, candidate.b);
                break;
            case Machine::crystal:
                candidate.out[0] = game_.crystallise(x.shape, candidate.b);
                break;
            case Machine::stack:
                candidate.out[0] = game_.stack(x.shape, value(candidate.b).shape);
                break;
            case Machine::cut:
                candidate.out[0] = x.east;
                candidate.out[1] = x.west;
                candidate.outputs = 2;
                break;
            default: {
                const Value& y = value(candidate.b);
                candidate.out[0] = united(x.east, y.west);
                candidate.out[1] = united(y.east, x.west);
                candidate.outputs = 2;
            }
        }
    }

    bool try_candidate(std::size_t k, int left) {
        make(candidates_[k]);
        const Candidate candidate = candidates_[k];
        const std::size_t values = values_.size(), candidates = candidates_.size();
        const int number = static_cast<int>(steps_.size());
        Step step{candidate.machine, candidate.a, candidate.b, {-1, -1}, 0};
        for (int slot = 0; slot < candidate.outputs; ++slot)
            if (find(candidate.out[slot]) < 0 && game_.height(candidate.out[slot]) != 0)
                step.out[slot] = add(candidate.out[slot], number);
        if (values_.size() == values) return false;  // nothing new
        steps_.push_back(step);
        ++useless_;
        const bool binary = takes_two(candidate.machine);
        use(candidate.a, candidate.machine, 1);
        if (binary) use(candidate.b, candidate.machine, 1);
        if (left > 2)
            for (std::size_t v = values; v < values_.size(); ++v) candidates_for(static_cast<int>(v));
        if (descend(k + 1, left - 1)) return true;
        if (binary) use(candidate.b, candidate.machine, -1);
        use(candidate.a, candidate.machine, -1);
        --useless_;
        steps_.pop_back();
        candidates_.resize(candidates);
        values_.resize(values);
        return false;
    }

    Painted united(const Painted& east, const Painted& west) const {
        Painted whole = east;
        for (int cell = 0; cell < game_.cells(); ++cell)
            if (west[cell] != no_part) whole[cell] = west[cell];
        return whole;
    }

    // --- The last machine -------------------------------------------------------------------------------------------

    bool last(Machine machine, int a, int b, int slot = 0) {
        Step step{machine, a, b, {-1, -1}, 0};
        step.out[slot] = add(goal_.shape(), static_cast<int>(steps_.size()));
        steps_.push_back(step);
        return true;
    }

    bool finish() {
        unsigned there = 0;
        for (const Value& value : values_) there |= value.ends;
        for (int v = 0; v < count(); ++v) {
            const Value& x = value(v);
            LastMachine made;
            if ((x.ends & alone_end) != 0 && goal_.alone(x.shape, x.loose, x.east, x.west, made) &&
                helped(made.machine, v, -1) == useless_)
                return last(made.machine, v, made.fluid, made.slot);
            const bool east = (x.ends & east_end) != 0 && (there & west_end) != 0;
            const bool bottom = (x.ends & bottom_end) != 0;
            for (int w = 0; (east || bottom) && w < count(); ++w) {
                const Value& y = value(w);
                if (helped(Machine::stack, v, w) != useless_) continue;  // and a swapper as much
                if (east && (y.ends & west_end) != 0) return last(Machine::swap, v, w);
                if (bottom && goal_.stacked(x.shape, x.loose, y.shape, y.loose)) return last(Machine::stack, v, w);
            }
        }
        return false;
    }

    const Game& game_;
    const ExactGoal goal_;
    int useless_ = 0;
    bool broken_off_ = false;
    unsigned usable_crystals_ = 0;
    std::uint64_t nodes_ = 0, most_nodes_, asked_ = 0;
    const StopToken& stop_;
    const ExactReport& report_;
    std::vector<Value> values_;
    std::vector<Candidate> candidates_;
    std::vector<Step> steps_;
};

}  // namespace

ExactPlan exact_plan(const Game& game, const Painted& goal, int from, int below, std::uint64_t nodes,
                     const StopToken& stop, const ExactReport& report) {
    ExactPlan result;
    result.proven = from;
    Exact exact(game, goal, nodes, stop, report);
    for (int machines = std::max(from, 1); machines < below; ++machines) {
        bool exhausted = false;
        result.found = exact.search(machines, exhausted);
        if (result.found) exact.report(result);
        if (result.found || !exhausted) break;
        result.proven = machines + 1;
    }
    result.nodes = exact.nodes();
    return result;
}

}  // namespace shapewright::shapez
