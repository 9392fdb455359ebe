// Work on a long range by several threads, whose results are taken in the order of the range.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/share.hpp"
#include "core/stop.hpp"

namespace shapewright::shapez {

/// Calls work(begin, end, result) for consecutive pieces of `grain` of 0 .. count-1, each with a result of its own made
/// by make(), then take(result) for each, in order, on the calling thread while no work is under way. So many threads
/// at most; work that is finished in one piece stays on the calling thread. False if stopped between two pieces.
template <typename Make, typename Work, typename Take>
bool in_order(int threads, std::size_t count, std::size_t grain, const StopToken& stop, const Make& make,
              const Work& work, const Take& take) {
    using Result = decltype(make());
    const std::size_t pieces = (count + grain - 1) / grain;
    const std::size_t window = threads <= 1 ? 1 : static_cast<std::size_t>(threads) * 4;
    for (std::size_t done = 0; done < pieces; done += window) {
        const std::size_t here = std::min(window, pieces - done);
        std::vector<Result> results;
        for (std::size_t k = 0; k < here; ++k) results.push_back(make());
        const bool is_done = share(static_cast<unsigned>(std::max(1, threads)), here, 1, stop,
                                   [&](unsigned, std::size_t k, std::size_t) {
                                       const std::size_t begin = (done + k) * grain;
                                       work(begin, std::min(begin + grain, count), results[k]);
                                   });
        if (!is_done) return false;
        for (Result& result : results) take(result);
    }
    return true;
}

}  // namespace shapewright::shapez
