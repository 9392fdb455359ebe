#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "register.hpp"
#include "shapez/halves.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using shapewright::shapez::HalfTable;

namespace {

template <typename Item>
auto array(std::vector<Item>&& items) {
    auto* kept = new std::vector<Item>(std::move(items));
    const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<Item>*>(pointer); });
    return nb::ndarray<nb::numpy, Item, nb::ndim<1>, nb::c_contig>(kept->data(), {kept->size()}, owner);
}

}  // namespace

void register_shapez_halves(nb::module_& module) {
    module.def(
        "shapez_halves",
        [](int parts, int layers, int threads, nb::handle stop, double seconds) -> std::optional<nb::tuple> {
            const shapewright::StopToken token = stop_token(stop, seconds);
            HalfTable table;
            bool over;
            {
                const nb::gil_scoped_release released;
                over = shapewright::shapez::find_halves(parts, layers, threads, token, {}, table);
            }
            if (!over) return std::nullopt;
            return nb::make_tuple(array(std::move(table.keys)), array(std::move(table.operation)),
                                  array(std::move(table.first)), array(std::move(table.second)),
                                  array(std::move(table.steps)), array(std::move(table.order)));
        },
        "parts"_a, "layers"_a, "threads"_a, "stop"_a = nb::none(), "seconds"_a = -1.0,
        "The table of all halves by local operations: see engine/shapez/halves.hpp; None if stopped.");
}
