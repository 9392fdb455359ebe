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
#include <utility>
#include <vector>

#include "clear/live/level.hpp"
#include "clear/live/mirror.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace shapewright::clear {
namespace {

/// A blocked Bloom filter: a set of hash values, three bits each in one word, that may say yes by mistake, never no.
class Sieve {
public:
    /// With so many bits, or somewhat more.
    explicit Sieve(std::size_t bits)
        : shift_(64 + 6 - std::max(20, static_cast<int>(std::bit_width(bits - 1)))),
          size_(std::size_t{1} << (64 - shift_)),
          words_(static_cast<std::atomic<std::uint64_t>*>(
              ::operator new(size_ * 8 + huge - size_ * 8 % huge, std::align_val_t{huge}))) {
#ifdef MADV_HUGEPAGE
        madvise(words_.get(), size_ * 8, MADV_HUGEPAGE);  // else every look costs a second one, at the page table
#endif
        std::uninitialized_value_construct_n(words_.get(), size_);
    }

    void insert(std::span<const LiveBoard> boards) {
        look(boards, [&](std::size_t, std::uint64_t hash) {
            if (!has(hash)) word(hash).fetch_or(bits(hash), std::memory_order_relaxed);
        });
    }

    /// Calls seen(k) for the boards in the set.
    template <typename Seen>
    void each_in(std::span<const LiveBoard> boards, Seen seen) const {
        look(boards, [&](std::size_t k, std::uint64_t hash) {
            if (has(hash)) seen(k);
        });
    }

private:
    template <typename Visit>
    void look(std::span<const LiveBoard> boards, Visit visit) const {
        std::array<std::uint64_t, 64> hashes;
        for (std::size_t from = 0; from < boards.size(); from += hashes.size()) {
            const std::size_t number = std::min(hashes.size(), boards.size() - from);
            for (std::size_t k = 0; k < number; ++k) {
                hashes[k] = hashed(boards[from + k].key);
                prefetch(&word(hashes[k]));
            }
            for (std::size_t k = 0; k < number; ++k) visit(from + k, hashes[k]);
        }
    }
    std::atomic<std::uint64_t>& word(std::uint64_t hash) const { return words_.get()[hash >> shift_]; }
    static std::uint64_t bits(std::uint64_t hash) {
        return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63) |
               std::uint64_t{1} << (hash >> 12 & 63);
    }
    bool has(std::uint64_t hash) const { return (~word(hash).load(std::memory_order_relaxed) & bits(hash)) == 0; }

    static constexpr std::size_t huge = std::size_t{1} << 21;
    struct Free {
        void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{huge}); }
    };
    int shift_;
    std::size_t size_;
    std::unique_ptr<std::atomic<std::uint64_t>, Free> words_;
};

constexpr std::size_t heap_parts = 1024;

/// What several threads find, sorted into parts by the hash values of boards, so that each part can be gone through on
/// its own.
template <typename Item>
class Heap {
public:
    using Parts = std::vector<std::vector<Item>>;

    explicit Heap(unsigned threads) : of_thread_(threads, Parts(heap_parts)) {}

    Parts& of(unsigned thread) { return of_thread_[thread]; }

    static void put(Parts& into, std::uint64_t hash, const Item& item) { into[hash >> 54].push_back(item); }

    /// How many there are in a part.
    std::size_t number(std::size_t part) const {
        std::size_t number = 0;
        for (const Parts& own : of_thread_) number += own[part].size();
        return number;
    }

    /// Takes them out.
    template <typename Visit>
    void take(std::size_t part, const Visit& visit) {
        SHAPEWRIGHT_ASSERT(part < heap_parts);
        for (Parts& own : of_thread_) {
            for (const Item& item : own[part]) visit(item);
            own[part] = {};
        }
    }

private:
    std::vector<Parts> of_thread_;
};

/// Some boards and their mirror images, each once.
class UniquePairs {
public:
    /// There will be about so many, some of them twice.
    explicit UniquePairs(std::size_t number) : index_(std::bit_ceil(number + number / 2 + 2)) {}

    /// Which of a board that is not greater than its mirror image and this there are.
    Sides sides(LiveBoard board) const {
        const std::uint32_t k = index_.find(hashed(board.key), [&](std::uint32_t number) { return is(number, board); });
        return k == index_.none ? 0 : pairs_[k].sides();
    }
    void add(LiveBoard board, Sides sides) {
        SHAPEWRIGHT_ASSERT(board <= mirrored(board) && (sides & ~both) == 0);
        if (sides == 0) return;
        std::uint32_t& slot = index_.slot(hashed(board.key), [&](std::uint32_t number) { return is(number, board); });
        if (slot != index_.none) {
            pairs_[slot] = {board, pairs_[slot].sides() | sides};
            return;
        }
        slot = static_cast<std::uint32_t>(pairs_.size());
        pairs_.push_back({board, mirrored(board) == board ? both : sides});
        if (index_.is_full(pairs_.size()))
            index_.grow(pairs_.size(), [&](std::size_t k) { return hashed(pairs_[k].board().key); });
    }
    std::vector<Pair> take() { return std::move(pairs_); }

private:
    bool is(std::uint32_t number, LiveBoard board) const { return pairs_[number].board() == board; }

    FlatIndex<70> index_;
    std::vector<Pair> pairs_;
};

}  // namespace
}  // namespace shapewright::clear
