// Which vector instructions to use, decided once at run time.
#pragma once

#include <string>

namespace shapewright {

enum class Simd { portable, avx2, avx512 };

/// The best path that is compiled in and that this processor can run.
Simd best_simd();

/// True if `path` is compiled in and this processor can run it.
bool simd_available(Simd path);

/// `SHAPEWRIGHT_SIMD=portable|avx2|avx512` forces a path; otherwise the best one. Read at each call, so that a test
/// can change it. Throws std::invalid_argument if the forced path is unknown or not available.
Simd chosen_simd();

Simd simd_from_name(const std::string& name);
const char* simd_name(Simd path);

}  // namespace shapewright
