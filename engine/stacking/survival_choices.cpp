// Strategies of both sides, read from what a search has found out about states.
#include <algorithm>
#include <unordered_set>

#include "stacking/survival.hpp"

namespace shapewright::stacking {

std::vector<Survival::Choice> Survival::defence(std::size_t limit) const {
    std::vector<Choice> choices;
    const bool for_ever = high_[0] == unknown;
    std::unordered_set<std::uint32_t> met{0};
    std::vector<std::uint32_t> queue{0};
    std::vector<Successor> found;
    const auto enough = [&](std::uint32_t state, int drops) {
        if (state == none) return drops == 0 && !for_ever;
        return for_ever ? high_[state] == unknown && standing_[state] == explored : low_[state] >= drops;
    };
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::uint32_t which = queue[next];
        // Whatever has to be good for no drop needs no reply.
        if (!for_ever && low_[which] == 0) continue;
        if (choices.size() == limit) return {};
        Choice choice{decode(keys_[which]), for_ever ? 0 : low_[which], {}, -1};
        for (int piece = 0; piece < well_.pieces(); ++piece) {
            successors(keys_[which], piece, found);
            // A state that is in the strategy already is as good as any other.
            const Successor* best = nullptr;
            for (const Successor& one : found) {
                const std::uint32_t to = find(one.key);
                if (!enough(to, low_[which] - (one.drops ? 1 : 0))) continue;
                if (best == nullptr) best = &one;
                if (met.count(to) != 0) {
                    best = &one;
                    break;
                }
            }
            if (best == nullptr) return {};
            choice.replies.push_back(best->reply);
            const std::uint32_t to = find(best->key);
            if (to != none && met.insert(to).second) queue.push_back(to);
        }
        choices.push_back(std::move(choice));
    }
    return choices;
}

std::vector<Survival::Choice> Survival::attack(std::size_t limit) const {
    std::vector<Choice> choices;
    if (high_[0] == unknown) return choices;
    std::unordered_set<std::uint32_t> met{0};
    std::vector<std::uint32_t> queue{0};
    std::vector<Successor> found;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::uint32_t which = queue[next];
        if (choices.size() == limit) return {};
        choices.push_back({decode(keys_[which]), high_[which], {}, killer_[which]});
        successors(keys_[which], killer_[which], found);
        for (const Successor& one : found) {
            const std::uint32_t to = find(one.key);
            if (met.insert(to).second) queue.push_back(to);
        }
    }
    return choices;
}

}  // namespace shapewright::stacking
