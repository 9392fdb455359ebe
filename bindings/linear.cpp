// Linear programmes of zeros and ones.
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "linear/dense.hpp"
#include "linear/programme.hpp"

namespace shapewright::bindings {

void declare_linear(Door& door) {
    using linear::Outcome;
    using linear::Programme;
    using Numbers = Programme::Numbers;
    door.type<Programme>("LinearProgramme", "The most of c·y with Ay <= b and y >= 0: see engine/linear/programme.hpp.")
        .init(
            [](const std::vector<Numbers>& columns, const std::vector<double>& room) {
                for (const double each : room)
                    if (!(each >= 0)) throw std::invalid_argument("a row has less room than 0");
                for (const Numbers& rows : columns)
                    for (const std::uint32_t row : rows)
                        if (row >= room.size()) throw std::invalid_argument("a column has a row that is not there");
                return std::make_unique<Programme>(columns, room);
            },
            arg("columns"), arg("room"), "``columns`` are the rows of each column, ``room`` is b.")
        .def(
            "set_gains",
            [](Programme& self, const Numbers& columns, double gain) {
                for (const std::uint32_t column : columns)
                    if (column >= self.columns()) throw std::invalid_argument("there is no such column");
                for (const std::uint32_t column : columns) self.set_gain(column, gain);
            },
            arg("columns"), arg("gain"), "What a unit of each of these columns is worth; less than 0: none is taken.")
        .def(
            "solve",
            [](Programme& self, double limit, std::uint64_t steps, const StopToken& stop) -> std::string {
                switch (self.solve(limit, steps, stop)) {
                    case Outcome::optimal:
                        return "optimal";
                    case Outcome::beyond:
                        return "beyond";
                    case Outcome::unbounded:
                        return "unbounded";
                    case Outcome::unfinished:
                        break;
                }
                return "unfinished";
            },
            arg("limit"), arg("steps"), stopping_if_asked,
            "From the basis at hand, until the value is beyond the limit.")
        .property("value", &Programme::value)
        .property("steps", &Programme::steps)
        .def(
            "prices",
            [](const Programme& self) {
                std::vector<double> all(self.rows());
                for (std::size_t row = 0; row < all.size(); ++row) all[row] = self.price(row);
                return all;
            },
            "The dual values of the rows.")
        .def(
            "taken",
            [](const Programme& self) {
                std::vector<std::pair<std::uint32_t, double>> all;
                for (const std::uint32_t column : self.taken()) all.emplace_back(column, self.amount(column));
                return all;
            },
            "The columns of which there may be some, with their amounts.");

    door.def(
        "linear_prices",
        [](const std::vector<linear::Entries>& columns, const std::vector<double>& gains,
           const std::vector<double>& room, std::uint64_t steps, const StopToken& stop) {
            if (gains.size() != columns.size()) throw std::invalid_argument("there is a gain for every column");
            for (const double each : room)
                if (!(each > 0)) throw std::invalid_argument("a row has no room");
            for (const linear::Entries& entries : columns)
                for (const auto& [row, number] : entries)
                    if (row >= room.size()) throw std::invalid_argument("a column has a row that is not there");
            linear::Prices found = linear::solve_dense(columns, gains, room, steps, stop);
            return std::make_pair(found.is_optimal, std::move(found.prices));
        },
        arg("columns"), arg("gains"), arg("room"), arg("steps"), stopping_if_asked,
        "Dual values of the rows, if the most of c·y with Ay <= b is found: see engine/linear/dense.hpp.");
}

}  // namespace shapewright::bindings
