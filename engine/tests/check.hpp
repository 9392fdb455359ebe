// The whole of the engine's test framework: tests that register themselves, and checks that say what they saw.
//
//     TEST(popcount_of_an_empty_set_is_zero) { CHECK_EQ(popcount(Bits{}), 0); }
//
// main.cpp runs every test, or those whose name contains one of its arguments. A failed check ends its test, not the
// run.
#pragma once

#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace check {

struct Test {
    std::string_view name;
    void (*body)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> registered;
    return registered;
}

struct Registration {
    Registration(std::string_view name, void (*body)()) { tests().push_back({name, body}); }
};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// How often a long test draws at random, of how often it usually does: with sanitizers, which look after memory and
/// make everything take ten times as long, a tenth.
constexpr int draws(int usual) {
#if defined(SHAPEWRIGHT_FEW_RINGS)
    return usual < 10 ? 1 : usual / 10;
#else
    return usual;
#endif
}

[[noreturn]] inline void fail(std::string_view file, int line, const std::string& what) {
    std::ostringstream text;
    text << file << ':' << line << ": " << what;
    throw Failure(text.str());
}

template <typename Value>
void show(std::ostream& out, const Value& value) {
    if constexpr (requires { out << value; }) {
        out << value;
    } else {
        out << "(a value that cannot be printed)";
    }
}

template <typename Left, typename Right>
void equal(std::string_view file, int line, std::string_view text, const Left& left, const Right& right) {
    if (left == right) return;
    std::ostringstream what;
    what << text << ": ";
    show(what, left);
    what << " is not ";
    show(what, right);
    fail(file, line, what.str());
}

}  // namespace check

#define TEST(name)                                                            \
    static void test_##name();                                                \
    static const check::Registration registration_##name(#name, test_##name); \
    static void test_##name()

#define CHECK(condition)                                               \
    do {                                                               \
        if (!(condition)) check::fail(__FILE__, __LINE__, #condition); \
    } while (false)

#define CHECK_EQ(left, right) check::equal(__FILE__, __LINE__, #left " == " #right, (left), (right))

#define CHECK_THROWS(expression, Error)                                                          \
    do {                                                                                         \
        bool check_threw = false;                                                                \
        try {                                                                                    \
            static_cast<void>(expression);                                                       \
        } catch (const Error&) {                                                                 \
            check_threw = true;                                                                  \
        }                                                                                        \
        if (!check_threw) check::fail(__FILE__, __LINE__, #expression " did not throw " #Error); \
    } while (false)
