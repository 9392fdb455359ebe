#include "stacking/games/survival_game.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

int SurvivalGame::bits_of(int cells, int pieces, int ahead, bool hold) {
    const int digit = static_cast<int>(std::bit_width(static_cast<unsigned>(pieces)));
    return cells + digit * (ahead + (hold ? 1 : 0)) + (hold ? 1 : 0);
}

SurvivalGame::SurvivalGame(Well well, Rules rules)
    : well_(std::move(well)),
      rules_(rules),
      is_plain_(rules.ahead == 0 && !rules.hold),
      turns_(!well_.mirror_images().empty()),
      board_bits_(well_.width() * well_.height()),
      board_mask_(board_bits_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << board_bits_) - 1),
      digit_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(well_.pieces())))),
      digit_mask_((std::uint64_t{1} << digit_bits_) - 1),
      held_at_(board_bits_ + digit_bits_ * rules.ahead),
      locked_at_(held_at_ + digit_bits_) {
    if (rules.ahead < 0 || well_.pieces() < 1 || well_.pieces() > 200)
        throw std::invalid_argument("a game has 1 to 200 pieces, and no less than none ahead");
    if (bits_of(board_bits_, well_.pieces(), rules.ahead, rules.hold) > 64)
        throw std::length_error("a state of this game has more than 64 bits");
}

SurvivalGame::State SurvivalGame::decode(std::uint64_t key) const {
    State state;
    state.board = key & board_mask_;
    for (int k = 0; k < rules_.ahead; ++k)
        state.ahead.push_back(static_cast<int>(key >> (board_bits_ + k * digit_bits_) & digit_mask_));
    if (rules_.hold) {
        state.held = static_cast<int>(key >> held_at_ & digit_mask_);
        state.locked = (key >> locked_at_ & 1) != 0;
    }
    return state;
}

/// The key of the state, or of its mirror image, whichever is less.
std::uint64_t SurvivalGame::canonical(std::uint64_t key) const {
    return turns_ ? std::min(key, mirrored(key)) : key;
}

std::uint64_t SurvivalGame::mirrored(std::uint64_t key) const {
    std::uint64_t result = well_.mirrored(key & board_mask_);
    if (is_plain_ || key <= board_mask_) return result;  // nothing is ahead or held
    const std::vector<int>& images = well_.mirror_images();
    const int places = rules_.ahead + (rules_.hold ? 1 : 0);
    for (int k = 0; k < places; ++k) {
        const int at = board_bits_ + k * digit_bits_;
        const auto piece = static_cast<std::size_t>(key >> at & digit_mask_);
        if (piece != 0) result |= static_cast<std::uint64_t>(images[piece - 1] + 1) << at;
    }
    return rules_.hold ? result | (key & std::uint64_t{1} << locked_at_) : result;
}

int SurvivalGame::badness(std::uint64_t key) const {
    const std::uint64_t board = key & board_mask_;
    return 4 * well_.holes(board) + 3 * well_.rows(board) + ones(board);
}

void SurvivalGame::add(std::uint64_t key, Reply reply, bool drops, std::vector<Successor>& found) const {
    const std::uint64_t to = canonical(key);
    SHAPEWRIGHT_ASSERT(to <= key && (!turns_ || mirrored(mirrored(key)) == key));
    found.push_back({to, hashed(to), static_cast<std::uint16_t>(badness(to)), reply, drops});
}

void SurvivalGame::successors(std::uint64_t key, int piece, std::vector<Successor>& found) const {
    SHAPEWRIGHT_ASSERT(0 <= piece && piece < pieces() && (!is_plain_ || (key & ~board_mask_) == 0));
    if (!is_plain_) {
        successors_in_sight(key, piece, found);
        return;
    }
    well_.landings(key, piece, [&](const Well::Landing& landing) {
        add(landing.board, {Kind::current, landing.orientation, landing.column}, true, found);
    });
}

void SurvivalGame::successors_in_sight(std::uint64_t key, int piece, std::vector<Successor>& found) const {
    const std::uint64_t revealed = static_cast<std::uint64_t>(piece) + 1;
    for (int k = 0; k < rules_.ahead; ++k) {
        const int at = board_bits_ + k * digit_bits_;
        if ((key >> at & digit_mask_) != 0) continue;
        add(key | revealed << at, {Kind::wait, 0, 0}, false, found);
        return;
    }
    // What comes last moves up, and the first one is due.
    const std::uint64_t board = key & board_mask_;
    std::uint64_t current = revealed;
    std::uint64_t ahead = 0;
    if (rules_.ahead > 0) {
        const std::uint64_t line =
            (key & ~board_mask_ & ((std::uint64_t{1} << (held_at_ - 1) << 1) - 1)) >> board_bits_;
        current = line & digit_mask_;
        ahead = (line >> digit_bits_ | revealed << (rules_.ahead - 1) * digit_bits_) << board_bits_;
    }
    const auto drop = [&](std::uint64_t which, std::uint64_t kept, Kind kind) {
        const std::uint64_t seen = ahead | (rules_.hold ? kept << held_at_ : 0);
        SHAPEWRIGHT_ASSERT(1 <= which && which <= static_cast<std::uint64_t>(pieces()));
        well_.landings(board, static_cast<int>(which) - 1, [&](const Well::Landing& landing) {
            add(landing.board | seen, {kind, landing.orientation, landing.column}, true, found);
        });
    };
    const std::uint64_t held = rules_.hold ? key >> held_at_ & digit_mask_ : 0;
    drop(current, held, Kind::current);
    if (!rules_.hold || (key >> locked_at_ & 1) != 0 || held == current) return;
    if (held != 0)
        drop(held, current, Kind::held);
    else
        add(board | ahead | current << held_at_ | std::uint64_t{1} << locked_at_, {Kind::aside, 0, 0}, false, found);
}

}  // namespace shapewright::stacking
