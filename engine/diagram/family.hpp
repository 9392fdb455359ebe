// Families of sets as zero-suppressed decision diagrams: all solutions of a cover, each the set of its options.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/natural.hpp"
#include "diagram/store.hpp"

namespace shapewright::diagram {

/// A node: the sets of `low`, which lack the variable, and those of `high` with the variable added.
struct Branch {
    std::uint32_t variable;
    Node low, high;

    friend bool operator==(const Branch&, const Branch&) = default;
};

/// A set of variables in ascending order.
using Member = std::vector<std::uint32_t>;

/// A family of sets of variables 0..variables-1 (Minato, DAC 1993). Node 0 (`none`) is the empty family, node 1
/// (`unit`) that of the empty set; others are numbered from 2. It is reduced and its numbers are canonical, so that
/// equal families have equal nodes: levels from the last variable to the first, each ordered by low and high.
///
/// Members are ordered as words are: by their least variable in which they differ, who has it comes first.
class Family {
public:
    /// Throws std::invalid_argument if these are not the nodes of such a family.
    Family(std::uint32_t variables, std::vector<Branch> nodes, Node root);

    std::uint32_t variables() const { return variables_; }
    Node root() const { return root_; }
    const std::vector<Branch>& nodes() const { return nodes_; }
    const Branch& branch(Node node) const { return nodes_[node - 2]; }

    Natural count() const { return count_of(root_); }
    bool contains(std::span<const std::uint32_t> member) const;

    /// Up to `most` members from the one of a rank on. Like all below it throws Stopped.
    std::vector<Member> members(const Natural& rank, std::uint64_t most, const StopToken& stop = {}) const;

    /// For each variable, how many members have it.
    std::vector<Natural> containing(const StopToken& stop) const;

    /// The `most` members of the least sums of `costs`, a number for each variable, ascending, with their sums; of
    /// equal sums in no order that is promised, but the same one each time. Throws std::invalid_argument if a sum might
    /// not fit.
    std::vector<std::pair<std::int64_t, Member>> cheapest(std::span<const std::int64_t> costs, std::uint64_t most,
                                                          const StopToken& stop) const;

private:
    Natural count_of(Node node) const;
    const std::uint64_t* counted(Node node) const { return counts_.data() + node * limbs_; }
    void count_all();

    std::uint32_t variables_;
    std::vector<Branch> nodes_;
    Node root_;
    std::size_t limbs_ = 1;
    std::vector<std::uint64_t> counts_;  // by node, limbs_ each
};

}  // namespace shapewright::diagram
