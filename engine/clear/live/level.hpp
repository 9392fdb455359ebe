// A hash table of boards after so many pieces of a game: which number each has.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clear/board.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/hash.hpp"
#include "core/share.hpp"

namespace shapewright::clear {

/// A board with the number of its rows: those that are left of the game's.
struct LiveBoard {
    std::uint64_t key = 0;

    static LiveBoard of(Board board, int height) {
        SHAPEWRIGHT_ASSERT(board >> 60 == 0 && 0 <= height && height < 16);
        return {board | static_cast<std::uint64_t>(height) << 60};
    }
    Board board() const { return key & ((std::uint64_t{1} << 60) - 1); }
    int height() const { return static_cast<int>(key >> 60); }
    auto operator<=>(const LiveBoard&) const = default;
};

/// A list of boards, each once, with a hash table of their places (open addressing), at least twice as large, in which
/// equal hash values follow each other. An entry has the number of the board and eight bits of the hash value besides
/// those that say where it lies; so what is not in the list is nearly always told by the table alone.
/// (core/flat_index.hpp has no such bits, which most looks of millions rest on, and is filled by one thread.)
class LiveLevel {
public:
    static constexpr std::uint32_t absent = ~std::uint32_t{0};
    static constexpr std::size_t most = (std::size_t{1} << 24) - 1;

    LiveLevel() = default;

    /// Of boards in any order, each once. Throws std::length_error for more than `most`.
    LiveLevel(std::vector<LiveBoard> boards, Pool& pool);

    std::span<const LiveBoard> boards() const { return boards_; }

    /// The place of a board in the list, or `absent`.
    std::uint32_t find(LiveBoard board) const {
        std::uint32_t result = absent;
        each_in({&board, 1}, [&](std::size_t, std::uint32_t number) { result = number; });
        return result;
    }

    /// Calls found(k, place in the list) for those of some boards that are in it. Memory is fetched for many of them at
    /// once, so this is several times faster than one after the other.
    template <typename Found>
    void each_in(std::span<const LiveBoard> wanted, Found found) const {
        if (boards_.empty()) return;
        SHAPEWRIGHT_ASSERT(std::has_single_bit(places_.size()) && places_.size() > boards_.size());
        struct Look {
            std::uint64_t hash;
            std::size_t at;
            std::uint32_t number;
        };
        constexpr std::size_t bunch = 32;
        Look looks[bunch];
        for (std::size_t from = 0; from < wanted.size(); from += bunch) {
            const std::size_t number = std::min(bunch, wanted.size() - from);
            for (std::size_t k = 0; k < number; ++k) {
                const std::uint64_t hash = hashed(wanted[from + k].key);
                looks[k] = {hash, static_cast<std::size_t>(hash) & (places_.size() - 1), absent};
                prefetch(&places_[looks[k].at]);
            }
            for (std::size_t k = 0; k < number; ++k) {
                looks[k].number = next_like(looks[k].hash, looks[k].at);
                if (looks[k].number != absent) prefetch(&boards_[looks[k].number]);
            }
            for (std::size_t k = 0; k < number; ++k) {
                Look& look = looks[k];
                while (look.number != absent && boards_[look.number] != wanted[from + k])
                    look.number = next_like(look.hash, look.at);
                if (look.number != absent) found(from + k, look.number);
            }
        }
    }

private:
    static std::uint32_t tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 56) << 24; }

    /// The number in the next entry from `at` on that could be the board's; `at` is then behind it.
    std::uint32_t next_like(std::uint64_t hash, std::size_t& at) const {
        for (;;) {
            const std::uint32_t entry = places_[at];
            at = (at + 1) & (places_.size() - 1);
            if (entry == absent) return absent;
            if (((entry ^ tag(hash)) & ~std::uint32_t{most}) == 0) return entry & std::uint32_t{most};
        }
    }

    std::vector<LiveBoard> boards_;
    std::vector<std::uint32_t> places_;
};

}  // namespace shapewright::clear
