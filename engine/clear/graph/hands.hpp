// Information sets: what a player may have in hand at a board and see coming, and how values are laid out by it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "clear/graph/contexts.hpp"
#include "clear/graph/prefixes.hpp"
#include "core/flat_map.hpp"

namespace shapewright::clear {

/// Contexts (see contexts.hpp) of one level, and values for what can be seen in each: one value for every prefix of the
/// queues that may still come, or one bit. The same contexts have values for prefixes of several lengths.
struct Hands {
    enum Sight : std::uint8_t {
        decided,  // what is seen when a placement is chosen
        told,     // the part of it that was seen when the placement before was chosen
        looked,   // what is seen after a piece was put into the empty hold
    };
    struct One {
        std::uint32_t held;
        std::uint32_t state;
        std::array<std::uint64_t, 3> at;  // by sight: where the values begin
    };
    std::vector<One> all;  // by `held`, then `state`
    std::array<std::uint64_t, 3> size{};

    const One* find(std::uint32_t held, std::uint32_t state) const;
};

/// Which piece a placement takes.
enum class Taken : std::uint8_t { either, held, next };

/// What the values of one level are made of, with those of the level after it.
class HandsOfLevel {
public:
    using Name = std::pair<std::uint32_t, std::uint32_t>;
    using Number = std::uint32_t;
    static constexpr Number none = ~Number{0};

    /// After `read` pieces; `lengths` of what is seen of those that come then, by sight.
    HandsOfLevel(std::size_t read, std::array<std::size_t, 3> lengths) : read_(read), lengths_(lengths) {}

    /// The number of a set of contexts, given in order.
    Number add(const std::vector<Name>& names, const Prefixes& prefixes);
    const Hands& operator[](Number number) const { return hands_[number]; }

    std::size_t read() const { return read_; }
    std::size_t length(Hands::Sight sight) const { return lengths_[sight]; }
    std::uint64_t bytes() const { return bytes_; }

private:
    std::size_t read_;
    std::array<std::size_t, 3> lengths_;
    std::map<std::vector<Name>, Number> numbers_;
    std::vector<Hands> hands_;
    std::uint64_t bytes_ = 0;
};

/// What placing a piece brings from values of one level to those of the level before.
class Passages {
public:
    /// For placements that take such a piece; values come from sight `from`, and go to `to`, which is one piece longer.
    Passages(Taken taken, Hands::Sight from, Hands::Sight to) : taken_(taken), from_(from), to_(to) {}

    std::span<const Contexts::Copy> of(const Pattern& pattern, const Prefixes& prefixes, const HandsOfLevel& level,
                                       HandsOfLevel::Number here, std::size_t piece, const HandsOfLevel& level_after,
                                       HandsOfLevel::Number after);
    std::uint64_t bytes() const { return 24 * copies_.size() + 48 * ends_.size(); }

private:
    Taken taken_;
    Hands::Sight from_, to_;
    FlatMap<std::uint64_t, std::uint32_t> known_;
    std::vector<Contexts::Copy> copies_;
    std::vector<std::size_t> ends_{0};
};

}  // namespace shapewright::clear
