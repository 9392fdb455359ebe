#include "planar/chances.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

#include "planar/residues.hpp"
#include "planar/space.hpp"

namespace shapewright::planar {

namespace {

/// Numbers modulo primes: any pivot will do that no prime divides, so the sparsest column is taken.
struct Modular : Residues8 {
    using Residues8::Residues8;
    static std::size_t pivot(const Space<Value>& space, std::size_t row) {
        std::size_t best = none, fewest = std::numeric_limits<std::size_t>::max();
        for (std::size_t k = 0; k < space.columns.size(); ++k) {
            const auto& column = space.columns[k];
            if (!Space<Value>::holds(column, row) || !is_whole(column.values[row])) continue;
            const std::size_t held = Space<Value>::number_held(column);
            if (held >= fewest) continue;
            best = k;
            fewest = held;
        }
        return best;
    }
};

/// Floating point: the largest pivot is taken, which keeps errors small.
struct Floating {
    using Value = double;
    static double number(std::int32_t value) { return value; }
    static double times(double a, double b) { return a * b; }
    static void subtract(double& from, double a, double b) { from -= a * b; }
    static double inverse(double value) { return 1 / value; }
    static bool is_zero(double value) { return value == 0; }
    static std::size_t pivot(const Space<double>& space, std::size_t row) {
        std::size_t best = none;
        double largest = 0;
        for (std::size_t k = 0; k < space.columns.size(); ++k) {
            const double size = std::abs(space.columns[k].values[row]);
            if (!(size > largest)) continue;
            largest = size;
            best = k;
        }
        return best;
    }
};

}  // namespace

template <typename Field>
class Chances::Inversion {
public:
    using Value = typename Field::Value;

    Inversion(const Dominoes& board, const Field& field)
        : board_(board),
          field_(field),
          finished_(finished_at(board.last_, board.white_.size())),
          places_(most_places(board.first_, board.last_, board.white_.size())) {
        if (!board.balanced()) throw std::invalid_argument("chances need as many black squares as white ones");
    }

    /// Eliminates all rows, and keeps what each of them and its column had.
    Dominoes::Outcome forth(const StopToken& stop) {
        if (std::find(board_.last_.begin(), board_.last_.end(), none) != board_.last_.end())
            return Dominoes::Outcome::unlucky;
        Space<Value> space(places_);
        std::vector<std::uint32_t> pivot_of(board_.white_.size());
        for (std::uint32_t white = 0; white < board_.white_.size(); ++white) {
            if (stop.expired()) return Dominoes::Outcome::stopped;
            space.add(white, board_.columns_[white], [&](std::int32_t value) { return field_.number(value); });
            widest_ = std::max(widest_, space.columns.size());
            for (const std::uint32_t black : finished_[white]) {
                const std::size_t row = space.place(black), best = Field::pivot(space, row);
                if (best == none) return Dominoes::Outcome::unlucky;
                Step step;
                const auto& taken = space.columns[best];
                step.white = taken.white;
                step.black = black;
                step.pivot = taken.values[row];
                step.inverse = field_.inverse(step.pivot);
                Space<Value>::each_held(taken, [&](std::size_t at) {
                    if (at != row && !Field::is_zero(taken.values[at]))
                        step.column.push_back({space.blacks[at], taken.values[at]});
                });
                for (std::size_t k = 0; k < space.columns.size(); ++k) {
                    const auto& column = space.columns[k];
                    if (k != best && Space<Value>::holds(column, row) && !Field::is_zero(column.values[row]))
                        step.row.push_back({column.white, column.values[row]});
                }
                pivot_of[step.white] = black;
                space.eliminate(
                    row, best, [&](const Value& value) { return field_.times(value, step.inverse); },
                    [&](Value& from, const Value& factor, const Value& of) { field_.subtract(from, factor, of); });
                steps_.push_back(std::move(step));
            }
        }
        odd_ = is_odd(std::move(pivot_of));
        return Dominoes::Outcome::done;
    }

    /// Undoes the eliminations; told(white, k, chance) is called for each entry k of the column of each white square.
    template <typename Told>
    Dominoes::Outcome back(const StopToken& stop, Told told) {
        // A row for each white square that is open, a column for each black one.
        const std::size_t blacks = places_ + 1;
        inverse_.assign(blacks * (widest_ + 1), Value{});
        std::vector<std::uint32_t> slot(board_.white_.size(), none), place(board_.black_.size(), none);
        std::vector<std::uint32_t> open, free_slots, free_places;
        for (std::size_t k = widest_ + 1; k-- > 0;) free_slots.push_back(static_cast<std::uint32_t>(k));
        for (std::size_t k = blacks; k-- > 0;) free_places.push_back(static_cast<std::uint32_t>(k));
        const auto take = [](std::vector<std::uint32_t>& from) {
            const std::uint32_t taken = from.back();
            from.pop_back();
            return taken;
        };
        std::vector<Value> found(blacks);
        for (std::uint32_t white = static_cast<std::uint32_t>(board_.white_.size()); white-- > 0;) {
            if (stop.expired()) return Dominoes::Outcome::stopped;
            for (std::size_t count = finished_[white].size(); count-- > 0;) {
                const Step step = std::move(steps_.back());
                steps_.pop_back();
                std::fill(found.begin(), found.end(), Value{});
                for (const auto& [other, value] : step.row) {
                    const Value factor = field_.times(value, step.inverse);
                    const Value* from = inverse_.data() + slot[other] * blacks;
                    for (std::size_t at = 0; at < blacks; ++at) field_.subtract(found[at], factor, from[at]);
                }
                const std::uint32_t here = take(free_places);
                Value corner = step.inverse;
                for (const auto& [black, value] : step.column)
                    field_.subtract(corner, field_.times(found[place[black]], step.inverse), value);
                for (const std::uint32_t other : open) {
                    Value* row = inverse_.data() + slot[other] * blacks;
                    Value sum{};
                    for (const auto& [black, value] : step.column) field_.subtract(sum, row[place[black]], value);
                    row[here] = field_.times(sum, step.inverse);
                }
                place[step.black] = here;
                slot[step.white] = take(free_slots);
                open.push_back(step.white);
                found[here] = corner;
                std::copy(found.begin(), found.end(),
                          inverse_.begin() + static_cast<std::ptrdiff_t>(slot[step.white] * blacks));
            }
            const Value* row = inverse_.data() + slot[white] * blacks;
            for (std::size_t k = 0; k < board_.columns_[white].size(); ++k) {
                const auto& [black, value] = board_.columns_[white][k];
                told(white, k, field_.times(field_.number(value), row[place[black]]));
            }
            // Before this column came, it was not there, nor were the rows that it was the first to have.
            open.erase(std::find(open.begin(), open.end(), white));
            free_slots.push_back(slot[white]);
            for (const auto& [black, value] : board_.columns_[white]) {
                if (board_.first_[black] != white) continue;
                for (const std::uint32_t other : open) inverse_[slot[other] * blacks + place[black]] = Value{};
                free_places.push_back(place[black]);
            }
        }
        return Dominoes::Outcome::done;
    }

    Value product() const {
        Value result = field_.number(1);
        for (const Step& step : steps_) result = field_.times(result, step.pivot);
        return result;
    }
    bool odd() const { return odd_; }

private:
    struct Entry {
        std::uint32_t square;
        Value value;
    };
    struct Step {
        std::uint32_t white = 0, black = 0;
        Value pivot{}, inverse{};
        std::vector<Entry> row, column;  // of the pivot, by the white and the black squares
    };

    const Dominoes& board_;
    const Field& field_;
    std::vector<std::vector<std::uint32_t>> finished_;
    std::size_t places_, widest_ = 0;
    std::vector<Step> steps_;
    std::vector<Value> inverse_;
    bool odd_ = false;
};

std::vector<Pair> Chances::pairs(const Dominoes& board) {
    std::vector<Pair> result;
    for (std::size_t white = 0; white < board.white_.size(); ++white)
        for (const auto& [black, value] : board.columns_[white])
            result.emplace_back(board.black_[black], board.white_[white]);
    return result;
}

/// Where the numbers of each white square begin.
static std::vector<std::size_t> beginnings(const std::vector<Pair>& pairs, const std::vector<std::uint32_t>& whites) {
    std::vector<std::size_t> result;
    std::size_t at = 0;
    for (const std::uint32_t white : whites) {
        result.push_back(at);
        while (at < pairs.size() && pairs[at].second == white) ++at;
    }
    return result;
}

Dominoes::Outcome Chances::exact(const Dominoes& board, const Dominoes::Residues& primes, const StopToken& stop,
                                 std::vector<std::uint32_t>& numbers) {
    if (!board.balanced()) throw std::invalid_argument("chances need as many black squares as white ones");
    Dominoes::check_moduli(primes);
    const Modular field(primes);
    Inversion<Modular> inversion(board, field);
    Dominoes::Outcome outcome = inversion.forth(stop);
    if (outcome != Dominoes::Outcome::done) return outcome;
    const Residues8::Value determinant = inversion.product();
    const std::vector<Pair> places = pairs(board);
    const std::vector<std::size_t> begins = beginnings(places, board.white_);
    constexpr std::size_t lanes = Dominoes::lanes;
    numbers.assign((places.size() + 1) * lanes, 0);
    const auto put = [&](std::size_t at, const Residues8::Value& value) {
        const Dominoes::Residues plain = field.plain(value, inversion.odd());
        std::copy(plain.begin(), plain.end(), numbers.begin() + static_cast<std::ptrdiff_t>(at * lanes));
    };
    put(places.size(), determinant);
    return inversion.back(stop, [&](std::uint32_t white, std::size_t k, const Residues8::Value& chance) {
        put(begins[white] + k, field.times(chance, determinant));
    });
}

Dominoes::Outcome Chances::approximate(const Dominoes& board, const StopToken& stop, std::vector<double>& chances) {
    if (!board.balanced()) throw std::invalid_argument("chances need as many black squares as white ones");
    const Floating field;
    Inversion<Floating> inversion(board, field);
    const Dominoes::Outcome outcome = inversion.forth(stop);
    if (outcome != Dominoes::Outcome::done) return outcome;
    const std::vector<Pair> places = pairs(board);
    const std::vector<std::size_t> begins = beginnings(places, board.white_);
    chances.assign(places.size(), 0);
    return inversion.back(
        stop, [&](std::uint32_t white, std::size_t k, double chance) { chances[begins[white] + k] = chance; });
}

}  // namespace shapewright::planar
