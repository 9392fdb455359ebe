// Hash functions: of a word, of several words one after the other, and of few bits for tables that forget.
//
// Those of words are the same on every machine, for a few searches forget what shares a place with something newer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace shapewright {

/// 2^64 divided by the golden ratio: the multiples of this number by small ones lie as far apart as they can (Knuth,
/// The Art of Computer Programming, volume 3, section 6.4).
inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;

/// A hash value in which each bit hangs on all bits of the word, for tables that take its lowest or its highest bits.
/// A bijection, made as the finalizers of MurmurHash3 and SplitMix64 are. Files of live boards hold bits set by it
/// (clear/live/filter.hpp), so it stays as it is.
constexpr std::uint64_t hashed(std::uint64_t word) {
    word ^= word >> 32;
    word *= golden;
    word ^= word >> 29;
    word *= 0xbf58476d1ce4e5b9ULL;
    return word ^ word >> 32;
}

/// What a hash value of some words (of none: 0) becomes when one more comes behind them: a multiplication each. Its
/// lower half tells them apart; `hashed` of the last one spreads that over all bits.
constexpr std::uint64_t chained(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * golden;
    return hash ^ hash >> 32;
}

/// Fibonacci hashing: a hash value of so many bits, the highest of a product. The quickest, for caches that lie in the
/// processor's own memory.
constexpr std::size_t fibonacci(std::uint64_t word, int bits) {
    return static_cast<std::size_t>(word * golden >> (64 - bits));
}

/// Of all words of something that can be gone through.
template <typename Words>
constexpr std::uint64_t hash_of_words(const Words& words) {
    std::uint64_t hash = 0;
    for (const auto word : words) hash = chained(hash, word);
    return hashed(hash);
}

/// Of a string of bytes, eight of them at a time; the last eight may have been there before.
inline std::uint64_t hash_of_bytes(std::span<const std::uint8_t> bytes) {
    std::uint64_t hash = chained(0, bytes.size());
    const auto take = [&](std::size_t at) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + at, 8);
        hash = chained(hash, word);
    };
    if (bytes.size() < 8) {
        for (const std::uint8_t byte : bytes) hash = chained(hash, byte);
        return hashed(hash);
    }
    for (std::size_t at = 0; at + 8 < bytes.size(); at += 8) take(at);
    take(bytes.size() - 8);
    return hashed(hash);
}

template <std::size_t Size>
constexpr std::uint64_t hashed(const std::array<std::uint32_t, Size>& words) {
    return hash_of_words(words);
}

/// For the containers of the standard library, of keys that `hashed` takes.
struct Hash {
    template <typename Key>
    std::size_t operator()(const Key& key) const {
        return static_cast<std::size_t>(hashed(key));
    }
};

}  // namespace shapewright
