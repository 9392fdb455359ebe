// The branch and bound itself, on a problem in one piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "linear/programme.hpp"
#include "set_cover/set_cover.hpp"

namespace shapewright::set_cover {

/// Decides sets one after the other and takes the decisions back.
class Search {
public:
    Search(const Problem& problem, const StopToken& stop);

    /// A cover to begin with; it counts if it is lighter than what is known.
    void offer(Numbers cover);

    /// Decide what needs no search: elements that only one set has, sets and elements that others make needless.
    void reduce();

    /// What `reduce` leaves: parts that have nothing in common, as the sets of each.
    std::vector<Numbers> parts() const;

    /// All that needs no branch; afterwards there is a bound.
    void begin();

    /// The rest, unless that is more than about so many nodes.
    void go_on(std::uint64_t most_nodes);

    bool is_done() const { return is_done_; }
    const Numbers& chosen() const { return chosen_; }
    const Numbers& best() const { return best_; }
    bool is_open(std::uint32_t element) const { return covered_[element] == 0; }
    std::uint64_t weight() const { return static_cast<std::uint64_t>(best_weight_); }
    std::uint64_t bound() const { return static_cast<std::uint64_t>(is_done_ ? best_weight_ : root_bound_); }
    std::uint64_t nodes() const { return nodes_; }

private:
    // Prices of elements are whole numbers of this part of a weight.
    static constexpr std::int64_t unit = std::int64_t{1} << 20;
    static std::int64_t whole_weights(std::int64_t price) { return price <= 0 ? 0 : (price + unit - 1) / unit; }
    enum class Step : std::uint8_t { chosen, left_out, implied };
    struct Decision {
        Step step;
        std::uint32_t number;
    };

    void choose(std::uint32_t set);
    void leave_out(std::uint32_t set);
    void imply(std::uint32_t element);
    void undo(std::size_t decisions);
    bool propagate();

    void list_open();
    void keep_prices();
    bool drop_sets();
    bool drop_elements();
    bool bound_from(int rounds, bool at_root);
    std::int64_t dual();
    bool decide_by_cost(const Numbers& sets, std::int64_t dual);
    void step_along(std::int64_t dual, int halvings);
    void build_cover();
    void look_for_fewer(std::uint64_t times);
    void visit();
    bool bound_node();
    void branch();
    void branch_on_element();
    std::uint32_t element_to_branch_on(std::int64_t dual) const;
    bool is_over();

    void make_programme();
    bool bound_by_programme(bool at_root);
    linear::Outcome solve_programme(std::uint64_t steps);
    std::int64_t prices_of_programme();
    void learn();
    void branch_on_set();
    // A decision to branch on, or one whose contrary leads to no lighter cover.
    struct Choice {
        std::uint32_t set;
        bool chosen, is_forced;
    };
    Choice choice();
    void decide(std::uint32_t set, bool chosen);
    double expected(std::uint32_t set, bool chosen) const;
    struct Trial {
        double rise;
        bool is_in_vain;
    };
    Trial tried(std::uint32_t set, bool chosen, const linear::Programme::Basis& basis);

    const Problem& problem_;
    const StopToken& stop_;
    std::uint64_t most_nodes_ = 1;
    std::vector<Numbers> having_;  // the sets that have each element
    std::vector<bool> decided_;    // of each set
    Numbers covered_;              // how often each element is covered (or follows from others)
    std::size_t uncovered_;        // elements
    Numbers left_;                 // how many undecided sets each element has
    std::vector<Decision> decisions_;
    Numbers waiting_;  // elements that have at most one set left
    Numbers chosen_;
    std::int64_t chosen_weight_ = 0;
    std::vector<std::int64_t> price_, cost_;  // of elements, of sets (reduced)
    // What is open, close together: the sets, and where the members of each end among `members_`, by their places
    // among the elements.
    Numbers open_elements_, open_sets_, ends_, members_, place_;
    std::vector<std::int64_t> open_price_, slack_;  // of these elements: what they pay, the subgradient
    Numbers best_;
    std::int64_t best_weight_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t root_bound_ = 0;
    std::uint64_t nodes_ = 0;
    // Where there is a linear programme: what its rows and columns are.
    std::optional<linear::Programme> programme_;
    Numbers row_set_, column_element_;
    double heaviest_ = 1;        // weight, which is 1 in the programme
    std::vector<double> share_;  // by set: how much of it the programme takes
    double value_ = 0;           // the bound at this node, not rounded
    struct Gain {
        double sum = 0;  // of how much the bound rose, for a whole set
        std::uint32_t times = 0;
    };
    std::vector<Gain> gains_[2];  // by set, where it was left out and where it was chosen
    struct Origin {
        std::uint32_t set;
        bool chosen;
        double share, value;
    };
    std::optional<Origin> origin_;  // of the node that begins
    bool stopped_ = false, is_done_ = false;
    std::uint64_t next_look_ = 0;  // by local search: at which node, 0 if at none
    std::uint64_t looks_ = 0;
};

}  // namespace shapewright::set_cover
