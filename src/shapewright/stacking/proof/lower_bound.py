"""A bound proven again, by another search than the one that found it.

The plain search refutes heights by layers of stacks, in narrow wells by profiles modulo height; here it is the
depth-first search, and where that takes too long counting, or a table of potentials in plain arrays. The other
questions are answered by the graph of all stacks, which is built from scratch, without the knowledge of the first one.
"""

from __future__ import annotations

from dataclasses import replace

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.stacking.bounds.lower_bound import knows_rooms, lower_bound
from shapewright.stacking.native import depth_first, question
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.rules import COUNTED, signed
from shapewright.stacking.search.other_objectives import ANY, MOST_WHOLE, graph

MOST = 1 << 40
_FEW = 200_000


def reprove(problem: Problem | str, bound: int, *, time_limit: float | None = None) -> bool | None:
    """Whether no plan of ``problem`` is better than ``bound``; None if that was too much, or too slow, to say.

    >>> from shapewright.stacking.problem import Problem
    >>> reprove(Problem("LLLL", width=6), 3), reprove(Problem("LLLL", width=6), 4)
    (True, False)

    The bound 0 is true of everything that is to be small. Takes memory with the number of stacks: give it a time limit.
    """
    problem = problem_of(problem)
    bound = signed(problem.objective, bound)
    if bound <= 0 and problem.objective not in COUNTED:
        return True
    clock = Clock(time_limit)
    if problem.objective == "peak" and not problem.clear_lines:
        problem = replace(problem, objective="height")  # nothing vanishes, so nothing was ever higher
    if problem.is_plain:
        search = depth_first(question(problem))
        search.start(bound - 1)
        for most in (_FEW, MOST):
            with interruptible(clock.stop):
                verdict = search.next(most, clock.stop, clock.native())
            if verdict in ("refuted", "found"):
                return verdict == "refuted"
            # What no search can go through may be shown by counting, or by potentials.
            if most == _FEW and (_has_no_room(problem, bound, clock) or _by_potentials(problem, bound, clock)):
                return True
        return None
    if _has_no_room(problem, bound, clock):
        return True
    whole = graph(problem)
    with interruptible(clock.stop):
        outcome = whole.whole(bound - 1, MOST_WHOLE, clock.stop, clock.native())
    if whole.best is not None:
        return False
    return True if outcome == "complete" else None


def _has_no_room(problem: Problem, bound: int, clock: Clock) -> bool:
    """By counting: cells and colours, or what the kinds of pieces leave empty."""
    if lower_bound(problem) >= bound:
        return True
    if not knows_rooms(problem):
        return False
    try:
        from shapewright.stacking.proof.unused_room import (
            has_no_room,  # its arrays are those of numpy, which a browser lacks
        )
    except ModuleNotFoundError:
        return False
    return has_no_room(problem, bound - 1, clock)


def _by_potentials(problem: Problem, bound: int, clock: Clock) -> bool:
    try:
        from shapewright.stacking.proof.narrow_wells import rise  # its arrays are those of numpy, which a browser lacks
    except ModuleNotFoundError:
        return False
    return rise(problem, bound, clock)


def reprove_none(problem: Problem, *, time_limit: float | None = None) -> bool | None:
    """Whether no plan of ``problem`` keeps its height limit; None if that was too much, or too slow, to say.

    >>> from shapewright.stacking.problem import Problem
    >>> reprove_none(Problem("LLLL", width=6, height_limit=2)), reprove_none(Problem("LLLL", width=6, height_limit=3))
    (True, False)
    """
    if problem.height_limit is None:
        return False
    if problem.is_plain:
        return reprove(problem, problem.height_limit + 1, time_limit=time_limit)
    clock = Clock(time_limit)
    whole = graph(problem)
    with interruptible(clock.stop):
        outcome = whole.whole(ANY, MOST_WHOLE, clock.stop, clock.native())
    if whole.best is not None:
        return False
    return True if outcome == "complete" else None
