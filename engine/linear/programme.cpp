#include "linear/programme.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::linear {
namespace {

constexpr double least_gain = 1e-9;  // of a variable that enters
constexpr double least_pivot = 1e-8;
constexpr double tie = 1e-12;
constexpr double free_first = 10;           // rows that do not limit any more are soonest out of the way
constexpr std::uint64_t until_fresh = 100;  // steps after which everything is added up again
constexpr double most_error = 1e-7;         // of a column of the tableau
constexpr double far = 0.1;                 // loss of a column that is not priced at every step
constexpr std::size_t first_width = 32;

void subtract(double* from, const double* what, double times, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) from[k] -= times * what[k];
}

}  // namespace

Programme::Programme(std::span<const Numbers> columns, std::vector<double> room)
    : begin_{0},
      columns_of_(room.size()),
      gain_(columns.size(), 1.0),
      room_(std::move(room)),
      is_free_(room_.size(), false),
      place_(columns.size(), none),
      tight_place_(room_.size(), none),
      slacks_(room_),
      price_(room_.size(), 0.0),
      reduced_(columns.size(), 0.0),
      weight_(columns.size(), 1.0),
      row_weight_(room_.size(), 1.0),
      loss_(room_.size(), 0.0),
      pivot_(room_.size(), 0.0) {
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
        for (const std::uint32_t r : columns[c]) row_.push_back(r), columns_of_[r].push_back(c);
        begin_.push_back(static_cast<std::uint32_t>(row_.size()));
    }
    grow();
}

// --- The basis ------------------------------------------------------------------------------------------------------

/// Room for a larger basis.
void Programme::grow() {
    const std::size_t wide = width_ == 0 ? first_width : 2 * width_;
    std::vector<double> larger(wide * wide, 0.0);
    for (std::size_t t = 0; t < width_; ++t) std::copy_n(line(t), width_, larger.data() + t * wide);
    inverse_ = std::move(larger);
    width_ = wide;
    amounts_.resize(wide, 0.0);
    change_.resize(wide, 0.0);
}

void Programme::take_basis(const Numbers& basic, const Numbers& tight) {
    SHAPEWRIGHT_ASSERT(basic.size() == tight.size());
    for (const std::uint32_t column : basic_) place_[column] = none;
    for (const std::uint32_t row : tight_) tight_place_[row] = none;
    basic_ = basic;
    tight_ = tight;
    while (width_ < basic_.size()) grow();
    for (std::uint32_t k = 0; k < basic_.size(); ++k) place_[basic_[k]] = tight_place_[tight_[k]] = k;
}

Programme::Basis Programme::basis() const {
    const std::size_t size = basic_.size();
    Basis kept{basic_, tight_, {amounts_.begin(), amounts_.begin() + static_cast<std::ptrdiff_t>(size)}, {}};
    kept.inverse.reserve(size * size);
    for (std::size_t t = 0; t < size; ++t) kept.inverse.insert(kept.inverse.end(), line(t), line(t) + size);
    return kept;
}

void Programme::restore(const Basis& basis) {
    SHAPEWRIGHT_ASSERT(basis.inverse.size() == basis.basic.size() * basis.basic.size() &&
                       basis.amounts.size() == basis.basic.size());
    take_basis(basis.basic, basis.tight);
    const std::size_t size = basic_.size();
    std::copy(basis.amounts.begin(), basis.amounts.end(), amounts_.begin());
    for (std::size_t t = 0; t < size; ++t) std::copy_n(basis.inverse.data() + t * size, size, line(t));
    add_up_slacks();
}

void Programme::invert() {
    const std::size_t size = basic_.size(), wide = 2 * size;
    // By elimination: a line for each tight row, of what the columns have there and of a one.
    std::vector<double> work(size * wide, 0.0);
    for (std::size_t k = 0; k < size; ++k) {
        for (const std::uint32_t r : rows_of(basic_[k]))
            if (tight_place_[r] != none) work[tight_place_[r] * wide + k] = 1;
        work[k * wide + size + k] = 1;
    }
    for (std::size_t k = 0; k < size; ++k) {
        std::size_t best = k;
        for (std::size_t t = k + 1; t < size; ++t)
            if (std::abs(work[t * wide + k]) > std::abs(work[best * wide + k])) best = t;
        double* const own = work.data() + k * wide;
        if (best != k) std::swap_ranges(own, own + wide, work.data() + best * wide);
        const double pivot = own[k];
        if (std::abs(pivot) < least_pivot) {  // no basis at all: begin without any column
            take_basis({}, {});
            slacks_ = room_;
            return;
        }
        for (std::size_t i = 0; i < wide; ++i) own[i] /= pivot;
        for (std::size_t t = 0; t < size; ++t)
            if (t != k && work[t * wide + k] != 0) subtract(work.data() + t * wide, own, work[t * wide + k], wide);
    }
    std::fill_n(amounts_.begin(), size, 0.0);
    for (std::size_t t = 0; t < size; ++t)
        for (std::size_t k = 0; k < size; ++k) {
            line(t)[k] = work[k * wide + size + t];
            amounts_[k] += line(t)[k] * room_[tight_[t]];
        }
    add_up_slacks();
}

void Programme::add_up_slacks() {
    slacks_ = room_;
    for (std::size_t k = 0; k < basic_.size(); ++k)
        for (const std::uint32_t r : rows_of(basic_[k])) slacks_[r] -= amounts_[k];
}

/// The value and the prices of the basis.
void Programme::add_up() {
    const std::size_t size = basic_.size();
    value_ = 0;
    for (std::size_t k = 0; k < size; ++k) {
        change_[k] = gain_[basic_[k]];
        value_ += change_[k] * amounts_[k];
    }
    std::fill(price_.begin(), price_.end(), 0.0);
    for (std::size_t t = 0; t < size; ++t) {
        double sum = 0;
        for (std::size_t k = 0; k < size; ++k) sum += line(t)[k] * change_[k];
        price_[tight_[t]] = sum;
    }
}

// --- A step ---------------------------------------------------------------------------------------------------------

/// The reduced gains of all columns that are wanted. Those not far from worth taking are near; says if any is worth it.
bool Programme::price_all() {
    near_.clear();
    bool is_worth_it = false;
    for (std::uint32_t c = 0; c < columns(); ++c) {
        if (place_[c] != none || gain_[c] <= 0) continue;
        double gain = gain_[c];
        for (const std::uint32_t r : rows_of(c)) gain -= price_[r];
        reduced_[c] = gain;
        if (gain > -far) near_.push_back(c);
        if (gain > least_gain) is_worth_it = true;
    }
    return is_worth_it;
}

/// The variable that is to enter the basis, if any.
bool Programme::entering(Variable& found) const {
    double best = 0;
    const auto consider = [&](Variable variable, double worth, double weight) {
        if (worth <= best * weight) return;
        best = worth / weight;
        found = variable;
    };
    for (const std::uint32_t c : near_)
        if (reduced_[c] > least_gain) consider({true, c}, reduced_[c] * reduced_[c], weight_[c]);
    for (const std::uint32_t r : tight_) {
        const double price = price_[r];
        if (is_free_[r] && std::abs(price) > least_gain)
            consider({false, r}, free_first * price * price, row_weight_[r]);
        else if (price < -least_gain)
            consider({false, r}, price * price, row_weight_[r]);
    }
    return best > 0;
}

/// The variable that is the first to reach 0, if any; `change_` and `loss_` become the column of the tableau.
bool Programme::leaving(Variable entering, double direction, Variable& found) {
    const std::size_t size = basic_.size();
    std::fill(loss_.begin(), loss_.end(), 0.0);
    if (entering.is_column) {
        std::fill_n(change_.begin(), size, 0.0);
        for (const std::uint32_t r : rows_of(entering.number)) {
            loss_[r] = 1;
            if (tight_place_[r] != none) subtract(change_.data(), line(tight_place_[r]), -1.0, size);
        }
    } else {
        loss_[entering.number] = 1;
        std::copy_n(line(tight_place_[entering.number]), size, change_.begin());
    }
    for (std::size_t k = 0; k < size; ++k)
        if (change_[k] != 0)
            for (const std::uint32_t r : rows_of(basic_[k])) loss_[r] -= change_[k];
    bool is_found = false;
    double least = 0, most = 0;
    const auto consider = [&](Variable variable, double amount, double loss) {
        if (loss <= least_pivot) return;
        const double ratio = std::max(0.0, amount) / loss;
        if (is_found && ratio >= least - tie && (ratio >= least + tie || loss <= most)) return;
        is_found = true;
        least = ratio;
        most = loss;
        found = variable;
    };
    for (std::size_t k = 0; k < size; ++k) consider({true, basic_[k]}, amounts_[k], direction * change_[k]);
    for (std::uint32_t r = 0; r < rows(); ++r)
        if (tight_place_[r] == none && !is_free_[r]) consider({false, r}, slacks_[r], direction * loss_[r]);
    return is_found;
}

/// Whether the column of the tableau that was made last is right: tight rows lose nothing.
bool Programme::is_sound() const {
    return std::all_of(tight_.begin(), tight_.end(), [&](std::uint32_t r) { return std::abs(loss_[r]) < most_error; });
}

/// The row of the tableau whose variable leaves, before it is multiplied with the columns.
void Programme::pivot_row(Variable leaving) {
    if (leaving.is_column) {
        for (std::size_t t = 0; t < tight_.size(); ++t) pivot_[tight_[t]] = line(t)[place_[leaving.number]];
        return;
    }
    met_.clear();
    for (const std::uint32_t c : columns_of_[leaving.number])
        if (place_[c] != none) met_.push_back(place_[c]);
    for (std::size_t t = 0; t < tight_.size(); ++t) {
        double sum = 0;
        for (const std::uint32_t k : met_) sum -= line(t)[k];
        pivot_[tight_[t]] = sum;
    }
    pivot_[leaving.number] = 1;
}

/// Reduced gains, prices and weights after a step.
void Programme::reprice(Variable entering, Variable leaving, double pivot) {
    SHAPEWRIGHT_ASSERT(pivot != 0);
    const double inverse = 1 / pivot, step = gain_of(entering) * inverse;
    const double weight = entering.is_column ? weight_[entering.number] : row_weight_[entering.number];
    const auto heavier = [&](double& kept, double entry) {
        const double ratio = entry * inverse;
        kept = std::max(kept, ratio * ratio * weight);
    };
    if (entering.is_column) near_.erase(std::find(near_.begin(), near_.end(), entering.number));
    for (const std::uint32_t c : near_) {
        double sum = 0;
        for (const std::uint32_t r : rows_of(c)) sum += pivot_[r];
        if (sum == 0) continue;
        reduced_[c] -= step * sum;
        heavier(weight_[c], sum);
    }
    for (const std::uint32_t r : tight_) {
        price_[r] += step * pivot_[r];
        heavier(row_weight_[r], pivot_[r]);
    }
    const double left = std::max(weight * inverse * inverse, 1.0);
    if (leaving.is_column) {
        reduced_[leaving.number] = -step;
        weight_[leaving.number] = left;
        if (gain_[leaving.number] > 0) near_.push_back(leaving.number);
    } else {
        price_[leaving.number] = step;
        row_weight_[leaving.number] = left;
    }
    if (!entering.is_column) price_[entering.number] = 0;
}

/// The variables change places.
void Programme::exchange(Variable entering, Variable leaving) {
    const std::size_t size = basic_.size();
    SHAPEWRIGHT_ASSERT(basic_.size() == tight_.size() && size <= width_);
    const std::size_t out = leaving.is_column ? place_[leaving.number] : size;
    if (entering.is_column && out == width_) grow();
    const double pivot = leaving.is_column ? change_[out] : loss_[leaving.number];
    const double amount = std::max(0.0, leaving.is_column ? amounts_[out] : slacks_[leaving.number]) / pivot;
    value_ += gain_of(entering) * amount;
    pivot_row(leaving);
    reprice(entering, leaving, pivot);
    subtract(amounts_.data(), change_.data(), amount, size);
    subtract(slacks_.data(), loss_.data(), amount, rows());
    for (std::size_t t = 0; t < size; ++t) {
        const double factor = std::exchange(pivot_[tight_[t]], 0.0) / pivot;
        if (factor != 0) subtract(line(t), change_.data(), factor, size);
        if (entering.is_column) line(t)[out] = factor;
    }
    const auto make_tight = [&](std::size_t at) {
        pivot_[leaving.number] = 0;
        tight_[at] = leaving.number;
        tight_place_[leaving.number] = static_cast<std::uint32_t>(at);
        for (std::size_t k = 0; k < size; ++k) line(at)[k] = -change_[k] / pivot;
    };
    if (entering.is_column) {
        if (leaving.is_column) {
            place_[leaving.number] = none;
        } else {
            basic_.push_back(none);
            tight_.push_back(none);
            make_tight(size);
            line(size)[size] = 1 / pivot;
        }
        basic_[out] = entering.number;
        place_[entering.number] = static_cast<std::uint32_t>(out);
        amounts_[out] = amount;
        return;
    }
    SHAPEWRIGHT_ASSERT(tight_place_[entering.number] != none);
    const std::size_t in = std::exchange(tight_place_[entering.number], none);
    slacks_[entering.number] = amount;
    if (leaving.is_column)
        take_out(in, out);
    else
        make_tight(in);
}

/// One tight row and one column of the basis less: the last of each takes the empty place.
void Programme::take_out(std::size_t tight, std::size_t basic) {
    const std::size_t last = basic_.size() - 1;
    SHAPEWRIGHT_ASSERT(basic_.size() == tight_.size() && tight <= last && basic <= last);
    place_[basic_[basic]] = none;
    tight_[tight] = tight_[last];
    basic_[basic] = basic_[last];
    amounts_[basic] = amounts_[last];
    if (tight != last) {
        tight_place_[tight_[tight]] = static_cast<std::uint32_t>(tight);
        std::copy_n(line(last), last + 1, line(tight));
    }
    if (basic != last) {
        place_[basic_[basic]] = static_cast<std::uint32_t>(basic);
        for (std::size_t t = 0; t < last; ++t) line(t)[basic] = line(t)[last];
    }
    tight_.pop_back();
    basic_.pop_back();
}

Outcome Programme::solve(double limit, std::uint64_t steps, const StopToken& stop) {
    std::fill(weight_.begin(), weight_.end(), 1.0);
    std::fill(row_weight_.begin(), row_weight_.end(), 1.0);
    bool is_fresh = false;
    for (std::uint64_t step = 0;; ++step) {
        if (step % until_fresh == 0 || is_fresh) add_up(), price_all();
        if (value_ > limit) return Outcome::beyond;
        Variable in{}, out{};
        if (!entering(in) && (!price_all() || !entering(in))) return Outcome::optimal;
        if (step >= steps || stop.expired()) return Outcome::unfinished;
        if (!leaving(in, gain_of(in) > 0 ? 1 : -1, out)) return Outcome::unbounded;
        is_fresh = !is_fresh && !is_sound();
        if (is_fresh) {
            invert();
            continue;
        }
        ++steps_;
        exchange(in, out);
    }
}

}  // namespace shapewright::linear
