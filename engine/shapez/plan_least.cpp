#include "shapez/plan_least.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "shapez/configurations.hpp"

namespace shapewright::shapez {

namespace {

using Small = std::uint16_t;  // a shape of at most 8 parts
constexpr int kMost = 8;      // shapes of a set
constexpr std::size_t kValues = std::size_t{1} << 16;
constexpr std::uint8_t kUnknown = 255;

/// Up to eight shapes, ascending, none of which is 0; the first in the lowest bits.
struct Packed {
    std::uint64_t low = 0, high = 0;
    friend auto operator<=>(const Packed&, const Packed&) = default;
};

std::size_t hashed(const Packed& set) {
    std::uint64_t hash = (set.low ^ std::rotl(set.high, 23) * 0xff51afd7ed558ccdULL) * 0x9e3779b97f4a7c15ULL;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93ULL;
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

/// Where a set is kept: its size and its place among those of that size.
struct Place {
    std::uint32_t bits = 0;

    Place() = default;
    Place(std::size_t size, std::size_t index) : bits(static_cast<std::uint32_t>(size << 28 | index)) {}
    std::size_t size() const { return bits >> 28; }
    std::size_t index() const { return bits & 0xfffffff; }
};

/// Sets of one size, in the order in which they came, each with the set it came from.
class Sets {
public:
    explicit Sets(int size) : wide_(size > 4), slots_(1024, 0) {}

    std::size_t count() const { return from_.size(); }
    Packed at(std::size_t k) const { return {low_[k], wide_ ? high_[k] : 0}; }
    Place from(std::size_t k) const { return from_[k]; }
    void insert(const Packed& set, Place from) {
        if (count() * 10 >= slots_.size() * 7) grow();
        std::size_t place = hashed(set) & (slots_.size() - 1);
        for (; slots_[place] != 0; place = (place + 1) & (slots_.size() - 1))
            if (at(slots_[place] - 1) == set) return;
        if (count() >= std::size_t{1} << 28) throw std::length_error("too many sets of shapes for a search of plans");
        low_.push_back(set.low);
        if (wide_) high_.push_back(set.high);
        from_.push_back(from);
        slots_[place] = static_cast<std::uint32_t>(count());
    }

private:
    void grow() {
        std::vector<std::uint32_t> wider(slots_.size() * 2, 0);
        for (std::size_t k = 0; k < count(); ++k) {
            std::size_t place = hashed(at(k)) & (wider.size() - 1);
            while (wider[place] != 0) place = (place + 1) & (wider.size() - 1);
            wider[place] = static_cast<std::uint32_t>(k + 1);
        }
        slots_ = std::move(wider);
    }

    bool wide_;
    std::vector<std::uint64_t> low_, high_;
    std::vector<Place> from_;
    std::vector<std::uint32_t> slots_;
};

/// The machines as tables.
template <typename R>
struct Tables {
    std::array<std::vector<Small>, 4> image;  // by symmetry: bit 0 mirror, bit 1 half turn
    std::vector<Small> clockwise, counterclockwise, pushed, crystallised, east, west;

    Tables() {
        for (auto& table : image) table.resize(std::size_t{1} << R::bits);
        for (auto* table : {&clockwise, &counterclockwise, &pushed, &crystallised, &east, &west})
            table->resize(std::size_t{1} << R::bits);
        for (std::size_t k = 0; k < image[0].size(); ++k) {
            const Shape x = k;
            for (std::size_t symmetry = 0; symmetry < 4; ++symmetry) {
                const Shape turned = symmetry & 2 ? R::half_turn(x) : x;
                image[symmetry][k] = static_cast<Small>(symmetry & 1 ? R::mirror(turned) : turned);
            }
            clockwise[k] = static_cast<Small>(R::rotate(x, 1));
            counterclockwise[k] = static_cast<Small>(R::rotate(x, R::parts - 1));
            pushed[k] = static_cast<Small>(R::push_pin(x));
            crystallised[k] = static_cast<Small>(R::crystallise(x));
            const auto [e, w] = R::cut(x);
            east[k] = static_cast<Small>(e);
            west[k] = static_cast<Small>(w);
        }
        // What a shape becomes that is stacked on another depends on how high that one's columns are.
        profile_.resize(image[0].size());
        number_.resize(image[0].size());
        std::vector<Shape> bottoms;
        std::map<std::array<int, R::parts>, std::size_t> profiles;
        for (std::size_t k = 0; k < profile_.size(); ++k) {
            std::array<int, R::parts> heights{};
            Shape filled = 0;
            for (int c = 0; c < R::parts; ++c)
                for (int l = R::layers; l-- > 0;)
                    if (heights[static_cast<std::size_t>(c)] != 0 || (k >> (R::row_bits * l + 2 * c) & 3) != 0) {
                        ++heights[static_cast<std::size_t>(c)];
                        filled |= Shape{1} << (R::row_bits * l + 2 * c);
                    }
            const auto [place, fresh] = profiles.try_emplace(heights, bottoms.size());
            if (fresh) bottoms.push_back(filled);
            profile_[k] = static_cast<std::uint16_t>(place->second);
        }
        profiles_ = bottoms.size();
        std::map<std::vector<Small>, std::size_t> tops;
        for (std::size_t k = 0; k < number_.size(); ++k) {
            std::vector<Small> landed;
            for (const Shape bottom : bottoms) landed.push_back(static_cast<Small>(R::stack(bottom, k) ^ bottom));
            const auto [place, fresh] = tops.try_emplace(landed, tops.size());
            if (fresh) landed_.insert(landed_.end(), landed.begin(), landed.end());
            number_[k] = static_cast<std::uint32_t>(place->second * profiles_);
        }
    }
    Small stack(Small bottom, Small top) const { return bottom | landed_[number_[top] + profile_[bottom]]; }

private:
    std::size_t profiles_ = 0;
    std::vector<std::uint16_t> profile_;
    std::vector<std::uint32_t> number_;
    std::vector<Small> landed_;
};

template <typename R>
class Search {
public:
    Search(int machines, int widest, const StopToken& stop)
        : machines_(machines), widest_(widest == 0 ? kMost + 1 : widest), stop_(stop) {
        for (int size = 0; size <= kMost; ++size) sets_.emplace_back(size);
        least_.assign(kValues, kUnknown);
        marked_.assign(kValues, 0);
        origin_.assign(kValues, Place{0, 0});
        seen_.assign(std::size_t{1} << 20, {});
    }

    LeastPlans run() {
        LeastPlans result;
        least_[raw] = 0;
        std::array<std::size_t, kMost + 1> done{}, there{};
        bool stopped = false;
        for (done_ = 1; done_ <= machines_ && !stopped; ++done_) {
            left_ = machines_ - done_;
            for (std::size_t size = 1; size <= kMost; ++size) there[size] = sets_[size].count();
            if (done_ == 1) {
                expand({}, {0, 0});
            } else {
                for (std::size_t size = 1; size <= kMost; ++size) {
                    for (std::size_t k = done[size]; k < there[size] && !stopped; ++k) {
                        expand(sets_[size].at(k), {size, k});
                        if ((k & 1023) == 0) stopped = stop_.expired();
                    }
                    done[size] = there[size];
                }
            }
            result.sets.push_back(0);
            if (ends_.empty()) ends_.emplace_back();
            ends_.emplace_back();
            for (std::size_t size = 1; size <= kMost; ++size) ends_.back()[size] = sets_[size].count();
            for (std::size_t size = 1; size <= kMost; ++size) result.sets.back() += sets_[size].count() - there[size];
        }
        result.complete = !stopped;
        if (!stopped) write(result);
        return result;
    }

private:
    static constexpr Small raw = static_cast<Small>(R::bottom);

    // --- Forwards ---
    void expand(const Packed& set, Place place) {
        here_ = place;
        size_ = 0;
        for (std::uint64_t part : {set.low, set.high})
            for (; part != 0; part >>= 16) items_[static_cast<std::size_t>(size_++)] = static_cast<Small>(part);
        items_[static_cast<std::size_t>(size_)] = raw;
        // With one shape more than machines are left, each must take two shapes of the set and leave one.
        only_joins_ = size_ == left_ + 2;
        const Tables<R>& t = tables_;
        for (int i = 0; i <= size_; ++i) {
            const Small a = items_[static_cast<std::size_t>(i)];
            if (!only_joins_) {
                give(Machine::rotate_cw, i, -1, t.clockwise[a], 0);
                give(Machine::rotate_ccw, i, -1, t.counterclockwise[a], 0);
                give(Machine::rotate_180, i, -1, t.image[2][a], 0);
                give(Machine::push_pin, i, -1, t.pushed[a], 0);
                give(Machine::crystal, i, -1, t.crystallised[a], 0);
                give(Machine::cut, i, -1, t.east[a], t.west[a]);
                give(Machine::swap, i, i, t.east[a] | t.west[a], 0);
                give(Machine::stack, i, i, t.stack(a, a), 0);
            }
            if (only_joins_ && i == size_) break;
            for (int j = 0; j < i; ++j) {
                const Small b = items_[static_cast<std::size_t>(j)];
                give(Machine::stack, i, j, t.stack(a, b), 0);
                give(Machine::stack, j, i, t.stack(b, a), 0);
                give(Machine::swap, i, j, t.east[a] | t.west[b], t.east[b] | t.west[a]);
            }
        }
    }

    /// A machine on items i and j (-1: none) gives one or two shapes; then there are all sets with what is kept.
    void give(Machine machine, int i, int j, Small first, Small second) {
        const auto fresh = [&](Small x) {
            return x != 0 && std::find(items_.begin(), items_.begin() + size_ + 1, x) == items_.begin() + size_ + 1;
        };
        const bool one = fresh(first), other = second != first && fresh(second);
        if (!one && !other) return;
        move_ = {machine, items_[static_cast<std::size_t>(i)], j < 0 ? Small{0} : items_[static_cast<std::size_t>(j)]};
        for (const bool keep_i : {false, true}) {
            if (keep_i && i == size_) continue;
            for (const bool keep_j : {false, true}) {
                if (keep_j && (j < 0 || j == size_ || j == i)) continue;
                std::array<Small, kMost + 3> kept{};
                int rest = 0, held = 0;
                // First what need not be joined next: what the machine neither took nor gave.
                for (int k = 0; k < size_; ++k)
                    if (k != i && k != j) kept[static_cast<std::size_t>(rest++)] = items_[static_cast<std::size_t>(k)];
                held = only_joins_ ? 0 : rest;
                if (keep_i) kept[static_cast<std::size_t>(rest++)] = items_[static_cast<std::size_t>(i)];
                if (keep_j) kept[static_cast<std::size_t>(rest++)] = items_[static_cast<std::size_t>(j)];
                for (int keep = 1; keep < 4; ++keep) {
                    if (((keep & 1) && !one) || ((keep & 2) && !other)) continue;
                    int whole = rest;
                    if (keep & 1) kept[static_cast<std::size_t>(whole++)] = first;
                    if (keep & 2) kept[static_cast<std::size_t>(whole++)] = second;
                    if (whole <= left_ + 1 && whole <= widest_) enter(kept.data(), whole, held);
                }
            }
        }
    }

    Packed image(const Small* set, int size, std::size_t symmetry) const {
        std::array<Small, kMost> sorted{};
        for (int k = 0; k < size; ++k) {
            const Small x = tables_.image[symmetry][set[k]];
            int place = k;
            for (; place > 0 && sorted[static_cast<std::size_t>(place - 1)] > x; --place)
                sorted[static_cast<std::size_t>(place)] = sorted[static_cast<std::size_t>(place - 1)];
            sorted[static_cast<std::size_t>(place)] = x;
        }
        Packed packed;
        for (int k = 0; k < size; ++k)
            (k < 4 ? packed.low : packed.high) |= std::uint64_t{sorted[static_cast<std::size_t>(k)]} << 16 * (k & 3);
        return packed;
    }
    Packed least(const Small* set, int size) const {
        Packed result = image(set, size, 0);
        for (std::size_t symmetry = 1; symmetry < 4; ++symmetry) result = std::min(result, image(set, size, symmetry));
        return result;
    }

    /// A set that is there after the present machine; joins must involve one that is not among the first `held`.
    void enter(const Small* set, int size, int held) {
        if (size == left_ + 1 && size <= 3) {
            if (tracing_ || size == 1 || !just_seen(set, size, held)) join_all(set, size, held);
            return;
        }
        if (size > kMost) throw std::length_error("a plan keeps more shapes at a time than the search has room for");
        if (size == 1) mark(set[0], done_);
        const Packed packed = least(set, size);
        if (!tracing_)
            sets_[static_cast<std::size_t>(size)].insert(packed, here_);
        else if (wanted_shape_ == 0 && packed == wanted_ && !found_)
            note(set, size, 0);
    }

    /// Whether this was asked just before; forgets, but is never wrong about a yes.
    bool just_seen(const Small* set, int size, int held) {
        std::array<Small, 4> sorted{};
        std::copy_n(set, size, sorted.begin());
        std::sort(sorted.begin(), sorted.begin() + held);
        std::sort(sorted.begin() + held, sorted.begin() + size);
        std::uint64_t key = 0;
        for (const Small x : sorted) key = key << 16 | x;
        auto& slot = seen_[hashed({key, static_cast<std::uint64_t>(held)}) & (seen_.size() - 1)];
        const std::pair<std::uint64_t, std::uint64_t> wanted{key, static_cast<std::uint64_t>(held * 16 + left_)};
        if (slot == wanted) return true;
        slot = wanted;
        return false;
    }

    void join_all(const Small* set, int size, int held) {
        if (size == 1) {
            mark(set[0], machines_);
            return;
        }
        const Tables<R>& t = tables_;
        for (int i = held; i < size; ++i)
            for (int j = 0; j < i; ++j) {
                const Small a = set[i], b = set[j];
                const Small out[4] = {t.stack(a, b), t.stack(b, a), static_cast<Small>(t.east[a] | t.west[b]),
                                      static_cast<Small>(t.east[b] | t.west[a])};
                std::array<Small, 4> rest{};
                int count = 0, first = 0;
                for (int k = 0; k < size; ++k) {
                    if (k == i || k == j) continue;
                    first += k < held;
                    rest[static_cast<std::size_t>(count++)] = set[k];
                }
                for (int k = 0; k < 4; ++k) {
                    if (out[k] == 0 || out[k] == raw || (size == 2 && least_[out[k]] <= machines_ && !tracing_))
                        continue;
                    joins_[static_cast<std::size_t>(size)] = {k < 2 ? Machine::stack : Machine::swap, k == 1 ? b : a,
                                                              k == 1 ? a : b};
                    rest[static_cast<std::size_t>(count)] = out[k];
                    join_all(rest.data(), size - 1, first);
                }
            }
    }

    /// A plan for `x` of so many machines.
    void mark(Small x, int machines) {
        if (tracing_) {
            if (x == wanted_shape_ && machines == least_[x] && !found_) note(&x, 1, machines - done_);
            return;
        }
        if (x == 0 || least_[x] <= machines) return;
        for (const auto& table : tables_.image) {
            least_[table[x]] = static_cast<std::uint8_t>(machines);
            marked_[table[x]] = x;
        }
        origin_[x] = here_;
    }

    // --- Backwards ---
    using Steps = std::vector<PlainMachine>;

    /// The machines that lead to a set as it was remembered.
    const Steps& steps_to(Place place) {
        const auto [found, fresh] = known_steps_.try_emplace(place.bits);
        Steps& steps = found->second;
        if (!fresh || place.size() == 0) return steps;
        const Sets& sets = sets_[place.size()];
        steps = traced(sets.from(place.index()), sets.at(place.index()), 0);
        return steps;
    }

    /// The machines up to a set, and one more (with joins after it) that leads to a set or shape wanted.
    Steps traced(Place from, const Packed& wanted, Small wanted_shape) {
        Steps steps = steps_to(from);
        done_ = from.size() == 0 ? 1 : level(from) + 1;
        left_ = machines_ - done_;
        wanted_ = wanted;
        wanted_shape_ = wanted_shape;
        found_ = false;
        tracing_ = true;
        expand(from.size() == 0 ? Packed{} : sets_[from.size()].at(from.index()), from);
        tracing_ = false;
        if (!found_) throw std::logic_error("least_plans: a set is not reached from where it came from");
        steps.insert(steps.end(), note_.begin(), note_.end());
        if (wanted_shape == 0)
            for (std::size_t symmetry = 0; symmetry < 4; ++symmetry)
                if (image(noted_.data(), static_cast<int>(noted_.size()), symmetry) == wanted) {
                    reflect(steps, symmetry);
                    break;
                }
        return steps;
    }
    void note(const Small* set, int size, int joins) {
        found_ = true;
        noted_.assign(set, set + size);
        note_.assign(1, {move_.machine, move_.first, move_.second});
        for (int k = joins; k > 0; --k) note_.push_back(joins_[static_cast<std::size_t>(k + 1)]);
    }
    void reflect(Steps& steps, std::size_t symmetry) const {
        for (PlainMachine& step : steps) {
            step.first = tables_.image[symmetry][step.first];
            step.second = tables_.image[symmetry][step.second];
            if (!(symmetry & 1)) continue;
            if (step.machine == Machine::rotate_cw)
                step.machine = Machine::rotate_ccw;
            else if (step.machine == Machine::rotate_ccw)
                step.machine = Machine::rotate_cw;
        }
    }
    int level(Place place) const {
        int machines = 1;
        while (place.index() >= ends_[static_cast<std::size_t>(machines)][place.size()]) ++machines;
        return machines;
    }

    void write(LeastPlans& result) {
        result.start.push_back(0);
        for (std::size_t k = 1; k < least_.size(); ++k) {
            bool is_least = least_[k] != kUnknown && k != raw;
            for (const auto& table : tables_.image) is_least = is_least && k <= table[k];
            if (!is_least) continue;
            const Small x = marked_[k];
            Steps steps = traced(origin_[x], {}, x);
            for (std::size_t symmetry = 0; symmetry < 4; ++symmetry)
                if (tables_.image[symmetry][x] == k) {
                    reflect(steps, symmetry);
                    break;
                }
            if (steps.size() != least_[k]) throw std::logic_error("least_plans: a plan is not as long as it should be");
            result.shapes.push_back(k);
            result.steps.insert(result.steps.end(), steps.begin(), steps.end());
            result.start.push_back(static_cast<std::uint32_t>(result.steps.size()));
        }
    }

    const int machines_, widest_;
    const StopToken& stop_;
    const Tables<R> tables_;
    std::vector<Sets> sets_;
    std::vector<std::array<std::size_t, kMost + 1>> ends_;  // by machines
    std::vector<std::uint8_t> least_;
    std::vector<Small> marked_;  // by shape: the image of it that was found
    std::vector<Place> origin_;  // and the set that was found from
    std::vector<std::pair<std::uint64_t, std::uint64_t>> seen_;

    // What is being expanded: a set and, behind it, the raw shape.
    Place here_{0, 0};
    std::array<Small, kMost + 1> items_{};
    int size_ = 0, done_ = 0, left_ = 0;
    bool only_joins_ = false;
    PlainMachine move_{};
    std::array<PlainMachine, 5> joins_{};  // by the size of what was joined

    bool tracing_ = false, found_ = false;
    Packed wanted_;
    Small wanted_shape_ = 0;
    std::vector<Small> noted_;
    Steps note_;
    std::map<std::uint32_t, Steps> known_steps_;  // by the bits of a place
};

}  // namespace

LeastPlans least_plans(int parts, int layers, int machines, int widest, const StopToken& stop) {
    return with_ring(parts, layers, [&]<typename R>(R) -> LeastPlans {
        if constexpr (R::bits > 16)
            throw std::invalid_argument("plans for all shapes at once are for shapes of at most 8 parts");
        else
            return Search<R>(machines, widest, stop).run();
    });
}

}  // namespace shapewright::shapez
