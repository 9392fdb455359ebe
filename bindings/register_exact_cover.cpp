#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "casters.hpp"
#include "exact_cover/search.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using shapewright::exact_cover::Instance;
using shapewright::exact_cover::Option;
using shapewright::exact_cover::Path;
using shapewright::exact_cover::Search;

namespace {

using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using OptionTuple = std::tuple<std::vector<std::uint32_t>, std::vector<std::uint32_t>, Uses>;

Instance make_instance(const std::vector<bool>& required, std::vector<std::uint32_t> minimum,
                       const std::vector<std::optional<std::uint32_t>>& maximum, std::vector<OptionTuple> options) {
    Instance instance;
    instance.required = required;
    instance.minimum = std::move(minimum);
    for (const auto& bound : maximum) instance.maximum.push_back(bound.value_or(shapewright::exact_cover::unlimited));
    instance.options.reserve(options.size());
    for (auto& [items, colours, uses] : options)
        instance.options.push_back(Option{std::move(items), std::move(colours), std::move(uses)});
    instance.validate();
    return instance;
}

std::unique_ptr<Search> make_search(const std::string& engine, const Instance& instance) {
    if (engine == "bit-sliced") return make_bit_sliced(instance, shapewright::chosen_simd());
    if (engine == "strip") return make_strip(instance);
    if (engine == "sparse") return make_sparse(instance);
    throw std::invalid_argument("unknown engine '" + engine + "'");
}

}  // namespace

void register_exact_cover(nb::module_& module) {
    nb::class_<Instance>(module, "CoverInstance", "An exact cover problem: see engine/exact_cover/instance.hpp.")
        .def(
            "__init__",
            [](Instance* self, const std::vector<bool>& required, std::vector<std::uint32_t> minimum,
               const std::vector<std::optional<std::uint32_t>>& maximum, std::vector<OptionTuple> options) {
                new (self) Instance(make_instance(required, std::move(minimum), maximum, std::move(options)));
            },
            "required"_a, "minimum"_a, "maximum"_a, "options"_a,
            "``options`` are (items, colours, uses) with uses = (piece, copies); a maximum of None is no bound.")
        .def_static(
            "of_placements",
            [](const std::vector<bool>& required, std::vector<std::uint32_t> minimum,
               const std::vector<std::optional<std::uint32_t>>& maximum,
               std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> placements) {
                std::vector<OptionTuple> options;
                options.reserve(placements.size());
                for (auto& [piece, items] : placements)
                    options.emplace_back(std::move(items), std::vector<std::uint32_t>{}, Uses{{piece, 1}});
                return make_instance(required, std::move(minimum), maximum, std::move(options));
            },
            "required"_a, "minimum"_a, "maximum"_a, "placements"_a,
            "Every option is one copy of a piece on some items: (piece, items).")
        .def(
            "shuffled",
            [](const Instance& self, std::uint64_t seed) {
                std::vector<std::uint32_t> order;
                Instance shuffled = self.shuffled(seed, order);
                return std::make_pair(std::move(shuffled), std::move(order));
            },
            "seed"_a, nb::call_guard<nb::gil_scoped_release>(),
            "The same problem with its options in a random order, and the old numbers of the options in that order.")
        .def_prop_ro("items", [](const Instance& self) { return self.items(); })
        .def_prop_ro("options", [](const Instance& self) { return self.options.size(); });

    nb::class_<Search>(module, "CoverSearch", "A depth-first search that can be left and gone on with.")
        .def("start", &Search::start, "prefix"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Begin (again) below the given option numbers.")
        .def(
            "run",
            [](Search& self, nb::handle stop, double seconds, std::uint64_t limit, std::uint64_t nodes, bool collect) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                std::vector<Path> found;
                bool over;
                {
                    const nb::gil_scoped_release released;
                    over = self.run(token, limit, nodes, collect ? &found : nullptr);
                }
                return std::make_pair(over, std::move(found));
            },
            "stop"_a.none(), "seconds"_a, "limit"_a, "nodes"_a, "collect"_a,
            "Go on; return whether the search is over and, if asked to collect, the solutions met.")
        .def("rest", &Search::rest, "What is still to be done, as prefixes that partition it.")
        .def("split", &Search::split, "target"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Cut the whole search into at least `target` prefixes if it is that large.")
        .def("estimate", &Search::estimate, "prefix"_a, "probes"_a, "seed"_a, "deepest"_a = 100,
             nb::call_guard<nb::gil_scoped_release>(), "Monte-Carlo estimate of the nodes below a prefix.")
        .def_prop_ro("depth", &Search::depth)
        .def_prop_ro("nodes", &Search::nodes)
        .def_prop_ro("solutions", &Search::solutions);

    module.def("cover_search", &make_search, "engine"_a, "instance"_a,
               "A search by 'bit-sliced', 'strip' or 'sparse'; None if the instance does not fit that engine.");
}
