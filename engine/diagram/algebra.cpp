#include "diagram/algebra.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "diagram/unfolding.hpp"

namespace shapewright::diagram {

namespace {

enum class Operation { unite, intersect, subtract };

/// The states of a question about nodes, each a node with something else, by their least variables.
class States {
public:
    States(Unfolding& unfolding, std::uint32_t variables) : unfolding_(unfolding), waiting_(variables) {}

    Node find(std::uint64_t key, std::uint32_t variable) {
        std::uint32_t& slot = index_.slot(hashed(key), [&](std::uint32_t k) { return keys_[k] == key; });
        if (slot != index_.none) return slot + 2;
        const Node made = unfolding_.state();
        slot = made - 2;
        keys_.push_back(key);
        waiting_[variable].push_back(made);
        if (index_.is_full(keys_.size()))
            index_.grow(keys_.size(), [&](std::size_t number) { return hashed(keys_[number]); });
        return made;
    }

    std::uint64_t key(Node state) const { return keys_[state - 2]; }
    std::uint64_t bytes() const { return bytes_of(keys_) + index_.bytes(); }

    /// Looks at all of them: `look` says the high and the low state of a key.
    template <typename Look>
    void look_at_all(Look look) {
        for (std::uint32_t variable = 0; variable < waiting_.size(); ++variable) {
            for (std::size_t k = 0; k < waiting_[variable].size(); ++k) {
                const Node state = waiting_[variable][k];
                const auto [high, low] = look(key(state), variable);
                unfolding_.open(state);
                unfolding_.arc(variable, high);
                unfolding_.close(low, bytes());
            }
            waiting_[variable] = {};
        }
    }

private:
    Unfolding& unfolding_;
    std::vector<std::uint64_t> keys_;
    FlatIndex<> index_{std::size_t{1} << 12};
    std::vector<std::vector<Node>> waiting_;  // by variable
};

Family combined(Operation operation, const Family& a, const Family& b, const Means& means) {
    if (a.variables() != b.variables()) throw std::invalid_argument("the families have different variables");
    Unfolding unfolding(means.stop, means.bytes);
    States states(unfolding, a.variables());
    const auto variable = [](const Family& family, Node node) {
        return node <= unit ? family.variables() : family.branch(node).variable;
    };
    const auto find = [&](Node one, Node other) -> Node {
        if (one <= unit && other <= unit) {
            if (operation == Operation::unite) return one | other;
            return operation == Operation::intersect ? one & other : one & (other ^ 1);
        }
        if (operation == Operation::intersect && (one == none || other == none)) return none;
        if (operation == Operation::subtract && one == none) return none;
        return states.find(std::uint64_t{one} << 32 | other, std::min(variable(a, one), variable(b, other)));
    };
    const Node root = find(a.root(), b.root());
    states.look_at_all([&](std::uint64_t key, std::uint32_t at) {
        const auto one = static_cast<Node>(key >> 32), other = static_cast<Node>(key);
        Branch left{at, one, none}, right{at, other, none};
        if (variable(a, one) == at) left = a.branch(one);
        if (variable(b, other) == at) right = b.branch(other);
        return std::pair(find(left.high, right.high), find(left.low, right.low));
    });
    return unfolding.fold(a.variables(), root);
}

}  // namespace

Family unite(const Family& a, const Family& b, const Means& means) {
    return combined(Operation::unite, a, b, means);
}
Family intersect(const Family& a, const Family& b, const Means& means) {
    return combined(Operation::intersect, a, b, means);
}
Family subtract(const Family& a, const Family& b, const Means& means) {
    return combined(Operation::subtract, a, b, means);
}

Family among(const Family& family, std::span<const std::uint32_t> chosen, std::uint32_t least, std::uint32_t most,
             const Means& means) {
    std::vector<bool> counts(family.variables());
    std::uint32_t last = 0;  // one more than the last variable that counts
    for (const std::uint32_t variable : chosen) {
        if (variable >= family.variables()) throw std::invalid_argument("the family has no such variable");
        counts[variable] = true;
        last = std::max(last, variable + 1);
    }
    // More of them than the bounds ask about need not be told apart.
    const std::uint32_t top = most >= chosen.size() ? least : most + 1;
    Unfolding unfolding(means.stop, means.bytes);
    States states(unfolding, family.variables());
    constexpr std::uint32_t met = ~std::uint32_t{0};  // the number is known to be right
    const auto find = [&](Node node, std::uint32_t number) -> Node {
        if (node == none) return none;
        const std::uint32_t variable = node == unit ? family.variables() : family.branch(node).variable;
        if (number != met) {
            number = std::min(number, top);
            if (number > most) return none;
            const bool is_over = variable >= last;
            if (is_over && number < least) return none;
            if (is_over || (number >= least && most >= chosen.size())) number = met;
        }
        return node == unit ? unit : states.find(std::uint64_t{number} << 32 | node, variable);
    };
    const Node root = find(family.root(), 0);
    states.look_at_all([&](std::uint64_t key, std::uint32_t variable) {
        const auto number = static_cast<std::uint32_t>(key >> 32);
        const Branch& node = family.branch(static_cast<Node>(key));
        const std::uint32_t taken = number != met && counts[variable] ? number + 1 : number;
        return std::pair(find(node.high, taken), find(node.low, number));
    });
    return unfolding.fold(family.variables(), root);
}

Family family_of(std::uint32_t variables, std::vector<Member> members) {
    if (variables > most_variables) throw std::invalid_argument("a family has at most 16,777,216 variables");
    for (const Member& member : members)
        for (std::size_t k = 0; k < member.size(); ++k)
            if (member[k] >= variables || (k > 0 && member[k] <= member[k - 1]))
                throw std::invalid_argument("a member must ascend, and have only variables of the family");
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    // A state is a range of members that agree up to a place; those that end there come first.
    struct Range {
        std::size_t begin, end, place;
        Node state;
    };
    Unfolding unfolding(StopToken{}, ~std::uint64_t{0});
    std::vector<Range> open;
    const auto find = [&](std::size_t begin, std::size_t end, std::size_t place) -> Node {
        if (begin == end) return none;
        if (end == begin + 1 && members[begin].size() == place) return unit;
        open.push_back({begin, end, place, unfolding.state()});
        return open.back().state;
    };
    const Node root = find(0, members.size(), 0);
    while (!open.empty()) {
        Range range = open.back();
        open.pop_back();
        unfolding.open(range.state);
        const bool ends = members[range.begin].size() == range.place;
        for (std::size_t at = range.begin + (ends ? 1 : 0); at < range.end;) {
            const std::uint32_t variable = members[at][range.place];
            std::size_t end = at + 1;
            while (end < range.end && members[end][range.place] == variable) ++end;
            unfolding.arc(variable, find(at, end, range.place + 1));
            at = end;
        }
        unfolding.close(ends ? unit : none, 0);
    }
    return unfolding.fold(variables, root);
}

}  // namespace shapewright::diagram
