// Work shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "core/stop.hpp"

namespace shapewright {

/// Calls work(thread, from, to) for all numbers below `number`, each thread taking a helping of them at a time. Returns
/// false if the token said stop before all was done. What `work` throws ends the work of all threads, and is thrown on.
template <typename Work>
bool share(unsigned threads, std::size_t number, std::size_t helping, const StopToken& stop, Work work) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stopped{false};
    std::vector<std::exception_ptr> errors(std::max(1U, threads));
    const auto run = [&](unsigned thread) {
        try {
            while (!stopped.load(std::memory_order_relaxed)) {
                const std::size_t from = next.fetch_add(helping);
                if (from >= number) return;
                if (stop.expired()) {
                    stopped.store(true);
                    return;
                }
                work(thread, from, std::min(number, from + helping));
            }
        } catch (...) {
            errors[thread] = std::current_exception();
            stopped.store(true);
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t helpings = (number + helping - 1) / helping;
        for (unsigned thread = 1; thread < threads && thread < helpings; ++thread) others.emplace_back(run, thread);
        run(0);
    }
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
    return !stopped.load();
}

}  // namespace shapewright
