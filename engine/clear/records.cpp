#include "clear/records.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t head_bytes = 8;
constexpr std::size_t slots = 16;
constexpr unsigned no_piece = 7;
constexpr int rows = 6;
constexpr unsigned row_bits = (1U << columns) - 1;

struct Cell {
    int x, y;
};
using Cells = std::array<Cell, 4>;

/// The cells of a piece around its centre, facing so.
Cells cells_of(std::size_t piece, std::size_t facing) {
    Cells result;
    for (std::size_t k = 0; k < 4; ++k) {
        auto [x, y] = detail::north[piece][k];
        for (std::size_t turn = 0; turn < facing; ++turn) {
            const int old = x;
            x = y;
            y = -old;
        }
        result[k] = {x, y};
    }
    return result;
}

struct Look {
    std::array<std::array<Cells, facings>, pieces> cells;
    // Other facings with the same cells, and where the centre is then.
    std::array<std::array<std::vector<std::pair<std::size_t, Cell>>, facings>, pieces> alike;

    Look() {
        const auto sorted = [](Cells cells) {
            std::sort(cells.begin(), cells.end(),
                      [](Cell a, Cell b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
            return cells;
        };
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            for (std::size_t facing = 0; facing < facings; ++facing)
                cells[piece][facing] = sorted(cells_of(piece, facing));
            for (std::size_t facing = 0; facing < facings; ++facing)
                for (std::size_t other = 0; other < facings; ++other) {
                    const Cells& ours = cells[piece][facing];
                    const Cells& theirs = cells[piece][other];
                    const Cell by{ours[0].x - theirs[0].x, ours[0].y - theirs[0].y};
                    bool same = true;
                    for (std::size_t k = 0; k < 4; ++k)
                        same = same && theirs[k].x + by.x == ours[k].x && theirs[k].y + by.y == ours[k].y;
                    if (same) alike[piece][facing].emplace_back(other, by);
                }
        }
    }
};

const Look look;

unsigned shifted(unsigned row, int places) {
    return (places >= 0 ? row << places : row >> -places) & row_bits;
}

/// The columns in which a centre can be so that no cell is beyond a wall.
unsigned between_walls(const Cells& cells) {
    unsigned result = row_bits;
    for (const Cell& cell : cells) result &= shifted(row_bits, -cell.x);
    return result;
}

/// The head of a record: how many placements there are, or 0 if it is damaged.
std::size_t placements_of(const std::uint8_t* head) {
    std::uint64_t sequence = 0;
    for (int k = 0; k < 6; ++k) sequence |= std::uint64_t{head[k]} << (8 * k);
    const unsigned holds = head[6] | static_cast<unsigned>(head[7]) << 8;
    std::size_t count = 0;
    while (count < slots && (sequence >> (3 * count) & 7) != no_piece) ++count;
    // After the end there are nothing but ends.
    if (count < slots && ~(sequence >> (3 * count)) << (16 + 3 * count) != 0) return 0;
    if (count < 2 || holds >> (count - 1) != 0) return 0;
    SHAPEWRIGHT_ASSERT(count <= slots && count - 1 <= RecordChecker::most_placements);
    return count - 1;
}

/// The board without its full rows.
std::uint64_t without_full_rows(std::uint64_t board) {
    for (int y = rows; y-- > 0;) {
        const std::uint64_t row = std::uint64_t{row_bits} << (columns * y);
        if ((board & row) != row) continue;
        const std::uint64_t below = (std::uint64_t{1} << (columns * y)) - 1;
        board = (board & below) | (board >> columns & ~below);
    }
    return board;
}

}  // namespace

WholeRecords whole_records(std::span<const std::uint8_t> data, std::uint64_t most) {
    WholeRecords result;
    while (result.number < most && data.size() - result.bytes >= head_bytes) {
        const std::size_t placements = placements_of(data.data() + result.bytes);
        if (placements == 0) {
            result.is_damaged = true;
            break;
        }
        if (data.size() - result.bytes < head_bytes + placements) break;
        result.bytes += head_bytes + placements;
        ++result.number;
    }
    return result;
}

RecordChecker::RecordChecker(const KickTable& kicks, Drop drop) : kicks_(kicks), drop_(drop) {
    if (spins_every_t(drop)) throw std::invalid_argument("records are not checked for spins");
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        starts_[piece][0] = true;
        for (std::size_t round = 0; round < facings; ++round)
            for (std::size_t from = 0; from < facings; ++from)
                for (std::size_t to = 0; to < facings; ++to)
                    if (starts_[piece][from] && !kicks.tests[piece][from][to].empty()) starts_[piece][to] = true;
        for (std::size_t facing = 0; facing < facings; ++facing)
            for (std::size_t position = 0; position < positions; ++position) {
                Spot& spot = spots_[piece][facing][position];
                spot.is_inside = spot.is_low = true;
                for (const Cell& cell : look.cells[piece][facing]) {
                    const int x = static_cast<int>(position) % columns + cell.x;
                    const int y = static_cast<int>(position) / columns + cell.y;
                    spot.is_inside = spot.is_inside && x >= 0 && x < columns && y >= 0;
                    spot.is_low = spot.is_low && y < rows;
                    spot.is_on_floor = spot.is_on_floor || y == 0;
                    if (!spot.is_inside || !spot.is_low) continue;
                    spot.cells |= std::uint64_t{1} << (x + columns * y);
                    for (int above = y; above < rows; ++above) spot.upward |= std::uint64_t{1} << (x + columns * above);
                }
                spot.below = spot.cells >> columns;
            }
    }
}

/// One record, taken apart.
struct RecordChecker::Record {
    std::size_t placements = 0;
    std::array<std::uint8_t, most_placements> piece{};
    std::array<std::uint8_t, most_placements> code{};  // facing and position
};

CheckedRecords RecordChecker::check(std::span<const std::uint8_t> data, std::size_t most_named, const StopToken& stop,
                                    std::uint64_t start) const {
    CheckedRecords result;
    Record record;
    // Neighbours in a table begin alike: what was found right of the record before is not looked at again.
    Record before;
    std::array<std::uint64_t, most_placements + 1> boards{};  // of the record before, after so many placements
    boards[0] = start;
    std::size_t right = 0;  // so many of its placements are by the rules
    while (data.size() - result.bytes >= head_bytes) {
        if ((result.number & 0xfff) == 0 && stop.expired()) {
            result.is_stopped = true;
            break;
        }
        const std::uint8_t* head = data.data() + result.bytes;
        record.placements = placements_of(head);
        if (record.placements == 0 || data.size() - result.bytes < head_bytes + record.placements) break;
        std::uint64_t sequence = 0;
        for (int k = 0; k < 6; ++k) sequence |= std::uint64_t{head[k]} << (8 * k);
        const unsigned holds = head[6] | static_cast<unsigned>(head[7]) << 8;
        auto held = static_cast<std::uint8_t>(sequence & 7);
        bool is_damaged = false;
        for (std::size_t k = 0; k < record.placements; ++k) {
            auto piece = static_cast<std::uint8_t>(sequence >> (3 * (k + 1)) & 7);
            if ((holds >> k & 1) != 0) std::swap(piece, held);
            const std::uint8_t code = head[head_bytes + k];
            record.piece[k] = piece;
            record.code[k] = code;
            const std::size_t position = code >> 2;
            is_damaged = is_damaged || position >= positions || !spots_[piece][code & 3][position].is_inside;
        }
        if (is_damaged) break;
        std::size_t at = 0;
        SHAPEWRIGHT_ASSERT(right <= before.placements && boards[0] == start);
        while (at < right && at < record.placements && record.piece[at] == before.piece[at] &&
               record.code[at] == before.code[at])
            ++at;
        for (; at < record.placements; ++at) {
            const std::uint64_t board = boards[at];
            const Spot& spot = spots_[record.piece[at]][record.code[at] & 3][record.code[at] >> 2];
            // From the empty field a cell above the sixth row is never cleared by 15 pieces.
            if (!spot.is_low || (board & spot.cells) != 0) break;
            if (!spot.is_on_floor && (board & spot.below) == 0) break;
            if (!is_reachable(board, record.piece[at], record.code[at])) break;
            boards[at + 1] = without_full_rows(board | spot.cells);
        }
        right = at;
        std::swap(before, record);
        if (right < before.placements || boards[right] != 0) {
            if (result.wrong++ < most_named) result.first_wrong.emplace_back(result.number, result.bytes);
        }
        ++result.number;
        result.bytes += head_bytes + before.placements;
    }
    return result;
}

bool RecordChecker::is_reachable(std::uint64_t board, std::size_t piece, std::uint8_t code) const {
    SHAPEWRIGHT_ASSERT(piece < pieces && std::size_t{code} >> 2 < positions &&
                       (board & spots_[piece][code & 3][code >> 2].cells) == 0);
    const std::size_t facing = code & 3;
    const std::size_t position = code >> 2;
    const auto& alike = look.alike[piece][facing];
    if ((board & spots_[piece][facing][position].upward) == 0 &&
        std::any_of(alike.begin(), alike.end(), [&](const auto& other) { return starts_[piece][other.first]; }))
        return true;
    const bool is_soft = drop_ == Drop::soft || (drop_ == Drop::t_softdrop && static_cast<Piece>(piece) == Piece::T);
    if (!is_soft) return false;
    return is_flooded(board, piece, facing, static_cast<int>(position) % columns, static_cast<int>(position) / columns);
}

/// Whether the piece gets there from above the stack, by moves and turns: for each facing and row the columns in which
/// its centre can be, and of these the ones it has got to.
bool RecordChecker::is_flooded(std::uint64_t board, std::size_t piece, std::size_t facing, int x, int y) const {
    // A kick goes down by 4 rows at most, and what turns reaches 2 further down.
    constexpr int air = 6;
    constexpr int most_rows = rows + air + 1;
    const int height = (static_cast<int>(std::bit_width(board)) + columns - 1) / columns;
    const int last = height + air;
    SHAPEWRIGHT_ASSERT(height <= rows && last < most_rows);
    using Rows = std::array<std::array<unsigned, most_rows>, facings>;
    Rows free{}, reached{};
    std::array<unsigned, facings> open{};
    std::array<std::array<bool, most_rows>, facings> is_new{};
    for (std::size_t f = 0; f < facings; ++f) {
        if (!starts_[piece][f]) continue;
        const Cells& cells = look.cells[piece][f];
        open[f] = between_walls(cells);
        int bottom = 0;
        for (const Cell& cell : cells) bottom = std::min(bottom, cell.y);
        for (int at = -bottom; at <= last; ++at) {
            unsigned fits = open[f];
            for (const Cell& cell : cells) {
                const int row = at + cell.y;
                if (row < height) fits &= ~shifted(static_cast<unsigned>(board >> (columns * row)) & row_bits, -cell.x);
            }
            const auto place = static_cast<std::size_t>(at);
            free[f][place] = fits;
            if (at + bottom >= height) {
                reached[f][place] = fits;
                is_new[f][place] = true;
            }
        }
    }
    const auto reach = [&](std::size_t f, int row, unsigned columns_there) {
        const auto place = static_cast<std::size_t>(row);
        const unsigned fresh = columns_there & free[f][place] & ~reached[f][place];
        if (fresh == 0) return;
        reached[f][place] |= fresh;
        is_new[f][place] = true;
    };
    for (bool is_done = false; !is_done;) {
        is_done = true;
        for (std::size_t f = 0; f < facings; ++f)
            for (int row = last; row >= 0; --row) {
                const auto place = static_cast<std::size_t>(row);
                if (!is_new[f][place]) continue;
                is_new[f][place] = is_done = false;
                unsigned here = reached[f][place];
                for (unsigned wider = here;; here = wider) {
                    wider = (here | shifted(here, 1) | shifted(here, -1)) & free[f][place];
                    if (wider == here) break;
                }
                reached[f][place] = here;
                if (row > 0) reach(f, row - 1, here);
                for (std::size_t to = 0; to < facings; ++to) {
                    unsigned turning = here;
                    for (const auto& [dx, dy] : kicks_.tests[piece][f][to]) {
                        const int target = row + dy;
                        if (target < 0) continue;
                        const unsigned there = target <= last ? free[to][static_cast<std::size_t>(target)] : open[to];
                        const unsigned turned = shifted(turning, dx) & there;
                        if (target <= last) reach(to, target, turned);
                        turning &= ~shifted(turned, -dx);  // the first offset that fits is taken
                        if (turning == 0) break;
                    }
                }
            }
    }
    for (const auto& [other, by] : look.alike[piece][facing]) {
        const int row = y + by.y, column = x + by.x;
        if (row >= 0 && row <= last && column >= 0 && column < columns &&
            (reached[other][static_cast<std::size_t>(row)] >> column & 1) != 0)
            return true;
    }
    return false;
}

}  // namespace shapewright::clear
