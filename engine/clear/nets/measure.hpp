// How much work orders of the moves make: the same queues solved in each of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "clear/nets/net.hpp"
#include "clear/solve/solve.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// How each queue was solved in one order of the moves: boards looked at, time that the thread worked, and outcome.
struct Measured {
    std::vector<std::uint64_t> nodes;
    std::vector<std::int64_t> nanoseconds;
    std::vector<Outcome> outcomes;
};

/// Solves each queue, from the empty field and with hold, in each of the orders (null: the built-in one), looking at
/// `nodes` boards at most. Fewer queues if stopped: those that every order has solved, and maybe one more of some.
/// Throws std::invalid_argument for a height there is not, and for queues without pieces.
template <typename Set>
std::vector<Measured> measure(const Mover<Set>& mover, int height, const std::vector<std::vector<std::uint8_t>>& queues,
                              std::uint64_t nodes, const std::vector<const Net*>& orders, const StopToken& stop);

extern template std::vector<Measured> measure(const Mover<Board>&, int, const std::vector<std::vector<std::uint8_t>>&,
                                              std::uint64_t, const std::vector<const Net*>&, const StopToken&);
extern template std::vector<Measured> measure(const Mover<TallBoard>&, int,
                                              const std::vector<std::vector<std::uint8_t>>&, std::uint64_t,
                                              const std::vector<const Net*>&, const StopToken&);

}  // namespace shapewright::clear
