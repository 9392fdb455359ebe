// A safety game: can a player survive for ever, whatever pieces an adversary chooses?
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/flat_index.hpp"
#include "core/stop.hpp"
#include "stacking/well.hpp"

namespace shapewright::stacking {

/// A game in a small well. The adversary reveals one piece after the other; the player, who sees `ahead` pieces besides
/// the current one, lets the current piece fall, and loses when it cannot land within the height. With `hold` the
/// player may put the current piece aside, and what was there falls instead, or the piece after it if nothing was.
///
/// A state is what the player sees before the adversary reveals a piece. Two searches take turns, and know what the
/// other has found out. `settle` takes every state for safe until all replies to some piece lead to states that are
/// not, and looks only at states that such replies lead to (the local way to a greatest fixed point of X. Liu and S. A.
/// Smolka, Simple linear-time algorithms for minimal fixed points, 1998). `deepen` asks for one drop more after the
/// other.
class Survival {
public:
    struct Rules {
        int ahead = 0;
        bool hold = false;
    };

    enum class Outcome : std::uint8_t { open, safe, lost };

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
        int piece;
        Kind kind;
        std::uint8_t orientation;
        std::uint8_t column;
    };

    /// A state of a strategy. Of the player: a reply to each piece. Of the adversary: the one `piece` to choose.
    /// `drops` is how many the player can make sure of there, or how many there can be at most.
    struct Choice {
        State state;
        int drops = 0;
        std::vector<Reply> replies;
        int piece = -1;
    };

    /// Throws std::length_error if states do not fit into 64 bits, see `bits_of`.
    Survival(Well well, std::uint64_t board, Rules rules);

    /// How many bits a state has in a well of so many cells.
    static int bits_of(int cells, int pieces, int ahead, bool hold);

    /// Goes on until it is known whether the player survives for ever, and if not, for how many drops; false if
    /// stopped. Throws std::length_error if that takes more than about `bytes`.
    bool run(const StopToken& stop, std::uint64_t bytes);

    /// What is known by now.
    Outcome outcome() const;

    /// Drops that the player can make sure of, and above which nobody gets, as far as it is known.
    int least() const { return low_[0]; }
    int most() const { return high_[0]; }
    static constexpr int unknown = 65535;

    /// States looked at.
    std::size_t states() const { return keys_.size(); }

    struct Halted {};

    /// Whether it is found out within so many steps that the player makes sure of so many drops from the state with
    /// this key. Throws Halted when stopped, and std::length_error as `run` does.
    bool makes_sure(std::uint64_t key, int drops, std::uint64_t steps, const StopToken& stop, std::uint64_t bytes);

    /// States looked at again and again, and the memory for what is known of them.
    std::uint64_t steps() const { return steps_; }
    std::uint64_t bytes() const;

    /// The key of the mirror image of a state, if all pieces have one.
    std::uint64_t mirrored(std::uint64_t key) const;

    /// How little a state promises; only the speed depends on it.
    int badness(std::uint64_t key) const;

    /// What the player does: for ever in a safe game, else for `least()` drops. Empty if there are more than `limit`
    /// states.
    std::vector<Choice> defence(std::size_t limit) const;

    /// What the adversary does so that there are at most `most()` drops. Empty if there are more than `limit` states.
    std::vector<Choice> attack(std::size_t limit) const;

private:
    struct Over {};
    /// What `settle` has done with a state: only seen it; it waits to be explored; explored it.
    enum Standing : std::uint8_t { seen, waiting, explored };
    struct Edge {
        std::uint32_t from;
        std::uint32_t next;
        std::uint8_t piece;
    };
    struct Successor {
        std::uint64_t key;
        Reply reply;
        bool drops;
        int badness;
    };

    static constexpr std::uint32_t none = 0xffffffffU;

    std::uint64_t encode(const State& state) const;
    State decode(std::uint64_t key) const;
    std::uint64_t canonical(std::uint64_t key) const;
    void successors(std::uint64_t key, int piece, std::vector<Successor>& found) const;
    void successors_in_sight(State state, int piece, std::vector<Successor>& found) const;
    void add(const State& state, Reply reply, bool drops, std::vector<Successor>& found) const;

    std::uint32_t node(std::uint64_t key);
    std::uint32_t find(std::uint64_t key) const;
    void check_memory() const;
    void step();

    bool settle(std::uint64_t steps);
    bool deepen(std::uint64_t steps);
    bool choose(std::uint32_t from, int piece);
    void lose(std::uint32_t which, int piece, int most);
    int most_after(const std::vector<Successor>& replies) const;
    bool survives(std::uint32_t which, int drops);
    bool resists(std::uint32_t which, int piece, int drops);

    Well well_;
    Rules rules_;
    std::uint64_t start_;
    int board_bits_;
    std::uint64_t board_mask_;
    int digit_bits_;
    int locked_at_;

    // The states, by number.
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint16_t> low_;
    std::vector<std::uint16_t> high_;
    std::vector<std::uint8_t> killer_;  // the piece after which there are no more than `high_` drops
    std::vector<Standing> standing_;
    std::vector<std::uint32_t> needed_;  // the first edge from a state whose reply leads here
    FlatIndex<66> index_{1 << 12};       // of keys_

    std::vector<Edge> edges_;
    std::uint32_t free_edge_ = none;
    std::vector<std::uint32_t> to_explore_;
    std::vector<std::pair<std::uint32_t, std::uint8_t>> to_choose_;

    std::vector<std::vector<Successor>> scratch_;
    std::size_t depth_ = 0;
    const StopToken* stop_ = nullptr;
    std::uint64_t steps_ = 0;
    std::uint64_t steps_allowed_ = 0;
    std::uint64_t turn_ = 1 << 12;  // steps of each search before it is the turn of the other
    std::uint64_t bytes_ = 0;
};

}  // namespace shapewright::stacking
