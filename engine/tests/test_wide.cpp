// Numbers of 128 bits: against the compiler's own where it has some, and against their definition elsewhere.
#include <cstdint>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/wide.hpp"

using namespace shapewright;

namespace {

/// A number with runs of equal bits, whose sums carry and borrow across the middle.
std::uint64_t some_word(Rng& rng) {
    switch (rng.below(4)) {
        case 0:
            return 0;
        case 1:
            return ~std::uint64_t{0};
        case 2:
            return std::uint64_t{1} << rng.below(64);
        default:
            return rng.next();
    }
}

Word128 some_number(Rng& rng) {
    const std::uint64_t high = some_word(rng);
    return {high, some_word(rng)};
}

bool bit(const Word128& a, int k) {
    return ((k < 64 ? a.low >> k : a.high >> (k - 64)) & 1) != 0;
}

}  // namespace

TEST(wide_numbers_shift_every_bit_by_every_distance) {
    Rng rng(1);
    for (int places = 0; places < 128; ++places)
        for (int round = 0; round < 20; ++round) {
            const Word128 a = some_number(rng);
            const Word128 left = a << places, right = a >> static_cast<std::uint32_t>(places);
            for (int k = 0; k < 128; ++k) {
                CHECK_EQ(bit(left, k), k >= places && bit(a, k - places));
                CHECK_EQ(bit(right, k), k + places < 128 && bit(a, k + places));
            }
            Word128 b = a;
            CHECK((b <<= places) == left);
            b = a;
            CHECK((b >>= places) == right);
        }
}

TEST(wide_numbers_count_bits) {
    Rng rng(2);
    for (int round = 0; round < 2000; ++round) {
        const Word128 a = some_number(rng);
        int all = 0, zeros = 0, ones = 0;
        for (int k = 0; k < 128; ++k) {
            all += bit(a, k) ? 1 : 0;
            if (zeros == k && !bit(a, k)) ++zeros;
            if (ones == k && bit(a, k)) ++ones;
        }
        CHECK_EQ(popcount(a), all);
        CHECK_EQ(countr_zero(a), zeros);
        CHECK_EQ(countr_one(a), ones);
    }
}

TEST(wide_numbers_add_and_compare) {
    Rng rng(3);
    for (int round = 0; round < 2000; ++round) {
        const Word128 a = some_number(rng), b = some_number(rng);
        CHECK(a + b - b == a);
        CHECK(a - b + b == a);
        CHECK(a + ~a == ~Word128{});
        CHECK((a & b) + (a | b) == a + b);
        CHECK(~a + 1 == Word128{} - a);
        CHECK((a < b) == (a.high < b.high || (a.high == b.high && a.low < b.low)));
        CHECK((a < b) + (b < a) + (a == b) == 1);
        CHECK_EQ(static_cast<std::uint64_t>(a >> 64), a.high);
        CHECK((Word128{a.high} << 64 | a.low) == a);
    }
}

#if defined(__SIZEOF_INT128__)
TEST(wide_numbers_are_those_of_the_compiler) {
    __extension__ using Native = unsigned __int128;
    const auto native = [](const Word128& a) { return Native{a.high} << 64 | a.low; };
    Rng rng(4);
    for (int round = 0; round < 20000; ++round) {
        const Word128 a = some_number(rng), b = some_number(rng);
        const auto places = static_cast<int>(rng.below(128));
        CHECK(native(a + b) == native(a) + native(b));
        CHECK(native(a - b) == native(a) - native(b));
        CHECK(native(a & b) == (native(a) & native(b)));
        CHECK(native(a | b) == (native(a) | native(b)));
        CHECK(native(~a) == ~native(a));
        CHECK(native(a << places) == native(a) << places);
        CHECK(native(a >> places) == native(a) >> places);
        CHECK((a < b) == (native(a) < native(b)));
        CHECK((a == b) == (native(a) == native(b)));
    }
}
#endif
