// Records of perfect clears in .pc files.
#include "clear/records.hpp"

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/rules.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

using clear::RecordChecker;

namespace {

using Checked =
    std::tuple<std::uint64_t, std::uint64_t, std::vector<std::pair<std::uint64_t, std::size_t>>, std::size_t, bool>;

}  // namespace

void declare_clear_records(Door& door) {
    door.def(
        "clear_whole_records",
        [](BytesView content, std::uint64_t most) {
            const clear::WholeRecords found = clear::whole_records(content, most);
            return std::tuple(found.number, found.bytes, found.is_damaged);
        },
        arg("content"), arg("most"), takes_long,
        "The whole records of a .pc file at the beginning of some bytes, by their heads alone: how many (at most so "
        "many), their bytes, and whether the head after them is damaged.");

    door.type<RecordChecker>("ClearRecordChecker",
                             "Replays records of .pc files by the rules: see engine/clear/records.hpp.")
        .init([](const ClearRules::Kicks& kicks,
                 int drop) { return RecordChecker(ClearRules::table(kicks), static_cast<clear::Drop>(drop)); },
              arg("kicks"), arg("drop"))
        .def(
            "check",
            [](const RecordChecker& self, BytesView content, std::size_t most_named, BytesView start,
               const StopToken& stop) {
                clear::CheckedRecords found = self.check(content, most_named, stop, clear_board<clear::Board>(start));
                return Checked(found.number, found.wrong, std::move(found.first_wrong), found.bytes, found.is_stopped);
            },
            arg("content"), arg("most_named"), arg("start"), stopping,
            "How many records there are, how many of them are wrong, place and byte of the first wrong ones, how many "
            "bytes were looked at, and whether that was stopped; what is left begins with damage.");
}

}  // namespace shapewright::bindings
