#include "clear/graph/contexts.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t most_contexts = std::size_t{1} << 22;

}  // namespace

Contexts::Contexts(const Pattern& pattern, bool hold, std::size_t placements)
    : pattern_(&pattern), hold_(hold), levels_(placements + 1) {
    if (pattern.length() < placements) throw std::invalid_argument("the queues have too few pieces");
    auto& first = levels_[0].contexts;
    if (!hold || pattern.length() == 0) {
        first.push_back({no_hold, 0, pattern.count(), {}, {}});
    } else {
        for (std::uint32_t piece = 0; piece < pieces; ++piece)
            if (const std::uint32_t next = pattern.level(0)[0].next[piece]; next != Pattern::none)
                first.push_back({piece, next, pattern.level(1)[next].count, {}, {}});
    }
    for (std::size_t level = 0; level <= placements; ++level) {
        begin_sets(levels_[level]);
        if (level < placements) lead_on(level);
        bytes_ += 64 * levels_[level].contexts.size() + 16 * levels_[level].steps.size();
    }
    for (std::size_t level = placements; level-- > 0;) count_supply(level);
    scratch_.assign(levels_[0].words, 0);
    for (std::size_t k = 0; k < first.size(); ++k) scratch_[k / 64] |= std::uint64_t{1} << (k % 64);
    start_ = number(0);
    SHAPEWRIGHT_ASSERT(start_ != empty && bits(0, start_) == pattern.count());
}

std::size_t Contexts::read(std::size_t level) const {
    return hold_ ? std::min(level + 1, pattern_->length()) : level;
}

/// Fills in the contexts of the next level, and the steps that lead there.
void Contexts::lead_on(std::size_t level) {
    Level& here = levels_[level];
    using Name = std::pair<std::uint32_t, std::uint32_t>;
    struct Found {
        Name next;
        std::uint64_t offset;
    };
    std::vector<Found> found;
    std::map<Name, std::uint32_t> known;
    const std::size_t now = read(level);
    SHAPEWRIGHT_ASSERT(now <= pattern_->length() && levels_[level + 1].contexts.empty());
    for (Context& context : here.contexts) {
        for (std::uint32_t piece = 0; piece < pieces; ++piece) {
            context.steps[piece] = static_cast<std::uint32_t>(found.size());
            if (now == pattern_->length()) {  // nothing comes any more
                if (context.hold == piece) found.push_back({{no_hold, context.state}, 0});
                continue;
            }
            const Pattern::State& state = pattern_->level(now)[context.state];
            for (std::uint32_t next = 0; next < pieces; ++next) {
                if (state.next[next] == Pattern::none || (context.hold != piece && next != piece)) continue;
                const std::uint32_t kept = context.hold == piece ? next : context.hold;
                found.push_back({{kept, state.next[next]}, state.offset[next]});
            }
        }
        context.steps[pieces] = static_cast<std::uint32_t>(found.size());
        if (found.size() > 16 * most_contexts) throw std::length_error("the queues differ too much");
    }
    for (const Found& step : found) known[step.next];
    if (known.size() > most_contexts) throw std::length_error("the queues differ too much");
    auto& contexts = levels_[level + 1].contexts;
    for (auto& [name, number] : known) {
        number = static_cast<std::uint32_t>(contexts.size());
        const auto& [hold, state] = name;
        contexts.push_back({hold, state, pattern_->level(read(level + 1))[state].count, {}, {}});
    }
    for (const Found& step : found) here.steps.push_back({known[step.next], step.offset});
    SHAPEWRIGHT_ASSERT(here.contexts.empty() || here.steps.size() == here.contexts.back().steps[pieces]);
}

void Contexts::count_supply(std::size_t level) {
    SHAPEWRIGHT_ASSERT(level < placements());
    Level& here = levels_[level];
    for (Context& context : here.contexts)
        for (std::size_t piece = 0; piece < pieces; ++piece)
            for (std::uint32_t step = context.steps[piece]; step < context.steps[piece + 1]; ++step)
                for (std::size_t other = 0; other < pieces; ++other) {
                    const Supply& later = levels_[level + 1].contexts[here.steps[step].next].supply;
                    const int most = later[other] + (other == piece ? 1 : 0);
                    context.supply[other] = static_cast<std::uint8_t>(std::max<int>(context.supply[other], most));
                }
}

const Supply& Contexts::supply(std::size_t level, Id set) {
    Level& here = levels_[level];
    constexpr std::uint8_t unseen = 255;
    if (here.supplies.size() <= set) here.supplies.resize(here.bits.size(), Supply{unseen});
    Supply& result = here.supplies[set];
    if (result[0] == unseen) {
        result = {};
        members(here, set, [&](std::uint32_t context) {
            for (std::size_t piece = 0; piece < pieces; ++piece)
                result[piece] = std::max(result[piece], here.contexts[context].supply[piece]);
        });
    }
    return result;
}

void Contexts::begin_sets(Level& level) {
    level.words = (level.contexts.size() + 63) / 64;
    scratch_.assign(level.words, 0);
    number(static_cast<std::size_t>(&level - levels_.data()));
}

Contexts::Id Contexts::number(std::size_t level) {
    SHAPEWRIGHT_ASSERT(scratch_.size() == levels_[level].words);
    Level& here = levels_[level];
    const auto set = [&](std::size_t k) { return std::span(here.sets).subspan(here.words * k, here.words); };
    std::uint32_t& slot = here.index.slot(hash_of_words(scratch_), [&](std::uint32_t k) {
        return std::equal(scratch_.begin(), scratch_.end(), set(k).begin());
    });
    if (slot != here.index.none) return slot;
    const auto made = static_cast<Id>(here.bits.size());
    if (made >= most_sets) throw std::length_error("there is too much to keep apart");
    slot = made;
    here.sets.insert(here.sets.end(), scratch_.begin(), scratch_.end());
    here.bits.push_back(0);
    members(here, made, [&](std::uint32_t context) { here.bits[made] += here.contexts[context].bits; });
    here.images.emplace_back();
    here.images.back().fill(unknown);
    bytes_ += 8 * here.words + 56;
    if (here.index.is_full(here.bits.size()))
        here.index.grow(here.bits.size(), [&](std::size_t k) { return hash_of_words(set(k)); });
    return made;
}

Contexts::Id Contexts::new_image(std::size_t level, Id set, std::size_t piece) {
    SHAPEWRIGHT_ASSERT(level < placements() && levels_[level].images[set][piece] == unknown);
    const Level& here = levels_[level];
    scratch_.assign(levels_[level + 1].words, 0);
    members(here, set, [&](std::uint32_t context) {
        const auto& steps = here.contexts[context].steps;
        for (std::uint32_t step = steps[piece]; step < steps[piece + 1]; ++step)
            scratch_[here.steps[step].next / 64] |= std::uint64_t{1} << (here.steps[step].next % 64);
    });
    const Id found = number(level + 1);
    levels_[level].images[set][piece] = found;
    return found;
}

std::size_t Contexts::words(std::size_t level, Id set) const {
    const std::uint64_t result = (levels_[level].bits[set] + 63) / 64;
    if (result > std::numeric_limits<std::size_t>::max() / 8)
        throw std::length_error("there are too many queues to keep apart");
    return static_cast<std::size_t>(result);
}

Contexts::Id Contexts::united(std::size_t level, Id first, Id second) {
    SHAPEWRIGHT_ASSERT(first < levels_[level].bits.size() && second < levels_[level].bits.size());
    if (first == second || second == empty) return first;
    if (first == empty) return second;
    if (first > second) std::swap(first, second);
    Level& here = levels_[level];
    const std::uint64_t key = std::uint64_t{first} << 32 | second;
    if (const Id* known = here.united.find(key)) return *known;
    scratch_.resize(here.words);
    for (std::size_t k = 0; k < here.words; ++k)
        scratch_[k] = here.sets[here.words * first + k] | here.sets[here.words * second + k];
    bytes_ += 40;
    const Id made = number(level);
    here.united.insert(key, made);
    return made;
}

Contexts::Id Contexts::common(std::size_t level, Id first, Id second) {
    SHAPEWRIGHT_ASSERT(first < levels_[level].bits.size() && second < levels_[level].bits.size());
    if (first == second) return first;
    if (first > second) std::swap(first, second);
    if (first == empty) return empty;
    Level& here = levels_[level];
    const std::uint64_t key = std::uint64_t{first} << 32 | second;
    if (const Id* known = here.common.find(key)) return *known;
    scratch_.resize(here.words);
    for (std::size_t k = 0; k < here.words; ++k)
        scratch_[k] = here.sets[here.words * first + k] & here.sets[here.words * second + k];
    bytes_ += 40;
    const Id made = number(level);
    here.common.insert(key, made);
    return made;
}

std::span<const Contexts::Copy> Contexts::transfer(std::size_t level, Id set, std::size_t piece, Id after) {
    SHAPEWRIGHT_ASSERT(level < placements() && set < levels_[level].bits.size() &&
                       after < levels_[level + 1].bits.size());
    Level& here = levels_[level];
    const std::uint64_t key = passage(set, piece, after);
    const std::uint32_t* const known = here.transfers.find(key);
    const auto found = known != nullptr ? *known : static_cast<std::uint32_t>(here.ends.size() - 1);
    if (known == nullptr) {
        const Level& next = levels_[level + 1];
        // Where the bits of each context begin; only those of contexts in the set are looked at.
        begins_.resize(std::max(begins_.size(), next.contexts.size()));
        const std::uint64_t* is_in = next.sets.data() + next.words * after;
        std::uint64_t before = 0;
        members(next, after, [&](std::uint32_t context) {
            begins_[context] = before;
            before += next.contexts[context].bits;
        });
        before = 0;
        members(here, set, [&](std::uint32_t number) {
            const Context& context = here.contexts[number];
            for (std::uint32_t k = context.steps[piece]; k < context.steps[piece + 1]; ++k) {
                const auto& [target, offset] = here.steps[k];
                if (is_in[target / 64] >> (target % 64) & 1)
                    here.copies.push_back({begins_[target], before + offset, next.contexts[target].bits});
            }
            before += context.bits;
        });
        here.transfers.insert(key, found);
        here.ends.push_back(here.copies.size());
        bytes_ += 64 + 24 * (here.ends[found + 1] - here.ends[found]);
    }
    SHAPEWRIGHT_ASSERT(found + 1 < here.ends.size() && here.ends[found] <= here.ends[found + 1] &&
                       here.ends.back() == here.copies.size());
    return std::span<const Copy>(here.copies).subspan(here.ends[found], here.ends[found + 1] - here.ends[found]);
}

std::vector<Contexts::Copy> Contexts::restriction(std::size_t level, Id set, Id part) const {
    const Level& here = levels_[level];
    std::vector<Copy> copies;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    members(here, set, [&](std::uint32_t context) {
        const std::uint64_t bits = here.contexts[context].bits;
        if (here.sets[here.words * part + context / 64] >> (context % 64) & 1) {
            copies.push_back({from, to, bits});
            to += bits;
        }
        from += bits;
    });
    SHAPEWRIGHT_ASSERT(from == here.bits[set] && to == here.bits[part]);
    return copies;
}

void Contexts::fill(std::size_t level, Id set, std::uint32_t held, std::uint64_t* words) const {
    SHAPEWRIGHT_ASSERT(held < pieces || held == no_hold || held == any_hold);
    std::uint64_t at = 0;
    members(levels_[level], set, [&](std::uint32_t number) {
        const Context& context = levels_[level].contexts[number];
        const std::uint64_t end = at + context.bits;
        if (held != any_hold && held != context.hold) at = end;
        while (at < end) {
            const std::uint64_t step = std::min(end - at, 64 - at % 64);
            words[at / 64] |= ~std::uint64_t{0} >> (64 - step) << at % 64;
            at += step;
        }
    });
}

}  // namespace shapewright::clear
