#include "shapez/plan/library/halves.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "core/rng.hpp"
#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/numbered_machines.hpp"
#include "shapez/plan/search/kinds.hpp"
#include "shapez/plan/search/plain_machine.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

namespace {

class Search {
    using Steps = NumberedSteps;

public:
    Search(const AnyRing& ring, const HalfPlanOptions& options, const StopToken& stop)
        : ring_(ring), options_(options), stop_(stop), rng_(options.seed) {}

    HalfPlans run(const HalfPlansView& known) {
        find_tops();
        keep(known);
        offer_all({}, ring_.bottom, 0);
        offer_stacked({}, ring_.bottom, {});
        std::vector<const Half*> settled;
        for (std::size_t cost = 0; cost < buckets_.size(); ++cost) {
            now_ = cost;
            for (std::size_t k = 0; k < buckets_[cost].size() && !stop_.expired(); ++k) {
                if (settled.size() == options_.most) break;
                const HalfKey key = buckets_[cost][k];
                Half& half = halves_.at(key);
                if (half.settled) continue;
                settle(key, half);
                settled.push_back(&half);
                // An older half in the east with this one in the west is the image of this in the east and that in
                // the west.
                for (const Half* other : settled) join(half, *other);
            }
        }
        return written();
    }

private:
    static constexpr std::uint32_t no_top = std::numeric_limits<std::uint32_t>::max();
    static constexpr int wests[2] = {1, 2};  // symmetries that bring an east half to the west

    /// How a half is made. There is the raw shape; the shape that a half was made of; a half alone; two halves joined,
    /// the second as the image to be had in the west; or the shape and machines kept under a number. Then something is
    /// stacked on it, it is treated, and rotated, and the image taken.
    struct Way {
        enum From : std::uint8_t { raw, whole, alone, joined, kept } from = raw;
        std::uint8_t west = 0, treatment = 0, turn = 0, symmetry = 0;
        std::uint32_t first = 0, second = 0;
        std::uint32_t top = no_top;
    };
    /// By symmetry: 0 and 3 in the east, 1 and 2 in the west.
    struct Half {
        bool settled = false;
        Way way{};
        std::uint32_t ways = 0;  // as cheap as that one
        std::array<Shape, 4> whole{}, cut{};
        std::array<Steps, 4> steps{};
    };
    struct Kept {
        Shape whole;
        Steps steps;
    };

    std::uint32_t number(Machine machine, Shape first, Shape second = 0) {
        // Both orders of a swapper are one machine.
        if (machine == Machine::swap && second < first) std::swap(first, second);
        return machines_.number({machine, first, second});
    }
    /// The machines that make the images of what `steps` make.
    Steps image(const Steps& steps, int symmetry) {
        if (symmetry == 0) return steps;
        Steps images;
        for (const std::uint32_t k : steps) {
            const PlainMachine step = machines_.at(k);
            images.push_back(number(imaged(step.machine, symmetry), imaged(ring_, step.first, symmetry),
                                    imaged(ring_, step.second, symmetry)));
        }
        normalise(images);
        return images;
    }

    /// Whatever four machines at most make is worth stacking; of equal pieces the cheapest.
    void find_tops() {
        std::map<Shape, Steps> found{{ring_.bottom, {}}};
        const auto put = [&](Shape shape, Steps steps) {
            normalise(steps);
            if (shape == 0 || steps.size() > 4) return;
            const auto place = found.find(shape);
            if (place == found.end())
                found.emplace(shape, std::move(steps));
            else if (steps.size() < place->second.size())
                place->second = std::move(steps);
        };
        for (int round = 0; round < 3; ++round) {
            const auto before = found;
            for (const auto& entry : before) {
                const Shape x = entry.first;
                const Steps& steps = entry.second;
                const auto with = [&](std::uint32_t step, const Steps& more = {}) {
                    Steps all = steps;
                    all.insert(all.end(), more.begin(), more.end());
                    all.push_back(step);
                    return all;
                };
                put(ring_.rotate(x, 1), with(number(Machine::rotate_cw, x)));
                put(ring_.rotate(x, ring_.parts - 1), with(number(Machine::rotate_ccw, x)));
                put(ring_.half_turn(x), with(number(Machine::rotate_180, x)));
                put(ring_.push_pin(x), with(number(Machine::push_pin, x)));
                put(ring_.crystallise(x), with(number(Machine::crystal, x)));
                const auto [east, west] = ring_.cut(x);
                const Steps cut = with(number(Machine::cut, x));
                put(east, cut);
                put(west, cut);
                for (const auto& [y, others] : before) {
                    put(ring_.stack(x, y), with(number(Machine::stack, x, y), others));
                    put(east | ring_.cut(y).second, with(number(Machine::swap, x, y), others));
                }
            }
        }
        std::map<Shape, std::pair<Shape, Steps>> by_pieces;
        for (auto& [x, steps] : found) {
            const Shape pieces = ring_.stack(0, x);
            if (pieces == 0) continue;
            const auto [place, fresh] = by_pieces.try_emplace(pieces, x, steps);
            if (!fresh && steps.size() < place->second.second.size()) place->second = {x, steps};
        }
        for (auto& [pieces, top] : by_pieces) {
            tops_.push_back(top.first);
            top_steps_.push_back(top.second);
        }
    }

    // --- What may come of what there is ---
    static constexpr std::array<std::string_view, 11> treatments{"",    "p",   "c",   "pc",  "cp", "pp",
                                                                 "ppp", "ppc", "pcp", "cpp", "cpc"};
    /// Pins pushed under, crystals grown.
    Shape treated(Shape x, std::string_view treatment, Steps* steps) {
        for (const char t : treatment) {
            if (steps != nullptr) steps->push_back(number(t == 'p' ? Machine::push_pin : Machine::crystal, x));
            x = t == 'p' ? ring_.push_pin(x) : ring_.crystallise(x);
        }
        return x;
    }

    void offer(HalfKey key, int symmetry, int cost, Way& way) {
        // Nearly always there is a cheaper way already: this must be quick.
        const HalfKey reflection = ring_.reflected(key);
        if (reflection < key) {
            key = reflection;
            symmetry ^= east_reflection;
        }
        int& least = least_[key];
        if (cost > least || key == 0) return;
        way.symmetry = static_cast<std::uint8_t>(symmetry);
        if (cost == least) {
            // Of equal ways any is taken, each as likely as the others: other seeds give other plans.
            Half& half = halves_[key];
            if (rng_.below(++half.ways) == 0) half.way = way;
            return;
        }
        least = cost;
        Half& half = halves_[key];
        half.way = way;
        half.ways = 1;
        // Polishing may have made what it comes from cheaper than what is being settled now.
        const std::size_t place = std::max(now_, static_cast<std::size_t>(cost));
        if (buckets_.size() <= place) buckets_.resize(place + 1);
        buckets_[place].push_back(key);
    }
    void offer_halves(Way& way, Shape x, int cost) {
        const auto [east, west] = ring_.cut(x);
        offer(ring_.half_key(east), 0, cost, way);
        offer(ring_.west_key(west), 2, cost, way);
    }

    /// All halves of a shape that costs so much: as it is, treated, and rotated.
    void offer_all(Way way, Shape x, int cost) {
        for (std::size_t k = 0; k < treatments.size(); ++k) {
            const Shape y = treated(x, treatments[k], nullptr);
            if (k > 0 && y == x) continue;
            const int sum = cost + static_cast<int>(treatments[k].size());
            way.treatment = static_cast<std::uint8_t>(k);
            way.turn = 0;
            offer_halves(way, y, sum);
            way.turn = 1;
            offer_halves(way, ring_.rotate(y, 1), sum + 1);
            if (ring_.parts == 4) continue;  // the other way round gives the images of the same halves
            way.turn = 2;
            offer_halves(way, ring_.rotate(y, ring_.parts - 1), sum + 1);
        }
    }
    void offer_stacked(Way way, Shape x, const Steps& steps, int more = 0) {
        for (std::size_t k = 0; k < tops_.size(); ++k) {
            const Shape y = ring_.stack(x, tops_[k]);
            if (y == x) continue;
            way.top = static_cast<std::uint32_t>(k);
            offer_all(way, y, united(steps, top_steps_[k]) + more + 1);
        }
    }

    void join(const Half& a, const Half& b) {
        for (const int west : wests) {
            const auto k = static_cast<std::size_t>(west);
            if (static_cast<int>(std::max(a.steps[0].size(), b.steps[k].size())) >= options_.joined) return;
            const int cost = united(a.steps[0], b.steps[k]) + 1;
            if (cost > options_.joined) continue;
            Way way{Way::joined};
            way.west = static_cast<std::uint8_t>(west);
            way.first = ring_.half_key(a.cut[0]);
            way.second = ring_.half_key(b.cut[0]);
            const Shape x = a.cut[0] | b.cut[k];
            offer_all(way, x, cost);
            if (cost > options_.stacked) continue;
            Steps steps;
            std::set_union(a.steps[0].begin(), a.steps[0].end(), b.steps[k].begin(), b.steps[k].end(),
                           std::back_inserter(steps));
            offer_stacked(way, x, steps, 1);
        }
    }

    // --- Settling ---
    void keep(const HalfPlansView& known) {
        for (std::size_t row = 0; row < known.key.size(); ++row) {
            Kept kept{known.whole[row], {}};
            for (std::uint32_t n = known.start[row]; n < known.start[row + 1]; ++n) {
                const std::uint32_t k = known.steps[n];
                kept.steps.push_back(number(static_cast<Machine>(known.machine[k]), known.first[k], known.second[k]));
            }
            normalise(kept.steps);
            offer_kept(std::move(kept));
        }
    }
    void offer_kept(Kept kept) {
        const auto [east, west] = ring_.cut(kept.whole);
        const auto cost = static_cast<int>(kept.steps.size());
        if (cost > least_[ring_.canonical(ring_.half_key(east))] &&
            cost > least_[ring_.canonical(ring_.west_key(west))])
            return;
        Way way{Way::kept};
        way.first = static_cast<std::uint32_t>(kept_.size());
        offer_halves(way, kept.whole, cost);
        kept_.push_back(std::move(kept));
    }

    void settle(HalfKey key, Half& half) {
        Steps steps;
        const Shape made = carry_out(half.way, steps);
        const int symmetry = half.way.symmetry;
        steps = image(steps, symmetry);
        half.settled = true;
        least_[key] = 0;
        half.whole[0] = imaged(ring_, made, symmetry);
        if (ring_.half_key(ring_.cut(half.whole[0]).first) != key)
            throw std::logic_error("half_plans: a half is another");
        if (half.way.from != Way::kept || static_cast<int>(steps.size()) > options_.minimal)
            polish(key, half.whole[0], steps);
        for (int s = 0; s < 4; ++s) {
            const auto k = static_cast<std::size_t>(s);
            half.whole[k] = imaged(ring_, half.whole[0], s);
            half.cut[k] = imaged(ring_, ring_.from_half_key(key), s);
            half.steps[k] = image(steps, s);
        }
        Way way{Way::whole};
        way.first = key;
        offer_all(way, half.whole[0], static_cast<int>(steps.size()));
        offer_stacked(way, half.whole[0], steps);
        way.from = Way::alone;
        offer_all(way, half.cut[0], static_cast<int>(steps.size()) + 1);
        offer_stacked(way, half.cut[0], steps, 1);
    }

    Shape carry_out(const Way& way, Steps& steps) {
        Shape x = ring_.bottom;
        if (way.from == Way::kept) {
            x = kept_[way.first].whole;
            steps = kept_[way.first].steps;
        } else if (way.from != Way::raw) {
            const Half& half = halves_.at(way.first);
            x = half.whole[0];
            steps = half.steps[0];
            if (way.from == Way::alone) {
                steps.push_back(number(Machine::cut, x));
                x = half.cut[0];
            } else if (way.from == Way::joined) {
                const Half& other = halves_.at(way.second);
                steps.insert(steps.end(), other.steps[way.west].begin(), other.steps[way.west].end());
                steps.push_back(number(Machine::swap, x, other.whole[way.west]));
                x = half.cut[0] | other.cut[way.west];
            }
        }
        if (way.top != no_top) {
            steps.insert(steps.end(), top_steps_[way.top].begin(), top_steps_[way.top].end());
            steps.push_back(number(Machine::stack, x, tops_[way.top]));
            x = ring_.stack(x, tops_[way.top]);
        }
        x = treated(x, treatments[way.treatment], &steps);
        if (way.turn != 0) {
            steps.push_back(number(way.turn == 1 ? Machine::rotate_cw : Machine::rotate_ccw, x));
            x = ring_.rotate(x, way.turn == 1 ? 1 : ring_.parts - 1);
        }
        normalise(steps);
        return x;
    }

    /// Makes the plan for a shape with that half cheaper; it may become a plan for another such shape.
    void polish(HalfKey key, Shape& whole, Steps& steps) {
        if (steps.size() < 5 || options_.polish == 0) return;
        Polish<Kinds> polish(world_, {whole}, whole + options_.seed);
        Polish<Kinds>::Steps plan;
        for (const std::uint32_t k : steps)
            plan.push_back({machines_.at(k).machine, 0, {machines_.at(k).first, machines_.at(k).second}, {0, 0}, 0});
        plan = polish.improved(polish.ordered(plan), options_.polish, stop_);
        // What a plan makes on its way has halves too.
        std::map<Shape, Steps> made{{ring_.bottom, {}}};
        for (const auto& step : plan) {
            const bool two = step.machine == Machine::stack || step.machine == Machine::swap;
            Steps before = made.at(step.in[0]);
            if (two) before.insert(before.end(), made.at(step.in[1]).begin(), made.at(step.in[1]).end());
            before.push_back(number(step.machine, step.in[0], two ? step.in[1] : 0));
            normalise(before);
            for (int slot = 0; slot < step.outputs; ++slot)
                if (step.out[slot] != 0) made.try_emplace(step.out[slot], before);
        }
        steps = made.at(whole);
        for (auto& [shape, before] : made) {
            if (ring_.half_key(ring_.cut(shape).first) == key && before.size() < steps.size()) {
                whole = shape;
                steps = before;
            }
            offer_kept({shape, std::move(before)});
        }
    }

    HalfPlans written() const {
        std::vector<HalfKey> keys;
        for (const auto& [key, half] : halves_)
            if (half.settled) keys.push_back(key);
        std::sort(keys.begin(), keys.end());
        HalfPlanWriter writer;
        for (const HalfKey key : keys) {
            const Half& half = halves_.at(key);
            std::vector<PlainMachine> steps;
            for (const std::uint32_t k : half.steps[0]) steps.push_back(machines_.at(k));
            writer.add(key, half.whole[0], steps);
        }
        return std::move(writer).written();
    }

    const AnyRing& ring_;
    const HalfPlanOptions& options_;
    const StopToken& stop_;
    Rng rng_;
    Kinds world_{ring_};
    NumberedMachines machines_;
    std::vector<int> least_ = std::vector<int>(std::size_t{1} << ring_.half_bits, std::numeric_limits<int>::max());
    std::unordered_map<HalfKey, Half> halves_;
    std::vector<std::vector<HalfKey>> buckets_;
    std::size_t now_ = 0;
    std::vector<Kept> kept_;
    std::vector<Shape> tops_;
    std::vector<Steps> top_steps_;
};

}  // namespace

HalfPlans half_plans(int parts, int layers, const HalfPlansView& known, const HalfPlanOptions& options,
                     const StopToken& stop) {
    known.check();
    const AnyRing& ring = any_ring(parts, layers);
    // Every half is looked up by its key.
    if (ring.half_bits > 24) throw std::invalid_argument("plans for halves are made for halves of at most 12 parts");
    return Search(ring, options, stop).run(known);
}

}  // namespace shapewright::shapez
