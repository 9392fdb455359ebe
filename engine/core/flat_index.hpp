// A hash table of numbers by keys that somebody else keeps: open addressing with linear probing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/memory.hpp"

namespace shapewright {

/// Finds the numbers of keys that lie in the caller's own arrays, each under its number; keys are only added. At most
/// so many of a hundred slots, four bytes each, are in use.
///
///     std::uint32_t& slot = index.slot(hashed(key), [&](std::uint32_t number) { return keys[number] == key; });
///     if (slot != index.none) return slot;
///     slot = static_cast<std::uint32_t>(keys.size());
///     keys.push_back(key);
///     if (index.is_full(keys.size())) index.grow(keys.size(), [&](std::size_t number) { return hashed(keys[number]);
///     });
template <unsigned Percent = 50>
class FlatIndex {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// So many slots, a power of two; or none: such an index must be refilled before it is asked.
    explicit FlatIndex(std::size_t slots = 64) : slots_(slots, none) {}

    /// Where the number of a key is, or `none` if it has no number: there it is to be written, before anything is added
    /// or grows. `same(number)` says whether the key of a number is the one that is looked for.
    template <typename Same>
    std::uint32_t& slot(std::uint64_t hash, const Same& same) {
        return slots_[place(hash, same)];
    }

    /// The number of a key, or `none`.
    template <typename Same>
    std::uint32_t find(std::uint64_t hash, const Same& same) const {
        return slots_[place(hash, same)];
    }

    /// Starts to fetch where the search for a hash value begins; later, what is there: mostly the number of the key.
    void fetch(std::uint64_t hash) const { prefetch(&slots_[first(hash)]); }
    std::uint32_t begin_of(std::uint64_t hash) const { return slots_[first(hash)]; }

    /// Whether there are so many keys that there must be more slots before one is added.
    bool is_full(std::size_t keys) const { return std::uint64_t{keys} * 100 > std::uint64_t{slots_.size()} * Percent; }

    /// Forgets all numbers.
    void reset(std::size_t slots) { slots_.assign(slots, none); }

    /// Doubles the slots, for keys of which `hash_of(number)` tells the hash values.
    template <typename HashOf>
    void grow(std::size_t keys, const HashOf& hash_of) {
        refill(2 * slots_.size(), 0, keys, hash_of);
    }

    /// So many slots, for the keys `from` to `to` alone.
    template <typename HashOf>
    void refill(std::size_t slots, std::size_t from, std::size_t to, const HashOf& hash_of) {
        SHAPEWRIGHT_ASSERT(from <= to && (from == to || to - from < slots) && (slots & (slots - 1)) == 0);
        reset(slots);
        for (std::size_t number = from; number < to; ++number) {
            std::size_t at = first(hash_of(number));
            while (slots_[at] != none) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(number);
        }
    }

    std::size_t slots() const { return slots_.size(); }
    bool empty() const { return slots_.empty(); }
    std::uint64_t bytes() const { return bytes_of(slots_); }

private:
    std::size_t first(std::uint64_t hash) const { return static_cast<std::size_t>(hash) & (slots_.size() - 1); }

    template <typename Same>
    std::size_t place(std::uint64_t hash, const Same& same) const {
        SHAPEWRIGHT_ASSERT(!slots_.empty());
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(hash) & mask;
        while (slots_[at] != none && !same(slots_[at])) at = (at + 1) & mask;
        return at;
    }

    std::vector<std::uint32_t> slots_;
};

}  // namespace shapewright
