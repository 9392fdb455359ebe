// What a thread must have before it can throw an exception where memory has run out.
#pragma once

#include <exception>

namespace shapewright {

/// Makes the C++ library's own variables of this thread, which it needs to throw an exception, while there is memory.
inline void prepare_thread() noexcept {
    static_cast<void>(std::uncaught_exceptions());
}

}  // namespace shapewright
