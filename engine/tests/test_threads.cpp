// Searches on several threads: they share an instance and a stop flag, nothing else.
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "check.hpp"
#include "exact_cover/search.hpp"
#include "frontier/frontier.hpp"
#include "puzzles.hpp"
#include "twin.hpp"

using namespace shapewright;
using namespace shapewright::exact_cover;
using twin::no_limit;

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

    void set() { std::atomic_ref<unsigned char>(byte).store(1, std::memory_order_relaxed); }
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
