// A numbering of boards: the first one seen is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clear/board.hpp"
#include "core/bits.hpp"
#include "core/memory.hpp"

namespace shapewright::clear {

constexpr std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 32;
    value *= 0x9e3779b97f4a7c15U;
    value ^= value >> 29;
    value *= 0xbf58476d1ce4e5b9U;
    return value ^ value >> 32;
}

constexpr std::uint64_t hashed(std::uint64_t board) {
    return mixed(board);
}
template <std::size_t Words>
constexpr std::uint64_t hashed(const Wide<Words>& board) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : board.word) hash = mixed(hash ^ word) + hash;
    return hash;
}

/// Numbers boards in a vector of the caller's, by open addressing. Boards are only added.
template <typename Set>
class BoardIndex {
public:
    /// The boards that are there already are numbered too.
    explicit BoardIndex(std::vector<Set>& boards) : boards_(&boards) { fill(1024); }

    /// The number of the board, and whether it is new (and now the last of the boards).
    std::pair<std::uint32_t, bool> add(const Set& board) {
        if (2 * boards_->size() >= slots_.size()) fill(2 * slots_.size());
        std::size_t at = hashed(board) & (slots_.size() - 1);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
            if ((*boards_)[slots_[at] - 1] == board) return {slots_[at] - 1, false};
        boards_->push_back(board);
        slots_[at] = static_cast<std::uint32_t>(boards_->size());
        return {slots_[at] - 1, true};
    }

    /// Starts to fetch what `add` will look at: first where the number of the board may be; then, when this is there,
    /// the board that has this number, and what it has in `others`.
    void fetch(const Set& board) const { prefetch(&slots_[hashed(board) & (slots_.size() - 1)]); }
    template <typename Other>
    void fetch_found(const Set& board, const std::vector<Other>& others) const {
        const std::uint32_t slot = slots_[hashed(board) & (slots_.size() - 1)];
        if (slot == 0) return;
        prefetch(&(*boards_)[slot - 1]);
        prefetch(&others[slot - 1]);
    }

    std::uint64_t bytes() const { return bytes_of(slots_); }

private:
    void fill(std::size_t slots) {
        while (slots < 2 * boards_->size()) slots *= 2;
        slots_.assign(slots, 0);
        for (std::size_t k = 0; k < boards_->size(); ++k) {
            std::size_t at = hashed((*boards_)[k]) & (slots_.size() - 1);
            while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(k + 1);
        }
    }

    std::vector<Set>* boards_;
    std::vector<std::uint32_t> slots_;  // number + 1, or 0
};

}  // namespace shapewright::clear
