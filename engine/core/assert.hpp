// What the engine holds to be true. A condition that is false means that the engine itself is wrong, whatever it was
// asked: what callers may get wrong is an exception.
//
//     SHAPEWRIGHT_ASSERT(offsets.back() == edges.size());
//
// With SHAPEWRIGHT_ASSERTIONS (a CMake option, on with sanitizers) a false condition prints where it stands, and ends
// the process. Without, it is compiled but never evaluated, and leaves no code.
#pragma once

#if defined(SHAPEWRIGHT_ASSERTIONS)

namespace shapewright {

[[noreturn]] void assertion_failed(const char* file, int line, const char* condition);

}  // namespace shapewright

#define SHAPEWRIGHT_ASSERT(...) \
    (static_cast<bool>(__VA_ARGS__) ? void() : ::shapewright::assertion_failed(__FILE__, __LINE__, #__VA_ARGS__))

#else

#define SHAPEWRIGHT_ASSERT(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))

#endif
