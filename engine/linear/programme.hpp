// Linear programmes of zeros and ones: the most of c·y with Ay <= b and y >= 0, where A has ones and zeros alone.
//
// Primal simplex method with an explicit inverse of the basis (for hundreds of rows and many columns) and prices after
// Harris (devex, Mathematical Programming 5, 1973). Dual values are the solution of the covering programme: the least
// of b·x with A'x >= c and x >= 0. What it says is as good as floating point: who wants a proof rounds the prices and
// adds up in whole numbers. Sums are made in one order, so that every machine takes the same steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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
    /// A step costs rows² + the ones in A.
    Outcome solve(double limit, std::uint64_t steps);

    double value() const { return value_; }
    double price(std::size_t row) const { return price_[row]; }  // dual value: x
    double amount(std::size_t column) const;                     // y
    std::uint64_t steps() const { return steps_; }

    struct Basis {
        Numbers variables;
        std::vector<double> amounts, inverse;
    };
    Basis basis() const { return {variables_, amounts_, inverse_}; }
    void restore(const Basis& basis);

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::size_t slack(std::size_t row) const { return columns() + row; }
    bool is_free(std::size_t variable) const { return variable >= columns() && is_free_[variable - columns()]; }
    double* line(std::size_t row) { return inverse_.data() + row * width_; }

    void add_up();
    std::size_t entering() const;
    std::size_t leaving(std::size_t variable, double direction);
    void exchange(std::size_t entering, std::size_t row, double direction);
    void reprice(std::size_t entering, std::size_t row);

    Numbers begin_, row_;  // of the columns, one after the other
    std::vector<double> gain_, room_;
    std::vector<bool> is_free_;
    std::size_t width_;                              // of a line of the inverse
    Numbers variables_, place_;                      // the basis, by row; where each variable stands there
    std::vector<double> amounts_, inverse_, price_;  // of the basis
    std::vector<double> reduced_, weight_;           // of all variables: reduced gains, devex weights
    std::vector<double> change_, pivot_;             // a column of the tableau, a row of the inverse
    double value_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace shapewright::linear
