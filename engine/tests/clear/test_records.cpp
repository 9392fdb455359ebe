#include <cstdint>
#include <vector>

#include "check.hpp"
#include "clear/kicks.hpp"
#include "clear/records.hpp"

using namespace shapewright::clear;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// O J L I O in two lines, from perfect-tetris.
const Bytes example{0x71, 0x85, 0xfc, 0xff, 0xff, 0xff, 0x07, 0x00, 0x00, 0x0c, 0x18, 0x38, 0x20};

Bytes with(std::size_t at, int value) {
    Bytes result = example;
    result[at] = static_cast<std::uint8_t>(value);
    return result;
}

Bytes repeated(const Bytes& record, int times) {
    Bytes result;
    for (int k = 0; k < times; ++k) result.insert(result.end(), record.begin(), record.end());
    return result;
}

}  // namespace

TEST(clear_records_end_where_their_heads_say) {
    const Bytes three = repeated(example, 3);
    CHECK_EQ(whole_records(three, 100).number, 3U);
    CHECK_EQ(whole_records(three, 2).bytes, 26U);
    const WholeRecords cut = whole_records(std::span(three).first(38), 100);
    CHECK_EQ(cut.number, 2U);
    CHECK_EQ(cut.is_damaged, false);
    for (const Bytes& damaged : {with(5, 0x1f), with(6, 0x27), with(7, 0x80), Bytes(8, 0xff)})
        CHECK_EQ(whole_records(damaged, 1).is_damaged, true);
}

TEST(clear_records_are_replayed) {
    const RecordChecker checker(clear_kicks::srs(), Drop::soft);
    const auto wrong = [&](const Bytes& record) { return checker.check(record, 9, {}).wrong; };
    CHECK_EQ(wrong(example), 0U);
    CHECK_EQ(wrong(with(9, 0x34)), 1U);     // a row up: floats
    CHECK_EQ(wrong(with(12, 0x1c)), 1U);    // a column to the left: overlaps
    CHECK_EQ(wrong(with(9, 53 << 2)), 1U);  // higher than a clear can be
    Bytes two = repeated(example, 2);
    two[13 + 12] = 0x1c;
    const CheckedRecords found = checker.check(two, 9, {});
    CHECK_EQ(found.number, 2U);
    CHECK_EQ(found.first_wrong.size(), 1U);
    CHECK_EQ(found.first_wrong[0].first, 1U);
    CHECK_EQ(found.first_wrong[0].second, 13U);
    // Damage ends it: a position past 59, a cell beyond the wall.
    for (const int code : {60 << 2, 9 << 2}) {
        two = repeated(example, 3);
        two[13 + 9] = static_cast<std::uint8_t>(code);
        CHECK_EQ(checker.check(two, 9, {}).number, 1U);
        CHECK_EQ(checker.check(two, 9, {}).bytes, 13U);
    }
    const unsigned char flag = 1;
    CHECK_EQ(checker.check(example, 9, shapewright::StopToken(&flag, -1)).is_stopped, true);
}
