"""Perfect clears: queues solved, chances, solutions, tables; CPU time of calls from Python on one thread.

    python benchmarks/clear.py [--long] [--only SECTION] [--json FILE]

What other programs need is quoted, not measured here: perfect-tetris (Zig) and solution-finder (Java) on a machine like
ours. `--long` adds the live boards of four lines (minutes).
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from parts.clear_many import measure_many
from parts.clear_percent import measure
from parts.clear_solve import QUEUES, measure_solve, measure_tables
from parts.process import table
from parts.report import heading, processor, ratio, verdict

from shapewright import __version__

SECTIONS = ("solve", "many", "chances", "tables")

# Seconds of one thread, as others state them or were measured elsewhere.
QUOTED = {
    "4 lines, 11 pieces": ("perfect-tetris", 17e-3),
    "percent, 6-wide hole, *p7": ("solution-finder", 1.6),
    "path, 6-wide hole, *p7": ("solution-finder", 6.3),
    "table of height 2": ("perfect-tetris", 36.0),
}


def quoted(job: str, ours: float) -> str:
    """What another program is said to need, and how many times ours that is."""
    if job not in QUOTED:
        return ""
    name, seconds = QUOTED[job]
    return f"{name} {1000 * seconds:g} ms: {ratio(seconds, ours)}"


def milliseconds(value: float) -> str:
    return f"{1000 * value:.3f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true", help="also what takes minutes")
    parser.add_argument("--quick", action="store_true", help="a tenth of the queues")
    parser.add_argument("--only", choices=SECTIONS, help="one section")
    parser.add_argument("--json", metavar="FILE", help="the figures, for programs")
    options = parser.parse_args()
    chosen = SECTIONS if options.only is None else (options.only,)
    report: dict[str, Any] = {"version": __version__, "processor": processor(), "python": platform.python_version()}
    print(f"shapewright {__version__}, {processor()}; milliseconds of CPU time a call, one thread")
    if "solve" in chosen:
        heading("One perfect clear for a queue of shuffled bags, empty hold; queues without one are among them")
        spreads = measure_solve(QUEUES // 10 if options.quick else QUEUES)
        rows = [
            [
                spread.job,
                f"{spread.found} of {spread.calls}",
                *map(milliseconds, (spread.mean, spread.median, spread.p99, spread.worst)),
                "" if spread.aims is None else verdict(spread.mean * 1000, spread.aims[0] * 1000),
                quoted(spread.job, spread.mean),
            ]
            for spread in spreads
        ]
        print(table(["job", "solved", "mean", "median", "p99", "worst", "aim of the mean", "quoted"], rows))
        report["solve"] = [asdict(spread) for spread in spreads]
    if "many" in chosen:
        many = measure_many(rounds=5 if options.quick else 20)
        heading(f"{many.queues} queues of shuffled bags: a loop of clear.first and clear.solve_many, taking turns")
        rows = [
            [
                f"{many.found} of {many.queues}",
                *map(milliseconds, (many.loop, many.batch)),
                ratio(many.loop, many.batch),
            ]
        ]
        print(table(["solved", "loop, a queue", "batch, a queue", "ratio"], rows))
        report["many"] = asdict(many)
    if "chances" in chosen:
        heading("Chances and solutions of a hole for all queues of a pattern")
        figures = measure(3 if options.quick else 20)
        rows = [
            [
                figure.job,
                figure.answer,
                milliseconds(figure.median),
                milliseconds(figure.worst),
                verdict(figure.median * 1000, None if figure.aim is None else figure.aim * 1000),
                quoted(figure.job, figure.median),
            ]
            for figure in figures
        ]
        print(table(["job", "answer", "median", "worst", "aim", "quoted"], rows))
        report["chances"] = [asdict(figure) for figure in figures]
    if "tables" in chosen:
        heading("Every queue at once")
        singles = measure_tables(long=options.long)
        rows = [
            [
                single.job,
                single.answer,
                milliseconds(single.cpu),
                milliseconds(single.wall),
                single.aim,
                quoted(single.job, single.cpu),
            ]
            for single in singles
        ]
        print(table(["job", "answer", "CPU", "clock", "aim", "quoted"], rows))
        report["tables"] = [asdict(single) for single in singles]
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
