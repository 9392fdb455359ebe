// How much memory things take, in 64 bits: where addresses have 32, a product of sizes would not fit.
#pragma once

#include <cstdint>
#include <vector>

namespace shapewright {

/// What a vector has allocated, in bytes.
template <typename Value>
std::uint64_t bytes_of(const std::vector<Value>& values) {
    return std::uint64_t{sizeof(Value)} * values.capacity();
}

}  // namespace shapewright
