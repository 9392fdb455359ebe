// A safety game: can a player survive for ever, whatever pieces an adversary chooses?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/blocks.hpp"
#include "core/flat_index.hpp"
#include "core/share.hpp"
#include "core/stop.hpp"
#include "stacking/games/survival_findings.hpp"
#include "stacking/games/survival_game.hpp"
#include "stacking/games/survival_probe.hpp"
#include "stacking/games/survival_table.hpp"

namespace shapewright::stacking {

/// Two searches go on side by side, and know what the other has found out. `settle` takes every state for safe until
/// all replies to some piece lead to states that are not, and looks only at states that such replies lead to (the local
/// way to a greatest fixed point of X. Liu and S. A. Smolka, Simple linear-time algorithms for minimal fixed points,
/// 1998). `deepen` asks for one drop more after the other.
///
/// They work in rounds. In each, `settle` does some steps, and so do probes, which answer questions of `deepen`;
/// threads share these, and none of them reads what another one writes. Then all that was found is added to the table.
/// What a round has to do depends on what was found before, so that all is the same, step by step, with any number of
/// threads, and however often the search is interrupted. Few questions are asked at once: the answer to one often makes
/// those to others needless.
class Survival {
public:
    using Rules = SurvivalGame::Rules;
    using State = SurvivalGame::State;
    using Kind = SurvivalGame::Kind;
    using Reply = SurvivalGame::Reply;
    using Halted = Probe::Halted;

    enum class Outcome : std::uint8_t { open, safe, lost };

    /// A state of a strategy. Of the player: a reply to each piece. Of the adversary: the one `piece` to choose.
    /// `drops` is how many the player can make sure of there, or how many there can be at most.
    struct Choice {
        State state;
        int drops = 0;
        std::vector<Reply> replies;
        int piece = -1;
    };

    /// Throws std::length_error if states do not fit into 64 bits, see `SurvivalGame::bits_of`.
    Survival(Well well, std::uint64_t board, Rules rules);

    /// Goes on until it is known whether the player survives for ever, and if not, for how many drops; false if
    /// stopped. Throws std::length_error if that takes more than about `bytes`.
    bool run(const StopToken& stop, std::uint64_t bytes, unsigned threads);

    /// What is known by now.
    Outcome outcome() const;

    /// Drops that the player can make sure of, and above which nobody gets, as far as it is known.
    int least() const { return known(start_).low; }
    int most() const { return known(start_).high; }
    static constexpr int unknown = Bounds::unknown;

    /// States of which something is known, or whose replies are looked for.
    std::size_t states() const { return table_.size() + keys_.size() - lost_; }

    /// Whether it is found out within so many steps that the player makes sure of so many drops from the state with
    /// this key. Throws Halted when stopped, and std::length_error as `run` does.
    bool makes_sure(std::uint64_t key, int drops, std::uint64_t steps, const StopToken& stop, std::uint64_t bytes);

    /// How often replies to a piece were looked for, and the memory for what is known.
    std::uint64_t steps() const { return steps_; }
    std::uint64_t bytes() const;

    const SurvivalGame& game() const { return game_; }

    /// What the player does: for ever in a safe game, else for `least()` drops. Empty if there are more than `limit`
    /// states.
    std::vector<Choice> defence(std::size_t limit) const;

    /// What the adversary does so that there are at most `most()` drops. Empty if there are more than `limit` states.
    std::vector<Choice> attack(std::size_t limit) const;

private:
    using Successor = SurvivalGame::Successor;
    /// What `settle` has done with a state: only seen it; it waits to be explored; explored it; it is lost.
    enum Standing : std::uint8_t { seen, waiting, explored, lost };
    enum class Answer : std::uint8_t { no, yes, open };
    /// A reply to `piece` is needed from a state, now that the one with the number `lost` is not good any more.
    struct Want {
        std::uint32_t from;
        std::uint32_t lost;
        int piece;
    };
    /// A reply to `piece` that leads to a state that is not known to be lost.
    struct Choosing {
        std::uint64_t key;
        std::uint64_t hash;
        int piece;
    };
    struct Question {
        std::uint64_t key;
        int drops;
    };

    static constexpr std::uint32_t none = 0xffffffffU;

    Bounds known(std::uint64_t key) const;
    void check_memory() const;

    void round(const StopToken& stop, Pool& pool);
    void settle(std::uint64_t steps, const StopToken& stop);
    void explore(std::uint32_t which);
    bool choose(std::uint32_t from, int piece, std::uint32_t before);
    bool is_lost(const Successor& one) const;
    void rely(std::uint32_t from, const Choosing& choice);
    void lose(std::uint32_t which);
    std::uint32_t node(std::uint64_t key, std::uint64_t hash);
    std::uint32_t find(std::uint64_t key, std::uint64_t hash) const;
    bool is_settled() const { return to_choose_.empty() && to_explore_.empty(); }

    void ask();
    Answer ask(std::uint64_t key, int drops, std::size_t breadth);
    Answer ask_pieces(std::uint64_t key, int drops, std::size_t breadth, int killer);
    Answer ask_replies(std::uint64_t key, int piece, int drops, std::size_t breadth);
    void add(std::span<const std::span<const Finding>> findings, Pool& pool);

    SurvivalGame game_;
    std::uint64_t start_;
    SurvivalTable table_;

    // The states that `settle` looks at, by number.
    Blocks<std::uint64_t> keys_;
    Blocks<Standing> standing_;
    Blocks<std::uint32_t> needed_;  // the first edge from a state whose reply leads here
    FlatIndex<66> index_{1 << 8};   // of keys_
    std::size_t lost_ = 0;

    // Edges: the state that they come from, the next one to the same state, the piece.
    Blocks<std::uint32_t> from_;
    Blocks<std::uint32_t> next_;
    Blocks<std::uint8_t> piece_;
    std::uint32_t free_edge_ = none;
    std::vector<std::uint32_t> to_explore_;
    std::vector<Want> to_choose_;
    Findings settled_;  // in this round
    std::uint64_t settle_steps_ = 0;
    std::uint64_t share_ = 0;  // steps of the probes of the last round: as many are for `settle`
    std::vector<Successor> scratch_;
    std::vector<Choosing> choices_;

    // Questions that took too long, and those of a round.
    std::unordered_set<std::uint64_t> divided_;
    std::unordered_set<std::uint64_t> met_;
    std::vector<Question> questions_;
    std::vector<Question> way_;    // of divided questions, to where `ask` is
    std::vector<Question> above_;  // those that the first question of the round is a part of
    std::size_t quota_ = 1;
    std::vector<Probe> probes_;
    std::uint64_t probed_ = 0;

    std::uint64_t rounds_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace shapewright::stacking
