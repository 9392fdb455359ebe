// Which vector instructions to use, decided once at run time.
#pragma once

#include <string>

namespace shapewright {

enum class Simd { portable, avx2, avx512 };

/// The best path that is compiled in and that this processor can run.
Simd best_simd();

/// True if `path` is compiled in and this processor can run it.
bool simd_available(Simd path);

/// The path that `set_simd` set; else `SHAPEWRIGHT_SIMD=portable|avx2|avx512`, as the environment was when the library
/// was loaded; else the best one. Throws std::invalid_argument if that path is unknown or not available.
Simd chosen_simd();

/// Take the path of this name from now on, on every thread: for tests. Empty: whatever it was when the library was
/// loaded. Throws std::invalid_argument if it is unknown or not available.
void set_simd(const std::string& name);

/// Throws std::invalid_argument if there is none of this name.
Simd simd_from_name(const std::string& name);

/// The same, and if this processor cannot run it.
Simd simd_to_run(const std::string& name);
const char* simd_name(Simd path);

}  // namespace shapewright
