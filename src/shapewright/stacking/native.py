"""The engine as the package sees it: problems to bit masks, moves to drops."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from shapewright.jobs.limits import check_limits
from shapewright.stacking.plan import Drop

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright import _core
    from shapewright.cells.grid import Cell
    from shapewright.stacking.problem import Problem


def question(problem: Problem) -> _core.StackingQuestion:
    """The problem as the engine takes it."""
    from shapewright import _core

    names = list(dict.fromkeys(problem.sequence))
    number = {name: k for k, name in enumerate(names)}
    return _core.StackingQuestion(
        problem.width,
        [[_rows(shape.cells) for shape in problem.orientations(name)] for name in names],
        [number[name] for name in problem.sequence],
        _rows(problem.board),
    )


def drops(problem: Problem, moves: Iterable[Sequence[int]]) -> tuple[Drop, ...]:
    """The engine's moves as drops.

    With a hold slot the engine tells of the two pieces that may fall the one that came first from the one after it.
    """
    sequence = problem.sequence
    found = []
    waiting, following = 0, 1  # places in the sequence
    for orientation, column, later in moves:
        place = following if later else waiting
        if not later:
            waiting = following
        following += 1
        found.append(Drop(sequence[place], column, 90 * orientation))
    return tuple(found)


class Clock:
    """The seconds a search may take, and the byte that Ctrl-C sets.

    Raises ``ProblemError`` for a time limit that is no number of seconds from 0 on.
    """

    def __init__(self, time_limit: float | None, stop: bytearray | None = None) -> None:
        check_limits(time_limit=time_limit)
        self.stop = bytearray(1) if stop is None else stop
        self.limit = time_limit
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.monotonic() - self._started

    def left(self) -> float:
        """The seconds left as the engine takes them: negative if there is no limit."""
        return -1.0 if self.limit is None else max(0.0, self.limit - self.seconds)

    def over(self) -> bool:
        """Whether the search should end."""
        return self.stop[0] != 0 or self.left() == 0.0


def _rows(cells: Iterable[Cell]) -> list[int]:
    rows: list[int] = []
    for x, y in cells:
        rows += [0] * (y + 1 - len(rows))
        rows[y] |= 1 << x
    return rows
