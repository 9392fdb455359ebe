"""Lines along the edges of cells: the contour of a set of cells, and the borders between sets, each drawn once.

Corners are points of the lattice on which the cells lie: cell (x, y) has the corners (x, y) and (x + 1, y + 1), y
upward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar

Corner = tuple[int, int]
Run = tuple[Corner, Corner]
_Point = TypeVar("_Point")


def contours(cells: AbstractSet[Corner]) -> list[list[Corner]]:
    """The closed lines around ``cells``, outer ones and those of holes, only corners where they turn.

    Filled by the even-odd rule they give exactly the cells.

    >>> contours({(0, 0), (1, 0)})
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    onward: dict[Corner, list[Corner]] = {}
    for x, y in sorted(cells):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in cells:
                onward.setdefault(start, []).append(end)
    return [_turns(line) for line in closed_lines(onward)]


def closed_lines(onward: Mapping[_Point, list[_Point]]) -> list[list[_Point]]:
    """The closed lines that lead from each point to those ``onward`` of it, which are used up."""
    lines: list[list[_Point]] = []
    for start in sorted(onward):  # type: ignore[type-var]
        while onward[start]:
            line = [start]
            while (corner := onward[line[-1]].pop()) != start:
                line.append(corner)
            lines.append(line)
    return lines


def borders(cells: Iterable[Corner], region: Callable[[Corner], object]) -> tuple[list[Run], list[Run]]:
    """The edges of ``cells``: those between different regions, and those inside one, joined to straight runs."""
    between: set[Run] = set()
    inside: set[Run] = set()
    for x, y in cells:
        own = region((x, y))
        for beside, edge in (
            ((x, y - 1), ((x, y), (x + 1, y))),
            ((x, y + 1), ((x, y + 1), (x + 1, y + 1))),
            ((x - 1, y), ((x, y), (x, y + 1))),
            ((x + 1, y), ((x + 1, y), (x + 1, y + 1))),
        ):
            (inside if region(beside) == own else between).add(edge)
    return _joined(between), _joined(inside)


def _turns(line: list[Corner]) -> list[Corner]:
    kept = []
    for before, corner, after in zip(line[-1:] + line[:-1], line, line[1:] + line[:1], strict=True):
        if before[0] != after[0] and before[1] != after[1]:
            kept.append(corner)
    return kept


def _joined(edges: AbstractSet[Run]) -> list[Run]:
    runs: list[Run] = []
    for (x, y), (end_x, end_y) in sorted(edges):
        right, up = end_x - x, end_y - y
        if ((x - right, y - up), (x, y)) in edges:
            continue
        while ((end_x, end_y), (end_x + right, end_y + up)) in edges:
            end_x, end_y = end_x + right, end_y + up
        runs.append(((x, y), (end_x, end_y)))
    return runs
