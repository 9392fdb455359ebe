"""Minimal sets of solutions: the engine's own search beside HiGHS, on the same reduced set covers in one run.

    python benchmarks/minimal_sets.py [--seconds 120] [--json FILE]

Each line is a field of four rows, of which the leftmost columns are open, and a pattern. Times are processor seconds of
one thread, without the reductions that both profit from; both give up after so many seconds, and then the line says
what they found and the bound. The last five fields have 800 to 1,200 solutions.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import highspy
from parts.report import heading, processor, ratio, remark

from shapewright import clear
from shapewright.clear.paths import minimum_cover
from shapewright.clear.paths.minimum_cover import Reduced, ones
from shapewright.jobs.limits import Clock

SMALL = [(4, "*p5"), (6, "*p6"), (7, "*p7"), (6, "*p7"), (6, "I,*p6")]
LARGE = [(7, "L,*p7"), (7, "T,*p7")]
BETWEEN = [(6, "T,*p7"), (6, "[IO],*p6"), (7, "I,*p7"), (8, "L,*p7"), (8, "T,*p7")]  # 800 to 1,200 solutions
ASKED = [*SMALL, *LARGE, *BETWEEN]


def reduced(columns: int, pattern: str) -> tuple[int, Reduced, list[int]]:
    """The number of solutions, what reductions leave of their cover, and a cover to begin with."""
    row = "_" * columns + "X" * (10 - columns)
    found = clear.path("/".join([row] * 4), pattern)
    clock = Clock(None)
    problem = Reduced.of([solution.bits for solution in found], clock)
    problem.reduce()
    return len(found), problem, minimum_cover._greedy(problem.rows, problem.columns, clock)


def by_engine(problem: Reduced, greedy: list[int], seconds: float) -> dict[str, Any]:
    before = time.process_time()
    chosen, bound = minimum_cover.search(
        problem.rows, problem.columns, [1] * len(problem.columns), greedy, Clock(seconds)
    )
    return {"sets": len(chosen), "bound": bound, "seconds": time.process_time() - before}


def by_highs(problem: Reduced, seconds: float) -> dict[str, Any]:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_abs_gap", 0.99)  # numbers of sets are whole
    solver.setOptionValue("time_limit", seconds)
    place = {number: solver.addBinary() for number in problem.columns}
    for row in problem.rows:
        solver.addConstr(solver.qsum([place[number] for number in ones(row)]) >= 1)
    before = time.process_time()
    solver.minimize(solver.qsum(list(place.values())))
    spent = time.process_time() - before
    information = solver.getInfo()
    return {
        "sets": round(information.objective_function_value),
        "bound": math.ceil(information.mip_dual_bound - 1e-6),
        "seconds": spent,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    heading(f"Minimal sets of solutions, on {processor()}")
    print(f"{'field':16} {'solutions':>9} {'left':>14} {'sets':>5} {'engine':>9} {'HiGHS':>9}  HiGHS / engine")
    report = []
    for columns, pattern in ASKED:
        name = f"{columns} open, {pattern}"
        remark(name)
        solutions, problem, greedy = reduced(columns, pattern)
        ours, theirs = by_engine(problem, greedy, asked.seconds), by_highs(problem, asked.seconds)
        remark("")
        assert max(ours["bound"], theirs["bound"]) <= min(ours["sets"], theirs["sets"]), (ours, theirs)
        is_proven, is_done = (answer["sets"] == answer["bound"] for answer in (ours, theirs))
        size = f"{len(problem.columns)} x {len(problem.rows)}"
        end = "" if is_done else f" (HiGHS: {theirs['bound']} to {theirs['sets']})"
        end += "" if is_proven else f" (engine: at least {ours['bound']})"
        print(
            f"{name:16} {solutions:9} {size:>14} {ours['sets']:5} {ours['seconds']:9.4f} {theirs['seconds']:9.3f}  "
            f"{'more than ' if is_proven and not is_done else ''}{ratio(theirs['seconds'], ours['seconds'])}{end}",
            flush=True,
        )
        report.append({"field": name, "solutions": solutions, "left": size, "engine": ours, "highs": theirs})
    if asked.json:
        asked.json.write_text(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
