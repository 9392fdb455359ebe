#include "core/share.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

#include "core/assert.hpp"
#include "core/prepare_thread.hpp"

namespace shapewright {

bool room_for_a_thread() {
#if defined(__unix__) || defined(__APPLE__)
    // Besides its stack, for which the system itself finds out whether there is room.
    constexpr std::size_t room = std::size_t{16} << 20;
    void* const pages = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return false;
    munmap(pages, room);
#endif
    return true;
}

std::thread start_thread(std::function<void()> work) {
    if (!room_for_a_thread()) throw std::system_error(std::make_error_code(std::errc::not_enough_memory));
    return std::thread(std::move(work));
}

Pool::~Pool() {
    if (others_.empty()) return;
    {
        const std::lock_guard guard(lock_);
        is_ending_ = true;
    }
    asked_.notify_all();
    for (std::thread& thread : others_) thread.join();
}

void Pool::run_on(unsigned threads, const Job& job) {
    if (has_threads && threads > 1) start_until(threads);
    if (others_.empty() || threads <= 1) {
        job(0);
        return;
    }
    {
        const std::lock_guard guard(lock_);
        SHAPEWRIGHT_ASSERT(job_ == nullptr && at_work_ == 0);
        job_ = &job;
        wanted_ = threads;
        ++round_;
    }
    asked_.notify_all();
    job(0);
    std::unique_lock guard(lock_);
    job_ = nullptr;
    is_left_.wait(guard, [&] { return at_work_ == 0; });
}

void Pool::start_until(unsigned threads) {
    threads = std::min(threads, number_);
    try {
        others_.reserve(number_ - 1);
        while (others_.size() + 1 < threads)
            others_.push_back(start_([this, thread = static_cast<unsigned>(others_.size() + 1)] { serve(thread); }));
    } catch (const std::system_error&) {  // no more threads
        number_ = static_cast<unsigned>(others_.size() + 1);
    } catch (const std::bad_alloc&) {
        number_ = static_cast<unsigned>(others_.size() + 1);
    }
}

void Pool::serve(unsigned thread) {
    prepare_thread();
    std::uint64_t seen = 0;
    std::unique_lock guard(lock_);
    for (;;) {
        asked_.wait(guard, [&] { return is_ending_ || round_ != seen; });
        if (is_ending_) return;
        seen = round_;
        if (job_ == nullptr || thread >= wanted_) continue;
        const Job& job = *job_;
        ++at_work_;
        guard.unlock();
        job(thread);
        guard.lock();
        SHAPEWRIGHT_ASSERT(at_work_ > 0);
        if (--at_work_ == 0) is_left_.notify_one();
    }
}

}  // namespace shapewright
