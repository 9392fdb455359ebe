"""How many plans reach the best goal."""

from __future__ import annotations

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.statistics import Report, Statistics
from shapewright.stacking.objective_words import at_best, told
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.rules import signed
from shapewright.stacking.search.other_objectives import MOST_WHOLE, graph
from shapewright.stacking.solve import first, with_bound


def count(problem: Problem | str, *, time_limit: float | None = None, report: Report | None = None) -> int:
    """Count the optimal plans of ``problem``, exactly; 0 if none keeps the height limit.

    Plans are different when a piece falls in another column or rotation (or, with a hold slot, another piece).

    >>> from shapewright.stacking.problem import Problem
    >>> count(Problem("LLLL", width=6))
    51

    Raises ``StoppedError`` when the time limit (seconds) ends it, or when the best plan is not proven to be optimal;
    ``LimitError`` when there are too many stacks to count through.
    """
    problem = problem_of(problem)
    clock = Clock(time_limit)
    best = first(problem, time_limit=time_limit)
    if best is None:
        return _counted(problem, 0, 0, 0, clock, report)
    if not best.optimal:
        raise StoppedError(
            f"the best plan found has {told(problem.objective, best.value)}, and "
            f"{at_best(problem.objective, best.bound)}: only plans known to be optimal are counted"
        )
    whole, least = graph(problem), signed(problem.objective, best.value)
    with interruptible(clock.stop):
        outcome = whole.whole(least, MOST_WHOLE, clock.stop, clock.native())
        number = whole.count(least, clock.stop, clock.native()) if outcome == "complete" else None
    if outcome == "cut":
        raise LimitError(f"there are more than {MOST_WHOLE} different stacks, too many to count")
    if number is None:
        raise clock.stopped("the count was complete")
    return _counted(problem, int.from_bytes(number, "little"), least, whole.states, clock, report)


def _counted(problem: Problem, number: int, least: int, states: int, clock: Clock, report: Report | None) -> int:
    if report is not None:
        report(with_bound(Statistics("graph", states, clock.seconds, number, True), problem, least))
    return number
