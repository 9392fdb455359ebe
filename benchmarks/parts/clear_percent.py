"""Chances and solutions of holes: CPU time a call from Python, kicks, patterns and results included.

:func:`measure` is joined into ``clear.py``; run alone, this prints the same figures.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright import clear

if TYPE_CHECKING:
    from collections.abc import Callable

WIDER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
FOUR_WIDE = "/".join(["XXX____XXX"] * 4)
SIX_WIDE = "/".join(["XX______XX"] * 4)
LOW = "X_________/XX________/XXX_______/XX________"


@dataclass(frozen=True)
class Figure:
    """A job, the answer it gave, the median and the worst CPU seconds of a call, and the aim if there is one."""

    job: str
    answer: str
    median: float
    worst: float
    aim: float | None


def measure(rounds: int = 20) -> list[Figure]:
    """Call each job so often in this process and time it."""
    jobs: list[tuple[str, Callable[[], str], float | None]] = [
        ("percent, 6-wide hole, *p7", lambda: str(clear.percent(SIX_WIDE, "*p7")), 0.010),
        ("percent, 6-wide hole, *p7, hard drop", lambda: str(clear.percent(SIX_WIDE, "*p7", drop="hard")), None),
        ("path, 6-wide hole, *p7", lambda: f"{len(clear.path(SIX_WIDE, '*p7'))} solutions", 0.030),
        ("percent, 4-wide hole, *p5", lambda: str(clear.percent(FOUR_WIDE, "*p5")), None),
        ("path and fewest, I,*p4", lambda: f"{len(clear.path(WIDER, 'I,*p4').minimal())} suffice", None),
        ("percent, 8 pieces to go, *p7,*", lambda: str(clear.percent(LOW, "*p7,*")), None),
    ]
    figures = []
    for job, call, aim in jobs:
        answer, seconds = "", []
        for _ in range(rounds if aim is not None else max(3, rounds // 5)):
            started = time.process_time()
            answer = call()
            seconds.append(time.process_time() - started)
        figures.append(Figure(job, answer, statistics.median(seconds), max(seconds), aim))
    return figures


def main() -> None:
    print(f"{'job':40} {'answer':26} {'median':>10} {'worst':>10} {'aim':>8}")
    for figure in measure():
        aim = "" if figure.aim is None else f"{figure.aim * 1000:.0f} ms"
        median, worst = f"{figure.median * 1000:.2f} ms", f"{figure.worst * 1000:.2f} ms"
        print(f"{figure.job:40} {figure.answer:26} {median:>10} {worst:>10} {aim:>8}")


if __name__ == "__main__":
    main()
