#include "stacking/survival.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/hash.hpp"
#include "core/memory.hpp"

namespace shapewright::stacking {

namespace {

constexpr int most_drops = 4000;  // a search goes as deep as there are drops

}  // namespace

int Survival::bits_of(int cells, int pieces, int ahead, bool hold) {
    const int digit = static_cast<int>(std::bit_width(static_cast<unsigned>(pieces)));
    return cells + digit * (ahead + (hold ? 1 : 0)) + (hold ? 1 : 0);
}

Survival::Survival(Well well, std::uint64_t board, Rules rules)
    : well_(std::move(well)),
      rules_(rules),
      start_(board),
      board_bits_(well_.width() * well_.height()),
      board_mask_(board_bits_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << board_bits_) - 1),
      digit_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(well_.pieces())))),
      locked_at_(board_bits_ + digit_bits_ * (rules.ahead + 1)) {
    if (rules.ahead < 0 || well_.pieces() < 1 || well_.pieces() > 200)
        throw std::invalid_argument("a game has 1 to 200 pieces, and no less than none ahead");
    if (bits_of(board_bits_, well_.pieces(), rules.ahead, rules.hold) > 64)
        throw std::length_error("a state of this game has more than 64 bits");
    scratch_.resize(1);
    const State first{start_, std::vector<int>(static_cast<std::size_t>(rules_.ahead), 0), 0, false};
    to_explore_.push_back(node(canonical(encode(first))));
    standing_[0] = waiting;
}

// --- States
// -----------------------------------------------------------------------------------------------------------

std::uint64_t Survival::encode(const State& state) const {
    std::uint64_t key = state.board;
    int at = board_bits_;
    for (const int piece : state.ahead) {
        key |= piece == 0 ? 0 : static_cast<std::uint64_t>(piece) << at;
        at += digit_bits_;
    }
    if (state.held != 0) key |= static_cast<std::uint64_t>(state.held) << at;
    if (state.locked) key |= std::uint64_t{1} << locked_at_;
    return key;
}

Survival::State Survival::decode(std::uint64_t key) const {
    State state;
    state.board = key & board_mask_;
    const std::uint64_t digit = (std::uint64_t{1} << digit_bits_) - 1;
    for (int k = 0; k < rules_.ahead; ++k)
        state.ahead.push_back(static_cast<int>(key >> (board_bits_ + k * digit_bits_) & digit));
    if (rules_.hold) {
        state.held = static_cast<int>(key >> (locked_at_ - digit_bits_) & digit);
        state.locked = (key >> locked_at_ & 1) != 0;
    }
    return state;
}

/// The key of the state, or of its mirror image, whichever is less.
std::uint64_t Survival::canonical(std::uint64_t key) const {
    return well_.mirror_images().empty() ? key : std::min(key, mirrored(key));
}

std::uint64_t Survival::mirrored(std::uint64_t key) const {
    const std::uint64_t board = well_.mirrored(key & board_mask_);
    if (key <= board_mask_) return board;  // nothing is ahead or held
    const std::vector<int>& images = well_.mirror_images();
    State state = decode(key);
    const auto image = [&](int piece) { return piece == 0 ? 0 : images[static_cast<std::size_t>(piece - 1)] + 1; };
    state.board = board;
    for (int& piece : state.ahead) piece = image(piece);
    state.held = image(state.held);
    return encode(state);
}

void Survival::add(const State& state, Reply reply, bool drops, std::vector<Successor>& found) const {
    const std::uint64_t key = canonical(encode(state));
    found.push_back({key, reply, drops, badness(key)});
}

/// All that can follow when the adversary reveals `piece`, what looks best first.
void Survival::successors(std::uint64_t key, int piece, std::vector<Successor>& found) const {
    found.clear();
    if (rules_.ahead == 0 && !rules_.hold) {  // most games; a state is its board
        well_.landings(key, piece, [&](const Well::Landing& landing) {
            const std::uint64_t to = canonical(landing.board);
            found.push_back({to, {piece, Kind::current, landing.orientation, landing.column}, true, badness(to)});
        });
    } else {
        successors_in_sight(decode(key), piece, found);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Successor& a, const Successor& b) { return a.badness < b.badness; });
}

void Survival::successors_in_sight(State state, int piece, std::vector<Successor>& found) const {
    const auto fresh = std::find(state.ahead.begin(), state.ahead.end(), 0);
    if (fresh != state.ahead.end()) {
        *fresh = piece + 1;
        add(state, {piece, Kind::wait, 0, 0}, false, found);
        return;
    }
    state.ahead.push_back(piece + 1);
    const int current = state.ahead.front() - 1;
    state.ahead.erase(state.ahead.begin());
    const bool locked = std::exchange(state.locked, false);
    const std::uint64_t board = state.board;
    const auto drop = [&](int which, Kind kind) {
        well_.landings(board, which, [&](const Well::Landing& landing) {
            state.board = landing.board;
            add(state, {piece, kind, landing.orientation, landing.column}, true, found);
        });
    };
    drop(current, Kind::current);
    if (!rules_.hold || locked || state.held == current + 1) return;
    const int held = std::exchange(state.held, current + 1);
    if (held != 0) {
        drop(held - 1, Kind::held);
    } else {
        state.board = board;
        state.locked = true;
        add(state, {piece, Kind::aside, 0, 0}, false, found);
    }
}

int Survival::badness(std::uint64_t key) const {
    const std::uint64_t board = key & board_mask_;
    return 4 * well_.holes(board) + 3 * well_.rows(board) + std::popcount(board);
}

std::uint32_t Survival::find(std::uint64_t key) const {
    return index_.find(hashed(key), [&](std::uint32_t number) { return keys_[number] == key; });
}

std::uint32_t Survival::node(std::uint64_t key) {
    if (index_.is_full(keys_.size())) {
        check_memory();
        index_.grow(keys_.size(), [&](std::size_t number) { return hashed(keys_[number]); });
    }
    std::uint32_t& slot = index_.slot(hashed(key), [&](std::uint32_t number) { return keys_[number] == key; });
    if (slot != none) return slot;
    const std::uint32_t made = slot = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    low_.push_back(0);
    high_.push_back(unknown);
    killer_.push_back(0);
    standing_.push_back(seen);
    needed_.push_back(none);
    return made;
}

std::uint64_t Survival::bytes() const {
    return bytes_of(keys_) + bytes_of(low_) + bytes_of(high_) + bytes_of(killer_) + bytes_of(standing_) +
           bytes_of(needed_) + index_.bytes() + bytes_of(edges_);
}

/// Whether everything may double: what is there, and the copies that are made meanwhile.
void Survival::check_memory() const {
    if (bytes_ != 0 && bytes() * 2 > bytes_) throw std::length_error("too many states");
    if (keys_.size() > none / 2) throw std::length_error("too many states");
}

void Survival::step() {
    if ((++steps_ & 255) == 0 && stop_->expired()) throw Halted{};
    if (steps_allowed_-- == 0) throw Over{};
}

bool Survival::run(const StopToken& stop, std::uint64_t bytes) {
    stop_ = &stop;
    bytes_ = bytes;
    try {
        for (;; turn_ += turn_ / 2) {
            if (high_[0] == unknown && settle(turn_) && high_[0] == unknown) return true;
            if (deepen(turn_)) return true;
        }
    } catch (const Halted&) {
        return false;
    }
}

Survival::Outcome Survival::outcome() const {
    if (high_[0] != unknown) return Outcome::lost;
    return to_choose_.empty() && to_explore_.empty() ? Outcome::safe : Outcome::open;
}

// --- For ever?
// --------------------------------------------------------------------------------------------------------

/// Goes on for so many steps; true if it is done.
bool Survival::settle(std::uint64_t steps) {
    steps_allowed_ = steps;
    try {
        while (high_[0] == unknown && (!to_choose_.empty() || !to_explore_.empty())) {
            step();
            if (!to_choose_.empty()) {
                const auto [from, piece] = to_choose_.back();
                to_choose_.pop_back();
                if (high_[from] == unknown && !choose(from, piece)) lose(from, piece, most_after(scratch_[0]));
                continue;
            }
            const std::uint32_t which = to_explore_.back();
            to_explore_.pop_back();
            if (high_[which] != unknown || standing_[which] != waiting) continue;
            // Nobody needs what is only reached from lost states; it waits until somebody does.
            std::uint32_t edge = needed_[which];
            while (edge != none && high_[edges_[edge].from] != unknown) edge = edges_[edge].next;
            if (edge == none && which != 0) {
                standing_[which] = seen;
                continue;
            }
            standing_[which] = explored;
            for (int piece = 0; piece < well_.pieces() && high_[which] == unknown; ++piece)
                if (!choose(which, piece)) lose(which, piece, most_after(scratch_[0]));
        }
    } catch (const Over&) {
        return false;
    }
    return true;
}

/// Takes the best reply to `piece` that does not lead to a lost state; false if there is none.
bool Survival::choose(std::uint32_t from, int piece) {
    std::vector<Successor>& found = scratch_[0];
    successors(keys_[from], piece, found);
    for (const Successor& one : found) {
        const std::uint32_t to = node(one.key);
        if (high_[to] != unknown) continue;
        std::uint32_t edge = free_edge_;
        if (edge == none) {
            edge = static_cast<std::uint32_t>(edges_.size());
            edges_.push_back({});
        } else {
            free_edge_ = edges_[edge].next;
        }
        edges_[edge] = {from, needed_[to], static_cast<std::uint8_t>(piece)};
        needed_[to] = edge;
        if (standing_[to] == seen) {
            standing_[to] = waiting;
            to_explore_.push_back(to);
        }
        return true;
    }
    return false;
}

int Survival::most_after(const std::vector<Successor>& replies) const {
    int most = 0;
    for (const Successor& one : replies) most = std::max(most, high_[find(one.key)] + (one.drops ? 1 : 0));
    return std::min(most, unknown - 1);
}

/// After `piece` there are at most so many drops; whoever relied on a state that was not known to be lost chooses
/// again.
void Survival::lose(std::uint32_t which, int piece, int most) {
    killer_[which] = static_cast<std::uint8_t>(piece);
    high_[which] = static_cast<std::uint16_t>(most);
    for (std::uint32_t edge = needed_[which]; edge != none;) {
        const std::uint32_t next = edges_[edge].next;
        to_choose_.emplace_back(edges_[edge].from, edges_[edge].piece);
        edges_[edge].next = free_edge_;
        free_edge_ = edge;
        edge = next;
    }
    needed_[which] = none;
}

// --- How many drops?
// --------------------------------------------------------------------------------------------------

/// Goes on for so many steps; true if the number of drops is known.
bool Survival::deepen(std::uint64_t steps) {
    steps_allowed_ = steps;
    depth_ = 0;
    try {
        while (low_[0] < high_[0]) {
            if (low_[0] >= most_drops) {
                // Nearly always a game that lasts for ever: that is for the other search to show.
                if (high_[0] == unknown) return false;
                throw std::length_error("too many drops");
            }
            survives(0, low_[0] + 1);
        }
    } catch (const Over&) {
        return false;
    }
    return true;
}

bool Survival::makes_sure(std::uint64_t key, int drops, std::uint64_t steps, const StopToken& stop,
                          std::uint64_t bytes) {
    stop_ = &stop;
    bytes_ = bytes;
    steps_allowed_ = steps;
    depth_ = 0;
    const std::uint32_t which = node(canonical(key));
    try {
        while (low_[which] < drops && high_[which] >= drops) survives(which, low_[which] + 1);
    } catch (const Over&) {
        return false;
    }
    return low_[which] >= drops;
}

/// Whether the player can make sure of so many drops.
bool Survival::survives(std::uint32_t which, int drops) {
    if (low_[which] >= drops) return true;
    if (high_[which] < drops) return false;
    step();
    const int first = killer_[which];
    for (int k = 0; k < well_.pieces(); ++k) {
        const int piece = k == 0 ? first : k <= first ? k - 1 : k;
        const bool resisted = resists(which, piece, drops);
        // The search may have come back to this state, and have found out more.
        if (high_[which] < drops) return false;
        if (resisted) continue;
        lose(which, piece, drops - 1);
        return false;
    }
    low_[which] = static_cast<std::uint16_t>(std::max<int>(low_[which], drops));
    return true;
}

/// Whether some reply to `piece` leaves the player so many drops, that one included.
bool Survival::resists(std::uint32_t which, int piece, int drops) {
    if (depth_ == scratch_.size()) scratch_.emplace_back();
    const std::size_t level = depth_++;
    successors(keys_[which], piece, scratch_[level]);
    // What is known already needs no search.
    bool found = false;
    for (std::size_t k = 0; k < scratch_[level].size() && !found; ++k) {
        const Successor& one = scratch_[level][k];
        const std::uint32_t known = find(one.key);
        found = known == none ? drops == 1 && one.drops : low_[known] >= drops - (one.drops ? 1 : 0);
    }
    for (std::size_t k = 0; k < scratch_[level].size() && !found; ++k) {
        const std::uint64_t key = scratch_[level][k].key;
        const int rest = drops - (scratch_[level][k].drops ? 1 : 0);
        found = survives(node(key), rest);
    }
    --depth_;
    return found;
}

}  // namespace shapewright::stacking
