// A hash index of boards: a numbering in which the first one seen is 0.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clear/board.hpp"
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

namespace shapewright::clear {

/// Numbers boards in a vector of the caller's. Boards are only added.
template <typename Set>
class BoardIndex {
public:
    /// The boards that are there already are numbered too.
    explicit BoardIndex(std::vector<Set>& boards) : boards_(&boards) {
        const std::size_t slots = std::bit_ceil(std::max<std::size_t>(1024, 2 * boards.size()));
        index_.refill(slots, 0, boards.size(), [&](std::size_t k) { return hashed(boards[k]); });
    }

    /// The number of the board, and whether it is new (and now the last of the boards).
    std::pair<std::uint32_t, bool> add(const Set& board) {
        std::uint32_t& slot = index_.slot(hashed(board), [&](std::uint32_t k) { return (*boards_)[k] == board; });
        if (slot != index_.none) return {slot, false};
        const std::uint32_t made = slot = static_cast<std::uint32_t>(boards_->size());
        boards_->push_back(board);
        SHAPEWRIGHT_ASSERT(boards_->size() == std::size_t{made} + 1);
        if (index_.is_full(boards_->size()))
            index_.grow(boards_->size(), [&](std::size_t k) { return hashed((*boards_)[k]); });
        return {made, true};
    }

    /// Starts to fetch what `add` will look at: first where the number of the board may be; then, when this is there,
    /// the board that has this number, and what it has in `others`.
    void fetch(const Set& board) const { index_.fetch(hashed(board)); }
    template <typename Other>
    void fetch_found(const Set& board, const std::vector<Other>& others) const {
        const std::uint32_t number = index_.begin_of(hashed(board));
        if (number == index_.none) return;
        SHAPEWRIGHT_ASSERT(number < boards_->size() && number < others.size());
        prefetch(&(*boards_)[number]);
        prefetch(&others[number]);
    }

    std::uint64_t bytes() const { return index_.bytes(); }

private:
    std::vector<Set>* boards_;
    FlatIndex<> index_{0};
};

}  // namespace shapewright::clear
