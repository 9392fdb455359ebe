// The rules of the game against an adversary, on states that are packed into a word each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "stacking/games/well.hpp"

namespace shapewright::stacking {

/// A game in a small well. The adversary reveals one piece after the other; the player, who sees `ahead` pieces besides
/// the current one, lets the current piece fall, and loses when it cannot land within the height. With `hold` the
/// player may put the current piece aside, and what was there falls instead, or the piece after it if nothing was.
///
/// A state is what the player sees before the adversary reveals a piece. Its key has a bit for each cell, from the
/// lowest one, then a number for each piece ahead and the held one, and whether a piece was just put aside. A state and
/// its mirror image have one key, if each piece has a mirror image.
class SurvivalGame {
public:
    struct Rules {
        int ahead = 0;
        bool hold = false;
    };

    /// A state apart: `ahead` as pieces + 1 with 0 for one not yet revealed, `held` as piece + 1 or 0; `locked` if a
    /// piece was put aside just now, so that the next one has to fall.
    struct State {
        std::uint64_t board = 0;
        std::vector<int> ahead;
        int held = 0;
        bool locked = false;
    };

    /// What the player answers to a piece: nothing, as not enough pieces are in sight yet; putting the current piece
    /// aside; or a drop of the current piece, or of the held one, which is exchanged for it.
    enum class Kind : std::uint8_t { wait, aside, current, held };
    struct Reply {
        Kind kind;
        std::uint8_t orientation;
        std::uint8_t column;
    };

    struct Successor {
        std::uint64_t key;
        std::uint64_t hash;
        std::uint16_t badness;  // how little it promises
        Reply reply;
        bool drops;
    };

    /// Throws std::length_error if states do not fit into 64 bits, see `bits_of`.
    SurvivalGame(Well well, Rules rules);

    /// How many bits a state has in a well of so many cells.
    static int bits_of(int cells, int pieces, int ahead, bool hold);

    int pieces() const { return well_.pieces(); }
    int ahead() const { return rules_.ahead; }
    bool hold() const { return rules_.hold; }

    /// Whether a state is its board and nothing else.
    bool is_plain() const { return is_plain_; }

    std::uint64_t start(std::uint64_t board) const { return canonical(board); }
    State decode(std::uint64_t key) const;
    std::uint64_t canonical(std::uint64_t key) const;

    /// The key of the mirror image of a state, if all pieces have one.
    std::uint64_t mirrored(std::uint64_t key) const;

    /// How little a state promises; only the speed depends on it.
    int badness(std::uint64_t key) const;

    /// Adds all that can follow when the adversary reveals `piece`.
    void successors(std::uint64_t key, int piece, std::vector<Successor>& found) const;

    /// Exchanges the best of the successors from number `at` on for the one at that place, and gives it.
    static const Successor& best(std::vector<Successor>& found, std::size_t at) {
        std::size_t least = at;
        for (std::size_t k = at + 1; k < found.size(); ++k)
            if (found[k].badness < found[least].badness) least = k;
        std::swap(found[at], found[least]);
        return found[at];
    }

    /// In a plain game: a piece that cannot land; -1 if each can.
    int fatal(std::uint64_t board) const {
        for (int piece = 0; piece < well_.pieces(); ++piece)
            if (!well_.lands(board, piece)) return piece;
        return -1;
    }

    /// In a plain game: whether after `piece` any other can be dropped.
    bool leaves_a_drop(std::uint64_t board, int piece) const {
        return well_.any_landing(board, piece, [this](std::uint64_t after) { return fatal(after) < 0; });
    }

private:
    void add(std::uint64_t key, Reply reply, bool drops, std::vector<Successor>& found) const;
    void successors_in_sight(std::uint64_t key, int piece, std::vector<Successor>& found) const;

    Well well_;
    Rules rules_;
    bool is_plain_;
    bool turns_;  // whether mirror images count as one
    int board_bits_;
    std::uint64_t board_mask_;
    int digit_bits_;
    std::uint64_t digit_mask_;
    int held_at_;
    int locked_at_;
};

}  // namespace shapewright::stacking
