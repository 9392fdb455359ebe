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
#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/hash.hpp"
#include "core/stop.hpp"

namespace shapewright::clear {
namespace {

/// Goes through all covers of a field by the pieces of a queue, and tries the order in which they come on each: a clear
/// is a cover whose pieces, in that order, come to rest where the cover has them.
///
/// A queue that clears nothing has a few ten thousand covers of the empty field, but leads to hundreds of thousands of
/// boards. A cover is found column by column; which pieces are left for which open cells says whether any can follow,
/// whatever the queue, so that is remembered. What it says of the order in which its pieces come is followed up as it
/// grows. Covers are then tried many at a time: those that have a piece in the same place share the question whether it
/// gets there.
class AllCovers {
public:
    /// Of a quest of at most four rows. Of its sequence the first `length` pieces can come down or be left over.
    AllCovers(const Mover<Board>& mover, const Quest<Board>& quest, std::size_t length, const StopToken& stop)
        : mover_(mover), quest_(quest), length_(length), stop_(stop) {
        SHAPEWRIGHT_ASSERT(quest.height <= covered_rows && length <= quest.sequence.size());
    }

    enum class Verdict { some_clears, none_clears, unknown };

    /// Unknown after many steps, or when the token stops it.
    Verdict verdict() {
        const std::uint64_t open = open_by_columns(quest_.board, quest_.height);
        needed_ = static_cast<std::size_t>(count_bits(open)) / 4;
        SHAPEWRIGHT_ASSERT(needed_ <= most_placed && (length_ == needed_ || length_ == needed_ + 1));
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
        room_.covers.clear();
        // If nothing is left over, what may be is nothing that there is.
        room_.forget_unless_of(open, is_spare_ ? quest_.leftovers | 1U << no_piece : 0);
        for (std::size_t k = 0; k < length_; ++k) {
            const std::uint8_t piece = quest_.sequence[k];
            if (number_[piece] == stock[piece])
                held_to_the_end_ = (1U << length_) - (1U << k);
            else
                comes_at_[piece][number_[piece]++] = static_cast<std::uint8_t>(k);
        }
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
            SHAPEWRIGHT_ASSERT(shape < number_of_shapes && 0 <= column && column < columns);
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
        static std::size_t slot(std::uint64_t key) { return fibonacci(key, slot_bits); }

        std::vector<Key> can_be_covered;  // and in the lowest bit, whether it can
        std::vector<Key> hopeless;        // what goes on to build none
        std::vector<Cover> covers;
        std::vector<Choice> choices;
        std::array<std::array<Stays, Part::numbers>, most_placed> rests;
        std::uint32_t boards = 0;

        // What can be covered does not hang on the queue, so that it is kept for all questions of a field that may
        // leave the same over. A number stands for them.
        std::uint64_t open = 0;
        unsigned leftovers = 0;
        std::uint64_t age = 0;
        static constexpr int age_at = 56, most_ages = 127;
        void forget_unless_of(std::uint64_t open_now, unsigned leftovers_now) {
            if (age != 0 && open == open_now && leftovers == leftovers_now) return;
            open = open_now;
            leftovers = leftovers_now;
            if (age % most_ages == 0) {
                can_be_covered.assign(slots, Key{});
                age = 0;
            }
            ++age;
        }
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

    /// Goes through the shapes that can cover the first open cell: calls visit(number of the shape, what is left then),
    /// until it returns true.
    template <typename Visit>
    bool each_next(const Rest& rest, std::size_t left, Visit visit) const {
        SHAPEWRIGHT_ASSERT(rest.open != 0 && lowest_bit(rest.open) < covered_rows && rest.at % covered_rows == 0);
        SHAPEWRIGHT_ASSERT(static_cast<std::size_t>(count_bits(rest.open)) == 4 * left);
        const RowShapes& s = shapes_;
        const ShapeSet& here = s.with_cell[static_cast<std::size_t>(lowest_bit(rest.open))];
        const ShapeSet& of_kinds = s.of_kinds[rest.kinds];
        const ShapeSet& low = s.within[0][rest.open & 255];
        const ShapeSet& high = s.within[1][rest.open >> 8 & 255];
        for (std::size_t word = 0; word < 2; ++word) {
            std::uint64_t fit = here.word[word] & of_kinds.word[word] & low.word[word] & high.word[word];
            for (; fit != 0; fit &= fit - 1) {
                const std::size_t number = 64 * word + static_cast<std::size_t>(lowest_bit(fit));
                const RowShape& shape = s.shape[number];
                Rest next;
                next.rows = orders_.with(rest.rows, number);
                if (next.rows == RowOrders::impossible) continue;
                next.stock = rest.stock - (std::uint64_t{1} << (bits_of_number * shape.piece));
                next.open = rest.open & ~std::uint64_t{shape.cells};
                next.reach = rest.reach - balance_reach[shape.piece];
                next.at = rest.at;
                if (left == 1) {
                    if (may_be_left_over(next.stock) && visit(number, next)) return true;
                    continue;
                }
                if (!is_balanced(next.open, next.stock, left - 1, next.reach)) continue;
                const int first = lowest_bit(next.open) & ~(covered_rows - 1);
                next.open >>= first;
                next.at += first;
                const bool is_out = (next.stock >> (bits_of_number * shape.piece) & 15) == 0;
                next.kinds = is_out ? rest.kinds & ~(1U << shape.piece) : rest.kinds;
                if (visit(number, next)) return true;
            }
        }
        return false;
    }

    /// Whether `left` pieces can cover what is left, whatever the order in which they come.
    bool can_be_covered(const Rest& rest, std::size_t left) {
        const std::uint64_t key = rest.key() | room_.age << Room::age_at;
        Key& known = room_.can_be_covered[Room::slot(key)];
        if (known.key >> 1 == key) return (known.key & 1) != 0;
        if (++visits_ % 4096 == 0 && stop_.expired()) is_given_up_ = true;
        if (is_given_up_) return false;
        const bool can = each_next(
            rest, left, [&](std::size_t, const Rest& next) { return left == 1 || can_be_covered(next, left - 1); });
        if (!is_given_up_) known.key = key << 1 | (can ? 1 : 0);
        return can;
    }

    /// Adds the covers that have the parts so far.
    void find(const Rest& rest) {
        if (++steps_ > most_steps || (steps_ % 4096 == 0 && stop_.expired())) is_given_up_ = true;
        const std::size_t left = needed_ - placed_;
        each_next(rest, left, [&](std::size_t number, const Rest& next) {
            if (is_over()) return true;
            if (left > 1 && !can_be_covered(next, left - 1)) return false;
            if (has_order_ && !comes_in_order(shapes_.shape[number], rest.at, next.open << next.at)) return false;
            parts_[placed_] = Part::of(number, rest.at / covered_rows);
            if (left == 1) {
                add_cover();
                return false;
            }
            ++placed_;
            find(next);
            --placed_;
            return false;
        });
    }

    /// Which others, a bit each, must come before a part, and which after it.
    struct Link {
        std::uint16_t before, after;
        std::uint8_t first, last;  // when it comes in the sequence
        std::uint8_t wait;         // until when in the sequence what comes before it has not come
    };
    /// Sets of parts, a bit each.
    struct Links {
        std::array<Link, most_placed> of;
        std::array<std::uint16_t, covered_rows> in, between;  // by row: that lie in it, and that leave it out
        std::array<std::uint16_t, pieces> same;               // by piece
        std::array<std::uint16_t, most_placed> under;         // by part: with a cell on which it can rest
        std::uint16_t waiting;                                // that come later than in the sequence
        std::uint8_t left_out;                                // rows that a part leaves out
    };

    /// Whether the newest part, of this shape, can come before and after the others as it has to; notes what follows
    /// from that.
    bool comes_in_order(const RowShape& shape, int at, std::uint64_t open) {
        const std::size_t self = placed_;
        const std::uint64_t cells = std::uint64_t{shape.cells} << at;
        SHAPEWRIGHT_ASSERT(self < most_placed && (cells & open) == 0 && count_bits(cells) == 4);
        const std::uint64_t above = falls_straight(shape.piece) ? std::uint64_t{shape.above} << at : 0;
        const Links& links = links_[self];
        unsigned just_before = 0, just_after = 0;
        if (mover_.drop() != Drop::soft) {
            for (std::size_t k = 0; k < self; ++k) {
                just_before |= static_cast<unsigned>((laid_[k].above & cells) != 0) << k;
                just_after |= static_cast<unsigned>((above & laid_[k].cells) != 0) << k;
            }
        }
        for (unsigned rows = shape.between; rows != 0; rows &= rows - 1)
            just_before |= links.in[static_cast<std::size_t>(lowest_bit(rows))];
        for (unsigned rows = shape.in & links.left_out; rows != 0; rows &= rows - 1)
            just_after |= links.between[static_cast<std::size_t>(lowest_bit(rows))];
        unsigned before = just_before, after = just_after;
        for (unsigned rest = just_before; rest != 0; rest &= rest - 1)
            before |= links.of[static_cast<std::size_t>(lowest_bit(rest))].before;
        for (unsigned rest = just_after; rest != 0; rest &= rest - 1)
            after |= links.of[static_cast<std::size_t>(lowest_bit(rest))].after;
        if ((before & after) != 0) return false;

        const std::uint64_t below = (cells & grounded_) != 0 ? 0 : cells >> 1 & ~cells;
        laid_[self] = {cells, above, below, shape.piece};
        Links& now = links_[self + 1];
        now = links;
        const auto bit = static_cast<std::uint16_t>(1U << self);
        for (unsigned rows = shape.in; rows != 0; rows &= rows - 1)
            now.in[static_cast<std::size_t>(lowest_bit(rows))] |= bit;
        for (unsigned rows = shape.between; rows != 0; rows &= rows - 1)
            now.between[static_cast<std::size_t>(lowest_bit(rows))] |= bit;
        now.left_out = static_cast<std::uint8_t>(now.left_out | shape.between);
        now.same[shape.piece] |= bit;
        now.of[self] = {static_cast<std::uint16_t>(before), static_cast<std::uint16_t>(after), 0, 0, 0};
        put_in_order(now, before, after | bit);
        put_in_order(now, before | bit, after);
        const unsigned changed = before | after | bit;
        if (!finds_times(now, changed)) return false;
        unsigned unsure = changed;  // whether something that comes before them can lie below them
        now.under[self] = 0;
        for (std::size_t k = 0; k < self; ++k) {
            if ((laid_[k].below & cells) != 0) {
                now.under[k] |= bit;
                unsure |= 1U << k;
            }
            if ((laid_[k].cells & below) != 0) now.under[self] = static_cast<std::uint16_t>(now.under[self] | 1U << k);
        }
        while (unsure != 0) {
            const auto k = static_cast<std::size_t>(lowest_bit(unsure));
            unsure &= unsure - 1;
            if (laid_[k].below == 0 || (laid_[k].below & open) != 0) continue;
            const Link& own = now.of[k];
            unsigned others = now.under[k] & ~unsigned{own.after};
            if ((others & own.before) != 0) continue;
            if (!quest_.hold)
                for (unsigned rest = others; rest != 0; rest &= rest - 1)
                    if (now.of[static_cast<std::size_t>(lowest_bit(rest))].first >= own.last)
                        others &= ~lowest_one(rest);
            if (others == 0) return false;
            if ((others & (others - 1)) != 0) continue;
            const Link& other = now.of[static_cast<std::size_t>(lowest_bit(others))];
            const unsigned first = other.before | others, then = own.after | 1U << k;
            put_in_order(now, first, then);
            if (!finds_times(now, first | then)) return false;
            unsure |= first | then;
        }
        unsigned held = held_to_the_end_;  // while which pieces come that a part waits for, a bit each
        for (unsigned rest = now.waiting; rest != 0; rest &= rest - 1) {
            const auto k = static_cast<std::size_t>(lowest_bit(rest));
            const unsigned meanwhile = (1U << now.of[k].wait) - (1U << now.of[k].last);
            if ((held & meanwhile) != 0) return false;
            held |= meanwhile;
        }
        return true;
    }

    /// Those of one set, and with each what is before it, come before those of another, which has what is after them.
    static void put_in_order(Links& links, unsigned first, unsigned then) {
        for (unsigned rest = first; rest != 0; rest &= rest - 1) {
            Link& other = links.of[static_cast<std::size_t>(lowest_bit(rest))];
            other.after = static_cast<std::uint16_t>(other.after | then);
        }
        for (unsigned rest = then; rest != 0; rest &= rest - 1) {
            Link& other = links.of[static_cast<std::size_t>(lowest_bit(rest))];
            other.before = static_cast<std::uint16_t>(other.before | first);
        }
    }

    bool finds_times(Links& links, unsigned parts) const {
        for (unsigned rest = parts; rest != 0; rest &= rest - 1)
            if (!finds_when(links, static_cast<std::size_t>(lowest_bit(rest)))) return false;
        for (unsigned rest = parts; rest != 0; rest &= rest - 1)
            if (!finds_wait(links, static_cast<std::size_t>(lowest_bit(rest)))) return false;
        return true;
    }

    /// When a part comes in the sequence, at the earliest and at the latest; false if that leaves no time for those
    /// that come after it. Of pieces of the same kind, those that are placed first are taken to come first.
    bool finds_when(Links& links, std::size_t part) const {
        Link& own = links.of[part];
        const std::size_t piece = laid_[part].piece;
        const unsigned same = links.same[piece];
        own.first = comes_at_[piece][static_cast<std::size_t>(count_bits(std::uint32_t{own.before & same}))];
        own.last = comes_at_[piece][number_[piece] - 1U -
                                    static_cast<std::size_t>(count_bits(std::uint32_t{own.after & same}))];
        const int early = quest_.hold ? 1 : 0;
        return own.first - early + count_bits(std::uint32_t{own.after}) < static_cast<int>(needed_);
    }

    /// Until when a part has to wait for those before it; false if it cannot.
    bool finds_wait(Links& links, std::size_t part) const {
        Link& own = links.of[part];
        own.wait = static_cast<std::uint8_t>(count_bits(std::uint32_t{own.before}));
        for (unsigned rest = own.before; rest != 0; rest &= rest - 1)
            own.wait = std::max(own.wait, links.of[static_cast<std::size_t>(lowest_bit(rest))].first);
        if (own.wait > own.last) links.waiting = static_cast<std::uint16_t>(links.waiting | 1U << part);
        return quest_.hold ? own.wait + count_bits(std::uint32_t{own.after}) < static_cast<int>(needed_)
                           : own.wait <= own.last;
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
        SHAPEWRIGHT_ASSERT(std::equal(at.begin(), at.end() - 1, cover.first.begin() + 1));
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
        SHAPEWRIGHT_ASSERT(built.placed <= needed_ &&
                           static_cast<std::size_t>(count_bits(built.filled)) == 4 * built.placed && from <= to);
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
            if (row_is_full(result.board, y++)) result.vanished |= lowest_one(in);
        }
        clear_rows(result.board, row, o.height);
        result.filled |= cells_of(part);
        SHAPEWRIGHT_ASSERT((built.filled & cells_of(part)) == 0);
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
        std::uint8_t piece;
    };
    std::array<Laid, most_placed> laid_{};
    std::uint64_t grounded_ = 0;                  // the cells on the floor, or on filled ones
    std::array<Links, most_placed + 1> links_{};  // by parts so far
    /// What is left over comes after its like, and stays in hand from then on.
    unsigned held_to_the_end_ = 0;
    /// By piece: how often it is placed, and when it comes.
    std::array<std::uint8_t, pieces> number_{};
    std::array<std::array<std::uint8_t, most_placed + 1>, pieces> comes_at_{};
    bool some_clears_ = false;
    std::size_t next_trial_ = 256;
    int steps_ = 0;
    unsigned visits_ = 0;
    std::array<Part, most_placed> parts_{};
    std::size_t placed_ = 0;
    Room& room_ = room();
    const RowShapes& shapes_ = row_shapes();
    const RowOrders& orders_ = row_orders();
};

}  // namespace
}  // namespace shapewright::clear
