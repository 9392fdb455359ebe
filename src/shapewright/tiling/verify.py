"""Is all that an answer says of a puzzle right? Solutions by the independent checker, the rest by another engine.

The rules in :mod:`shapewright.tiling.claims` say what is done about the claims of each verb's answers; what none looks
at is reported as not checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapewright.claims import TIME_LIMIT, recheck
from shapewright.jobs.limits import Clock
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling.claims.counting import other
from shapewright.tiling.claims.verdict import Verdict, check_solutions
from shapewright.tiling.count import count
from shapewright.tiling.notation.answers import Choice, Puzzle
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof.recount import recount
from shapewright.tiling.solution import Solution


def verify(
    answer: Mapping[str, object] | str, *, time_limit: float | None = None, threads: int | None = None
) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` (or its text), or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> verify({"puzzle": "board 4x1\\npieces 2*I2", "count": 1}).valid
    True
    >>> verify({"puzzle": "board 4x1\\npieces 2*I2", "count": 2}).valid
    False

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    found, seconds = Verdict(), TIME_LIMIT if time_limit is None else time_limit
    recheck(answer, "tiling", bare=other, findings=found, time_limit=seconds, threads=threads)
    return found


def verify_given(
    puzzle: Puzzle,
    solutions: Sequence[Solution | Choice] | None,
    *,
    recounted: bool = False,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    engine: str = "auto",
    time_limit: float | None = None,
    threads: int | None = None,
    report: Report | None = None,
) -> Verdict:
    """Check solutions that stand beside their puzzle; with ``recounted`` count all there are by two engines, too.

    Raises ``StoppedError`` when the first count takes longer than ``time_limit`` (seconds).
    """
    clock = Clock(TIME_LIMIT if time_limit is None else time_limit)
    found = Verdict()
    if solutions is not None:
        check_solutions(puzzle, solutions, found)
    if not recounted:
        return found
    seen: list[Statistics] = []
    symmetry: dict[str, Any] = {"up_to_symmetry": up_to_symmetry, "rotations_only": rotations_only}
    how: dict[str, Any] = {"engine": engine, "threads": threads, "time_limit": time_limit, "report": seen.append}
    number = count(puzzle, **symmetry, **how) if isinstance(puzzle, Problem) else puzzle.count(**how)
    if report is not None:
        report(seen[0])
    names = f"{seen[0].engine} {engine}"
    again = recount(puzzle, number, names, clock, **symmetry, threads=threads, report=report)
    found.note_counts("count", (seen[0].engine, number), again, clock)
    return found
