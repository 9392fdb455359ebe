#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "casters.hpp"
#include "clear/records.hpp"
#include "clear_rules.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;

namespace {

std::span<const std::uint8_t> span_of(const nb::bytes& content) {
    return {static_cast<const std::uint8_t*>(content.data()), content.size()};
}

using Checked =
    std::tuple<std::uint64_t, std::uint64_t, std::vector<std::pair<std::uint64_t, std::size_t>>, std::size_t, bool>;

}  // namespace

void register_clear_records(nb::module_& module) {
    module.def(
        "clear_whole_records",
        [](const nb::bytes& content, std::uint64_t most) {
            const auto data = span_of(content);
            const nb::gil_scoped_release released;
            const clear::WholeRecords found = clear::whole_records(data, most);
            return std::tuple(found.number, found.bytes, found.is_damaged);
        },
        "content"_a, "most"_a,
        "The whole records of a .pc file at the beginning of some bytes, by their heads alone: how many (at most so "
        "many), their bytes, and whether the head after them is damaged.");

    nb::class_<clear::RecordChecker>(module, "ClearRecordChecker",
                                     "Replays records of .pc files by the rules: see engine/clear/records.hpp.")
        .def(
            "__init__",
            [](clear::RecordChecker* self, const ClearRules::Kicks& kicks, int drop) {
                new (self) clear::RecordChecker(ClearRules::table(kicks), static_cast<clear::Drop>(drop));
            },
            "kicks"_a, "drop"_a)
        .def(
            "check",
            [](const clear::RecordChecker& self, const nb::bytes& content, std::size_t most_named, nb::handle stop,
               double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                const auto data = span_of(content);
                const nb::gil_scoped_release released;
                const clear::CheckedRecords found = self.check(data, most_named, token);
                return Checked(found.number, found.wrong, found.first_wrong, found.bytes, found.is_stopped);
            },
            "content"_a, "most_named"_a, "stop"_a.none(), "seconds"_a,
            "How many records there are, how many of them are wrong, place and byte of the first wrong ones, how many "
            "bytes were looked at, and whether that was stopped; what is left begins with damage.");
}
