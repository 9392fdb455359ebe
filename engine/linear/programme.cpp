#include "linear/programme.hpp"

#include <algorithm>
#include <cmath>

namespace shapewright::linear {
namespace {

constexpr double least_gain = 1e-9;  // of a variable that enters
constexpr double least_pivot = 1e-8;
constexpr double tie = 1e-12;
constexpr double free_first = 10;           // rows that do not limit any more are soonest out of the way
constexpr std::uint64_t until_fresh = 100;  // steps after which everything is added up again

}  // namespace

Programme::Programme(std::span<const Numbers> columns, std::vector<double> room)
    : begin_{0},
      gain_(columns.size(), 1.0),
      room_(std::move(room)),
      is_free_(room_.size(), false),
      width_((room_.size() + 3) / 4 * 4),
      place_(columns.size() + room_.size(), none),
      amounts_(room_),
      inverse_(room_.size() * width_, 0.0),
      price_(width_, 0.0),
      reduced_(place_.size(), 0.0),
      weight_(place_.size(), 1.0),
      change_(room_.size(), 0.0),
      pivot_(width_, 0.0) {
    for (const Numbers& rows : columns) {
        row_.insert(row_.end(), rows.begin(), rows.end());
        begin_.push_back(static_cast<std::uint32_t>(row_.size()));
    }
    for (std::size_t r = 0; r < room_.size(); ++r) {
        line(r)[r] = 1.0;
        variables_.push_back(static_cast<std::uint32_t>(slack(r)));
        place_[slack(r)] = static_cast<std::uint32_t>(r);
    }
}

double Programme::amount(std::size_t column) const {
    return place_[column] == none ? 0.0 : amounts_[place_[column]];
}

void Programme::restore(const Basis& basis) {
    for (const std::uint32_t variable : variables_) place_[variable] = none;
    variables_ = basis.variables;
    amounts_ = basis.amounts;
    inverse_ = basis.inverse;
    for (std::size_t r = 0; r < rows(); ++r) place_[variables_[r]] = static_cast<std::uint32_t>(r);
}

/// The value, the prices and the reduced gains of the basis.
void Programme::add_up() {
    std::fill(price_.begin(), price_.end(), 0.0);
    value_ = 0;
    for (std::size_t r = 0; r < rows(); ++r) {
        if (variables_[r] >= columns()) continue;
        const double gain = gain_[variables_[r]];
        value_ += gain * amounts_[r];
        const double* inverse = line(r);
        for (std::size_t k = 0; k < width_; ++k) price_[k] += gain * inverse[k];
    }
    for (std::size_t c = 0; c < columns(); ++c) {
        double gain = gain_[c];
        for (std::size_t k = begin_[c]; k < begin_[c + 1]; ++k) gain -= price_[row_[k]];
        reduced_[c] = gain;
    }
    for (std::size_t r = 0; r < rows(); ++r) reduced_[slack(r)] = -price_[r];
}

/// The variable that enters the basis, or their number.
std::size_t Programme::entering() const {
    std::size_t found = place_.size();
    double best = 0;
    const auto consider = [&](std::size_t variable, double factor) {
        const double worth = factor * reduced_[variable] * reduced_[variable];
        if (worth <= best * weight_[variable]) return;
        best = worth / weight_[variable];
        found = variable;
    };
    for (std::size_t c = 0; c < columns(); ++c)
        if (reduced_[c] > least_gain && place_[c] == none && gain_[c] > 0) consider(c, 1);
    for (std::size_t r = 0; r < rows(); ++r) {
        const std::size_t variable = slack(r);
        if (place_[variable] != none) continue;
        if (is_free_[r] && std::abs(reduced_[variable]) > least_gain)
            consider(variable, free_first);
        else if (reduced_[variable] > least_gain)
            consider(variable, 1);
    }
    return found;
}

/// The row whose variable is the first to reach 0, or their number; `change_` becomes the column of the tableau.
std::size_t Programme::leaving(std::size_t variable, double direction) {
    if (variable < columns()) {
        for (std::size_t r = 0; r < rows(); ++r) {
            const double* inverse = line(r);
            double sum = 0;
            for (std::size_t k = begin_[variable]; k < begin_[variable + 1]; ++k) sum += inverse[row_[k]];
            change_[r] = sum;
        }
    } else {
        for (std::size_t r = 0; r < rows(); ++r) change_[r] = line(r)[variable - columns()];
    }
    std::size_t found = rows();
    double least = 0;
    for (std::size_t r = 0; r < rows(); ++r) {
        const double loss = direction * change_[r];
        if (loss <= least_pivot || is_free(variables_[r])) continue;
        const double ratio = std::max(0.0, amounts_[r]) / loss;
        const bool is_less = found == rows() || ratio < least - tie;
        if (is_less || (ratio < least + tie && loss > direction * change_[found])) {
            least = ratio;
            found = r;
        }
    }
    return found;
}

/// Reduced gains, prices and weights after a step, by the pivot row.
void Programme::reprice(std::size_t entering, std::size_t row) {
    const double inverse = 1 / change_[row], step = reduced_[entering] * inverse, weight = weight_[entering];
    std::copy_n(line(row), width_, pivot_.begin());
    const auto adjust = [&](std::size_t variable, double entry) {
        reduced_[variable] -= step * entry;
        const double ratio = entry * inverse;
        weight_[variable] = std::max(weight_[variable], ratio * ratio * weight);
    };
    for (std::size_t c = 0; c < columns(); ++c) {
        if (place_[c] != none || gain_[c] <= 0) continue;
        double sum = 0;
        for (std::size_t k = begin_[c]; k < begin_[c + 1]; ++k) sum += pivot_[row_[k]];
        if (sum != 0) adjust(c, sum);
    }
    for (std::size_t r = 0; r < rows(); ++r)
        if (place_[slack(r)] == none && pivot_[r] != 0) adjust(slack(r), pivot_[r]);
    for (std::size_t k = 0; k < width_; ++k) price_[k] += step * pivot_[k];
    const std::uint32_t left = variables_[row];
    reduced_[left] = -step;
    weight_[left] = std::max(weight * inverse * inverse, 1.0);
    reduced_[entering] = 0;
}

void Programme::exchange(std::size_t entering, std::size_t row, double direction) {
    const double amount = direction * std::max(0.0, amounts_[row] / (direction * change_[row]));
    value_ += reduced_[entering] * amount;
    for (std::size_t r = 0; r < rows(); ++r) amounts_[r] -= amount * change_[r];
    amounts_[row] = amount;
    reprice(entering, row);
    double* const pivot = line(row);
    const double inverse = 1 / change_[row];
    for (std::size_t k = 0; k < width_; ++k) pivot[k] *= inverse;
    for (std::size_t r = 0; r < rows(); ++r) {
        const double factor = change_[r];
        if (r == row || factor == 0) continue;
        double* const other = line(r);
        for (std::size_t k = 0; k < width_; ++k) other[k] -= factor * pivot[k];
    }
    place_[variables_[row]] = none;
    variables_[row] = static_cast<std::uint32_t>(entering);
    place_[entering] = static_cast<std::uint32_t>(row);
}

Outcome Programme::solve(double limit, std::uint64_t steps) {
    std::fill(weight_.begin(), weight_.end(), 1.0);
    for (std::uint64_t step = 0;; ++step) {
        if (step % until_fresh == 0) add_up();
        if (value_ > limit) return Outcome::beyond;
        const std::size_t variable = entering();
        if (variable == place_.size()) return Outcome::optimal;
        if (step >= steps) return Outcome::unfinished;
        const double direction = reduced_[variable] > 0 ? 1 : -1;
        const std::size_t row = leaving(variable, direction);
        if (row == rows()) return Outcome::unbounded;
        ++steps_;
        exchange(variable, row, direction);
    }
}

}  // namespace shapewright::linear
