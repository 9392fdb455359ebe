// Direct-mapped caches: what was met lately. The tables are small, so that they stay where the processor is quick to
// find them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.hpp"

namespace shapewright::shapez {

/// Remembers keys until others need their places: a yes is never wrong, a no may be (of keys of no more than `bits`
/// bits none is, for each has a place of its own). Key{} was always met.
template <typename Key, int bits>
class RecentKeys {
public:
    /// Whether this key was met lately; now it was. `word` is a hash value of the key, or the key.
    bool met(const Key& key, std::uint64_t word) {
        Key& slot = slots_[sizeof(Key) * 8 <= bits ? static_cast<std::size_t>(word) : fibonacci(word, bits)];
        if (slot == key) return true;
        slot = key;
        return false;
    }

private:
    std::vector<Key> slots_ = std::vector<Key>(std::size_t{1} << bits);
};

}  // namespace shapewright::shapez
