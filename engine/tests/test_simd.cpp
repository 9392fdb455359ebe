// Choosing the vector instructions.
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "core/simd.hpp"

using namespace shapewright;

namespace {

constexpr const char* variable = "SHAPEWRIGHT_SIMD";
constexpr Simd every_path[] = {Simd::portable, Simd::avx2, Simd::avx512};

/// Sets the environment variable (null: takes it away) and puts back what was there.
class Forced {
public:
    explicit Forced(const char* value) {
        if (const char* old = std::getenv(variable)) old_ = old;
        set(value);
    }
    ~Forced() { set(old_ ? old_->c_str() : nullptr); }
    Forced(const Forced&) = delete;
    Forced& operator=(const Forced&) = delete;

private:
    static void set(const char* value) {
        if (value == nullptr)
            unsetenv(variable);
        else
            setenv(variable, value, 1);
    }
    std::optional<std::string> old_;
};

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

TEST(simd_is_the_best_unless_forced) {
    {
        const Forced nothing(nullptr);
        CHECK(chosen_simd() == best_simd());
    }
    const Forced empty("");
    CHECK(chosen_simd() == best_simd());
}

TEST(simd_can_be_forced_to_what_is_available) {
    for (const Simd path : every_path) {
        const Forced forced(simd_name(path));
        if (simd_available(path))
            CHECK(chosen_simd() == path);
        else
            CHECK_THROWS(chosen_simd(), std::invalid_argument);
    }
}

TEST(simd_forced_to_an_unknown_path_says_so) {
    const Forced forced("sse9");
    std::string message;
    try {
        chosen_simd();
    } catch (const std::invalid_argument& error) {
        message = error.what();
    }
    CHECK(message.find("SHAPEWRIGHT_SIMD") != std::string::npos);
    CHECK(message.find("'sse9'") != std::string::npos);
}
