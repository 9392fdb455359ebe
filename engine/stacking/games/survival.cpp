#include "stacking/games/survival.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/hash.hpp"

namespace shapewright::stacking {

namespace {

constexpr int most_drops = 4000;  // a search goes as deep as there are drops
constexpr int many_drops = 64;

// A round is small at first, as games are; and short, as it is not interrupted.
constexpr std::uint64_t fewest_steps = 64;
constexpr std::uint64_t most_steps = 2048;

// The longer a search lasts, the more questions are asked at once, for the more threads.
constexpr std::size_t fewest_questions = 2;
constexpr std::size_t most_questions = 8;
constexpr std::uint64_t probes_before_more = 1 << 12;

constexpr std::size_t most_breadth = 1 << 12;

std::uint64_t name_of(std::uint64_t key, int drops) {
    return chained(hashed(key), static_cast<std::uint64_t>(drops));
}

}  // namespace

Survival::Survival(Well well, std::uint64_t board, Rules rules)
    : game_(std::move(well), rules), start_(game_.canonical(board)) {
    to_explore_.push_back(node(start_, hashed(start_)));
    SHAPEWRIGHT_ASSERT(keys_.size() == 1);
    standing_[0] = waiting;
}

Bounds Survival::known(std::uint64_t key) const {
    return table_.find(key, hashed(key));
}

std::uint64_t Survival::bytes() const {
    return table_.bytes() + keys_.bytes() + standing_.bytes() + needed_.bytes() + index_.bytes() + from_.bytes() +
           next_.bytes() + piece_.bytes();
}

void Survival::check_memory() const {
    if (bytes_ != 0 && bytes() > bytes_) throw std::length_error("too many states");
}

bool Survival::run(const StopToken& stop, std::uint64_t bytes, unsigned threads) {
    bytes_ = bytes;
    Pool pool(threads);
    try {
        for (;;) {
            const Bounds bounds = known(start_);
            if (bounds.is_lost() ? bounds.low >= bounds.high : is_settled()) return true;
            if (bounds.is_lost() && bounds.low >= most_drops) throw std::length_error("too many drops");
            if (stop.expired()) return false;
            check_memory();
            round(stop, pool);
        }
    } catch (const Halted&) {
        return false;
    }
}

/// Goes on for some steps. When somebody sets the byte of `stop`, it throws Halted, and nothing can go on after that.
void Survival::round(const StopToken& stop, Pool& pool) {
    const Bounds bounds = known(start_);
    const std::uint64_t steps = std::min(most_steps, fewest_steps << std::min<std::uint64_t>(rounds_++, 10));
    questions_.clear();
    if (bounds.low < most_drops) ask();  // else it is nearly always a game that lasts for ever
    const bool settles = !known(start_).is_lost();
    if (probes_.size() < questions_.size()) probes_.resize(questions_.size());
    settled_.clear();
    settle_steps_ = 0;
    pool.share(questions_.size() + (settles ? 1 : 0), 1, {}, [&](unsigned, std::size_t k, std::size_t) {
        if (settles && k-- == 0) {
            // Who can make sure of many drops most likely survives for ever.
            const std::uint64_t part = share_ * (1 + static_cast<std::uint64_t>(bounds.low / many_drops));
            settle(questions_.empty() ? most_steps : std::max(fewest_steps, part), stop);
            return;
        }
        probes_[k].begin(game_, table_, steps);
        const auto goes_on = [&](const Question& one) {
            return probes_[k].ask(one.key, one.drops, one.key == start_ ? most_drops : one.drops, stop);
        };
        // What the first one is a part of comes next; the others only help.
        if (!goes_on(questions_[k]) || k > 0) return;
        for (std::size_t at = above_.size(); at > 0 && goes_on(above_[at - 1]);) --at;
    });
    std::vector<std::span<const Finding>> findings{settled_.all()};
    share_ = 0;
    for (std::size_t k = 0; k < questions_.size(); ++k) {
        findings.push_back(probes_[k].findings());
        share_ += probes_[k].steps();
    }
    steps_ += settle_steps_ + share_;
    add(findings, pool);
    probed_ += questions_.size();
    for (const auto& [key, drops] : questions_) {
        const Bounds now = known(key);
        const int asked = key == start_ ? now.low + 1 : drops;
        if (now.low < asked && now.high >= asked) divided_.insert(name_of(key, asked));
    }
}

Survival::Outcome Survival::outcome() const {
    if (known(start_).is_lost()) return Outcome::lost;
    return is_settled() ? Outcome::safe : Outcome::open;
}

void Survival::add(std::span<const std::span<const Finding>> findings, Pool& pool) {
    table_.make_room(findings, bytes() - table_.bytes(), bytes_, pool);
    // Whoever relied on a state that is lost chooses again, if that still matters.
    std::array<std::vector<std::uint32_t>, SurvivalTable::parts> gone;
    const bool matters = !known(start_).is_lost();
    table_.add(findings, pool, [&](std::size_t part, const Finding& finding) {
        if (!matters) return;
        const std::uint32_t which = find(finding.key, finding.hash);
        if (which != none) gone[part].push_back(which);
    });
    for (const auto& some : gone)
        for (const std::uint32_t which : some) lose(which);
}

// --- For ever?
// --------------------------------------------------------------------------------------------------------

std::uint32_t Survival::find(std::uint64_t key, std::uint64_t hash) const {
    return index_.find(hash, [&](std::uint32_t number) { return keys_[number] == key; });
}

std::uint32_t Survival::node(std::uint64_t key, std::uint64_t hash) {
    if (index_.is_full(keys_.size())) {
        if (bytes_ != 0 && bytes() + 2 * index_.bytes() > bytes_) throw std::length_error("too many states");
        if (keys_.size() > none / 2) throw std::length_error("too many states");
        index_.grow(keys_.size(), [&](std::size_t number) { return hashed(keys_[number]); });
    }
    std::uint32_t& slot = index_.slot(hash, [&](std::uint32_t number) { return keys_[number] == key; });
    if (slot != none) return slot;
    SHAPEWRIGHT_ASSERT(standing_.size() == keys_.size() && needed_.size() == keys_.size());
    const auto made = slot = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    standing_.push_back(seen);
    needed_.push_back(none);
    return made;
}

void Survival::settle(std::uint64_t steps, const StopToken& stop) {
    while (settle_steps_ < steps && standing_[0] != lost && !is_settled()) {
        if ((settle_steps_ & 63) == 0 && stop.requested()) throw Halted{};
        if (!to_choose_.empty()) {
            const Want want = to_choose_.back();
            to_choose_.pop_back();
            if (standing_[want.from] == lost) continue;
            choices_.clear();
            if (choose(want.from, want.piece, want.lost))
                rely(want.from, choices_.back());
            else
                lose(want.from);
            continue;
        }
        SHAPEWRIGHT_ASSERT(!to_explore_.empty());
        const std::uint32_t which = to_explore_.back();
        to_explore_.pop_back();
        if (standing_[which] != waiting) continue;
        // Nobody needs what is only reached from lost states; it waits until somebody does.
        std::uint32_t edge = needed_[which];
        while (edge != none && standing_[from_[edge]] == lost) edge = next_[edge];
        if (edge == none && which != 0)
            standing_[which] = seen;
        else
            explore(which);
    }
}

void Survival::explore(std::uint32_t which) {
    SHAPEWRIGHT_ASSERT(standing_[which] == waiting);
    standing_[which] = explored;
    choices_.clear();
    for (int piece = 0; piece < game_.pieces(); ++piece) {
        if (choose(which, piece, none)) continue;
        lose(which);
        return;
    }
    for (const Choosing& one : choices_) rely(which, one);
}

bool Survival::is_lost(const Successor& one) const {
    return table_.find(one.key, one.hash).is_lost() || settled_.find(one.key, one.hash).is_lost();
}

/// Takes the best reply to `piece` that does not lead to a lost state, after the one that was taken before. False if
/// there is none: the state is lost then, as `settled_` says.
bool Survival::choose(std::uint32_t from, int piece, std::uint32_t before) {
    ++settle_steps_;
    scratch_.clear();
    game_.successors(keys_[from], piece, scratch_);
    std::size_t at = 0;
    if (before != none)
        while (SurvivalGame::best(scratch_, at++).key != keys_[before]) continue;
    const std::size_t first = at;
    SHAPEWRIGHT_ASSERT(before == none || at <= scratch_.size());
    const Successor* best = nullptr;
    for (; at < scratch_.size() && best == nullptr; ++at) {
        const Successor& one = SurvivalGame::best(scratch_, at);
        if (!is_lost(one)) best = &one;
        if (at == first)
            for (std::size_t k = at + 1; k < scratch_.size(); ++k) table_.fetch(scratch_[k].hash);
    }
    if (best == nullptr) {
        int most = 0;
        for (const Successor& one : scratch_) {
            Bounds bounds = table_.find(one.key, one.hash);
            bounds.add(settled_.find(one.key, one.hash));
            most = std::max(most, bounds.high + (one.drops ? 1 : 0));
        }
        settled_.add(keys_[from], hashed(keys_[from]), {0, std::min(most, unknown - 1), piece});
        return false;
    }
    choices_.push_back({best->key, best->hash, piece});
    return true;
}

void Survival::rely(std::uint32_t from, const Choosing& choice) {
    const std::uint32_t to = node(choice.key, choice.hash);
    std::uint32_t edge = free_edge_;
    if (edge == none) {
        if (from_.size() >= none) throw std::length_error("too many states");
        edge = static_cast<std::uint32_t>(from_.size());
        from_.push_back(0);
        next_.push_back(0);
        piece_.push_back(0);
    } else {
        free_edge_ = next_[edge];
    }
    SHAPEWRIGHT_ASSERT(edge < from_.size() && next_.size() == from_.size() && piece_.size() == from_.size());
    from_[edge] = from;
    next_[edge] = needed_[to];
    piece_[edge] = static_cast<std::uint8_t>(choice.piece);
    needed_[to] = edge;
    if (standing_[to] == seen) {
        standing_[to] = waiting;
        to_explore_.push_back(to);
    }
}

/// The state is lost; whoever relied on it chooses again.
void Survival::lose(std::uint32_t which) {
    if (standing_[which] == lost) return;
    standing_[which] = lost;
    ++lost_;
    for (std::uint32_t edge = needed_[which]; edge != none;) {
        const std::uint32_t next = next_[edge];
        if (standing_[from_[edge]] != lost) to_choose_.push_back({from_[edge], which, piece_[edge]});
        next_[edge] = free_edge_;
        free_edge_ = edge;
        edge = next;
    }
    needed_[which] = none;
}

// --- How many drops?
// --------------------------------------------------------------------------------------------------

/// Gathers questions whose answers would tell whether one drop more can be made sure of.
void Survival::ask() {
    quota_ = fewest_questions;
    for (std::uint64_t probes = probes_before_more; quota_ < most_questions && probed_ > probes; probes *= 8)
        quota_ *= 2;
    const int drops = known(start_).low + 1;
    for (std::size_t breadth = 0; questions_.size() < quota_ && breadth <= most_breadth; breadth += breadth / 2 + 1) {
        met_.clear();
        for (const Question& question : questions_) met_.insert(name_of(question.key, question.drops));
        if (ask(start_, drops, breadth) == Answer::open) continue;
        divided_.clear();
        break;
    }
}

/// What the answers to questions that were divided say by now; where they say nothing, so many of the parts that are
/// open are looked at besides the first one: of the pieces, all of which the player has to survive, and of the replies,
/// all of which have to be lost else.
Survival::Answer Survival::ask(std::uint64_t key, int drops, std::size_t breadth) {
    SHAPEWRIGHT_ASSERT(drops > 0 && key == game_.canonical(key));
    const std::uint64_t hash = hashed(key);
    const Bounds bounds = table_.find(key, hash);
    if (bounds.low >= drops) return Answer::yes;
    if (bounds.high < drops) return Answer::no;
    const std::uint64_t name = name_of(key, drops);
    if (!met_.insert(name).second) return Answer::open;
    if (divided_.count(name) == 0) {
        if (questions_.empty()) above_ = way_;
        questions_.push_back({key, drops});
        return Answer::open;
    }
    way_.push_back({key, drops});
    const Answer answer = ask_pieces(key, drops, breadth, bounds.killer);
    way_.pop_back();
    if (answer == Answer::yes) table_.add({key, hash, {drops, unknown, 0}});
    return answer;
}

Survival::Answer Survival::ask_pieces(std::uint64_t key, int drops, std::size_t breadth, int killer) {
    std::size_t open = 0;
    for (int k = 0; k < game_.pieces(); ++k) {
        const int piece = k == 0 ? killer : k <= killer ? k - 1 : k;
        const Answer answer = ask_replies(key, piece, drops, breadth - open);
        if (answer == Answer::no) {
            table_.add({key, hashed(key), {0, drops - 1, piece}});
            return Answer::no;
        }
        if (answer == Answer::open && (++open > breadth || questions_.size() >= quota_)) return Answer::open;
    }
    return open > 0 ? Answer::open : Answer::yes;
}

Survival::Answer Survival::ask_replies(std::uint64_t key, int piece, int drops, std::size_t breadth) {
    std::vector<Successor> replies;
    game_.successors(key, piece, replies);
    ++steps_;
    std::size_t kept = 0;
    for (const Successor& one : replies) {
        const int rest = drops - (one.drops ? 1 : 0);
        const Bounds bounds = table_.find(one.key, one.hash);
        if (rest <= 0 || bounds.low >= rest) return Answer::yes;
        if (bounds.high >= rest) replies[kept++] = one;
    }
    replies.resize(kept);
    std::size_t open = 0;
    for (std::size_t k = 0; k < kept; ++k) {
        const Successor& one = SurvivalGame::best(replies, k);
        const Answer answer = ask(one.key, drops - (one.drops ? 1 : 0), breadth);
        if (answer == Answer::yes) return Answer::yes;
        if (answer == Answer::open && (++open > breadth || questions_.size() >= quota_)) return Answer::open;
    }
    return open > 0 ? Answer::open : Answer::no;
}

bool Survival::makes_sure(std::uint64_t key, int drops, std::uint64_t steps, const StopToken& stop,
                          std::uint64_t bytes) {
    const std::uint64_t state = game_.canonical(key);
    const Bounds bounds = known(state);
    if (bounds.low >= drops || bounds.high < drops) return bounds.low >= drops;
    if (stop.expired()) throw Halted{};
    bytes_ = bytes;
    check_memory();
    if (probes_.empty()) probes_.resize(1);
    probes_[0].begin(game_, table_, steps);
    probes_[0].ask(state, bounds.low + 1, drops, stop);
    steps_ += probes_[0].steps();
    for (const Finding& finding : probes_[0].findings()) table_.add(finding);
    return known(state).low >= drops;
}

}  // namespace shapewright::stacking
