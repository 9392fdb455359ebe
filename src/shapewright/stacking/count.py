"""How many plans reach the best goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.statistics import Statistics
from shapewright.stacking.solve import first
from shapewright.stacking.variants import MOST_WHOLE, graph
from shapewright.stacking.words import at_best, told

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Report
    from shapewright.stacking.problem import Problem


def count(problem: Problem, *, time_limit: float | None = None, report: Report | None = None) -> int:
    """Count the optimal plans of ``problem``, exactly; 0 if none keeps the height limit.

    Plans are different when a piece falls in another column or rotation (or, with a hold slot, another piece).

    >>> from shapewright.stacking.problem import Problem
    >>> count(Problem("LLLL", width=6))
    51

    Raises ``StoppedError`` when the time limit (seconds) ends it, or when the best plan is not proven to be optimal;
    ``LimitError`` when there are too many stacks to count through.
    """
    clock = Clock(time_limit)
    best = first(problem, time_limit=time_limit)
    if best is None:
        return _counted(0, 0, 0, clock, report)
    if not best.optimal:
        raise StoppedError(
            f"the best plan found has {told(problem.objective, best.value)}, and "
            f"{at_best(problem.objective, best.lower_bound)}: only plans known to be optimal are counted"
        )
    whole = graph(problem)
    with interruptible(clock.stop):
        outcome = whole.whole(best.value, MOST_WHOLE, clock.stop, clock.native())
        number = whole.count(best.value, clock.stop, clock.native()) if outcome == "complete" else None
    if outcome == "cut":
        raise LimitError(f"there are more than {MOST_WHOLE} different stacks, too many to count")
    if number is None:
        raise clock.stopped("the count was complete")
    return _counted(int.from_bytes(number, "little"), best.value, whole.states, clock, report)


def _counted(number: int, value: int, states: int, clock: Clock, report: Report | None) -> int:
    if report is not None:
        report(Statistics("graph", states, clock.seconds, number, True, lower_bound=value))
    return number
