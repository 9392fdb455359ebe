#include "clear/table.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace shapewright::clear {

namespace {

/// A string of pieces, and for each number of pieces that may have been left of the first bag what is left of the
/// present one.
class Bags {
public:
    explicit Bags(std::size_t length) : whole_(std::min(most, length)), alive_((1U << whole_) - 1) {
        for (std::size_t k = 0; k < most; ++k) left_[k] = static_cast<std::uint8_t>(k + 1);
        open_.fill(all);
    }

    Bags then(unsigned piece) const {
        Bags result = *this;
        for (std::size_t k = 0; k < most; ++k) {
            if ((alive_ >> k & 1) == 0) continue;
            if ((open_[k] >> piece & 1) == 0) {
                result.alive_ &= ~(1U << k);
            } else if (--result.left_[k] == 0) {
                result.left_[k] = static_cast<std::uint8_t>(most);
                result.open_[k] = all;
            } else {
                result.open_[k] = static_cast<std::uint8_t>(open_[k] & ~(1U << piece));
            }
        }
        return result;
    }
    /// How many numbers are possible; 0: no bags give this string.
    unsigned number() const { return static_cast<unsigned>(std::popcount(alive_)); }
    /// Whether the first bag may have been whole, or all of the string.
    bool may_be_whole() const { return (alive_ >> (whole_ - 1) & 1) != 0; }

private:
    static constexpr std::size_t most = pieces;
    static constexpr std::uint8_t all = (1U << pieces) - 1;
    std::size_t whole_;
    unsigned alive_;
    std::array<std::uint8_t, most> left_{};
    std::array<std::uint8_t, most> open_{};
};

/// The strings that a sequence stands for. With an empty hold the held piece has come first; else it has been held for
/// long, and the others are all that came. Either piece of the pair may be the held one.
struct Strings {
    std::array<Bags, 2> whole;
    std::array<Bags, 2> rest;
    std::size_t number;  // 1 if the pair is two of a kind

    Strings(unsigned held, unsigned current, std::size_t placed)
        : whole{Bags(placed + 1).then(held).then(current), Bags(placed + 1).then(current).then(held)},
          rest{Bags(placed).then(current), Bags(placed).then(held)},
          number(held == current ? 1 : 2) {}

    Strings then(unsigned piece) const {
        Strings result = *this;
        for (std::size_t k = 0; k < number; ++k) {
            result.whole[k] = whole[k].then(piece);
            result.rest[k] = rest[k].then(piece);
        }
        return result;
    }
    bool possible() const { return rest[0].number() > 0 || (number == 2 && rest[1].number() > 0); }
    Chances chances() const {
        Chances result;
        for (std::size_t k = 0; k < number; ++k) {
            result.opener += whole[k].may_be_whole() ? 1 : 0;
            result.none += whole[k].number();
            result.any += whole[k].number() + rest[k].number();
        }
        return result;
    }
};

void add(Chances& to, const Chances& more) {
    to.opener += more.opener;
    to.none += more.none;
    to.any += more.any;
}

class Walker {
public:
    Walker(const LivePlacements& placements, const Endings& endings, const StopToken& stop)
        : placements_(placements),
          endings_(endings),
          stop_(stop),
          placed_(static_cast<std::size_t>(placements.pieces_needed())) {
        positions_.resize(placed_ - Endings::pieces_left);
        positions_[0] = {{0, 0, {}, 0, 0, false}};
    }

    TablePart walk(std::span<const std::uint8_t> start) {
        for (const std::uint8_t piece : start)
            if (piece >= pieces) throw std::invalid_argument("no such piece");
        if (start.size() < 2 || start.size() > placed_ + 1 - Endings::pieces_left || start[0] > start[1])
            throw std::invalid_argument("a sequence begins with a pair in order");
        start_.assign(start.begin(), start.end());
        sequence_.assign(start.begin(), start.begin() + 2);
        positions_[0][0].hand = sequence_[0];
        descend(Strings(start[0], start[1], placed_));
        return std::move(part_);
    }

private:
    /// A board and a piece in hand, and where it came from.
    struct Position {
        std::uint32_t board;
        std::uint32_t before;  // number of the position before
        LivePlacements::Step step;
        std::uint8_t hand;
        std::uint8_t piece;
        bool held;  // the piece had been in hand
    };

    /// A set of boards with hands, emptied in one step.
    class Seen {
    public:
        void clear() {
            if (++round_ == 0) {
                std::fill(slots_.begin(), slots_.end(), std::uint64_t{0});
                round_ = 1;
            }
            number_ = 0;
        }
        bool insert(std::uint32_t board, unsigned hand) {
            if (2 * ++number_ > slots_.size()) grow();
            return put(std::uint64_t{round_} << 32 | board << 3 | hand);
        }

    private:
        bool put(std::uint64_t entry) {
            std::size_t at = (entry * 0x9e3779b97f4a7c15ULL) >> 20 & (slots_.size() - 1);
            while (slots_[at] >> 32 == round_) {
                if (slots_[at] == entry) return false;
                at = (at + 1) & (slots_.size() - 1);
            }
            slots_[at] = entry;
            return true;
        }
        void grow() {
            std::vector<std::uint64_t> old(2 * slots_.size());
            old.swap(slots_);
            for (const std::uint64_t entry : old)
                if (entry >> 32 == round_) put(entry);
        }
        std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1 << 10);
        std::uint32_t round_ = 1;
        std::size_t number_ = 0;
    };

    /// With the pieces of `sequence_` known, the last one the current piece.
    void descend(const Strings& strings) {
        const std::size_t known = sequence_.size();
        if (stop_.expired()) throw LiveGraph::Stopped{};
        if (known == placed_ + 1 - Endings::pieces_left) {
            end(strings);
            return;
        }
        advance(known - 2);
        const bool fixed = known < start_.size();
        for (unsigned piece = fixed ? start_[known] : 0; piece < (fixed ? start_[known] + 1U : pieces); ++piece) {
            const Strings next = strings.then(piece);
            if (!next.possible()) continue;
            sequence_.push_back(static_cast<std::uint8_t>(piece));
            descend(next);
            sequence_.pop_back();
        }
    }

    /// The positions after one placement more than `placed`.
    void advance(std::size_t placed) {
        const unsigned current = sequence_[placed + 1];
        const std::vector<Position>& from = positions_[placed];
        std::vector<Position>& to = positions_[placed + 1];
        to.clear();
        seen_.clear();
        for (std::uint32_t number = 0; number < from.size(); ++number) {
            const Position& position = from[number];
            const auto place = [&](unsigned piece, unsigned hand, bool held) {
                for (const LivePlacements::Step step :
                     placements_.of(static_cast<int>(placed), position.board, static_cast<Piece>(piece)))
                    if (seen_.insert(step.next, hand))
                        to.push_back({step.next, number, step, static_cast<std::uint8_t>(hand),
                                      static_cast<std::uint8_t>(piece), held});
            };
            place(current, position.hand, false);
            if (current != position.hand) place(position.hand, current, true);
        }
    }

    /// Three pieces are still to come: all their orders at once.
    void end(const Strings& strings) {
        Endings::Row wanted{};
        for (unsigned first = 0; first < pieces; ++first) {
            const Strings one = strings.then(first);
            if (!one.possible()) continue;
            for (unsigned second = 0; second < pieces; ++second) {
                const Strings two = one.then(second);
                if (!two.possible()) continue;
                for (unsigned third = 0; third < pieces; ++third) {
                    const Strings all = two.then(third);
                    if (!all.possible()) continue;
                    wanted[first] |= std::uint64_t{1} << (pieces * second + third);
                    chances_[first][pieces * second + third] = all.chances();
                }
            }
        }
        const Endings::Row missing = look_for(wanted);
        for (unsigned first = 0; first < pieces; ++first)
            for (std::uint64_t left = wanted[first]; left != 0; left &= left - 1) {
                const auto ending = static_cast<unsigned>(std::countr_zero(left));
                sequence_.push_back(static_cast<std::uint8_t>(first));
                sequence_.push_back(static_cast<std::uint8_t>(ending / pieces));
                sequence_.push_back(static_cast<std::uint8_t>(ending % pieces));
                ++part_.sequences;
                add(part_.all, chances_[first][ending]);
                if ((missing[first] >> ending & 1) != 0) {
                    part_.failed.push_back(packed());
                } else {
                    add(part_.solved, chances_[first][ending]);
                    record(found_[first][ending]);
                }
                sequence_.resize(sequence_.size() - 3);
            }
    }

    /// Goes through the positions that the next placement leads to until they bring all that is wanted; keeps in
    /// `found_` the one that brought each ending. Returns what none of them brings.
    Endings::Row look_for(Endings::Row wanted) {
        const std::size_t placed = placed_ - Endings::pieces_left - 1;
        const unsigned current = sequence_.back();
        const std::vector<Position>& from = positions_[placed];
        for (std::uint32_t number = 0; number < from.size(); ++number) {
            const auto place = [&](unsigned piece, unsigned hand, bool held) {
                for (const LivePlacements::Step step :
                     placements_.of(static_cast<int>(placed), from[number].board, static_cast<Piece>(piece))) {
                    const Endings::Row& row = endings_.row(step.next, hand);
                    for (unsigned first = 0; first < pieces; ++first)
                        for (std::uint64_t fresh = row[first] & wanted[first]; fresh != 0; fresh &= fresh - 1) {
                            const auto ending = static_cast<std::size_t>(std::countr_zero(fresh));
                            found_[first][ending] = {step.next,
                                                     number,
                                                     step,
                                                     static_cast<std::uint8_t>(hand),
                                                     static_cast<std::uint8_t>(piece),
                                                     held};
                        }
                    for (unsigned first = 0; first < pieces; ++first) wanted[first] &= ~row[first];
                }
            };
            place(current, from[number].hand, false);
            if (current != from[number].hand) place(from[number].hand, current, true);
            if (std::all_of(wanted.begin(), wanted.end(), [](std::uint64_t left) { return left == 0; })) break;
        }
        return wanted;
    }

    std::uint64_t packed() const {
        std::uint64_t result = (std::uint64_t{1} << 48) - 1;
        for (std::size_t k = 0; k < sequence_.size(); ++k) {
            result &= ~(std::uint64_t{7} << (3 * k));
            result |= std::uint64_t{sequence_[k]} << (3 * k);
        }
        return result;
    }

    /// A placement of the piece in hand, or of the current one, after which `leads` says yes of board and hand.
    template <typename Leads>
    Position next(std::size_t placed, const Position& from, Leads leads) const {
        const unsigned current = sequence_[placed + 1];
        for (const bool held : {false, true}) {
            const unsigned piece = held ? from.hand : current;
            const unsigned hand = held ? current : from.hand;
            for (const LivePlacements::Step step :
                 placements_.of(static_cast<int>(placed), from.board, static_cast<Piece>(piece)))
                if (leads(step.next, hand))
                    return {step.next,
                            0,
                            step,
                            static_cast<std::uint8_t>(hand),
                            static_cast<std::uint8_t>(piece),
                            held && piece != current};
        }
        throw std::logic_error("an ending leads nowhere");
    }

    /// Writes down how the sequence is cleared by way of a position before its last three placements.
    void record(const Position& found) {
        const std::size_t at = placed_ - Endings::pieces_left;
        const unsigned second = sequence_[placed_ - 1];
        const unsigned third = sequence_[placed_];
        const std::array<Position, Endings::pieces_left> last = [&] {
            std::array<Position, Endings::pieces_left> result;
            result[0] = next(at, found, [&](std::uint32_t board, unsigned hand) {
                return endings_.clears(board, hand, second, third);
            });
            result[1] = next(at + 1, result[0], [&](std::uint32_t board, unsigned hand) {
                return endings_.clears(board, hand) || endings_.clears(board, third);
            });
            result[2] = next(at + 2, result[1], [](std::uint32_t, unsigned) { return true; });
            return result;
        }();
        std::uint64_t holds = 0;
        std::array<char, columns * low_rows / 4> bytes{};
        const auto write = [&](std::size_t k, const Position& position) {
            const Orientation& o = orientation(static_cast<Piece>(position.piece), position.step.facing);
            const unsigned corner = position.step.corner;
            const unsigned centre = corner + static_cast<unsigned>(o.centre_x + columns * o.centre_y);
            bytes[k] = static_cast<char>(centre << 2 | position.step.facing);
            holds |= std::uint64_t{position.held} << k;
        };
        for (std::size_t k = 0; k < last.size(); ++k) write(at + k, last[k]);
        const Position* position = &found;
        for (std::size_t k = at; k-- > 0;) {
            write(k, *position);
            position = &positions_[k][position->before];
        }
        const std::uint64_t head = packed() | holds << 48;
        for (int k = 0; k < 8; ++k) part_.records.push_back(static_cast<char>(head >> (8 * k) & 255));
        part_.records.append(bytes.data(), placed_);
    }

    const LivePlacements& placements_;
    const Endings& endings_;
    const StopToken& stop_;
    std::size_t placed_;
    std::vector<std::uint8_t> start_;
    std::vector<std::uint8_t> sequence_;
    std::vector<std::vector<Position>> positions_;  // by pieces placed
    Seen seen_;
    // Of the endings that `end` is about, by first piece and by the two after it.
    std::array<std::array<Chances, pieces * pieces>, pieces> chances_;
    std::array<std::array<Position, pieces * pieces>, pieces> found_;
    TablePart part_;
};

}  // namespace

TablePart table_part(const LivePlacements& placements, const Endings& endings, std::span<const std::uint8_t> start,
                     const StopToken& stop) {
    return Walker(placements, endings, stop).walk(start);
}

}  // namespace shapewright::clear
