#include "clear/graph/chance.hpp"

#include <bit>
#include <stdexcept>

namespace shapewright::clear {

namespace {

constexpr std::uint8_t whole_bag = (1U << pieces) - 1;
constexpr std::size_t most_visible = 21;      // three bits each
constexpr std::uint64_t position_bytes = 72;  // a node of a hash map, and its share of the buckets

}  // namespace

template <typename Set>
Chance<Set>::Chance(const Graph<Set>& graph, Sight sight)
    : graph_(&graph),
      sight_(std::move(sight)),
      useful_(graph.placements() + (sight_.hold ? 1 : 0)),
      known_(graph.placements() + 1) {
    if (!graph.is_complete()) throw std::invalid_argument("the graph is not complete");
    if (sight_.queue.size() > useful_) sight_.queue.resize(useful_);
    if (sight_.ahead < 1 || sight_.queue.size() > most_visible) throw std::invalid_argument("no such sight");
    start_ = {0,
              static_cast<std::uint8_t>(sight_.queue.size()),
              static_cast<std::uint8_t>(sight_.queue.size()),
              static_cast<std::uint8_t>(sight_.bag == 0 ? whole_bag : sight_.bag),
              sight_.held,
              false};
    for (std::size_t k = sight_.queue.size(); k-- > 0;) start_.visible = start_.visible << 3 | sight_.queue[k];
    // 7! to the power of the bags that are drawn from must fit.
    if (useful_ - sight_.queue.size() > 30) throw std::invalid_argument("too many pieces are unseen");
    sequences_ = sequences_from(start_);
}

template <typename Set>
std::size_t Chance<Set>::Hash::operator()(const Key& key) const {
    std::uint64_t hash = key.hand.visible * 0x9e3779b97f4a7c15ULL;
    hash ^= (std::uint64_t{key.board} << 24 | std::uint64_t{key.hand.bag} << 16 | std::uint64_t{key.hand.seen} << 8 |
             std::uint64_t{key.hand.number} << 2 | std::uint64_t{key.hand.held} << 1 | std::uint64_t{key.hand.forced}) *
            0xbf58476d1ce4e5b9ULL;
    return static_cast<std::size_t>(hash ^ hash >> 29);
}

/// How many pieces the player should see but does not yet: with an empty hold the current piece is not held.
template <typename Set>
int Chance<Set>::to_see(const Hand& hand) const {
    const int visible = sight_.ahead + (hand.held ? 1 : 0);
    const int missing = visible - hand.number;
    const int left = static_cast<int>(useful_) - hand.seen;
    return std::max(0, std::min(missing, left));
}

template <typename Set>
std::uint64_t Chance<Set>::sequences_from(const Hand& hand) const {
    std::uint64_t result = 1;
    int left = std::popcount(hand.bag);
    for (std::size_t seen = hand.seen; seen < useful_; ++seen) {
        result *= static_cast<std::uint64_t>(left);
        left = left == 1 ? static_cast<int>(pieces) : left - 1;
    }
    return result;
}

/// The value after the player is shown what comes into sight.
template <typename Set>
std::uint64_t Chance<Set>::revealed(std::size_t level, std::uint32_t board, Hand hand) {
    if (to_see(hand) == 0) return value(level, board, hand);
    std::uint64_t sum = 0;
    for (unsigned bag = hand.bag; bag != 0; bag &= bag - 1) {
        Hand next = hand;
        const unsigned piece = static_cast<unsigned>(std::countr_zero(bag));
        next.visible |= std::uint64_t{piece} << (3 * hand.number);
        ++next.number;
        ++next.seen;
        next.bag = static_cast<std::uint8_t>(hand.bag & ~(1U << piece));
        if (next.bag == 0) next.bag = whole_bag;
        sum += revealed(level, board, next);
    }
    return sum;
}

/// The hand after its first piece, or its second, was placed.
template <typename Set>
typename Chance<Set>::Hand Chance<Set>::played(const Hand& hand, bool second) const {
    Hand next = hand;
    if (second) {
        next.visible = (hand.visible & 7) | (hand.visible >> 6 << 3);
    } else {
        // If the held piece is placed, the current one is held instead, and is now the first.
        next.visible = hand.visible >> 3;
        next.held = hand.held && hand.number > 1;
    }
    next.forced = false;
    --next.number;
    return next;
}

template <typename Set>
typename Chance<Set>::Hand Chance<Set>::put_into_hold(Hand hand) const {
    hand.held = true;
    hand.forced = true;
    return hand;
}

template <typename Set>
std::uint64_t Chance<Set>::value(std::size_t level, std::uint32_t board, const Hand& hand) {
    if (level == graph_->placements()) return sequences_from(hand);
    if (hand.number == 0) return 0;
    const auto [place, is_new] = known_[level].try_emplace({board, hand}, 0);
    if (!is_new) return place->second;
    if (++positions_ > most_) throw std::length_error("too many positions");
    if ((++steps_ & 0xfff) == 0 && stop_->expired()) {
        known_[level].erase(place);
        --positions_;
        throw Halted{};
    }
    const std::uint64_t all = sequences_from(hand);
    const auto& from = graph_->levels()[level];
    std::uint64_t best = 0;
    const std::size_t first = hand.visible & 7;
    const std::size_t second = hand.visible >> 3 & 7;
    // With the same piece twice it still matters which of them is played while the hold is empty: then more is seen.
    const bool may_take_second = hand.held && hand.number > 1;
    try {
        for (std::size_t edge = from.first[board]; edge < from.first[board + 1] && best < all; ++edge) {
            const std::size_t piece = from.edges[edge] & 7;
            const std::uint32_t next = from.edges[edge] >> 3;
            if (piece == first && !hand.forced) best = std::max(best, revealed(level + 1, next, played(hand, false)));
            if (piece == second && may_take_second)
                best = std::max(best, revealed(level + 1, next, played(hand, true)));
        }
        if (sight_.hold && !hand.held && best < all) best = std::max(best, revealed(level, board, put_into_hold(hand)));
    } catch (const Halted&) {  // what is not finished is not known
        known_[level].erase({board, hand});
        --positions_;
        throw;
    }
    known_[level][{board, hand}] = best;
    return best;
}

template <typename Set>
std::optional<std::vector<typename Chance<Set>::Move>> Chance<Set>::moves(const StopToken& stop, std::uint64_t bytes) {
    stop_ = &stop;
    most_ = bytes / position_bytes;
    std::vector<Move> result;
    const auto& levels = graph_->levels();
    if (levels[0].boards.empty() || graph_->placements() == 0) return result;
    const bool looks_on = !start_.held && sight_.hold && start_.number > 0 && to_see(put_into_hold(start_)) > 0;
    const auto may_place = [&](std::size_t piece) {
        const bool first = start_.number > 0 && piece == (start_.visible & 7);
        return first +
               (!looks_on && start_.number > 1 && (start_.held || sight_.hold) && piece == (start_.visible >> 3 & 7));
    };
    to_settle_ = looks_on ? 1 : 0;
    for (std::size_t edge = levels[0].first[0]; edge < levels[0].first[1]; ++edge)
        to_settle_ += static_cast<std::size_t>(may_place(levels[0].edges[edge] & 7));
    try {
        const auto place = [&](const Hand& hand, bool is_second) {
            if (hand.number < (is_second ? 2 : 1)) return;
            const std::size_t wanted = hand.visible >> (is_second ? 3 : 0) & 7;
            for (std::size_t edge = levels[0].first[0]; edge < levels[0].first[1]; ++edge) {
                const std::size_t piece = levels[0].edges[edge] & 7;
                const std::uint32_t next = levels[0].edges[edge] >> 3;
                if (piece == wanted)
                    result.push_back({piece, levels[1].boards[next], revealed(1, next, played(hand, is_second))});
            }
        };
        if (start_.number > 0) place(start_, false);
        if (start_.held) {
            place(start_, true);
        } else if (sight_.hold && start_.number > 0) {
            const Hand holding = put_into_hold(start_);
            if (to_see(holding) == 0)
                place(holding, true);
            else
                result.push_back({to_be_seen, levels[0].boards[0], revealed(0, 0, holding)});
        }
    } catch (const Halted&) {
        settled_ = result.size();
        return std::nullopt;
    }
    settled_ = result.size();
    return result;
}

template class Chance<Board>;
template class Chance<TallBoard>;

}  // namespace shapewright::clear
