// Tables and caches of machines for searches that run them some 10^9 times: on shapes with what is known about them.
//
// What becomes of a shape that is stacked on another depends on how high that one's columns are. So the other machines'
// outputs are looked up by shape, and a stacker's by the top and the columns below it. For shapes of at most 8 parts
// tables hold everything; for larger shapes they hold what was asked last, and the rest is worked out anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "core/hash.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

/// What machines that take one shape make of it, cutters apart.
template <typename Small>
struct Treated {
    Small clockwise, counterclockwise, half_turned, pushed, crystallised;
};

template <typename Small>
Treated<Small> treated(const AnyRing& ring, Shape x) {
    return {static_cast<Small>(ring.rotate(x, 1)), static_cast<Small>(ring.rotate(x, ring.parts - 1)),
            static_cast<Small>(ring.half_turn(x)), static_cast<Small>(ring.push_pin(x)),
            static_cast<Small>(ring.crystallise(x))};
}

/// The images under the reflections that leave the cut in its place: bit 0 of their number mirrors, bit 1 turns.
template <typename Small>
std::array<Small, 4> images(const AnyRing& ring, Shape x) {
    const Shape mirrored = ring.mirror(x);
    return {static_cast<Small>(x), static_cast<Small>(mirrored), static_cast<Small>(ring.half_turn(x)),
            static_cast<Small>(ring.half_turn(mirrored))};
}

/// The columns of a shape, filled up with normal parts.
inline Shape filled(const AnyRing& ring, Shape x) {
    return ring.flood_down(ring.occupied(x));
}
/// What becomes of `top` on such columns, without them.
inline Shape landed(const AnyRing& ring, Shape columns, Shape top) {
    return ring.stack(columns, top) ^ columns;
}

/// Two shapes in a word: as they are or, where they are too long, a hash value of them.
template <typename Small>
constexpr std::uint64_t word_of(const std::array<Small, 2>& both) {
    if constexpr (sizeof(Small) <= 4) return std::uint64_t{both[0]} << 32 | both[1];
    return chained(both[0], both[1]);
}

/// For shapes of at most 8 parts.
class MachineTables {
public:
    using Small = std::uint16_t;
    struct Item {
        Small whole, east, west;
        std::uint16_t columns;  // a number for their heights
        std::uint32_t landings;
    };

    explicit MachineTables(const AnyRing& ring) {
        std::vector<Shape> bottoms;
        std::map<Shape, std::uint16_t> number;
        for (Shape x = 0; x <= ring.whole(ring.cells); ++x) {
            const auto [east, west] = ring.cut(x);
            const auto [place, fresh] = number.try_emplace(filled(ring, x), static_cast<std::uint16_t>(bottoms.size()));
            if (fresh) bottoms.push_back(place->first);
            items_.push_back(
                {static_cast<Small>(x), static_cast<Small>(east), static_cast<Small>(west), place->second, 0});
            treated_.push_back(shapez::treated<Small>(ring, x));
            images_.push_back(shapez::images<Small>(ring, x));
        }
        std::map<std::vector<Small>, std::uint32_t> tops;
        for (Item& item : items_) {
            std::vector<Small> landings;
            for (const Shape bottom : bottoms)
                landings.push_back(static_cast<Small>(shapez::landed(ring, bottom, item.whole)));
            const auto [place, fresh] = tops.try_emplace(landings, static_cast<std::uint32_t>(landed_.size()));
            if (fresh) landed_.insert(landed_.end(), landings.begin(), landings.end());
            item.landings = place->second;
        }
    }
    const Item& item(Small x) const { return items_[x]; }
    const Treated<Small>& treated(Small x) const { return treated_[x]; }
    const std::array<Small, 4>& images(Small x) const { return images_[x]; }
    Small stack(const Item& bottom, const Item& top) const {
        return bottom.whole | landed_[top.landings + bottom.columns];
    }

private:
    std::vector<Item> items_;
    std::vector<Treated<Small>> treated_;
    std::vector<std::array<Small, 4>> images_;
    std::vector<Small> landed_;
};

/// For larger shapes: of up to 16 parts in 32 bits, or of up to 32 parts in 64.
template <typename Word>
class MachineMemo {
public:
    using Small = Word;
    struct Item {
        Small whole, east, west, columns;
    };

    explicit MachineMemo(const AnyRing& ring) : ring_(ring) {}

    Item item(Small x) {
        Item& known = items_[fibonacci(x, item_bits)];
        if (known.whole != x) {
            const auto [east, west] = ring_.cut(x);
            known = {x, static_cast<Small>(east), static_cast<Small>(west), static_cast<Small>(filled(ring_, x))};
        }
        return known;
    }
    Treated<Small> treated(Small x) const { return shapez::treated<Small>(ring_, x); }
    std::array<Small, 4> images(Small x) const { return shapez::images<Small>(ring_, x); }
    Small stack(const Item& bottom, const Item& top) {
        const std::array<Small, 2> both{bottom.columns, top.whole};
        Landing& known = landings_[fibonacci(word_of(both), landing_bits)];
        if (known.both != both) known = {both, static_cast<Small>(shapez::landed(ring_, bottom.columns, top.whole))};
        return bottom.whole | known.landed;
    }

private:
    struct Landing {
        std::array<Small, 2> both;
        Small landed;
    };
    static constexpr int item_bits = 13, landing_bits = 14;

    const AnyRing& ring_;
    // No shape is 0, so what is 0 has not been asked.
    std::vector<Item> items_ = std::vector<Item>(std::size_t{1} << item_bits);
    std::vector<Landing> landings_ = std::vector<Landing>(std::size_t{1} << landing_bits);
};

}  // namespace shapewright::shapez
