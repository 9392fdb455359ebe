// A hash map that is emptied in no time: open addressing with linear probing, keys and values in the slots.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/assert.hpp"
#include "core/hash.hpp"
#include "core/memory.hpp"

namespace shapewright {

/// Values by keys that `hashed` takes; at most half of the slots are in use. A slot that has another stamp than the map
/// is free, so to empty the map takes a new stamp alone. It then begins as small as what it held last would need, so
/// that what is little lies close together.
template <typename Key, typename Value>
class FlatMap {
public:
    FlatMap() : slots_(smallest) {}

    void clear() {
        mask_ = std::bit_ceil(std::max(smallest, 2 * used_)) - 1;
        used_ = 0;
        next_stamp();
    }

    /// The same, and give back the memory it took.
    void release() {
        slots_ = std::vector<Slot>(smallest);
        used_ = 0;
        clear();
    }

    const Value* find(const Key& key) const {
        for (std::size_t at = first(key);; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.stamp != stamp_) return nullptr;
            if (slot.key == key) return &slot.value;
        }
    }

    /// For a key that has no value yet.
    void insert(const Key& key, const Value& value) {
        SHAPEWRIGHT_ASSERT(find(key) == nullptr);
        if (++used_ * 2 > mask_ + 1) grow();
        put(key, value);
    }

    /// The value of a key and whether it is this one, which it gets if it has none. Points there until more is added.
    std::pair<Value*, bool> try_emplace(const Key& key, const Value& value) {
        if ((used_ + 1) * 2 > mask_ + 1) grow();
        for (std::size_t at = first(key);; at = (at + 1) & mask_) {
            Slot& slot = slots_[at];
            if (slot.stamp != stamp_) {
                slot = Slot{key, value, stamp_};
                ++used_;
                return {&slot.value, true};
            }
            if (slot.key == key) return {&slot.value, false};
        }
    }

    std::size_t size() const { return used_; }
    std::uint64_t bytes() const { return bytes_of(slots_); }

private:
    struct Slot {
        Key key{};
        [[no_unique_address]] Value value{};
        std::uint32_t stamp = 0;
    };
    static constexpr std::size_t smallest = 64;

    std::size_t first(const Key& key) const { return static_cast<std::size_t>(hashed(key)) & mask_; }

    void next_stamp() {
        if (++stamp_ != 0) return;
        slots_.assign(slots_.size(), Slot{});
        stamp_ = 1;
    }

    void put(const Key& key, const Value& value) {
        SHAPEWRIGHT_ASSERT(2 * used_ <= mask_ + 1 && mask_ < slots_.size());
        std::size_t at = first(key);
        while (slots_[at].stamp == stamp_) at = (at + 1) & mask_;
        slots_[at] = Slot{key, value, stamp_};
    }

    void grow() {
        const std::size_t size = mask_ + 1;
        std::vector<Slot> old;
        if (slots_.size() > size) {  // there is room from earlier; what lies in it has another stamp
            old.reserve(size / 2 + 1);
            for (std::size_t at = 0; at < size; ++at)
                if (slots_[at].stamp == stamp_) old.push_back(slots_[at]);
            mask_ = size * 2 - 1;
            next_stamp();
            for (const Slot& slot : old) put(slot.key, slot.value);
            return;
        }
        old.resize(size * 2);
        old.swap(slots_);
        mask_ = size * 2 - 1;
        for (std::size_t at = 0; at < size; ++at)
            if (old[at].stamp == stamp_) put(old[at].key, old[at].value);
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = smallest - 1;
    std::size_t used_ = 0;
    std::uint32_t stamp_ = 1;
};

/// The same without values.
template <typename Key>
class FlatSet {
public:
    void clear() { map_.clear(); }
    /// Whether it is new.
    bool insert(const Key& key) { return map_.try_emplace(key, {}).second; }

private:
    struct Nothing {};
    FlatMap<Key, Nothing> map_;
};

}  // namespace shapewright
