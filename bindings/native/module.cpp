// shapewright._core: the engine as Python sees it. Types are translated here and nothing else is done.
#include <nanobind/nanobind.h>

#include <exception>
#include <vector>

#include "declare.hpp"
#include "errors.hpp"
#include "exact_cover/instance.hpp"
#include "native/casters.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
    module.doc() = "The compiled engine. Private: use the families' modules instead.";
    nb::set_leak_warnings(false);

    // Misuse of the engine, a forced SIMD path that does not exist, a stop or a lack of memory is reported by the
    // package's own errors.
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        const auto raise = [](const char* name, const char* text) {
            const nb::object type = nb::module_::import_("shapewright.errors").attr(name);
            PyErr_SetString(type.ptr(), text);
        };
        shapewright::bindings::report(pointer, raise);
    });

    shapewright::bindings::Door door(module);
    shapewright::bindings::declare_all(door);

    // nanobind's table of the objects that live grows where nothing can be thrown, so it grows now: few of the engine's
    // objects live at a time.
    std::vector<nb::object> many(100);
    for (nb::object& each : many) each = nb::cast(shapewright::exact_cover::Instance{}, nb::rv_policy::move);
}
