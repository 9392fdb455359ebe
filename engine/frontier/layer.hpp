// What a frontier carries from one item to the next: keys, each with a count of any size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/memory.hpp"
#include "core/wide.hpp"

namespace shapewright::frontier {

/// Layers are keyed by one number: the window in the low bits (bit k: item (layer + k) is covered), the bag above it,
/// one bit field for each piece that is counted.
inline std::uint64_t hash(std::uint64_t key) {
    std::uint64_t h = key * 0x9e3779b97f4a7c15ULL;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93ULL;
    return h ^ (h >> 29);
}
inline std::uint64_t hash(const Word128& key) {
    return hash(key.low ^ hash(key.high + 0xc2b2ae3d27d4eb4fULL));
}

/// Keys with their counts: `limbs` words each, least significant first.
template <class Key>
struct Layer {
    std::vector<Key> keys;
    std::vector<std::uint64_t> counts;
    std::vector<std::uint32_t> table;  // open addressing, 0 = free, else index + 1; empty for a sorted layer

    std::uint64_t bytes() const { return bytes_of(keys) + bytes_of(counts) + bytes_of(table); }

    /// The most bytes in use while another state is taken in: a full array is copied into one of twice its size.
    std::uint64_t bytes_to_grow(std::size_t limbs) const {
        const std::uint64_t growing = (keys.size() == keys.capacity() ? 2 * bytes_of(keys) : 0) +
                                      (counts.size() + limbs > counts.capacity() ? 2 * bytes_of(counts) : 0);
        return bytes() + growing;
    }

    const std::uint64_t* find(Key key, std::size_t limbs) const {
        std::size_t index;
        if (table.empty()) {
            const auto at = std::lower_bound(keys.begin(), keys.end(), key);
            if (at == keys.end() || *at != key) return nullptr;
            index = static_cast<std::size_t>(at - keys.begin());
        } else {
            const std::size_t mask = table.size() - 1;
            std::size_t slot = hash(key) & mask;
            while (table[slot] != 0 && keys[table[slot] - 1] != key) slot = (slot + 1) & mask;
            if (table[slot] == 0) return nullptr;
            index = table[slot] - 1;
        }
        return counts.data() + index * limbs;
    }
};

/// to += from; true if it overflows. `Limbs` 0: as many as `limbs` says.
template <std::size_t Limbs>
inline bool add(std::uint64_t* to, const std::uint64_t* from, std::size_t limbs) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < (Limbs == 0 ? limbs : Limbs); ++k) {
        const std::uint64_t sum = to[k] + from[k];
        const std::uint64_t total = sum + carry;
        carry = (sum < from[k]) | (total < sum);
        to[k] = total;
    }
    return carry != 0;
}

template <std::size_t Limbs>
inline void append(std::vector<std::uint64_t>& to, const std::uint64_t* from, std::size_t limbs) {
    if constexpr (Limbs == 1)
        to.push_back(*from);
    else
        to.insert(to.end(), from, from + (Limbs == 0 ? limbs : Limbs));
}

}  // namespace shapewright::frontier
