#include "shapez/plan/exact.hpp"

#include <algorithm>
#include <bit>

namespace shapewright::shapez {

namespace {

class Exact {
public:
    Exact(const Game& game, const Painted& goal, std::uint64_t nodes, const StopToken& stop)
        : game_(game), goal_(goal), most_nodes_(nodes), stop_(stop) {
        height_ = game.height(goal);
        goal_east_ = Game::kept(goal, game.east());
        goal_west_ = Game::kept(goal, game.west());
        uneven_ = !(game.rotated(goal, 1) == goal);
        for (int cell = 0; cell < game.cells(); ++cell) {
            const Part part = goal[cell];
            if (kind_of(part) == Kind::pin) pins_ = true;
            if (kind_of(part) == Kind::crystal) crystals_ |= 1U << colour_of(part);
            if (kind_of(part) != Kind::normal) continue;
            if (is_paintable(part) && colour_of(part) != 0) paints_ |= 1U << colour_of(part);
            add_raw(unpainted(part));
        }
        if (values_.empty()) add_raw(plain_normal(game.parts()));
        usable_crystals_ = crystals_ != 0 ? crystals_ : 2U;
        raws_ = static_cast<int>(values_.size());
        for (int v = 0; v < raws_; ++v) candidates_for(v);
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
        int maker, height;
    };
    struct Candidate {
        Machine machine;
        std::int16_t a, b;
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
        values_.push_back({shape, east, west, maker, game_.height(shape)});
        return static_cast<int>(values_.size()) - 1;
    }
    void candidates_for(int v) {
        const auto value = static_cast<std::int16_t>(v);
        const auto push = [&](Machine machine, std::int16_t a, std::int16_t b) {
            candidates_.push_back({machine, a, b});
        };
        for (const Machine machine :
             {Machine::rotate_cw, Machine::rotate_ccw, Machine::rotate_180, Machine::cut, Machine::push_pin})
            push(machine, value, -1);
        for (unsigned rest = paints_; rest != 0; rest &= rest - 1)
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

    /// Machines of separate kinds that the steps so far lack.
    int lacking() const {
        unsigned paints = paints_, crystals = crystals_;
        bool pushed = false, parted = false;
        int highest = 1;
        for (const Step& step : steps_) {
            if (step.machine == Machine::paint) paints &= ~(1U << step.b);
            if (step.machine == Machine::crystal) crystals &= ~(1U << step.b);
            pushed |= step.machine == Machine::push_pin;
            parted |= step.machine == Machine::cut || step.machine == Machine::swap;
        }
        for (const Value& value : values_) highest = std::max(highest, value.height);
        int raises = 0;
        for (; highest < height_; highest *= 2) ++raises;
        raises = std::max(raises, pins_ && !pushed ? 1 : 0);
        return std::popcount(paints) + std::popcount(crystals) + raises + (uneven_ && !parted ? 1 : 0);
    }

    void use(int v, int by) {
        const int maker = values_[static_cast<std::size_t>(v)].maker;
        if (maker < 0) return;
        int& used = steps_[static_cast<std::size_t>(maker)].used;
        if (used == 0) unused_ -= by > 0 ? 1 : 0;
        used += by;
        if (used == 0) unused_ += by < 0 ? 1 : 0;
    }

    bool descend(std::size_t cursor, int left) {
        if (++nodes_ > most_nodes_ || ((nodes_ & 0xfff) == 0 && stop_.expired())) {
            broken_off_ = true;
            return false;
        }
        // Every step must be used in the end, and a step uses two at most.
        if (unused_ > left + 1) return false;
        if (left == 1) return finish();
        if (lacking() > left) return false;
        for (std::size_t k = cursor; k < candidates_.size() && !broken_off_; ++k)
            if (try_candidate(k, left)) return true;
        return false;
    }

    bool try_candidate(std::size_t k, int left) {
        const Candidate candidate = candidates_[k];
        const Painted& a = values_[static_cast<std::size_t>(candidate.a)].shape;
        Painted out[2];
        int outputs = 1;
        switch (candidate.machine) {
            case Machine::rotate_cw:
                out[0] = game_.rotated(a, 1);
                break;
            case Machine::rotate_ccw:
                out[0] = game_.rotated(a, -1);
                break;
            case Machine::rotate_180:
                out[0] = game_.rotated(a, game_.half());
                break;
            case Machine::push_pin:
                out[0] = game_.push_pin(a);
                break;
            case Machine::paint:
                out[0] = game_.paint(a, candidate.b);
                break;
            case Machine::crystal:
                out[0] = game_.crystallise(a, candidate.b);
                break;
            case Machine::stack:
                out[0] = game_.stack(a, values_[static_cast<std::size_t>(candidate.b)].shape);
                break;
            case Machine::cut:
                out[0] = values_[static_cast<std::size_t>(candidate.a)].east;
                out[1] = values_[static_cast<std::size_t>(candidate.a)].west;
                outputs = 2;
                break;
            default: {
                const Value& x = values_[static_cast<std::size_t>(candidate.a)];
                const Value& y = values_[static_cast<std::size_t>(candidate.b)];
                out[0] = united(x.east, y.west);
                out[1] = united(y.east, x.west);
                outputs = 2;
            }
        }
        const std::size_t values = values_.size(), candidates = candidates_.size();
        const int number = static_cast<int>(steps_.size());
        Step step{candidate.machine, candidate.a, candidate.b, {-1, -1}, 0};
        for (int slot = 0; slot < outputs; ++slot)
            if (find(out[slot]) < 0 && game_.height(out[slot]) != 0) step.out[slot] = add(out[slot], number);
        if (values_.size() == values) return false;  // nothing new
        steps_.push_back(step);
        ++unused_;
        const bool binary = candidate.machine == Machine::stack || candidate.machine == Machine::swap;
        use(candidate.a, 1);
        if (binary) use(candidate.b, 1);
        if (left > 2)
            for (std::size_t v = values; v < values_.size(); ++v) candidates_for(static_cast<int>(v));
        if (descend(k + 1, left - 1)) return true;
        if (binary) use(candidate.b, -1);
        use(candidate.a, -1);
        --unused_;
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

    bool fresh(int v) const {
        const int maker = values_[static_cast<std::size_t>(v)].maker;
        return maker >= 0 && steps_[static_cast<std::size_t>(maker)].used == 0;
    }
    /// Whether a last step that takes these leaves no step unused.
    bool covers(int a, int b) const {
        int covered = fresh(a) ? 1 : 0;
        if (b >= 0 && fresh(b) &&
            (covered == 0 || values_[static_cast<std::size_t>(a)].maker != values_[static_cast<std::size_t>(b)].maker))
            ++covered;
        return covered == unused_;
    }
    bool last(Machine machine, int a, int b, int slot = 0) {
        Step step{machine, a, b, {-1, -1}, 0};
        step.out[slot] = add(goal_, static_cast<int>(steps_.size()));
        steps_.push_back(step);
        return true;
    }

    bool finish() {
        const int count = static_cast<int>(values_.size());
        for (int v = 0; v < count; ++v) {
            const Value& value = values_[static_cast<std::size_t>(v)];
            if (covers(v, -1)) {
                if (value.height == height_) {
                    if (game_.rotated(value.shape, 1) == goal_) return last(Machine::rotate_cw, v, -1);
                    if (game_.rotated(value.shape, -1) == goal_) return last(Machine::rotate_ccw, v, -1);
                    if (game_.rotated(value.shape, game_.half()) == goal_) return last(Machine::rotate_180, v, -1);
                    for (unsigned rest = paints_; rest != 0; rest &= rest - 1)
                        if (game_.paint(value.shape, std::countr_zero(rest)) == goal_)
                            return last(Machine::paint, v, std::countr_zero(rest));
                    for (unsigned rest = crystals_; rest != 0; rest &= rest - 1)
                        if (game_.crystallise(value.shape, std::countr_zero(rest)) == goal_)
                            return last(Machine::crystal, v, std::countr_zero(rest));
                }
                if (value.east == goal_) return last(Machine::cut, v, -1);
                if (value.west == goal_) return last(Machine::cut, v, -1, 1);
                // A pin is below every column that has a lowest part; but what falls may fill what was a gap.
                if (pins_ && game_.push_pin(value.shape) == goal_) return last(Machine::push_pin, v, -1);
            }
            const bool east = value.east == goal_east_;
            const bool bottom = begins_with(value.shape);
            if (!east && !bottom) continue;
            for (int w = 0; w < count; ++w) {
                if (!covers(v, w)) continue;
                const Value& other = values_[static_cast<std::size_t>(w)];
                if (east && other.west == goal_west_) return last(Machine::swap, v, w);
                if (bottom && game_.stack(value.shape, other.shape) == goal_) return last(Machine::stack, v, w);
            }
        }
        return false;
    }
    bool begins_with(const Painted& bottom) const {
        for (int cell = 0; cell < game_.cells(); ++cell)
            if (bottom[cell] != no_part && bottom[cell] != goal_[cell]) return false;
        return true;
    }

    const Game& game_;
    Painted goal_, goal_east_, goal_west_;
    int height_ = 0, raws_ = 0, unused_ = 0;
    bool uneven_ = false, pins_ = false, broken_off_ = false;
    unsigned paints_ = 0, crystals_ = 0, usable_crystals_ = 0;
    std::uint64_t nodes_ = 0, most_nodes_;
    const StopToken& stop_;
    std::vector<Value> values_;
    std::vector<Candidate> candidates_;
    std::vector<Step> steps_;
};

}  // namespace

ExactPlan exact_plan(const Game& game, const Painted& goal, int from, int below, std::uint64_t nodes,
                     const StopToken& stop) {
    ExactPlan result;
    result.proven = from;
    Exact exact(game, goal, nodes, stop);
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
