// What one thread finds out about states of a game against an adversary, until the others may know it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/flat_index.hpp"
#include "stacking/games/survival_table.hpp"

namespace shapewright::stacking {

/// Bounds by the keys of states, in the order in which they were found.
class Findings {
public:
    Bounds find(std::uint64_t key, std::uint64_t hash) const {
        const std::uint32_t number = index_.find(hash, [&](std::uint32_t at) { return found_[at].key == key; });
        return number == index_.none ? Bounds() : found_[number].bounds;
    }

    void add(std::uint64_t key, std::uint64_t hash, const Bounds& bounds) {
        std::uint32_t& slot = index_.slot(hash, [&](std::uint32_t at) { return found_[at].key == key; });
        if (slot != index_.none) {
            found_[slot].bounds.add(bounds);
            return;
        }
        slot = static_cast<std::uint32_t>(found_.size());
        found_.push_back({key, hash, bounds});
        if (index_.is_full(found_.size()))
            index_.grow(found_.size(), [&](std::size_t number) { return found_[number].hash; });
    }

    /// Forgets all; quickly, if there was little.
    void clear() {
        const bool is_large = found_.size() * 16 < index_.slots();
        found_.clear();
        index_.reset(is_large ? slots_at_first : index_.slots());
    }

    std::span<const Finding> all() const { return found_; }

private:
    static constexpr std::size_t slots_at_first = 64;
    std::vector<Finding> found_;
    FlatIndex<> index_{slots_at_first};
};

}  // namespace shapewright::stacking
