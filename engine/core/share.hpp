// Work shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "core/stop.hpp"

namespace shapewright {

/// Calls work(thread, number) for all numbers below `number`, each thread taking a helping of them at a time. Returns
/// false if the token said stop before all was done. `work` must not throw.
template <typename Work>
bool share(unsigned threads, std::size_t number, std::size_t helping, const StopToken& stop, Work work) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stopped{false};
    const auto run = [&](unsigned thread) {
        for (;;) {
            const std::size_t from = next.fetch_add(helping);
            if (from >= number || stopped.load(std::memory_order_relaxed)) return;
            if (stop.expired()) stopped.store(true);
            for (std::size_t k = from; k < std::min(number, from + helping); ++k) work(thread, k);
        }
    };
    std::vector<std::thread> others;
    for (unsigned thread = 1; thread < threads; ++thread) others.emplace_back(run, thread);
    run(0);
    for (std::thread& other : others) other.join();
    return !stopped.load();
}

}  // namespace shapewright
