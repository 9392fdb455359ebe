// What is known of the states of a game against an adversary: a hash table in parts, which threads fill side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/share.hpp"
#include "core/zeros.hpp"

namespace shapewright::stacking {

/// The drops that the player can make sure of in a state, above which nobody gets, and the piece for that; packed into
/// 32 bits, none of which is set if nothing is known.
struct Bounds {
    static constexpr int unknown = 4095;

    int low = 0;
    int high = unknown;  // unknown - 1 stands for so many and more: all that it says is that the game ends
    int killer = 0;

    Bounds() = default;
    Bounds(int low_, int high_, int killer_) : low(low_), high(high_), killer(killer_) {}
    explicit Bounds(std::uint32_t packed)
        : low(static_cast<int>(packed & 4095)),
          high(unknown - static_cast<int>(packed >> 12 & 4095)),
          killer(static_cast<int>(packed >> 24)) {}

    std::uint32_t packed() const {
        SHAPEWRIGHT_ASSERT(0 <= low && low <= high && high <= unknown && 0 <= killer && killer < 256);
        return static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(unknown - high) << 12 |
               static_cast<std::uint32_t>(killer) << 24;
    }
    bool is_lost() const { return high != unknown; }

    /// What these and others say together; of two equal `high` the piece that was known before.
    void add(const Bounds& other) {
        if (other.low > low) low = other.low;
        if (other.high < high) {
            high = other.high;
            killer = other.killer;
        }
    }
};

/// A state of which something is known, not yet in the table.
struct Finding {
    std::uint64_t key;
    std::uint64_t hash;
    Bounds bounds;
};

/// Bounds by the keys of states. Many may read while nobody writes.
class SurvivalTable {
public:
    static constexpr std::size_t parts = 16;

    Bounds find(std::uint64_t key, std::uint64_t hash) const {
        const Part& part = parts_[part_of(hash)];
        if (part.entries.size() == 0) return {};
        return Bounds(part.entries[part.place(key, hash)].bounds);
    }

    /// Starts to fetch what `find` will read.
    void fetch(std::uint64_t hash) const {
        const Part& part = parts_[part_of(hash)];
        if (part.entries.size() != 0) prefetch(&part.entries[part.first(hash)]);
    }

    /// Adds what is known of one state; says whether it was not known to be lost, but is now.
    bool add(const Finding& finding);

    /// Makes room for findings, so that the table and `others` take no more than about `bytes` (0: as much as they
    /// like); throws std::length_error if that is impossible. What it does depends on the findings alone, not on the
    /// number of threads.
    void make_room(std::span<const std::span<const Finding>> findings, std::uint64_t others, std::uint64_t bytes,
                   Pool& pool);

    /// Adds findings, whose order decides nothing but the pieces; calls lost(part, finding) for each state that was not
    /// known to be lost, from several threads for different parts.
    template <typename Lost>
    void add(std::span<const std::span<const Finding>> findings, Pool& pool, const Lost& lost) {
        // Few are added sooner than other threads are woken up.
        std::size_t number = 0;
        for (const auto& some : findings) number += some.size();
        pool.share(parts, number < 1000 ? parts : 1, {}, [&](unsigned, std::size_t from, std::size_t to) {
            for (std::size_t part = from; part < to; ++part)
                for (const auto& some : findings)
                    for (const Finding& finding : some)
                        if (part_of(finding.hash) == part && parts_[part].add(finding)) lost(part, finding);
        });
    }

    std::size_t size() const;
    std::uint64_t bytes() const;

private:
    struct Entry {
        std::uint32_t low_half;
        std::uint32_t high_half;
        std::uint32_t bounds;  // 0 if nothing is here

        bool is(std::uint64_t key) const {
            return low_half == static_cast<std::uint32_t>(key) && high_half == static_cast<std::uint32_t>(key >> 32);
        }
        std::uint64_t key() const { return std::uint64_t{high_half} << 32 | low_half; }
    };
    struct Part {
        Zeros<Entry> entries;
        std::size_t used = 0;

        std::size_t first(std::uint64_t hash) const {
            return static_cast<std::size_t>((hash & 0xffffffffU) * entries.size() >> 32);
        }
        std::size_t place(std::uint64_t key, std::uint64_t hash) const {
            std::size_t at = first(hash);
            SHAPEWRIGHT_ASSERT(entries.size() > used);
            while (entries[at].bounds != 0 && !entries[at].is(key))
                if (++at == entries.size()) at = 0;
            return at;
        }
        bool add(const Finding& finding);
        void grow(std::size_t slots);
    };

    static std::size_t part_of(std::uint64_t hash) { return static_cast<std::size_t>(hash >> 60); }

    std::array<Part, parts> parts_;
};

}  // namespace shapewright::stacking
