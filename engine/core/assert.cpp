#include "core/assert.hpp"

#if defined(SHAPEWRIGHT_ASSERTIONS)

#include <cstdio>
#include <cstdlib>

namespace shapewright {

void assertion_failed(const char* file, int line, const char* condition) {
    std::fprintf(stderr, "%s:%d: the engine is wrong: %s does not hold\n", file, line, condition);
    std::fflush(stderr);
    std::abort();
}

}  // namespace shapewright

#endif
