#include "shapez/plan_halves.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "shapez/configurations.hpp"
#include "shapez/plan_polish.hpp"
#include "shapez/plan_worlds.hpp"

namespace shapewright::shapez {

namespace {

template <typename R>
class Search {
    using Steps = std::vector<std::uint32_t>;
    using Token = std::uint32_t;  // a half: its key, and the top bit for a west

public:
    Search(const HalfPlanOptions& options, const StopToken& stop) : options_(options), stop_(stop) {}

    HalfPlans run() {
        find_tops();
        const Way raw{Way::raw, kNone, kNone, kNoTop, 0};
        offer_all(raw, R::bottom, 0);
        offer_stacked(raw, R::bottom, {});
        std::array<std::vector<std::pair<Token, const Half*>>, 2> settled;
        for (std::size_t cost = 0; cost < buckets_.size(); ++cost) {
            now_ = cost;
            for (std::size_t k = 0; k < buckets_[cost].size() && !stop_.expired(); ++k) {
                const Token token = buckets_[cost][k];
                Half& half = halves_.at(token);
                if (half.settled) continue;
                settle(token, half);
                const bool west = (token & kWestHalf) != 0;
                for (const auto& [other, partner] : settled[west ? 0 : 1]) {
                    if (west)
                        join(other, *partner, token, half);
                    else
                        join(token, half, other, *partner);
                }
                settled[west ? 1 : 0].emplace_back(token, &half);
            }
        }
        return written();
    }

private:
    static constexpr Token kNone = std::numeric_limits<Token>::max();
    static constexpr std::uint32_t kNoTop = std::numeric_limits<std::uint32_t>::max();
    static constexpr int kTreatments = 6;

    /// How a half is made: of the whole shape another was made of, or of an east and a west joined (one may be
    /// missing); then something is stacked on it, it is treated, and turned.
    struct Way {
        enum From : std::uint8_t { raw, whole, joined } from;
        Token east, west;
        std::uint32_t top;
        std::uint8_t after;  // 4 * treatment + turn
    };
    struct Half {
        bool settled = false;
        Way way{};
        Shape whole = 0, cut = 0;
        Steps steps;
    };
    struct Step {
        Machine machine;
        Shape first, second;
        bool operator==(const Step&) const = default;
    };
    struct StepHash {
        std::size_t operator()(const Step& step) const {
            std::uint64_t hash = static_cast<std::uint64_t>(step.machine) * 0x9e3779b97f4a7c15ULL;
            for (const Shape shape : {step.first, step.second}) {
                hash = (hash ^ shape) * 0xff51afd7ed558ccdULL;
                hash ^= hash >> 31;
            }
            return static_cast<std::size_t>(hash);
        }
    };

    std::uint32_t number(Machine machine, Shape first, Shape second = 0) {
        if (machine == Machine::swap) {
            // Both orders are one machine.
            if (second < first) std::swap(first, second);
        }
        const auto [place, fresh] =
            numbers_.try_emplace({machine, first, second}, static_cast<std::uint32_t>(steps_.size()));
        if (fresh) steps_.push_back({machine, first, second});
        return place->second;
    }
    static void normalise(Steps& steps) {
        std::sort(steps.begin(), steps.end());
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    }
    static int united(const Steps& a, const Steps& b) {
        std::size_t i = 0, j = 0, both = 0;
        while (i < a.size() && j < b.size()) {
            both += a[i] == b[j];
            const std::uint32_t x = a[i], y = b[j];
            i += x <= y;
            j += y <= x;
        }
        return static_cast<int>(a.size() + b.size() - both);
    }

    /// Whatever four machines at most make is worth stacking; of equal pieces the cheapest.
    void find_tops() {
        std::map<Shape, Steps> found{{R::bottom, {}}};
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
            for (const auto& [x, steps] : before) {
                const auto with = [&](std::uint32_t step, const Steps& more = {}) {
                    Steps all = steps;
                    all.insert(all.end(), more.begin(), more.end());
                    all.push_back(step);
                    return all;
                };
                put(R::rotate(x, 1), with(number(Machine::rotate_cw, x)));
                put(R::rotate(x, R::parts - 1), with(number(Machine::rotate_ccw, x)));
                put(R::half_turn(x), with(number(Machine::rotate_180, x)));
                put(R::push_pin(x), with(number(Machine::push_pin, x)));
                put(R::crystallise(x), with(number(Machine::crystal, x)));
                const auto [east, west] = R::cut(x);
                const Steps cut = with(number(Machine::cut, x));
                put(east, cut);
                put(west, cut);
                for (const auto& [y, others] : before) {
                    put(R::stack(x, y), with(number(Machine::stack, x, y), others));
                    put(east | R::cut(y).second, with(number(Machine::swap, x, y), others));
                }
            }
        }
        std::map<Shape, std::pair<Shape, Steps>> by_pieces;
        for (auto& [x, steps] : found) {
            const Shape pieces = R::stack(0, x);
            if (pieces == 0) continue;
            const auto [place, fresh] = by_pieces.try_emplace(pieces, x, steps);
            if (!fresh && steps.size() < place->second.second.size()) place->second = {x, steps};
        }
        for (auto& [pieces, top] : by_pieces) {
            tops_.push_back(top.first);
            top_steps_.push_back(top.second);
        }
    }

    /// Pins pushed under, crystals grown, both, in either order.
    static constexpr std::array<std::string_view, kTreatments> treatments{"", "p", "c", "pc", "cp", "pp"};
    Shape treated(Shape x, int treatment, Steps* steps) {
        for (const char t : treatments[static_cast<std::size_t>(treatment)]) {
            if (steps != nullptr) steps->push_back(number(t == 'p' ? Machine::push_pin : Machine::crystal, x));
            x = t == 'p' ? R::push_pin(x) : R::crystallise(x);
        }
        return x;
    }

    void offer(Token token, int cost, const Way& way) {
        // Nearly always there is a cheaper way already: this must be quick.
        int& least = least_[(token & ~kWestHalf) << 1 | token >> 31];
        if (cost >= least || (token & ~kWestHalf) == 0) return;
        least = cost;
        Half& half = halves_[token];
        half.way = way;
        // Polishing may have made what it comes from cheaper than what is being settled now.
        const std::size_t place = std::max(now_, static_cast<std::size_t>(cost));
        if (buckets_.size() <= place) buckets_.resize(place + 1);
        buckets_[place].push_back(token);
    }

    /// All halves of a shape that costs so much: as it is, treated, and turned.
    void offer_all(Way way, Shape x, int cost) {
        for (int treatment = 0; treatment < kTreatments; ++treatment) {
            const Shape y = treated(x, treatment, nullptr);
            if (treatment > 0 && y == x) continue;
            const int sum = cost + static_cast<int>(treatments[static_cast<std::size_t>(treatment)].size());
            for (int turn = 0; turn < 2; ++turn) {
                const auto [east, west] = R::cut(turn == 0 ? y : R::rotate(y, 1));
                const HalfKey e = R::half_key(east), w = R::west_key(west);
                const auto give = [&](Token token, int turns) {
                    way.after = static_cast<std::uint8_t>(4 * treatment + turns);
                    offer(token, sum + (turns != 0 ? 1 : 0), way);
                };
                // Turned by half a ring more, east and west change places. Of larger rings not all turns are tried.
                give(e, turn);
                give(w | kWestHalf, turn);
                if (turn == 0 || R::parts == 4) {
                    give(w, turn + 2);
                    give(e | kWestHalf, turn + 2);
                }
            }
        }
    }
    static Shape turned(Shape x, int turn) {
        return turn == 0 ? x : turn == 1 ? R::rotate(x, 1) : turn == 2 ? R::half_turn(x) : R::rotate(x, R::parts - 1);
    }

    void offer_stacked(Way way, Shape x, const Steps& steps, int more = 0) {
        for (std::size_t k = 0; k < tops_.size(); ++k) {
            const Shape y = R::stack(x, tops_[k]);
            if (y == x) continue;
            way.top = static_cast<std::uint32_t>(k);
            offer_all(way, y, united(steps, top_steps_[k]) + more + 1);
        }
    }

    void join(Token east, const Half& a, Token west, const Half& b) {
        const int cost = united(a.steps, b.steps) + 1;
        if (cost > options_.joined) return;
        const Way way{Way::joined, east, west, kNoTop, 0};
        const Shape x = a.cut | b.cut;
        offer_all(way, x, cost);
        if (cost > options_.stacked) return;
        Steps steps;
        std::set_union(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(), std::back_inserter(steps));
        offer_stacked(way, x, steps, 1);
    }

    void settle(Token token, Half& half) {
        half.settled = true;
        least_[(token & ~kWestHalf) << 1 | token >> 31] = 0;
        half.whole = carry_out(half.way, half.steps);
        half.cut = (token & kWestHalf) != 0 ? R::cut(half.whole).second : R::cut(half.whole).first;
        polish(half);
        const Steps steps = half.steps;
        const Shape whole = half.whole;
        const Way same{Way::whole, token, kNone, kNoTop, 0};
        offer_all(same, whole, static_cast<int>(steps.size()));
        offer_stacked(same, whole, steps);
        const bool west = (token & kWestHalf) != 0;
        const Way alone{Way::joined, west ? kNone : token, west ? token : kNone, kNoTop, 0};
        const Shape x = half.cut;
        offer_all(alone, x, static_cast<int>(steps.size()) + 1);
        offer_stacked(alone, x, steps, 1);
    }

    Shape carry_out(const Way& way, Steps& steps) {
        steps.clear();
        Shape x = R::bottom;
        if (way.from == Way::whole) {
            steps = halves_.at(way.east).steps;
            x = halves_.at(way.east).whole;
        } else if (way.from == Way::joined) {
            Shape wholes[2] = {0, 0};
            for (const int side : {0, 1}) {
                const Token token = side == 0 ? way.east : way.west;
                if (token == kNone) continue;
                const Half& half = halves_.at(token);
                steps.insert(steps.end(), half.steps.begin(), half.steps.end());
                wholes[side] = half.whole;
            }
            x = R::cut(wholes[0]).first | R::cut(wholes[1]).second;
            steps.push_back(wholes[0] == 0   ? number(Machine::cut, wholes[1])
                            : wholes[1] == 0 ? number(Machine::cut, wholes[0])
                                             : number(Machine::swap, wholes[0], wholes[1]));
        }
        if (way.top != kNoTop) {
            steps.insert(steps.end(), top_steps_[way.top].begin(), top_steps_[way.top].end());
            steps.push_back(number(Machine::stack, x, tops_[way.top]));
            x = R::stack(x, tops_[way.top]);
        }
        x = treated(x, way.after / 4, &steps);
        const int turn = way.after % 4;
        if (turn != 0) {
            constexpr Machine machines[] = {Machine::rotate_cw, Machine::rotate_180, Machine::rotate_ccw};
            steps.push_back(number(machines[turn - 1], x));
            x = turned(x, turn);
        }
        normalise(steps);
        return x;
    }

    void polish(Half& half) {
        if (half.steps.size() < 5 || options_.polish == 0) return;
        Polish<Kinds<R>> polish(world_, {half.whole}, half.whole);
        typename Polish<Kinds<R>>::Steps plan;
        for (const std::uint32_t k : half.steps)
            plan.push_back({steps_[k].machine, 0, {steps_[k].first, steps_[k].second}, {0, 0}, 0});
        plan = polish.improved(polish.ordered(plan), options_.polish, stop_);
        half.steps.clear();
        for (const auto& step : plan) {
            const bool two = step.machine == Machine::stack || step.machine == Machine::swap;
            half.steps.push_back(number(step.machine, step.in[0], two ? step.in[1] : 0));
        }
        normalise(half.steps);
    }

    HalfPlans written() const {
        HalfPlans result;
        std::vector<std::uint32_t> renumbered(steps_.size(), kNoTop);
        std::vector<Token> tokens;
        for (const auto& [token, half] : halves_)
            if (half.settled) tokens.push_back(token);
        std::sort(tokens.begin(), tokens.end());
        for (const Token token : tokens) {
            const Half& half = halves_.at(token);
            result.key.push_back(token);
            result.whole.push_back(half.whole);
            result.start.push_back(static_cast<std::uint32_t>(result.steps.size()));
            for (const std::uint32_t k : half.steps) {
                if (renumbered[k] == kNoTop) {
                    renumbered[k] = static_cast<std::uint32_t>(result.machine.size());
                    result.machine.push_back(static_cast<std::uint8_t>(steps_[k].machine));
                    result.first.push_back(steps_[k].first);
                    result.second.push_back(steps_[k].second);
                }
                result.steps.push_back(renumbered[k]);
            }
            std::sort(result.steps.begin() + result.start.back(), result.steps.end());
        }
        result.start.push_back(static_cast<std::uint32_t>(result.steps.size()));
        return result;
    }

    const HalfPlanOptions& options_;
    const StopToken& stop_;
    Kinds<R> world_;
    std::vector<Step> steps_;
    std::unordered_map<Step, std::uint32_t, StepHash> numbers_;
    std::vector<int> least_ = std::vector<int>(std::size_t{2} << R::Halves::bits, std::numeric_limits<int>::max());
    std::unordered_map<Token, Half> halves_;
    std::vector<std::vector<Token>> buckets_;
    std::size_t now_ = 0;
    std::vector<Shape> tops_;
    std::vector<Steps> top_steps_;
};

}  // namespace

HalfPlans half_plans(int parts, int layers, const HalfPlanOptions& options, const StopToken& stop) {
    return with_ring(parts, layers, [&]<typename R>(R) -> HalfPlans {
        // Every half is looked up by its key, and joined with every other: more than this would not end.
        if constexpr (R::bits > 32)
            throw std::invalid_argument("plans for halves are made for shapes of at most 16 parts");
        else
            return Search<R>(options, stop).run();
    });
}

}  // namespace shapewright::shapez
