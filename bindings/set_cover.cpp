// Minimum set cover.
#include "set_cover/set_cover.hpp"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"

namespace shapewright::bindings {

void declare_set_cover(Door& door) {
    using set_cover::Numbers;
    door.def(
        "minimum_set_cover",
        [](std::size_t elements, std::vector<Numbers> sets, Numbers weights, const Numbers& start,
           const StopToken& stop, std::uint64_t nodes) {
            const set_cover::Problem problem{elements, std::move(sets), std::move(weights)};
            set_cover::Result found = set_cover::solve(problem, start, stop, nodes);
            return std::make_tuple(std::move(found.chosen), found.weight, found.bound, found.nodes);
        },
        arg("elements"), arg("sets"), arg("weights"), arg("start"), stopping, arg("nodes"),
        "The lightest sets that together have every element: their numbers, their weight, a bound on it, and nodes.");
}

}  // namespace shapewright::bindings
