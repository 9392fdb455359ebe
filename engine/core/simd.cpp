#include "core/simd.hpp"

#include <atomic>
#include <cstdlib>
#include <stdexcept>

#if defined(SHAPEWRIGHT_HAVE_AVX2)
#include <cpuid.h>
#endif

namespace shapewright {
namespace {

// Read when the library is loaded: later another thread might change the environment meanwhile.
const std::string named = [] {
    const char* name = std::getenv("SHAPEWRIGHT_SIMD");
    return std::string(name == nullptr ? "" : name);
}();

constexpr int as_named = -1;
std::atomic<int> set_path{as_named};

#if defined(SHAPEWRIGHT_HAVE_AVX2)
// Not every compiler that can count leading zeros knows the name "lzcnt" here. Asked once: where the machine is a
// virtual one, the answer takes as long as a small search.
bool has_lzcnt() {
    static const bool has = [] {
        unsigned a = 0, b = 0, c = 0, d = 0;
        return __get_cpuid(0x80000001U, &a, &b, &c, &d) != 0 && (c & (1U << 5)) != 0;
    }();
    return has;
}
#endif

}  // namespace

bool simd_available(Simd path) {
    switch (path) {
        case Simd::portable:
            return true;
        case Simd::avx2:
#ifdef SHAPEWRIGHT_HAVE_AVX2
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("popcnt") && has_lzcnt();
#else
            return false;
#endif
        case Simd::avx512:
#ifdef SHAPEWRIGHT_HAVE_AVX512
            return simd_available(Simd::avx2) && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi2") &&
                   __builtin_cpu_supports("avx512vpopcntdq");
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

Simd simd_to_run(const std::string& name) {
    const Simd path = simd_from_name(name);
    if (!simd_available(path))
        throw std::invalid_argument("SHAPEWRIGHT_SIMD is '" + name + "', which this machine cannot run");
    return path;
}

Simd chosen_simd() {
    const int path = set_path.load(std::memory_order_relaxed);
    if (path != as_named) return static_cast<Simd>(path);
    return named.empty() ? best_simd() : simd_to_run(named);
}

void set_simd(const std::string& name) {
    set_path.store(name.empty() ? as_named : static_cast<int>(simd_to_run(name)), std::memory_order_relaxed);
}

}  // namespace shapewright
