#include "core/simd.hpp"

#include <cstdlib>
#include <stdexcept>

namespace shapewright {

bool simd_available(Simd path) {
    switch (path) {
        case Simd::portable:
            return true;
        case Simd::avx2:
#ifdef SHAPEWRIGHT_HAVE_AVX2
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
            return false;
#endif
        case Simd::avx512:
#ifdef SHAPEWRIGHT_HAVE_AVX512
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq");
#else
            return false;
#endif
    }
    return false;
}

Simd best_simd() {
    if (simd_available(Simd::avx512)) return Simd::avx512;
    if (simd_available(Simd::avx2)) return Simd::avx2;
    return Simd::portable;
}

const char* simd_name(Simd path) {
    switch (path) {
        case Simd::avx2:
            return "avx2";
        case Simd::avx512:
            return "avx512";
        default:
            return "portable";
    }
}

Simd simd_from_name(const std::string& name) {
    for (const Simd path : {Simd::portable, Simd::avx2, Simd::avx512})
        if (name == simd_name(path)) return path;
    throw std::invalid_argument("SHAPEWRIGHT_SIMD is '" + name + "'; expected portable, avx2 or avx512");
}

Simd chosen_simd() {
    const char* forced = std::getenv("SHAPEWRIGHT_SIMD");
    if (forced == nullptr || *forced == '\0') return best_simd();
    const Simd path = simd_from_name(forced);
    if (!simd_available(path))
        throw std::invalid_argument("SHAPEWRIGHT_SIMD is '" + std::string(forced) + "', which this machine cannot run");
    return path;
}

}  // namespace shapewright
