"""One contender at one piece of work, in a process of its own; prints what it found and what the call took, as JSON.

``seconds`` are the processor seconds of the call alone, with all modules loaded: those of the whole process are counted
by whoever started it. For us the call starts from the problem as stated and includes finding the placements and
symmetries; the peers get the finished exact cover matrix for nothing.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from tiling_work import Work, find

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = dict[str, Any]


def count(work: Work, *, engine: str = "auto", time_limit: float | None = None) -> Answer:
    """Our count, on one thread."""
    from shapewright import _core, tiling
    from shapewright.errors import LimitError, ProblemError, StoppedError

    _load()
    problem = tiling.Problem.from_text(work.text)
    statistics: list[tiling.Statistics] = []
    started = time.process_time()
    try:
        tilings = tiling.count(
            problem,
            up_to_symmetry=work.up_to_symmetry,
            engine=engine,
            threads=1,
            time_limit=time_limit,
            report=statistics.append,
        )
    except StoppedError:
        return {"complete": False, "seconds": time.process_time() - started, "tilings": None}
    except (LimitError, ProblemError) as error:
        return {"refused": str(error)}
    return {
        "tilings": tilings,
        "seconds": time.process_time() - started,
        "engine": statistics[0].engine,
        "nodes": statistics[0].nodes,
        "simd": _core.simd_path(),
    }


def listing(work: Work) -> Answer:
    """All our solutions, each checked."""
    from shapewright import tiling

    _load(listing=True)
    problem = tiling.Problem.from_text(work.text)
    started = time.process_time()
    tilings = sum(1 for _ in tiling.solve(problem, up_to_symmetry=work.up_to_symmetry))
    return {"tilings": tilings, "seconds": time.process_time() - started}


def threads(work: Work, *, threads: int) -> Answer:
    """Our count on several threads, with the times at which each of them began and ended a task."""
    import importlib
    import threading

    from shapewright import tiling

    _load(threads=threads)
    module = importlib.import_module("shapewright.tiling.count")
    task = module._search
    spans: dict[int, list[tuple[float, float]]] = {}

    def recorded(arguments: Any, budget: Any) -> Any:
        began = time.perf_counter()
        try:
            return task(arguments, budget)
        finally:
            spans.setdefault(threading.get_ident(), []).append((began, time.perf_counter()))

    module._search = recorded
    problem = tiling.Problem.from_text(work.text)
    started, wall_started = time.process_time(), time.perf_counter()
    tilings = tiling.count(problem, up_to_symmetry=work.up_to_symmetry, threads=threads)
    cpu, wall_ended = time.process_time() - started, time.perf_counter()
    first = min(began for worker in spans.values() for began, _ in worker)
    ends = sorted(max(ended for _, ended in worker) for worker in spans.values())
    busy = sum(ended - began for worker in spans.values() for began, ended in worker)
    wall = wall_ended - wall_started
    return {
        "tilings": tilings,
        "seconds": cpu,
        "wall": wall,
        "tasks": sum(map(len, spans.values())),
        "planning": (first - wall_started) / wall,  # nothing but one thread at work
        # The share of the threads' time between their first task and their last that was not spent in a task.
        "between": 1 - busy / sum(ended - first for ended in ends),
        # A thread that was given no task at all was idle all the time.
        "tail": (ends[-1] - ends[0]) / wall if len(ends) == threads else (ends[-1] - first) / wall,
    }


def exact_cover(work: Work) -> Answer:
    matrix = _matrix(work)
    import exact_cover

    started = time.process_time()
    tilings = int(exact_cover.get_solution_count(matrix))
    return {"tilings": tilings, "seconds": time.process_time() - started}


def xcover(work: Work) -> Answer:
    """Compiled when imported, or taken from numba's cache: ``loading`` says how long that took."""
    matrix = _matrix(work)
    loading = time.process_time()
    import xcover

    started = time.process_time()
    tilings = sum(1 for _ in xcover.covers_bool(matrix))
    return {"tilings": tilings, "seconds": time.process_time() - started, "loading": started - loading}


def cp_sat(work: Work, *, seconds: float) -> Answer:
    """All solutions of the model 'one placement for each cell and each piece', or as many as the time allows."""
    matrix = _matrix(work)
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    started = time.process_time()
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"p{number}") for number in range(matrix.shape[0])]
    for column in matrix.T:
        model.add_exactly_one(chosen[int(row)] for row in column.nonzero()[0])
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    counter = Counter()
    status = solver.solve(model, counter)
    return {
        "tilings": counter.found,
        "seconds": time.process_time() - started,
        "complete": status == cp_model.OPTIMAL,
    }


def _load(*, threads: int = 1, listing: bool = False) -> None:
    """Have every module that the work needs loaded, by doing the like on next to nothing."""
    from shapewright import tiling

    trifle = tiling.Problem.from_text("board 2x2\npieces 2*I2\n")
    if listing:
        list(tiling.solve(trifle))
    else:
        tiling.count(trifle, up_to_symmetry=True, threads=threads)
        tiling.count(trifle, engine="bit-sliced", threads=threads)


def _matrix(work: Work) -> Any:
    """The problem as an exact cover, a row for each placement, from the same text that any other program could read."""
    import numpy as np

    from shapewright import tiling
    from shapewright.tiling.covers.of_problem import exact_cover as as_exact_cover

    cover = as_exact_cover(tiling.Problem.from_text(work.text))
    if cover.bounds or cover.secondary:
        raise SystemExit(f"{work.name} is no plain exact cover")
    column = {item: number for number, item in enumerate(cover.items)}
    matrix = np.zeros((len(cover.options), len(cover.items)), dtype=bool)
    for row, option in enumerate(cover.options):
        matrix[row, [column[item] for item, _ in option]] = True
    return matrix


CONTENDERS: dict[str, Callable[..., Answer]] = {
    "count": count,
    "listing": listing,
    "threads": threads,
    "exact-cover": exact_cover,
    "xcover": xcover,
    "cp-sat": cp_sat,
}

if __name__ == "__main__":
    contender, name, symmetry, options = sys.argv[1:]
    print(json.dumps(CONTENDERS[contender](find(name, up_to_symmetry=symmetry == "1"), **json.loads(options))))
