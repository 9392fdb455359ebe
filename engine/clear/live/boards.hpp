// The live boards of a game as a file keeps them, to be looked up.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "clear/live/graph.hpp"
#include "clear/live/level.hpp"
#include "core/bits.hpp"

namespace shapewright::clear {

/// A set of live boards that may say yes by mistake (of a hundred others to about one), never no. Has 16 bits or more a
/// board, so that it is made in a fraction of the time of a table that knows for sure.
class LiveFilter {
public:
    LiveFilter() = default;
    /// Has room for so many boards.
    explicit LiveFilter(std::size_t boards) : words_(std::bit_ceil(std::max(least_words, boards / 4))) {}

    void insert(std::span<const LiveBoard> boards) {
        for (const LiveBoard board : boards) prefetch_to_write(&words_[place(mixed(board.key))]);
        for (const LiveBoard board : boards) {
            const std::uint64_t hash = mixed(board.key);
            words_[place(hash)] |= bits(hash);
        }
    }

    /// Calls found(k) for those of some boards that seem to be among them. Memory is fetched for many at once.
    template <typename Found>
    void each_in(std::span<const LiveBoard> wanted, Found found) const {
        if (words_.empty()) return;
        constexpr std::size_t bunch = 64;
        std::uint64_t hashes[bunch];
        for (std::size_t from = 0; from < wanted.size(); from += bunch) {
            const std::size_t number = std::min(bunch, wanted.size() - from);
            for (std::size_t k = 0; k < number; ++k) {
                hashes[k] = mixed(wanted[from + k].key);
                prefetch(&words_[place(hashes[k])]);
            }
            for (std::size_t k = 0; k < number; ++k)
                if ((~words_[place(hashes[k])] & bits(hashes[k])) == 0) found(from + k);
        }
    }

private:
    static constexpr std::size_t least_words = 64;

    std::size_t place(std::uint64_t hash) const { return static_cast<std::size_t>(hash) & (words_.size() - 1); }
    /// Three of the bits of a word, by others of the hash value than those that say which word.
    static std::uint64_t bits(std::uint64_t hash) {
        return std::uint64_t{1} << (hash >> 58) | std::uint64_t{1} << (hash >> 52 & 63) |
               std::uint64_t{1} << (hash >> 46 & 63);
    }

    std::vector<std::uint64_t> words_;
};

/// The live boards of a game from the empty field (see graph.hpp), by pieces placed, kept as bytes that say how far
/// the key of each board is from the one before it: fewer than two a board, 25 MB for four lines.
class LiveBoards {
public:
    /// What a `LiveBoards` is made of.
    static std::string packed(const LiveGraph& graph);

    /// Throws std::invalid_argument for bytes that `packed` does not write. Takes as many threads as are allowed.
    LiveBoards(std::span<const std::uint8_t> bytes, unsigned threads);

    int lines() const { return lines_; }
    /// How many pieces a clear takes; there are so many levels and one more.
    int pieces_needed() const { return static_cast<int>(levels_.size()) - 1; }

    /// How many pieces lead to a board, by its empty cells; -1 if that is no number of pieces of this game.
    int placed(LiveBoard board) const;

    /// How many boards there are after so many pieces.
    std::size_t size(int placed) const { return levels_[static_cast<std::size_t>(placed)].number; }

    /// The boards after so many pieces, sorted by their keys, unpacked anew.
    std::vector<LiveBoard> boards(int placed) const;

    /// Whether a board is live; takes some microseconds.
    bool contains(LiveBoard board) const;

    /// What is quick to ask which boards after so many pieces seem to be live.
    const LiveFilter& filter(int placed) const { return levels_[static_cast<std::size_t>(placed)].filter; }

private:
    /// Where to begin unpacking: the board before, and where the bytes of the next one begin.
    struct Mark {
        LiveBoard before;
        const std::uint8_t* at;
    };
    struct Level {
        std::size_t number = 0;
        std::span<const std::uint8_t> bytes;
        std::vector<Mark> marks;
        LiveFilter filter;
    };
    static void index(Level& level);

    std::vector<std::uint8_t> bytes_;
    int lines_;
    std::vector<Level> levels_;
};

}  // namespace shapewright::clear
