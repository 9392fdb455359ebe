"""Packings one after the other, all different and equally good; or one; or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from shapewright.cells.grid import Cell
from shapewright.errors import StoppedError, amount
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock, check_limits, limit_reached
from shapewright.jobs.progress import listener
from shapewright.jobs.statistics import Report, Statistics
from shapewright.packing.answer import Packing
from shapewright.packing.pack import SEED_STEP, answered_in_time
from shapewright.packing.problem import Problem, problem_of
from shapewright.packing.search.solvers import Effort

# So many packings in a row that were there before, and there are likely no more.
_PATIENCE = 60


def solve(
    problem: Problem | str,
    *,
    solver: str = "auto",
    limit: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    report: Report | None = None,
) -> Iterator[Packing]:
    """Yield packings of ``problem``, each checked, all different, and each as good as the first; none if none exists.

    The first is the one that :func:`shapewright.packing.pack` gives. They are drawn at random, not listed: where there
    are few, the end comes when none has been new for long. At most ``limit`` are yielded. ``report`` is called with the
    :class:`Statistics` at the end, also when the caller stops early; ``nodes`` are the packings that came.

    >>> from shapewright.packing import Bag, Problem
    >>> len({packing.to_text() for packing in solve(Problem(Bag.from_text("LOJI")), limit=2)})
    2

    Raises ``StoppedError`` when the time limit (seconds) ends the search, or nobody knows whether there is a packing;
    its ``best`` is the first packing, if there was one, and its ``bound`` what no packing surpasses.
    """
    problem = problem_of(problem)
    check_limits(limit, time_limit)
    effort = Effort(Clock(time_limit), solver, seed, 1 if threads is None else threads)
    return _solve(problem, effort, limit, report)


def first(
    problem: Problem | str,
    *,
    solver: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    report: Report | None = None,
) -> Packing | None:
    """The best packing of ``problem`` that was found, with a bound on what could be better; None if none exists.

    >>> from shapewright.packing import Bag, Problem
    >>> print(first(Problem(Bag.from_text("O5"), box=(4, 4))))
    None

    Raises as :func:`solve` does.
    """
    problem = problem_of(problem)
    options = {"solver": solver, "seed": seed, "threads": threads, "time_limit": time_limit}
    return next(solve(problem, limit=1, report=report, **options), None)  # type: ignore[arg-type]


def packed(
    problem: Problem,
    limit: int | None = None,
    *,
    solver: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> list[Packing]:
    """The answer of :func:`shapewright.packing.pack`, whatever it says, and with a ``limit`` others that are as good.

    There are fewer than ``limit`` when the time limit (seconds) is reached, or none has been new for long.
    """
    check_limits(limit, time_limit)
    found: list[Packing] = []
    with listener(progress) as tell:
        effort = Effort(Clock(time_limit), solver, seed, 1 if threads is None else threads, tell)
        try:
            found.extend(_drawn(problem, effort, max(1, limit or 1)))
        except StoppedError:
            if not found:
                raise
    return found


def _drawn(problem: Problem, effort: Effort, limit: int | None) -> Iterator[Packing]:
    """The first answer, whatever it says, then others that are different and as good, until none is new for long."""
    seen: set[frozenset[tuple[str, tuple[Cell, ...]]]] = set()
    found: Packing | None = None
    number = missed = 0
    while missed < _PATIENCE and (limit is None or len(seen) < limit):
        if found is not None and effort.clock.over():
            error = StoppedError(
                f"{limit_reached(effort.clock.limit)} after {amount(len(seen), 'packing')}; there may be more"
            )
            error.best, error.bound = found, found.bound
            raise error
        seed = (effort.seed + number * SEED_STEP) % (1 << 64)
        packing = answered_in_time(problem, replace(effort, clock=Clock(effort.clock.left()), seed=seed))
        number += 1
        missed += 1
        lies = packing.status in ("optimal", "feasible")
        if found is None:
            found = packing
            if not lies:
                yield packing
                return
            if limit == 1:
                packing.placements[:1]  # checked here: placements are looked at
                yield packing
                return
        # Checked here, too.
        key = frozenset((one.piece, one.cells) for one in packing.placements)
        if lies and packing.value == found.value and key not in seen:
            seen.add(key)
            missed = 0
            yield packing


def _solve(problem: Problem, effort: Effort, limit: int | None, report: Report | None) -> Iterator[Packing]:
    found: Packing | None = None
    yielded = 0
    complete = limit == 0
    try:
        if complete:
            return
        for packing in _drawn(problem, effort, limit):
            found = found or packing
            if packing.status == "unknown":
                error = StoppedError(packing.unknown_reason)
                if effort.clock.over() and not packing.reason:
                    error = effort.clock.stopped("a packing was found")
                error.bound = packing.bound
                raise error
            if packing.status == "infeasible":
                complete = True
                return
            yielded += 1
            complete = yielded == limit
            yield packing
    finally:
        if report is not None:
            method, reason = ("none", "") if found is None else (found.method or "none", found.reason)
            report(Statistics(method, yielded, effort.clock.seconds, yielded, complete, reason))
