#include "shapez/plan/library/sets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <stdexcept>

#include "core/hash.hpp"
#include "shapez/plan/library/recent_keys.hpp"
#include "shapez/plan/library/waiting_sets.hpp"
#include "shapez/plan/numbered_machines.hpp"
#include "shapez/plan/quick_machines.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

namespace {

constexpr std::size_t capacity = waiting_capacity;
constexpr std::uint8_t unknown = std::numeric_limits<std::uint8_t>::max();

template <typename Machines>
class Search {
    using Small = typename Machines::Small;
    using Item = typename Machines::Item;
    using Set = WaitingSet<Small>;

public:
    Search(const AnyRing& ring, int machines, int widest, const StopToken& stop)
        : ring_(ring),
          machines_(machines),
          widest_(widest == 0 ? static_cast<int>(capacity) + 1 : widest),
          stop_(stop) {
        for (std::size_t size = 0; size <= capacity; ++size) sets_.emplace_back(size);
    }

    AllPlans run() {
        AllPlans result;
        std::array<std::size_t, capacity + 1> done{}, there{};
        bool stopped = false;
        now_made(raw, 0);
        ends_.emplace_back();
        for (done_ = 1; done_ <= machines_ && !stopped; ++done_) {
            left_ = machines_ - done_;
            there = ends_.back();
            if (done_ == 1) expand({}, {});
            for (std::size_t size = 1; size <= capacity; ++size) {
                for (std::size_t k = done[size]; k < there[size] && !stopped; ++k) {
                    expand(sets_[size].at(k), {size, k});
                    if ((k & 255) == 0) stopped = stop_.expired();
                }
                done[size] = there[size];
            }
            entering_.finish();
            ends_.emplace_back();
            for (std::size_t size = 1; size <= capacity; ++size) ends_.back()[size] = sets_[size].count();
            result.sets.push_back(0);
            for (std::size_t size = 1; size <= capacity; ++size) result.sets.back() += ends_.back()[size] - there[size];
        }
        if (!stopped) result.complete = write_shapes(result) && write_halves(result.halves);
        return result;
    }

    Small least(Small x) const {
        const auto images = quick_.images(x);
        return *std::min_element(images.begin(), images.end());
    }

private:
    // --- Forwards ---
    void expand(const Set& set, Place place) {
        here_ = place;
        size_ = place.size();
        for (std::size_t k = 0; k < size_; ++k) put(k, set.shape(k));
        put(size_, raw);
        // With one shape more than machines are left, each must take two shapes of the set and leave one.
        only_joins_ = static_cast<int>(size_) == left_ + 2;
        for (std::size_t i = 0; i <= size_; ++i) {
            const Item a = items_[i];
            if (!only_joins_) {
                const Treated<Small> treated = quick_.treated(a.whole);
                give(Machine::rotate_cw, i, no_item, treated.clockwise, 0);
                give(Machine::rotate_ccw, i, no_item, treated.counterclockwise, 0);
                give(Machine::rotate_180, i, no_item, treated.half_turned, 0);
                give(Machine::push_pin, i, no_item, treated.pushed, 0);
                give(Machine::crystal, i, no_item, treated.crystallised, 0);
                give(Machine::cut, i, no_item, a.east, a.west);
                give(Machine::swap, i, i, a.east | a.west, 0);
                give(Machine::stack, i, i, quick_.stack(a, a), 0);
            }
            if (only_joins_ && i == size_) break;
            for (std::size_t j = 0; j < i; ++j) {
                const Item b = items_[j];
                give(Machine::stack, i, j, quick_.stack(a, b), 0);
                give(Machine::stack, j, i, quick_.stack(b, a), 0);
                give(Machine::swap, i, j, a.east | b.west, b.east | a.west);
            }
        }
    }
    void put(std::size_t k, Small x) {
        items_[k] = quick_.item(x);
        images_[k] = quick_.images(x);
    }

    /// A machine on items i and j (no_item: none) gives one or two shapes; then there are all sets with what is kept.
    void give(Machine machine, std::size_t i, std::size_t j, Small first, Small second) {
        const std::size_t fewest = size_ + 1 - (i < size_) - (j < size_ && j != i), most = most_waiting();
        if (fewest > most) return;
        const auto fresh = [&](Small x) {
            for (std::size_t k = 0; k <= size_; ++k)
                if (items_[k].whole == x) return false;
            return x != 0;
        };
        const bool one = fresh(first), other = second != first && fresh(second);
        if (!one && !other) return;
        move_ = {machine, items_[i].whole, j == no_item ? Shape{0} : items_[j].whole};
        if (one) put(first_output, first);
        if (other) put(second_output, second);
        for (const bool keep_i : {false, true}) {
            if (keep_i && i == size_) continue;
            for (const bool keep_j : {false, true}) {
                if (keep_j && (j == no_item || j == size_ || j == i)) continue;
                std::array<std::size_t, capacity + 3> kept{};
                std::size_t rest = 0;
                // First what need not be joined next: what the machine neither took nor gave.
                for (std::size_t k = 0; k < size_; ++k)
                    if (k != i && k != j) kept[rest++] = k;
                const std::size_t held = only_joins_ ? 0 : rest;
                if (keep_i) kept[rest++] = i;
                if (keep_j) kept[rest++] = j;
                for (int keep = 1; keep < 4; ++keep) {
                    if (((keep & 1) && !one) || ((keep & 2) && !other)) continue;
                    std::size_t whole = rest;
                    if (keep & 1) kept[whole++] = first_output;
                    if (keep & 2) kept[whole++] = second_output;
                    if (whole <= most) enter(kept.data(), whole, held);
                }
            }
        }
    }

    /// How many shapes there may be after the present machine.
    std::size_t most_waiting() const { return static_cast<std::size_t>(std::min(left_ + 1, widest_)); }

    /// A set of items that is there after the present machine; joins must involve one that is not among the first
    /// `held`.
    void enter(const std::size_t* kept, std::size_t size, std::size_t held) {
        if (static_cast<int>(size) == left_ + 1 && size <= 3) {
            if (tracing_ && wanted_joins_ == 0 && size > 1) return;
            std::array<Item, 3> set{};
            for (std::size_t k = 0; k < size; ++k) set[k] = items_[kept[k]];
            if (tracing_ || size == 1 || !just_seen(set, size, held)) join_all(set.data(), size, held);
            return;
        }
        if (size > capacity) throw std::length_error("a plan keeps more shapes at a time than the search has room for");
        const Set least = least_set(kept, size);
        if (tracing_) {
            if (wanted_joins_ == 0 && least == wanted_ && !found_) {
                noted_.clear();
                for (std::size_t k = 0; k < size; ++k) noted_.push_back(items_[kept[k]].whole);
                note(0);
            }
            return;
        }
        if (size == 1 && !now_made(least.shape(0), done_)) return;
        entering_.enter(least, size, here_);
    }

    Set image(const std::size_t* kept, std::size_t size, std::size_t symmetry) const {
        std::array<Small, capacity> sorted{};
        for (std::size_t k = 0; k < size; ++k) {
            const Small x = images_[kept[k]][symmetry];
            std::size_t place = k;
            for (; place > 0 && sorted[place - 1] > x; --place) sorted[place] = sorted[place - 1];
            sorted[place] = x;
        }
        Set set;
        for (std::size_t k = 0; k < size; ++k) set.append(k, sorted[k]);
        return set;
    }
    Set least_set(const std::size_t* kept, std::size_t size) const {
        Set result = image(kept, size, 0);
        for (std::size_t symmetry = 1; symmetry < 4; ++symmetry) result = std::min(result, image(kept, size, symmetry));
        return result;
    }

    bool just_joined(Small a, Small b) {
        const std::array<Small, 2> both{std::min(a, b), std::max(a, b)};
        return pairs_.met(both, word_of(both));
    }
    bool just_seen(const std::array<Item, 3>& set, std::size_t size, std::size_t held) {
        Asked asked{{set[0].whole, set[1].whole, size == 3 ? set[2].whole : Small{0}}, static_cast<Small>(held)};
        std::sort(asked.shapes.begin(), asked.shapes.begin() + held);
        std::sort(asked.shapes.begin() + held, asked.shapes.begin() + size);
        std::uint64_t hash = asked.held;
        for (const Small x : asked.shapes) hash = chained(hash, x);
        return seen_.met(asked, hash);
    }

    void join_all(const Item* set, std::size_t size, std::size_t held) {
        if (size == 1) {
            made_last(set[0].whole);
            return;
        }
        for (std::size_t i = held; i < size; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Item &a = set[i], &b = set[j];
                const Small out[4] = {quick_.stack(a, b), quick_.stack(b, a), static_cast<Small>(a.east | b.west),
                                      static_cast<Small>(b.east | a.west)};
                std::array<Item, 2> rest{};
                std::size_t count = 0, first = 0;
                for (std::size_t k = 0; k < size; ++k) {
                    if (k == i || k == j) continue;
                    first += k < held;
                    rest[count++] = set[k];
                }
                for (int k = 0; k < 4; ++k) {
                    if (out[k] == 0 || out[k] == raw) continue;
                    if (tracing_)
                        joins_[size] = {k < 2 ? Machine::stack : Machine::swap, k == 1 ? b.whole : a.whole,
                                        k == 1 ? a.whole : b.whole};
                    if (size == 2) {
                        made_last(out[k]);
                        continue;
                    }
                    if (!tracing_ && just_joined(rest[0].whole, out[k])) continue;
                    rest[count] = quick_.item(out[k]);
                    join_all(rest.data(), size - 1, first);
                }
            }
    }

    /// The last machine gives a shape.
    void made_last(Small x) {
        if (tracing_) {
            if (wanted_joins_ != machines_ - done_ || found_) return;
            if (wanted_.shape(0) != least(x)) return;
            noted_.assign(1, x);
            note(wanted_joins_);
            return;
        }
        if (recent_.met(x, x)) return;
        const Small standing = least(x);
        if (x != 0 && !made_.contains(standing)) now_made(standing, machines_);
    }
    /// False if as few machines were known to make it.
    bool now_made(Small x, int machines) {
        if (!made_.add(x, machines, here_)) return false;
        if (halves_.empty()) return true;
        const Item item = quick_.item(x);
        for (const HalfKey half : {ring_.half_key(item.east), ring_.west_key(item.west)}) {
            auto& known = halves_[ring_.canonical(half)];
            if (half != 0 && machines < known.machines) known = {x, here_, static_cast<std::uint8_t>(machines)};
        }
        return true;
    }

    // --- Backwards ---
    using Steps = std::vector<PlainMachine>;
    using Made = typename MadeShapes<Small>::Made;

    Steps plan(const Made& made) {
        if (made.machines == 0) return {};
        Set wanted;
        wanted.append(0, made.shape);
        const int level = made.from.size() == 0 ? 0 : this->level(made.from);
        Steps steps = traced(made.from, wanted, made.machines - level - 1);
        if (steps.size() != made.machines) throw std::logic_error("all_plans: a plan is not as long as it should be");
        return steps;
    }
    /// The machines that lead to a set as it was remembered.
    const Steps& steps_to(Place place) {
        const auto [found, fresh] = known_steps_.try_emplace(place.bits);
        Steps& steps = found->second;
        if (!fresh || place.size() == 0) return steps;
        const auto& sets = sets_[place.size()];
        steps = traced(sets.from(place.index()), sets.at(place.index()), 0);
        return steps;
    }
    /// The machines up to a set, one more, and so many joins after it, that lead to a set wanted.
    Steps traced(Place from, const Set& wanted, int joins) {
        Steps steps = steps_to(from);
        done_ = from.size() == 0 ? 1 : level(from) + 1;
        left_ = machines_ - done_;
        wanted_ = wanted;
        wanted_joins_ = joins;
        found_ = false;
        tracing_ = true;
        expand(from.size() == 0 ? Set{} : sets_[from.size()].at(from.index()), from);
        tracing_ = false;
        if (!found_) throw std::logic_error("all_plans: a set is not reached from where it came from");
        steps.insert(steps.end(), note_.begin(), note_.end());
        for (std::size_t symmetry = 0; symmetry < 4; ++symmetry) {
            std::vector<Small> images;
            for (const Small x : noted_) images.push_back(quick_.images(x)[symmetry]);
            std::sort(images.begin(), images.end());
            Set set;
            for (std::size_t k = 0; k < images.size(); ++k) set.append(k, images[k]);
            if (set != wanted) continue;
            reflect(steps, symmetry);
            break;
        }
        return steps;
    }
    void note(int joins) {
        found_ = true;
        note_.assign(1, move_);
        for (int k = joins; k > 0; --k) note_.push_back(joins_[static_cast<std::size_t>(k + 1)]);
    }
    void reflect(Steps& steps, std::size_t symmetry) {
        for (PlainMachine& step : steps) {
            step.first = quick_.images(static_cast<Small>(step.first))[symmetry];
            step.second = quick_.images(static_cast<Small>(step.second))[symmetry];
            step.machine = imaged(step.machine, static_cast<int>(symmetry));
        }
    }
    int level(Place place) const {
        int machines = 1;
        while (place.index() >= ends_[static_cast<std::size_t>(machines)][place.size()]) ++machines;
        return machines;
    }

    bool write_shapes(AllPlans& result) {
        std::vector<Made> all = made_.all();
        std::sort(all.begin(), all.end(), [](const Made& a, const Made& b) { return a.shape < b.shape; });
        for (const Made& made : all) {
            result.shapes.push_back(made.shape);
            result.least.push_back(made.machines);
        }
        if (sizeof(Small) > 2) return true;
        for (const Made& made : all) {
            if (stop_.expired()) return false;
            result.start.push_back(static_cast<std::uint32_t>(result.steps.size()));
            const Steps steps = plan(made);
            result.steps.insert(result.steps.end(), steps.begin(), steps.end());
        }
        result.start.push_back(static_cast<std::uint32_t>(result.steps.size()));
        return true;
    }
    bool write_halves(HalfPlans& result) {
        HalfPlanWriter writer;
        for (HalfKey key = 1; key < halves_.size(); ++key) {
            const Made& made = halves_[key];
            if (made.machines == unknown) continue;
            if (stop_.expired()) return false;
            Steps steps = plan(made);
            for (std::size_t symmetry = 0; symmetry < 4; ++symmetry) {
                const Small whole = quick_.images(made.shape)[symmetry];
                if (ring_.half_key(quick_.item(whole).east) != key) continue;
                reflect(steps, symmetry);
                writer.add(key, whole, steps);
                break;
            }
        }
        result = std::move(writer).written();
        return true;
    }

    const AnyRing& ring_;
    const Small raw = static_cast<Small>(ring_.bottom);
    const int machines_, widest_;
    const StopToken& stop_;
    Machines quick_{ring_};
    std::vector<WaitingSets<Small>> sets_;  // by size
    EnteringSets<Small> entering_{sets_};
    std::vector<std::array<std::size_t, capacity + 1>> ends_;  // by machines
    MadeShapes<Small> made_;
    // By key; none for shapes that have too many halves.
    std::vector<Made> halves_ =
        std::vector<Made>(sizeof(Small) > 4 ? 0 : std::size_t{1} << ring_.half_bits, Made{0, {}, unknown});

    // What is being expanded: a set, behind it the raw shape, and what a machine gives.
    static constexpr std::size_t first_output = capacity + 1, second_output = capacity + 2, no_item = capacity + 3;
    Place here_;
    std::array<Item, capacity + 3> items_{};
    std::array<std::array<Small, 4>, capacity + 3> images_{};
    std::size_t size_ = 0;
    int done_ = 0, left_ = 0;
    bool only_joins_ = false;
    PlainMachine move_{};
    std::array<PlainMachine, 4> joins_{};  // by the size of what was joined

    struct Asked {
        std::array<Small, 3> shapes{};
        Small held = 0;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    RecentKeys<Asked, 13> seen_;
    RecentKeys<std::array<Small, 2>, 14> pairs_;
    RecentKeys<Small, 16> recent_;

    bool tracing_ = false, found_ = false;
    Set wanted_;
    int wanted_joins_ = 0;
    std::vector<Small> noted_;
    Steps note_;
    std::map<std::uint32_t, Steps> known_steps_;  // by the bits of a place
};

}  // namespace

AllPlans all_plans(int parts, int layers, int machines, int widest, const StopToken& stop) {
    const AnyRing& ring = any_ring(parts, layers);
    if (ring.bits > 32) return Search<MachineMemo<std::uint64_t>>(ring, machines, widest, stop).run();
    if (ring.bits > 16) return Search<MachineMemo<std::uint32_t>>(ring, machines, widest, stop).run();
    return Search<MachineTables>(ring, machines, widest, stop).run();
}

}  // namespace shapewright::shapez
