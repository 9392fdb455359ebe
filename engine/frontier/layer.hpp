// What a frontier carries from one item to the next: keys, each with a count of any size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "core/memory.hpp"
#include "core/natural.hpp"
#include "core/wide.hpp"

namespace shapewright::frontier {

/// Layers are keyed by one number: the window in the low bits (bit k: item (layer + k) is covered), the bag above it,
/// one bit field for each piece that is counted.
///
/// Keys with their counts: `limbs` words each, least significant first.
template <class Key>
struct Layer {
    std::vector<Key> keys;
    std::vector<std::uint64_t> counts;
    FlatIndex<60> index{0};  // of the keys; empty for a sorted layer

    std::uint64_t bytes() const { return bytes_of(keys) + bytes_of(counts) + index.bytes(); }

    /// The most bytes in use while another state is taken in: a full array is copied into one of twice its size.
    std::uint64_t bytes_to_grow(std::size_t limbs) const {
        const std::uint64_t growing = (keys.size() == keys.capacity() ? 2 * bytes_of(keys) : 0) +
                                      (counts.size() + limbs > counts.capacity() ? 2 * bytes_of(counts) : 0);
        return bytes() + growing;
    }

    const std::uint64_t* find(Key key, std::size_t limbs) const {
        SHAPEWRIGHT_ASSERT(counts.size() == limbs * keys.size());
        std::size_t number;
        if (index.empty()) {
            const auto at = std::lower_bound(keys.begin(), keys.end(), key);
            if (at == keys.end() || *at != key) return nullptr;
            number = static_cast<std::size_t>(at - keys.begin());
        } else {
            number = index.find(hashed(key), [&](std::uint32_t k) { return keys[k] == key; });
            if (number == index.none) return nullptr;
        }
        return counts.data() + number * limbs;
    }
};

template <std::size_t Limbs>
inline void append(std::vector<std::uint64_t>& to, const std::uint64_t* from, std::size_t limbs) {
    if constexpr (Limbs == 1)
        to.push_back(*from);
    else
        to.insert(to.end(), from, from + (Limbs == 0 ? limbs : Limbs));
}

}  // namespace shapewright::frontier
