// Records of `.pc` files: where each ends, and whether it tells a perfect clear by the rules.
//
// The rules are written down here once more, in the plainest way that is quick enough for millions of records: rows of
// ten bits, one centre of rotation after the other. Nothing is shared with what finds clears but the shapes of pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "clear/piece.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {

/// The whole records at the beginning of some bytes, as far as their heads (pieces and holds) are as they should be.
struct WholeRecords {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
    bool is_damaged = false;  // the record after them has a head that cannot be
};

/// Goes from head to head, over at most so many records; placements are not looked at.
WholeRecords whole_records(std::span<const std::uint8_t> data, std::uint64_t most);

/// What is found in some records.
struct CheckedRecords {
    std::uint64_t number = 0;                                        // of whole records that are not damaged
    std::uint64_t wrong = 0;                                         // of those that are no perfect clear by the rules
    std::vector<std::pair<std::uint64_t, std::size_t>> first_wrong;  // their places, and bytes, from the beginning
    std::size_t bytes = 0;  // of all that was looked at; the rest begins with a damaged or incomplete record
    bool is_stopped = false;
};

/// Replays records by the rules of one game.
class RecordChecker {
public:
    static constexpr std::size_t most_placements = 15;

    /// Throws std::invalid_argument for a drop by which every T must spin.
    RecordChecker(const KickTable& kicks, Drop drop);

    /// Each record: that no placement overlaps another or what is filled at the start (of the lowest six rows, none of
    /// them full), floats, or cannot be got to, and that nothing is left. At most so many wrong ones are named. Ends at
    /// the first record that is damaged, or when the token says so.
    CheckedRecords check(std::span<const std::uint8_t> data, std::size_t most_named, const StopToken& stop,
                         std::uint64_t start = 0) const;

private:
    /// A piece with its centre somewhere, as sets of the cells of the lowest six rows.
    struct Spot {
        bool is_inside = false;  // between the walls and above the floor
        bool is_low = false;     // within six rows
        bool is_on_floor = false;
        std::uint64_t cells = 0;
        std::uint64_t below = 0;   // a row further down, unless on the floor
        std::uint64_t upward = 0;  // the cells and all above them
    };
    struct Record;

    bool is_reachable(std::uint64_t board, std::size_t piece, std::uint8_t code) const;
    bool is_flooded(std::uint64_t board, std::size_t piece, std::size_t facing, int x, int y) const;

    static constexpr std::size_t positions = 60;
    KickTable kicks_;
    Drop drop_;
    std::array<std::array<bool, facings>, pieces> starts_{};  // whether a piece can face so in open air
    std::array<std::array<std::array<Spot, positions>, facings>, pieces> spots_{};
};

}  // namespace shapewright::clear
