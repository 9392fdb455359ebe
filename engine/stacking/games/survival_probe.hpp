// A small search of the game against an adversary that reads what others know, and keeps to itself what it finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "stacking/games/survival_findings.hpp"
#include "stacking/games/survival_game.hpp"
#include "stacking/games/survival_table.hpp"

namespace shapewright::stacking {

/// Depth-first: whether the player can make sure of so many drops. Several probes may run at the same time beside one
/// table, in which nobody writes meanwhile; what each finds depends on the table and on what it is asked alone.
class Probe {
public:
    struct Halted {};

    /// Forgets what was found; the questions that follow have so many steps together.
    void begin(const SurvivalGame& game, const SurvivalTable& table, std::uint64_t steps);

    /// Asks for so many drops, then for one more, and so on up to `to`; false if there were too few steps to know.
    /// Throws Halted when somebody sets the byte of `stop`.
    bool ask(std::uint64_t key, int from, int to, const StopToken& stop);

    /// What was found, in the order in which it was. Valid until the next beginning.
    std::span<const Finding> findings() const { return findings_.all(); }

    /// Steps done: a reply to a piece was looked for so many times.
    std::uint64_t steps() const { return steps_; }

private:
    struct Over {};

    bool survives(std::uint64_t key, std::uint64_t hash, int drops);
    bool resists(std::uint64_t key, int piece, int drops);
    Bounds known(std::uint64_t key, std::uint64_t hash) const;
    void step();

    const SurvivalGame* game_ = nullptr;
    const SurvivalTable* table_ = nullptr;
    const StopToken* stop_ = nullptr;
    Findings findings_;
    std::vector<SurvivalGame::Successor> successors_;  // of all states on the way
    std::uint64_t steps_ = 0;
    std::uint64_t steps_allowed_ = 0;
};

}  // namespace shapewright::stacking
