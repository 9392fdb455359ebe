// Exact cover: problems, and searches that can be left and gone on with.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "exact_cover/certificate.hpp"
#include "exact_cover/cheapest.hpp"
#include "exact_cover/search.hpp"

namespace shapewright::bindings {

using exact_cover::Certificate;
using exact_cover::Cheapest;
using exact_cover::Instance;
using exact_cover::Option;
using exact_cover::Path;
using exact_cover::Search;

namespace {

using Numbers = std::vector<std::uint32_t>;
using Maxima = std::vector<std::optional<std::uint32_t>>;
using Uses = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using OptionTuple = std::tuple<Numbers, Numbers, Uses>;

Instance make_instance(const std::vector<bool>& required, Numbers minimum, const Maxima& maximum,
                       std::vector<OptionTuple> options) {
    Instance instance;
    instance.required = required;
    instance.minimum = std::move(minimum);
    for (const auto& bound : maximum) instance.maximum.push_back(bound.value_or(exact_cover::unlimited));
    instance.options.reserve(options.size());
    for (auto& [items, colours, uses] : options)
        instance.options.push_back(Option{std::move(items), std::move(colours), std::move(uses)});
    instance.validate();
    return instance;
}

Instance of_placements(const std::vector<bool>& required, Numbers minimum, const Maxima& maximum,
                       std::vector<std::pair<std::uint32_t, Numbers>> placements) {
    std::vector<OptionTuple> options;
    options.reserve(placements.size());
    for (auto& [piece, items] : placements) options.emplace_back(std::move(items), Numbers{}, Uses{{piece, 1}});
    return make_instance(required, std::move(minimum), maximum, std::move(options));
}

std::unique_ptr<Search> make_search(const std::string& engine, const Instance& instance) {
    if (engine == "bit-sliced") return make_bit_sliced(instance, chosen_simd());
    if (engine == "strip") return make_strip(instance);
    if (engine == "sparse") return make_sparse(instance);
    throw std::invalid_argument("unknown engine '" + engine + "'");
}

/// Solutions as a table, one a row, options in ascending order; rows that are shorter than others end in -1.
Output<std::int32_t, 2> table_of(const std::vector<Path>& found) {
    std::size_t width = 0;
    for (const Path& path : found) width = std::max(width, path.size());
    std::vector<std::int32_t> cells(found.size() * width, -1);
    for (std::size_t k = 0; k < found.size(); ++k) {
        const auto row = cells.begin() + static_cast<std::ptrdiff_t>(k * width);
        std::copy(found[k].begin(), found[k].end(), row);
        std::sort(row, row + static_cast<std::ptrdiff_t>(found[k].size()));
    }
    return array_of(std::move(cells), std::array{found.size(), width});
}

}  // namespace

void declare_exact_cover(Door& door) {
    door.type<Instance>("CoverInstance", "An exact cover problem: see engine/exact_cover/instance.hpp.")
        .init(&make_instance, arg("required"), arg("minimum"), arg("maximum"), arg("options"),
              "``options`` are (items, colours, uses) with uses = (piece, copies); a maximum of None is no bound.")
        .static_def("of_placements", &of_placements, arg("required"), arg("minimum"), arg("maximum"), arg("placements"),
                    "Every option is one copy of a piece on some items: (piece, items).")
        .def(
            "shuffled",
            [](const Instance& self, std::uint64_t seed) {
                Numbers order;
                Instance shuffled = self.shuffled(seed, order);
                return std::make_pair(std::move(shuffled), std::move(order));
            },
            arg("seed"), takes_long,
            "The same problem with its options in a random order, and the old numbers of the options in that order.")
        .def(
            "ranked",
            [](const Instance& self, std::uint64_t seed, const Numbers& ranks) {
                Numbers order;
                Instance ranked = self.shuffled(seed, order, ranks);
                return std::make_pair(std::move(ranked), std::move(order));
            },
            arg("seed"), arg("ranks"), takes_long,
            "The same with the options in the order of their pieces' ranks plus a random number below 256 each.")
        .property("items", &Instance::items)
        .property("options", [](const Instance& self) { return self.options.size(); });

    door.type<Search>("CoverSearch", "A depth-first search that can be left and gone on with.")
        .def(
            "start", [](Search& self, const Path& prefix, const StopToken& stop) { return self.start(prefix, stop); },
            arg("prefix"), stopping_if_asked,
            "Begin (again) below the given option numbers; False if stopped, and then at the root.")
        .def(
            "run",
            [](Search& self, const StopToken& stop, std::uint64_t limit, std::uint64_t nodes, bool collect) {
                std::vector<Path> found;
                const bool over = self.run(stop, limit, nodes, collect ? &found : nullptr);
                return std::make_pair(over, std::move(found));
            },
            stopping, arg("limit"), arg("nodes"), arg("collect"),
            "Go on; return whether the search is over and, if asked to collect, the solutions met.")
        .def(
            "run_table",
            [](Search& self, const StopToken& stop, std::uint64_t limit) {
                std::vector<Path> found;
                const bool over = self.run(stop, limit, ~std::uint64_t{0}, &found);
                return std::make_pair(over, table_of(found));
            },
            stopping, arg("limit"),
            "Go on; return whether the search is over, and the solutions met as a table, one a row, their options in "
            "ascending order; rows that are shorter than others end in -1.")
        .def("give", &Search::give, arg("given"), takes_long,
             "Look only for covers with these options from now on; False: there is none, and nothing is given.")
        .def("rest", &Search::rest, "What is still to be done, as prefixes that partition it.")
        .def(
            "split",
            [](Search& self, std::uint64_t target, const StopToken& stop) {
                return self.split(static_cast<std::size_t>(target), stop);
            },
            arg("target"), stopping_if_asked,
            "Cut the whole search into at least `target` prefixes if it is that large, into fewer if stopped.")
        .def(
            "estimate",
            [](Search& self, const Path& prefix, std::uint32_t probes, std::uint64_t seed, std::uint64_t deepest,
               const StopToken& stop) {
                return self.estimate(prefix, probes, seed, static_cast<std::size_t>(deepest), stop);
            },
            arg("prefix"), arg("probes"), arg("seed"), arg("deepest") = 100, stopping_if_asked,
            "Monte-Carlo estimate of the nodes below a prefix; None if stopped.")
        .property("depth", &Search::depth)
        .property("nodes", &Search::nodes)
        .property("solutions", &Search::solutions);

    door.type<Cheapest>("CoverCheapest", "The cheapest exact covers: see engine/exact_cover/cheapest.hpp.")
        .init(
            [](const Instance& instance, std::vector<std::uint64_t> costs, std::uint64_t number) {
                return std::make_unique<Cheapest>(instance, std::move(costs), static_cast<std::size_t>(number));
            },
            arg("instance"), arg("costs"), arg("number"))
        .def("give", &Cheapest::give, arg("given"), "Look only for covers with these options; False: there is none.")
        .def("run", &Cheapest::run, stopping, arg("nodes"),
             "Go on; return whether the covers found are proven to be the cheapest.")
        .property("found", &Cheapest::found)
        .property("bound", &Cheapest::bound)
        .property("nodes", &Cheapest::nodes);

    door.type<Certificate>("CoverCertificate", "A search written down: see engine/exact_cover/certificate.hpp.")
        .init([](const Instance& instance,
                 std::vector<std::int64_t> costs) { return std::make_unique<Certificate>(instance, std::move(costs)); },
              arg("instance"), arg("costs"))
        .def("begin_with", &Certificate::begin_with, arg("piece"), arg("times"),
             "Begin with a piece that is used once, each of whose options stands for several.")
        .def(
            "run",
            [](Certificate& self, const StopToken& stop, bool in_order, std::uint64_t bytes) {
                const Certificate::Outcome outcome = self.run(stop, in_order, bytes);
                return outcome == Certificate::Outcome::done        ? "done"
                       : outcome == Certificate::Outcome::too_large ? "too large"
                                                                    : "stopped";
            },
            stopping, arg("in_order"), arg("bytes"), "Search and write all lines: 'done', 'too large' or 'stopped'.")
        .def(
            "text", [](const Certificate& self, std::uint64_t number) { return Bytes(self.text().at(number)); },
            arg("number"), "One of the pieces of the text, each of whole lines.")
        .property(
            "texts", [](const Certificate& self) { return self.text().size(); }, "The number of pieces of text.")
        .property("root", &Certificate::root, "The word for the state without any option.")
        .property("lines", &Certificate::lines)
        .property(
            "count", [](const Certificate& self) { return little_endian(self.count()); },
            "The number of covers as little-endian bytes.")
        .property("least", &Certificate::least, "The least cost of a cover; 2^62 if there is none.");

    door.def("cover_search", &make_search, arg("engine"), arg("instance"),
             "A search by 'bit-sliced', 'strip' or 'sparse'; None if the instance does not fit that engine.");
}

}  // namespace shapewright::bindings
