"""What a cell passes over while it moves: exactly, in whole numbers.

The cell and the way make a convex body, and so is every other cell. Two of them have no point inside both exactly if a
plane parts them (in the plane: a line); one that does is parallel to a side of one of them or to an edge of each, so
that trying those few settles it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import gcd

from shapewright.cells.lattice import Lattice, Point
from shapewright.cells.motion import Cell


def swept(lattice: Lattice, cell: Cell, way: Cell) -> frozenset[Cell]:
    """The cells that a cell is partly in on its way to the next one of its kind; itself not among them.

    ``way`` is a translation of the lattice. A ball may move to one that it touches.

    >>> from shapewright.cells.lattices import lattice
    >>> sorted(swept(lattice("hex"), (0, 0), (1, 0)))
    [(0, 1), (1, -1), (1, 0)]
    >>> sorted(swept(lattice("tan"), (0, 1), (2, 0)))
    [(0, 0), (1, 0), (1, 1), (2, 1)]
    """
    home = tuple([value % period for value, period in zip(cell, lattice.period, strict=True)])
    shift = [a - b for a, b in zip(cell, home, strict=True)]
    return frozenset([tuple([a + b for a, b in zip(near, shift, strict=True)]) for near in _from(lattice, home, way)])


@cache
def _from(lattice: Lattice, cell: Cell, way: Cell) -> tuple[Cell, ...]:
    """The same for a cell of the first period."""
    after = _sum(cell, way)
    if lattice.is_plain:
        return (after,)
    if lattice.is_round:  # what touches both is in the way of a ball
        return tuple({after, *(set(lattice.neighbours(cell)) & set(lattice.neighbours(after)))} - {cell})
    if way < (0,) * len(way):  # the same as back, but for the cell itself
        return tuple({*swept(lattice, after, tuple([-value for value in way])), after} - {cell})
    # What is passed over hangs together by sides, so that the neighbours of those found are all to be looked at.
    step = tuple([b - a for a, b in zip(lattice.point(cell), lattice.point(after), strict=True)])
    start = lattice.vertices(cell)
    body = [*start, *[_sum(corner, step) for corner in start]]
    edges = {*_differences(start), _line(step[: lattice.dimension])}
    seen, found = {cell}, [cell]
    for one in found:  # which grows
        for near in lattice.neighbours(one):
            if near not in seen:
                seen.add(near)
                other = lattice.vertices(near)
                if not _are_parted(body, other, edges | _differences(other)):
                    found.append(near)
    return tuple(found[1:])


def _are_parted(one: list[Point], other: list[Point], edges: Iterable[Point]) -> bool:
    """Whether a plane (a line) along edges has one on its one side and the other on its other."""
    for normal in _normals(frozenset(edges)):
        first = [_dot(normal, corner) for corner in one]
        second = [_dot(normal, corner) for corner in other]
        if max(first) <= min(second) or max(second) <= min(first):
            return True
    return False


@cache
def _normals(edges: frozenset[Point]) -> tuple[Point, ...]:
    if all(len(edge) == 2 for edge in edges):
        return tuple([(-y, x) for x, y in edges])
    found = {
        _line((b * z - c * y, c * x - a * z, a * y - b * x)) for (a, b, c), (x, y, z) in combinations(sorted(edges), 2)
    }
    return tuple(found - {(0, 0, 0)})


def _differences(corners: Iterable[Point]) -> set[Point]:
    return {_line(tuple([a - b for a, b in zip(*two, strict=True)])) for two in combinations(corners, 2)}


def _line(vector: Point) -> Point:
    """The shortest vector along the same line, one of the two."""
    divisor = gcd(*vector) or 1
    if next((value for value in vector if value), 1) < 0:
        divisor = -divisor
    return tuple([value // divisor for value in vector])


def _sum(one: Point, other: Point) -> Point:
    return tuple([a + b for a, b in zip(one, other, strict=False)])


def _dot(one: Point, other: Point) -> int:
    return sum([a * b for a, b in zip(one, other, strict=True)])
