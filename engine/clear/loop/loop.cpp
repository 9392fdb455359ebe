#include "clear/loop/loop.hpp"

#include <algorithm>
#include <bit>

#include "core/assert.hpp"

namespace shapewright::clear {

namespace {

constexpr unsigned whole_bag = (1U << pieces) - 1;
constexpr std::uint64_t position_bytes = 64;  // a node of a hash map, and its share of the buckets

Word128 times(const Word128& number, unsigned factor) {
    Word128 result;
    for (unsigned k = 0; k < factor; ++k) result += number;
    return result;
}

}  // namespace

Loop::Loop(const LivePlacements& placements, Rules rules)
    : placements_(placements), rules_(rules), needed_(placements.pieces_needed()) {
    if (rules.see < 1 || rules.see > most_visible) throw std::invalid_argument("one to seven pieces can be in sight");
    for (unsigned bag = rules.bags ? 1 : whole_bag; bag <= whole_bag; ++bag) collect(0, 0, bag);
    std::sort(sights_.begin(), sights_.end());
    sights_.erase(std::unique(sights_.begin(), sights_.end()), sights_.end());
    for (std::uint32_t number = 0; number < sights_.size(); ++number) number_of_.emplace(sights_[number], number);
    strings_.resize(1);
    for (unsigned left = 1; left <= pieces; ++left) {
        strings_[0][0][left] = 1;
        strings_[0][1][left] = rules.hold ? left : 1;
    }
    count_strings();
    values_.resize(sights_.size() * (pieces + 1));
    if (rules.aim == Aim::all)
        for (std::size_t k = 0; k < values_.size(); ++k)
            values_[k] =
                strings(0, {0, sights_[k / (pieces + 1)] & whole_bag, static_cast<unsigned>(k % (pieces + 1)), false});
}

/// What is left of a bag when a piece has come out.
unsigned Loop::after(unsigned bag, unsigned piece) const {
    SHAPEWRIGHT_ASSERT((bag >> piece & 1) != 0 && bag <= whole_bag);
    if (!rules_.bags) return whole_bag;
    const unsigned rest = bag & ~(1U << piece);
    return rest == 0 ? whole_bag : rest;
}

/// How many strings may come for so many placements.
const Word128& Loop::strings(int to_come, const Hand& hand) const {
    SHAPEWRIGHT_ASSERT(0 <= to_come && static_cast<std::size_t>(to_come) < strings_.size() && hand.bag != 0 &&
                       hand.bag <= whole_bag);
    return strings_[static_cast<std::size_t>(to_come)][hand.held == no_piece ? 1 : 0]
                   [static_cast<unsigned>(std::popcount(hand.bag))];
}

void Loop::collect(std::uint32_t visible, int number, unsigned bag) {
    if (number == rules_.see) {
        sights_.push_back(sight_of(visible, bag));
        return;
    }
    for (unsigned rest = bag; rest != 0; rest &= rest - 1) {
        const auto piece = static_cast<unsigned>(std::countr_zero(rest));
        collect(visible | piece << (3 * number), number + 1, after(bag, piece));
    }
}

/// The sum of what `visit(visible, bag)` gives for all that may come into sight.
template <typename Visit>
Word128 Loop::sum_over_next(std::uint32_t visible, int number, unsigned bag, Visit visit) const {
    SHAPEWRIGHT_ASSERT(0 <= number && number <= rules_.see && visible >> (3 * number) == 0);
    if (number == rules_.see) return visit(visible, bag);
    Word128 sum;
    for (unsigned rest = bag; rest != 0; rest &= rest - 1) {
        const auto piece = static_cast<unsigned>(std::countr_zero(rest));
        sum += sum_over_next(visible | piece << (3 * number), number + 1, after(bag, piece), visit);
    }
    return sum;
}

Word128 Loop::value(unsigned bag, unsigned held) const {
    if (bag == 0 || bag > whole_bag || held > no_piece || (!rules_.bags && bag != whole_bag))
        throw std::invalid_argument("no such bag or piece");
    return sum_over_next(0, 0, bag, [&](std::uint32_t visible, unsigned left) {
        return values_[number_of_.at(sight_of(visible, left)) * (pieces + 1) + held];
    });
}

bool Loop::step(const StopToken& stop, std::uint64_t bytes) {
    stop_ = &stop;
    most_ = bytes / position_bytes;
    fresh_.resize(values_.size());
    try {
        for (; next_ < sights_.size(); ++next_) {
            const std::uint32_t visible = sights_[next_] >> 7;
            const unsigned bag = sights_[next_] & whole_bag;
            for (unsigned held = 0; held <= no_piece; ++held)
                if (rules_.hold || held == no_piece)
                    fresh_[next_ * (pieces + 1) + held] = best(0, 0, {visible, bag, held, false});
        }
    } catch (const Halted&) {
        return false;
    }
    SHAPEWRIGHT_ASSERT(next_ == sights_.size() && fresh_.size() == values_.size());
    values_.swap(fresh_);
    known_.clear();
    possible_.clear();
    next_ = 0;
    ++clears_;
    count_strings();
    greatest_ = {};
    for (std::size_t k = 0; k < values_.size(); ++k) {
        const bool empty = k % (pieces + 1) == no_piece;
        const auto left = static_cast<unsigned>(std::popcount(sights_[k / (pieces + 1)] & whole_bag));
        Word128& greatest = greatest_[empty ? 1 : 0][left];
        greatest = std::max(greatest, values_[k]);
    }
    return true;
}

/// The strings for one clear more.
void Loop::count_strings() {
    for (int k = 0; k < needed_; ++k) {
        strings_.emplace_back();
        const auto& before = strings_[strings_.size() - 2];
        SHAPEWRIGHT_ASSERT(strings_.size() >= 2);
        for (unsigned left = 1; left <= pieces; ++left) {
            const unsigned next = !rules_.bags || left == 1 ? static_cast<unsigned>(pieces) : left - 1;
            for (std::size_t empty = 0; empty < 2; ++empty)
                strings_.back()[empty][left] = times(before[empty][next], left);
        }
    }
}

/// The value when a placement has been made and the next piece comes into sight.
Word128 Loop::dealt(int placed, std::uint32_t board, Hand hand) {
    return sum_over_next(hand.visible, rules_.see - 1, hand.bag, [&](std::uint32_t visible, unsigned bag) {
        return value(placed, board, {visible, bag, hand.held, hand.forced});
    });
}

Word128 Loop::value(int placed, std::uint32_t board, const Hand& hand) {
    SHAPEWRIGHT_ASSERT(placed <= needed_ && hand.held <= no_piece && !(hand.forced && hand.held == no_piece));
    if (placed == needed_) {
        const std::size_t at = number_of_.at(sight_of(hand.visible, hand.bag)) * (pieces + 1) + hand.held;
        return rules_.aim == Aim::all ? values_[at] : strings(needed_ * clears_, hand) + values_[at];
    }
    const std::uint64_t key = (std::uint64_t{board} << 4 | static_cast<unsigned>(placed)) << 32 |
                              std::uint64_t{hand.visible} << 11 | std::uint64_t{hand.bag} << 4 | hand.held << 1 |
                              (hand.forced ? 1U : 0U);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const Word128 result = best(placed, board, hand);
    if (known_.size() + possible_.size() >= most_) throw std::length_error("too many positions");
    known_.emplace(key, result);
    return result;
}

/// The best that can be made of a position.
Word128 Loop::best(int placed, std::uint32_t board, const Hand& hand) {
    if ((++steps_ & 0x3ff) == 0 && stop_->expired()) throw Halted{};
    Word128 result;
    if (!possible(placed, board, hand.held, hand.forced, hand.visible, rules_.see)) return result;
    if (clears_ == 0 && decided(placed, hand)) return strings(needed_ - placed, hand);
    const unsigned current = hand.visible & 7;
    const std::uint32_t rest = hand.visible >> 3;
    for (const auto step : placements_.of(placed, board, static_cast<Piece>(current)))
        result = std::max(result, dealt(placed + 1, step.next, {rest, hand.bag, hand.held, false}));
    if (hand.forced || !rules_.hold) return result;
    if (hand.held == no_piece) return std::max(result, dealt(placed, board, {rest, hand.bag, current, true}));
    if (hand.held == current) return result;
    for (const auto step : placements_.of(placed, board, static_cast<Piece>(hand.held)))
        result = std::max(result, dealt(placed + 1, step.next, {rest, hand.bag, current, false}));
    return result;
}

/// Whether all the pieces that the present clear can use are in sight.
bool Loop::decided(int placed, const Hand& hand) const {
    return rules_.see >= needed_ - placed + (rules_.hold && hand.held == no_piece ? 1 : 0);
}

/// Whether the pieces in sight, as far as all the clears that are wanted need them, can be placed on live boards.
bool Loop::possible(int placed, std::uint32_t board, unsigned held, bool forced, std::uint32_t visible, int number) {
    SHAPEWRIGHT_ASSERT(placed <= needed_ && held <= no_piece);
    if (number == 0) return true;
    const int further = rules_.aim == Aim::all ? clears_ : 0;
    if (placed == needed_) return further == 0 || possible(0, 0, held, false, visible, number);
    // Only as many as the clears to come can place. In a last clear an empty hold may take one more; before others it
    // would come too far.
    const int to_place = needed_ * (further + 1) - placed;
    number = std::min(number, to_place + (further == 0 && held == no_piece && rules_.hold ? 1 : 0));
    visible &= (1U << (3 * number)) - 1;
    const std::uint64_t key = (std::uint64_t{board} << 4 | static_cast<unsigned>(placed)) << 32 |
                              std::uint64_t{visible} << 7 | static_cast<unsigned>(number) << 4 | held << 1 |
                              (forced ? 1U : 0U);
    if (const auto found = possible_.find(key); found != possible_.end()) return found->second;
    const unsigned current = visible & 7;
    bool result = leads(placed, board, current, held, visible >> 3, number - 1);
    if (!result && !forced && rules_.hold)
        result = held == no_piece ? possible(placed, board, current, true, visible >> 3, number - 1)
                                  : leads(placed, board, held, current, visible >> 3, number - 1);
    possible_.emplace(key, result);
    return result;
}

bool Loop::leads(int placed, std::uint32_t board, unsigned piece, unsigned held, std::uint32_t visible, int number) {
    const auto steps = placements_.of(placed, board, static_cast<Piece>(piece));
    return std::any_of(steps.begin(), steps.end(), [&](const LivePlacements::Step step) {
        return possible(placed + 1, step.next, held, false, visible, number);
    });
}

}  // namespace shapewright::clear
