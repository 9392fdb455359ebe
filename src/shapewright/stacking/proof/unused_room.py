"""The bound by what kinds of pieces leave empty, proven again in plain arrays: nothing is shared with the engine.

A rectangle is filled cell by cell, the lowest row first. A number says which of the next cells are filled already; for
each such number stands how many cells stay empty at least until the end.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem


_MOST_BITS = 22
_FAR = 60_000

Costs = np.ndarray[tuple[int, ...], np.dtype[np.uint16]]


def has_no_room(problem: Problem, rows: int, clock: Clock) -> bool:
    """Whether the pieces of ``problem`` have no room in so many rows; False where that takes too large a table.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.stacking.problem import Problem
    >>> [has_no_room(Problem("T" * 100, width=7), rows, Clock(None)) for rows in (58, 59)]
    [True, False]
    >>> [has_no_room(Problem("S" * a + "Z" * b, width=4), 11, Clock(None)) for a, b in ((5, 5), (3, 7))]
    [False, True]
    """
    spare = problem.width * rows - problem.area
    if spare < 0:
        return True
    names = list(dict.fromkeys(problem.sequence))
    sweep = _Sweep(problem, names)
    if sweep.bits > _MOST_BITS:
        return False
    tables: list[Costs] = []  # one for each number of rows to come, until they repeat themselves
    period = more = 0
    for table in sweep.tables():
        if clock.over():
            return False
        for back in range(1, min(len(tables), 12) + 1):
            old = tables[-back].astype(np.int64)
            step = int(table[0]) - int(old[0])
            if ((table - old == step) | ((table == _FAR) & (old == _FAR))).all():
                period, more = back, step
                break
        tables.append(table)
        if period or len(tables) > rows:
            break
    last = len(tables) - 1

    def to_come(number: int) -> tuple[Costs, int]:
        """The table for so many rows to come, and what is to be added to it."""
        turns = max(0, -(-(number - last) // period)) if period else 0
        return tables[number - turns * period], turns * more

    table, added = to_come(rows)
    if int(table[0]) + added > spare:
        return True
    if len(names) != 2 or more:
        return False
    found = _numbers(sweep, rows, spare, to_come, clock)
    return found is not None and Counter(problem.sequence)[names[0]] not in found


class _Sweep:
    """What can be laid at each cell of a row: for each column masks of the cells from there on, and their kinds."""

    def __init__(self, problem: Problem, names: list[str]) -> None:
        self.width = problem.width
        self.ways: list[list[tuple[int, int]]] = [[] for _ in range(problem.width)]
        for kind, name in enumerate(names):
            for shape in problem.shapes(name):
                first = min(x for x, y in shape if y == 0)
                wide = max(x for x, _ in shape)
                for x in range(first, problem.width - wide + first):
                    self.ways[x].append((sum(1 << (y * problem.width + a - first) for a, y in shape), kind))
        self.bits = max([mask.bit_length() for ways in self.ways for mask, _ in ways], default=1)
        self._free: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def tables(self) -> Iterator[Costs]:
        """The table for no row to come, for one, and so on without end."""
        size = 1 << (self.bits - 1)
        table = np.full(size, _FAR, dtype=np.uint16)
        table[0] = 0
        every = np.arange(size)
        while True:
            yield table
            for x in reversed(range(self.width)):
                before = table[every >> 1]
                before[::2] = np.minimum(before[::2] + (before[::2] < _FAR), _FAR)
                for mask, _ in self.ways[x]:
                    if mask not in self._free:
                        free = np.flatnonzero((every & mask) == 0)
                        self._free[mask] = free, (free | mask) >> 1
                    free, to = self._free[mask]
                    before[free] = np.minimum(before[free], table[to])
                table = before


def _numbers(sweep: _Sweep, rows: int, spare: int, to_come, clock: Clock) -> set[int] | None:  # type: ignore[no-untyped-def]
    """Every number of pieces of the first kind when exactly ``spare`` cells stay empty; None if there is no time.

    Each frontier with its empty cells has a set of numbers, the bits of a whole number.
    """
    layer = {(0, 0): 1}
    for y in range(rows):
        table, added = to_come(rows - y - 1)
        for x in range(sweep.width):
            if clock.over():
                return None
            following: dict[tuple[int, int], int] = {}
            for (frontier, empty), numbers in layer.items():
                after = [(frontier >> 1, empty + (frontier & 1 ^ 1), numbers)]
                if not frontier & 1:
                    for mask, kind in sweep.ways[x]:
                        if not frontier & mask:
                            after.append(((frontier | mask) >> 1, empty, numbers << (kind == 0)))
                for to, left, more in after:
                    if left <= spare:
                        following[to, left] = following.get((to, left), 0) | more
            layer = following
        layer = {key: numbers for key, numbers in layer.items() if int(table[key[0]]) + added + key[1] <= spare}
    numbers = layer.get((0, spare), 0)
    return {k for k in range(numbers.bit_length()) if numbers >> k & 1}
