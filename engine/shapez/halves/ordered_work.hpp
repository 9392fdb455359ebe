// A parallel loop with ordered results: work on a long range by several threads, taken in the order of the range.
#pragma once

#include <cstddef>
#include <functional>

#include "core/stop.hpp"
#include "shapez/halves/findings.hpp"

namespace shapewright::shapez {

/// Calls work(begin, end, sink) for consecutive pieces of `grain` of 0 .. count-1, each with a sink of its own for what
/// is not `known`, then take(sink) for each, in order, on the calling thread while no work is under way. So many
/// threads at most; work that is finished in one piece stays on the calling thread. False if stopped between two
/// pieces.
bool in_order(int threads, std::size_t count, std::size_t grain, const StopToken& stop, const Bits& known,
              const std::function<void(std::size_t, std::size_t, Sink&)>& work, const std::function<void(Sink&)>& take);

}  // namespace shapewright::shapez
