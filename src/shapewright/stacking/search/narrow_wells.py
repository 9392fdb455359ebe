"""Narrow wells: plans and bounds over profiles modulo height.

In a narrow well waste cannot be avoided, and a height is far above the number of cells divided by the width; but only
the steps between neighbouring columns matter, and those are few. Steps up to a reach give plans. Higher ones, called
cliffs, whose height is forgotten, give a bound that holds for every plan: the least cost of a walk, from behind, is a
potential that no fall raises by more than it costs.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from shapewright.stacking.native import drops, least_cost
from shapewright.stacking.rules import heights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.native import Question
    from shapewright.stacking.plan import Drop
    from shapewright.stacking.problem import Problem

__all__ = ["bounds", "plan", "reaches"]

_REACHES = (4, 6, 9, 14, 20, 30, 45)
_MOST_CONTOURS = 100_000


def reaches(problem: Problem) -> list[int]:
    """The reaches that are worth while, ascending; none where the well is too wide.

    >>> from shapewright.stacking.problem import Problem
    >>> reaches(Problem("IOT", width=4)), reaches(Problem("IOT", width=10))
    ([4, 6, 9, 14, 20], [])
    """
    least = max(shape.size[1] for name in set(problem.sequence) for shape in problem.orientations(name))
    steps = problem.width - 1
    fits = [reach for reach in sorted({*_REACHES, least}) if reach >= least]
    return [reach for reach in fits if (2 * reach + 3) ** steps <= _MOST_CONTOURS]


def plan(problem: Problem, asked: Question, clock: Clock) -> tuple[Drop, ...] | None:
    """The lowest plan whose neighbouring columns differ little; None if there is none, or no time."""
    tops = heights(problem.board, problem.width)
    steepest = max((abs(left - right) for left, right in pairwise(tops)), default=0)
    for reach in [reach for reach in reaches(problem) if reach >= steepest][:3][-1:]:
        found = least_cost(asked, reach, [1] * problem.width, clock, cliffs=False)
        if found is not None and len(found.moves) == len(problem.sequence):
            return drops(problem, found.moves)
    return None


def bounds(problem: Problem, asked: Question, clock: Clock) -> Iterator[int]:
    """What no plan is below, proven with higher and higher steps; each takes longer than the one before."""
    for reach in reaches(problem):
        found = least_cost(asked, reach, [1] * problem.width, clock, cliffs=True)
        if found is None:
            return
        yield -(-found.least // problem.width)
