// Hash sets of the shapes that later machines of a plan still take, each kept once with the set it came from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/flat_index.hpp"
#include "core/flat_map.hpp"
#include "core/hash.hpp"

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

    std::uint64_t hash() const { return hash_of_words(words); }
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
        std::uint32_t& slot = index_.slot(hash, [&](std::uint32_t number) { return at(number) == set; });
        if (slot != index_.none) return;
        if (count() >= std::size_t{1} << 28) throw std::length_error("too many sets of shapes for a search of plans");
        slot = static_cast<std::uint32_t>(count());
        for (std::size_t n = 0; n < size_; ++n) shapes_.push_back(set.shape(n));
        from_.push_back(from);
        if (index_.is_full(count())) index_.grow(count(), [&](std::size_t number) { return at(number).hash(); });
    }
    /// Asks the memory for where insert() will look.
    void fetch(std::uint64_t hash) const { index_.fetch(hash); }

private:
    std::size_t size_;
    std::vector<Small> shapes_;
    std::vector<Place> from_;
    FlatIndex<70> index_{1024};  // there are so many sets that room is dearer than time
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

    bool contains(Small x) const { return numbers_.find(x) != nullptr; }
    /// False if as few machines were known to make it.
    bool add(Small x, int machines, Place from) {
        const Made made{x, from, static_cast<std::uint8_t>(machines)};
        const auto [number, is_new] = numbers_.try_emplace(x, static_cast<std::uint32_t>(made_.size()));
        if (is_new) {
            made_.push_back(made);
            return true;
        }
        if (made_[*number].machines <= machines) return false;
        made_[*number] = made;
        return true;
    }
    const std::vector<Made>& all() const { return made_; }

private:
    std::vector<Made> made_;
    FlatMap<Small, std::uint32_t> numbers_;
};

}  // namespace shapewright::shapez
