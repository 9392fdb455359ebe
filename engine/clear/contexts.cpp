#include "clear/contexts.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace shapewright::clear {

void add_bits(const Contexts::Copy& copy, const std::uint64_t* from, std::uint64_t* to) {
    std::uint64_t source = copy.from;
    std::uint64_t target = copy.to;
    for (std::uint64_t left = copy.length; left > 0;) {
        const auto in_source = static_cast<unsigned>(source % 64);
        const auto in_target = static_cast<unsigned>(target % 64);
        const std::uint64_t step = std::min<std::uint64_t>({left, 64U - in_source, 64U - in_target});
        const std::uint64_t mask = step == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << step) - 1;
        to[target / 64] |= (from[source / 64] >> in_source & mask) << in_target;
        source += step;
        target += step;
        left -= step;
    }
}

Contexts::Contexts(const Queues& queues, bool hold, std::size_t placements)
    : queues_(&queues), hold_(hold), levels_(placements + 1) {
    if (queues.length() < placements) throw std::invalid_argument("the queues have too few pieces");
    for (std::size_t read = 0; read <= queues.length(); ++read)
        if (queues.level(read).size() >= std::size_t{1} << 28) throw std::length_error("the queues differ too much");
    for (std::size_t level = 0; level <= placements; ++level) number(level, {});
    std::vector<std::uint32_t> members;
    if (!hold) {
        members.push_back(context(no_hold, 0));
    } else if (queues.length() > 0) {
        for (std::uint32_t piece = 0; piece < pieces; ++piece)
            if (const std::uint32_t next = queues.level(0)[0].next[piece]; next != Queues::none)
                members.push_back(context(piece, next));
    } else {
        members.push_back(context(no_hold, 0));
    }
    start_ = number(0, members);
}

std::size_t Contexts::read(std::size_t level) const {
    return hold_ ? std::min(level + 1, queues_->length()) : level;
}

std::uint64_t Contexts::count(std::size_t level, std::uint32_t context) const {
    return queues_->level(read(level))[state_of(context)].count;
}

Contexts::Id Contexts::number(std::size_t level, const std::vector<std::uint32_t>& members) {
    Level& here = levels_[level];
    const auto [found, is_new] = here.numbers.try_emplace(members, static_cast<Id>(here.sets.size()));
    if (is_new) {
        Set set{members, 0, {}};
        set.image.fill(unknown);
        for (const std::uint32_t context : members) set.bits += count(level, context);
        here.sets.push_back(std::move(set));
        bytes_ += 200 + 8 * members.size();
    }
    return found->second;
}

template <typename Visit>
void Contexts::follow(std::size_t level, std::uint32_t context, std::size_t piece, Visit visit) const {
    const std::uint32_t held = hold_of(context);
    const std::size_t now = read(level);
    if (now == queues_->length()) {  // nothing comes any more
        if (held == piece) visit(Contexts::context(no_hold, state_of(context)), std::uint64_t{0}, std::uint64_t{1});
        return;
    }
    const Queues::State& state = queues_->level(now)[state_of(context)];
    const auto& after = queues_->level(now + 1);
    for (std::uint32_t next = 0; next < pieces; ++next) {
        if (state.next[next] == Queues::none || (held != piece && next != piece)) continue;
        const std::uint32_t kept = held == no_hold ? no_hold : held == piece ? next : held;
        visit(Contexts::context(kept, state.next[next]), state.offset[next], after[state.next[next]].count);
    }
}

Contexts::Id Contexts::image(std::size_t level, Id set, std::size_t piece) {
    const Id known = levels_[level].sets[set].image[piece];
    if (known != unknown) return known;
    std::vector<std::uint32_t> members;
    for (const std::uint32_t context : levels_[level].sets[set].members)
        follow(level, context, piece,
               [&](std::uint32_t next, std::uint64_t, std::uint64_t) { members.push_back(next); });
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return levels_[level].sets[set].image[piece] = number(level + 1, members);
}

Contexts::Id Contexts::united(std::size_t level, Id first, Id second) {
    if (first == second || second == empty) return first;
    if (first == empty) return second;
    if (first > second) std::swap(first, second);
    Level& here = levels_[level];
    const std::uint64_t key = std::uint64_t{first} << 32 | second;
    if (const auto found = here.united.find(key); found != here.united.end()) return found->second;
    std::vector<std::uint32_t> members;
    std::set_union(here.sets[first].members.begin(), here.sets[first].members.end(), here.sets[second].members.begin(),
                   here.sets[second].members.end(), std::back_inserter(members));
    bytes_ += 40;
    return here.united[key] = number(level, members);
}

Contexts::Id Contexts::common(std::size_t level, Id first, Id second) {
    if (first == second) return first;
    if (first > second) std::swap(first, second);
    if (first == empty) return empty;
    Level& here = levels_[level];
    const std::uint64_t key = std::uint64_t{first} << 32 | second;
    if (const auto found = here.common.find(key); found != here.common.end()) return found->second;
    std::vector<std::uint32_t> members;
    std::set_intersection(here.sets[first].members.begin(), here.sets[first].members.end(),
                          here.sets[second].members.begin(), here.sets[second].members.end(),
                          std::back_inserter(members));
    bytes_ += 40;
    return here.common[key] = number(level, members);
}

std::span<const Contexts::Copy> Contexts::transfer(std::size_t level, Id set, std::size_t piece, Id after) {
    Level& here = levels_[level];
    if (set >= std::uint32_t{1} << 29) throw std::length_error("there are too many sets of contexts");
    const std::uint64_t key = (std::uint64_t{set} << 3 | piece) << 32 | after;
    const auto [found, is_new] = here.transfers.try_emplace(key);
    if (is_new) {
        const std::size_t begin = here.copies.size();
        const std::vector<std::uint32_t>& targets = levels_[level + 1].sets[after].members;
        std::vector<std::uint64_t> begins{0};
        for (const std::uint32_t context : targets) begins.push_back(begins.back() + count(level + 1, context));
        std::uint64_t before = 0;
        for (const std::uint32_t context : here.sets[set].members) {
            follow(level, context, piece, [&](std::uint32_t next, std::uint64_t offset, std::uint64_t length) {
                const auto place = std::lower_bound(targets.begin(), targets.end(), next);
                if (place != targets.end() && *place == next)
                    here.copies.push_back(
                        {begins[static_cast<std::size_t>(place - targets.begin())], before + offset, length});
            });
            before += count(level, context);
        }
        found->second = {begin, here.copies.size()};
        bytes_ += 64 + 24 * (here.copies.size() - begin);
    }
    const auto [begin, end] = found->second;
    return std::span<const Copy>(here.copies).subspan(begin, end - begin);
}

std::vector<Contexts::Copy> Contexts::restriction(std::size_t level, Id set, Id part) const {
    const Level& here = levels_[level];
    std::vector<Copy> copies;
    const std::vector<std::uint32_t>& kept = here.sets[part].members;
    auto next = kept.begin();
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    for (const std::uint32_t context : here.sets[set].members) {
        const std::uint64_t bits = count(level, context);
        if (next != kept.end() && *next == context) {
            copies.push_back({from, to, bits});
            to += bits;
            ++next;
        }
        from += bits;
    }
    return copies;
}

void Contexts::fill(std::size_t level, Id set, std::uint32_t held, std::uint64_t* words) const {
    static constexpr std::array<std::uint64_t, 1> ones{~std::uint64_t{0}};
    std::uint64_t at = 0;
    for (const std::uint32_t context : levels_[level].sets[set].members) {
        const std::uint64_t bits = count(level, context);
        if (held == any_hold || held == hold_of(context))
            for (std::uint64_t done = 0; done < bits; done += 64)
                add_bits({0, at + done, std::min<std::uint64_t>(64, bits - done)}, ones.data(), words);
        at += bits;
    }
}

}  // namespace shapewright::clear
