// Families of sets: all solutions of a cover, and what is made of them.
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "diagram/algebra.hpp"
#include "exact_cover/all_covers.hpp"

namespace shapewright::bindings {

namespace {

using diagram::Branch;
using diagram::Family;
using diagram::Means;
using diagram::Member;
using diagram::Node;

Natural natural(BytesView bytes) {
    Natural number((bytes.size() + 7) / 8, 0);
    for (std::size_t k = 0; k < bytes.size(); ++k) number[k / 8] |= std::uint64_t{bytes[k]} << (k % 8 * 8);
    return number;
}

Family family_of_columns(std::uint32_t variables, Input<std::uint32_t> flat, std::uint32_t root) {
    if (flat.size() % 3 != 0) throw std::invalid_argument("a damaged decision diagram");
    std::vector<Branch> nodes(flat.size() / 3);
    for (std::size_t k = 0; k < nodes.size(); ++k) nodes[k] = {flat[3 * k], flat[3 * k + 1], flat[3 * k + 2]};
    return Family(variables, std::move(nodes), root);
}

}  // namespace

void declare_solution_sets(Door& door) {
    door.type<Family>("SetFamily", "A family of sets of options: see engine/diagram/family.hpp.")
        .init(&family_of_columns, arg("variables"), arg("nodes"), arg("root"),
              "``nodes``: variable, low and high of the nodes 2, 3, ... one after the other; 0 = none, 1 = the empty "
              "set.")
        .static_def(
            "all_covers",
            [](const exact_cover::Instance& instance, std::uint64_t bytes, const StopToken& stop,
               const Progress& progress) { return exact_cover::all_covers(instance, stop, bytes, progress.report); },
            arg("instance"), arg("bytes"), stopping, nullable("progress"),
            "All covers of an instance whose options are sorted by their least items.")
        .static_def("of_members", &diagram::family_of, arg("variables"), arg("members"), takes_long,
                    "The family of these members, each ascending.")
        .property("variables", &Family::variables)
        .property("root", &Family::root)
        .property("size", [](const Family& self) { return self.nodes().size(); })
        .property("nodes",
                  [](const Family& self) {
                      std::vector<std::uint32_t> flat;
                      flat.reserve(self.nodes().size() * 3);
                      for (const Branch& node : self.nodes())
                          flat.insert(flat.end(), {node.variable, node.low, node.high});
                      return Output<std::uint32_t>(std::move(flat));
                  })
        .property(
            "count", [](const Family& self) { return little_endian(self.count()); },
            "The count as little-endian bytes.")
        .def(
            "equals",
            [](const Family& self, const Family& other) {
                return self.variables() == other.variables() && self.root() == other.root() &&
                       self.nodes() == other.nodes();
            },
            arg("other"))
        .def(
            "contains", [](const Family& self, const Member& member) { return self.contains(member); }, arg("member"))
        .def(
            "members",
            [](const Family& self, BytesView rank, std::uint64_t most, const StopToken& stop) {
                return self.members(natural(rank), most, stop);
            },
            arg("rank"), arg("most"), stopping_if_asked, "Up to so many members from the one of that rank on.")
        .def(
            "containing",
            [](const Family& self, const StopToken& stop) {
                std::vector<Bytes> result;
                for (const Natural& number : self.containing(stop)) result.push_back(little_endian(number));
                return result;
            },
            stopping, "For each variable, how many members have it, as little-endian bytes.")
        .def(
            "cheapest",
            [](const Family& self, const std::vector<std::int64_t>& costs, std::uint64_t most, const StopToken& stop) {
                return self.cheapest(costs, most, stop);
            },
            arg("costs"), arg("most"), stopping, "Members of the least sums of costs, ascending, with these sums.")
        .def(
            "unite",
            [](const Family& self, const Family& other, std::uint64_t bytes, const StopToken& stop) {
                return diagram::unite(self, other, Means{stop, bytes});
            },
            arg("other"), arg("bytes"), stopping)
        .def(
            "intersect",
            [](const Family& self, const Family& other, std::uint64_t bytes, const StopToken& stop) {
                return diagram::intersect(self, other, Means{stop, bytes});
            },
            arg("other"), arg("bytes"), stopping)
        .def(
            "subtract",
            [](const Family& self, const Family& other, std::uint64_t bytes, const StopToken& stop) {
                return diagram::subtract(self, other, Means{stop, bytes});
            },
            arg("other"), arg("bytes"), stopping)
        .def(
            "among",
            [](const Family& self, const Member& chosen, std::uint32_t least, std::uint32_t most, std::uint64_t bytes,
               const StopToken& stop) { return diagram::among(self, chosen, least, most, Means{stop, bytes}); },
            arg("chosen"), arg("least"), arg("most"), arg("bytes"), stopping,
            "The members that have so many of the variables.");
}

}  // namespace shapewright::bindings
