"""What a few kinds of pieces leave empty in a rectangle, wherever they lie: a bound that knows nothing of falling.

Towers of S and Z waste a cell at each end, and T leave gaps beside a wall. So 67 rows of seven columns have room for 99
S and not for 100, though these have fewer cells. Of two kinds it is also known which numbers of each have room: 401
rows of ten columns hold 1,000 pieces S and Z, but never 500 of each.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shapewright.stacking import native

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem

__all__ = ["MOST_KINDS", "knows_rooms", "least_room"]

MOST_KINDS = 3
"""More kinds than this leave hardly anything empty."""

# Profiles and frontiers that are looked at: some seconds.
_MOST_PROFILES = 100_000_000
_MOST_STEPS = 1_500_000_000
_MOST_EMPTY = 64  # so few empty cells allow only few ways to lie, which are gone through


def knows_rooms(problem: Problem) -> bool:
    """Whether the bound is one of ``problem``: few kinds fall onto an empty grid, and no row vanishes."""
    few = len(set(problem.sequence)) <= MOST_KINDS
    return few and not problem.clear_lines and not problem.board and problem.objective in ("height", "peak")


def least_room(problem: Problem, least: int, most: int, clock: Clock) -> int:
    """The first height from ``least`` on in which the pieces have room, if it is not above ``most``, which is known.

    What is not decided in time, or takes too much work, counts as room.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.stacking.problem import Problem
    >>> least_room(Problem("S" * 100, width=7), 58, 68, Clock(None))
    68
    """
    if not knows_rooms(problem) or least >= most:
        return least
    room = native.room(problem)
    if room is None:
        return least
    empty = room.empty(most - 1, _MOST_PROFILES, clock.stop, clock.native())
    if empty is None:
        return least
    numbers = list(Counter(problem.sequence).values())
    for height in range(least, most):
        spare = problem.width * height - problem.area
        if empty[height - 1] > spare:
            continue
        if len(numbers) != 2 or spare > _MOST_EMPTY:
            return height
        first, second = numbers
        if room.fits(height, first, second, _MOST_STEPS, clock.stop, clock.native()) is not False:
            return height
    return most
