// Sets of shapes that later machines of a plan still take, each kept once with the set it came from.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace shapewright::shapez {

constexpr int kMostWaiting = 8;

/// Up to eight shapes, ascending, none of which is 0; several in a word, the first in its lowest bits.
template <typename Small>
struct WaitingSet {
    static constexpr std::size_t in_a_word = sizeof(std::uint64_t) / sizeof(Small);
    static constexpr std::size_t digits = 8 * sizeof(Small);

    std::array<std::uint64_t, kMostWaiting / in_a_word> words{};

    Small shape(std::size_t k) const { return static_cast<Small>(words[k / in_a_word] >> digits * (k % in_a_word)); }
    void append(std::size_t k, Small x) { words[k / in_a_word] |= std::uint64_t{x} << digits * (k % in_a_word); }
    friend auto operator<=>(const WaitingSet&, const WaitingSet&) = default;

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

/// Numbers by a hash of what they stand for, which whoever asks compares.
class HashedNumbers {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    /// The number for which `same` holds, or kNone; then add() puts a new one where the search ended.
    template <typename Same>
    std::uint32_t find(std::uint64_t hash, const Same& same) {
        for (place_ = hash & (slots_.size() - 1); slots_[place_] != kNone; place_ = (place_ + 1) & (slots_.size() - 1))
            if (same(slots_[place_])) return slots_[place_];
        return kNone;
    }
    /// The number of those added before. `hash_of` gives their hashes again when the table grows.
    template <typename HashOf>
    void add(const HashOf& hash_of) {
        slots_[place_] = count_++;
        if (std::size_t{count_} * 10 < slots_.size() * 7) return;
        std::vector<std::uint32_t> wider(slots_.size() * 2, kNone);
        for (std::uint32_t k = 0; k < count_; ++k) {
            std::size_t place = hash_of(k) & (wider.size() - 1);
            while (wider[place] != kNone) place = (place + 1) & (wider.size() - 1);
            wider[place] = k;
        }
        slots_ = std::move(wider);
    }
    void fetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }

private:
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, kNone);
    std::size_t place_ = 0;
    std::uint32_t count_ = 0;
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
        if (numbers_.find(hash, [&](std::uint32_t k) { return at(k) == set; }) != HashedNumbers::kNone) return;
        if (count() >= std::size_t{1} << 28) throw std::length_error("too many sets of shapes for a search of plans");
        for (std::size_t n = 0; n < size_; ++n) shapes_.push_back(set.shape(n));
        from_.push_back(from);
        numbers_.add([&](std::uint32_t k) { return at(k).hash(); });
    }
    void fetch(std::uint64_t hash) const { numbers_.fetch(hash); }

private:
    std::size_t size_;
    std::vector<Small> shapes_;
    std::vector<Place> from_;
    HashedNumbers numbers_;
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

    /// False if as few machines were known to make it.
    bool add(Small x, int machines, Place from) {
        const std::uint32_t number = numbers_.find(hash(x), [&](std::uint32_t k) { return made_[k].shape == x; });
        const Made made{x, from, static_cast<std::uint8_t>(machines)};
        if (number != HashedNumbers::kNone) {
            if (made_[number].machines <= machines) return false;
            made_[number] = made;
            return true;
        }
        made_.push_back(made);
        numbers_.add([&](std::uint32_t k) { return hash(made_[k].shape); });
        return true;
    }
    const std::vector<Made>& all() const { return made_; }

private:
    static std::uint64_t hash(Small x) {
        const std::uint64_t hash = std::uint64_t{x} * 0x9e3779b97f4a7c15ULL;
        return hash ^ hash >> 32;
    }

    std::vector<Made> made_;
    HashedNumbers numbers_;
};

}  // namespace shapewright::shapez
