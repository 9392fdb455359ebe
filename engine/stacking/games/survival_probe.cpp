#include "stacking/games/survival_probe.hpp"

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

void Probe::begin(const SurvivalGame& game, const SurvivalTable& table, std::uint64_t steps) {
    game_ = &game;
    table_ = &table;
    steps_ = 0;
    steps_allowed_ = steps;
    findings_.clear();
}

bool Probe::ask(std::uint64_t key, int from, int to, const StopToken& stop) {
    stop_ = &stop;
    successors_.clear();
    try {
        for (int drops = from; drops <= to && survives(key, hashed(key), drops);) ++drops;
    } catch (const Over&) {
        return false;
    }
    return true;
}

void Probe::step() {
    if ((++steps_ & 255) == 0 && stop_->requested()) throw Halted{};
    if (steps_ > steps_allowed_) throw Over{};
}

/// What this probe has found of a state, and what the table knows.
Bounds Probe::known(std::uint64_t key, std::uint64_t hash) const {
    Bounds bounds = table_->find(key, hash);
    bounds.add(findings_.find(key, hash));
    return bounds;
}

/// Whether the player can make sure of so many drops.
bool Probe::survives(std::uint64_t key, std::uint64_t hash, int drops) {
    SHAPEWRIGHT_ASSERT(drops > 0);
    const Bounds bounds = known(key, hash);
    if (bounds.low >= drops) return true;
    if (bounds.high < drops) return false;
    if (game_->is_plain()) {
        const int piece = game_->fatal(key);
        if (piece >= 0) {
            findings_.add(key, hash, {0, 0, piece});
            return false;
        }
    }
    SHAPEWRIGHT_ASSERT(0 <= bounds.killer && bounds.killer < game_->pieces());
    for (int k = 0; k < game_->pieces(); ++k) {
        const int piece = k == 0 ? bounds.killer : k <= bounds.killer ? k - 1 : k;
        const bool resisted = resists(key, piece, drops);
        // The search may have come back to this state, and have found out more.
        if (findings_.find(key, hash).high < drops) return false;
        if (resisted) continue;
        findings_.add(key, hash, {0, drops - 1, piece});
        return false;
    }
    findings_.add(key, hash, {drops, Bounds::unknown, 0});
    return true;
}

/// Whether some reply to `piece` leaves the player so many drops, that one included.
bool Probe::resists(std::uint64_t key, int piece, int drops) {
    step();
    // The last drops are found sooner than what is known of them.
    if (game_->is_plain() && drops <= 2) return drops < 2 || game_->leaves_a_drop(key, piece);
    const std::size_t from = successors_.size();
    game_->successors(key, piece, successors_);
    // What is known already needs no search; most often the best one is known to be good.
    std::size_t open = from;
    bool resists = false;
    for (std::size_t k = from; k < successors_.size() && !resists; ++k) {
        const SurvivalGame::Successor one = SurvivalGame::best(successors_, k);
        if (k == from + 1)
            for (std::size_t j = k; j < successors_.size(); ++j) table_->fetch(successors_[j].hash);
        const int rest = drops - (one.drops ? 1 : 0);
        const Bounds bounds = rest <= 0 ? Bounds() : known(one.key, one.hash);
        if (bounds.low >= rest)
            resists = true;
        else if (bounds.high >= rest)
            successors_[open++] = one;
    }
    SHAPEWRIGHT_ASSERT(from <= open && open <= successors_.size());
    if (!resists) successors_.resize(open);
    for (std::size_t k = from; k < open && !resists; ++k) {
        const SurvivalGame::Successor one = successors_[k];
        resists = survives(one.key, one.hash, drops - (one.drops ? 1 : 0));
    }
    successors_.resize(from);
    return resists;
}

}  // namespace shapewright::stacking
