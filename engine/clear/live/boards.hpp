// The live boards of a game as a file keeps them, to be looked up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clear/live/filter.hpp"
#include "clear/live/graph.hpp"
#include "clear/live/level.hpp"

namespace shapewright::clear {

/// The live boards of a game from the empty field (see graph.hpp), by pieces placed, as a file keeps them: bytes that
/// say how far the key of each board is from the one before it, fewer than two a board, and where to begin reading; and
/// a filter for each level. Of four lines 57 MB, which lie ready to be asked: nothing is unpacked before it is wanted.
class LiveBoards {
public:
    /// What a `LiveBoards` is made of.
    static std::string packed(const LiveGraph& graph);

    /// Looks into these bytes from now on, as long as `owner` keeps them. Throws std::invalid_argument for bytes that
    /// `packed` does not write; what they say of single boards is not looked at before it is asked for.
    LiveBoards(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner);

    int lines() const { return lines_; }
    /// How many pieces a clear takes; there are so many levels and one more.
    int pieces_needed() const { return static_cast<int>(levels_.size()) - 1; }

    /// How many pieces lead to a board, by its empty cells; -1 if that is no number of pieces of this game.
    int placed(LiveBoard board) const;

    /// How many boards there are after so many pieces.
    std::size_t size(int placed) const { return levels_[static_cast<std::size_t>(placed)].number; }

    /// The boards after so many pieces, sorted by their keys, unpacked anew. Throws std::invalid_argument for others
    /// than `packed` writes.
    std::vector<LiveBoard> boards(int placed) const;

    /// Whether a board is live; takes some microseconds.
    bool contains(LiveBoard board) const;

    /// What is quick to ask which boards after so many pieces seem to be live.
    LiveFilter filter(int placed) const { return LiveFilter(levels_[static_cast<std::size_t>(placed)].filter); }

private:
    /// Where to begin unpacking: the board before, and the number of the byte with which the next one begins.
    struct Mark {
        std::uint64_t before;
        std::uint64_t at;
    };
    struct Level {
        std::size_t number = 0;
        std::span<const std::uint8_t> bytes;
        std::span<const Mark> marks;
        std::span<const std::uint64_t> filter;
    };
    static void put_level(std::string& into, std::span<const LiveBoard> boards);

    std::shared_ptr<const void> owner_;
    int lines_;
    std::vector<Level> levels_;
};

}  // namespace shapewright::clear
