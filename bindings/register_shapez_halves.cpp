#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "casters.hpp"
#include "register.hpp"
#include "shapez/halves/halves.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::shapez;

namespace {

/// The columns of a HalfTable: keys, operations, first, second, steps, order.
using HalfColumns = std::tuple<Output<HalfKey>, Output<std::uint8_t>, Output<HalfKey>, Output<HalfKey>,
                               Output<std::uint8_t>, Output<std::uint32_t>>;

std::optional<HalfColumns> find_half_columns(int parts, int layers, int threads, nb::handle stop, double seconds,
                                             nb::handle progress) {
    const shapewright::StopToken token = stop_token(stop, seconds);
    HalfTable table;
    bool done;
    {
        const nb::gil_scoped_release released;
        auto latest = std::chrono::steady_clock::now();
        const auto report = [&](std::uint64_t found) {
            const auto now = std::chrono::steady_clock::now();
            if (now - latest < std::chrono::milliseconds(50)) return;
            latest = now;
            const nb::gil_scoped_acquire acquired;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();  // Ctrl-C
            if (!progress.is_none()) progress(found);
        };
        done = find_halves(parts, layers, threads, token, report, table);
    }
    if (!done) return std::nullopt;
    return HalfColumns(array_of(std::move(table.keys)), array_of(std::move(table.operation)),
                       array_of(std::move(table.first)), array_of(std::move(table.second)),
                       array_of(std::move(table.steps)), array_of(std::move(table.order)));
}

}  // namespace

void register_shapez_halves(nb::module_& module) {
    module.def("shapez_halves", find_half_columns, "parts"_a, "layers"_a, "threads"_a, "stop"_a = nb::none(),
               "seconds"_a = -1.0, "progress"_a = nb::none(),
               "The columns keys, op, first, second, steps, order of engine/shapez/halves/halves.hpp; None if stopped. "
               "``progress`` is called now and then with the number of halves found.");
}
