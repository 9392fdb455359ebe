// All perfect clears of a queue, one after the other, by backtracking.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "clear/solve/solve.hpp"

namespace shapewright::clear {

/// Goes through every way to place the pieces, depth first in a fixed order; can be left and gone on with. Boards from
/// which nothing was found are remembered.
template <typename Set>
class Walk {
public:
    /// Keeps `mover`, which must outlive it; copies the rest of `quest`.
    Walk(const Mover<Set>& mover, const Quest<Set>& quest);
    ~Walk();
    Walk(Walk&&) noexcept;
    Walk& operator=(Walk&&) noexcept;

    /// Appends at most `limit` further clears to `found`; true when there are no more.
    bool run(const StopToken& stop, std::size_t limit, std::vector<std::vector<Placed>>& found);

private:
    struct State;
    std::unique_ptr<State> state_;
};

extern template class Walk<Board>;
extern template class Walk<TallBoard>;

}  // namespace shapewright::clear
