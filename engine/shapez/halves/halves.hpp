// Breadth-first search for all halves that can be built, each with one step that leads to it from halves found before.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/stop.hpp"
#include "shapez/rules/shape.hpp"

namespace shapewright::shapez {

/// The last step to a half. `first`, `second` and `steps` are those of the table below.
enum class HalfOperation : std::uint8_t {
    seed = 0,          ///< every column filled from the ground, in any way, with normal parts and crystals
    push_pin = 1,      ///< push_pin(first)
    stack_piece = 2,   ///< stack(first, second); second is a run of normal parts or one pin, in the lowest layer
    cut = 3,           ///< the east of cut(x) with x = rotate(joined(first, second), steps)
    pin_cut = 4,       ///< the east of cut(rotate(push_pin(joined(first, second)), steps))
    stack_across = 5,  ///< the east of cut(stack(x, top)); top: what the half has and x has not, and in the west, from
                       ///< the top of each column of x to the limit, normal parts
};

/// A table with one row a half, sorted by key. Where a row names no half (or piece), it holds 0. The empty half is a
/// seed. `order` numbers the halves as they were found: first and second are of lower order than what they lead to.
struct HalfTable {
    std::vector<HalfKey> keys;
    std::vector<std::uint8_t> operation;
    std::vector<HalfKey> first;
    std::vector<HalfKey> second;
    std::vector<std::uint8_t> steps;
    std::vector<std::uint32_t> order;
};

/// Finds the halves by local operations, repeated until they give nothing new: those of cpcp1998/shapez2-solver, of
/// which number 6 is asked in two special cases only (https://github.com/cpcp1998/shapez2-solver, "Half Search"). That
/// no half is missed is not proven here; closure/closure.hpp does that.
///
/// The table does not depend on the number of threads. `progress` is called on the calling thread with the number of
/// halves found so far. Returns false, with an empty table, if stopped.
bool find_halves(int parts, int layers, int threads, const StopToken& stop,
                 const std::function<void(std::uint64_t)>& progress, HalfTable& table);

}  // namespace shapewright::shapez
