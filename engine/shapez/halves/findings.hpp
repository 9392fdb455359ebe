// What a search for halves keeps: how each was found, which are known, and what may be new.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/bits.hpp"
#include "shapez/halves/halves.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// A half and how it was found: the operation in the lower four bits of `how`, the steps in the upper four.
struct Found {
    HalfKey key;
    HalfKey first;
    HalfKey second;
    std::uint8_t how;

    HalfOperation operation() const { return static_cast<HalfOperation>(how & 15); }
    int steps() const { return how >> 4; }
};

constexpr std::uint8_t how(HalfOperation operation, int steps = 0) {
    return static_cast<std::uint8_t>(static_cast<int>(operation) | steps << 4);
}

/// A set of numbers of so many bits, one bit each.
class Bits {
public:
    explicit Bits(int bits) : words_(std::max<std::size_t>(1, (std::size_t{1} << bits) / 64)) {}
    bool contains(std::size_t i) const { return words_[i / 64] >> i % 64 & 1; }
    /// False if it was there already.
    bool insert(std::size_t i) {
        std::uint64_t& word = words_[i / 64];
        const std::uint64_t bit = std::uint64_t{1} << i % 64;
        const bool fresh = (word & bit) == 0;
        word |= bit;
        return fresh;
    }
    void fetch(std::size_t i) const { prefetch(&words_[i / 64]); }
    const std::vector<std::uint64_t>& words() const { return words_; }

private:
    std::vector<std::uint64_t> words_;
};

/// A long list that grows without moving what it holds.
class Findings {
public:
    std::size_t size() const { return size_; }
    const Found& operator[](std::size_t i) const { return blocks_[i / block][i % block]; }
    void push_back(const Found& found) {
        if (size_ % block == 0) blocks_.emplace_back(new Found[block]);
        blocks_.back()[size_++ % block] = found;
    }

private:
    static constexpr std::size_t block = std::size_t{1} << 16;
    std::vector<std::unique_ptr<Found[]>> blocks_;
    std::size_t size_ = 0;
};

/// Takes what may be new halves and keeps those that were not known when the work began. Reading a large set is mostly
/// waiting for memory, so many questions are open at a time.
class Sink {
public:
    explicit Sink(const Bits& known) : known_(&known) {}
    void add(const Found& found) {
        known_->fetch(found.key);
        waiting_[count_++] = found;
        if (count_ == waiting_.size()) settle();
    }
    const std::vector<Found>& results() {
        settle();
        return results_;
    }

private:
    void settle();  // ordered_work.cpp

    const Bits* known_;
    std::array<Found, 64> waiting_;
    std::size_t count_ = 0;
    std::vector<Found> results_;
};

}  // namespace shapewright::shapez
