// A blocked Bloom filter of boards: a set that may say yes by mistake, never no.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clear/live/level.hpp"
#include "core/bits.hpp"

namespace shapewright::clear {

/// Asks a set of boards that is 16 bits a board in memory of somebody else: which of some boards seem to be among them.
/// Of a hundred others about one does.
class LiveFilter {
public:
    LiveFilter() = default;
    /// Of words that `words` made, in so many as `words_for` says.
    explicit LiveFilter(std::span<const std::uint64_t> words) : words_(words) {}

    static std::size_t words_for(std::size_t boards) { return std::max<std::size_t>(1, (boards + 3) / 4); }
    static std::vector<std::uint64_t> words(std::span<const LiveBoard> boards) {
        std::vector<std::uint64_t> result(words_for(boards.size()));
        constexpr std::size_t bunch = 64;
        for (std::size_t from = 0; from < boards.size(); from += bunch) {
            const auto some = boards.subspan(from, std::min(bunch, boards.size() - from));
            for (const LiveBoard board : some) prefetch_to_write(&result[place(hashed(board.key), result.size())]);
            for (const LiveBoard board : some) {
                const std::uint64_t hash = hashed(board.key);
                result[place(hash, result.size())] |= bits(hash);
            }
        }
        return result;
    }

    /// Calls found(k) for those of some boards that seem to be among them. Memory is fetched for many at once.
    template <typename Found>
    void each_in(std::span<const LiveBoard> wanted, Found found) const {
        if (words_.empty()) return;
        constexpr std::size_t bunch = 64;
        std::uint64_t hashes[bunch];
        for (std::size_t from = 0; from < wanted.size(); from += bunch) {
            const std::size_t number = std::min(bunch, wanted.size() - from);
            for (std::size_t k = 0; k < number; ++k) {
                hashes[k] = hashed(wanted[from + k].key);
                prefetch(&words_[place(hashes[k], words_.size())]);
            }
            for (std::size_t k = 0; k < number; ++k)
                if ((~words_[place(hashes[k], words_.size())] & bits(hashes[k])) == 0) found(from + k);
        }
    }

private:
    static std::size_t place(std::uint64_t hash, std::size_t words) {
        return static_cast<std::size_t>((hash & 0xffffffff) * words >> 32);
    }
    /// Three of the bits of a word, by others of the hash value than those that say which word.
    static std::uint64_t bits(std::uint64_t hash) {
        return std::uint64_t{1} << (hash >> 58) | std::uint64_t{1} << (hash >> 52 & 63) |
               std::uint64_t{1} << (hash >> 46 & 63);
    }

    std::span<const std::uint64_t> words_;
};

}  // namespace shapewright::clear
