#include "stacking/games/deadly.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::uint64_t bytes_of_a_name = 48;  // in a table of the library, with its link and slot
constexpr std::uint64_t steps_of_a_game = 2000;
constexpr std::size_t fewest_kept = 4;  // sets of a layer, however large they are

}  // namespace

Deadly::Deadly(const Well& well, std::uint64_t board, bool hold)
    : well_(well),
      hold_(hold),
      start_(board),
      board_bits_(well.width() * well.height()),
      digit_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(well.pieces())))),
      board_mask_(~std::uint64_t{0} >> (64 - board_bits_)),
      game_(well, board, {0, hold}) {}

/// All positions that plays lead to when `piece` comes, in order. They have the keys of `Survival`.
void Deadly::follow(const Set& from, int piece, Set& to) {
    SHAPEWRIGHT_ASSERT(0 <= piece && piece < well_.pieces() && std::is_sorted(from.begin(), from.end()));
    to.clear();
    if (!hold_) {
        for (const std::uint64_t board : from)
            well_.landings(board, piece, [&](const Well::Landing& landing) { to.push_back(landing.board); });
    } else {
        const int held_at = board_bits_;
        const std::uint64_t digit = (std::uint64_t{1} << digit_bits_) - 1;
        const std::uint64_t locked = std::uint64_t{1} << (held_at + digit_bits_);
        const std::uint64_t kept = static_cast<std::uint64_t>(piece + 1) << held_at;
        const auto drop = [&](int which, std::uint64_t board, std::uint64_t held) {
            well_.landings(board, which, [&](const Well::Landing& landing) { to.push_back(landing.board | held); });
        };
        for (const std::uint64_t key : from) {
            const std::uint64_t board = key & board_mask_;
            const int held = static_cast<int>(key >> held_at & digit);
            drop(piece, board, static_cast<std::uint64_t>(held) << held_at);
            if ((key & locked) != 0 || held == piece + 1) continue;
            if (held != 0)
                drop(held - 1, board, kept);
            else
                to.push_back(board | kept | locked);
        }
    }
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
    ++sets_;
    work_ += to.size() + 1;
}

Deadly::Name Deadly::name_of(const Set& set) const {
    const bool turns = !well_.mirror_images().empty();
    Name name{0, 0};
    Name image{0, 0};
    const auto add = [](Name& sum, std::uint64_t key) {
        const std::uint64_t hash = hashed(key);
        sum.first += hash;
        sum.second += hashed(hash ^ key);
    };
    for (const std::uint64_t key : set) {
        add(name, key);
        if (turns) add(image, game_.game().mirrored(key));
    }
    return turns && image < name ? image : name;
}

void Deadly::check(std::size_t positions) const {
    const std::uint64_t used = refuted_.size() * bytes_of_a_name + positions * sizeof(std::uint64_t) + game_.bytes();
    if (bytes_ != 0 && used > bytes_) throw std::length_error("too many positions");
}

// --- Any deadly sequence
// ----------------------------------------------------------------------------------------------

/// How many ways out a set leaves, less for positions that are high or have holes.
double Deadly::promise_of(const Set& set) const {
    double promise = 0;
    for (const std::uint64_t key : set) {
        const std::uint64_t board = key & board_mask_;
        promise += std::exp2(-2 * well_.rows(board) - well_.holes(board));
    }
    return promise;
}

Deadly::Outcome Deadly::hunt(std::uint64_t room, std::size_t longest, const StopToken& stop, std::uint64_t bytes) {
    bytes_ = bytes;
    std::vector<Entry> layer{{{start_}, {}, 0}};
    std::unordered_set<Name, NameHash> met;
    for (std::size_t length = 0; length < longest && !layer.empty(); ++length) {
        std::vector<Entry> next;
        std::size_t positions = 0;
        for (const Entry& entry : layer) {
            for (int piece = 0; piece < well_.pieces(); ++piece) {
                if (stop.expired()) return Outcome::stopped;
                check(positions + met.size() * bytes_of_a_name / sizeof(std::uint64_t));
                Entry made;
                follow(entry.set, piece, made.set);
                made.sequence = entry.sequence;
                made.sequence.push_back(piece);
                if (made.set.empty()) {
                    if (best_.empty() || made.sequence.size() < best_.size()) best_ = std::move(made.sequence);
                    return Outcome::done;
                }
                if (!met.insert(name_of(made.set)).second) continue;
                made.promise = promise_of(made.set);
                positions += made.set.size();
                next.push_back(std::move(made));
            }
        }
        std::stable_sort(next.begin(), next.end(),
                         [](const Entry& a, const Entry& b) { return a.promise < b.promise; });
        std::size_t kept = 0;
        for (std::uint64_t held = 0; kept < next.size() && (kept < fewest_kept || held < room); ++kept)
            held += next[kept].set.size();
        next.resize(kept);
        layer = std::move(next);
    }
    return Outcome::spent;
}

// --- The shortest one
// -------------------------------------------------------------------------------------------------

/// Whether an adversary who sees what the player does might kill each position within so many pieces.
bool Deadly::may_be_killed(const Set& set, std::size_t rest) {
    SHAPEWRIGHT_ASSERT(!set.empty() && rest > 0);
    // What looks best for the player refutes most sets.
    std::size_t best = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t k = 0; k < set.size(); ++k) {
        const int badness = game_.game().badness(set[k]);
        if (badness < least) {
            least = badness;
            best = k;
        }
    }
    const std::uint64_t before = game_.steps();
    bool survives = false;
    try {
        const int drops = static_cast<int>(rest);
        survives = game_.makes_sure(set[best], drops, steps_of_a_game, *stop_, bytes_ / 2);
        for (std::size_t k = 0; k < set.size() && !survives; ++k)
            survives = game_.makes_sure(set[k], drops, steps_of_a_game, *stop_, bytes_ / 2);
    } catch (const std::length_error&) {
        game_ = Survival(well_, start_, {0, hold_});  // what it knows only saves time
        return true;
    }
    work_ += game_.steps() - before;
    return !survives;
}

/// Whether so many pieces can follow that leave nothing of a set; they are put into `tail_`.
bool Deadly::kills(const Set& set, std::size_t rest) {
    if (set.empty()) return true;
    if (rest == 0) return false;
    const Name name = name_of(set);
    const auto known = refuted_.find(name);
    if (known != refuted_.end() && known->second >= rest) return false;
    if (stop_->expired()) throw Survival::Halted{};
    if (work_ > work_allowed_) throw Spent{};
    bool found = false;
    if (may_be_killed(set, rest)) {
        std::vector<std::pair<Set, int>> following;
        std::size_t positions = 0;
        for (int piece = 0; piece < well_.pieces(); ++piece) {
            following.emplace_back();
            following.back().second = piece;
            follow(set, piece, following.back().first);
            positions += following.back().first.size();
        }
        on_the_way_ += positions;
        check(on_the_way_);
        // The smallest set first.
        std::stable_sort(following.begin(), following.end(),
                         [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); });
        for (const auto& [next, piece] : following) {
            if (!kills(next, rest - 1)) continue;
            tail_.push_back(piece);
            found = true;
            break;
        }
        SHAPEWRIGHT_ASSERT(on_the_way_ >= positions);
        on_the_way_ -= positions;
    }
    if (found) return true;
    std::uint16_t& most = refuted_[name];
    most = std::max(most, static_cast<std::uint16_t>(rest));
    return false;
}

Deadly::Outcome Deadly::shorten(std::uint64_t work, const StopToken& stop, std::uint64_t bytes) {
    stop_ = &stop;
    bytes_ = bytes;
    work_allowed_ = work_ + work;
    on_the_way_ = 0;
    try {
        while (best_.empty() || least_ < best_.size()) {
            tail_.clear();
            if (kills({start_}, least_))
                best_.assign(tail_.rbegin(), tail_.rend());
            else
                ++least_;
        }
    } catch (const Spent&) {
        return Outcome::spent;
    } catch (const Survival::Halted&) {
        return Outcome::stopped;
    }
    return Outcome::done;
}

}  // namespace shapewright::stacking
