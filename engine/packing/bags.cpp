#include "packing/bags.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <unordered_map>

namespace shapewright::packing {

namespace {

using Mask = SmallBoard::Mask;

struct State {
    Mask filled;
    int holes;  // that may still be left
    friend bool operator==(const State&, const State&) = default;
};

struct HashOfState {
    std::size_t operator()(const State& state) const {
        std::uint64_t z = state.filled * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(state.holes);
        z = (z ^ (z >> 31)) * 0xbf58476d1ce4e5b9ULL;
        return static_cast<std::size_t>(z ^ (z >> 29));
    }
};

/// The states with the same first empty bit; each has a set of bags as a bitset over their numbers.
struct Layer {
    std::unordered_map<State, std::uint32_t, HashOfState> number;
    std::vector<State> states;
    std::vector<std::vector<std::uint64_t>> bags;

    std::uint32_t add(const State& state) {
        const auto [where, is_new] = number.emplace(state, static_cast<std::uint32_t>(states.size()));
        if (is_new) {
            states.push_back(state);
            bags.emplace_back();
        }
        return where->second;
    }
};

using Bits = std::vector<std::uint64_t>;

void unite(Bits& into, const Bits& other) {
    if (into.size() < other.size()) into.resize(other.size(), 0);
    for (std::size_t k = 0; k < other.size(); ++k) into[k] |= other[k];
}

template <typename Visit>
void each_bit(const Bits& bits, const Visit& visit) {
    for (std::size_t k = 0; k < bits.size(); ++k)
        for (std::uint64_t word = bits[k]; word != 0; word &= word - 1)
            visit(static_cast<std::uint32_t>(64 * k) + static_cast<std::uint32_t>(std::countr_zero(word)));
}

/// The bags that one more piece of `type` makes of `bags` of `pieces` pieces.
Bits joined(const BagNumbers& numbers, const Bits& bags, int pieces, int type) {
    Bits result((numbers.size(pieces + 1) + 63) / 64, 0);
    each_bit(bags, [&](std::uint32_t number) {
        const std::uint32_t after = numbers.after(pieces, number, type);
        result[after / 64] |= std::uint64_t{1} << (after % 64);
    });
    return result;
}

}  // namespace

BagNumbers::BagNumbers(int types, int most) : types_(types), most_(most) {
    const int n = most + types + 1;
    choose_.assign(static_cast<std::size_t>(n + 1) * (types_of() + 1), 0);
    for (int i = 0; i <= n; ++i)
        for (int k = 0; k <= std::min(i, types); ++k) {
            const auto at = [&](int a, int b) -> std::uint32_t& {
                return choose_[static_cast<std::size_t>(a) * (types_of() + 1) + static_cast<std::size_t>(b)];
            };
            at(i, k) = k == 0 ? 1 : at(i - 1, k - 1) + (k <= i - 1 ? at(i - 1, k) : 0);
        }
    bags_.resize(static_cast<std::size_t>(most) + 1);
    after_.resize(static_cast<std::size_t>(most) + 1);
    for (int pieces = 0; pieces <= most; ++pieces) {
        auto& bags = bags_[static_cast<std::size_t>(pieces)];
        bags.resize(size(pieces) * types_of());
        std::vector<int> counts(types_of(), 0);
        const auto fill = [&](const auto& self, int type, int left) -> void {
            if (type == types_ - 1) {
                counts[static_cast<std::size_t>(type)] = left;
                const std::size_t at = static_cast<std::size_t>(number(counts.data())) * types_of();
                for (std::size_t t = 0; t < types_of(); ++t) bags[at + t] = static_cast<std::uint8_t>(counts[t]);
                return;
            }
            for (int count = 0; count <= left; ++count) {
                counts[static_cast<std::size_t>(type)] = count;
                self(self, type + 1, left - count);
            }
        };
        fill(fill, 0, pieces);
    }
    for (int pieces = 0; pieces < most; ++pieces) {
        auto& after = after_[static_cast<std::size_t>(pieces)];
        after.resize(size(pieces) * types_of());
        std::vector<int> counts(types_of());
        for (std::uint32_t k = 0; k < size(pieces); ++k) {
            for (std::size_t t = 0; t < types_of(); ++t) counts[t] = bag(pieces, k)[t];
            for (std::size_t t = 0; t < types_of(); ++t) {
                ++counts[t];
                after[static_cast<std::size_t>(k) * types_of() + t] = number(counts.data());
                --counts[t];
            }
        }
    }
}

std::uint32_t BagNumbers::number(const int* counts) const {
    // The combinatorial number system: partial sums of the counts as positions of bars among stars.
    std::uint32_t result = 0;
    int sum = 0;
    for (int type = 0; type + 1 < types_; ++type) {
        sum += counts[type];
        result += choose(sum + type, type + 1);
    }
    return result;
}

BagTable::BagTable(const SmallBoard& board, int pieces, SmallBoard::Mask required, const StopToken& stop,
                   std::uint64_t limit)
    : pieces_(pieces), numbers_(static_cast<int>(board.pieces().size()), pieces) {
    if (!board.pieces().uniform() || board.pieces().size() > 8)
        throw std::invalid_argument("tables of bags are for at most 8 types of pieces of one area");
    const int area = board.pieces().types()[0].area;
    const int cells = board.cells();
    const int open = std::popcount(board.open());
    const int holes = open - pieces * area;
    if (holes < 0) {
        complete_ = true;
        return;
    }
    const int cut = board.row() * ((cells / board.row() + 1) / 2);
    const Mask box = cells == 64 ? ~Mask{0} : (Mask{1} << cells) - 1;
    const auto pieces_below = [&](const State& state) {
        return (open - std::popcount(~state.filled & box) - (holes - state.holes)) / area;
    };
    const auto first = [&](Mask filled) { return (filled & box) == box ? cells : std::countr_zero(~filled); };
    std::vector<Layer> layers(static_cast<std::size_t>(cells) + 1);
    const auto layer = [&](int bit) -> Layer& { return layers[static_cast<std::size_t>(bit)]; };
    const auto each_step = [&](const State& state, int bit, const auto& visit) {
        // A piece more than there are would take the place of holes.
        const bool any_left = pieces_below(state) < pieces;
        for (const auto& option : board.options(bit)) {
            if (!any_left) break;
            if ((option.mask & state.filled) != 0) continue;
            const State next{state.filled | option.mask, state.holes};
            if (board.lost(next.filled) <= next.holes) visit(option.placed.type, next);
        }
        if (state.holes > 0 && (required >> bit & 1) == 0)
            visit(-1, State{state.filled | Mask{1} << bit, state.holes - 1});
    };
    const State start{~board.open() & box, holes};
    layer(first(start.filled)).bags.reserve(1);
    layer(first(start.filled)).add(start);
    layer(first(start.filled)).bags[0] = Bits{1};
    const auto too_much = [&](std::uint64_t more) {
        states_ += more;
        return states_ > limit || stop.expired();
    };

    // Upward to the cut: the bags below each boundary.
    for (int bit = 0; bit < cut; ++bit) {
        Layer& here = layer(bit);
        if (too_much(here.states.size())) return;
        std::vector<Bits> grown(board.pieces().size());
        for (std::size_t k = 0; k < here.states.size(); ++k) {
            for (Bits& bits : grown) bits.clear();
            const int below = pieces_below(here.states[k]);
            each_step(here.states[k], bit, [&](int type, const State& next) {
                Layer& there = layer(first(next.filled));
                Bits& into = there.bags[there.add(next)];
                if (type < 0) {
                    unite(into, here.bags[k]);
                    return;
                }
                Bits& more = grown[static_cast<std::size_t>(type)];
                if (more.empty()) more = joined(numbers_, here.bags[k], below, type);
                unite(into, more);
            });
        }
        here = Layer{};
    }

    // The boundaries are the states that begin at the cut or beyond; then on to everything that can follow them.
    struct Boundary {
        State state;
        Bits lower, upper;
    };
    std::map<int, std::vector<Boundary>> boundaries;
    std::vector<std::pair<int, std::size_t>> at(static_cast<std::size_t>(cells) + 1);
    for (int bit = cut; bit <= cells; ++bit) at[static_cast<std::size_t>(bit)] = {bit, layer(bit).states.size()};
    for (int bit = cut; bit < cells; ++bit) {
        if (too_much(layer(bit).states.size())) return;
        for (std::size_t k = 0; k < layer(bit).states.size(); ++k) {
            const State state = layer(bit).states[k];
            each_step(state, bit, [&](int, const State& next) { layer(first(next.filled)).add(next); });
        }
    }
    // Downward from the full board: the bags above each state.
    std::vector<std::vector<Bits>> above(static_cast<std::size_t>(cells) + 1);
    for (int bit = cells; bit >= cut; --bit) {
        const Layer& here = layer(bit);
        if (stop.expired()) return;
        auto& sets = above[static_cast<std::size_t>(bit)];
        sets.resize(here.states.size());
        std::vector<Bits> grown(board.pieces().size());
        for (std::size_t k = 0; k < here.states.size(); ++k) {
            const State& state = here.states[k];
            const int left = pieces - pieces_below(state);
            if (bit == cells) {
                if (left == 0) sets[k] = Bits{1};
                continue;
            }
            for (Bits& bits : grown) bits.clear();
            each_step(state, bit, [&](int type, const State& next) {
                const Layer& there = layer(first(next.filled));
                const Bits& set = above[static_cast<std::size_t>(first(next.filled))][there.number.at(next)];
                unite(type < 0 ? sets[k] : grown[static_cast<std::size_t>(type)], set);
            });
            for (std::size_t t = 0; t < grown.size(); ++t)
                if (!grown[t].empty()) unite(sets[k], joined(numbers_, grown[t], left - 1, static_cast<int>(t)));
        }
        if (bit < cells)
            for (std::size_t k = 0; k < at[static_cast<std::size_t>(bit)].second; ++k)
                boundaries[pieces_below(here.states[k])].push_back({here.states[k], here.bags[k], sets[k]});
        else
            for (std::size_t k = 0; k < at[static_cast<std::size_t>(bit)].second; ++k)
                if (!sets[k].empty()) boundaries[pieces].push_back({here.states[k], here.bags[k], sets[k]});
    }
    for (auto& [below, members] : boundaries) {
        std::erase_if(members, [](const Boundary& one) { return one.upper.empty() || one.lower.empty(); });
        if (members.empty()) continue;
        Group group;
        group.below = below;
        group.words = (members.size() + 63) / 64;
        group.lower.assign(numbers_.size(below) * group.words, 0);
        group.upper.assign(numbers_.size(pieces - below) * group.words, 0);
        for (std::size_t m = 0; m < members.size(); ++m) {
            const auto note = [&](std::vector<std::uint64_t>& table) {
                return [&table, &group, m](std::uint32_t bag) {
                    table[bag * group.words + m / 64] |= std::uint64_t{1} << (m % 64);
                };
            };
            each_bit(members[m].lower, note(group.lower));
            each_bit(members[m].upper, note(group.upper));
        }
        groups_.push_back(std::move(group));
    }
    complete_ = true;
}

bool BagTable::contains(const int* counts) const {
    int sum = 0;
    for (int t = 0; t < types(); ++t) sum += counts[t];
    if (sum != pieces_) return false;
    int part[8] = {};
    return std::any_of(groups_.begin(), groups_.end(),
                       [&](const Group& group) { return contains_with(group, counts, 0, group.below, part); });
}

bool BagTable::contains_with(const Group& group, const int* counts, int type, int left, int* part) const {
    if (type == types() - 1) {
        if (left > counts[type]) return false;
        part[type] = left;
        int rest[8];
        for (int t = 0; t < types(); ++t) rest[t] = counts[t] - part[t];
        const std::uint64_t* a = &group.lower[numbers_.number(part) * group.words];
        const std::uint64_t* b = &group.upper[numbers_.number(rest) * group.words];
        std::uint64_t both = 0;
        for (std::size_t k = 0; k < group.words; ++k) both |= a[k] & b[k];
        return both != 0;
    }
    for (int count = std::min(left, counts[type]); count >= 0; --count) {
        part[type] = count;
        if (contains_with(group, counts, type + 1, left - count, part)) return true;
    }
    return false;
}

std::vector<std::uint8_t> BagTable::all(const StopToken& stop) const {
    std::vector<std::uint8_t> found;
    std::vector<int> counts(static_cast<std::size_t>(types()));
    for (std::uint32_t k = 0; k < numbers_.size(pieces_); ++k) {
        if ((k & 255) == 0 && stop.expired()) return {};
        const std::uint8_t* bag = numbers_.bag(pieces_, k);
        for (int t = 0; t < types(); ++t) counts[static_cast<std::size_t>(t)] = bag[t];
        if (contains(counts)) found.insert(found.end(), bag, bag + types());
    }
    return found;
}

}  // namespace shapewright::packing
