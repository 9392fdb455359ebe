#include "clear/graph/hands.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::clear {

const Hands::One* Hands::find(std::uint32_t held, std::uint32_t state) const {
    const auto found = std::lower_bound(all.begin(), all.end(), std::pair{held, state}, [](const One& one, auto name) {
        return std::pair{one.held, one.state} < name;
    });
    return found != all.end() && found->held == held && found->state == state ? &*found : nullptr;
}

HandsOfLevel::Number HandsOfLevel::add(const std::vector<Name>& names, const Prefixes& prefixes) {
    SHAPEWRIGHT_ASSERT(std::is_sorted(names.begin(), names.end()) &&
                       std::adjacent_find(names.begin(), names.end()) == names.end());
    const auto [place, is_new] = numbers_.try_emplace(names, static_cast<Number>(hands_.size()));
    if (!is_new) return place->second;
    if (hands_.size() >= Contexts::most_sets) throw std::length_error("there is too much to keep apart");
    Hands& made = hands_.emplace_back();
    for (const auto& [held, state] : names) {
        made.all.push_back({held, state, made.size});
        for (std::size_t sight = 0; sight < lengths_.size(); ++sight)
            made.size[sight] += prefixes.count(read_, state, lengths_[sight]);
    }
    bytes_ += (sizeof(Name) + sizeof(Hands::One)) * names.size() + 128;
    return place->second;
}

std::span<const Contexts::Copy> Passages::of(const Pattern& pattern, const Prefixes& prefixes,
                                             const HandsOfLevel& level, HandsOfLevel::Number here, std::size_t piece,
                                             const HandsOfLevel& level_after, HandsOfLevel::Number after) {
    const std::uint64_t key = Contexts::passage(here, piece, after);
    const std::uint32_t* const known = known_.find(key);
    const auto found = known != nullptr ? *known : static_cast<std::uint32_t>(ends_.size() - 1);
    if (known == nullptr) {
        const Hands& next = level_after[after];
        SHAPEWRIGHT_ASSERT(level_after.length(from_) + 1 == level.length(to_) || level.length(to_) == 0 ||
                           level.read() == pattern.length());
        const std::size_t read = level.read();
        const std::size_t length = level.length(to_);
        const auto add = [&](std::uint32_t held, std::uint32_t state, std::uint64_t to, std::uint64_t number) {
            if (const Hands::One* one = next.find(held, state)) copies_.push_back({one->at[from_], to, number});
        };
        for (const Hands::One& one : level[here].all) {
            const bool may_take_held = one.held == piece && taken_ != Taken::next;
            if (read == pattern.length()) {  // nothing comes any more
                if (may_take_held) add(Contexts::no_hold, one.state, one.at[to_], 1);
                continue;
            }
            const auto& steps = pattern.level(read)[one.state].next;
            std::uint64_t to = one.at[to_];
            for (std::uint32_t coming = 0; coming < pieces; ++coming) {
                if (steps[coming] == Pattern::none) continue;
                const std::uint64_t number = prefixes.count(read + 1, steps[coming], length - 1);
                if (may_take_held)
                    add(coming, steps[coming], to, number);
                else if (coming == piece && taken_ != Taken::held)
                    add(one.held, steps[coming], to, number);
                to += number;
                SHAPEWRIGHT_ASSERT(to <= one.at[to_] + prefixes.count(read, one.state, length));
            }
        }
        known_.insert(key, found);
        ends_.push_back(copies_.size());
    }
    SHAPEWRIGHT_ASSERT(ends_.back() == copies_.size() && found + 1 < ends_.size());
    return std::span<const Contexts::Copy>(copies_).subspan(ends_[found], ends_[found + 1] - ends_[found]);
}

}  // namespace shapewright::clear
