// Searches on several threads: they share an instance and a stop flag, nothing else.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/atomic_view.hpp"
#include "core/parallel_sort.hpp"
#include "core/rng.hpp"
#include "core/share.hpp"
#include "exact_cover/search.hpp"
#include "frontier/frontier.hpp"
#include "puzzles.hpp"
#include "twin.hpp"

using namespace shapewright;
using namespace shapewright::exact_cover;
using twin::no_limit;

#if !defined(SHAPEWRIGHT_NO_THREADS)  // what is below starts threads

namespace {

using Maker = std::function<std::unique_ptr<Search>(const Instance&)>;

std::vector<Maker> makers() {
    return {[](const Instance& instance) { return make_bit_sliced(instance, best_simd()); }, make_strip, make_sparse};
}

/// Threads that are joined and hand on what they threw.
class Crew {
public:
    void add(std::function<void()> work) {
        errors_.push_back(std::make_unique<std::exception_ptr>());
        threads_.emplace_back([work = std::move(work), error = errors_.back().get()] {
            try {
                work();
            } catch (...) {
                *error = std::current_exception();
            }
        });
    }
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
        for (const auto& error : errors_)
            if (*error) std::rethrow_exception(*error);
    }

private:
    std::vector<std::thread> threads_;
    std::vector<std::unique_ptr<std::exception_ptr>> errors_;
};

/// A byte that starts at 0, and a promise that the work it stops was under way.
struct Flag {
    unsigned char byte = 0;
    std::atomic<bool> running = false;

    void set() { store_relaxed<unsigned char>(byte, 1); }
    void wait() const { running.wait(false); }
    void ready() {
        running = true;
        running.notify_all();
    }
};

}  // namespace

TEST(threads_search_different_prefixes_of_one_instance) {
    const Instance instance = puzzles::pentominoes(20, 3);
    for (const Maker& make : makers()) {
        const std::vector<Path> prefixes = make(instance)->split(16);
        std::vector<std::vector<Path>> found(2);
        Crew crew;
        for (std::size_t t = 0; t < 2; ++t)
            crew.add([&, t] {
                const std::unique_ptr<Search> search = make(instance);
                for (std::size_t k = t; k < prefixes.size(); k += 2) {
                    search->start(prefixes[k]);
                    CHECK(search->run(StopToken{}, no_limit, no_limit, &found[t]));
                }
            });
        crew.join();
        CHECK_EQ(found[0].size() + found[1].size(), 8u);
    }
}

TEST(threads_search_one_instance_on_every_path) {
    const Instance instance = puzzles::tiling(5, 4, puzzles::tetrominoes, 0, unlimited);
    const std::size_t expected = twin::search_all(*make_sparse(instance)).size();
    CHECK(expected > 0);
    const std::vector<Simd> paths = twin::simd_paths();
    std::vector<std::size_t> counts(2 * paths.size(), 0);
    Crew crew;
    for (std::size_t t = 0; t < counts.size(); ++t)
        crew.add([&, t] { counts[t] = twin::search_all(*make_bit_sliced(instance, paths[t / 2])).size(); });
    crew.join();
    for (const std::size_t count : counts) CHECK_EQ(count, expected);
}

// More solutions than anyone could walk through: only the flag ends these searches.
TEST(threads_are_stopped_by_a_flag_from_another) {
    const Instance instance = puzzles::dominoes(30, 4);
    for (const Maker& make : makers()) {
        Flag flag;
        std::vector<char> over(2, 1);
        Crew crew;
        for (std::size_t t = 0; t < 2; ++t)
            crew.add([&, t] {
                const std::unique_ptr<Search> search = make(instance);
                search->run(StopToken{}, no_limit, 100, nullptr);
                flag.ready();
                over[t] = search->run(StopToken(&flag.byte, -1), no_limit, no_limit, nullptr);
            });
        flag.wait();
        flag.set();
        crew.join();
        for (const char each : over) CHECK(!each);
    }
}

TEST(threads_sweeping_are_stopped_by_a_flag_from_another) {
    const Instance instance = puzzles::dominoes(3000, 18);
    Flag flag;
    frontier::Outcome outcome = frontier::Outcome::done;
    Crew crew;
    crew.add([&] {
        frontier::Sweep sweep(instance);
        flag.ready();
        outcome = sweep.run(StopToken(&flag.byte, -1), no_limit, false);
    });
    flag.wait();
    flag.set();
    crew.join();
    CHECK(outcome == frontier::Outcome::stopped);
}

TEST(threads_sample_from_one_sweep) {
    const Instance instance = puzzles::dominoes(8, 4);
    frontier::Sweep sweep(instance);
    CHECK(sweep.run(StopToken{}, no_limit, true) == frontier::Outcome::done);
    Crew crew;
    for (std::uint64_t seed : {1u, 2u})
        crew.add([&, seed] {
            Rng rng(seed);
            for (int k = 0; k < 100; ++k) CHECK(twin::is_cover(instance, sweep.sample(rng)));
        });
    crew.join();
}

#endif

TEST(threads_share_all_numbers_once) {
    for (const unsigned threads : {1u, 2u, 5u})
        for (const std::size_t number : {0u, 1u, 7u, 1000u})
            for (const std::size_t helping : {1u, 3u, 2000u}) {
                std::vector<std::atomic<int>> seen(number);
                CHECK(share(threads, number, helping, StopToken{},
                            [&](unsigned thread, std::size_t from, std::size_t to) {
                                CHECK(thread < threads);
                                for (std::size_t k = from; k < to; ++k) ++seen[k];
                            }));
                for (const std::atomic<int>& each : seen) CHECK_EQ(each.load(), 1);
            }
}

// Whichever number fails, and in whichever thread: the others stop, and the caller gets the error.
TEST(threads_that_fail_stop_the_others_and_the_caller_learns_of_it) {
    constexpr std::size_t number = 24;
    for (const unsigned threads : {1u, 2u, 4u})
        for (std::size_t failing = 0; failing < number; ++failing) {
            std::atomic<std::size_t> done{0};
            std::string caught;
            try {
                share(threads, number, 1, StopToken{}, [&](unsigned, std::size_t from, std::size_t) {
                    if (from == failing) throw std::runtime_error(std::to_string(from));
                    ++done;
                });
            } catch (const std::runtime_error& error) {
                caught = error.what();
            }
            CHECK_EQ(caught, std::to_string(failing));
            CHECK(done.load() < number);
        }
}

TEST(threads_that_all_run_out_of_memory_end_in_one_error) {
    for (int round = 0; round < 20; ++round) {
        bool caught = false;
        try {
            share(4, 1000, 1, StopToken{}, [](unsigned, std::size_t, std::size_t) { throw std::bad_alloc(); });
        } catch (const std::bad_alloc&) {
            caught = true;
        }
        CHECK(caught);
    }
}

TEST(threads_that_cannot_be_started_are_done_without) {
    for (const unsigned possible : {0u, 1u, 2u, 3u}) {
        unsigned left = possible;
        Pool pool(8, [&left](std::function<void()> work) {  // a few and then no more
            CHECK(has_threads);                             // nobody else may ask for one
            if (left == 0) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
            --left;
            return std::thread(std::move(work));
        });
        for (int loop = 0; loop < 3; ++loop) {
            std::vector<std::atomic<int>> seen(500);
            const auto work = [&](unsigned thread, std::size_t from, std::size_t) {
                CHECK(thread <= possible);
                ++seen[from];
            };
            CHECK(pool.share(seen.size(), 1, StopToken{}, work));
            for (const std::atomic<int>& each : seen) CHECK_EQ(each.load(), 1);
        }
    }
}

TEST(threads_beyond_all_processors_are_not_asked_for) {
    for (const std::int64_t asked : {std::int64_t{1} << 40, std::int64_t{1} << 31, std::int64_t{most_threads} + 1})
        CHECK_EQ(allowed_threads(asked), most_threads);
    CHECK_EQ(allowed_threads(most_threads), most_threads);
    for (const std::int64_t asked : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}})
        CHECK_EQ(allowed_threads(asked), 1u);
    CHECK_EQ(Pool(~0u).threads(), most_threads);
}

// Short loops one after the other, some too short for all threads: whoever wakes late finds the next one, or nothing.
TEST(threads_of_a_pool_share_loop_after_loop) {
    unsigned started = 0;
    Pool pool(4, [&started](std::function<void()> work) {
        ++started;
        return start_thread(std::move(work));
    });
    for (std::size_t loop = 0; loop < 2000; ++loop) {
        const std::size_t number = loop % 7;
        std::vector<std::atomic<int>> seen(number);
        CHECK(pool.share(number, 1, StopToken{}, [&](unsigned thread, std::size_t from, std::size_t) {
            CHECK(thread < 4);
            ++seen[from];
        }));
        for (const std::atomic<int>& each : seen) CHECK_EQ(each.load(), 1);
    }
    CHECK(started <= (has_threads ? 3u : 0u));
    bool caught = false;
    try {
        pool.share(100, 1, StopToken{}, [](unsigned, std::size_t from, std::size_t) {
            if (from == 50) throw std::runtime_error("fifty");
        });
    } catch (const std::runtime_error&) {
        caught = true;
    }
    CHECK(caught);
    std::atomic<int> seen{0};
    CHECK(pool.share(100, 1, StopToken{}, [&](unsigned, std::size_t, std::size_t) { ++seen; }));
    CHECK_EQ(seen.load(), 100);
    const unsigned char flag = 1;
    CHECK(!pool.share(100, 1, StopToken(&flag, -1), [](unsigned, std::size_t, std::size_t) {}));
}

TEST(threads_sort_by_merging) {
    Rng rng(7);
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Pool pool(threads);
        for (const std::size_t number : {std::size_t{0}, std::size_t{9}, std::size_t{1} << 14, std::size_t{50'001}})
            for (const std::uint64_t below : {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{1} << 60}) {
                std::vector<std::uint64_t> items(number);
                for (std::uint64_t& item : items) item = rng.below(below);
                std::vector<std::uint64_t> expected = items;
                std::sort(expected.begin(), expected.end());
                CHECK(parallel_sort(pool, items, StopToken{}));
                CHECK_EQ(items == expected, true);
            }
        const unsigned char flag = 1;
        std::vector<std::uint64_t> items(50'000);
        CHECK_EQ(parallel_sort(pool, items, StopToken(&flag, -1)), threads == 1);
    }
}
