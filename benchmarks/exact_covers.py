"""Exact covers beside other programs: counted, listed, and the cheapest of them, all in one run.

    python benchmarks/exact_covers.py [--rounds 3] [--seconds 100] [--only count|list|cheapest] [--json FILE]

Each time is the median of the processor seconds of a child process, from items and options to the answer, without its
start and its imports; the ratio is that to our first line. Memory is the peak of the child, at least what this one has.
A program that is not installed is left out. The others are given all that they profit from: no names, and nobody looks
at what they list. dancing_links.c is compiled with cc.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from parts.process import run
from parts.report import heading, processor, ratio, remark

HERE = Path(__file__).resolve()
MILLION = 1_000_000
PENTOMINOES = "board 6x10\npieces pentominoes"


def langford(size: int) -> tuple[list[list[str]], list[str]]:
    """Options, and no secondary items: the numbers 1 to ``size`` twice each, k others between the two k."""
    numbers = range(1, size + 1)
    return [[f"n{k}", f"s{i}", f"s{i + k + 1}"] for k in numbers for i in range(2 * size - k - 1)], []


def queens(size: int) -> tuple[list[list[str]], list[str]]:
    """Options and secondary items."""
    squares = [[f"r{y}", f"c{x}", f"u{x - y}", f"d{x + y}"] for x in range(size) for y in range(size)]
    return squares, sorted({item for square in squares for item in square if item[0] in "ud"})


def pentominoes() -> tuple[list[list[str]], list[str]]:
    """The twelve pentominoes on 6x10, without any symmetry taken out."""
    from shapewright.tiling import Problem
    from shapewright.tiling.covers.of_problem import exact_cover

    cover = exact_cover(Problem.from_text(PENTOMINOES))
    return [[str(item) for item, _ in option] for option in cover.options], []


def assignment(size: int) -> tuple[list[list[str]], list[str]]:
    """A column for each row."""
    return [[f"r{row}", f"c{column}"] for row in range(size) for column in range(size)], []


COVERS = {
    "6x10": (pentominoes, None, 9356),
    "langford 12": (lambda: langford(12), None, 216288),
    "queens 13": (lambda: queens(13), None, 73712),
    "langford 15, a million": (lambda: langford(15), MILLION, MILLION),
    "queens 14": (lambda: queens(14), None, 365596),
}
COUNTED = ("6x10", "langford 12", "queens 13")
LISTED = ("6x10", "langford 12", "queens 13", "langford 15, a million", "queens 14")
CHEAPEST = {"assignment 60": (lambda: assignment(60), 1000), "assignment 100": (lambda: assignment(100), 1000),
            "6x10": (pentominoes, 100)}  # fmt: skip
COUNTERS = ("shapewright", "shapewright, sparse", "dancing links in C", "exact-cover")
LISTERS = ("shapewright, arrays", "shapewright, tuples", "miniexact", "xcover", "exact-cover")
MINIMISERS = ("shapewright", "CP-SAT", "HiGHS")


def child(kind: str, name: str, program: str) -> dict[str, Any]:
    """What one program says, and the seconds that it takes; ``None`` where it is not installed or cannot do it."""
    import time

    if kind == "cheapest":
        make, dearest = CHEAPEST[name]
        options, secondary = make()
        rng = Random(1)
        solve = {"shapewright": cheapest_here, "CP-SAT": by_cp_sat, "HiGHS": by_highs}[program](
            options, [rng.randrange(dearest) for _ in options]
        )
    else:
        (make_cover, limit, _) = COVERS[name]
        options, secondary = make_cover()
        solve = _solver(kind, program, options, secondary, limit)
    before = time.process_time()
    answer = solve()
    return {"answer": answer, "seconds": time.process_time() - before}


def _solver(kind: str, program: str, options: list[list[str]], secondary: list[str], limit: int | None) -> Any:
    others = set(secondary)
    primary = [item for item in dict.fromkeys(item for option in options for item in option) if item not in others]
    if program.startswith("shapewright"):
        from shapewright.tiling import ExactCover

        def ours() -> int:
            cover = ExactCover(options, primary, secondary=secondary)
            if kind == "count":
                return cover.count(engine="sparse" if "sparse" in program else "auto", threads=1)
            if "arrays" in program:
                return sum(len(found) for found in cover.arrays(limit=limit))
            return sum(1 for _ in cover.solve(limit=limit))

        return ours
    if program == "xcover":
        return by_xcover(options, primary, secondary, limit)
    if program == "miniexact":
        return by_miniexact(options, primary, secondary, limit)
    return by_exact_cover(options, primary, secondary, kind)


def by_xcover(options: list[list[str]], primary: list[str], secondary: list[str], limit: int | None) -> Any:
    from itertools import islice

    from xcover import covers

    list(covers([["a", "b"], ["c"], ["a"]], primary=["a", "b", "c"]))  # it compiles itself
    return lambda: sum(1 for _ in islice(covers(options, primary=primary, secondary=secondary or None), limit))


def by_miniexact(options: list[list[str]], primary: list[str], secondary: list[str], limit: int | None) -> Any:
    import miniexact

    def solve() -> int:
        problem = miniexact.miniexacts_init_c()
        number = {item: miniexact.miniexacts_define_primary_item(problem, item) for item in primary}
        number |= {item: miniexact.miniexacts_define_secondary_item(problem, item) for item in secondary}
        for option in options:
            for item in option:
                miniexact.miniexacts_add(problem, number[item], 0, 0)
            miniexact.miniexacts_add(problem, 0, 0, 0)
        found = 0
        while found != limit and miniexact.miniexacts_solve(problem) == 10:  # 10: there is a further one
            found += 1
        return found

    return solve


def by_exact_cover(options: list[list[str]], primary: list[str], secondary: list[str], kind: str) -> Any:
    import exact_cover
    import numpy as np

    number = {item: place for place, item in enumerate([*primary, *secondary])}
    rows = [[number[item] for item in option] for option in options] + [[number[item]] for item in secondary]
    matrix = np.zeros((len(rows), len(number)), dtype=bool)
    for row, items in enumerate(rows):
        matrix[row, items] = True
    if kind == "count":
        return lambda: int(exact_cover.get_solution_count(matrix))
    return lambda: len(exact_cover.get_all_solutions(matrix))


def cheapest_here(options: list[list[str]], costs: list[int]) -> Any:
    from shapewright.tiling import ExactCover

    return lambda: ExactCover(options, costs=costs).cheapest().costs[0]


def _rows(options: list[list[str]]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for number, option in enumerate(options):
        for item in option:
            rows.setdefault(item, []).append(number)
    return rows


def by_cp_sat(options: list[list[str]], costs: list[int]) -> Any:
    from ortools.sat.python import cp_model

    def solve() -> int:
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in options]
        for row in _rows(options).values():
            model.add_exactly_one([chosen[number] for number in row])
        model.minimize(sum(cost * one for cost, one in zip(costs, chosen, strict=True)))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 8  # alone its first way of searching proves little; all count
        assert solver.solve(model) == cp_model.OPTIMAL
        return round(solver.objective_value)

    return solve


def by_highs(options: list[list[str]], costs: list[int]) -> Any:
    import highspy

    def solve() -> int:
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("mip_abs_gap", 0.99)  # costs are whole
        solver.setOptionValue("mip_rel_gap", 0.0)
        chosen = [solver.addBinary() for _ in options]
        for row in _rows(options).values():
            solver.addConstr(solver.qsum([chosen[number] for number in row]) == 1)
        solver.minimize(solver.qsum([cost * one for cost, one in zip(costs, chosen, strict=True)]))
        return round(solver.getInfo().objective_function_value)

    return solve


def in_c(name: str, rounds: int, seconds: float) -> dict[str, Any] | None:
    """Dancing links in C on the same cover as DLX text; the whole process, which starts at once."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    make, _, _ = COVERS[name]
    options, secondary = make()
    others = set(secondary)
    primary = [item for item in dict.fromkeys(item for option in options for item in option) if item not in others]
    lines = [" ".join([*primary, *(["|", *secondary] if secondary else [])]), *map(" ".join, options)]
    with tempfile.TemporaryDirectory() as folder:
        program, text = Path(folder) / "dancing_links", Path(folder) / "cover.dlx"
        text.write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run([compiler, "-O2", "-o", program, HERE.with_name("dancing_links.c")], check=True)
        found = [run(["sh", "-c", f"{program} < {text}"], cap=seconds) for _ in range(rounds)]
    if any(one.killed for one in found):
        return {"seconds": None}
    return {
        "answer": int(found[0].output), "seconds": statistics.median(one.cpu for one in found),
        "megabytes": found[0].peak,
    }  # fmt: skip


def measured(kind: str, name: str, program: str, rounds: int, seconds: float) -> dict[str, Any] | None:
    """Median seconds and memory of one program; None where it is not there, no seconds where it took too long."""
    if program == "dancing links in C":
        return in_c(name, rounds, seconds)
    found, peaks = [], []
    for _ in range(rounds):
        remark(f"{kind}, {name}, {program}")
        one = run([sys.executable, str(HERE), "--child", kind, name, program], cap=seconds)
        if one.killed:
            return {"seconds": None}
        if one.code:
            if "ModuleNotFoundError" in one.errors:
                return None
            raise SystemExit(one.errors)
        found.append(one.answer())
        peaks.append(one.peak)
    return {
        "answer": found[0]["answer"], "seconds": statistics.median(each["seconds"] for each in found),
        "megabytes": statistics.median(peaks),
    }  # fmt: skip


def table(kind: str, names: tuple[str, ...], programs: tuple[str, ...], rounds: int, seconds: float) -> list[Any]:
    """Measure and print one table."""
    lines = []
    for name in names:
        first: float | None = None
        answer = COVERS[name][2] if kind != "cheapest" else None
        for program in programs:
            if program == "exact-cover" and name not in ("6x10", "langford 12"):
                continue  # it has no secondary items, and lists all or nothing
            found = measured(kind, name, program, rounds, seconds)
            if found is None:
                continue
            lines.append({"kind": kind, "work": name, "program": program, **found})
            if found["seconds"] is None:
                print(f"{name:24} {program:22} more than {seconds:g} s")
                continue
            answer = found["answer"] if answer is None else answer
            if found["answer"] != answer:
                raise SystemExit(f"{program} says {found['answer']} of {name}, and not {answer}")
            first = found["seconds"] if first is None else first
            beside = ratio(found["seconds"], first)
            print(f"{name:24} {program:22} {found['seconds']:9.3f} s {beside:>8} {found['megabytes']:6.0f} MB")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=100.0, help="what one process may take")
    parser.add_argument("--only", choices=["count", "list", "cheapest"])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        print(json.dumps(child(*asked.child)))
        return
    print(f"{processor()}; processor seconds, medians of {asked.rounds}")
    lines = []
    for title, kind, names, programs in (
        ("Counted", "count", COUNTED, COUNTERS),
        ("Listed", "list", LISTED, LISTERS),
        ("The cheapest, proven", "cheapest", tuple(CHEAPEST), MINIMISERS),
    ):
        if asked.only not in (None, kind):
            continue
        heading(title)
        lines += table(kind, names, programs, asked.rounds, asked.seconds)
    if asked.json:
        asked.json.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
