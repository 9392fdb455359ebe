// Strategies of both sides, read from what a search has found out about states.
#include <algorithm>
#include <unordered_set>

#include "core/assert.hpp"
#include "core/hash.hpp"
#include "stacking/games/survival.hpp"

namespace shapewright::stacking {

namespace {

/// With the states before the last drop, of which a plain game keeps nothing.
Bounds completed(const SurvivalGame& game, std::uint64_t key, Bounds bounds) {
    if (!game.is_plain() || bounds.low > 0) return bounds;
    const int piece = game.fatal(key);
    SHAPEWRIGHT_ASSERT(game.is_plain());
    bounds.add(piece < 0 ? Bounds(1, Bounds::unknown, 0) : Bounds(0, 0, piece));
    return bounds;
}

}  // namespace

std::vector<Survival::Choice> Survival::defence(std::size_t limit) const {
    std::vector<Choice> choices;
    const bool for_ever = !known(start_).is_lost();
    std::unordered_set<std::uint64_t> met{start_};
    std::vector<std::uint64_t> queue{start_};
    std::vector<Successor> found;
    const auto enough = [&](const Successor& one, int drops) {
        if (!for_ever) return drops <= 0 || completed(game_, one.key, known(one.key)).low >= drops;
        const std::uint32_t which = find(one.key, one.hash);
        return which != none && standing_[which] == explored && !known(one.key).is_lost();
    };
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::uint64_t key = queue[next];
        const int low = for_ever ? 0 : completed(game_, key, known(key)).low;
        // Whatever has to be good for no drop needs no reply.
        if (!for_ever && low == 0) continue;
        if (choices.size() == limit) return {};
        Choice choice{game_.decode(key), low, {}, -1};
        for (int piece = 0; piece < game_.pieces(); ++piece) {
            found.clear();
            game_.successors(key, piece, found);
            // A state that is in the strategy already is as good as any other.
            const Successor* best = nullptr;
            for (std::size_t k = 0; k < found.size(); ++k) {
                const Successor& one = SurvivalGame::best(found, k);
                if (!enough(one, low - (one.drops ? 1 : 0))) continue;
                if (best == nullptr) best = &one;
                if (met.count(one.key) != 0) {
                    best = &one;
                    break;
                }
            }
            if (best == nullptr) return {};
            choice.replies.push_back(best->reply);
            if (met.insert(best->key).second) queue.push_back(best->key);
        }
        choices.push_back(std::move(choice));
    }
    return choices;
}

std::vector<Survival::Choice> Survival::attack(std::size_t limit) const {
    std::vector<Choice> choices;
    if (!known(start_).is_lost()) return choices;
    std::unordered_set<std::uint64_t> met{start_};
    std::vector<std::uint64_t> queue{start_};
    std::vector<Successor> found;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::uint64_t key = queue[next];
        if (choices.size() == limit) return {};
        const Bounds bounds = completed(game_, key, known(key));
        SHAPEWRIGHT_ASSERT(bounds.is_lost() && bounds.killer < game_.pieces());
        choices.push_back({game_.decode(key), bounds.high, {}, bounds.killer});
        found.clear();
        game_.successors(key, bounds.killer, found);
        for (const Successor& one : found)
            if (met.insert(one.key).second) queue.push_back(one.key);
    }
    return choices;
}

}  // namespace shapewright::stacking
