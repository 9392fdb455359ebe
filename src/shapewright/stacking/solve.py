"""Plans one after the other, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock, check_limits
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.jobs.statistics import Report, Statistics
from shapewright.stacking.check import check
from shapewright.stacking.plan import Drop, Plan
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.rules import COUNTED, signed
from shapewright.stacking.search import least_height, other_objectives
from shapewright.stacking.search.least_height import Findings
from shapewright.stacking.search.listing import UnlistedError, listed

TIE_BREAKS = ("any", "lexicographic")


def first(
    problem: Problem | str,
    *,
    tie_break: str = "any",
    time_limit: float | None = None,
    report: Report | None = None,
    stop: bytearray | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Plan | None:
    """The best plan found, checked, with the proven bound; None if it is proven that none keeps the height limit.

    Most often it is proven to be optimal; if not, the effort, which ends by itself, or ``time_limit`` (seconds) was not
    enough, and ``Plan.bound`` says what is proven. However short the time, there is a plan, unless a
    height limit must be kept. With ``tie_break="lexicographic"`` it is the first of the equally good in the order of
    (rotation, column), the first piece slowest; ``Plan.first`` says whether that is proven. ``report`` is called with
    the :class:`Statistics` at the end; ``stop`` is a byte that ends the search when it is set. ``progress`` (True for a
    bar) shows the best so far and the bound.

    >>> from shapewright.stacking.problem import Problem
    >>> plan = first(Problem("LLLL", width=6), tie_break="lexicographic")
    >>> str(plan), plan.height, plan.optimal
    ('0 3 1(180) 4(180)', 3, True)

    Raises ``StoppedError`` if there may or may not be a plan that keeps the height limit.
    """
    problem = problem_of(problem)
    if tie_break not in TIE_BREAKS:
        raise ProblemError(f"{tie_break!r} is not a tie-break; choose one of {', '.join(TIE_BREAKS)}")
    clock = Clock(time_limit, stop)
    with listener(progress) as tell:
        found = _search(problem, clock, tell)
    plan = _best(problem, found)
    if plan is not None and tie_break == "lexicographic":
        try:
            made, value = next(listed(problem, found, clock))
            plan = _plan(problem, made, value, found.lower, first=True)
        except UnlistedError:
            pass
    if plan is not None:
        check(plan)
    if report is not None:
        complete = plan is None or (plan.optimal and (plan.first or tie_break == "any"))
        report(_statistics(problem, found, clock, int(plan is not None), complete))
    return plan


def solve(
    problem: Problem | str,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    report: Report | None = None,
    stop: bytearray | None = None,
) -> Iterator[Plan]:
    """Yield the plans of ``problem``, the best first, equally good ones in the order of (rotation, column).

    All are checked, and at most ``limit`` are yielded. The list ends early where time (``time_limit`` seconds) or
    memory is not enough to go on in order; the best plan found is always yielded, and the report says whether the
    list is complete: the best proven, and none left out.

    >>> from itertools import islice
    >>> from shapewright.stacking.problem import Problem
    >>> [(str(plan), plan.height) for plan in islice(solve(Problem("OO", width=4)), 3)]
    [('0 2', 2), ('2 0', 2), ('0 0', 4)]

    Raises as :func:`first` does.
    """
    problem = problem_of(problem)
    check_limits(limit)
    return _solve(problem, limit, Clock(time_limit, stop), report)


def _solve(problem: Problem, limit: int | None, clock: Clock, report: Report | None) -> Iterator[Plan]:
    found = _search(problem, clock)
    complete, yielded = False, 0
    try:
        best = _best(problem, found)
        if best is None or limit == 0:
            complete = best is None
            return
        try:
            for made, value in listed(problem, found, clock):
                plan = _plan(problem, made, value, found.lower, first=not yielded)
                check(plan)
                yielded += 1
                yield plan
                if yielded == limit:
                    break
            complete = found.optimal
        except UnlistedError:
            if not yielded:
                check(best)
                yielded = 1
                yield best
    finally:
        if report is not None:
            report(_statistics(problem, found, clock, yielded, complete))


def _statistics(problem: Problem, found: Findings, clock: Clock, plans: int, complete: bool) -> Statistics:
    engine = "layers" if problem.is_plain else "graph"
    return with_bound(Statistics(engine, found.states, clock.seconds, plans, complete), problem, found.lower)


def _search(problem: Problem, clock: Clock, tell: Callable[[Progress], None] | None = None) -> Findings:
    return (
        least_height.Search(problem, clock, tell=tell).run()
        if problem.is_plain
        else other_objectives.run(problem, clock, tell)
    )


def with_bound(statistics: Statistics, problem: Problem, least: int) -> Statistics:
    """Return the statistics with the bound that a search proved, as the objective counts it."""
    if problem.objective in COUNTED:
        return replace(statistics, upper_bound=-least)
    return replace(statistics, lower_bound=least)


def _plan(problem: Problem, drops: tuple[Drop, ...], least: int, bound: int, *, first: bool = False) -> Plan:
    """Return the plan with the numbers that a search minimized as the objective counts them."""
    return Plan(problem, drops, signed(problem.objective, least), signed(problem.objective, bound), first)


def _best(problem: Problem, found: Findings) -> Plan | None:
    """The best plan that was found; None if it is proven that there is none."""
    if found.drops is not None:
        return _plan(problem, found.drops, found.upper, found.lower)
    limit = problem.height_limit
    assert limit is not None
    if found.none:
        return None
    if problem.objective == "height" and not problem.clear_lines:
        known = f"at least {found.lower} rows are needed, which is proven"
    else:
        known = "nothing is proven"
    missing = f"no plan was found that keeps the height limit of {limit}"
    error = StoppedError(f"{missing}; {known}, and nothing more is known")
    error.known = "" if known == "nothing is proven" else known
    raise error
