#include "clear/graph/scores.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "clear/graph/full_rows.hpp"
#include "core/assert.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t beginning_length = 2;
constexpr std::size_t looks_apart = 1024;

/// Where a piece lies: its facing among those that differ, and the corner of its box.
template <typename Set>
std::pair<std::size_t, int> place_of(const Set& cells, Piece piece) {
    int left = columns;
    each(cells, [&](int cell) { left = std::min(left, cell % columns); });
    const int corner = left + lowest(cells) / columns * columns;
    const std::size_t distinct = distinct_facings[static_cast<std::size_t>(piece)];
    for (std::size_t facing = 0; facing < distinct; ++facing)
        if (static_cast<Set>(Set(orientation(piece, facing).bits) << corner) == cells) return {facing, corner};
    throw std::logic_error("a placement is not that of its piece");
}

}  // namespace

template <typename Set>
Scores<Set>::Scores(const Graph<Set>& graph, Attacks attacks)
    : graph_(&graph),
      attacks_(std::move(attacks)),
      hold_(graph.contexts().has_hold()),
      totals_(graph.placements() + 1) {
    if (!graph.is_complete()) throw std::logic_error("the graph is not complete");
    if (attacks_.sent.size() % Attacks::kinds != 0 || attacks_.after.size() != attacks_.sent.size() ||
        attacks_.start >= attacks_.chains())
        throw std::invalid_argument("a table of attacks has a value for each chain and each kind of clear");
    for (const std::uint32_t chain : attacks_.after)
        if (chain >= attacks_.chains()) throw std::invalid_argument("a chain is not one of the table");
    const Pattern& pattern = graph.contexts().pattern();
    values_.assign(pattern.count(), none);
    if (graph.levels()[0].boards.empty()) return;
    beginnings_.push_back({{}, 0, 0});
    for (std::size_t read = 0; read < std::min(beginning_length, pattern.length()); ++read) {
        std::vector<Beginning> longer;
        for (const Beginning& each : beginnings_) {
            const Pattern::State& state = pattern.level(read)[each.state];
            for (std::uint8_t piece = 0; piece < pieces; ++piece) {
                if (state.next[piece] == Pattern::none) continue;
                longer.push_back({each.pieces, state.next[piece], each.number + state.offset[piece]});
                longer.back().pieces.push_back(piece);
            }
        }
        beginnings_ = std::move(longer);
    }
}

template <typename Set>
bool Scores<Set>::step(const StopToken& stop) {
    if (!is_known()) return find_ways(stop);
    if (is_complete()) return true;
    const Beginning& begun = beginnings_[beginning_];
    for (std::size_t read = 0; read < begun.pieces.size(); ++read)
        if (!take(stop, read, begun.pieces[read])) return false;
    if (!walk(stop, begun.pieces.size(), begun.state, begun.number)) return false;
    ++beginning_;
    return true;
}

/// How many pieces are placed once so many were read.
template <typename Set>
std::size_t Scores<Set>::placed(std::size_t read) const {
    return std::min(hold_ && read > 0 ? read - 1 : read, graph_->placements());
}

/// Reads one piece more; the first one is in hold, and nothing placed yet, if there is a hold. False if stopped.
template <typename Set>
bool Scores<Set>::take(const StopToken& stop, std::size_t read, std::uint32_t piece) {
    if (read == 0) {
        totals_[0].clear();
        totals_[0].add({state_of(0, hold_ ? piece : Contexts::no_hold, attacks_.start), 0});
    }
    return placed(read + 1) == placed(read) || place(stop, placed(read), piece);
}

template <typename Set>
bool Scores<Set>::walk(const StopToken& stop, std::size_t read, std::uint32_t state, std::uint64_t number) {
    const Pattern& pattern = graph_->contexts().pattern();
    const std::size_t level = placed(read);
    SHAPEWRIGHT_ASSERT(state < pattern.level(read).size() && level < totals_.size());
    if (totals_[level].entries().empty()) return true;
    if (read == pattern.length() && level < graph_->placements() && !place(stop, level, Contexts::no_hold))
        return false;
    if (read == pattern.length() || level == graph_->placements()) {
        const std::uint64_t queues = pattern.level(read)[state].count;
        SHAPEWRIGHT_ASSERT(number + queues <= values_.size());
        std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(number), queues, most());
        return true;
    }
    const Pattern::State& here = pattern.level(read)[state];
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
        if (here.next[piece] == Pattern::none) continue;
        if (!take(stop, read, piece)) return false;
        if (!walk(stop, read + 1, here.next[piece], number + here.offset[piece])) return false;
    }
    return true;
}

/// One placement more, of the held piece or of the next one, which is then held. False if stopped.
template <typename Set>
bool Scores<Set>::place(const StopToken& stop, std::size_t level, std::uint32_t next) {
    const typename Graph<Set>::Level& here = graph_->levels()[level];
    const std::vector<Way>& ways = ways_[level];
    SHAPEWRIGHT_ASSERT(ways.size() == here.edges.size() && (next < pieces || next == Contexts::no_hold));
    const std::size_t chains = attacks_.chains();
    BestTotals& found = totals_[level + 1];
    found.clear();
    const std::vector<BestTotals::Entry>& entries = totals_[level].entries();
    for (std::size_t number = 0; number < entries.size(); ++number) {
        if (number % looks_apart == 0 && stop.expired()) return false;
        const BestTotals::Entry& entry = entries[number];
        const std::size_t chain = entry.state % chains;
        const auto held = static_cast<std::uint32_t>(entry.state / chains % (pieces + 1));
        const auto board = static_cast<std::size_t>(entry.state / chains / (pieces + 1));
        SHAPEWRIGHT_ASSERT(board < here.boards.size());
        for (std::size_t edge = here.first[board]; edge < here.first[board + 1]; ++edge) {
            const std::uint32_t piece = here.edges[edge].piece();
            if (piece != next && (!hold_ || piece != held)) continue;
            const std::uint32_t then = !hold_ ? Contexts::no_hold : piece == held ? next : held;
            const Way way = ways[edge];
            for (std::size_t spin = 0; spin < spins; ++spin) {
                if ((way >> spin & 1) == 0) continue;
                const std::size_t kind = Attacks::kind(way >> spins & 7U, spin, way >> (spins + 3) != 0);
                const std::int32_t sent = attacks_.sent[chain * Attacks::kinds + kind];
                if (sent == Attacks::unknown) {
                    missing_ = kind;
                    throw std::domain_error("the table does not know a clear");
                }
                found.add({state_of(here.edges[edge].target(), then, attacks_.after[chain * Attacks::kinds + kind]),
                           entry.total + sent, static_cast<std::uint32_t>(number),
                           static_cast<std::uint32_t>(edge * spins + spin)});
            }
        }
    }
    return true;
}

template <typename Set>
std::int32_t Scores<Set>::most() const {
    std::int32_t most = none;
    for (const BestTotals::Entry& entry : totals_.back().entries()) most = std::max(most, entry.total);
    return most;
}

template <typename Set>
std::vector<typename Scores<Set>::Step> Scores<Set>::best(std::span<const std::uint8_t> queue) {
    if (!is_known()) throw std::logic_error("how pieces lock is not known yet");
    const std::size_t length = graph_->contexts().pattern().length();
    if (queue.size() < length) throw std::invalid_argument("the queue is shorter than those of the graph");
    for (const std::uint8_t piece : queue)
        if (piece >= pieces) throw std::invalid_argument("a piece of the queue is not a piece");
    if (graph_->levels()[0].boards.empty()) return {};
    const StopToken never;
    for (std::size_t read = 0; read < length; ++read) take(never, read, queue[read]);
    const std::size_t placements = graph_->placements();
    if (placed(length) < placements) place(never, placements - 1, Contexts::no_hold);
    const BestTotals::Entry* last = nullptr;
    for (const BestTotals::Entry& entry : totals_.back().entries())
        if (last == nullptr || entry.total > last->total) last = &entry;
    std::vector<Step> steps(last == nullptr ? 0 : placements);
    for (std::size_t level = steps.size(); level-- > 0;) {
        const typename Graph<Set>::Level& here = graph_->levels()[level];
        const Edge edge = here.edges[last->by / spins];
        steps[level] = {graph_->levels()[level + 1].boards[edge.target()], edge.piece(),
                        static_cast<std::uint32_t>(last->by % spins)};
        last = &totals_[level].entries()[last->from];
    }
    return steps;
}

/// How the pieces lock by the edges of one level more. False if stopped.
template <typename Set>
bool Scores<Set>::find_ways(const StopToken& stop) {
    const std::size_t level = ways_.size();
    const typename Graph<Set>::Level& here = graph_->levels()[level];
    const std::vector<Set>& boards_after = graph_->levels()[level + 1].boards;
    std::vector<Way> found(here.edges.size());
    for (std::size_t number = 0; number < here.boards.size(); ++number) {
        if (number % looks_apart == 0 && stop.expired()) return false;
        const Set& board = here.boards[number];
        const FullRows full = full_rows(board);
        const Set seen = without(board, full);
        std::array<std::optional<typename Mover<Set>::Ways>, pieces> known;
        for (std::size_t edge = here.first[number]; edge < here.first[number + 1]; ++edge) {
            const Set& after = boards_after[here.edges[edge].target()];
            const std::size_t piece = here.edges[edge].piece();
            if (!known[piece])
                known[piece] = graph_->mover().ways(seen, graph_->task().height - full.count, static_cast<Piece>(piece),
                                                    attacks_.rule);
            const auto [facing, corner] =
                place_of(without(static_cast<Set>(after & ~board), full), static_cast<Piece>(piece));
            unsigned way = 0;
            for (std::size_t spin = 0; spin < spins; ++spin)
                way |= any(((*known[piece])[spin].at[facing] >> corner) & Set(1)) ? 1U << spin : 0U;
            const FullRows then = full_rows(after);
            SHAPEWRIGHT_ASSERT(full.count <= then.count && then.count <= full.count + 4);
            way |= static_cast<unsigned>(then.count - full.count) << spins;
            way |= any(without(after, then)) ? 0U : 1U << (spins + 3);
            found[edge] = static_cast<Way>(way);
        }
    }
    SHAPEWRIGHT_ASSERT(
        std::all_of(found.begin(), found.end(), [](Way way) { return (way & ((1U << spins) - 1)) != 0; }));
    ways_.push_back(std::move(found));
    return true;
}

template class Scores<Board>;
template class Scores<TallBoard>;

}  // namespace shapewright::clear
