#include "clear/table/table.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/assert.hpp"
#include "core/bits.hpp"
#include "core/flat_map.hpp"
#include "core/hash.hpp"

namespace shapewright::clear {

namespace {

constexpr unsigned whole_bag = (1U << pieces) - 1;

/// So many pieces are to come when a beginning ends: all their orders are settled at once.
constexpr std::size_t ending = LastThree::pieces_left + 1;

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
        positions_.resize(placed_ - ending);
        kept_of_.resize(positions_.size());
        whole_.resize(positions_.size());
        kept_of_[0] = 1;
        whole_[0] = true;
        tried_.resize(placed_);
        wanted_.resize(placed_);
        positions_[0] = {{0, 0, {}, 0, 0, false}};
    }

    TablePart walk(std::span<const std::uint8_t> start) {
        for (const std::uint8_t piece : start)
            if (piece >= pieces) throw std::invalid_argument("no such piece");
        if (start.size() < 2 || start.size() > placed_ + 2 - ending || start[0] > start[1])
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

    static std::uint32_t key(const Position& position) {
        SHAPEWRIGHT_ASSERT(position.board <= LiveLevel::most && position.hand < pieces);
        return position.board << 3 | position.hand;
    }

    /// The positions after each placement but the last three.
    using Way = std::array<Position, columns * low_rows / 4>;

    using Missing = std::array<LastThree::Row, pieces>;
    using Ending = std::array<unsigned, ending>;
    static constexpr std::size_t most_multisets = 210;  // of four pieces

    /// With the pieces of `sequence_` known, the last one the current piece.
    void descend(const Strings& strings) {
        SHAPEWRIGHT_ASSERT(2 <= sequence_.size() && sequence_.size() <= placed_ + 1 - ending);
        const std::size_t known = sequence_.size();
        if (stop_.expired()) throw LiveGraph::Stopped{};
        if (known == placed_ + 1 - ending) {
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

    /// The positions after one placement more than `placed`: all of them as long as little is known about the pieces
    /// left, with the most promising first; later those alone.
    void advance(std::size_t placed) {
        const std::vector<Position>& from = positions_[placed];
        std::vector<Position>& to = positions_[placed + 1];
        to.clear();
        seen_.clear();
        const std::size_t number_from = placed < first_wanted() ? from.size() : kept_of_[placed];
        SHAPEWRIGHT_ASSERT(number_from <= from.size());
        for (std::uint32_t number = 0; number < number_from; ++number)
            each_next(placed, from[number], [&](Position position) {
                position.before = number;
                if (seen_.insert(key(position))) to.push_back(position);
                return false;
            });
        kept_of_[placed + 1] = std::min(beam_, to.size());
        if (placed + 1 < first_wanted()) {
            whole_[placed + 1] = true;
            return;
        }
        whole_[placed + 1] = whole_[placed] && to.size() <= beam_;
        // Those that most of the pieces clear in some order, each of a few strings of pieces by another.
        order_.clear();
        for (std::uint32_t number = 0; number < to.size(); ++number) {
            const auto orders = any_order_.number_clearing(static_cast<int>(placed + 1), to[number].board);
            const auto drawn = fibonacci(std::uint64_t{key(to[number])}, 16);
            order_.push_back(std::uint64_t{0xffffU - orders} << 48 | std::uint64_t{drawn} << 32 | number);
        }
        const auto last = order_.begin() + static_cast<std::ptrdiff_t>(kept_of_[placed + 1]);
        if (last != order_.end()) std::nth_element(order_.begin(), last, order_.end());
        std::sort(order_.begin(), last);
        if (placed + 1 > first_wanted()) order_.erase(last, order_.end());
        ordered_.clear();
        for (const std::uint64_t one : order_) ordered_.push_back(to[static_cast<std::uint32_t>(one)]);
        SHAPEWRIGHT_ASSERT(ordered_.size() <= to.size() && kept_of_[placed + 1] <= ordered_.size());
        to.swap(ordered_);
    }

    /// Four pieces are still to come: all their orders at once, the first of them in `missing_` and its likes by
    /// itself.
    void end(const Strings& strings) {
        Missing wanted{};
        for (unsigned current = 0; current < pieces; ++current) {
            // A beginning may be one piece longer than those that end here.
            if (start_.size() > sequence_.size() && current != start_.back()) continue;
            const Strings none = strings.then(current);
            if (!none.possible()) continue;
            for (unsigned first = 0; first < pieces; ++first) {
                const Strings one = none.then(first);
                if (!one.possible()) continue;
                for (unsigned second = 0; second < pieces; ++second) {
                    const Strings two = one.then(second);
                    if (!two.possible()) continue;
                    for (unsigned third = 0; third < pieces; ++third) {
                        const Strings all = two.then(third);
                        if (!all.possible()) continue;
                        const unsigned others = static_cast<unsigned>(pieces) * second + third;
                        if (allowed_ != nullptr) {
                            const unsigned allowed = all.allowed(*allowed_);
                            if (allowed == whole_bag) continue;
                            leftovers_[current][first][others] = static_cast<std::uint8_t>(allowed);
                        }
                        wanted[current][first] |= std::uint64_t{1} << others;
                        chances_[current][first][others] = all.chances();
                    }
                }
            }
        }
        missing_ = wanted;
        found_.clear();
        number_missing_ = number_wanted_ = 0;
        each_missing([&](const Ending&) { ++number_missing_; });
        if (number_missing_ == 0) return;
        for (FlatSet<std::uint32_t>& seen : tried_) seen.clear();
        want_missing();
        look_among_known();
        if (!whole_.back() && number_missing_ > 0) look_everywhere();
        const std::size_t known = sequence_.size();
        for (unsigned current = 0; current < pieces; ++current)
            for (unsigned first = 0; first < pieces; ++first)
                each_bit(wanted[current][first], [&](std::size_t others) {
                    constexpr auto base = static_cast<std::size_t>(pieces);
                    for (const std::size_t piece :
                         {std::size_t{current}, std::size_t{first}, others / base, others % base})
                        sequence_.push_back(static_cast<std::uint8_t>(piece));
                    ++part_.sequences;
                    add(part_.all, chances_[current][first][others]);
                    if ((missing_[current][first] >> others & 1) != 0) {
                        part_.failed.push_back(packed());
                    } else if (kept_ == Kept::clears) {
                        add(part_.solved, chances_[current][first][others]);
                        record(found_[ways_[current][first][others]]);
                    }
                    sequence_.resize(known);
                });
    }

    /// Calls visit for the four pieces of each missing ending.
    template <typename Visit>
    void each_missing(Visit visit) const {
        for (unsigned current = 0; current < pieces; ++current)
            for (unsigned first = 0; first < pieces; ++first)
                each_bit(missing_[current][first], [&](std::size_t others) {
                    constexpr auto base = static_cast<unsigned>(pieces);
                    visit(Ending{current, first, static_cast<unsigned>(others) / base,
                                 static_cast<unsigned>(others) % base});
                });
    }

    /// Takes the endings that a position before the last four placements brings off the missing ones, and keeps the way
    /// to each. `trail` writes the way to the position and the position.
    template <typename Trail>
    void settle(const Position& from, Trail trail) {
        const std::size_t placed = placed_ - ending;
        const std::size_t before = number_missing_;
        for (unsigned current = 0; current < pieces; ++current) {
            LastThree::Row& missing = missing_[current];
            if (std::none_of(missing.begin(), missing.end(), [](std::uint64_t left) { return left != 0; })) continue;
            each_next_with(placed, from, current, [&](const Position& position) {
                LastThree::Row row = endings_.row(position.board, position.hand);
                std::uint64_t any = 0;
                for (unsigned first = 0; first < pieces; ++first) any |= row[first] &= missing[first];
                if (any != 0 && allowed_ != nullptr) any = saving(position, current, row);
                if (any == 0) return false;
                if (kept_ == Kept::clears) {
                    trail(found_.emplace_back());
                    found_.back()[placed] = position;
                }
                for (unsigned first = 0; first < pieces; ++first) {
                    if (kept_ == Kept::clears)
                        each_bit(row[first], [&](std::size_t others) {
                            ways_[current][first][others] = static_cast<std::uint16_t>(found_.size() - 1);
                        });
                    SHAPEWRIGHT_ASSERT((row[first] & ~missing[first]) == 0);
                    number_missing_ -= static_cast<std::size_t>(std::popcount(row[first]));
                    missing[first] &= ~row[first];
                }
                return false;
            });
        }
        if (number_missing_ != before && 2 * number_missing_ < number_wanted_ && number_missing_ > 0) want_missing();
    }

    /// Leaves those endings in `row` that a position brings so that an allowed piece is left over; 0 if there is none.
    std::uint64_t saving(const Position& position, unsigned current, LastThree::Row& row) const {
        std::uint64_t any = 0;
        for (unsigned first = 0; first < pieces; ++first) {
            std::uint64_t saved = 0;
            each_bit(row[first], [&](std::size_t others) {
                constexpr auto base = static_cast<unsigned>(pieces);
                const std::array<unsigned, 3> three{first, static_cast<unsigned>(others) / base,
                                                    static_cast<unsigned>(others) % base};
                if (saves(placed_ - LastThree::pieces_left, position.board, position.hand, three.data(),
                          leftovers_[current][first][others]))
                    saved |= std::uint64_t{1} << others;
            });
            row[first] = saved;
            any |= saved;
        }
        return any;
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

    /// Writes how a position was come to that is `number` among those after so many placements.
    void write_way(Way& way, std::size_t placed, std::uint32_t number) const {
        for (; placed > 0; --placed) {
            SHAPEWRIGHT_ASSERT(number < positions_[placed].size());
            way[placed - 1] = positions_[placed][number];
            number = positions_[placed][number].before;
        }
    }

    /// Goes through the positions that the next placement leads to from those that are kept, until nothing is missing.
    void look_among_known() {
        const std::size_t placed = placed_ - ending - 1;
        for (std::uint32_t number = 0; number < kept_of_[placed] && number_missing_ > 0; ++number) {
            const Position& from = positions_[placed][number];
            if (!may_lead(placed, from)) continue;
            each_next(placed, from, [&](const Position& position) {
                if (!tried_[placed + 1].insert(key(position)) || !may_lead(placed + 1, position)) return false;
                settle(position, [&](Way& way) {
                    write_way(way, placed, number);
                    way[placed] = position;
                });
                return number_missing_ == 0;
            });
        }
    }

    /// Goes through all positions, each once, until nothing is missing.
    void look_everywhere() {
        const std::size_t placed = std::min(first_wanted(), positions_.size() - 1);
        Way way{};
        for (std::uint32_t number = 0; number < positions_[placed].size() && number_missing_ > 0; ++number) {
            const Position& from = positions_[placed][number];
            if (may_lead(placed, from)) go_on(placed, from, placed, number, way);
        }
    }

    /// The first number of pieces placed with which something is known about the pieces left.
    std::size_t first_wanted() const {
        return placed_ - std::min(placed_, static_cast<std::size_t>(AnyOrder::most_left));
    }

    /// Notes which multisets of pieces, by hand, the missing endings leave to those who have placed so many: one of the
    /// pieces is left over, and it may be any.
    void want_missing() {
        const PieceMultisets& multisets = any_order_.multisets();
        number_wanted_ = number_missing_;
        // The four pieces of endings that may be cleared so that a piece that is known now is left over, by that piece;
        // and three of the four, if the other one is.
        std::array<std::array<bool, most_multisets>, pieces> fours{};
        std::array<bool, most_multisets> threes{};
        each_missing([&](const Ending& pieces_left) {
            const auto [current, first, second, third] = pieces_left;
            const unsigned over = allowed_ == nullptr ? whole_bag : leftovers_[current][first][pieces * second + third];
            const auto number = [&](std::size_t without) {
                std::uint16_t multiset = 0;
                for (int k = 0, size = 0; k < static_cast<int>(ending); ++k)
                    if (static_cast<std::size_t>(k) != without)
                        multiset = multisets.with(size++, multiset, pieces_left[static_cast<std::size_t>(k)]);
                return multiset;
            };
            const std::uint16_t all = number(ending);
            for (unsigned piece = 0; piece < pieces; ++piece)
                if ((over >> piece & 1) != 0) fours[piece][all] = true;
            for (std::size_t k = 0; k < ending; ++k)
                if ((over >> pieces_left[k] & 1) != 0) threes[number(k)] = true;
        });
        for (std::size_t placed = first_wanted(); placed + ending <= placed_; ++placed)
            for (unsigned hand = 0; hand < pieces; ++hand) {
                std::array<std::uint8_t, AnyOrder::most_left + 1> rest{static_cast<std::uint8_t>(hand)};
                const std::size_t known = sequence_.size() - placed;
                std::copy(sequence_.begin() + static_cast<std::ptrdiff_t>(placed) + 1, sequence_.end(),
                          rest.begin() + 1);
                auto& wanted = wanted_[placed][hand];
                wanted = {};
                for (std::size_t over = 0; over <= known; ++over) {
                    const auto& left = over < known ? fours[rest[over]] : threes;
                    int size = static_cast<int>(over < known ? ending : ending - 1);
                    for (std::size_t k = 0; k < multisets.number(size); ++k) {
                        if (!left[k]) continue;
                        auto all = static_cast<std::uint16_t>(k);
                        int number = size;
                        for (std::size_t other = 0; other < known; ++other)
                            if (other != over) all = multisets.with(number++, all, rest[other]);
                        wanted[all / 64] |= std::uint64_t{1} << (all % 64);
                    }
                }
            }
    }

    /// Whether a position may bring some of the missing endings, as far as is easily told.
    bool may_lead(std::size_t placed, const Position& position) const {
        if (placed < first_wanted()) return true;
        const std::span<const std::uint64_t> clearing = any_order_.clearing(static_cast<int>(placed), position.board);
        const auto& wanted = wanted_[placed][position.hand];
        for (std::size_t word = 0; word < clearing.size(); ++word)
            if ((clearing[word] & wanted[word]) != 0) return true;
        return false;
    }

    /// From a position on to which position `number` after `begun` placements led.
    bool go_on(std::size_t placed, const Position& from, std::size_t begun, std::uint32_t number, Way& way) {
        SHAPEWRIGHT_ASSERT(begun <= placed && placed + ending < placed_);
        if ((++steps_ & 0xfff) == 0 && stop_.expired()) throw LiveGraph::Stopped{};
        return each_next(placed, from, [&](const Position& position) {
            if (!tried_[placed + 1].insert(key(position)) || !may_lead(placed + 1, position)) return false;
            way[placed] = position;
            if (placed + 1 + ending < placed_) return go_on(placed + 1, position, begun, number, way);
            settle(position, [&](Way& kept) {
                write_way(kept, begun, number);
                std::copy(way.begin() + static_cast<std::ptrdiff_t>(begun),
                          way.begin() + static_cast<std::ptrdiff_t>(placed) + 1,
                          kept.begin() + static_cast<std::ptrdiff_t>(begun));
            });
            return number_missing_ == 0;
        });
    }

    /// Calls `visit(position)` for all positions one placement on, until it returns true; whether it did.
    template <typename Visit>
    bool each_next(std::size_t placed, const Position& from, Visit visit) const {
        return each_next_with(placed, from, sequence_[placed + 1], visit);
    }
    template <typename Visit>
    bool each_next_with(std::size_t placed, const Position& from, unsigned current, Visit visit) const {
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
        SHAPEWRIGHT_ASSERT(sequence_.size() == placed_ + 1);
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
    std::vector<std::size_t> kept_of_;              // so many of these lead on, the first ones
    std::vector<bool> whole_;                       // whether these are all
    FlatSet<std::uint32_t> seen_;                   // boards with hands
    std::vector<std::uint64_t> order_;
    std::vector<Position> ordered_;
    // Of the endings that `end` is about, by their first two pieces and the other two.
    template <typename Value>
    using OfEndings = std::array<std::array<std::array<Value, pieces * pieces>, pieces>, pieces>;
    Missing missing_{};
    std::size_t number_missing_ = 0;
    std::size_t number_wanted_ = 0;  // when `wanted_` was made
    OfEndings<Chances> chances_;
    OfEndings<std::uint8_t> leftovers_{};  // what may be left over
    OfEndings<std::uint16_t> ways_{};      // in `found_`
    std::vector<Way> found_;
    std::vector<FlatSet<std::uint32_t>> tried_;  // by pieces placed
    // Multisets, by pieces placed and hand.
    std::vector<std::array<std::array<std::uint64_t, AnyOrder::most_words>, pieces>> wanted_;
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
