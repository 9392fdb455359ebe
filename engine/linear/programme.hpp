// Linear programmes of zeros and ones: the most of c·y with Ay <= b and y >= 0, where A has ones and zeros alone.
//
// Primal simplex method with prices after Harris (devex, Mathematical Programming 5, 1973). A row whose slack is in the
// basis has no price, so the inverse is kept only for the other rows, the tight ones, and as many columns in the basis:
// a small square where few rows limit. Columns far from worth taking are priced only when no other one is (sifting).
// Dual values are the solution of the covering programme: the least of b·x with A'x >= c and x >= 0. What it says is as
// good as floating point: who wants a proof rounds the prices and adds up in whole numbers. Sums are made in one order,
// so that every machine takes the same steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stop.hpp"

namespace shapewright::linear {

enum class Outcome : std::uint8_t { optimal, beyond, unbounded, unfinished };

class Programme {
public:
    using Numbers = std::vector<std::uint32_t>;

    /// `columns` are the rows of each column, `room` (at least 0) is b. All gains (c) are 1 at first.
    Programme(std::span<const Numbers> columns, std::vector<double> room);

    std::size_t rows() const { return room_.size(); }
    std::size_t columns() const { return begin_.size() - 1; }

    /// What a unit of a column is worth. One that is not wanted costs something, so that none of it is taken.
    void set_gain(std::size_t column, double gain) { gain_[column] = gain; }

    /// Whether a row does not limit anything.
    void set_free(std::size_t row, bool is_free) { is_free_[row] = is_free; }

    /// From the basis at hand: to the end, until the value is beyond `limit`, or for so many steps. After gains have
    /// changed or rows have become free the basis is still good; what was taken back needs the basis from before.
    /// A step costs (tight rows)² + the ones in the columns that are priced.
    /// It is unfinished, too, where `stop` expires.
    Outcome solve(double limit, std::uint64_t steps, const StopToken& stop = {});

    double value() const { return value_; }
    double price(std::size_t row) const { return price_[row]; }  // dual value: x
    double amount(std::size_t column) const { return place_[column] == none ? 0.0 : amounts_[place_[column]]; }  // y
    std::span<const std::uint32_t> taken() const { return basic_; }  // the columns whose amount may be more than 0
    std::uint64_t steps() const { return steps_; }

    struct Basis {
        Numbers basic, tight;  // columns and rows
        std::vector<double> amounts, inverse;
    };
    Basis basis() const;
    void restore(const Basis& basis);

    /// Make the inverse of the basis anew; `solve` does so itself where it sees that rounding errors have added up.
    void invert();

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // A column, or the slack of a row.
    struct Variable {
        bool is_column;
        std::uint32_t number;
    };

    double* line(std::size_t at) { return inverse_.data() + at * width_; }
    const double* line(std::size_t at) const { return inverse_.data() + at * width_; }
    std::span<const std::uint32_t> rows_of(std::size_t column) const {
        return {row_.data() + begin_[column], begin_[column + 1] - begin_[column]};
    }
    double gain_of(Variable variable) const {
        return variable.is_column ? reduced_[variable.number] : -price_[variable.number];
    }

    void grow();
    void take_basis(const Numbers& basic, const Numbers& tight);
    void add_up_slacks();
    void add_up();
    bool price_all();
    bool entering(Variable& found) const;
    bool leaving(Variable entering, double direction, Variable& found);
    bool is_sound() const;
    void exchange(Variable entering, Variable leaving);
    void pivot_row(Variable leaving);
    void reprice(Variable entering, Variable leaving, double pivot);
    void take_out(std::size_t tight, std::size_t basic);

    Numbers begin_, row_;              // of the columns, one after the other
    std::vector<Numbers> columns_of_;  // of each row
    std::vector<double> gain_, room_;
    std::vector<bool> is_free_;
    Numbers basic_, tight_;                    // columns in the basis, and as many rows whose slack is not
    Numbers place_, tight_place_;              // where each column and each row stands among these
    std::size_t width_ = 0;                    // of a line of the inverse
    std::vector<double> inverse_;              // a line for each tight row, with an entry for each column in the basis
    std::vector<double> amounts_, slacks_;     // of columns in the basis; of rows that are not tight
    std::vector<double> price_, reduced_;      // of rows; reduced gains of columns
    std::vector<double> weight_, row_weight_;  // devex: of columns, of slacks
    Numbers near_;                             // the columns that are priced at every step
    std::vector<double> change_, loss_;        // a column of the tableau: of the columns in the basis, of slacks
    std::vector<double> pivot_;                // a row of the tableau before the columns: by row
    Numbers met_;                              // places of columns, for a while
    double value_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace shapewright::linear
