#include "planar/dominoes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/assert.hpp"
#include "planar/residues.hpp"
#include "planar/signs.hpp"
#include "planar/space.hpp"

namespace shapewright::planar {

namespace {

bool is_prime(std::uint32_t number) {  // Miller and Rabin; these bases decide all numbers below 4,759,123,141
    for (const std::uint32_t small : {2U, 3U, 5U, 7U, 11U, 13U})
        if (number % small == 0) return number == small;
    const int twos = std::countr_zero(number - 1);
    for (const std::uint64_t base : {2U, 7U, 61U}) {
        std::uint64_t value = 1, power = base;
        for (std::uint32_t exponent = (number - 1) >> twos; exponent != 0; exponent >>= 1) {
            if ((exponent & 1) != 0) value = value * power % number;
            power = power * power % number;
        }
        bool passes = value == 1 || value == number - 1;
        for (int k = 1; k < twos && !passes; ++k) {
            value = value * value % number;
            passes = value == number - 1;
        }
        if (!passes) return false;
    }
    return true;
}

}  // namespace

Dominoes::Dominoes(std::span<const Square> squares, std::span<const Link> links) : squares_(squares.size()) {
    std::vector<std::uint32_t> order(squares.size());
    std::iota(order.begin(), order.end(), 0U);
    int width = 0, height = 0, left = 0, low = 0;
    if (!squares.empty()) {
        const auto [x0, x1] =
            std::minmax_element(squares.begin(), squares.end(), [](Square a, Square b) { return a.x < b.x; });
        const auto [y0, y1] =
            std::minmax_element(squares.begin(), squares.end(), [](Square a, Square b) { return a.y < b.y; });
        left = x0->x, low = y0->y, width = x1->x - left, height = y1->y - low;
    }
    // The sweep goes along the longer side, so that its line is short.
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Square &s = squares[a], &t = squares[b];
        return width >= height ? std::pair{s.x, s.y} < std::pair{t.x, t.y} : std::pair{s.y, s.x} < std::pair{t.y, t.x};
    });
    std::vector<std::uint32_t> number(squares.size());  // among those of its colour
    for (const std::uint32_t square : order) {
        auto& colour = ((squares[square].x - left + squares[square].y - low) & 1) != 0 ? white_ : black_;
        number[square] = static_cast<std::uint32_t>(colour.size());
        colour.push_back(square);
    }
    const std::vector<bool> negative = kasteleyn_signs(squares, links);
    columns_.resize(white_.size());
    first_.assign(black_.size(), none);
    last_.assign(black_.size(), none);
    std::vector<double> row_squares(black_.size()), column_squares(white_.size());
    for (std::size_t k = 0; k < links.size(); ++k) {
        const auto& [first, second, ways] = links[k];
        const bool first_is_white = ((squares[first].x - left + squares[first].y - low) & 1) != 0;
        const std::uint32_t white = number[first_is_white ? first : second];
        const std::uint32_t black = number[first_is_white ? second : first];
        if (ways == 0) continue;
        if (ways > 1000000) throw std::invalid_argument("more than a million ways to lay a domino");
        const auto value = static_cast<std::int32_t>(ways);
        SHAPEWRIGHT_ASSERT(white < white_.size() && black < black_.size());
        columns_[white].push_back({black, negative[k] ? -value : value});
        first_[black] = first_[black] == none ? white : std::min(first_[black], white);
        last_[black] = last_[black] == none ? white : std::max(last_[black], white);
        row_squares[black] += static_cast<double>(ways) * ways;
        column_squares[white] += static_cast<double>(ways) * ways;
    }
    // Hadamard's bound: a determinant is at most the product of the lengths of its rows, or of its columns.
    const auto bound = [](const std::vector<double>& lengths) {
        double bits = 0;
        for (const double length : lengths) bits += std::log2(std::max(1.0, length)) / 2;
        return bits;
    };
    bits_ = std::min(bound(row_squares), bound(column_squares)) * (1 + 1e-9);
}

std::vector<std::uint32_t> Dominoes::primes(std::uint64_t skipped, std::uint64_t number, const StopToken& stop) {
    constexpr std::uint64_t all = 105'097'564;  // odd primes below 2^31
    if (skipped > all || number > all - skipped) throw std::invalid_argument("there are not so many primes below 2^31");
    std::vector<std::uint32_t> result;
    for (std::uint32_t candidate = 0x7fffffff; result.size() < number; candidate -= 2) {
        if ((candidate & 0xff) == 0xff && stop.expired()) break;
        if (!is_prime(candidate)) continue;
        if (skipped > 0)
            --skipped;
        else
            result.push_back(candidate);
    }
    return result;
}

void Dominoes::check_moduli(const Residues& primes) {
    for (const std::uint32_t prime : primes)
        if (prime < 3 || prime % 2 == 0 || prime >> 31 != 0)
            throw std::invalid_argument("a modulus is not an odd prime below 2^31");
}

Dominoes::Outcome Dominoes::determinant(const Residues& primes, const StopToken& stop, Residues& result) const {
    if (!balanced()) throw std::invalid_argument("a determinant needs as many black squares as white ones");
    check_moduli(primes);
    using Value = Residues8::Value;
    const Residues8 field(primes);
    result = {};
    if (std::find(last_.begin(), last_.end(), none) != last_.end()) return Outcome::done;
    Space<Value> space(most_places(first_, last_, white_.size()));
    const auto finished = finished_at(last_, white_.size());
    Value product = field.number(1);
    std::vector<std::uint32_t> pivot_of(white_.size());  // white square -> black one
    for (std::uint32_t white = 0; white < white_.size(); ++white) {
        if (stop.expired()) return Outcome::stopped;
        space.add(white, columns_[white], [&](std::int32_t value) { return field.number(value); });
        for (const std::uint32_t black : finished[white]) {
            const std::size_t row = space.place(black);
            std::size_t best = space.columns.size(), fewest = std::numeric_limits<std::size_t>::max();
            bool zero = true;
            for (std::size_t k = 0; k < space.columns.size(); ++k) {
                const auto& column = space.columns[k];
                if (!Space<Value>::holds(column, row) || Residues8::is_zero(column.values[row])) continue;
                zero = false;
                const std::size_t held = Space<Value>::number_held(column);
                if (held >= fewest || !Residues8::is_whole(column.values[row])) continue;
                best = k;
                fewest = held;
            }
            if (zero) return Outcome::done;
            if (best == space.columns.size()) return Outcome::unlucky;
            SHAPEWRIGHT_ASSERT(Residues8::is_whole(space.columns[best].values[row]));
            const Value pivot = space.columns[best].values[row];
            product = field.times(product, pivot);
            pivot_of[space.columns[best].white] = black;
            const Value inverse = field.inverse(pivot);
            space.eliminate(
                row, best, [&](const Value& value) { return field.times(value, inverse); },
                [&](Value& from, const Value& factor, const Value& of) { field.subtract(from, factor, of); });
        }
    }
    result = field.plain(product, is_odd(std::move(pivot_of)));
    return Outcome::done;
}

/// The sweep in floating point, and the way back.
class Draws::Impl {
public:
    explicit Impl(const Dominoes& board)
        : board_(board),
          finished_(finished_at(board.last_, board.white_.size())),
          places_(most_places(board.first_, board.last_, board.white_.size())) {
        if (!board.balanced()) throw std::invalid_argument("draws need as many black squares as white ones");
        const std::size_t whites = board.white_.size();
        // All spaces, unless that is much: then only every so many-th, the others are made again when they are needed.
        const double all = static_cast<double>(whites) * static_cast<double>(places_ * places_) * sizeof(double) / 2;
        if (all > most_bytes) every_ = static_cast<std::size_t>(std::sqrt(static_cast<double>(whites))) + 1;
    }

    bool prepare(const StopToken& stop) {
        kept_.clear();
        possible_ = std::find(board_.last_.begin(), board_.last_.end(), none) == board_.last_.end();
        Space<double> space(places_);
        for (std::uint32_t white = 0; possible_ && white < board_.white_.size(); ++white) {
            if (stop.expired()) return possible_ = false;
            if (white % every_ == 0) kept_.push_back(space);
            possible_ = advance(space, white);
        }
        return true;
    }

    bool possible() const { return possible_; }

    std::optional<Drawn> draw(Rng& rng, std::span<const Pair> given, const StopToken& stop) const {
        if (!possible_) throw std::invalid_argument("draws need a sweep that found a tiling");
        Drawn drawn;
        std::vector<bool> taken(board_.black_.size());
        std::vector<Space<double>> spaces;
        const std::size_t whites = board_.white_.size();
        for (std::size_t part = kept_.size(); part-- > 0;) {
            const std::size_t from = part * every_, to = std::min(whites, from + every_);
            SHAPEWRIGHT_ASSERT(from < to && to - from <= every_);
            spaces.assign(1, kept_[part]);  // spaces[k]: before white square from + k
            for (std::size_t white = from; white + 1 < to; ++white) {
                if (stop.expired()) return std::nullopt;
                spaces.push_back(spaces.back());
                advance(spaces.back(), static_cast<std::uint32_t>(white));
            }
            for (std::size_t white = to; white-- > from;) {
                if (stop.expired()) return std::nullopt;
                if (!match(static_cast<std::uint32_t>(white), spaces[white - from], rng, given, taken, drawn))
                    return drawn;
            }
        }
        return drawn;
    }

private:
    static constexpr double most_bytes = 64e6;
    // Chances are found far more exactly than that.
    static constexpr double doubt = 1e-7;

    /// One more white square; false if a row is 0.
    bool advance(Space<double>& space, std::uint32_t white) const {
        space.add(white, board_.columns_[white], [](std::int32_t value) { return static_cast<double>(value); });
        for (const std::uint32_t black : finished_[white]) {
            const std::size_t row = space.place(black);
            std::size_t best = 0;
            double largest = 0;
            for (std::size_t k = 0; k < space.columns.size(); ++k) {
                const double size = std::abs(space.columns[k].values[row]);
                if (size <= largest) continue;
                largest = size;
                best = k;
            }
            if (largest == 0) return false;
            const double pivot = space.columns[best].values[row];
            space.eliminate(
                row, best, [&](double value) { return value / pivot; },
                [](double& from, double factor, double of) { from -= factor * of; });
            for (auto& column : space.columns) scale(column.values);
        }
        return true;
    }

    static void scale(std::vector<double>& values) {
        double largest = 0;
        for (const double value : values) largest = std::max(largest, std::abs(value));
        if (largest == 0) return;
        for (double& value : values) value /= largest;
    }

    /// Gives a white square its partner; false in doubt.
    bool match(std::uint32_t white, const Space<double>& before, Rng& rng, std::span<const Pair> given,
               std::vector<bool>& taken, Drawn& drawn) const {
        std::vector<std::uint32_t> candidates;
        std::vector<std::int32_t> values;
        for (const auto& [black, value] : board_.columns_[white]) {
            if (taken[black]) continue;
            if (board_.first_[black] == white) {  // it has no other neighbour left
                candidates.assign(1, black);
                break;
            }
            candidates.push_back(black);
            values.push_back(value);
        }
        const auto pair = [&](std::uint32_t black) { return Pair{board_.black_[black], board_.white_[white]}; };
        std::uint32_t chosen = candidates.empty() ? none : candidates.front();
        if (candidates.size() > 1) {
            const std::uint64_t random = rng.next() >> 11;
            if (drawn.pairs.size() >= given.size()) {
                const std::optional<std::size_t> place = choose(before, candidates, values, taken, random);
                if (!place) {
                    for (const std::uint32_t black : candidates) drawn.candidates.push_back(pair(black));
                    drawn.random = random;
                    return false;
                }
                chosen = candidates[*place];
            }
        }
        if (drawn.pairs.size() < given.size()) {
            const Pair wanted = given[drawn.pairs.size()];
            const auto found = std::find_if(candidates.begin(), candidates.end(),
                                            [&](std::uint32_t black) { return pair(black) == wanted; });
            if (found == candidates.end()) throw std::invalid_argument("the pairs given are not those of a draw");
            chosen = *found;
        }
        if (chosen == none) throw std::logic_error("a square has no partner left");
        SHAPEWRIGHT_ASSERT(!taken[chosen] && board_.first_[chosen] <= white);
        taken[chosen] = true;
        drawn.pairs.push_back(pair(chosen));
        return true;
    }

    /// Which of the candidates the random number takes; nothing in doubt.
    static std::optional<std::size_t> choose(const Space<double>& before, std::span<const std::uint32_t> candidates,
                                             std::span<const std::int32_t> values, const std::vector<bool>& taken,
                                             std::uint64_t random) {
        std::vector<std::size_t> rows;
        std::vector<std::size_t> of_candidate(candidates.size());
        for (std::size_t at = 0; at < before.blacks.size(); ++at) {
            if (before.blacks[at] == none || taken[before.blacks[at]]) continue;
            for (std::size_t k = 0; k < candidates.size(); ++k)
                if (candidates[k] == before.blacks[at]) of_candidate[k] = rows.size();
            rows.push_back(at);
        }
        const std::vector<double> minors = orthogonal(before, rows);
        SHAPEWRIGHT_ASSERT(minors.empty() || minors.size() == rows.size());
        if (minors.empty()) return std::nullopt;
        std::vector<double> chances(candidates.size());
        double total = 0;
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            chances[k] = values[k] * minors[of_candidate[k]];
            total += chances[k];
        }
        if (!(std::abs(total) > 0)) return std::nullopt;
        const double number = static_cast<double>(random) * 0x1p-53;
        double sum = 0;
        std::optional<std::size_t> chosen;
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            const double chance = chances[k] / total;
            if (!(chance > -doubt)) return std::nullopt;
            sum += chance;
            if (k + 1 < candidates.size() && !(std::abs(number - sum) > doubt)) return std::nullopt;
            if (!chosen && (number < sum || k + 1 == candidates.size())) chosen = k;
        }
        return chosen;
    }

    /// A vector over the rows that is orthogonal to all columns, one fewer than rows; empty if it is not to be found.
    static std::vector<double> orthogonal(const Space<double>& space, std::span<const std::size_t> rows) {
        const std::size_t unknowns = rows.size(), equations = space.columns.size();
        if (unknowns != equations + 1) return {};
        std::vector<std::vector<double>> matrix(equations, std::vector<double>(unknowns));
        for (std::size_t k = 0; k < equations; ++k)
            for (std::size_t r = 0; r < unknowns; ++r) matrix[k][r] = space.columns[k].values[rows[r]];
        std::vector<std::size_t> unknown(unknowns);
        std::iota(unknown.begin(), unknown.end(), std::size_t{0});
        for (std::size_t k = 0; k < equations; ++k) {  // the largest entry of each equation is solved for
            const auto pivot = static_cast<std::size_t>(
                std::max_element(matrix[k].begin() + static_cast<std::ptrdiff_t>(k), matrix[k].end(),
                                 [](double a, double b) { return std::abs(a) < std::abs(b); }) -
                matrix[k].begin());
            if (matrix[k][pivot] == 0) return {};
            if (pivot != k) {
                for (auto& equation : matrix) std::swap(equation[k], equation[pivot]);
                std::swap(unknown[k], unknown[pivot]);
            }
            for (std::size_t other = k + 1; other < equations; ++other) {
                const double factor = matrix[other][k] / matrix[k][k];
                if (factor == 0) continue;
                for (std::size_t r = k; r < unknowns; ++r) matrix[other][r] -= factor * matrix[k][r];
            }
        }
        std::vector<double> solved(unknowns);
        solved[equations] = 1;
        for (std::size_t k = equations; k-- > 0;) {
            double sum = 0;
            for (std::size_t r = k + 1; r < unknowns; ++r) sum += matrix[k][r] * solved[r];
            solved[k] = -sum / matrix[k][k];
        }
        std::vector<double> result(unknowns);
        for (std::size_t r = 0; r < unknowns; ++r) {
            if (!std::isfinite(solved[r])) return {};
            result[unknown[r]] = solved[r];
        }
        return result;
    }

    const Dominoes& board_;
    std::vector<std::vector<std::uint32_t>> finished_;
    std::size_t places_;
    std::size_t every_ = 1;
    std::vector<Space<double>> kept_;
    bool possible_ = false;
};

Draws::Draws(const Dominoes& board) : impl_(std::make_unique<Impl>(board)) {}
Draws::~Draws() = default;
bool Draws::prepare(const StopToken& stop) {
    return impl_->prepare(stop);
}
bool Draws::possible() const {
    return impl_->possible();
}
std::optional<Draws::Drawn> Draws::draw(Rng& rng, std::span<const Pair> given, const StopToken& stop) const {
    return impl_->draw(rng, given, stop);
}

}  // namespace shapewright::planar
