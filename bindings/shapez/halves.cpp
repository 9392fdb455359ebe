// The search for all halves that can be built.
#include "shapez/halves/halves.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "declare.hpp"

namespace shapewright::bindings {

using shapez::HalfKey;

namespace {

/// The columns of a HalfTable: keys, operations, first, second, steps, order.
using HalfColumns = std::tuple<Output<HalfKey>, Output<std::uint8_t>, Output<HalfKey>, Output<HalfKey>,
                               Output<std::uint8_t>, Output<std::uint32_t>>;

std::optional<HalfColumns> find_half_columns(int parts, int layers, int threads, const StopToken& stop,
                                             const Progress& progress) {
    shapez::HalfTable table;
    auto latest = std::chrono::steady_clock::now();
    const auto report = [&](std::uint64_t found) {
        const auto now = std::chrono::steady_clock::now();
        if (now - latest < std::chrono::milliseconds(50)) return;
        latest = now;
        progress.report(found);
    };
    if (!shapez::find_halves(parts, layers, threads, stop, report, table)) return std::nullopt;
    return HalfColumns(array_of(std::move(table.keys)), array_of(std::move(table.operation)),
                       array_of(std::move(table.first)), array_of(std::move(table.second)),
                       array_of(std::move(table.steps)), array_of(std::move(table.order)));
}

}  // namespace

void declare_shapez_halves(Door& door) {
    door.def("shapez_halves", &find_half_columns, arg("parts"), arg("layers"), arg("threads"), stopping_if_asked,
             nullable("progress") = none,
             "The columns keys, op, first, second, steps, order of engine/shapez/halves/halves.hpp; None if stopped. "
             "``progress`` is called now and then with the number of halves found.");
}

}  // namespace shapewright::bindings
