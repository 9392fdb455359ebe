#include "shapez/verdict/verdict.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/bits.hpp"
#include "core/share.hpp"
#include "shapez/rules/any_ring.hpp"
#include "shapez/rules/configurations.hpp"
#include "shapez/verdict/unstack.hpp"

namespace shapewright::shapez {

namespace {

// So many shapes between two looks at the stop flag: some milliseconds.
constexpr std::size_t slice = std::size_t{1} << 14;

/// A set of half keys, one bit for each there could be.
class HalfSet {
public:
    HalfSet(std::span<const HalfKey> keys, int bits) : words_(((std::size_t{1} << bits) + 63) / 64) {
        for (const HalfKey key : keys) {
            if (key >> bits != 0) throw std::invalid_argument("a half key is too large for its configuration");
            words_[key / 64] |= std::uint64_t{1} << key % 64;
        }
    }
    bool contains(HalfKey key) const { return words_[key / 64] >> key % 64 & 1; }

    template <typename Visit>
    void each(const Visit& visit) const {
        each_bit(words_.data(), words_.size(), [&](std::size_t key) { visit(static_cast<HalfKey>(key)); });
    }

private:
    std::vector<std::uint64_t> words_;
};

/// The pin shapes by their core, which a shape stacked on one has as well: in each orientation in which the core is
/// the least of its kind.
struct Pin {
    Shape core, shape;
    friend auto operator<=>(const Pin&, const Pin&) = default;
};

/// The half keys nearest to one, all of them up to so many.
struct Close {
    HalfKey from;
    HalfKey cells;  ///< of a half, by their lower bits
    std::size_t most;
    int distance = 64;  ///< more than there can be
    std::vector<HalfKey> keys{};
    bool complete = true;

    void see(HalfKey key) {
        const HalfKey other = key ^ from;
        const int changed = std::popcount((other | other >> 1) & cells);
        if (changed > distance) return;
        if (changed < distance) {
            distance = changed;
            keys.clear();
            complete = true;
        }
        if (keys.size() < most)
            keys.push_back(key);
        else
            complete = false;
    }
};

std::optional<Verdicts::Nearest> nearest(const AnyRing& ring, const HalfSet& halves, Shape x, std::size_t most,
                                         const StopToken& stop) {
    const HalfKey cells = ring.half_key(ring.cells);
    most = std::min(most, std::size_t{1} << 32);  // some multiples of it are compared below
    Verdicts::Nearest result;
    result.distance = ring.parts * ring.layers + 1;
    for (int r = 0; r < ring.parts / 2; ++r) {
        const Shape turned = ring.rotate(x, r);
        Close east{ring.half_key(turned), cells, most};
        Close west{ring.west_key(turned), cells, most};
        std::size_t seen = 0;
        bool is_stopped = false;
        halves.each([&](HalfKey key) {
            if (seen++ % slice == 0) is_stopped = is_stopped || stop.expired();
            if (is_stopped) return;
            east.see(key);
            west.see(key);
        });
        if (is_stopped) return std::nullopt;
        const int distance = east.distance + west.distance;
        if (distance > result.distance) continue;
        if (distance < result.distance) result = {distance, {}, true};
        result.complete = result.complete && east.complete && west.complete;
        for (const HalfKey e : east.keys)
            for (const HalfKey w : west.keys) {
                if (result.shapes.size() >= static_cast<std::size_t>(ring.parts) * most) break;
                result.shapes.push_back(ring.rotate(ring.joined(e, w), (ring.parts - r) % ring.parts));
            }
    }
    std::sort(result.shapes.begin(), result.shapes.end());
    result.shapes.erase(std::unique(result.shapes.begin(), result.shapes.end()), result.shapes.end());
    if (result.shapes.size() > most) {
        result.shapes.resize(most);
        result.complete = false;
    }
    return result;
}

/// What need not be quick for millions of shapes: compiled once for all rings.
class AnyVerdicts : public Verdicts {
protected:
    AnyVerdicts(const AnyRing& ring, std::span<const HalfKey> halves, std::span<const Shape> pins)
        : Verdicts(ring.parts * ring.layers), ring_(ring), halves_(halves, ring.half_bits) {
        for (const Shape pin : pins) {
            if (pin >> ring.bits != 0) throw std::invalid_argument("a pin shape is too large for its configuration");
            add_pin(pin);
        }
        std::sort(pins_.begin(), pins_.end());
        pins_.erase(std::unique(pins_.begin(), pins_.end()), pins_.end());
    }

    const HalfSet& halves() const { return halves_; }

    /// The way to a shape that no base but a pin shape can have.
    Way pin_way(Shape x) const {
        Way result = Way::none;
        each_pin_base(x, [&](Shape base, int turns, bool mirrored) {
            const bool itself = base == turned(x, turns, mirrored);
            if (result != Way::stacker) result = itself ? Way::pin_pusher : Way::stacker;
            return !itself;
        });
        return result;
    }

private:
    /// Calls `visit` with swappable shapes that `x` is stacked on, until it returns true; whether it did. Of those that
    /// differ in nothing that matters only one is visited, which has the most parts.
    virtual bool each_swappable_base(Shape x, const std::function<bool(Shape)>& visit) const = 0;
    virtual bool is_stacked_on(Shape x, Shape base) const = 0;

    Shape base_of(Shape x) const final {
        const Way last = way(x);
        if (last == Way::swapper) return x;
        if (last == Way::none) return 0;
        Shape best = 0;
        int fewest = cells() + 1;
        const auto better = [&](Shape base) {
            const int off = std::popcount(ring_.occupied(x ^ base));
            if (off >= fewest) return;
            fewest = off;
            best = base;
        };
        each_swappable_base(x, [&](Shape base) {
            better(base);
            return false;
        });
        bool itself = false;
        each_pin_base(x, [&](Shape base, int turns, bool mirrored) {
            if (base == turned(x, turns, mirrored))
                itself = true;
            else
                better(turned_back(base, turns, mirrored));
            return false;
        });
        return best == 0 && itself ? x : best;
    }

    std::vector<std::uint8_t> halves_of(Shape x) const final {
        std::vector<std::uint8_t> found;
        for (int c = 0; 2 * c < ring_.parts; ++c, x = ring_.rotate(x, ring_.parts - 1))
            found.push_back(static_cast<std::uint8_t>(halves_.contains(ring_.half_key(x)) |
                                                      halves_.contains(ring_.west_key(x)) << 1));
        return found;
    }

    std::optional<Nearest> nearest_to(Shape x, std::size_t most, const StopToken& stop) const final {
        return nearest(ring_, halves_, x, most, stop);
    }

    // --- Pin shapes ---

    /// What no stacking can have added: see Unstack.
    Shape core(Shape x) const { return x & ring_.whole(ring_.flood_down(ring_.crystals(x))); }

    Shape turned(Shape x, int turns, bool mirrored) const {
        return ring_.rotate(mirrored ? ring_.mirror(x) : x, turns);
    }
    Shape turned_back(Shape x, int turns, bool mirrored) const {
        const Shape back = ring_.rotate(x, (ring_.parts - turns) % ring_.parts);
        return mirrored ? ring_.mirror(back) : back;
    }
    /// The least word among all rotations and mirror images.
    Shape least_of(Shape x) const {
        Shape least = x;
        for (const bool mirrored : {false, true})
            for (int turns = 0; turns < ring_.parts; ++turns) least = std::min(least, turned(x, turns, mirrored));
        return least;
    }

    /// In each orientation in which its core is the least of its kind.
    void add_pin(Shape pin) {
        const Shape least = least_of(core(pin));
        for (const bool mirrored : {false, true})
            for (int turns = 0; turns < ring_.parts; ++turns)
                if (turned(core(pin), turns, mirrored) == least) pins_.push_back({least, turned(pin, turns, mirrored)});
    }

    /// Calls `visit` with pin shapes that `x`, turned as it says, equals or is stacked on, until it returns true.
    template <typename Visit>
    void each_pin_base(Shape x, const Visit& visit) const {
        if (pins_.empty()) return;
        const Shape kept = core(x);
        const Shape least = least_of(kept);
        const auto [from, to] = std::equal_range(pins_.begin(), pins_.end(), Pin{least, 0},
                                                 [](const Pin& a, const Pin& b) { return a.core < b.core; });
        if (from == to) return;
        bool mirrored = false;
        int turns = 0;
        while (turned(kept, turns, mirrored) != least) {
            if (++turns < ring_.parts) continue;
            turns = 0;
            mirrored = true;
        }
        const Shape image = turned(x, turns, mirrored);
        for (auto pin = from; pin != to; ++pin)
            if (is_stacked_on(image, pin->shape) && visit(pin->shape, turns, mirrored)) return;
    }

    const AnyRing& ring_;
    HalfSet halves_;
    std::vector<Pin> pins_;
};

template <typename Ring>
class RingVerdicts final : public AnyVerdicts {
public:
    using Off = Unstack<Ring>;

    RingVerdicts(std::span<const HalfKey> halves, std::span<const Shape> pins)
        : AnyVerdicts(any_ring(Ring::parts, Ring::layers), halves, pins) {}

    Way way(Shape x) const override {
        if (is_swappable(x)) return Way::swapper;
        if (!Ring::is_stable(x)) return Way::none;
        if (each_swappable_base(x, [](Shape) { return true; })) return Way::stacker;
        return pin_way(x);
    }

private:
    bool is_swappable(Shape x) const {
        for (int r = 0;; x = Ring::rotate(x, 1)) {
            if (halves().contains(Ring::east_key(x)) && halves().contains(Ring::west_key(x))) return true;
            if (++r == Ring::half_parts) return false;
        }
    }

    bool is_stacked_on(Shape x, Shape base) const override { return Off::is_stacked_on(x, base); }

    bool each_swappable_base(Shape x, const std::function<bool(Shape)>& visit) const override {
        Shape removable = Off::largest(x);
        if (removable == 0) return false;
        const auto accept = [&](HalfKey key) { return halves().contains(key); };
        thread_local std::vector<Side> east, west;
        Shape standing = Off::standing(x);
        Shape whole = x;
        for (int r = 0; r < Ring::half_parts; ++r) {
            Off::sides(Ring::east_key(whole), Ring::east_key(removable), Ring::east_key(standing), east, accept);
            if (!east.empty())
                Off::sides(Ring::west_key(whole), Ring::west_key(removable), Ring::west_key(standing), west, accept);
            for (const auto& e : east)
                for (const auto& w : west)
                    if (Off::fit(e.seam, w.seam)) {
                        const Shape taken_off = Ring::joined(e.taken_off, w.taken_off);
                        if (visit(Ring::rotate(whole & ~Ring::whole(taken_off), (Ring::parts - r) % Ring::parts)))
                            return true;
                    }
            west.clear();
            whole = Ring::rotate(whole, 1);
            removable = Ring::rotate(removable, 1);
            standing = Ring::rotate(standing, 1);
        }
        return false;
    }
};

}  // namespace

std::unique_ptr<Verdicts> Verdicts::make(int parts, int layers, std::span<const HalfKey> halves,
                                         std::span<const Shape> pins) {
    return with_ring(parts, layers, [&](auto ring) -> std::unique_ptr<Verdicts> {
        return std::make_unique<RingVerdicts<decltype(ring)>>(halves, pins);
    });
}

/// The shape itself; throws for one with a bit beyond the cells.
Shape Verdicts::checked(Shape x) const {
    if (x >> (2 * cells_) != 0)
        throw std::invalid_argument("a packed shape of this configuration has " + std::to_string(2 * cells_) +
                                    " bits, but one here is larger");
    return x;
}

bool Verdicts::ways(std::span<const Shape> shapes, std::span<std::uint8_t> found, int threads,
                    const StopToken& stop) const {
    Shape seen = 0;
    for (const Shape shape : shapes) seen |= shape;
    checked(seen);
    return share(allowed_threads(threads), shapes.size(), slice, stop, [&](unsigned, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) found[i] = static_cast<std::uint8_t>(way(shapes[i]));
    });
}

bool Verdicts::at_distance(Shape x, int distance, std::vector<Shape>& found, const StopToken& stop) const {
    checked(x);
    found.clear();
    if (distance == 0) {
        if (way(x) != Way::none) found.push_back(x);
        return true;
    }
    if (distance > cells_) return true;
    // The changed cells, ascending, and what each is xored with: 1, 2 and 3 are the other three kinds.
    std::vector<int> at(static_cast<std::size_t>(distance));
    for (int k = 0; k < distance; ++k) at[static_cast<std::size_t>(k)] = k;
    const auto count = static_cast<std::size_t>(distance);
    std::vector<std::uint8_t> change(count);
    std::size_t seen = 0;
    for (;;) {
        Shape changed = x;
        for (const int cell : at) changed ^= Shape{1} << (2 * cell);
        std::fill(change.begin(), change.end(), std::uint8_t{1});
        for (;;) {
            if (way(changed) != Way::none) found.push_back(changed);
            if (seen++ % slice == 0 && stop.expired()) return false;
            std::size_t k = 0;
            while (k < count && change[k] == 3) {
                changed ^= Shape{3 ^ 1} << (2 * at[k]);
                change[k++] = 1;
            }
            if (k == count) break;
            changed ^= static_cast<Shape>(change[k] ^ (change[k] + 1)) << (2 * at[k]);
            ++change[k];
        }
        std::size_t k = count;
        while (k > 0 && at[k - 1] == cells_ - static_cast<int>(count - k) - 1) --k;
        if (k == 0) break;
        ++at[k - 1];
        for (; k < count; ++k) at[k] = at[k - 1] + 1;
    }
    std::sort(found.begin(), found.end());
    return true;
}

}  // namespace shapewright::shapez
