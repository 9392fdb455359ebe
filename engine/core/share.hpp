// A thread pool, and parallel loops over chunks of numbers that its threads share.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/assert.hpp"
#include "core/stop.hpp"

namespace shapewright {

/// False in a build without threads, such as that for browsers: there all work is done by the thread that asks for it.
#if defined(SHAPEWRIGHT_NO_THREADS)
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

/// More threads than any machine has processors: whoever asks for more gets this many, so that no table with a row for
/// each thread grows without a limit.
constexpr unsigned most_threads = 1024;

/// A number of threads that may be used, at least one.
constexpr unsigned allowed_threads(std::int64_t threads) {
    return static_cast<unsigned>(std::clamp<std::int64_t>(threads, 1, most_threads));
}

/// Whether the system still has so much memory that a thread can live on it. The C library takes memory for the
/// variables of a thread when they are first used, and ends the whole process if there is none.
bool room_for_a_thread();

/// Starts a thread; throws std::system_error where the system has none left.
std::thread start_thread(std::function<void()> work);

/// Threads that wait for work, so that many loops one after the other start them once. They are started when a loop has
/// enough for them to do, and end with the pool. Only one thread may ask a pool for work at a time, and not from within
/// that work.
class Pool {
public:
    using Start = std::function<std::thread(std::function<void()>)>;

    /// For loops on so many threads, of which the one that asks is the first.
    explicit Pool(unsigned threads, Start start = start_thread)
        : number_(allowed_threads(threads)), start_(std::move(start)) {}
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool();

    unsigned threads() const { return number_; }

    /// Calls work(thread, from, to) for all numbers below `number`, each thread taking a chunk of `helping` of them at
    /// a time. Returns false if the token said stop before all was done. What `work` throws ends the work of all
    /// threads, and is thrown on in the calling thread, which works too. Where fewer threads can be started, those do
    /// the work.
    template <typename Work>
    bool share(std::size_t number, std::size_t helping, const StopToken& stop, Work work) {
        SHAPEWRIGHT_ASSERT(helping > 0);
        std::atomic<std::size_t> next{0};
        std::atomic<bool> stopped{false};
        std::vector<std::exception_ptr> errors(number_);
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
        const std::size_t helpings = (number + helping - 1) / helping;
        run_on(static_cast<unsigned>(std::min<std::size_t>(number_, helpings)),
               [&run](unsigned thread) { run(thread); });
        for (const std::exception_ptr& error : errors)
            if (error) std::rethrow_exception(error);
        return !stopped.load();
    }

private:
    using Job = std::function<void(unsigned)>;

    /// Calls job(thread) on so many threads, or as many as there are, and returns when all of these have.
    void run_on(unsigned threads, const Job& job);
    void start_until(unsigned threads);
    void serve(unsigned thread);

    unsigned number_;
    Start start_;
    std::vector<std::thread> others_;

    // What follows is read and written with the lock held.
    std::mutex lock_;
    std::condition_variable asked_;    // there is a job, or the pool ends
    std::condition_variable is_left_;  // nobody is at the job any more
    const Job* job_ = nullptr;         // null: whoever has not begun is not needed
    unsigned wanted_ = 0;              // threads with a smaller number
    unsigned at_work_ = 0;
    std::uint64_t round_ = 0;  // of jobs so far
    bool is_ending_ = false;
};

/// One loop on threads of its own: see Pool::share.
template <typename Work>
bool share(unsigned threads, std::size_t number, std::size_t helping, const StopToken& stop, Work work) {
    return Pool(threads).share(number, helping, stop, work);
}

}  // namespace shapewright
