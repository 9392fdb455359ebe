// Sets of shapes that later machines of a plan still take, each kept once with the set it came from.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace shapewright::shapez {

constexpr int waiting_capacity = 8;

/// Up to eight shapes, ascending, none of which is 0; several in a word, the first in its lowest bits.
template <typename Small>
struct WaitingSet {
    static constexpr std::size_t in_a_word = sizeof(std::uint64_t) / sizeof(Small);
    static constexpr std::size_t digits = 8 * sizeof(Small);

    std::array<std::uint64_t, waiting_capacity / in_a_word> words{};

    Small shape(std::size_t k) const { return static_cast<Small>(words[k / in_a_word] >> digits * (k % in_a_word)); }
    void append(std::size_t k, Small x) { words[k / in_a_word] |= std::uint64_t{x} << digits * (k % in_a_word); }
    friend bool operator==(const WaitingSet&, const WaitingSet&) = default;
    friend bool operator<(const WaitingSet& left, const WaitingSet& right) { return left.words < right.words; }

    std::uint64_t hash() const {
        std::uint64_t hash = words[0];
        for (std::size_t k = 1; k < words.size(); ++k) hash = std::rotl(hash * 0xff51afd7ed558ccdULL, 23) ^ words[k];
        hash *= 0x9e3779b97f4a7c15ULL;
        hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93ULL;
        return hash ^ hash >> 32;
    }
};

/// Where a set is kept: its size and its place among those of that size. The empty set, from which all come, is 0.
struct Place {
    std::uint32_t bits = 0;

    Place() = default;
    Place(std::size_t size, std::size_t index) : bits(static_cast<std::uint32_t>(size << 28 | index)) {}
    std::size_t size() const { return bits >> 28; }
    std::size_t index() const { return bits & 0xfffffff; }
};

/// Sets of one size, in the order in which they came.
template <typename Small>
class WaitingSets {
public:
    explicit WaitingSets(std::size_t size) : size_(size) {}

    std::size_t count() const { return from_.size(); }
    WaitingSet<Small> at(std::size_t k) const {
        WaitingSet<Small> set;
        for (std::size_t n = 0; n < size_; ++n) set.append(n, shapes_[k * size_ + n]);
        return set;
    }
    Place from(std::size_t k) const { return from_[k]; }
    void insert(const WaitingSet<Small>& set, std::uint64_t hash, Place from) {
        std::size_t place = hash & (slots_.size() - 1);
        for (; slots_[place] != 0; place = (place + 1) & (slots_.size() - 1))
            if (at(slots_[place] - 1) == set) return;
        if (count() >= std::size_t{1} << 28) throw std::length_error("too many sets of shapes for a search of plans");
        for (std::size_t n = 0; n < size_; ++n) shapes_.push_back(set.shape(n));
        from_.push_back(from);
        slots_[place] = static_cast<std::uint32_t>(count());
        if (count() * 10 >= slots_.size() * 7) grow();
    }
    /// Asks the memory for where insert() will look.
    void fetch(std::uint64_t hash) const { prefetch(&slots_[hash & (slots_.size() - 1)]); }

private:
    void grow() {
        std::vector<std::uint32_t> wider(slots_.size() * 2, 0);
        for (std::size_t k = 0; k < count(); ++k) {
            std::size_t place = at(k).hash() & (wider.size() - 1);
            while (wider[place] != 0) place = (place + 1) & (wider.size() - 1);
            wider[place] = static_cast<std::uint32_t>(k + 1);
        }
        slots_ = std::move(wider);
    }

    std::size_t size_;
    std::vector<Small> shapes_;
    std::vector<Place> from_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, 0);  // a set's number and one more
};

/// Sets on their way to where those of their size are kept: memory takes its time to say whether a set is known, and
/// meanwhile others may be made.
template <typename Small>
class EnteringSets {
public:
    explicit EnteringSets(std::vector<WaitingSets<Small>>& by_size) : by_size_(by_size) {}

    void enter(const WaitingSet<Small>& set, std::size_t size, Place from) {
        const std::uint64_t hash = set.hash();
        by_size_[size].fetch(hash);
        if (count_ == most) next();
        queue_[(first_ + count_++) % most] = {set, hash, from, size};
    }
    void finish() {
        while (count_ != 0) next();
    }

private:
    struct Entering {
        WaitingSet<Small> set;
        std::uint64_t hash;
        Place from;
        std::size_t size;
    };
    void next() {
        const Entering& next = queue_[first_];
        by_size_[next.size].insert(next.set, next.hash, next.from);
        first_ = (first_ + 1) % most;
        --count_;
    }

    static constexpr std::size_t most = 16;
    std::vector<WaitingSets<Small>>& by_size_;
    std::array<Entering, most> queue_{};
    std::size_t first_ = 0, count_ = 0;
};

/// The shapes that were made, each the least of its images, with the fewest machines and the set they came from.
template <typename Small>
class MadeShapes {
public:
    struct Made {
        Small shape;
        Place from;
        std::uint8_t machines;
    };

    bool contains(Small x) const { return slots_[place_of(x)].shape == x; }
    /// False if as few machines were known to make it.
    bool add(Small x, int machines, Place from) {
        const Made made{x, from, static_cast<std::uint8_t>(machines)};
        Slot& slot = slots_[place_of(x)];
        if (slot.shape == x) {
            if (made_[slot.number].machines <= machines) return false;
            made_[slot.number] = made;
            return true;
        }
        slot = {x, static_cast<std::uint32_t>(made_.size())};
        made_.push_back(made);
        if (made_.size() * 2 >= slots_.size()) grow();
        return true;
    }
    const std::vector<Made>& all() const { return made_; }

private:
    // The shape too, so that one look tells whether it is known; no shape is 0.
    struct Slot {
        Small shape;
        std::uint32_t number;
    };
    std::size_t place_of(Small x) const {
        const std::uint64_t hash = std::uint64_t{x} * 0x9e3779b97f4a7c15ULL;
        std::size_t place = (hash ^ hash >> 32) & (slots_.size() - 1);
        while (slots_[place].shape != 0 && slots_[place].shape != x) place = (place + 1) & (slots_.size() - 1);
        return place;
    }
    void grow() {
        slots_.assign(slots_.size() * 2, {});
        for (std::size_t k = 0; k < made_.size(); ++k)
            slots_[place_of(made_[k].shape)] = {made_[k].shape, static_cast<std::uint32_t>(k)};
    }

    std::vector<Made> made_;
    std::vector<Slot> slots_ = std::vector<Slot>(1024, Slot{0, 0});
};

}  // namespace shapewright::shapez
