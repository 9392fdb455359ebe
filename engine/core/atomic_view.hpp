// One byte or number in memory, read and written as if it were atomic: std::atomic_ref where the library has it.
#pragma once

#include <atomic>

namespace shapewright {

/// Reads what another thread may write meanwhile; nothing else is ordered by it.
template <typename Number>
inline Number load_relaxed(const Number& at) {
#if defined(__cpp_lib_atomic_ref)
    // It needs a mutable reference; nothing is written through it.
    return std::atomic_ref(const_cast<Number&>(at)).load(std::memory_order_relaxed);
#else
    return __atomic_load_n(&at, __ATOMIC_RELAXED);
#endif
}

/// Writes what another thread may read meanwhile.
template <typename Number>
inline void store_relaxed(Number& at, Number value) {
#if defined(__cpp_lib_atomic_ref)
    std::atomic_ref(at).store(value, std::memory_order_relaxed);
#else
    __atomic_store_n(&at, value, __ATOMIC_RELAXED);
#endif
}

/// Puts `value` there if what is there equals `expected`, and says whether it did.
template <typename Number>
inline bool exchange_relaxed(Number& at, Number expected, Number value) {
#if defined(__cpp_lib_atomic_ref)
    return std::atomic_ref(at).compare_exchange_strong(expected, value, std::memory_order_relaxed);
#else
    return __atomic_compare_exchange_n(&at, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

}  // namespace shapewright
