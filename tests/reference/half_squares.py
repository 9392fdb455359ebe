"""Shapes of half squares as regions of quarters, turned and laid by plain geometry.

A quarter is the middle of its triangle times three, in squares of side 6: whole numbers, so that nothing is rounded.
A half square is two quarters of one square that share an edge; two half squares touch if they share a whole leg or the
whole diagonal. Nothing here knows coordinates of cells: boards give what they draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice
from shapewright.tiling.problem import Problem

Point = tuple[int, int]
Region = frozenset[Point]

_TOWARDS = ((2, 0), (0, 2), (-2, 0), (0, -2))
_HALVES = tuple(pairwise((*_TOWARDS, _TOWARDS[0])))


def shapes(n: int) -> tuple[int, int, int]:
    """How many free, one-sided and fixed shapes of ``n`` half squares there are."""
    grown = {frozenset([half]) for half in _of_square((0, 0))}
    for _ in range(n - 1):
        grown = {
            _moved_back(every | {beside})
            for every in grown
            for half in every
            for beside in _beside(half)
            if all(beside.isdisjoint(other) for other in every)
        }
    regions = {_placed(frozenset().union(*every)) for every in grown}
    one_sided = {min(map(_key, _turns(region, mirror=False))) for region in regions}
    free = {min(map(_key, _turns(region, mirror=True))) for region in regions}
    return len(free), len(one_sided), len(regions)


def tilings(problem: Problem) -> set[frozenset[tuple[str, frozenset[Cell]]]]:
    """Every tiling, by covering the first open quarter; each piece is used at most as often as it may be."""
    at = {_quarter(problem.board.lattice, cell): cell for cell in problem.board.cells}
    places: dict[str, set[Region]] = {}
    for piece in problem.pieces:
        region = frozenset([_quarter(piece.shape.lattice, cell) for cell in piece.shape.cells])
        some = [region] if piece.motions == "fixed" else _turns(region, mirror=piece.motions == "free")
        places[piece.name] = {moved for turned in some for moved in _laid(turned, frozenset(at))}
    bounds = {piece.name: (piece.minimum, piece.maximum) for piece in problem.pieces}
    found: set[frozenset[tuple[str, frozenset[Cell]]]] = set()

    def cover(left: Region, chosen: tuple[tuple[str, Region], ...]) -> None:
        used = [name for name, _ in chosen]
        if not left:
            if all(low <= used.count(name) for name, (low, _) in bounds.items()):
                found.add(frozenset([(name, frozenset([at[one] for one in region])) for name, region in chosen]))
            return
        first = min(left)
        for name, every in places.items():
            most = bounds[name][1]
            if most is None or used.count(name) < most:
                for region in every:
                    if first in region and region <= left:
                        cover(left - region, (*chosen, (name, region)))

    cover(frozenset(at), ())
    return found


def _quarter(lattice: Lattice, cell: Cell) -> Point:
    """Where a cell of half squares is drawn, measured from the middle of a square."""
    corners = lattice.outline(cell)
    assert len(corners) == 3
    across = max(x for x, _ in corners) - min(x for x, _ in corners)
    up = max(y for _, y in corners) - min(y for _, y in corners)
    edge = max(across, up)
    x, y = (2 * sum(corner[axis] for corner in corners) / edge for axis in (0, 1))
    return round(x) - 3, round(y) - 3


def _of_square(middle: Point) -> list[Region]:
    x, y = middle
    return [frozenset([(x + a, y + b), (x + c, y + d)]) for (a, b), (c, d) in _HALVES]


def _beside(half: Region) -> Iterator[Region]:
    """The other half of the same square, and those across the two legs."""
    x, y = (round(sum(point[axis] for point in half) / 12) * 6 for axis in (0, 1))
    yield frozenset([(x + a, y + b) for a, b in _TOWARDS]) - half
    for a, b in _TOWARDS:
        if (x + a, y + b) in half:
            for other in _of_square((x + 3 * a, y + 3 * b)):
                if (x + 2 * a, y + 2 * b) in other:
                    yield other


def _moved_back(halves: frozenset[Region]) -> frozenset[Region]:
    dx, dy = _corner(frozenset().union(*halves))
    return frozenset([frozenset([(x - dx, y - dy) for x, y in half]) for half in halves])


def _placed(region: Region) -> Region:
    dx, dy = _corner(region)
    return frozenset([(x - dx, y - dy) for x, y in region])


def _corner(region: Region) -> Point:
    """The lower left of the squares that a region lies in."""
    return min((x + 3) // 6 * 6 for x, _ in region), min((y + 3) // 6 * 6 for _, y in region)


def _key(region: Region) -> tuple[Point, ...]:
    return tuple(sorted(region))


def _turns(region: Region, *, mirror: bool) -> list[Region]:
    found = []
    for turned in (region, frozenset([(-x, y) for x, y in region])) if mirror else (region,):
        for _ in range(4):
            turned = frozenset([(-y, x) for x, y in turned])
            found.append(_placed(turned))
    return found


def _laid(region: Region, board: Region) -> Iterator[Region]:
    """A region everywhere on a board: moved by whole squares."""
    x, y = min(region)
    for other_x, other_y in board:
        dx, dy = other_x - x, other_y - y
        if dx % 6 == dy % 6 == 0:
            moved = frozenset([(a + dx, b + dy) for a, b in region])
            if moved <= board:
                yield moved
