// What is in hand while a queue is placed: the held piece and the queues that may still come, for many queues at once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "clear/graph/fillable.hpp"
#include "clear/graph/pattern.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/flat_index.hpp"
#include "core/flat_map.hpp"

namespace shapewright::clear {

/// Sets of contexts, numbered, level by level; a level is how many pieces were placed.
///
/// A context is a held piece (or none) and a state of the pattern. With hold, the first piece of a queue is in hold
/// from the start: at each placement one of the held and the next piece is placed and the other one held, which comes
/// to the same. At the end of the queue the held piece may be placed.
///
/// A set of contexts has a layout: for each of its contexts, one after the other, as many bits as queues may still
/// come. So a string of bits tells, for a board and everything that may be in hand there, which queues do what is
/// asked.
class Contexts {
public:
    using Id = std::uint32_t;
    static constexpr Id empty = 0;  // the number of the empty set in each level
    static constexpr Id most_sets = Id{1} << 29;
    static constexpr std::uint32_t no_hold = pieces;
    static constexpr std::uint32_t any_hold = pieces + 1;

    /// Bits `from` ... `from + length` of one string add to bits `to` ... of another.
    struct Copy {
        std::uint64_t from;
        std::uint64_t to;
        std::uint64_t length;
    };

    /// `pattern` must outlive this. Throws std::invalid_argument if its queues have fewer pieces than there are
    /// placements, std::length_error if there is too much to keep apart.
    Contexts(const Pattern& pattern, bool hold, std::size_t placements);

    std::size_t placements() const { return levels_.size() - 1; }
    const Pattern& pattern() const { return *pattern_; }

    /// All that may be in hand before the first placement; its layout has a bit for each queue.
    Id start() const { return start_; }

    /// What may be in hand after `piece` was placed.
    Id image(std::size_t level, Id set, std::size_t piece) {
        SHAPEWRIGHT_ASSERT(level < placements() && set < levels_[level].images.size() && piece < pieces);
        const Id known = levels_[level].images[set][piece];
        return known != unknown ? known : new_image(level, set, piece);
    }
    Id united(std::size_t level, Id first, Id second);
    Id common(std::size_t level, Id first, Id second);

    /// The contexts of the set for which `keep(bits before, bits of the context)` holds.
    template <typename Keep>
    Id where(std::size_t level, Id set, Keep keep) {
        scratch_.assign(levels_[level].words, 0);
        std::uint64_t before = 0;
        members(levels_[level], set, [&](std::uint32_t context) {
            const std::uint64_t bits = levels_[level].contexts[context].bits;
            if (keep(before, bits)) scratch_[context / 64] |= std::uint64_t{1} << (context % 64);
            before += bits;
        });
        return number(level);
    }

    /// Calls visit(held piece or no_hold, state of the pattern, its bits) for the contexts of a set, in their order.
    template <typename Visit>
    void each(std::size_t level, Id set, Visit visit) const {
        members(levels_[level], set, [&](std::uint32_t number) {
            const Context& context = levels_[level].contexts[number];
            visit(context.hold, context.state, context.bits);
        });
    }

    /// How many pieces of a queue are known after so many placements: those placed, and the held one.
    std::size_t read(std::size_t level) const;
    bool has_hold() const { return hold_; }

    std::uint64_t bits(std::size_t level, Id set) const { return levels_[level].bits[set]; }
    /// The same in words. Throws std::length_error if so many have no room in any memory.
    std::size_t words(std::size_t level, Id set) const;

    /// How often each piece may still be placed, at most.
    const Supply& supply(std::size_t level, Id set);

    /// What placing `piece` adds to the bits of `set` from those of `after`, a set of the next level.
    std::span<const Copy> transfer(std::size_t level, Id set, std::size_t piece, Id after);

    /// What tells apart the ways from one set to another: the sets, and the piece that is placed.
    static std::uint64_t passage(Id set, std::size_t piece, Id after) {
        SHAPEWRIGHT_ASSERT(set < most_sets && piece < pieces);
        return (std::uint64_t{set} << 3 | piece) << 32 | after;
    }

    /// What taking the contexts of `part`, all in `set`, makes of the bits.
    std::vector<Copy> restriction(std::size_t level, Id set, Id part) const;

    /// Sets the bits of `set`; only of contexts that hold `held`, if that is not `any_hold`.
    void fill(std::size_t level, Id set, std::uint32_t held, std::uint64_t* words) const;

    /// About how many bytes all this takes.
    std::uint64_t bytes() const { return bytes_; }

private:
    struct Context {
        std::uint32_t hold;
        std::uint32_t state;
        std::uint64_t bits;
        std::array<std::uint32_t, pieces + 1> steps;  // by piece: where its steps begin, and the end
        Supply supply;
    };
    struct Step {
        std::uint32_t next;    // context
        std::uint64_t offset;  // how many of the queues come before those that go this way
    };
    struct Level {
        std::vector<Context> contexts;  // by what is held, so that the first layout is in the order of the queues
        std::vector<Step> steps;
        // Sets as bits by context; each set has so many words.
        std::size_t words;
        std::vector<std::uint64_t> sets;
        std::vector<std::uint64_t> bits;             // by set: the length of its layout
        std::vector<std::array<Id, pieces>> images;  // by set
        std::vector<Supply> supplies;                // by set, if known
        FlatIndex<> index;                           // of the sets
        FlatMap<std::uint64_t, std::uint32_t> united;
        FlatMap<std::uint64_t, std::uint32_t> common;
        FlatMap<std::uint64_t, std::uint32_t> transfers;  // -> where their ends are in `ends`
        std::vector<Copy> copies;
        std::vector<std::size_t> ends{0};  // by transfer, and before the first: where its copies end
    };

    static constexpr Id unknown = ~Id{0};

    template <typename Visit>
    static void members(const Level& level, Id set, Visit visit) {
        SHAPEWRIGHT_ASSERT(set < level.bits.size() && level.sets.size() == level.words * level.bits.size());
        const std::uint64_t* words = level.sets.data() + level.words * set;
        each_bit(words, level.words, [&](std::size_t bit) { visit(static_cast<std::uint32_t>(bit)); });
    }

    void lead_on(std::size_t level);
    void begin_sets(Level& level);
    void count_supply(std::size_t level);
    Id new_image(std::size_t level, Id set, std::size_t piece);
    Id number(std::size_t level);  // of the set in scratch_

    const Pattern* pattern_;
    bool hold_;
    std::vector<Level> levels_;
    Id start_ = empty;
    std::vector<std::uint64_t> scratch_;
    std::vector<std::uint64_t> begins_;
    std::uint64_t bytes_ = 0;
};

/// Up to 64 bits of a string, from one of them on.
inline std::uint64_t some_bits(const std::uint64_t* string, std::uint64_t from, std::uint64_t length) {
    SHAPEWRIGHT_ASSERT(0 < length && length <= 64);
    const std::uint64_t inside = from % 64;
    std::uint64_t result = string[from / 64] >> inside;
    if (inside + length > 64) result |= string[from / 64 + 1] << (64 - inside);
    return result & ~std::uint64_t{0} >> (64 - length);
}

/// Adds (by or) `copy.length` bits of one string to another.
inline void add_bits(const Contexts::Copy& copy, const std::uint64_t* from, std::uint64_t* to) {
    if (copy.length == 0) return;
    const std::uint64_t in_target = copy.to % 64;
    const std::uint64_t head = std::min(copy.length, 64 - in_target);
    to += copy.to / 64;
    *to++ |= some_bits(from, copy.from, head) << in_target;
    // Now words of the target are whole, and the compiler takes several at once.
    const std::uint64_t words = (copy.length - head) / 64;
    const std::uint64_t inside = (copy.from + head) % 64;
    const std::uint64_t* const source = from + (copy.from + head) / 64;
    if (inside == 0) {
        for (std::uint64_t k = 0; k < words; ++k) to[k] |= source[k];
    } else {
        for (std::uint64_t k = 0; k < words; ++k) to[k] |= source[k] >> inside | source[k + 1] << (64 - inside);
    }
    const std::uint64_t rest = (copy.length - head) % 64;
    if (rest > 0) to[words] |= some_bits(from, copy.from + copy.length - rest, rest);
}

}  // namespace shapewright::clear
