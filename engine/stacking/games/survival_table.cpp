#include "stacking/games/survival_table.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t fewest_slots = 64;
constexpr std::uint64_t most_slots = std::uint64_t{1} << 32;  // a place has half of the bits of a hash value

/// Slots for so many keys: full enough to save memory, and still quick; fuller where memory is short.
std::size_t slots_for(std::size_t keys, std::size_t percent) {
    return keys * 100 / percent + 1;
}

bool is_full(std::size_t keys, std::size_t slots, std::size_t percent) {
    return keys * 100 > slots * percent;
}

constexpr std::size_t usual = 80;
constexpr std::size_t tight = 92;
constexpr std::size_t at_once = 4;  // parts that grow at the same time, so that few have their old entries, too

}  // namespace

bool SurvivalTable::Part::add(const Finding& finding) {
    if (entries.size() == 0 || is_full(used + 1, entries.size(), tight))
        grow(std::max(fewest_slots, entries.size() * 3 / 2));
    Entry& entry = entries[place(finding.key, finding.hash)];
    Bounds bounds(entry.bounds);
    const bool was_lost = bounds.is_lost();
    SHAPEWRIGHT_ASSERT(entry.bounds == 0 || entry.is(finding.key));
    bounds.add(finding.bounds);
    if (entry.bounds == 0 && bounds.packed() != 0) {
        ++used;
        entry.low_half = static_cast<std::uint32_t>(finding.key);
        entry.high_half = static_cast<std::uint32_t>(finding.key >> 32);
    }
    entry.bounds = bounds.packed();
    return bounds.is_lost() && !was_lost;
}

void SurvivalTable::Part::grow(std::size_t slots) {
    SHAPEWRIGHT_ASSERT(used < slots);
    if (slots > most_slots) throw std::length_error("too many states");
    const Zeros<Entry> old = std::exchange(entries, Zeros<Entry>(slots));
    for (std::size_t k = 0; k < old.size(); ++k) {
        if (old[k].bounds == 0) continue;
        entries[place(old[k].key(), hashed(old[k].key()))] = old[k];
    }
}

bool SurvivalTable::add(const Finding& finding) {
    return parts_[part_of(finding.hash)].add(finding);
}

void SurvivalTable::make_room(std::span<const std::span<const Finding>> findings, std::uint64_t others,
                              std::uint64_t bytes, Pool& pool) {
    std::array<std::size_t, parts> more{};
    for (const auto& some : findings)
        for (const Finding& finding : some) ++more[part_of(finding.hash)];
    std::array<std::size_t, parts> slots{};
    const auto plan = [&](std::size_t percent, bool grows_much) {
        std::uint64_t total = others;
        std::uint64_t copied = 0;
        for (std::size_t k = 0; k < parts; ++k) {
            const std::size_t now = parts_[k].entries.size();
            const std::size_t keys = parts_[k].used + more[k];
            slots[k] = !is_full(keys, now, percent) ? now
                       : grows_much                 ? std::max({slots_for(keys, percent), now * 3 / 2, fewest_slots})
                                                    : std::max(slots_for(keys + keys / 16, percent), fewest_slots);
            total += sizeof(Entry) * std::uint64_t{slots[k]};
            if (slots[k] != now) copied = std::max(copied, parts_[k].entries.bytes());
        }
        return total + copied * at_once;
    };
    if (plan(usual, true) > bytes && bytes != 0 && plan(tight, false) > bytes)
        throw std::length_error("too many states");
    for (std::size_t from = 0; from < parts; from += at_once) {
        bool grows = false;
        for (std::size_t k = from; k < from + at_once; ++k) grows = grows || slots[k] != parts_[k].entries.size();
        if (!grows) continue;  // as nearly always
        pool.share(at_once, 1, {}, [&](unsigned, std::size_t k, std::size_t) {
            Part& part = parts_[from + k];
            if (slots[from + k] != part.entries.size()) part.grow(slots[from + k]);
        });
    }
}

std::size_t SurvivalTable::size() const {
    std::size_t total = 0;
    for (const Part& part : parts_) total += part.used;
    return total;
}

std::uint64_t SurvivalTable::bytes() const {
    std::uint64_t total = 0;
    for (const Part& part : parts_) total += part.entries.bytes();
    return total;
}

}  // namespace shapewright::stacking
