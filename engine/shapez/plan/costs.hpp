// What the pool's shapes cost, as trees of machines, while the pool grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "shapez/plan/column.hpp"
#include "shapez/plan/improve/pool.hpp"
#include "shapez/plan/library/plan_data.hpp"

namespace shapewright::shapez {

/// A shape that has not been taken apart yet costs what is guessed of it. Values that come into the pool are taken up
/// when costs are asked for.
class Costs {
public:
    static constexpr double far = std::numeric_limits<double>::infinity();
    static constexpr std::int32_t none = Pool::none;

    /// All must outlive this.
    Costs(const Game& game, const Pool& pool, const Buildables& buildables)
        : game_(game), pool_(pool), buildables_(buildables) {}

    /// For a pool that has just begun. By depth a tree costs as much as its deepest way.
    void begin(bool by_depth);

    /// Guesses count so many times; without them what has not been taken apart costs infinitely much.
    void guess_with(double weight) { weight_ = weight, guesses_ = true; }
    void guess_nothing() { guesses_ = false; }

    /// Knuth's generalisation of Dijkstra's algorithm: the least cost of a tree of steps for every value.
    void evaluate();
    /// The same after steps from number `first_step` on were added: what they change, and what that changes.
    void settle(std::size_t first_step);

    double of(std::int32_t v) const { return known(v) ? cost_[v] : far; }
    /// Until costs are evaluated again.
    void set_free(std::int32_t v) { widen(), cost_[v] = 0; }

    /// The values of the cheapest trees for these that have not been taken apart yet.
    Pool::Set leaves(const Pool::Set& goals) const;
    void set_taken_apart(std::int32_t v) { widen(), taken_apart_[v] = 1, fresh_.push_back(v); }
    /// Those that were taken apart in few ways only are so no more.
    void take_up_again(const Pool::Set& values);
    /// What was taken apart since costs were last right is not looked at by settle().
    void forget_fresh() { fresh_.clear(); }

private:
    bool known(std::int32_t v) const { return static_cast<std::size_t>(v) < cost_.size(); }
    void widen();
    double guess(std::int32_t v);
    bool plausible(std::int32_t v);

    const Game& game_;
    const Pool& pool_;
    const Buildables& buildables_;
    bool by_depth_ = false, guesses_ = true;
    double weight_ = 1;
    Column<double> cost_, guess_;
    Column<std::int32_t> best_;  // the step that makes it in its cheapest tree
    Column<char> taken_apart_, waiting_, settled_;
    Column<char> plausible_;  // 0 not asked yet, 1 no, 2 yes
    Pool::Set fresh_;         // taken apart since costs were last right
};

}  // namespace shapewright::shapez
