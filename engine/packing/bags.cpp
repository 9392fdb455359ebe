#include "packing/bags.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

namespace shapewright::packing {

namespace {

using Mask = SmallBoard::Mask;

struct State {
    Mask filled;
    int holes;  // that may still be left
    friend bool operator==(const State&, const State&) = default;
};

/// The states with the same first empty bit; each has a set of bags as a bitset over their numbers.
struct Layer {
    std::vector<State> states;
    std::vector<std::vector<std::uint64_t>> bags;

    std::uint32_t add(const State& state) {
        SHAPEWRIGHT_ASSERT(states.size() == bags.size());
        std::uint32_t& slot = index_.slot(hash(state), [&](std::uint32_t k) { return states[k] == state; });
        if (slot != index_.none) return slot;
        const std::uint32_t made = slot = static_cast<std::uint32_t>(states.size());
        states.push_back(state);
        bags.emplace_back();
        if (index_.is_full(states.size())) index_.grow(states.size(), [&](std::size_t k) { return hash(states[k]); });
        return made;
    }
    std::uint32_t number(const State& state) const {
        return index_.find(hash(state), [&](std::uint32_t k) { return states[k] == state; });
    }

private:
    static std::uint64_t hash(const State& state) {
        return hashed(chained(state.filled, static_cast<std::uint64_t>(state.holes)));
    }

    FlatIndex<> index_;
};

using Bits = std::vector<std::uint64_t>;

void unite(Bits& into, const Bits& other) {
    if (into.size() < other.size()) into.resize(other.size(), 0);
    for (std::size_t k = 0; k < other.size(); ++k) into[k] |= other[k];
}

/// The bags that one more piece of `type` makes of `bags` of `pieces` pieces.
Bits joined(const BagNumbers& numbers, const Bits& bags, int pieces, int type) {
    SHAPEWRIGHT_ASSERT(64 * bags.size() < numbers.size(pieces) + 64);
    Bits result((numbers.size(pieces + 1) + 63) / 64, 0);
    each_bit(bags.data(), bags.size(), [&](std::size_t number) {
        const std::uint32_t after = numbers.after(pieces, static_cast<std::uint32_t>(number), type);
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
                SHAPEWRIGHT_ASSERT(at + types_of() <= bags.size());
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

/// The dynamic programming behind a table. A state is what is filled when all cells before some bit are, or shall stay
/// empty; it stands in the layer of the first bit that is not filled.
class BagTable::Maker {
public:
    Maker(const SmallBoard& board, BagTable& table, Mask required, const StopToken& stop, std::uint64_t limit)
        : board_(board),
          table_(table),
          required_(required),
          stop_(stop),
          limit_(limit),
          pieces_(table.pieces_),
          area_(board.pieces().types()[0].area),
          cells_(board.cells()),
          open_(std::popcount(board.open())),
          holes_(open_ - pieces_ * area_),
          cut_(board.row() * ((cells_ / board.row() + 1) / 2)),
          box_(cells_ == 64 ? ~Mask{0} : (Mask{1} << cells_) - 1),
          layers_(static_cast<std::size_t>(cells_) + 1) {}

    /// False if it was stopped, or takes too many states.
    bool make() {
        if (holes_ < 0) return true;
        if (!fill_upward()) return false;
        // The boundaries are the states that begin at the cut or beyond; then on to everything that can follow them.
        std::vector<std::size_t> boundaries;
        for (int bit = cut_; bit <= cells_; ++bit) boundaries.push_back(layer(bit).states.size());
        if (!follow() || !fill_downward(boundaries)) return false;
        group();
        return true;
    }

private:
    struct Boundary {
        State state;
        Bits lower, upper;
    };

    int pieces_below(const State& state) const {
        const int covered = open_ - std::popcount(~state.filled & box_) - (holes_ - state.holes);
        SHAPEWRIGHT_ASSERT(covered >= 0 && covered % area_ == 0 && state.holes >= 0);
        return covered / area_;
    }
    int first(Mask filled) const { return (filled & box_) == box_ ? cells_ : std::countr_zero(~filled); }
    Layer& layer(int bit) { return layers_[static_cast<std::size_t>(bit)]; }

    /// Everything that one piece, or one more empty cell (type -1), makes of a state.
    template <typename Visit>
    void each_step(const State& state, int bit, const Visit& visit) const {
        // A piece more than there are would take the place of holes.
        const bool any_left = pieces_below(state) < pieces_;
        for (const auto& option : board_.options(bit)) {
            if (!any_left) break;
            if ((option.mask & state.filled) != 0) continue;
            const State next{state.filled | option.mask, state.holes};
            if (board_.lost(next.filled) <= next.holes) visit(option.placed.type, next);
        }
        if (state.holes > 0 && (required_ >> bit & 1) == 0)
            visit(-1, State{state.filled | Mask{1} << bit, state.holes - 1});
    }

    bool too_much(std::uint64_t more) {
        table_.states_ += more;
        return table_.states_ > limit_ || stop_.expired();
    }

    /// Upward to the cut: the bags below each boundary.
    bool fill_upward() {
        const State start{~board_.open() & box_, holes_};
        layer(first(start.filled)).bags.reserve(1);
        layer(first(start.filled)).add(start);
        layer(first(start.filled)).bags[0] = Bits{1};
        for (int bit = 0; bit < cut_; ++bit) {
            Layer& here = layer(bit);
            if (too_much(here.states.size())) return false;
            std::vector<Bits> grown(board_.pieces().size());
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
                    if (more.empty()) more = joined(table_.numbers_, here.bags[k], below, type);
                    unite(into, more);
                });
            }
            here = Layer{};
        }
        return true;
    }

    bool follow() {
        for (int bit = cut_; bit < cells_; ++bit) {
            if (too_much(layer(bit).states.size())) return false;
            for (std::size_t k = 0; k < layer(bit).states.size(); ++k) {
                const State state = layer(bit).states[k];
                each_step(state, bit, [&](int, const State& next) { layer(first(next.filled)).add(next); });
            }
        }
        return true;
    }

    /// Downward from the full board: the bags above each state. The first so many of each layer are boundaries.
    bool fill_downward(const std::vector<std::size_t>& boundaries) {
        above_.resize(static_cast<std::size_t>(cells_) + 1);
        for (int bit = cells_; bit >= cut_; --bit) {
            if (stop_.expired()) return false;
            const Layer& here = layer(bit);
            std::vector<Bits>& sets = above_[static_cast<std::size_t>(bit)];
            sets.resize(here.states.size());
            if (bit == cells_) {
                for (std::size_t k = 0; k < here.states.size(); ++k)
                    if (pieces_below(here.states[k]) == pieces_) sets[k] = Bits{1};
            } else {
                fill_above(bit);
            }
            for (std::size_t k = 0; k < boundaries[static_cast<std::size_t>(bit - cut_)]; ++k)
                if (!sets[k].empty())
                    boundaries_[pieces_below(here.states[k])].push_back({here.states[k], here.bags[k], sets[k]});
        }
        return true;
    }

    void fill_above(int bit) {
        const Layer& here = layer(bit);
        std::vector<Bits>& sets = above_[static_cast<std::size_t>(bit)];
        std::vector<Bits> grown(board_.pieces().size());
        for (std::size_t k = 0; k < here.states.size(); ++k) {
            const State& state = here.states[k];
            const int left = pieces_ - pieces_below(state);
            for (Bits& bits : grown) bits.clear();
            each_step(state, bit, [&](int type, const State& next) {
                const Layer& there = layer(first(next.filled));
                SHAPEWRIGHT_ASSERT(there.number(next) < there.states.size());
                const Bits& set = above_[static_cast<std::size_t>(first(next.filled))][there.number(next)];
                unite(type < 0 ? sets[k] : grown[static_cast<std::size_t>(type)], set);
            });
            for (std::size_t t = 0; t < grown.size(); ++t)
                if (!grown[t].empty()) unite(sets[k], joined(table_.numbers_, grown[t], left - 1, static_cast<int>(t)));
        }
    }

    /// By pieces below them, what the table asks: which boundaries have a bag below, and which above.
    void group() {
        for (auto& [below, members] : boundaries_) {
            std::erase_if(members, [](const Boundary& one) { return one.lower.empty(); });
            if (members.empty()) continue;
            Group group;
            group.below = below;
            group.words = (members.size() + 63) / 64;
            group.lower.assign(table_.numbers_.size(below) * group.words, 0);
            group.upper.assign(table_.numbers_.size(pieces_ - below) * group.words, 0);
            for (std::size_t m = 0; m < members.size(); ++m) {
                const auto note = [&](std::vector<std::uint64_t>& words) {
                    return [&words, &group, m](std::size_t bag) {
                        words[bag * group.words + m / 64] |= std::uint64_t{1} << (m % 64);
                    };
                };
                each_bit(members[m].lower.data(), members[m].lower.size(), note(group.lower));
                each_bit(members[m].upper.data(), members[m].upper.size(), note(group.upper));
            }
            table_.groups_.push_back(std::move(group));
        }
    }

    const SmallBoard& board_;
    BagTable& table_;
    Mask required_;
    const StopToken& stop_;
    std::uint64_t limit_;
    int pieces_, area_, cells_, open_, holes_, cut_;
    Mask box_;
    std::vector<Layer> layers_;             // by first bit that is not filled
    std::vector<std::vector<Bits>> above_;  // by layer and state
    std::map<int, std::vector<Boundary>> boundaries_;
};

BagTable::BagTable(const SmallBoard& board, int pieces, SmallBoard::Mask required, const StopToken& stop,
                   std::uint64_t limit)
    : pieces_(pieces), numbers_(static_cast<int>(board.pieces().size()), pieces) {
    if (!board.pieces().uniform() || board.pieces().size() > 8)
        throw std::invalid_argument("tables of bags are for at most 8 types of pieces of one area");
    complete_ = Maker(board, *this, required, stop, limit).make();
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
        SHAPEWRIGHT_ASSERT(numbers_.number(part) < numbers_.size(group.below) &&
                           numbers_.number(rest) < numbers_.size(pieces_ - group.below));
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
