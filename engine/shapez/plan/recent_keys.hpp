// What was met lately. The tables are small, so that they stay where the processor is quick to find them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shapewright::shapez {

/// Remembers keys until others need their places: a yes is never wrong, a no may be. Key{} was always met.
template <typename Key, int bits>
class RecentKeys {
public:
    /// Whether this key was met lately; now it was. The places go by the upper bits of the hash.
    bool met(const Key& key, std::uint64_t hash) {
        Key& slot = slots_[static_cast<std::size_t>(hash >> (64 - bits))];
        if (slot == key) return true;
        slot = key;
        return false;
    }

private:
    std::vector<Key> slots_ = std::vector<Key>(std::size_t{1} << bits);
};

}  // namespace shapewright::shapez
