#include "clear/graph/chance.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/assert.hpp"
#include "core/memory.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t boards_at_once = 256;  // until the next look at the clock

/// How many of the bits `from` ... `to` are set.
std::uint32_t count_of(const std::uint64_t* bits, std::uint64_t from, std::uint64_t to) {
    std::uint32_t result = 0;
    while (from < to) {
        const std::uint64_t step = std::min<std::uint64_t>(to - from, 64);
        result += static_cast<std::uint32_t>(std::popcount(some_bits(bits, from, step)));
        from += step;
    }
    return result;
}

/// Makes of values for long prefixes, one after the other, those for shorter ones: their sums, or counts of bits. Calls
/// take(number of the value, value).
template <typename Sum, typename Take>
void sum_up(Prefixes& prefixes, const HandsOfLevel& level, const Hands::One& one, Hands::Sight from, Hands::Sight to,
            Sum sum, Take take) {
    std::uint64_t begin = one.at[from];
    std::uint64_t target = one.at[to];
    for (const std::uint64_t group : prefixes.ends(level.read(), one.state, level.length(from), level.length(to))) {
        const std::uint64_t end = one.at[from] + group;
        take(static_cast<std::size_t>(target++), sum(begin, end));
        begin = end;
    }
}

/// Adds up values from one number up to another.
auto sum_of(const std::vector<std::uint32_t>& values) {
    return [&values](std::uint64_t begin, std::uint64_t end) {
        std::uint32_t sum = 0;
        for (std::uint64_t k = begin; k < end; ++k) sum += values[static_cast<std::size_t>(k)];
        return sum;
    };
}

}  // namespace

template <typename Set>
Chance<Set>::Chance(const Graph<Set>& graph, Sight sight)
    : graph_(&graph),
      pattern_(&graph.contexts().pattern()),
      prefixes_(*pattern_),
      hold_(graph.contexts().has_hold()),
      levels_(graph, std::move(sight)),
      level_(graph.placements()) {
    std::uint32_t state = 0;
    const auto& queue = levels_.sight().queue;
    for (std::size_t read = 0; read < queue.size(); ++read) {
        if (queue[read] >= pieces) throw std::invalid_argument("a piece that is seen is not a piece");
        state = pattern_->level(read)[state].next[queue[read]];
        if (state == Pattern::none) throw std::invalid_argument("no queue begins as seen");
    }
    sequences_ = pattern_->level(queue.size())[state].count;
    if (pattern_->count() >> 32 != 0) throw std::invalid_argument("too many pieces are unseen");
}

/// Finds out about the contexts of all boards.
template <typename Set>
void Chance<Set>::prepare() {
    levels_.find(prefixes_);
    for (std::size_t level = 1; level <= graph_->placements(); ++level)
        to_settle_ += graph_->levels()[level].boards.size();
    needed_ = levels_.most_bytes();
}

/// Makes room for the values of a level, all at once: vectors that grow by and by would be copied, and twice as large.
template <typename Set>
void Chance<Set>::begin_level() {
    const Level& level = levels_[level_];
    const auto room = levels_.sizes(level_);
    const std::size_t boards = graph_->levels()[level_].boards.size();
    here_ = {{},
             Counts(levels_.most_told(level_, level.hands)),
             {},
             Counts(levels_.most_told(level_, level.alone_hands)),
             {}};
    here_.bits.reserve(static_cast<std::size_t>(room.words));
    here_.told.reserve(static_cast<std::size_t>(room.told));
    here_.alone.reserve(static_cast<std::size_t>(room.alone));
    here_.at.reserve(boards);
    here_.alone_at.reserve(boards);
}

/// Makes values of a board as good as its placements allow.
template <typename Set>
void Chance<Set>::add_best(Passages& ways, bool from_alone, bool to_alone, Number hand, std::uint32_t board,
                           std::vector<Value>& own) {
    const auto& from = graph_->levels()[level_];
    const Level& level = levels_[level_];
    const Level& after = levels_[level_ + 1];
    SHAPEWRIGHT_ASSERT(next_.at.size() == graph_->levels()[level_ + 1].boards.size() || to_alone);
    for (std::size_t edge = from.first[board]; edge < from.first[board + 1]; ++edge) {
        const std::uint32_t target = from.edges[edge].target();
        const Number target_hand = to_alone ? after.alone_at[target] : levels_.hand_at(level_ + 1, target);
        if (target_hand == HandsOfLevel::none) continue;
        const Counts& values = to_alone ? next_.alone : next_.told;
        const std::size_t begin = to_alone ? next_.alone_at[target] : next_.at[target];
        for (const auto& copy :
             ways.of(*pattern_, prefixes_, from_alone ? level.alone_hands : level.hands, hand, from.edges[edge].piece(),
                     to_alone ? after.alone_hands : after.hands, target_hand))
            values.raise(own.data() + static_cast<std::size_t>(copy.to), begin + static_cast<std::size_t>(copy.from),
                         static_cast<std::size_t>(copy.length));
    }
}

/// Adds the bits of the boards that placements lead to.
template <typename Set>
void Chance<Set>::add_all(Passages& ways, const HandsOfLevel& hands, Number hand, std::uint32_t board) {
    const auto& from = graph_->levels()[level_];
    for (std::size_t edge = from.first[board]; edge < from.first[board + 1]; ++edge) {
        const std::uint32_t target = from.edges[edge].target();
        SHAPEWRIGHT_ASSERT(next_.at[target] <= next_.bits.size());
        for (const auto& copy : ways.of(*pattern_, prefixes_, hands, hand, from.edges[edge].piece(),
                                        levels_[level_ + 1].hands, levels_.hand_at(level_ + 1, target)))
            add_bits(copy, next_.bits.data() + next_.at[target], bits_.data());
    }
}

/// Finds the bits of a board at which all that comes is seen.
template <typename Set>
void Chance<Set>::find_bits(std::uint32_t board, Number hand) {
    const std::uint64_t size = levels_[level_].hands[hand].size[Hands::decided];
    const bool is_last = level_ == graph_->placements();
    bits_.assign(static_cast<std::size_t>((size + 63) / 64), is_last ? ~std::uint64_t{0} : 0);
    if (!is_last) add_all(ways_.bits, levels_[level_].hands, hand, board);
}

/// Finds the values of a board, and keeps what the level before is told.
template <typename Set>
void Chance<Set>::settle(std::uint32_t board) {
    const Level& level = levels_[level_];
    const Number hand = levels_.hand_at(level_, board);
    SHAPEWRIGHT_ASSERT(board == here_.at.size());
    const Hands& hands = level.hands[hand];
    if (level_ >= levels_.full()) find_bits(board, hand);
    if (level_ > levels_.full()) {
        here_.at.push_back(here_.bits.size());
        here_.bits.insert(here_.bits.end(), bits_.begin(), bits_.end());
    } else {
        here_.at.push_back(here_.told.size());
        told_.resize(static_cast<std::size_t>(hands.size[Hands::told]));
        const auto tell = [&](auto sum) {
            for (const Hands::One& one : hands.all)
                sum_up(prefixes_, level.hands, one, Hands::decided, Hands::told, sum,
                       [&](std::size_t at, Value value) { told_[at] = value; });
        };
        if (level_ == levels_.full()) {
            tell([&](std::uint64_t begin, std::uint64_t end) { return count_of(bits_.data(), begin, end); });
        } else {
            values_.assign(static_cast<std::size_t>(hands.size[Hands::decided]), 0);
            add_best(ways_.numbers, false, false, hand, board, values_);
            tell(sum_of(values_));
        }
        here_.told.append(told_);
    }
    if (level_ > levels_.full_alone() || !hold_) return;
    here_.alone_at.push_back(here_.alone.size());
    if (level.alone_at[board] != HandsOfLevel::none) settle_alone(board, hands, level.alone_at[board]);
}

/// The same for what is reached without holding.
template <typename Set>
void Chance<Set>::settle_alone(std::uint32_t board, const Hands& all, Number hand) {
    const HandsOfLevel& level = levels_[level_].alone_hands;
    const Hands& hands = level[hand];
    told_.resize(static_cast<std::size_t>(hands.size[Hands::told]));
    const auto take = [&](std::size_t at, Value value) { told_[at] = value; };
    if (level_ < levels_.full_alone()) {
        find_alone_values(board, hand);
        for (const Hands::One& one : hands.all)
            sum_up(prefixes_, level, one, Hands::decided, Hands::told, sum_of(values_), take);
        here_.alone.append(told_);
        return;
    }
    // With everything in sight it makes no difference which piece counts as held.
    for (const Hands::One& one : hands.all) {
        SHAPEWRIGHT_ASSERT(all.find(one.held, one.state) != nullptr);
        const std::uint64_t from = all.find(one.held, one.state)->at[Hands::decided] - one.at[Hands::decided];
        sum_up(
            prefixes_, level, one, Hands::decided, Hands::told,
            [&](std::uint64_t begin, std::uint64_t end) { return count_of(bits_.data(), from + begin, from + end); },
            take);
    }
    here_.alone.append(told_);
}

/// The values in `values_` of a board that is reached without holding: the best of placing the current piece and of
/// putting it into hold.
template <typename Set>
void Chance<Set>::find_alone_values(std::uint32_t board, Number hand) {
    const HandsOfLevel& level = levels_[level_].alone_hands;
    const Hands& hands = level[hand];
    values_.assign(static_cast<std::size_t>(hands.size[Hands::decided]), 0);
    if (level.length(Hands::decided) > 0)
        add_best(ways_.direct, true, true, hand, board, values_);
    else
        place_blindly(board, hands);
    look(board, hand);
    for (const Hands::One& one : hands.all)
        sum_up(prefixes_, level, one, Hands::looked, Hands::decided, sum_of(looked_),
               [&](std::size_t at, Value value) { values_[at] = std::max(values_[at], value); });
}

/// The values in `looked_`: the current piece was put into hold, more is seen, and the next piece is placed.
template <typename Set>
void Chance<Set>::look(std::uint32_t board, Number hand) {
    const HandsOfLevel& level = levels_[level_].alone_hands;
    const std::uint64_t size = level[hand].size[Hands::looked];
    looked_.assign(static_cast<std::size_t>(size), 0);
    if (level_ < levels_.full()) {
        add_best(ways_.after_look, true, false, hand, board, looked_);
    } else {
        bits_.assign(static_cast<std::size_t>((size + 63) / 64), 0);
        add_all(ways_.after_full_look, level, hand, board);
        for (std::size_t k = 0; k < looked_.size(); ++k) looked_[k] = bits_[k / 64] >> (k % 64) & 1;
    }
}

/// The values in `values_` where only the current piece is seen, and placed: the next one is seen afterwards.
template <typename Set>
void Chance<Set>::place_blindly(std::uint32_t board, const Hands& hands) {
    const auto& from = graph_->levels()[level_];
    const Level& after = levels_[level_ + 1];
    for (std::size_t edge = from.first[board]; edge < from.first[board + 1]; ++edge) {
        const std::uint32_t target = from.edges[edge].target();
        if (after.alone_at[target] == HandsOfLevel::none) continue;
        for (const Hands::One& one : hands.all) {
            if (one.held != from.edges[edge].piece()) continue;
            Value sum = 0;
            const auto& steps = pattern_->level(levels_[level_].hands.read())[one.state].next;
            for (std::uint32_t coming = 0; coming < pieces; ++coming)
                if (const Hands::One* next = after.alone_hands[after.alone_at[target]].find(coming, steps[coming]))
                    sum += next_.alone[next_.alone_at[target] + static_cast<std::size_t>(next->at[Hands::told])];
            Value& best = values_[static_cast<std::size_t>(one.at[Hands::decided])];
            best = std::max(best, sum);
        }
    }
}

/// The sum of some values of a board: those for all that may come after what is seen at the start.
template <typename Set>
template <typename At>
std::uint64_t Chance<Set>::total(const HandsOfLevel& level, Number hand, std::uint32_t held, std::uint32_t state,
                                 Hands::Sight sight, At value) const {
    const Hands::One* one = hand == HandsOfLevel::none ? nullptr : level[hand].find(held, state);
    if (one == nullptr) return 0;
    std::uint64_t at = one->at[sight];
    std::size_t read = level.read();
    std::size_t length = level.length(sight);
    for (; read < levels_.sight().queue.size() && length > 0; ++read, --length) {
        at += prefixes_.before(read, state, length, levels_.sight().queue[read]);
        state = pattern_->level(read)[state].next[levels_.sight().queue[read]];
    }
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < prefixes_.count(read, state, length); ++k)
        sum += value(static_cast<std::size_t>(at + k));
    return sum;
}

/// What the first placement is worth: that of the first piece that is seen, or of the second.
template <typename Set>
std::uint64_t Chance<Set>::worth(std::uint32_t board, bool is_second) const {
    const Level& level = levels_[1];
    SHAPEWRIGHT_ASSERT(level_ == 0 && board < next_.at.size() && !sight().queue.empty());
    const std::uint8_t first = sight().queue[0];
    const std::uint32_t state = pattern_->level(0)[0].next[first];
    const Number hand = levels_.hand_at(1, board);
    const auto told = [&](std::size_t at) { return next_.told[next_.at[board] + at]; };
    if (!hold_) return total(level.hands, hand, Contexts::no_hold, state, Hands::told, told);
    const auto alone_told = [&](std::size_t at) { return next_.alone[next_.alone_at[board] + at]; };
    const bool alone = !is_second && (!sight().held || sight().queue.size() == 1);
    std::uint64_t sum = 0;
    for (std::uint32_t second = 0; second < pieces; ++second) {
        const std::uint32_t after = pattern_->level(1)[state].next[second];
        if (after == Pattern::none || (sight().queue.size() > 1 && second != sight().queue[1])) continue;
        sum += alone ? total(level.alone_hands, level.alone_at[board], second, after, Hands::told, alone_told)
                     : total(level.hands, hand, is_second ? first : second, after, Hands::told, told);
    }
    return sum;
}

/// Works on a level until it is done, false if stopped.
template <typename Set>
bool Chance<Set>::settle_level(const StopToken& stop) {
    if (board_ == 0) begin_level();
    for (const auto boards = graph_->levels()[level_].boards.size(); board_ < boards; ++settled_) {
        settle(board_++);
        if (board_ % boards_at_once == 0 && stop.expired()) return false;
    }
    SHAPEWRIGHT_ASSERT(here_.at.size() == graph_->levels()[level_].boards.size() && level_ > 0);
    board_ = 0;
    next_ = std::move(here_);
    here_ = {};
    ways_ = {};
    --level_;
    return true;
}

template <typename Set>
std::optional<std::vector<typename Chance<Set>::Move>> Chance<Set>::moves(const StopToken& stop, std::uint64_t bytes) {
    if (graph_->levels()[0].boards.empty() || graph_->placements() == 0) return std::vector<Move>{};
    if (!levels_.are_known()) prepare();
    if (needed_ > bytes) throw std::length_error("too many values");
    while (level_ > 0)
        if (!settle_level(stop) || (level_ > 0 && stop.expired())) return std::nullopt;
    const bool seen_yet = sight().queue.size() > (sight().held ? 1 : 0);
    return seen_yet ? first_moves() : std::vector{before_all()};
}

/// What it is worth to begin: all that may come into sight first, and the best that can be made of it.
template <typename Set>
typename Chance<Set>::Move Chance<Set>::before_all() {
    if (hold_ && !sight().held) {
        find_alone_values(0, levels_[0].alone_at[0]);
    } else {
        const Number hand = levels_.hand_at(0, 0);
        values_.assign(static_cast<std::size_t>(levels_[0].hands[hand].size[Hands::decided]), 0);
        add_best(ways_.numbers, false, false, hand, 0, values_);
    }
    return {to_be_seen, graph_->levels()[0].boards[0], sum_of(values_)(0, values_.size())};
}

template <typename Set>
std::vector<typename Chance<Set>::Move> Chance<Set>::first_moves() {
    std::vector<Move> result;
    const auto& start = graph_->levels()[0];
    const auto place = [&](bool is_second) {
        if (sight().queue.size() < (is_second ? 2 : 1)) return;
        for (std::size_t edge = start.first[0]; edge < start.first[1]; ++edge) {
            const std::size_t piece = start.edges[edge].piece();
            const std::uint32_t board = start.edges[edge].target();
            if (piece == sight().queue[is_second ? 1 : 0])
                result.push_back({piece, graph_->levels()[1].boards[board], worth(board, is_second)});
        }
    };
    place(false);
    if (!hold_) return result;
    if (sight().held || levels_.seen(0, true) == sight().queue.size()) {
        place(true);
        return result;
    }
    const Number hand = levels_[0].alone_at[0];
    look(0, hand);
    const std::uint32_t state = pattern_->level(0)[0].next[sight().queue[0]];
    result.push_back({to_be_seen, start.boards[0],
                      total(levels_[0].alone_hands, hand, sight().queue[0], state, Hands::looked,
                            [&](std::size_t at) { return looked_[at]; })});
    return result;
}

template class Chance<Board>;
template class Chance<TallBoard>;

}  // namespace shapewright::clear
