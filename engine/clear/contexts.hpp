// What is in hand while a queue is placed: the held piece and the queues that may still come, for many queues at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "clear/queues.hpp"

namespace shapewright::clear {

/// Sets of contexts, numbered, level by level; a level is how many pieces were placed.
///
/// A context is a held piece (or none) and a state of the queues. With hold, the first piece of a queue is in hold from
/// the start: at each placement one of the held and the next piece is placed and the other one held, which comes to the
/// same. At the end of the queue the held piece may be placed.
///
/// A set of contexts has a layout: for each of its contexts, one after the other, as many bits as queues may still come.
/// So a string of bits tells, for a board and everything that may be in hand there, which queues do what is asked.
class Contexts {
public:
    using Id = std::uint32_t;
    static constexpr Id empty = 0;  // the number of the empty set in each level
    static constexpr std::uint32_t no_hold = pieces;

    /// Bits `from` ... `from + length` of one string add to bits `to` ... of another.
    struct Copy {
        std::uint64_t from;
        std::uint64_t to;
        std::uint64_t length;
    };

    /// `queues` must outlive this.
    Contexts(const Queues& queues, bool hold, std::size_t placements);

    std::size_t placements() const { return levels_.size() - 1; }
    const Queues& queues() const { return *queues_; }

    /// All that may be in hand before the first placement; its layout has a bit for each queue.
    Id start() const { return start_; }

    /// What may be in hand after `piece` was placed.
    Id image(std::size_t level, Id set, std::size_t piece);
    Id united(std::size_t level, Id first, Id second);
    Id common(std::size_t level, Id first, Id second);

    /// The contexts of the set for which `keep(bits before, bits of the context)` holds.
    template <typename Keep>
    Id where(std::size_t level, Id set, Keep keep) {
        scratch_.clear();
        std::uint64_t before = 0;
        for (const std::uint32_t context : levels_[level].sets[set].members) {
            const std::uint64_t bits = count(level, context);
            if (keep(before, bits)) scratch_.push_back(context);
            before += bits;
        }
        return number(level, scratch_);
    }

    std::uint64_t bits(std::size_t level, Id set) const { return levels_[level].sets[set].bits; }
    std::size_t words(std::size_t level, Id set) const {
        return static_cast<std::size_t>((levels_[level].sets[set].bits + 63) / 64);
    }

    /// What placing `piece` adds to the bits of `set` from those of `after`, a set of the next level.
    std::span<const Copy> transfer(std::size_t level, Id set, std::size_t piece, Id after);

    /// What taking the contexts of `part`, all in `set`, makes of the bits.
    std::vector<Copy> restriction(std::size_t level, Id set, Id part) const;

    /// The bits of `set`, all on; only of contexts that hold `held`, if that is not `any_hold`.
    static constexpr std::uint32_t any_hold = pieces + 1;
    void fill(std::size_t level, Id set, std::uint32_t held, std::uint64_t* words) const;

    /// About how many bytes the sets take.
    std::uint64_t bytes() const { return bytes_; }

private:
    struct Set {
        std::vector<std::uint32_t> members;  // ascending
        std::uint64_t bits;
        std::array<Id, pieces> image;
    };
    struct Level {
        std::vector<Set> sets;
        std::map<std::vector<std::uint32_t>, Id> numbers;
        std::unordered_map<std::uint64_t, Id> united;
        std::unordered_map<std::uint64_t, Id> common;
        std::unordered_map<std::uint64_t, std::pair<std::size_t, std::size_t>> transfers;  // begin and end in `copies`
        std::vector<Copy> copies;
    };

    static constexpr Id unknown = ~Id{0};

    // Contexts are ordered by what is held, so that the first layout is in the order of the queues.
    static std::uint32_t context(std::uint32_t hold, std::uint32_t state) { return hold << 28 | state; }
    static std::uint32_t hold_of(std::uint32_t context) { return context >> 28; }
    static std::uint32_t state_of(std::uint32_t context) { return context & ((1U << 28) - 1); }

    std::size_t read(std::size_t level) const;
    std::uint64_t count(std::size_t level, std::uint32_t context) const;
    Id number(std::size_t level, const std::vector<std::uint32_t>& members);

    /// Calls `visit(next context, bits before it in the queues of this one, number of its queues)`.
    template <typename Visit>
    void follow(std::size_t level, std::uint32_t context, std::size_t piece, Visit visit) const;

    const Queues* queues_;
    bool hold_;
    std::vector<Level> levels_;
    Id start_ = empty;
    std::vector<std::uint32_t> scratch_;
    std::uint64_t bytes_ = 0;
};

/// Adds (by or) `copy.length` bits of one string to another.
void add_bits(const Contexts::Copy& copy, const std::uint64_t* from, std::uint64_t* to);

}  // namespace shapewright::clear
