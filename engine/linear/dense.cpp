#include "linear/dense.hpp"

namespace shapewright::linear {
namespace {

constexpr double least_gain = 1e-9;  // of a column that enters
constexpr double least_pivot = 1e-8;
constexpr double least_rest = 1e-11;  // what is smaller is a rounding error

}  // namespace

Prices solve_dense(std::span<const Entries> columns, std::span<const double> gains, std::span<const double> room,
                   std::uint64_t steps, const StopToken& stop) {
    const std::size_t rows = room.size(), own = columns.size(), wide = own + rows + 1;
    std::vector<double> table((rows + 1) * wide, 0.0);
    const auto line = [&](std::size_t row) { return table.data() + row * wide; };
    for (std::size_t c = 0; c < own; ++c) {
        for (const auto& [row, number] : columns[c]) line(row)[c] += number;
        line(rows)[c] = -gains[c];
    }
    for (std::size_t row = 0; row < rows; ++row) {
        line(row)[own + row] = 1;
        line(row)[wide - 1] = room[row];
    }
    Prices found;
    for (; steps > 0 && !stop.expired(); --steps) {
        // The column with the largest gain; the row that allows least of it, of equals the largest pivot.
        const double* const last = line(rows);
        std::size_t entering = 0;
        for (std::size_t c = 1; c + 1 < wide; ++c)
            if (last[c] < last[entering]) entering = c;
        if (last[entering] > -least_gain) {
            found.is_optimal = true;
            found.prices.assign(last + own, last + own + rows);
            return found;
        }
        std::size_t leaving = rows;
        double most = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            const double pivot = line(row)[entering];
            if (pivot < least_pivot) continue;
            const double ratio = line(row)[wide - 1] / pivot;
            if (leaving == rows || ratio < most - least_rest ||
                (ratio < most + least_rest && pivot > line(leaving)[entering])) {
                leaving = row;
                most = ratio;
            }
        }
        if (leaving == rows) return found;
        double* const pivots = line(leaving);
        const double pivot = pivots[entering];
        std::vector<std::size_t> some;  // many are 0
        for (std::size_t c = 0; c < wide; ++c) {
            pivots[c] /= pivot;
            if (pivots[c] < least_rest && pivots[c] > -least_rest)
                pivots[c] = 0;
            else
                some.push_back(c);
        }
        for (std::size_t row = 0; row <= rows; ++row) {
            double* const changed = line(row);
            const double times = changed[entering];
            if (row == leaving || times == 0) continue;
            for (const std::size_t c : some) changed[c] -= times * pivots[c];
            changed[entering] = 0;
        }
    }
    return found;
}

}  // namespace shapewright::linear
