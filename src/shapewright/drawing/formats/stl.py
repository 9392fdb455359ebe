"""Shapes of cubes as an STL file, for printing: closed surfaces, a little smaller than the cells, so that pieces move.

A shape is drawn in by the same distance on all its sides. For that each cell is thought of as three slabs along each
axis, the outer ones as thick as that distance. A part of a cell belongs to the body if all cells beside it do: those on
the sides, edges and corners where it lies. What touches along an edge alone then no longer touches, and every edge
belongs to two faces of one body.
"""

from __future__ import annotations

import struct
from itertools import product
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from shapewright.cells.grid import Cell

MAX_CELLS = 20_000
_GAP = 1  # cells between two shapes that lie side by side

Triangle = tuple[tuple[float, float, float], ...]


def to_stl(shapes: Sequence[Collection[Cell]], *, unit: float = 10.0, inset: float = 0.1) -> bytes:
    """Binary STL of ``shapes``, sets of cells (x, y, z), where they are; flat cells are a layer of cubes.

    ``unit`` is the edge of a cell and ``inset`` the distance by which every side is drawn in, both in millimetres.
    Raises ``ProblemError`` for an inset that leaves nothing, ``LimitError`` for more than ``MAX_CELLS`` cells.
    """
    if not 0 < unit <= 1000 or not 0 < inset < unit / 2:
        raise ProblemError(
            f"cells of {unit:g} mm that are {inset:g} mm smaller at every side cannot be printed; give a unit of at "
            "most 1000 and an inset below half of it, both above 0"
        )
    if sum(map(len, shapes)) > MAX_CELLS:
        raise LimitError(f"the shapes have more than {MAX_CELLS} cells, too many for one file")
    records = [
        struct.pack("<12fH", *normal, *(part for point in triangle for part in point), 0)
        for shape in shapes
        for normal, triangle in _triangles(shape, unit, inset)
    ]
    return struct.pack("<80sI", b"shapewright", len(records)) + b"".join(records)


def side_by_side(shapes: Sequence[Collection[Cell]], *, across: int = 24) -> list[set[Cell]]:
    """The shapes moved onto a plate, in rows of about ``across`` cells, each with its lowest layer at z = 0."""
    placed: list[set[Cell]] = []
    x = y = deep = 0
    for shape in shapes:
        cells = {_in_space(cell) for cell in shape}
        low = [min(axis) for axis in zip(*cells, strict=True)]
        size = [max(axis) - least + 1 for axis, least in zip(zip(*cells, strict=True), low, strict=True)]
        if x and x + size[0] > across:
            x, y, deep = 0, y + deep + _GAP, 0
        placed.append({(a - low[0] + x, b - low[1] + y, c - low[2]) for a, b, c in cells})
        x, deep = x + size[0] + _GAP, max(deep, size[1])
    return placed


def _triangles(shape: Collection[Cell], unit: float, inset: float) -> Iterator[tuple[tuple[int, ...], Triangle]]:
    """Each face of the body as two triangles, anticlockwise as seen from outside, with its normal."""
    body = set(_slabs({_in_space(cell) for cell in shape}))

    def at(grid: int) -> float:
        cell, slab = divmod(grid, 3)
        return unit * cell + (0.0, inset, unit - inset)[slab]

    for part in sorted(body):
        for axis, sign in product(range(3), (-1, 1)):
            normal = tuple(sign if k == axis else 0 for k in range(3))
            if tuple(a + b for a, b in zip(part, normal, strict=True)) in body:
                continue
            one, two = ((axis + 1) % 3, (axis + 2) % 3) if sign > 0 else ((axis + 2) % 3, (axis + 1) % 3)
            corners = []
            for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
                point = list(part)
                point[axis] += sign > 0
                point[one] += a
                point[two] += b
                corners.append((at(point[0]), at(point[1]), at(point[2])))
            yield normal, (corners[0], corners[1], corners[2])
            yield normal, (corners[0], corners[2], corners[3])


def _slabs(cells: set[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """The parts of cells, three along each axis, that are in the body."""
    for x, y, z in cells:
        for dx, dy, dz in product((-1, 0, 1), repeat=3):
            beside = product({0, dx}, {0, dy}, {0, dz})
            if all((x + a, y + b, z + c) in cells for a, b, c in beside):
                yield 3 * x + dx + 1, 3 * y + dy + 1, 3 * z + dz + 1


def _in_space(cell: Cell) -> tuple[int, int, int]:
    return cell[0], cell[1], cell[2] if len(cell) == 3 else 0
