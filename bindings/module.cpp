// shapewright._core: the engine as Python sees it. Types are translated here and nothing else is done.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <system_error>

#include "casters.hpp"
#include "clear/live/graph.hpp"
#include "core/share.hpp"
#include "core/simd.hpp"
#include "diagram/store.hpp"
#include "exact_cover/instance.hpp"
#include "register.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine. Private: use the families' modules instead.";
    nb::set_leak_warnings(false);

    // Misuse of the engine, a forced SIMD path that does not exist, a stop or a lack of memory is reported by the
    // package's own errors.
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        const auto raise = [](const char* name, const std::exception& error) {
            const nb::object type = nb::module_::import_("shapewright.errors").attr(name);
            PyErr_SetString(type.ptr(), error.what());
        };
        try {
            std::rethrow_exception(pointer);
        } catch (const std::invalid_argument& error) {
            raise("ProblemError", error);
        } catch (const shapewright::diagram::Stopped& error) {
            raise("StoppedError", error);
        } catch (const shapewright::clear::LiveGraph::Stopped& error) {
            raise("StoppedError", error);
        } catch (const shapewright::diagram::OutOfNodes& error) {
            raise("LimitError", error);
        } catch (const std::system_error& error) {
            raise("ResourceError", error);
        }
    });

    module.def("prepare_thread", &shapewright::prepare_thread,
               "Makes what this thread needs to report an error, while there is memory for it.");
    module.def(
        "simd_path", [] { return shapewright::simd_name(shapewright::chosen_simd()); },
        "The SIMD path in use: SHAPEWRIGHT_SIMD if set, else the best this machine has.");
    module.def(
        "simd_paths",
        [] {
            std::vector<std::string> names;
            for (const auto path : {shapewright::Simd::portable, shapewright::Simd::avx2, shapewright::Simd::avx512})
                if (shapewright::simd_available(path)) names.emplace_back(shapewright::simd_name(path));
            return names;
        },
        "All SIMD paths that are compiled in and that this machine can run.");

    register_exact_cover(module);
    register_frontier(module);
    register_clear(module);
    register_clear_net(module);
    register_clear_solve(module);
    register_clear_table(module);
    register_clear_records(module);
    register_clear_graph(module);
    register_clear_all_solutions(module);
    register_packing(module);
    register_shapez(module);
    register_shapez_plan(module);
    register_shapez_closure(module);
    register_shapez_halves(module);
    register_shapez_verdict(module);
    register_stacking(module);

    // nanobind's table of the objects that live grows where nothing can be thrown, so it grows now: few of the engine's
    // objects live at a time.
    std::vector<nb::object> many(100);
    for (nb::object& each : many) each = nb::cast(shapewright::exact_cover::Instance{}, nb::rv_policy::move);
}
