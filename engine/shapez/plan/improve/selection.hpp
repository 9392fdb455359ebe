// Which steps of a pool are a plan, and which of its plans is a cheap one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/stop.hpp"
#include "shapez/plan/column.hpp"
#include "shapez/plan/improve/pool.hpp"

namespace shapewright::shapez {

class Selection {
public:
    using Set = Pool::Set;

    /// Of machines, or `by_depth` of depth and then machines.
    Selection(Pool& pool, bool by_depth) : pool_(pool), by_depth_(by_depth) {}

    Set plan(const Set& goals);

    /// The steps in an order in which they can run, without those that no goal needs; {none} if a goal is out of reach.
    Set tidy(const Set& steps, const Set& goals) const;

    /// The plan with some of its values made in another way, given what the rest of it makes.
    Set improve(Set plan, const Set& goals, std::uint32_t improvements, std::uint64_t seed, const StopToken& stop);

private:
    void gather(const Set& goals, const Column<char>& free, bool early);
    std::size_t measure(const Set& steps, const Set& goals) const;

    Pool& pool_;
    bool by_depth_;
    Column<Set> sets_;  // by value: the steps of a cheap plan for it
    Column<std::int32_t> depth_by_value_;
    Column<char> settled_;
};

}  // namespace shapewright::shapez
