#include "clear/graph/openers.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "clear/graph/full_rows.hpp"
#include "core/assert.hpp"
#include "core/memory.hpp"

namespace shapewright::clear {

namespace {

constexpr int lines_at = columns * low_rows;  // the number of cleared rows is above the cells of a key

std::uint64_t key_of(Board board) {
    const FullRows full = full_rows(board);
    return without(board, full) | static_cast<std::uint64_t>(full.count) << lines_at;
}

Board seen_of(std::uint64_t key) {
    return key & lowest_rows<Board>(low_rows);
}

std::uint64_t mirrored(std::uint64_t key) {
    constexpr Board first = column<Board>(0, low_rows);
    std::uint64_t result = key & ~lowest_rows<Board>(low_rows);
    for (int x = 0; x < columns; ++x) result |= (key >> x & first) << (columns - 1 - x);
    return result;
}

int height_of(Board board) {
    return (static_cast<int>(std::bit_width(board)) + columns - 1) / columns;
}

std::uint64_t count_range(const std::uint64_t* words, std::uint64_t from, std::uint64_t to) {
    SHAPEWRIGHT_ASSERT(from <= to);
    std::uint64_t result = 0;
    for (; from < to && from % 64 != 0; ++from) result += words[from / 64] >> (from % 64) & 1;
    for (; from + 64 <= to; from += 64) result += static_cast<std::uint64_t>(std::popcount(words[from / 64]));
    for (; from < to; ++from) result += words[from / 64] >> (from % 64) & 1;
    return result;
}

}  // namespace

Openers::Openers(Graph<Board>& graph, Asked asked) : graph_(&graph), asked_(std::move(asked)) {
    if (asked_.fewest < 1 || asked_.most < asked_.fewest || graph.placements() <= asked_.most)
        throw std::invalid_argument("no such number of placements");
    const Contexts& contexts = graph.contexts();
    if (asked_.seen < contexts.read(asked_.most) || contexts.pattern().length() < asked_.seen)
        throw std::invalid_argument("the beginning is too short or too long");
    std::sort(asked_.among.begin(), asked_.among.end());
    count_beginnings();
    SHAPEWRIGHT_ASSERT(seen_count_.size() == asked_.seen + 1 && beginnings() <= most_beginnings);
}

void Openers::count_beginnings() {
    const Contexts& contexts = graph_->contexts();
    const Pattern& pattern = contexts.pattern();
    seen_count_.resize(asked_.seen + 1);
    for (std::size_t read = asked_.seen + 1; read-- > 0;) {
        for (const Pattern::State& state : pattern.level(read)) {
            std::uint64_t number = read == asked_.seen ? 1 : 0;
            if (read < asked_.seen)
                for (const std::uint32_t next : state.next)
                    if (next != Pattern::none) number += seen_count_[read + 1][next];
            if (number > most_beginnings) throw std::length_error("there are too many beginnings to tell apart");
            seen_count_[read].push_back(number);
        }
    }
    const std::size_t last = contexts.read(asked_.most);
    paths_.resize(last + 1);
    offset_.resize(last + 1);
    order_.resize(last + 1);
    paths_[0] = {1};
    order_[0] = {{0}};
    for (std::size_t read = 0; read < last; ++read) {
        const std::vector<Pattern::State>& states = pattern.level(read);
        offset_[read].resize(states.size());
        paths_[read + 1].resize(pattern.level(read + 1).size());
        order_[read + 1].resize(pattern.level(read + 1).size());
        for (std::size_t at = 0; at < states.size(); ++at) {
            std::uint32_t before = 0;
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                const std::uint32_t next = states[at].next[piece];
                if (next == Pattern::none) continue;
                offset_[read][at][piece] = static_cast<std::uint32_t>(paths_[read + 1][next]);
                paths_[read + 1][next] += paths_[read][at];
                for (const std::uint32_t first : order_[read][at]) order_[read + 1][next].push_back(first + before);
                before += static_cast<std::uint32_t>(seen_count_[read + 1][next]);
            }
        }
    }
}

std::size_t Openers::words_of(std::size_t level, Contexts::Id set) const {
    std::size_t words = 0;
    const std::size_t read = graph_->contexts().read(level);
    graph_->contexts().each(level, set, [&](std::uint32_t, std::uint32_t state, std::uint64_t) {
        words += static_cast<std::size_t>((paths_[read][state] + 63) / 64);
    });
    return words;
}

std::uint64_t Openers::bytes() const {
    std::uint64_t total = bytes_of(boards_) + bytes_of(hands_) + bytes_of(sets_) + bytes_of(worth_) + bytes_of(sides_);
    for (const Words& words : reached_) total += bytes_of(words);
    for (const Incoming& incoming : incoming_) total += bytes_of(incoming.first) + bytes_of(incoming.edges);
    return total;
}

Grown Openers::prepare(const StopToken& stop, std::uint64_t bytes) {
    bool too_large = false;
    if (!values(stop, bytes, too_large) || !forward(stop, bytes, too_large))
        return too_large ? Grown::too_large : Grown::stopped;
    return Grown::done;
}

/// Goes back from the end, and lists the boards where they are looked for.
bool Openers::values(const StopToken& stop, std::uint64_t bytes, bool& too_large) {
    SHAPEWRIGHT_ASSERT(sides_.empty() && worth_.empty() && pictures_.empty());
    Contexts& contexts = graph_->contexts();
    Words later;
    std::vector<std::size_t> later_at;
    const std::size_t end = graph_->placements();
    blocks_.resize(asked_.most + 1);
    for (std::size_t level = end + 1; level-- > asked_.fewest;) {
        const Graph<Board>::Level& here = graph_->levels()[level];
        Words now;
        std::vector<std::size_t> at;
        for (std::size_t number = 0; number < here.boards.size(); ++number) {
            if (number % 1024 == 0) {
                if (stop.expired()) return false;
                too_large = bytes_of(now) + bytes_of(later) + this->bytes() > bytes;
                if (too_large) return false;
            }
            const Contexts::Id set = here.contexts[number];
            at.push_back(now.size());
            now.resize(now.size() + contexts.words(level, set));
            std::uint64_t* to = now.data() + at.back();
            if (level == end) {
                if (asked_.saved == 0) contexts.fill(level, set, Contexts::any_hold, to);
                for (std::uint32_t piece = 0; piece < pieces; ++piece)
                    if ((asked_.saved >> piece & 1) != 0) contexts.fill(level, set, piece, to);
                continue;
            }
            for (std::size_t edge = here.first[number]; edge < here.first[number + 1]; ++edge) {
                const std::uint32_t target = here.edges[edge].target();
                const Contexts::Id after = graph_->levels()[level + 1].contexts[target];
                for (const Contexts::Copy& copy : contexts.transfer(level, set, here.edges[edge].piece(), after))
                    add_bits(copy, later.data() + later_at[target], to);
            }
        }
        SHAPEWRIGHT_ASSERT(at.size() == here.boards.size());
        if (level <= asked_.most) list_sides(level, now, at);
        later = std::move(now);
        later_at = std::move(at);
    }
    sides_.push_back({0, boards_.size(), hands_.size(), 0, worth_.size()});
    return true;
}

/// Boards of the graph that look alike are one side; two sides that are mirror images are one picture, if so asked.
void Openers::list_sides(std::size_t level, const Words& values, const std::vector<std::size_t>& at) {
    const std::vector<Board>& boards = graph_->levels()[level].boards;
    std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>> order;  // of the pair, of the board
    for (std::uint32_t number = 0; number < boards.size(); ++number) {
        const std::uint64_t key = key_of(boards[number]), other = mirrored(key);
        const auto is_wanted = [&](std::uint64_t one) {
            return std::binary_search(asked_.among.begin(), asked_.among.end(), seen_of(one));
        };
        if (height_of(seen_of(key)) > asked_.tallest) continue;
        if (!asked_.among.empty() && !is_wanted(key) && !(asked_.mirror && is_wanted(other))) continue;
        order.emplace_back(asked_.mirror ? std::min(key, other) : key, key, number);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> alike;
    for (std::size_t from = 0; from < order.size();) {
        const auto [pair, key, number] = order[from];
        alike.clear();
        std::size_t to = from;
        for (; to < order.size() && std::get<1>(order[to]) == key; ++to) alike.push_back(std::get<2>(order[to]));
        add_side(level, alike, values, at);
        const auto side = static_cast<std::uint32_t>(sides_.size() - 1);
        if (from > 0 && std::get<0>(order[from - 1]) == pair)
            pictures_.back().mirror = side;
        else
            pictures_.push_back({side, none});
        from = to;
    }
}

void Openers::add_side(std::size_t level, const std::vector<std::uint32_t>& boards, const Words& values,
                       const std::vector<std::size_t>& at) {
    const Contexts& contexts = graph_->contexts();
    const std::size_t read = contexts.read(level);
    SHAPEWRIGHT_ASSERT(!boards.empty() && asked_.fewest <= level && level <= asked_.most);
    sides_.push_back({level, boards_.size(), hands_.size(), 0, worth_.size()});
    boards_.insert(boards_.end(), boards.begin(), boards.end());
    struct Kept {
        Hand hand;
        std::size_t board;
        std::uint64_t from, length;
    };
    std::vector<Kept> kept;
    for (const std::uint32_t board : boards) {
        std::uint64_t from = 0;
        contexts.each(level, graph_->levels()[level].contexts[board],
                      [&](std::uint32_t held, std::uint32_t state, std::uint64_t length) {
                          kept.push_back({{state, held}, at[board], from, length});
                          from += length;
                      });
    }
    // What follows depends on what is seen, so boards that look alike say the same of the same hand.
    std::sort(kept.begin(), kept.end(), [](const Kept& one, const Kept& other) { return one.hand < other.hand; });
    kept.erase(std::unique(kept.begin(), kept.end(),
                           [](const Kept& one, const Kept& other) { return one.hand == other.hand; }),
               kept.end());
    for (std::size_t begin = 0; begin < kept.size();) {
        const std::uint32_t state = kept[begin].hand.state;
        std::size_t end = begin;
        for (; end < kept.size() && kept[end].hand.state == state; ++end) hands_.push_back(kept[end].hand);
        std::vector<std::uint64_t>& blocks = blocks_[level][state];
        if (blocks.empty()) {  // where the queues to come that go on alike end
            std::vector<std::pair<std::size_t, std::uint32_t>> waiting{{read, state}};
            while (!waiting.empty()) {
                const auto [depth, which] = waiting.back();
                waiting.pop_back();
                const Pattern::State& here = contexts.pattern().level(depth)[which];
                if (depth == asked_.seen) {
                    blocks.push_back((blocks.empty() ? 0 : blocks.back()) + here.count);
                    continue;
                }
                for (std::size_t piece = pieces; piece-- > 0;)
                    if (here.next[piece] != Pattern::none) waiting.emplace_back(depth + 1, here.next[piece]);
            }
        }
        const std::uint64_t length = kept[begin].length;
        const auto words = static_cast<std::size_t>((length + 63) / 64);
        SHAPEWRIGHT_ASSERT(blocks.back() == length);
        // Any of these pieces may be the one that is held, for some beginnings: then all they lead to counts.
        for (std::size_t set = 0; set < std::size_t{1} << (end - begin); ++set) {
            part_.assign(words, 0);
            for (std::size_t k = begin; k < end; ++k)
                if ((set >> (k - begin) & 1) != 0)
                    add_bits({kept[k].from, 0, length}, values.data() + kept[k].board, part_.data());
            std::uint64_t from = 0;
            for (const std::uint64_t to : blocks) {
                const std::uint64_t queues = count_range(part_.data(), from, to);
                if (queues > std::numeric_limits<std::uint32_t>::max())
                    throw std::length_error("too many queues begin alike");
                worth_.push_back(static_cast<std::uint32_t>(queues));
                from = to;
            }
        }
        begin = end;
    }
}

/// Goes forward from the start, with the beginnings that lead to each board and hand.
bool Openers::forward(const StopToken& stop, std::uint64_t bytes, bool& too_large) {
    SHAPEWRIGHT_ASSERT(!sides_.empty() && incoming_.empty() && reached_.empty() && sets_.empty());
    incoming_.resize(asked_.most + 1);
    reached_.resize(asked_.most);
    reached_at_.resize(asked_.most);
    copies_.resize(asked_.most);
    for (std::size_t level = 0; level <= asked_.most; ++level) {
        const Graph<Board>::Level& here = graph_->levels()[level];
        if (level > 0) {
            const Graph<Board>::Level& before = graph_->levels()[level - 1];
            Incoming& incoming = incoming_[level];
            incoming.first.assign(here.boards.size() + 1, 0);
            for (const Edge edge : before.edges) ++incoming.first[edge.target() + 1];
            std::partial_sum(incoming.first.begin(), incoming.first.end(), incoming.first.begin());
            incoming.edges.resize(before.edges.size());
            SHAPEWRIGHT_ASSERT(incoming.first.back() == before.edges.size());
            std::vector<std::size_t> next(incoming.first.begin(), incoming.first.end() - 1);
            for (std::uint32_t number = 0; number < before.boards.size(); ++number)
                for (std::size_t edge = before.first[number]; edge < before.first[number + 1]; ++edge)
                    incoming.edges[next[before.edges[edge].target()]++] = Edge(number, before.edges[edge].piece());
        }
        if (level == asked_.most) break;
        for (std::uint32_t number = 0; number < here.boards.size(); ++number) {
            if (number % 1024 == 0) {
                if (stop.expired()) return false;
                too_large = this->bytes() > bytes;
                if (too_large) return false;
            }
            reached_at_[level].push_back(reached_[level].size());
            reached_[level].resize(reached_[level].size() + words_of(level, here.contexts[number]));
            reach(level, number, reached_[level].data() + reached_at_[level].back());
        }
    }
    for (std::size_t side = 0; side + 1 < sides_.size(); ++side) {
        if (side % 1024 == 0) {
            if (stop.expired()) return false;
            too_large = this->bytes() > bytes;
            if (too_large) return false;
        }
        gather(sides_[side], sides_[side + 1]);
        sides_[side + 1].sets = sets_.size();
    }
    reached_ = {};
    reached_at_ = {};
    copies_ = {};
    incoming_ = {};
    dense_.assign(beginnings(), 0);
    return true;
}

/// Adds, for each hand of the board, a bit for each beginning that leads there.
void Openers::reach(std::size_t level, std::uint32_t board, std::uint64_t* words) {
    SHAPEWRIGHT_ASSERT(level == 0 || level < incoming_.size());
    SHAPEWRIGHT_ASSERT(level == 0 || board + 1 < incoming_[level].first.size());
    const Contexts& contexts = graph_->contexts();
    const Contexts::Id set = graph_->levels()[level].contexts[board];
    if (level == 0) {
        std::size_t at = 0;
        const std::size_t read = contexts.read(0);
        contexts.each(0, set, [&](std::uint32_t held, std::uint32_t state, std::uint64_t) {
            const std::uint32_t path = held == Contexts::no_hold ? 0 : offset_[0][0][held];
            words[at + path / 64] |= std::uint64_t{1} << (path % 64);
            at += static_cast<std::size_t>((paths_[read][state] + 63) / 64);
        });
        return;
    }
    const Incoming& incoming = incoming_[level];
    for (std::size_t edge = incoming.first[board]; edge < incoming.first[board + 1]; ++edge) {
        const std::uint32_t before = incoming.edges[edge].target();
        const Contexts::Id from = graph_->levels()[level - 1].contexts[before];
        SHAPEWRIGHT_ASSERT(before < reached_at_[level - 1].size());
        const std::uint64_t* source = reached_[level - 1].data() + reached_at_[level - 1][before];
        for (const Contexts::Copy& copy : copies(level - 1, from, incoming.edges[edge].piece(), set))
            add_bits(copy, source, words);
    }
}

/// What placing `piece` makes of the beginnings of each hand in `set`, for the hands in `after`.
const std::vector<Contexts::Copy>& Openers::copies(std::size_t level, Contexts::Id set, std::uint32_t piece,
                                                   Contexts::Id after) {
    const auto known = copies_[level].try_emplace(Contexts::passage(set, piece, after));
    std::vector<Contexts::Copy>& found = known.first->second;
    if (!known.second) return found;
    const Contexts& contexts = graph_->contexts();
    const std::size_t read = contexts.read(level);
    std::vector<std::pair<Hand, std::uint64_t>> targets;
    std::uint64_t to = 0;
    contexts.each(level + 1, after, [&](std::uint32_t held, std::uint32_t state, std::uint64_t) {
        targets.push_back({{state, held}, to});
        to += (paths_[read + 1][state] + 63) / 64 * 64;
    });
    std::uint64_t from = 0;
    contexts.each(level, set, [&](std::uint32_t held, std::uint32_t state, std::uint64_t) {
        const Pattern::State& here = contexts.pattern().level(read)[state];
        for (std::uint32_t next = 0; next < pieces; ++next) {
            if (here.next[next] == Pattern::none || (held != piece && next != piece)) continue;
            const Hand hand{here.next[next], held == piece ? next : held};
            // Without a hold there is nothing that could be kept.
            const Hand there = held == Contexts::no_hold ? Hand{hand.state, Contexts::no_hold} : hand;
            for (const auto& [target, at] : targets)
                if (target == there) found.push_back({from, at + offset_[read][state][next], paths_[read][state]});
        }
        from += (paths_[read][state] + 63) / 64 * 64;
    });
    return found;
}

/// The beginnings that lead to each hand of a side, by any of its boards.
void Openers::gather(const Side& side, const Side& next) {
    SHAPEWRIGHT_ASSERT(side.level < incoming_.size() && side.sets == sets_.size());
    SHAPEWRIGHT_ASSERT(side.boards < next.boards && side.hands <= next.hands);
    const Contexts& contexts = graph_->contexts();
    const std::size_t read = contexts.read(side.level);
    std::vector<std::size_t> begins;
    std::size_t words = sets_.size();
    for (std::size_t k = side.hands; k < next.hands; ++k) {
        begins.push_back(words);
        words += static_cast<std::size_t>((paths_[read][hands_[k].state] + 63) / 64);
    }
    sets_.resize(words);
    for (std::size_t k = side.boards; k < next.boards; ++k) {
        const Contexts::Id set = graph_->levels()[side.level].contexts[boards_[k]];
        part_.assign(words_of(side.level, set), 0);
        reach(side.level, boards_[k], part_.data());
        std::size_t from = 0;
        contexts.each(side.level, set, [&](std::uint32_t held, std::uint32_t state, std::uint64_t) {
            const auto begin = hands_.begin() + static_cast<std::ptrdiff_t>(side.hands);
            const auto end = hands_.begin() + static_cast<std::ptrdiff_t>(next.hands);
            const std::size_t to =
                begins[static_cast<std::size_t>(std::lower_bound(begin, end, Hand{state, held}) - begin)];
            const auto number = static_cast<std::size_t>((paths_[read][state] + 63) / 64);
            for (std::size_t word = 0; word < number; ++word) sets_[to + word] |= part_[from + word];
            from += number;
        });
    }
}

/// Calls visit(beginning, queues) for every beginning that leads to the side.
template <typename Visit>
void Openers::each_worth(const Side& side, Visit visit) {
    SHAPEWRIGHT_ASSERT(&sides_.front() <= &side && &side < &sides_.back());
    const Side& next = *(&side + 1);
    const std::size_t read = graph_->contexts().read(side.level);
    const std::size_t hands = next.hands - side.hands;
    std::size_t sets = side.sets;
    std::size_t table = side.table;
    for (std::size_t begin = 0; begin < hands;) {
        const std::uint32_t state = hands_[side.hands + begin].state;
        std::size_t end = begin;
        while (end < hands && hands_[side.hands + end].state == state) ++end;
        const auto following = static_cast<std::size_t>(seen_count_[read][state]);
        const auto number = static_cast<std::size_t>((paths_[read][state] + 63) / 64);
        for (std::size_t word = 0; word < number; ++word) {
            std::uint64_t any = 0;
            for (std::size_t k = 0; k < end - begin; ++k) any |= sets_[sets + k * number + word];
            for (; any != 0; any &= any - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(any));
                std::size_t set = 0;
                for (std::size_t k = 0; k < end - begin; ++k)
                    set |= static_cast<std::size_t>(sets_[sets + k * number + word] >> bit & 1) << k;
                const std::uint32_t first = order_[read][state][64 * word + bit];
                for (std::size_t after = 0; after < following; ++after)
                    if (const std::uint32_t queues = worth_[table + set * following + after]; queues != 0)
                        visit(first + static_cast<std::uint32_t>(after), queues);
            }
        }
        table += following << (end - begin);
        sets += number * (end - begin);
        begin = end;
    }
    SHAPEWRIGHT_ASSERT(sets == next.sets && table == next.table);
}

void Openers::row(std::uint32_t picture, std::vector<location::Gain>& gains) {
    SHAPEWRIGHT_ASSERT(dense_.size() == beginnings() && picture < pictures_.size());
    gains.clear();
    const auto& [side, mirror] = pictures_[picture];
    if (mirror == none) {
        each_worth(sides_[side],
                   [&](std::uint32_t beginning, std::uint32_t queues) { gains.push_back({beginning, queues}); });
        return;
    }
    touched_.clear();
    const auto keep = [&](std::uint32_t beginning, std::uint32_t queues) {
        if (dense_[beginning] == 0) touched_.push_back(beginning);
        dense_[beginning] = std::max(dense_[beginning], queues);
    };
    each_worth(sides_[side], keep);
    each_worth(sides_[mirror], keep);
    for (const std::uint32_t beginning : touched_) {
        gains.push_back({beginning, dense_[beginning]});
        dense_[beginning] = 0;
    }
}

std::int64_t Openers::above(std::uint32_t picture, const std::vector<std::int64_t>& prices, std::int64_t unit) {
    if (pictures_[picture].mirror != none) return Facilities::above(picture, prices, unit);
    std::int64_t sum = 0;
    each_worth(sides_[pictures_[picture].side], [&](std::uint32_t beginning, std::uint32_t queues) {
        const std::int64_t more = unit * queues - prices[beginning];
        sum += more > 0 ? more : 0;
    });
    return sum;
}

Openers::Picture Openers::picture(std::size_t number) const {
    SHAPEWRIGHT_ASSERT(number < pictures_.size());
    const auto& [side, mirror] = pictures_[number];
    const std::size_t level = sides_[side].level;
    const auto board = [&](std::uint32_t which) {
        return graph_->levels()[level].boards[boards_[sides_[which].boards]];
    };
    return {board(side), board(mirror == none ? side : mirror), level};
}

}  // namespace shapewright::clear
