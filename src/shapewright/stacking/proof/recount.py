"""Plans counted by the rules alone: every stack that the pieces can make, one after the other.

The twin of the engine's graph, in plain Python: slow, so that it is for short sequences, or gives up.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from shapewright.jobs.limits import Clock
from shapewright.stacking.rules import ENDINGS, Course, cleared, full_rows, height, landed, next_pieces, signed
from shapewright.stacking.slides import rests

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.cells.grid import Cell
    from shapewright.stacking.problem import Problem


_MOST_STATES = 400_000

# Filled cells, pieces used up, what is held, what happened on the way.
_State = tuple[frozenset["Cell"], int, str | None, Course]


def values(problem: Problem, most: int | None, seconds: float | None) -> dict[int, int] | None:
    """Count the plans of each value of the objective, none worse than ``most`` (None: all); None if that takes long.

    >>> from shapewright.stacking.problem import Problem
    >>> values(Problem("OO", width=4), 2, 9.0)
    {2: 2}
    """
    clock = Clock(seconds)
    # Only a height that cannot fall again says early that a plan comes to too much.
    ceiling = most if problem.objective == "height" and not problem.clear_lines else None
    # Stacks that differ in what happened on the way alone are one where nobody asks for that.
    course = Course() if problem.objective in ENDINGS else Course(height(problem.board))
    ways: dict[_State, int] = {(frozenset(problem.board), 0, None, course): 1}
    seen = 0
    for _ in problem.sequence:
        after: dict[_State, int] = defaultdict(int)
        for state, number in ways.items():
            if clock.over() or len(after) + seen > _MOST_STATES:
                return None
            for following in _following(problem, state, ceiling):
                after[following] += number
        seen += len(after)
        ways = after
    found: dict[int, int] = defaultdict(int)
    for (stack, _, _, course), number in ways.items():
        value = course.value(stack, problem.width, problem.objective)
        if most is None or signed(problem.objective, value) <= signed(problem.objective, most):
            found[value] += number
    return dict(sorted(found.items()))


def most_drops(problem: Problem, seconds: float | None) -> int | None:
    """How many pieces can fall before one passes the height limit; None if that takes too long.

    >>> from shapewright.stacking.problem import Problem
    >>> most_drops(Problem("OOSZT", width=4, height_limit=5), 9.0)
    4
    """
    clock = Clock(seconds)
    course = Course()
    states: set[_State] = {(frozenset(problem.board), 0, None, course)}
    seen = 0
    for number in range(len(problem.sequence)):
        after: set[_State] = set()
        for state in states:
            if clock.over() or len(after) + seen > _MOST_STATES:
                return None
            after.update([(*following[:3], course) for following in _following(problem, state, None)])
        if not after:
            return number
        seen += len(after)
        states = after
    return len(problem.sequence)


def _following(problem: Problem, state: _State, ceiling: int | None) -> list[_State]:
    stack, used, held, course = state
    limits = [limit for limit in (ceiling, problem.height_limit) if limit is not None]
    found = []
    for piece, slot, taken in next_pieces(problem.sequence[used : used + 2], held, problem.hold):
        for cells in _landings(problem, stack, piece):
            if limits and height(cells) > min(limits):
                continue
            filled = stack.union(cells)
            vanishing = len(full_rows(filled, problem.width)) if problem.clear_lines else 0
            if vanishing:
                filled = frozenset(cleared(dict.fromkeys(filled), problem.width))
            after = course if problem.objective in ENDINGS else course.after(height(cells), vanishing)
            found.append((filled, used + taken, slot, after))
    return found


def _landings(problem: Problem, stack: frozenset[Cell], piece: str) -> Iterator[tuple[Cell, ...]]:
    """The cells of every place where a piece can come to rest."""
    shapes = problem.shapes(piece)
    if problem.drop == "soft":
        for orientation, column, row in rests(stack, shapes, problem.width):
            yield tuple([(x + column, y + row) for x, y in shapes[orientation]])
        return
    top = height(stack)
    for shape in shapes:
        for column in range(problem.width - max(x for x, _ in shape)):
            yield landed(stack, shape, column, top)
