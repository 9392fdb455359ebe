// Choosing the vector instructions.
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "core/simd.hpp"

using namespace shapewright;

namespace {

constexpr Simd every_path[] = {Simd::portable, Simd::avx2, Simd::avx512};

}  // namespace

TEST(simd_names_go_there_and_back) {
    for (const Simd path : every_path) CHECK(simd_from_name(simd_name(path)) == path);
    CHECK_EQ(std::string(simd_name(Simd::portable)), "portable");
    CHECK_THROWS(simd_from_name("AVX2"), std::invalid_argument);
    CHECK_THROWS(simd_from_name(""), std::invalid_argument);
}

TEST(simd_best_is_available_and_nothing_better_is) {
    CHECK(simd_available(Simd::portable));
    CHECK(simd_available(best_simd()));
    for (const Simd path : every_path)
        if (path > best_simd()) CHECK(!simd_available(path));
}

TEST(simd_can_be_set_to_what_is_available) {
    const Simd before = chosen_simd();
    for (const Simd path : every_path) {
        if (simd_available(path)) {
            set_simd(simd_name(path));
            CHECK(chosen_simd() == path);
        } else {
            CHECK_THROWS(set_simd(simd_name(path)), std::invalid_argument);
        }
    }
    set_simd("");
    CHECK(chosen_simd() == before);
}

TEST(simd_set_to_an_unknown_path_says_so) {
    const Simd before = chosen_simd();
    std::string message;
    try {
        set_simd("sse9");
    } catch (const std::invalid_argument& error) {
        message = error.what();
    }
    CHECK(message.find("SHAPEWRIGHT_SIMD") != std::string::npos);
    CHECK(message.find("'sse9'") != std::string::npos);
    CHECK(chosen_simd() == before);
}

TEST(simd_of_512_bits_needs_that_of_256) {
    if (simd_available(Simd::avx512)) CHECK(simd_available(Simd::avx2));
}
