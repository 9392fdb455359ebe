// What is not about any puzzle: threads and the choice of SIMD.
#include <string>
#include <vector>

#include "core/prepare_thread.hpp"
#include "core/simd.hpp"
#include "declare.hpp"

namespace shapewright::bindings {

void declare_engine(Door& door) {
    door.def("prepare_thread", &prepare_thread,
             "Makes what this thread needs to report an error, while there is memory for it.");
    door.def(
        "simd_path", [] { return simd_name(chosen_simd()); },
        "The SIMD path in use: SHAPEWRIGHT_SIMD if it was set at the start, else the best this machine has.");
    door.def("set_simd", &set_simd, arg("path"),
             "Take this SIMD path from now on, for tests; '' is what it was at the start.");
    door.def(
        "simd_paths",
        [] {
            std::vector<std::string> names;
            for (const auto path : {Simd::portable, Simd::avx2, Simd::avx512})
                if (simd_available(path)) names.emplace_back(simd_name(path));
            return names;
        },
        "All SIMD paths that are compiled in and that this machine can run.");
}

}  // namespace shapewright::bindings
