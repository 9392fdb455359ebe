// Perfect clears one after the other.
#include "clear/loop/loop.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "clear/table/table.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

using clear::Loop;

namespace {

/// The lower and the higher half.
std::pair<std::uint64_t, std::uint64_t> halves(const Word128& number) {
    return {number.low, number.high};
}

}  // namespace

void declare_clear_loop(Door& door) {
    door.type<Loop>("ClearLoop", "Clears one after the other: see engine/clear/loop/loop.hpp.")
        .init(
            [](const clear::TableSource& source, bool hold, bool bags, int see, bool number) {
                const Loop::Aim aim = number ? Loop::Aim::number : Loop::Aim::all;
                return Loop(source.placements, {hold, bags, see, aim});
            },
            arg("source"), arg("hold"), arg("bags"), arg("see"), arg("number"), keeps<2>)
        .property("clears", &Loop::clears, "How many clears the values are for.")
        .property(
            "progress", [](const Loop& self) { return std::make_pair(self.done(), self.size()); },
            "How many of how many states between clears the present step has gone through.")
        .def("step", &Loop::step, stopping, arg("bytes"), "Values for one clear more; False if stopped.")
        .def(
            "value", [](const Loop& self, unsigned bag, unsigned held) { return halves(self.value(bag, held)); },
            arg("bag"), arg("held"), takes_long, "How many strings of pieces end well, over all that may be in sight.")
        .def(
            "greatest",
            [](const Loop& self, unsigned left, bool empty) {
                if (left < 1 || left > clear::pieces) throw std::invalid_argument("no such bag");
                return halves(self.greatest(left, empty));
            },
            arg("left"), arg("empty"), "The greatest value with some pieces in sight.");
}

}  // namespace shapewright::bindings
