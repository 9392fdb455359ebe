// Large hash sets of boards, filled and asked by several threads at once. Local to the file that includes it.
//
// A look at one of them is a walk through memory, a hundred times slower than a step of reckoning. So looks come in
// bunches: what all of them need is fetched before the first is answered.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "clear/live/level.hpp"
#include "core/bits.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace shapewright::clear {
namespace {

/// A Bloom filter with one hash function: a set of hash values that may say yes by mistake, never no.
class Sieve {
public:
    /// With so many bits, or somewhat more.
    explicit Sieve(std::size_t bits)
        : shift_(64 - std::max(20, static_cast<int>(std::bit_width(bits - 1)))),
          size_(static_cast<std::size_t>((std::uint64_t{1} << (64 - shift_)) / 64)),
          words_(static_cast<std::atomic<std::uint64_t>*>(
              ::operator new(size_ * 8 + huge - size_ * 8 % huge, std::align_val_t{huge}))) {
#ifdef MADV_HUGEPAGE
        madvise(words_.get(), size_ * 8, MADV_HUGEPAGE);  // else every look costs a second one, at the page table
#endif
        std::uninitialized_value_construct_n(words_.get(), size_);
    }

    void insert(std::span<const LiveBoard> boards) {
        look(boards, [&](std::size_t, std::uint64_t place) {
            if (!has(place))
                words_.get()[place >> 6].fetch_or(std::uint64_t{1} << (place & 63), std::memory_order_relaxed);
        });
    }

    /// Calls seen(k) for the boards in the set.
    template <typename Seen>
    void each_in(std::span<const LiveBoard> boards, Seen seen) const {
        look(boards, [&](std::size_t k, std::uint64_t place) {
            if (has(place)) seen(k);
        });
    }

private:
    template <typename Visit>
    void look(std::span<const LiveBoard> boards, Visit visit) const {
        std::array<std::uint64_t, 64> places;
        for (std::size_t from = 0; from < boards.size(); from += places.size()) {
            const std::size_t number = std::min(places.size(), boards.size() - from);
            for (std::size_t k = 0; k < number; ++k) {
                places[k] = hashed(boards[from + k].key) >> shift_;
                prefetch(&words_.get()[places[k] >> 6]);
            }
            for (std::size_t k = 0; k < number; ++k) visit(from + k, places[k]);
        }
    }
    bool has(std::uint64_t place) const {
        return (words_.get()[place >> 6].load(std::memory_order_relaxed) >> (place & 63) & 1) != 0;
    }

    static constexpr std::size_t huge = std::size_t{1} << 21;
    struct Free {
        void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{huge}); }
    };
    int shift_;
    std::size_t size_;
    std::unique_ptr<std::atomic<std::uint64_t>, Free> words_;
};

/// Boards from several threads, sorted into parts by their hash value so that each part can be made unique on its own.
class Heap {
public:
    static constexpr std::size_t parts = 1024;
    using Parts = std::vector<std::vector<LiveBoard>>;

    explicit Heap(unsigned threads) : of_thread_(threads, Parts(parts)) {}

    Parts& of(unsigned thread) { return of_thread_[thread]; }

    static void put(Parts& into, LiveBoard board) { into[hashed(board.key) >> 54].push_back(board); }

    /// Takes the boards of a part out, each once.
    std::vector<LiveBoard> take(std::size_t part) {
        std::size_t number = 0;
        for (const Parts& own : of_thread_) number += own[part].size();
        std::vector<LiveBoard> result;
        FlatIndex<100> index(std::bit_ceil(number + number / 2 + 2));
        for (Parts& own : of_thread_) {
            for (const LiveBoard board : own[part]) {
                std::uint32_t& slot =
                    index.slot(hashed(board.key), [&](std::uint32_t k) { return result[k] == board; });
                if (slot != index.none) continue;
                slot = static_cast<std::uint32_t>(result.size());
                result.push_back(board);
            }
            own[part] = {};
        }
        return result;
    }

private:
    std::vector<Parts> of_thread_;
};

}  // namespace
}  // namespace shapewright::clear
