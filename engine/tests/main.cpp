// Runs the registered tests: all, or those whose name contains one of the arguments.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>

#include "check.hpp"

int main(int argc, char** argv) {
    const auto chosen = [&](std::string_view name) {
        if (argc == 1) return true;
        for (int i = 1; i < argc; ++i) {
            if (name.find(argv[i]) != std::string_view::npos) return true;
        }
        return false;
    };
    int run = 0;
    int failed = 0;
    for (const check::Test& test : check::tests()) {
        if (!chosen(test.name)) continue;
        ++run;
        try {
            test.body();
        } catch (const std::exception& error) {
            ++failed;
            std::cout << "FAILED " << test.name << "\n    " << error.what() << std::endl;
        }
    }
    std::cout << "engine: " << run - failed << " passed, " << failed << " failed" << std::endl;
    if (run == 0) std::cout << "engine: no test has such a name" << std::endl;
    return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
