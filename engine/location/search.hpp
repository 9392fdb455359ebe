// Prices and branch and bound for facilities whose gains are all written down. Local to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "location/location.hpp"

namespace shapewright::location {

// Prices are whole numbers of this part of a gain.
constexpr std::int64_t unit = std::int64_t{1} << 10;

using Prices = std::vector<std::int64_t>;  // by customer

/// Some of the facilities with their gains.
struct Rows {
    std::size_t customers = 0;
    std::vector<std::size_t> begin{0};
    std::vector<Gain> gains;

    std::size_t size() const { return begin.size() - 1; }
    std::span<const Gain> operator[](std::uint32_t facility) const {
        return {gains.data() + begin[facility], gains.data() + begin[facility + 1]};
    }
    void add(std::span<const Gain> row) {
        gains.insert(gains.end(), row.begin(), row.end());
        begin.push_back(gains.size());
    }
};

class Search {
public:
    Search(const Rows& rows, std::size_t k, const StopToken& stop, std::uint64_t nodes);

    /// A choice to begin with; it counts if it is better than what is known.
    void offer(const Numbers& chosen);
    /// Takes greedily what adds most.
    void greedy();
    /// Exchanges one of the best choice for another facility as long as that is better.
    void improve();
    /// Better prices for all of these facilities; the choices that they suggest are tried.
    void price(Prices& prices);
    /// The branch and bound.
    void run(Prices prices);

    const Numbers& best() const { return best_; }
    std::int64_t value() const { return value_; }
    std::int64_t bound() const { return stopped_ && root_bound_ > value_ ? root_bound_ : value_; }
    std::uint64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }

    /// Those of a choice that add something, the most first.
    Numbers in_order(Numbers chosen) const;

private:
    struct Node {
        std::size_t left;  // how many facilities are still to be chosen
        Prices covered;    // by those chosen
        Prices prices;     // at least that
        Numbers candidates;
    };

    std::int64_t above(std::uint32_t facility, const Prices& prices) const;
    void cover(Prices& covered, std::uint32_t facility) const;
    Prices covered_by(const Numbers& chosen) const;
    std::pair<std::uint32_t, std::int64_t> most(const Numbers& candidates, const Prices& covered) const;
    bool is_over();
    void drop_dominated(Node& node);
    bool bound(Node& node, int rounds, double step, bool keep_all, std::uint32_t& first, std::int64_t& best);
    void search(Node& node, bool at_root);

    const Rows& rows_;
    std::size_t k_;
    const StopToken& stop_;
    std::uint64_t most_nodes_;
    Numbers all_;
    Numbers chosen_, best_;
    std::int64_t value_ = 0;
    std::int64_t root_bound_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace shapewright::location
