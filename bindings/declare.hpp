// All there is for Python, by concept: see door.hpp.
#pragma once

#include "door.hpp"

namespace shapewright::bindings {

void declare_engine(Door& door);
void declare_exact_cover(Door& door);
void declare_frontier(Door& door);
void declare_linear(Door& door);
void declare_planar(Door& door);
void declare_disassembly(Door& door);
void declare_set_cover(Door& door);
void declare_solution_sets(Door& door);
void declare_clear(Door& door);
void declare_clear_live(Door& door);
void declare_clear_net(Door& door);
void declare_clear_solve(Door& door);
void declare_clear_table(Door& door);
void declare_clear_loop(Door& door);
void declare_clear_records(Door& door);
void declare_clear_graph(Door& door);
void declare_clear_scores(Door& door);
void declare_clear_all_solutions(Door& door);
void declare_packing(Door& door);
void declare_shapez(Door& door);
void declare_shapez_plan(Door& door);
void declare_shapez_closure(Door& door);
void declare_shapez_depth(Door& door);
void declare_shapez_halves(Door& door);
void declare_shapez_verdict(Door& door);
void declare_stacking(Door& door);
void declare_stacking_survival(Door& door);

/// In the order of their first use: a class comes before the functions that take or give it.
inline void declare_all(Door& door) {
    declare_engine(door);
    declare_exact_cover(door);
    declare_frontier(door);
    declare_linear(door);
    declare_planar(door);
    declare_disassembly(door);
    declare_set_cover(door);
    declare_solution_sets(door);
    declare_clear(door);
    declare_clear_live(door);
    declare_clear_net(door);
    declare_clear_solve(door);
    declare_clear_table(door);
    declare_clear_loop(door);
    declare_clear_records(door);
    declare_clear_graph(door);
    declare_clear_scores(door);
    declare_clear_all_solutions(door);
    declare_packing(door);
    declare_shapez(door);
    declare_shapez_plan(door);
    declare_shapez_closure(door);
    declare_shapez_depth(door);
    declare_shapez_halves(door);
    declare_shapez_verdict(door);
    declare_stacking(door);
    declare_stacking_survival(door);
}

}  // namespace shapewright::bindings
