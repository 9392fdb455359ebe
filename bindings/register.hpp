// What each part of the bindings adds to the module, and what they share.
#pragma once

#include <nanobind/nanobind.h>

#include "core/share.hpp"
#include "core/stop.hpp"

void register_exact_cover(nanobind::module_& module);
void register_frontier(nanobind::module_& module);
void register_clear(nanobind::module_& module);
void register_clear_net(nanobind::module_& module);
void register_clear_solve(nanobind::module_& module);
void register_clear_table(nanobind::module_& module);
void register_clear_records(nanobind::module_& module);
void register_clear_graph(nanobind::module_& module);
void register_clear_all_solutions(nanobind::module_& module);
void register_packing(nanobind::module_& module);
void register_shapez(nanobind::module_& module);
void register_shapez_plan(nanobind::module_& module);
void register_shapez_closure(nanobind::module_& module);
void register_shapez_halves(nanobind::module_& module);
void register_shapez_verdict(nanobind::module_& module);
void register_stacking(nanobind::module_& module);

/// A stop token over the one-byte bytearray that Python keeps alive during the call; None = cannot be stopped.
/// Every call that takes long begins with this one, on a thread of Python that may never have entered the engine.
inline shapewright::StopToken stop_token(nanobind::handle flag, double seconds) {
    shapewright::prepare_thread();
    if (flag.is_none()) return shapewright::StopToken(nullptr, seconds);
    if (!PyByteArray_Check(flag.ptr()) || PyByteArray_Size(flag.ptr()) < 1)
        throw nanobind::type_error("the stop flag must be a bytearray of one byte");
    return shapewright::StopToken(reinterpret_cast<const unsigned char*>(PyByteArray_AsString(flag.ptr())), seconds);
}
