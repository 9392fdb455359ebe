#include "clear/graph/prefixes.hpp"

#include "core/assert.hpp"

namespace shapewright::clear {

Prefixes::Prefixes(const Pattern& pattern) : pattern_(&pattern), counts_(pattern.length() + 1) {
    for (std::size_t read = pattern.length() + 1; read-- > 0;) {
        const auto& states = pattern.level(read);
        counts_[read].push_back(std::vector<std::uint64_t>(states.size(), 1));
        for (std::size_t length = 1; length <= pattern.length() - read; ++length) {
            auto& counts = counts_[read].emplace_back(states.size());
            for (std::size_t state = 0; state < states.size(); ++state)
                for (const std::uint32_t next : states[state].next)
                    if (next != Pattern::none) counts[state] += counts_[read + 1][length - 1][next];
        }
    }
}

std::uint64_t Prefixes::before(std::size_t read, std::uint32_t state, std::size_t length, std::size_t piece) const {
    SHAPEWRIGHT_ASSERT(0 < length && piece < pieces);
    std::uint64_t result = 0;
    const auto& next = pattern_->level(read)[state].next;
    for (std::size_t other = 0; other < piece; ++other)
        if (next[other] != Pattern::none) result += count(read + 1, next[other], length - 1);
    return result;
}

const std::vector<std::uint64_t>& Prefixes::ends(std::size_t read, std::uint32_t state, std::size_t length,
                                                 std::size_t shorter) {
    SHAPEWRIGHT_ASSERT(shorter <= length && length <= pattern_->length() - read);
    const auto [place, is_new] = ends_.try_emplace({read, state, length, shorter});
    if (is_new) add_ends(read, state, length, shorter, place->second);
    SHAPEWRIGHT_ASSERT(place->second.back() == count(read, state, length));
    return place->second;
}

void Prefixes::add_ends(std::size_t read, std::uint32_t state, std::size_t length, std::size_t shorter,
                        std::vector<std::uint64_t>& ends) const {
    if (shorter == 0) {
        ends.push_back((ends.empty() ? 0 : ends.back()) + count(read, state, length));
        return;
    }
    for (const std::uint32_t next : pattern_->level(read)[state].next)
        if (next != Pattern::none) add_ends(read + 1, next, length - 1, shorter - 1, ends);
}

}  // namespace shapewright::clear
