// The random generator: the published stream, and numbers below a bound.
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"

using shapewright::Rng;

namespace {

// Written after the papers, in another shape than the engine's.
std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::uint64_t xoshiro(std::array<std::uint64_t, 4>& s) {
    const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
    s = {s[0] ^ s[1] ^ s[3], s[0] ^ s[1] ^ s[2], s[0] ^ s[2] ^ (s[1] << 17), std::rotl(s[1] ^ s[3], 45)};
    return result;
}

}  // namespace

TEST(rng_has_the_published_stream) {
    std::uint64_t mix = 1234567;
    CHECK_EQ(split_mix(mix), 6457827717110365317ULL);
    CHECK_EQ(split_mix(mix), 3203168211198807973ULL);
    std::array<std::uint64_t, 4> state{1, 2, 3, 4};
    for (const std::uint64_t expected : {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL, 1216172134540287360ULL})
        CHECK_EQ(xoshiro(state), expected);
    for (const std::uint64_t seed : {0ULL, 1ULL, 1234567ULL, ~0ULL}) {
        mix = seed;
        for (std::uint64_t& word : state) word = split_mix(mix);
        Rng rng(seed);
        for (int k = 0; k < 1000; ++k) CHECK_EQ(rng.next(), xoshiro(state));
    }
}

TEST(rng_repeats_itself_and_seeds_differ) {
    Rng a(7), b(7), c(8);
    bool differs = false;
    for (int k = 0; k < 100; ++k) {
        const std::uint64_t value = a.next();
        CHECK_EQ(value, b.next());
        differs = differs || value != c.next();
    }
    CHECK(differs);
}

TEST(rng_stays_below_the_bound) {
    Rng rng(1);
    for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 10ULL, 1ULL << 32, (1ULL << 63) + 1, ~0ULL})
        for (int k = 0; k < 1000; ++k) CHECK(rng.below(bound) < bound);
}

TEST(rng_is_even) {
    Rng rng(2);
    for (const std::uint64_t bound : {2u, 3u, 7u, 10u}) {
        std::vector<int> seen(static_cast<std::size_t>(bound), 0);
        const int each = 2000;
        for (std::uint64_t k = 0; k < bound * each; ++k) ++seen[rng.place(static_cast<std::size_t>(bound))];
        // Five standard deviations of a binomial count are below 5 * sqrt(each).
        for (const int times : seen) CHECK(times > each - 224 && times < each + 224);
    }
    // A bound of two thirds of the range: the remainder alone would give every value below a third twice as often.
    const std::uint64_t bound = 0xaaaaaaaaaaaaaaaa;
    int low = 0;
    for (int k = 0; k < 6000; ++k) low += rng.below(bound) < bound / 2;
    CHECK(low > 2800 && low < 3200);
}
