"""Perfect clears from Python: CPU time a call, the table of height 2, and, on request, the live boards of four lines.

The ``measure`` functions are joined into ``clear.py``; run alone, this prints the same figures:

    python -m benchmarks.parts.clear_solve [--long]
"""

from __future__ import annotations

import os
import random
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright import _core, clear
from shapewright.clear import native

if TYPE_CHECKING:
    from collections.abc import Callable

QUEUES = 4000
FOUR_LINES = [1, 162, 10181, 269260, 2438591, 6333803, 4423633, 718155, 19129, 100, 1]


@dataclass(frozen=True)
class Spread:
    """A job, and the CPU seconds of its calls: mean, median, 99th percentile, worst; aims for two of them."""

    job: str
    found: int
    calls: int
    mean: float
    median: float
    p99: float
    worst: float
    aims: tuple[float, float] | None


@dataclass(frozen=True)
class Single:
    """A job done once: its answer, its CPU seconds, those on the clock, and the aim for one of the two."""

    job: str
    answer: str
    cpu: float
    wall: float
    aim: str


def queues(number: int, length: int, seed: int = 1) -> list[str]:
    """Queues of whole shuffled bags, cut off after so many pieces."""
    shuffler = random.Random(seed)
    bags = -(-length // 7)
    return ["".join(["".join(shuffler.sample(clear.PIECES, 7)) for _ in range(bags)])[:length] for _ in range(number)]


def measure_solve(number: int = QUEUES) -> list[Spread]:
    """Solve so many queues one by one, each a call of ``clear.solve`` for its first answer."""
    empty = clear.Field()
    jobs: list[tuple[str, int, int | None, int, tuple[float, float] | None]] = [
        ("4 lines, 11 pieces", 11, 4, number, (0.2e-3, 5e-3)),
        ("fewest lines, 11 pieces", 11, None, number, (0.2e-3, 5e-3)),
        ("6 lines, 16 pieces", 16, 6, number // 4, None),
        ("10 lines, 26 pieces", 26, 10, number // 40, None),
    ]
    figures = []
    for job, length, height, calls, aims in jobs:
        next(clear.solve(clear.Problem.of(empty, "IIIIO")))
        seconds, found = [], 0
        for queue in queues(calls, length):
            started = time.process_time()
            solution = next(clear.solve(clear.Problem.of(empty, queue, height=height)), None)
            seconds.append(time.process_time() - started)
            found += solution is not None
        seconds.sort()
        median, p99 = seconds[calls // 2], seconds[calls * 99 // 100]
        figures.append(Spread(job, found, calls, sum(seconds) / calls, median, p99, seconds[-1], aims))
    return figures


def measure_tables(*, long: bool) -> list[Single]:
    """The whole table of height 2; with ``long`` the live boards of four lines too."""
    rules = native.rules(clear.Kicks.named("srs"), "soft")

    def height_two() -> str:
        found = clear.table(2, threads=1)
        assert (found.solved, found.sequences) == (3522, 57750)
        return f"{found.solved} of {found.sequences}"

    def live_boards() -> str:
        graph = _core.ClearLiveGraph(rules, 4, 2, None, -1.0)
        assert graph.sizes == FOUR_LINES
        return f"{sum(graph.sizes)} boards"

    jobs: list[tuple[str, Callable[[], str], str]] = [("table of height 2", height_two, "0.1 s CPU")]
    if long:
        jobs.append(("live boards of 4 lines, two threads", live_boards, "40 s"))
    figures = []
    for job, call, aim in jobs:
        cpu, wall = time.process_time(), time.perf_counter()
        answer = call()
        figures.append(Single(job, answer, time.process_time() - cpu, time.perf_counter() - wall, aim))
    return figures


def main() -> None:
    print(f"{os.cpu_count()} processors; milliseconds of CPU time a call")
    print(f"{'job':28} {'solved':>13} {'mean':>9} {'median':>9} {'p99':>9} {'worst':>9}   aim")
    for figure in measure_solve():
        times = "".join([f"{1000 * value:>10.3f}" for value in (figure.mean, figure.median, figure.p99, figure.worst)])
        aim = "" if figure.aims is None else f"mean {1000 * figure.aims[0]:g}, p99 {1000 * figure.aims[1]:g}"
        print(f"{figure.job:28} {f'{figure.found} of {figure.calls}':>13}{times}   {aim}")
    for single in measure_tables(long="--long" in sys.argv):
        print(f"{single.job}: {single.answer}, {single.cpu:.3f} s CPU, {single.wall:.3f} s; aim {single.aim}")


if __name__ == "__main__":
    main()
