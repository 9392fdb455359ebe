// Whether a queue can build any cover of the empty cells of four rows or fewer. Local to the file that includes it,
// like dead_boards.hpp: containers hold types of its own alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clear/board.hpp"
#include "clear/moves.hpp"
#include "clear/solve/row_shapes.hpp"
#include "clear/solve/solve.hpp"
#include "core/bits.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {
namespace {

/// Goes through all covers of a field by the pieces of a queue, and tries the order in which they come on each: a clear
/// is a cover whose pieces, in that order, come to rest where the cover has them.
///
/// A queue that clears nothing has a few ten thousand covers of the empty field, but leads to hundreds of thousands of
/// boards. A cover is found column by column; which pieces are left for which open cells says all of what can follow,
/// so what leads to no cover is remembered. Covers are then tried many at a time: those that have a piece in the same
/// place share the question whether it gets there.
class AllCovers {
public:
    /// Of a quest of at most four rows. Of its sequence the first `length` pieces can come down or be left over.
    AllCovers(const Mover<Board>& mover, const Quest<Board>& quest, std::size_t length, const StopToken& stop)
        : mover_(mover), quest_(quest), length_(length), stop_(stop) {}

    enum class Verdict { some_clears, none_clears, unknown };

    /// Unknown after many steps, or when the token stops it.
    Verdict verdict() {
        const std::uint64_t open = open_by_columns(quest_.board, quest_.height);
        needed_ = static_cast<std::size_t>(count_bits(open)) / 4;
        Stock stock{};
        for (std::size_t k = 0; k < length_; ++k) ++stock[quest_.sequence[k]];
        is_spare_ = length_ > needed_;
        if (is_spare_) take_out_what_is_left_over(stock);
        unsigned kinds = 0;
        int reach = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            if (stock[piece] != 0) kinds |= 1U << piece;
            reach += stock[piece] * balance_reach[piece];
        }
        room_.barren.assign(Room::slots, Key{});
        room_.covers.clear();
        for (std::size_t k = 0; k < length_; ++k) last_[quest_.sequence[k]] = static_cast<std::uint8_t>(k);
        for (std::size_t k = length_; k-- > 0;) first_[quest_.sequence[k]] = static_cast<std::uint8_t>(k);
        constexpr std::uint64_t on_floor = 0x1111111111;
        grounded_ = on_floor | ~open << 1;
        const int first = lowest_bit(open) & ~(covered_rows - 1);
        find({open >> first, stock_of(stock), first, kinds, reach, 0});
        if (!is_over()) some_clears_ = try_covers();
        return some_clears_ ? Verdict::some_clears : is_given_up_ ? Verdict::unknown : Verdict::none_clears;
    }

private:
    static constexpr std::size_t most_placed = columns * covered_rows / 4;
    static constexpr int most_steps = 2'000'000;

    /// A shape and the column of its first cells.
    struct Part {
        std::uint16_t number = 0;

        static constexpr std::size_t numbers = columns << 7;
        static Part of(std::size_t shape, int column) {
            return {static_cast<std::uint16_t>(shape | static_cast<std::size_t>(column) << 7)};
        }
        std::size_t shape() const { return number & 127; }
        int column() const { return number >> 7; }
    };
    struct Cover {
        std::array<Part, most_placed> parts;           // by piece
        std::array<std::uint8_t, pieces + 1> first{};  // of each piece
    };
    static constexpr std::size_t most_covers = std::size_t{1} << 18;

    /// A part of one of these covers.
    struct Choice {
        std::uint32_t part;
        std::uint32_t cover;
        bool operator<(const Choice& other) const { return part < other.part; }
    };
    /// Whether a part comes to rest on a board.
    struct Stays {
        std::uint32_t board = 0;  // its number
        bool is_sure = false;
    };
    /// Of something that is remembered; 0: nothing.
    struct Key {
        std::uint64_t key = 0;
    };
    struct Room {
        static constexpr int slot_bits = 16;
        static constexpr std::size_t slots = std::size_t{1} << slot_bits;
        static std::size_t slot(std::uint64_t key) { return key * 0x9e3779b97f4a7c15ULL >> (64 - slot_bits); }

        std::vector<Key> barren;    // what leads to no cover
        std::vector<Key> hopeless;  // what goes on to build none
        std::vector<Cover> covers;
        std::vector<Choice> choices;
        std::array<std::array<Stays, Part::numbers>, most_placed> rests;
        std::uint32_t boards = 0;
    };
    static Room& room() {
        thread_local Room rooms;
        return rooms;
    }

    static constexpr int bits_of_number = 4;
    static std::uint64_t stock_of(const Stock& stock) {
        std::uint64_t result = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece)
            result |= std::uint64_t{stock[piece]} << (bits_of_number * piece);
        return result;
    }

    bool is_over() const { return some_clears_ || is_given_up_; }

    /// If what is left over is known, a cover has just the others.
    void take_out_what_is_left_over(Stock& stock) {
        unsigned kinds = 0;
        for (unsigned piece = 0; piece < pieces; ++piece)
            if (stock[piece] != 0 && (quest_.leftovers >> piece & 1) != 0) kinds |= 1U << piece;
        if (count_bits(kinds) != 1) return;
        --stock[static_cast<std::size_t>(lowest_bit(kinds))];
        is_spare_ = false;
    }

    bool is_balanced(std::uint64_t open, std::uint64_t stock, std::size_t left, int reach) const {
        constexpr std::uint64_t even = 0x0f0f0f0f0fULL;
        const int difference = count_bits(open & even) - 2 * static_cast<int>(left);
        const int pairs = difference < 0 ? -difference : difference;
        if (pairs > reach) return false;
        constexpr std::uint64_t t = std::uint64_t{15} << (bits_of_number * static_cast<std::size_t>(Piece::T));
        return is_spare_ || (stock & t) != 0 || (reach - pairs) % 2 == 0;
    }

    /// Whether the one piece that is in stock now may be left over.
    bool may_be_left_over(std::uint64_t stock) const {
        if (!is_spare_) return true;
        return (quest_.leftovers >> (lowest_bit(stock) / bits_of_number) & 1) != 0;
    }

    /// What `find` says: whether covers were found, and whether any were left out that fit but cannot be built.
    struct Result {
        bool is_some = false;
        bool is_cut = false;
    };

    /// Where a cover is not yet decided.
    struct Rest {
        std::uint64_t open;      // from column `at` / 4 on, which has an open cell
        std::uint64_t stock;     // how many of each piece are left
        int at;                  // a multiple of 4
        unsigned kinds;          // the pieces that are left, a bit each
        int reach;               // how far they can shift the balance
        RowOrders::Number rows;  // in which order rows vanish

        /// Beyond the next four columns nothing is covered yet.
        std::uint64_t key() const {
            return (open & 0xffff) | static_cast<std::uint64_t>(at / covered_rows) << 16 |
                   static_cast<std::uint64_t>(rows) << 20 | stock << 28;
        }
    };

    Result find(const Rest& rest) {
        if (++steps_ > most_steps || (steps_ % 4096 == 0 && stop_.expired())) is_given_up_ = true;
        if (is_over()) return {true, true};
        const RowShapes& s = shapes_;
        const ShapeSet& here = s.with_cell[static_cast<std::size_t>(lowest_bit(rest.open))];
        const ShapeSet& of_kinds = s.of_kinds[rest.kinds];
        const ShapeSet& low = s.within[0][rest.open & 255];
        const ShapeSet& high = s.within[1][rest.open >> 8 & 255];
        const bool is_last = placed_ + 1 == needed_;
        Result result;
        for (std::size_t word = 0; word < 2; ++word) {
            std::uint64_t fit = here.word[word] & of_kinds.word[word] & low.word[word] & high.word[word];
            for (; fit != 0; fit &= fit - 1) {
                const std::size_t number = 64 * word + static_cast<std::size_t>(count_bits((fit & (~fit + 1)) - 1));
                const RowShape& shape = s.shape[number];
                Rest next;
                next.rows = orders_.with(rest.rows, number);
                if (next.rows == RowOrders::impossible) continue;
                next.stock = rest.stock - (std::uint64_t{1} << (bits_of_number * shape.piece));
                parts_[placed_] = Part::of(number, rest.at / covered_rows);
                if (is_last) {
                    if (!may_be_left_over(next.stock)) continue;
                    if (has_order_ && !comes_in_order(shape, rest.at, 0)) {
                        result.is_cut = true;
                        continue;
                    }
                    result.is_some = true;
                    add_cover();
                    continue;
                }
                next.open = rest.open & ~std::uint64_t{shape.cells};
                next.reach = rest.reach - balance_reach[shape.piece];
                if (!is_balanced(next.open, next.stock, needed_ - placed_ - 1, next.reach)) continue;
                const int first = lowest_bit(next.open) & ~(covered_rows - 1);
                next.open >>= first;
                next.at = rest.at + first;
                Key& known = room_.barren[Room::slot(next.key())];
                if (known.key == next.key()) continue;
                if (has_order_ && !comes_in_order(shape, rest.at, next.open << next.at)) {
                    result.is_cut = true;
                    continue;
                }
                const bool is_out = (next.stock >> (bits_of_number * shape.piece) & 15) == 0;
                next.kinds = is_out ? rest.kinds & ~(1U << shape.piece) : rest.kinds;
                ++placed_;
                const Result found = find(next);
                --placed_;
                if (!found.is_some && !found.is_cut) known.key = next.key();
                result.is_some |= found.is_some;
                result.is_cut |= found.is_cut;
            }
        }
        return result;
    }

    /// Whether the newest part, of this shape, can come before and after the others as it has to; notes what follows
    /// from that.
    bool comes_in_order(const RowShape& shape, int at, std::uint64_t open) {
        const std::size_t self = placed_;
        const std::uint64_t cells = std::uint64_t{shape.cells} << at;
        const std::uint64_t above = falls_straight(shape.piece) ? std::uint64_t{shape.above} << at : 0;
        const std::array<Links, most_placed>& links = links_[self];
        unsigned before = 0, after = 0;
        for (std::size_t k = 0; k < self; ++k) {
            const Laid& other = laid_[k];
            const bool is_first = (other.above & cells) != 0 || (other.in & shape.between) != 0;
            const bool is_later = (above & other.cells) != 0 || (shape.in & other.between) != 0;
            before |= is_first ? links[k].before | 1U << k : 0;
            after |= is_later ? links[k].after | 1U << k : 0;
        }
        if ((before & after) != 0) return false;
        const std::uint64_t below = (cells & grounded_) != 0 ? 0 : cells >> 1 & ~cells;
        laid_[self] = {cells, above, below, shape.in, shape.between, first_[shape.piece], last_[shape.piece]};
        std::array<Links, most_placed>& now = links_[self + 1];
        now = links;
        Links& own = now[self];
        own = {static_cast<std::uint16_t>(before), static_cast<std::uint16_t>(after), 0};
        for (unsigned rest = before; rest != 0; rest &= rest - 1) {
            const auto k = static_cast<std::size_t>(lowest_bit(rest));
            now[k].after = static_cast<std::uint16_t>(now[k].after | after | 1U << self);
            own.wait = std::max<std::uint16_t>(own.wait, laid_[k].first);
        }
        const std::uint16_t wait = std::max<std::uint16_t>(own.wait, first_[shape.piece]);
        for (unsigned rest = after; rest != 0; rest &= rest - 1) {
            Links& other = now[static_cast<std::size_t>(lowest_bit(rest))];
            other.before = static_cast<std::uint16_t>(other.before | before | 1U << self);
            other.wait = std::max(other.wait, wait);
        }
        if (!is_supported(self, open)) return false;
        for (std::size_t k = 0; k < self; ++k)
            if ((laid_[k].below & cells) != 0 && !is_supported(k, open)) return false;
        if ((before | after) == 0) return true;
        const int early = quest_.hold ? 1 : 0;
        unsigned held = 0;  // while which pieces come that a part waits for, a bit each
        for (std::size_t k = 0; k <= self; ++k) {
            if (laid_[k].first - early + count_bits(std::uint32_t{now[k].after}) >= static_cast<int>(needed_))
                return false;
            if (!quest_.hold && count_bits(std::uint32_t{now[k].before}) > laid_[k].last) return false;
            if (now[k].wait <= laid_[k].last) continue;
            const unsigned meanwhile = (1U << now[k].wait) - (1U << laid_[k].last);
            if (!quest_.hold || (held & meanwhile) != 0) return false;
            held |= meanwhile;
        }
        return true;
    }

    /// Whether something that comes before a part can lie below it.
    bool is_supported(std::size_t part, std::uint64_t open) const {
        const Laid& own = laid_[part];
        if (own.below == 0 || (own.below & open) != 0) return true;
        const unsigned after = links_[placed_ + 1][part].after;
        for (std::size_t k = 0; k <= placed_; ++k)
            if ((laid_[k].cells & own.below) != 0 && (after >> k & 1) == 0 &&
                (quest_.hold || laid_[k].first < own.last))
                return true;
        return false;
    }

    void add_cover() {
        if (room_.covers.size() == most_covers) {
            is_given_up_ = true;
            return;
        }
        // Now and then it is seen whether those found so far are enough. All are tried again, since what is hopeless
        // with some of them may not be with more.
        if (room_.covers.size() == next_trial_) {
            next_trial_ *= 4;
            some_clears_ = try_covers();
        }
        Cover& cover = room_.covers.emplace_back();
        std::array<std::uint8_t, pieces + 1> at{};
        for (std::size_t k = 0; k < needed_; ++k) ++at[shape_of(parts_[k]).piece + std::size_t{1}];
        for (std::size_t piece = 0; piece < pieces; ++piece)
            at[piece + 1] = static_cast<std::uint8_t>(at[piece + 1] + at[piece]);
        cover.first = at;
        for (std::size_t k = 0; k < needed_; ++k) cover.parts[at[shape_of(parts_[k]).piece]++] = parts_[k];
    }

    /// Whether the queue builds one of them.
    bool try_covers() {
        room_.hopeless.assign(Room::slots, Key{});
        room_.choices.clear();
        for (std::size_t k = 0; k < room_.covers.size(); ++k)
            room_.choices.push_back({0, static_cast<std::uint32_t>(k)});
        const Built start{quest_.board, 0, 0, 0, quest_.sequence[0]};
        if (room_.boards > ~std::uint32_t{0} / 2) {
            room_.rests = {};
            room_.boards = 0;
        }
        return builds(start, 0, room_.choices.size());
    }

    struct Built {
        Board board;           // as the game shows it
        unsigned vanished;     // rows of the start, a bit each
        std::uint64_t filled;  // by pieces that were placed, in the rows of the start
        std::size_t placed;
        unsigned hand;
    };

    /// Whether the queue goes on to build one of the covers of the choices `from` to `to`, all of which have what was
    /// built.
    bool builds(const Built& built, std::size_t from, std::size_t to) {
        if (built.placed == needed_) return (quest_.leftovers >> built.hand & 1) != 0;
        const std::uint64_t key = built.filled | static_cast<std::uint64_t>(built.hand + 1) << 40;
        Key& known = room_.hopeless[Room::slot(key)];
        if (known.key == key) return false;
        if (++steps_ % 4096 == 0 && stop_.expired()) is_given_up_ = true;
        if (is_given_up_) return false;
        const unsigned coming =
            built.placed + 1 < length_ ? quest_.sequence[built.placed + 1] : static_cast<unsigned>(no_piece);
        ++room_.boards;
        if (builds_with(built, built.hand, coming, from, to)) return true;
        if (quest_.hold && coming != no_piece && coming != built.hand &&
            builds_with(built, coming, built.hand, from, to))
            return true;
        known.key = key;
        return false;
    }

    bool builds_with(const Built& built, unsigned piece, unsigned hand, std::size_t from, std::size_t to) {
        std::vector<Choice>& choices = room_.choices;
        const std::size_t start = choices.size();
        const std::uint32_t board = room_.boards;
        for (std::size_t k = from; k < to; ++k) {
            const std::uint32_t number = choices[k].cover;
            const Cover& cover = room_.covers[number];
            for (std::size_t which = cover.first[piece]; which < cover.first[piece + 1]; ++which) {
                const Part part = cover.parts[which];
                if ((cells_of(part) & built.filled) != 0) continue;
                Stays& stays = room_.rests[built.placed][part.number];
                if (stays.board != board) stays = {board, rests(built, part)};
                if (stays.is_sure) choices.push_back({part.number, number});
            }
        }
        const std::size_t end = choices.size();
        std::sort(choices.data() + start, choices.data() + end);
        bool found = false;
        for (std::size_t k = start; k < end && !found && !is_given_up_;) {
            const std::uint32_t number = choices[k].part;
            std::size_t next = k;
            while (next < end && choices[next].part == number) ++next;
            found = builds(with(built, Part{static_cast<std::uint16_t>(number)}, hand), k, next);
            k = next;
        }
        choices.resize(start);
        return found;
    }

    const RowShape& shape_of(Part part) const { return shapes_.shape[part.shape()]; }
    std::uint64_t cells_of(Part part) const {
        return std::uint64_t{shape_of(part).cells} << (covered_rows * part.column());
    }

    bool falls_straight(std::size_t piece) const {
        return mover_.drop() == Drop::hard ||
               (mover_.drop() != Drop::soft && piece != static_cast<std::size_t>(Piece::T));
    }

    /// In which row, as the game shows it, a part begins.
    static int row_of(const Built& built, const RowShape& shape) {
        const int lowest_row = lowest_bit(static_cast<std::uint32_t>(shape.in));
        return lowest_row - count_bits(built.vanished & ((1U << lowest_row) - 1));
    }

    /// Whether a part, whose cells are empty, comes to rest there.
    bool rests(const Built& built, Part part) const {
        const RowShape& shape = shape_of(part);
        if ((shape.between & ~built.vanished) != 0) return false;
        const int corner = columns * row_of(built, shape) + part.column();
        const Board cells = orientations[shape.piece][shape.facing].bits << corner;
        if ((cells & full_row) == 0 && (cells >> columns & built.board) == 0) return false;
        return mover_.arrives(built.board, Piece{shape.piece}, shape.facing, corner);
    }

    Built with(const Built& built, Part part, unsigned hand) const {
        const RowShape& shape = shape_of(part);
        Built result = built;
        const int row = row_of(built, shape);
        const Orientation& o = orientations[shape.piece][shape.facing];
        result.board |= o.bits << (columns * row + part.column());
        int y = row;
        for (unsigned in = shape.in; in != 0; in &= in - 1) {
            if (row_is_full(result.board, y++)) result.vanished |= in & (~in + 1);
        }
        clear_rows(result.board, row, o.height);
        result.filled |= cells_of(part);
        ++result.placed;
        result.hand = hand;
        return result;
    }

    const Mover<Board>& mover_;
    const Quest<Board>& quest_;
    std::size_t length_;
    const StopToken& stop_;
    std::size_t needed_ = 0;
    bool is_spare_ = false;
    bool is_given_up_ = false;
    /// Whether it is looked at which parts come before others. With a hold and free falls it would save nothing.
    const bool has_order_ = mover_.drop() != Drop::soft || !quest_.hold;
    /// A part of the cover that is being made.
    struct Laid {
        std::uint64_t cells;
        std::uint64_t above;  // what lies there comes after it
        std::uint64_t below;  // where something comes before it, on which it can rest; 0: it rests on the field
        std::uint8_t in, between;
        std::uint8_t first, last;  // in the sequence, at the earliest and at the latest
    };
    std::array<Laid, most_placed> laid_{};
    std::uint64_t grounded_ = 0;  // the cells on the floor, or on filled ones
    /// Which others, a bit each, must come before a part, and which after it.
    struct Links {
        std::uint16_t before, after;
        std::uint16_t wait;  // until when in the sequence what comes before it has not come
    };
    std::array<std::array<Links, most_placed>, most_placed + 1> links_{};  // by parts so far
    /// By piece: when it comes first and last.
    std::array<std::uint8_t, pieces> first_{}, last_{};
    bool some_clears_ = false;
    std::size_t next_trial_ = 256;
    int steps_ = 0;
    std::array<Part, most_placed> parts_{};
    std::size_t placed_ = 0;
    Room& room_ = room();
    const RowShapes& shapes_ = row_shapes();
    const RowOrders& orders_ = row_orders();
};

}  // namespace
}  // namespace shapewright::clear
