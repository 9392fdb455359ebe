// Large tables that begin with nothing but zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>

#include "core/assert.hpp"
#endif

namespace shapewright {

/// An array of so many zeros, for which the system gives memory as it is touched; in large pages where it has these, as
/// else every look into a large table costs a second one, at the table of pages.
template <typename Value>
class Zeros {
public:
    static_assert(std::is_trivially_copyable_v<Value>);

    Zeros() = default;
    explicit Zeros(std::size_t size) : size_(size) {
        if (size == 0) return;
        values_.reset(static_cast<Value*>(std::calloc(size, sizeof(Value))));
        if (values_ == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        constexpr std::uintptr_t huge = std::uintptr_t{2} << 20;
        const auto from = (reinterpret_cast<std::uintptr_t>(values_.get()) + huge - 1) / huge * huge;
        const auto to = (reinterpret_cast<std::uintptr_t>(values_.get()) + size * sizeof(Value)) / huge * huge;
        if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#endif
    }

    std::size_t size() const { return size_; }
    const Value& operator[](std::size_t at) const {
        SHAPEWRIGHT_ASSERT(at < size_);
        return values_.get()[at];
    }
    Value& operator[](std::size_t at) {
        SHAPEWRIGHT_ASSERT(at < size_);
        return values_.get()[at];
    }
    std::uint64_t bytes() const { return std::uint64_t{sizeof(Value)} * size_; }

private:
    struct Free {
        void operator()(Value* values) const { std::free(values); }
    };
    std::unique_ptr<Value, Free> values_;
    std::size_t size_ = 0;
};

}  // namespace shapewright
