// How the search found halves and pin shapes, turned into steps of coloured shapes: always a way, seldom the best.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shapez/plan/costs.hpp"
#include "shapez/plan/improve/pool.hpp"
#include "shapez/plan/library/plan_data.hpp"
#include "shapez/plan/search/take_apart.hpp"

namespace shapewright::shapez {

class Records {
public:
    /// All must outlive this.
    Records(const Game& game, Pool& pool, const Buildables& buildables, TakeApart& rules, Costs& costs)
        : game_(game), pool_(pool), buildables_(buildables), rules_(rules), costs_(costs) {}

    /// Adds the last steps of the way on record to a shape.
    void from_records(const Painted& shape);
    /// Adds one way to make a value, with no alternatives, down to values that are made already or are seeds, which are
    /// added to `simple`. The records have no cycles, so this ends.
    void rescue(std::int32_t v, Pool::Set& simple);

private:
    bool join(const Painted& whole);
    void turn_back(Painted shape, int turn);
    void from_half_record(const Painted& half, std::size_t record);
    void from_stack_across(const Painted& half, std::size_t record);
    Painted joined_record(std::size_t record) const;
    Painted over(Painted below, const Painted& above) const;
    void from_pin_record(const Painted& shape);
    Painted from_half_key(HalfKey key) const;
    Painted from_kinds(std::uint64_t packed) const;
    template <typename Operation>
    bool trace(const Painted& from, const Painted& target, const Operation& operation, Painted& coloured) const;

    const Game& game_;
    Pool& pool_;
    const Buildables& buildables_;
    TakeApart& rules_;
    Costs& costs_;
};

}  // namespace shapewright::shapez
