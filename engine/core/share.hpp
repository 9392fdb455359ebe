// Work shared out among threads: a parallel loop over chunks of numbers.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "core/stop.hpp"

namespace shapewright {

/// False in a build without threads, such as that for browsers: there all work is done by the thread that asks for it.
#if defined(SHAPEWRIGHT_NO_THREADS)
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

/// Whether the system still has so much memory that a thread can live on it. The C library takes memory for the
/// variables of a thread when they are first used, and ends the whole process if there is none.
bool room_for_a_thread();

/// Makes the C++ library's own variables of this thread, which it needs to throw an exception, while there is memory.
inline void prepare_thread() noexcept {
    static_cast<void>(std::uncaught_exceptions());
}

/// Starts threads; throws std::system_error where the system has none left.
struct StartThread {
    template <typename Function, typename Argument>
    std::thread operator()(const Function& function, Argument argument) const {
        if (!room_for_a_thread()) throw std::system_error(std::make_error_code(std::errc::not_enough_memory));
        return std::thread([&function, argument] {
            prepare_thread();
            function(argument);
        });
    }
};

/// Calls work(thread, from, to) for all numbers below `number`, each thread taking a chunk of `helping` of them at a
/// time. Returns false if the token said stop before all was done. What `work` throws ends the work of all threads, and
/// is thrown on in the calling thread, which works too. Where fewer than `threads` can be started, those do the work.
template <typename Work, typename Start = StartThread>
bool share(unsigned threads, std::size_t number, std::size_t helping, const StopToken& stop, Work work,
           const Start& start = {}) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stopped{false};
    std::vector<std::exception_ptr> errors(std::max(1U, threads));
    const auto run = [&](unsigned thread) noexcept {
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
        struct Joined {
            std::vector<std::thread> threads;
            ~Joined() {
                for (std::thread& thread : threads) thread.join();
            }
        } others;
        const std::size_t helpings = (number + helping - 1) / helping;
        if constexpr (has_threads) {
            if (threads > 1 && helpings > 1) {
                try {
                    others.threads.reserve(std::min<std::size_t>(threads, helpings) - 1);
                    for (unsigned thread = 1; thread < threads && thread < helpings; ++thread)
                        others.threads.push_back(start(run, thread));
                } catch (const std::system_error&) {  // no more threads
                } catch (const std::bad_alloc&) {
                }
            }
        }
        run(0);
    }
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
    return !stopped.load();
}

}  // namespace shapewright
