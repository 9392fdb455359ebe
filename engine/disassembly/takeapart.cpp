#include "disassembly/takeapart.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"

namespace shapewright::disassembly {

namespace {

// Coordinates have 16 bits, and before a group can leave none is further from another than all are long.
constexpr int longest = 15000;

std::size_t lowest(Group group) {
    return static_cast<std::size_t>(std::countr_zero(group));
}

Group bit(std::size_t piece) {
    return Group{1} << piece;
}

/// Which pieces one takes along, directly or by others, and by which it is taken.
struct Relation {
    std::array<Group, most_pieces> takes{}, taken_by{};
};

/// What is in the way of what, in one state: how far each piece can go up each axis before it meets each other.
class Distances {
public:
    explicit Distances(std::size_t pieces, std::size_t axes) : pieces_(pieces), axes_(axes) {
        units_.resize(axes * pieces * pieces);
    }

    void look(const std::vector<const Clearance*>& tables, const Place* places) {
        std::size_t pair = 0;
        for (std::size_t first = 0; first < pieces_; ++first)
            for (std::size_t second = first + 1; second < pieces_; ++second, ++pair) {
                const auto units = tables[pair]->at(places[first], places[second]);
                for (std::size_t axis = 0; axis < axes_; ++axis) {
                    at(axis, first, second) = units[2 * axis];
                    at(axis, second, first) = units[2 * axis + 1];  // one goes up where the other would go down
                }
            }
    }

    /// What moves with what by so many units up an axis; false if any piece takes all with it.
    bool relation(std::size_t axis, std::uint32_t units, Relation& result) const {
        const Group all = pieces_ == most_pieces ? ~Group{0} : bit(pieces_) - 1;
        for (std::size_t piece = 0; piece < pieces_; ++piece) {
            result.takes[piece] = bit(piece);
            for (std::size_t other = 0; other < pieces_; ++other)
                if (other != piece && at(axis, piece, other) < units) result.takes[piece] |= bit(other);
        }
        for (std::size_t middle = 0; middle < pieces_; ++middle)
            for (std::size_t piece = 0; piece < pieces_; ++piece)
                if (result.takes[piece] & bit(middle)) result.takes[piece] |= result.takes[middle];
        bool any = false;
        std::fill(result.taken_by.begin(), result.taken_by.begin() + static_cast<std::ptrdiff_t>(pieces_), Group{0});
        for (std::size_t piece = 0; piece < pieces_; ++piece) {
            any |= result.takes[piece] != all;
            for (Group left = result.takes[piece]; left != 0; left &= left - 1)
                result.taken_by[lowest(left)] |= bit(piece);
        }
        return any;
    }

private:
    std::uint32_t& at(std::size_t axis, std::size_t piece, std::size_t other) {
        return units_[(axis * pieces_ + piece) * pieces_ + other];
    }
    const std::uint32_t& at(std::size_t axis, std::size_t piece, std::size_t other) const {
        return units_[(axis * pieces_ + piece) * pieces_ + other];
    }

    std::size_t pieces_, axes_;
    std::vector<std::uint32_t> units_;
};

/// Calls `visit` with every set that has, with each piece, all that this one takes along, once; ends when it says so.
template <typename Visit>
bool closed_sets(const Relation& relation, Group open, Group chosen, const Visit& visit) {
    if (open == 0) return visit(chosen);
    const std::size_t piece = lowest(open);
    SHAPEWRIGHT_ASSERT((open & chosen) == 0);
    return closed_sets(relation, open & ~relation.takes[piece], chosen | relation.takes[piece], visit) &&
           closed_sets(relation, open & ~relation.taken_by[piece], chosen, visit);
}

/// The states of a breadth-first search, each with the one it was reached from, by what.
class States {
public:
    struct Origin {
        Group pieces;  // those that went up
        std::uint32_t parent;
        std::uint16_t units;
        std::uint8_t axis;
    };

    explicit States(std::size_t pieces) : pieces_(pieces) {}

    std::size_t size() const { return origins_.size(); }
    const Place* places(std::size_t state) const { return places_.data() + state * pieces_; }
    const Origin& origin(std::size_t state) const { return origins_[state]; }

    /// Whether it is new; then it is kept.
    bool insert(const std::vector<Place>& places, const Origin& origin) {
        SHAPEWRIGHT_ASSERT(places.size() == pieces_ && origin.parent <= size() && places_.size() == pieces_ * size());
        std::uint32_t& slot = index_.slot(hash(places.data()), [&](std::uint32_t state) {
            return std::equal(places.begin(), places.end(), this->places(state));
        });
        if (slot != index_.none) return false;
        slot = static_cast<std::uint32_t>(origins_.size());
        places_.insert(places_.end(), places.begin(), places.end());
        origins_.push_back(origin);
        if (index_.is_full(size())) index_.grow(size(), [&](std::size_t state) { return hash(this->places(state)); });
        return true;
    }

private:
    std::uint64_t hash(const Place* places) const {
        std::uint64_t value = 0;
        for (std::size_t piece = 0; piece < pieces_; ++piece)
            for (const std::int16_t coordinate : places[piece])
                value = chained(value, static_cast<std::uint16_t>(coordinate));
        return hashed(value);
    }

    std::size_t pieces_;
    std::vector<Place> places_;
    std::vector<Origin> origins_;
    FlatIndex<> index_{std::size_t{1} << 8};
};

/// Some of the pieces of the assembly where they lie, and who they are.
struct Part {
    std::vector<std::size_t> pieces;
    std::vector<Place> places;
};

/// The search for the first group that comes out of a part.
class Search {
public:
    Search(const Part& part, std::vector<const Clearance*> tables, std::size_t axes)
        : part_(part),
          tables_(std::move(tables)),
          axes_(axes),
          all_(part.pieces.size() == most_pieces ? ~Group{0} : bit(part.pieces.size()) - 1),
          distances_(part.pieces.size(), axes),
          states_(part.pieces.size()) {}

    Disassembly::Outcome run(std::size_t most, const StopToken& stop) {
        using Outcome = Disassembly::Outcome;
        std::vector<Place> start = part_.places;
        if (add(start, {})) return Outcome::apart;
        for (std::size_t state = 0; state < states_.size(); ++state) {
            if (state % 64 == 63 && stop.expired()) return Outcome::stopped;
            if (states_.size() > most) return Outcome::too_many;
            if (expand(state, most, stop)) return found_ ? Outcome::apart : Outcome::stopped;
        }
        return Outcome::locked;
    }

    std::size_t states() const { return states_.size(); }
    Group out() const { return out_; }
    const Place* places() const { return states_.places(states_.size() - 1); }  // where a group is about to leave

    /// The moves to there, and the one that takes the group out.
    std::vector<Move> moves() const {
        SHAPEWRIGHT_ASSERT(found_ && states_.size() > 0);
        std::vector<Move> result{named(out_, direction_, 0)};
        for (std::size_t state = states_.size() - 1; state != 0; state = states_.origin(state).parent) {
            const States::Origin& origin = states_.origin(state);
            const auto up = static_cast<std::uint8_t>(2 * origin.axis);
            result.push_back(turned(origin.pieces)
                                 ? named(all_ & ~origin.pieces, static_cast<std::uint8_t>(up + 1), origin.units)
                                 : named(origin.pieces, up, origin.units));
        }
        std::reverse(result.begin(), result.end());
        return result;
    }

private:
    /// Of two groups that part the smaller one is said to move; of equal ones that without the first piece.
    bool turned(Group group) const {
        const int moved = std::popcount(group), others = std::popcount(all_ & ~group);
        return moved > others || (moved == others && (group & 1) != 0);
    }

    Move named(Group group, std::uint8_t direction, std::uint32_t units) const {
        SHAPEWRIGHT_ASSERT(group != 0 && (group & ~all_) == 0 && direction < 2 * axes_);
        Move result{0, direction, units};
        for (; group != 0; group &= group - 1) result.pieces |= bit(part_.pieces[lowest(group)]);
        return result;
    }

    /// Keeps a state if it is new; true if a group can leave there.
    bool add(std::vector<Place>& places, const States::Origin& origin) {
        SHAPEWRIGHT_ASSERT(places.size() == part_.pieces.size());
        const Place corner = places[0];
        for (Place& place : places)
            for (std::size_t axis = 0; axis < 3; ++axis)
                place[axis] = static_cast<std::int16_t>(place[axis] - corner[axis]);
        if (!states_.insert(places, origin)) return false;
        distances_.look(tables_, places.data());
        int fewest = std::numeric_limits<int>::max();
        const auto offer = [&](Group group, std::size_t direction) {
            const int number = std::popcount(group);
            if (group == all_ || number >= fewest) return;
            fewest = number;
            out_ = group;
            direction_ = static_cast<std::uint8_t>(direction);
        };
        for (std::size_t axis = 0; axis < axes_; ++axis) {
            if (!distances_.relation(axis, unlimited, relation_)) continue;
            for (std::size_t piece = 0; piece < places.size(); ++piece) {
                offer(relation_.takes[piece], 2 * axis);
                offer(relation_.taken_by[piece], 2 * axis + 1);
            }
        }
        found_ = fewest <= static_cast<int>(places.size());
        if (found_ && turned(out_)) {
            out_ = all_ & ~out_;
            direction_ ^= 1;
        }
        return found_;
    }

    /// Tries all moves; true if a group can leave after one of them, or if the search is to end.
    bool expand(std::size_t state, std::size_t most, const StopToken& stop) {
        const std::size_t number = part_.pieces.size();
        Distances distances(number, axes_);
        distances.look(tables_, states_.places(state));
        const std::vector<Place> before(states_.places(state), states_.places(state) + number);
        std::vector<Place> after;
        Relation relation;
        std::uint32_t tried = 0;
        for (std::size_t axis = 0; axis < axes_; ++axis)
            for (std::uint32_t units = 1; distances.relation(axis, units, relation); ++units) {
                const bool on = closed_sets(relation, all_, 0, [&](Group group) {
                    if (group == 0 || group == all_) return true;
                    if (++tried % 4096 == 0 && stop.expired()) return false;
                    if (states_.size() > most) return false;
                    after = before;
                    for (Group left = group; left != 0; left &= left - 1) {
                        std::int16_t& coordinate = after[lowest(left)][axis];
                        coordinate = static_cast<std::int16_t>(coordinate + static_cast<std::int32_t>(units));
                    }
                    return !add(after, {group, static_cast<std::uint32_t>(state), static_cast<std::uint16_t>(units),
                                        static_cast<std::uint8_t>(axis)});
                });
                if (!on) return found_ || states_.size() <= most;
            }
        return false;
    }

    const Part& part_;
    std::vector<const Clearance*> tables_;  // of each pair, (0, 1), (0, 2), ..., (1, 2), ...
    std::size_t axes_;
    Group all_;
    Distances distances_;
    Relation relation_;
    States states_;
    bool found_ = false;
    Group out_ = 0;
    std::uint8_t direction_ = 0;
};

void check(const std::vector<std::vector<Place>>& pieces) {
    if (pieces.size() > most_pieces) throw std::invalid_argument("there are more than 64 pieces");
    std::set<Place> taken;
    int length = 0;
    for (const auto& cells : pieces) {
        if (cells.empty()) throw std::invalid_argument("a piece has no cell");
        Place low = cells[0], high = cells[0];
        for (const Place& cell : cells) {
            if (!taken.insert(cell).second) throw std::invalid_argument("two pieces overlap");
            for (std::size_t axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], cell[axis]);
                high[axis] = std::max(high[axis], cell[axis]);
            }
        }
        int size = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) size = std::max(size, high[axis] - low[axis] + 1);
        length += size;
    }
    if (length > longest) throw std::length_error("the assembly is too large");
}

}  // namespace

Place place(std::int32_t x, std::int32_t y, std::int32_t z) {
    Place result{};
    const std::array<std::int32_t, 3> cell{x, y, z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (cell[axis] < -longest || cell[axis] > longest) throw std::length_error("the assembly is too large");
        result[axis] = static_cast<std::int16_t>(cell[axis]);
    }
    return result;
}

Disassembly Disassembler::run(const std::vector<std::vector<Place>>& pieces, std::size_t axes, std::size_t most,
                              const StopToken& stop) {
    check(pieces);
    axes = std::min<std::size_t>(axes, 3);
    most = std::min(most, most_states);
    std::vector<std::uint32_t> shapes;
    Part whole;
    for (const auto& cells : pieces) {
        Place corner = cells[0];
        for (const Place& cell : cells)
            for (std::size_t axis = 0; axis < 3; ++axis) corner[axis] = std::min(corner[axis], cell[axis]);
        std::vector<Place> own = cells;
        for (Place& cell : own)
            for (std::size_t axis = 0; axis < 3; ++axis)
                cell[axis] = static_cast<std::int16_t>(cell[axis] - corner[axis]);
        whole.pieces.push_back(shapes.size());
        whole.places.push_back(corner);
        shapes.push_back(clearances_.shape(std::move(own)));
    }

    Disassembly result;
    std::vector<Part> parts;  // of each separation
    // A part of several pieces gets a number and waits.
    const auto number = [&](Part part) -> std::int32_t {
        if (part.pieces.size() < 2) return -1;
        Separation& made = result.separations.emplace_back();
        for (const std::size_t piece : part.pieces) made.pieces |= bit(piece);
        parts.push_back(std::move(part));
        return static_cast<std::int32_t>(parts.size()) - 1;
    };
    number(std::move(whole));
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const Part part = std::move(parts[k]);
        std::vector<const Clearance*> tables;
        for (std::size_t first = 0; first < part.pieces.size(); ++first)
            for (std::size_t second = first + 1; second < part.pieces.size(); ++second)
                tables.push_back(&clearances_.of(shapes[part.pieces[first]], shapes[part.pieces[second]]));
        Search search(part, std::move(tables), axes);
        const Disassembly::Outcome outcome = search.run(most, stop);
        result.states += search.states();
        if (outcome == Disassembly::Outcome::locked) {
            result.outcome = outcome;
            continue;
        }
        if (outcome != Disassembly::Outcome::apart) {
            result.outcome = outcome;
            return result;
        }
        result.separations[k].moves = search.moves();
        std::array<Part, 2> halves;
        for (std::size_t piece = 0; piece < part.pieces.size(); ++piece) {
            Part& half = halves[(search.out() & bit(piece)) != 0 ? 1 : 0];
            half.pieces.push_back(part.pieces[piece]);
            half.places.push_back(search.places()[piece]);
        }
        SHAPEWRIGHT_ASSERT(!halves[0].pieces.empty() && !halves[1].pieces.empty());
        const std::int32_t rest = number(std::move(halves[0])), out = number(std::move(halves[1]));
        result.separations[k].rest = rest;
        result.separations[k].out = out;
    }
    return result;
}

}  // namespace shapewright::disassembly
