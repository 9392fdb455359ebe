#include "clear/graph/sight.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "clear/graph/counts.hpp"
#include "core/assert.hpp"
#include "core/memory.hpp"

namespace shapewright::clear {

template <typename Set>
SightLevels<Set>::SightLevels(const Graph<Set>& graph, Sight sight)
    : graph_(&graph),
      pattern_(&graph.contexts().pattern()),
      sight_(std::move(sight)),
      hold_(graph.contexts().has_hold()) {
    if (!graph.is_complete()) throw std::invalid_argument("the graph is not complete");
    if (sight_.ahead < 1 || (sight_.held && !hold_)) throw std::invalid_argument("no such sight");
    const std::size_t length = pattern_->length();
    if (length != graph.placements() + (hold_ ? 1 : 0)) throw std::invalid_argument("the queues have another length");
    if (sight_.queue.size() > length) sight_.queue.resize(length);
    while (full_ < graph.placements() && seen(full_, true) < length) ++full_;
    full_alone_ = full_;
    while (hold_ && full_alone_ < graph.placements() && seen(full_alone_, false) < length) ++full_alone_;
    SHAPEWRIGHT_ASSERT(full_ <= full_alone_ && full_alone_ <= std::max<std::size_t>(1, graph.placements()));
}

/// How many pieces of a queue are seen, from the first one on, before the next is placed.
template <typename Set>
std::size_t SightLevels<Set>::seen(std::size_t level, bool holding) const {
    const std::size_t now = level + static_cast<std::size_t>(sight_.ahead) + (hold_ && holding ? 1 : 0);
    return std::min(pattern_->length(), std::max(sight_.queue.size(), now));
}

template <typename Set>
void SightLevels<Set>::find(const Prefixes& prefixes) {
    SHAPEWRIGHT_ASSERT(!are_known());
    for (std::size_t level = 0; level <= graph_->placements(); ++level) add_hands(level, prefixes);
    if (!hold_) return;
    std::vector<HandsOfLevel::Name> names;
    for (const Hands::One& one : levels_[0].hands[hand_at(0, 0)].all) names.emplace_back(one.held, one.state);
    levels_[0].alone_at = {levels_[0].alone_hands.add(names, prefixes)};
    for (std::size_t level = 1; level <= full_alone_; ++level) find_alone(level, prefixes);
}

template <typename Set>
void SightLevels<Set>::add_hands(std::size_t level, const Prefixes& prefixes) {
    const Contexts& contexts = graph_->contexts();
    const std::size_t read = contexts.read(level);
    const auto decided = [&](std::size_t at, bool holding) { return seen(at, holding) - contexts.read(at); };
    // The piece that comes up next is placed or held, and known from then on.
    const auto told = [&](bool holding) {
        if (level == 0) return std::size_t{0};
        const std::size_t before = decided(level - 1, holding);
        return before > 0 ? before - 1 : 0;
    };
    const std::size_t all = decided(level, true);
    Level& made = levels_.emplace_back(Level{HandsOfLevel(read, {all, told(true), all}),
                                             HandsOfLevel(read, {decided(level, false), told(false), all}),
                                             {},
                                             {}});
    std::vector<HandsOfLevel::Name> names;
    for (const Contexts::Id set : graph_->levels()[level].contexts) {
        if (made.hand_of.size() <= set) made.hand_of.resize(set + std::size_t{1}, HandsOfLevel::none);
        if (made.hand_of[set] != HandsOfLevel::none) continue;
        names.clear();
        contexts.each(level, set,
                      [&](std::uint32_t held, std::uint32_t state, std::uint64_t) { names.emplace_back(held, state); });
        made.hand_of[set] = made.hands.add(names, prefixes);
    }
}

/// The contexts that boards are reached with if every piece is placed as it comes.
template <typename Set>
void SightLevels<Set>::find_alone(std::size_t level, const Prefixes& prefixes) {
    const Level& before = levels_[level - 1];
    const auto& from = graph_->levels()[level - 1];
    SHAPEWRIGHT_ASSERT(before.alone_at.size() == from.boards.size());
    std::vector<std::vector<HandsOfLevel::Name>> names(graph_->levels()[level].boards.size());
    for (std::size_t board = 0; board < before.alone_at.size(); ++board) {
        if (before.alone_at[board] == HandsOfLevel::none) continue;
        const Hands& alone = before.alone_hands[before.alone_at[board]];
        for (std::size_t edge = from.first[board]; edge < from.first[board + 1]; ++edge) {
            const std::uint32_t target = from.edges[edge].target();
            const Hands& allowed = levels_[level].hands[hand_at(level, target)];
            for (const Hands::One& one : alone.all) {
                if (one.held != from.edges[edge].piece()) continue;
                const auto& steps = pattern_->level(before.hands.read())[one.state].next;
                for (std::uint32_t coming = 0; coming < pieces; ++coming)
                    if (steps[coming] != Pattern::none && allowed.find(coming, steps[coming]) != nullptr)
                        names[target].emplace_back(coming, steps[coming]);
            }
        }
    }
    for (auto& some : names) {
        std::sort(some.begin(), some.end());
        some.erase(std::unique(some.begin(), some.end()), some.end());
        levels_[level].alone_at.push_back(some.empty() ? HandsOfLevel::none
                                                       : levels_[level].alone_hands.add(some, prefixes));
    }
}

template <typename Set>
typename SightLevels<Set>::Number SightLevels<Set>::hand_at(std::size_t level, std::uint32_t board) const {
    SHAPEWRIGHT_ASSERT(level < levels_.size() &&
                       graph_->levels()[level].contexts[board] < levels_[level].hand_of.size());
    return levels_[level].hand_of[graph_->levels()[level].contexts[board]];
}

/// How much is kept of the values of a level.
template <typename Set>
typename SightLevels<Set>::Sizes SightLevels<Set>::sizes(std::size_t level) const {
    const Level& of = levels_[level];
    const std::size_t boards = graph_->levels()[level].boards.size();
    Sizes result;
    for (std::uint32_t board = 0; board < boards; ++board) {
        const Hands& hands = of.hands[hand_at(level, board)];
        if (level > full_)
            result.words += (hands.size[Hands::decided] + 63) / 64;
        else
            result.told += hands.size[Hands::told];
        if (board < of.alone_at.size() && of.alone_at[board] != HandsOfLevel::none)
            result.alone += of.alone_hands[of.alone_at[board]].size[Hands::told];
    }
    result.bytes = 8 * result.words + Counts::width_of(most_told(level, of.hands)) * result.told +
                   Counts::width_of(most_told(level, of.alone_hands)) * result.alone + 2 * sizeof(std::size_t) * boards;
    return result;
}

/// The greatest value that the level before may be told.
template <typename Set>
std::uint64_t SightLevels<Set>::most_told(std::size_t level, const HandsOfLevel& hands) const {
    std::uint64_t most = 0;
    for (const Pattern::State& state : pattern_->level(graph_->contexts().read(level) + hands.length(Hands::told)))
        most = std::max(most, state.count);
    return most;
}

/// How many bytes the values of two neighbouring levels take at most, with what is known of hands.
template <typename Set>
std::uint64_t SightLevels<Set>::most_bytes() const {
    std::uint64_t most = 0, last = 0, rest = 0;
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        const Level& of = levels_[level];
        const std::uint64_t now = sizes(level).bytes;
        rest += of.hands.bytes() + of.alone_hands.bytes() + bytes_of(of.hand_of) + bytes_of(of.alone_at);
        most = std::max(most, last + now);
        last = now;
    }
    return most + rest;
}

template class SightLevels<Board>;
template class SightLevels<TallBoard>;

}  // namespace shapewright::clear
