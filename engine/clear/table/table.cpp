#include "clear/table/table.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/flat_map.hpp"
#include "core/hash.hpp"

namespace shapewright::clear {

namespace {

constexpr unsigned whole_bag = (1U << pieces) - 1;

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
    /// What is allowed, whatever number was left.
    unsigned allowed(const Allowed& by_rest) const {
        unsigned result = all;
        for (unsigned left = alive_; left != 0; left &= left - 1)
            result &= by_rest[open_[static_cast<std::size_t>(std::countr_zero(left))]];
        return result;
    }
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
    unsigned allowed(const Allowed& by_rest) const {
        return rest[0].allowed(by_rest) & (number == 2 ? rest[1].allowed(by_rest) : whole_bag);
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

/// What is kept of the sequences that have a clear.
enum class Kept : std::uint8_t { clears, nothing };

class Walker {
public:
    /// With `allowed` only clears count that leave an allowed piece over.
    Walker(const TableSource& source, const StopToken& stop, std::size_t beam, Kept kept,
           const Allowed* allowed = nullptr)
        : kept_(kept),
          allowed_(allowed),
          placements_(source.placements),
          endings_(source.endings),
          any_order_(source.any_order),
          stop_(stop),
          beam_(beam),
          placed_(static_cast<std::size_t>(placements_.pieces_needed())) {
        positions_.resize(placed_ - LastThree::pieces_left);
        whole_.resize(positions_.size());
        whole_[0] = true;
        tried_.resize(placed_ + 1 - LastThree::pieces_left);
        wanted_.resize(placed_);
        positions_[0] = {{0, 0, {}, 0, 0, false}};
    }

    TablePart walk(std::span<const std::uint8_t> start) {
        for (const std::uint8_t piece : start)
            if (piece >= pieces) throw std::invalid_argument("no such piece");
        if (start.size() < 2 || start.size() > placed_ + 1 - LastThree::pieces_left || start[0] > start[1])
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

    static std::uint32_t key(const Position& position) { return position.board << 3 | position.hand; }

    /// The positions after each placement up to the last three.
    using Way = std::array<Position, columns * low_rows / 4>;

    /// With the pieces of `sequence_` known, the last one the current piece.
    void descend(const Strings& strings) {
        const std::size_t known = sequence_.size();
        if (stop_.expired()) throw LiveGraph::Stopped{};
        if (known == placed_ + 1 - LastThree::pieces_left) {
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

    /// The positions after one placement more than `placed`, or some of them.
    void advance(std::size_t placed) {
        const std::vector<Position>& from = positions_[placed];
        std::vector<Position>& to = positions_[placed + 1];
        to.clear();
        seen_.clear();
        for (std::uint32_t number = 0; number < from.size(); ++number)
            each_next(placed, from[number], [&](Position position) {
                position.before = number;
                if (seen_.insert(key(position))) to.push_back(position);
                return false;
            });
        whole_[placed + 1] = whole_[placed] && to.size() <= beam_;
        if (to.size() <= beam_) return;
        // Any of them, but the same on every machine.
        const auto drawn = [](const Position& position) {
            return (std::uint64_t{position.board} << 3 | position.hand) * golden;
        };
        scratch_.clear();
        for (const Position& position : to) scratch_.push_back(drawn(position));
        const auto last = scratch_.begin() + static_cast<std::ptrdiff_t>(beam_);
        std::nth_element(scratch_.begin(), last, scratch_.end());
        std::erase_if(to, [&](const Position& position) { return drawn(position) >= *last; });
    }

    /// Three pieces are still to come: all their orders at once.
    void end(const Strings& strings) {
        LastThree::Row wanted{};
        for (unsigned first = 0; first < pieces; ++first) {
            const Strings one = strings.then(first);
            if (!one.possible()) continue;
            for (unsigned second = 0; second < pieces; ++second) {
                const Strings two = one.then(second);
                if (!two.possible()) continue;
                for (unsigned third = 0; third < pieces; ++third) {
                    const Strings all = two.then(third);
                    if (!all.possible()) continue;
                    if (allowed_ != nullptr) {
                        const unsigned allowed = all.allowed(*allowed_);
                        if (allowed == whole_bag) continue;
                        leftovers_[first][pieces * second + third] = static_cast<std::uint8_t>(allowed);
                    }
                    wanted[first] |= std::uint64_t{1} << (pieces * second + third);
                    chances_[first][pieces * second + third] = all.chances();
                }
            }
        }
        missing_ = wanted;
        if (!is_missing()) return;
        look_among_known();
        if (!whole_.back() && is_missing()) look_everywhere();
        for (unsigned first = 0; first < pieces; ++first)
            for (std::uint64_t left = wanted[first]; left != 0; left &= left - 1) {
                const auto ending = static_cast<unsigned>(std::countr_zero(left));
                sequence_.push_back(static_cast<std::uint8_t>(first));
                sequence_.push_back(static_cast<std::uint8_t>(ending / pieces));
                sequence_.push_back(static_cast<std::uint8_t>(ending % pieces));
                ++part_.sequences;
                add(part_.all, chances_[first][ending]);
                if ((missing_[first] >> ending & 1) != 0) {
                    part_.failed.push_back(packed());
                } else if (kept_ == Kept::clears) {
                    add(part_.solved, chances_[first][ending]);
                    record(ways_[first][ending]);
                }
                sequence_.resize(sequence_.size() - 3);
            }
    }

    bool is_missing() const {
        return std::any_of(missing_.begin(), missing_.end(), [](std::uint64_t left) { return left != 0; });
    }

    /// Takes the endings that a position brings off the missing ones; keeps the way to it, whose last placement is
    /// `position`, for each of them. `trail` writes the way before that.
    template <typename Trail>
    void settle(const Position& position, Trail trail) {
        const LastThree::Row row = allowed_ == nullptr ? endings_.row(position.board, position.hand) : saving(position);
        for (unsigned first = 0; first < pieces; ++first) {
            for (std::uint64_t fresh = kept_ == Kept::clears ? row[first] & missing_[first] : 0; fresh != 0;
                 fresh &= fresh - 1) {
                Way& way = ways_[first][static_cast<std::size_t>(std::countr_zero(fresh))];
                way[placed_ - LastThree::pieces_left - 1] = position;
                trail(way);
            }
            missing_[first] &= ~row[first];
        }
    }

    /// Which of the missing endings a position brings so that an allowed piece is left over.
    LastThree::Row saving(const Position& position) const {
        LastThree::Row result{};
        const LastThree::Row& row = endings_.row(position.board, position.hand);
        for (unsigned first = 0; first < pieces; ++first)
            for (std::uint64_t left = row[first] & missing_[first]; left != 0; left &= left - 1) {
                const auto others = static_cast<unsigned>(std::countr_zero(left));
                constexpr auto base = static_cast<unsigned>(pieces);
                const std::array<unsigned, 3> ending{first, others / base, others % base};
                if (saves(placed_ - LastThree::pieces_left, position.board, position.hand, ending.data(),
                          leftovers_[first][others]))
                    result[first] |= std::uint64_t{1} << others;
            }
        return result;
    }

    /// Whether what comes clears a board so that one of some pieces is left over.
    bool saves(std::size_t placed, std::uint32_t board, unsigned hand, const unsigned* coming, unsigned wanted) const {
        if (placed == placed_) return (wanted >> hand & 1) != 0;
        const auto placing = [&](unsigned piece, unsigned kept) {
            const auto steps = placements_.of(static_cast<int>(placed), board, static_cast<Piece>(piece));
            return std::any_of(steps.begin(), steps.end(), [&](const LivePlacements::Step step) {
                return saves(placed + 1, step.next, kept, coming + 1, wanted);
            });
        };
        return placing(*coming, hand) || (*coming != hand && placing(hand, *coming));
    }

    /// Goes through the positions that the next placement leads to until nothing is missing.
    void look_among_known() {
        const std::size_t placed = placed_ - LastThree::pieces_left - 1;
        const std::vector<Position>& from = positions_[placed];
        for (std::uint32_t number = 0; number < from.size() && is_missing(); ++number)
            each_next(placed, from[number], [&](const Position& position) {
                settle(position, [&](Way& way) {
                    std::uint32_t before = number;
                    for (std::size_t k = placed; k-- > 0;) {
                        way[k] = positions_[k + 1][before];
                        before = way[k].before;
                    }
                });
                return false;
            });
    }

    /// Goes through all positions, each once, until nothing is missing.
    void look_everywhere() {
        for (FlatSet<std::uint32_t>& seen : tried_) seen.clear();
        want_missing();
        Way way{};
        go_on(0, positions_[0][0], way);
    }

    /// The first number of pieces placed with which something is known about the pieces left.
    std::size_t first_wanted() const {
        return placed_ - std::min(placed_, static_cast<std::size_t>(AnyOrder::most_left));
    }

    std::size_t number_missing() const {
        std::size_t number = 0;
        for (const std::uint64_t left : missing_) number += static_cast<std::size_t>(std::popcount(left));
        return number;
    }

    void want_missing() {
        number_wanted_ = number_missing();
        for (std::size_t placed = first_wanted(); placed + LastThree::pieces_left < placed_; ++placed) want(placed);
    }

    /// Notes which multisets of pieces, by hand, the missing endings leave to those who have placed so many: one of the
    /// pieces is left over, and it may be any.
    void want(std::size_t placed) {
        const PieceMultisets& multisets = any_order_.multisets();
        std::array<std::uint8_t, AnyOrder::most_left + 1> rest{};
        const std::size_t number = placed_ + 1 - placed;
        std::copy(sequence_.begin() + static_cast<std::ptrdiff_t>(placed) + 1, sequence_.end(), rest.begin() + 1);
        std::uint8_t* const ending = rest.data() + number - LastThree::pieces_left;
        wanted_[placed] = {};
        for (unsigned hand = 0; hand < pieces; ++hand) {
            rest[0] = static_cast<std::uint8_t>(hand);
            for (std::size_t over = 0; over < number; ++over) {
                const auto taken = [&](std::size_t from, std::size_t to, int size, std::uint16_t multiset) {
                    for (std::size_t k = from; k < to; ++k)
                        if (k != over) multiset = multisets.with(size++, multiset, rest[k]);
                    return multiset;
                };
                const std::size_t known = number - LastThree::pieces_left;
                const std::uint16_t before = taken(0, known, 0, 0);
                const int size = static_cast<int>(known) - (over < known ? 1 : 0);
                for (unsigned first = 0; first < pieces; ++first)
                    for (std::uint64_t left = missing_[first]; left != 0; left &= left - 1) {
                        const auto others = static_cast<unsigned>(std::countr_zero(left));
                        ending[0] = static_cast<std::uint8_t>(first);
                        ending[1] = static_cast<std::uint8_t>(others / pieces);
                        ending[2] = static_cast<std::uint8_t>(others % pieces);
                        if (allowed_ != nullptr && (leftovers_[first][others] >> rest[over] & 1) == 0) continue;
                        const std::uint16_t all = taken(known, number, size, before);
                        wanted_[placed][hand][all / 64] |= std::uint64_t{1} << (all % 64);
                    }
            }
        }
    }

    /// Whether a position may bring some of the missing endings, as far as is easily told.
    bool may_lead(std::size_t placed, const Position& position) const {
        if (placed < first_wanted() || placed + LastThree::pieces_left >= placed_) return true;
        const std::span<const std::uint64_t> clearing = any_order_.clearing(static_cast<int>(placed), position.board);
        const auto& wanted = wanted_[placed][position.hand];
        for (std::size_t word = 0; word < clearing.size(); ++word)
            if ((clearing[word] & wanted[word]) != 0) return true;
        return false;
    }

    bool go_on(std::size_t placed, const Position& from, Way& way) {
        if ((++steps_ & 0xfff) == 0 && stop_.expired()) throw LiveGraph::Stopped{};
        return each_next(placed, from, [&](const Position& position) {
            if (!tried_[placed + 1].insert(key(position))) return false;
            if (!may_lead(placed + 1, position)) return false;
            way[placed] = position;
            if (placed + 1 + LastThree::pieces_left < placed_) return go_on(placed + 1, position, way);
            settle(position, [&](Way& kept) { std::copy_n(way.begin(), placed, kept.begin()); });
            const std::size_t missing = number_missing();
            if (missing > 0 && 4 * missing < 3 * number_wanted_) want_missing();
            return missing == 0;
        });
    }

    /// Calls `visit(position)` for all positions one placement on, until it returns true; whether it did.
    template <typename Visit>
    bool each_next(std::size_t placed, const Position& from, Visit visit) const {
        const unsigned current = sequence_[placed + 1];
        for (const bool held : {false, true}) {
            if (held && current == from.hand) break;
            const unsigned piece = held ? from.hand : current;
            const unsigned hand = held ? current : from.hand;
            for (const LivePlacements::Step step :
                 placements_.of(static_cast<int>(placed), from.board, static_cast<Piece>(piece)))
                if (visit(Position{step.next, 0, step, static_cast<std::uint8_t>(hand),
                                   static_cast<std::uint8_t>(piece), held}))
                    return true;
        }
        return false;
    }

    std::uint64_t packed() const {
        std::uint64_t result = (std::uint64_t{1} << 48) - 1;
        for (std::size_t k = 0; k < sequence_.size(); ++k) {
            result &= ~(std::uint64_t{7} << (3 * k));
            result |= std::uint64_t{sequence_[k]} << (3 * k);
        }
        return result;
    }

    /// A position one placement on of which `leads` says yes.
    template <typename Leads>
    Position next(std::size_t placed, const Position& from, Leads leads) const {
        Position result{};
        const bool is_found = each_next(placed, from, [&](const Position& position) {
            if (!leads(position.board, position.hand)) return false;
            result = position;
            return true;
        });
        if (!is_found) throw std::logic_error("an ending leads nowhere");
        return result;
    }

    /// Writes down how the sequence is cleared: the way to a position before the last three placements, and these.
    void record(const Way& way) {
        const std::size_t at = placed_ - LastThree::pieces_left;
        const unsigned second = sequence_[placed_ - 1];
        const unsigned third = sequence_[placed_];
        const std::array<Position, LastThree::pieces_left> last = [&] {
            std::array<Position, LastThree::pieces_left> result;
            result[0] = next(at, way[at - 1], [&](std::uint32_t board, unsigned hand) {
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
        for (std::size_t k = 0; k < at; ++k) write(k, way[k]);
        const std::uint64_t head = packed() | holds << 48;
        for (int k = 0; k < 8; ++k) part_.records.push_back(static_cast<char>(head >> (8 * k) & 255));
        part_.records.append(bytes.data(), placed_);
    }

    Kept kept_;
    const Allowed* allowed_;
    const LivePlacements& placements_;
    const LastThree& endings_;
    const AnyOrder& any_order_;
    const StopToken& stop_;
    std::size_t beam_;
    std::size_t placed_;
    std::vector<std::uint8_t> start_;
    std::vector<std::uint8_t> sequence_;
    std::vector<std::vector<Position>> positions_;  // by pieces placed
    std::vector<bool> whole_;                       // whether these are all
    FlatSet<std::uint32_t> seen_;                   // boards with hands
    std::vector<std::uint64_t> scratch_;
    // Of the endings that `end` is about, by first piece and by the two after it.
    std::array<std::array<Chances, pieces * pieces>, pieces> chances_;
    std::array<std::array<Way, pieces * pieces>, pieces> ways_;
    LastThree::Row missing_{};
    std::array<std::array<std::uint8_t, pieces * pieces>, pieces> leftovers_{};  // what may be left over
    std::vector<FlatSet<std::uint32_t>> tried_;                                  // by pieces placed
    // Multisets, by pieces placed and hand.
    std::vector<std::array<std::array<std::uint64_t, AnyOrder::most_words>, pieces>> wanted_;
    std::size_t number_wanted_ = 0;  // endings that these stand for
    std::uint64_t steps_ = 0;
    TablePart part_;
};

}  // namespace

TablePart table_part(const TableSource& source, std::span<const std::uint8_t> start, const StopToken& stop,
                     std::size_t beam) {
    return Walker(source, stop, beam, Kept::clears).walk(start);
}

std::vector<std::uint64_t> failed_part(const TableSource& source, std::span<const std::uint8_t> start,
                                       const StopToken& stop, std::size_t beam) {
    return Walker(source, stop, beam, Kept::nothing).walk(start).failed;
}

UnsavedPart unsaved_part(const TableSource& source, std::span<const std::uint8_t> start, const Allowed& allowed,
                         const StopToken& stop, std::size_t beam) {
    TablePart part = Walker(source, stop, beam, Kept::nothing, &allowed).walk(start);
    return {std::move(part.failed), part.sequences};
}

}  // namespace shapewright::clear
