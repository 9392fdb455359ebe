#include "diagram/unfolding.hpp"

#include <algorithm>
#include <tuple>

#include "core/flat_index.hpp"
#include "core/hash.hpp"

namespace shapewright::diagram {

namespace {

/// Reduced nodes, found by their content.
class Unique {
public:
    Node make(const Branch& branch) {
        if (branch.high == none) return branch.low;
        std::uint32_t& slot = index_.slot(hash(branch), [&](std::uint32_t k) { return nodes[k] == branch; });
        if (slot != index_.none) return slot + 2;
        const Node made = static_cast<Node>(nodes.size() + 2);
        slot = made - 2;
        nodes.push_back(branch);
        if (index_.is_full(nodes.size()))
            index_.grow(nodes.size(), [&](std::size_t number) { return hash(nodes[number]); });
        return made;
    }

    std::vector<Branch> nodes;

private:
    static std::uint64_t hash(const Branch& branch) {
        return hashed(chained(std::uint64_t{branch.low} << 32 | branch.high, branch.variable));
    }

    FlatIndex<> index_{std::size_t{1} << 12};
};

}  // namespace

Family Unfolding::fold(std::uint32_t variables, Node root) const {
    std::vector<Node> made(states_, none);
    made[unit] = unit;
    Unique unique;
    std::uint64_t end = arcs_.size();
    for (std::size_t k = looked_.size(); k-- > 0;) {
        if ((k & 0xffff) == 0 && stop_.expired()) throw Stopped();
        const Looked& state = looked_[k];
        Node node = made[state.rest];
        for (std::uint64_t at = end; at-- > state.arcs;)
            node = unique.make({arcs_[at].variable, node, made[arcs_[at].to]});
        end = state.arcs;
        made[state.state] = node;
    }
    return canonical(variables, unique.nodes, made[root]);
}

Family canonical(std::uint32_t variables, const std::vector<Branch>& nodes, Node root) {
    // What is not below the root is left out. Chains share their ends, so more nodes were made than are needed.
    std::vector<bool> needed(nodes.size() + 2);
    needed[root] = true;
    std::vector<std::size_t> begin(std::size_t{variables} + 1, 0);  // by variable
    std::size_t number = 0;
    for (std::size_t k = nodes.size(); k-- > 0;) {
        if (!needed[k + 2]) continue;
        needed[nodes[k].low] = needed[nodes[k].high] = true;
        ++begin[nodes[k].variable];
        ++number;
    }
    std::size_t before = 0;
    for (std::size_t variable = variables; variable-- > 0;) {
        const std::size_t here = begin[variable];
        begin[variable] = before;
        before += here;
    }
    std::vector<Node> ordered(number);
    std::vector<std::size_t> next(begin);
    for (std::size_t k = 0; k < nodes.size(); ++k)
        if (needed[k + 2]) ordered[next[nodes[k].variable]++] = static_cast<Node>(k + 2);
    std::vector<Node> renumbered(nodes.size() + 2, none);
    renumbered[unit] = unit;
    std::vector<Branch> result;
    result.reserve(number);
    for (std::size_t variable = variables; variable-- > 0;) {
        std::vector<std::tuple<Node, Node, Node>> level;
        for (std::size_t at = begin[variable]; at < next[variable]; ++at) {
            const Branch& node = nodes[ordered[at] - 2];
            level.emplace_back(renumbered[node.low], renumbered[node.high], ordered[at]);
        }
        std::sort(level.begin(), level.end());
        for (const auto& [low, high, node] : level) {
            result.push_back({static_cast<std::uint32_t>(variable), low, high});
            renumbered[node] = static_cast<Node>(result.size() + 1);
        }
    }
    return Family(variables, std::move(result), renumbered[root]);
}

}  // namespace shapewright::diagram
