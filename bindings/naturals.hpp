// Numbers of any size on their way to Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "core/natural.hpp"

/// The bytes that int.from_bytes(..., "little") reads.
inline nanobind::bytes little_endian(const shapewright::Natural& number) {
    std::string bytes;
    for (std::uint64_t limb : number)
        for (int k = 0; k < 8; ++k, limb >>= 8) bytes.push_back(static_cast<char>(limb & 0xff));
    return nanobind::bytes(bytes.data(), bytes.size());
}
