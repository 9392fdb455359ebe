"""Lattices as plain data, for a program that draws their cells itself: polygons, periods, translations.

A solid one is drawn in layers, each of them flat: prisms are triangles there, balls the squares around them, and of the
places of cubes that tetrahedra fill those that have one are squares.

The cells of one period stand for all: cell ``(x, y)`` is the one of the residues of x and y, moved by a step for each
whole period.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import LATTICES, TRIANGLE
from shapewright.cells.quotient import GLUINGS

_DIGITS = 6


def planes() -> dict[str, dict[str, object]]:
    """The lattices by the names that stand before boards; those whose cells are squares are empty.

    Those of space have ``layers`` instead, the names of flat ones, from the lowest layer until they repeat.

    ``period`` counts cells along each axis, ``steps`` are the ways in the plane by which a period moves, in edges of
    squares, y upward. ``cells`` has for each cell of the first period its ``corners``, anticlockwise; a ``joint`` is
    part of a picture only where a piece goes through it, and ``tips`` are the cells of such joints (from the cell) that
    have their middle in a corner, by its number. ``translations`` are the moves below a period that take every cell to
    one of its own kind. A board of W x H has ``unit`` cells for each of them along each axis, and ``rest`` more.
    """
    glued: dict[str, dict[str, object]] = {name: {} for name in GLUINGS}
    drawn = {name: _plane(each) for name, each in LATTICES.items() if each.dimension == 2 and not each.is_plain}
    for name, each in LATTICES.items():
        if each.dimension == 3 and not each.is_plain:
            layers = {f"{name}/{z}": _layer(each, z) for z in range(each.period[2])}
            unit = [1, 1, 1] if each.is_round or each.group == "prismatic" else _cube(each)
            drawn |= {name: {"layers": list(layers), "unit": unit, "rest": 0}, **layers}
    return {**drawn, **glued}


def _cube(lattice: Lattice) -> list[int]:
    """The places along the sides of a cube; where tetrahedra point two ways by turns, one period has two of them."""
    return [period if period % 2 else period // 2 for period in lattice.period]


def _layer(lattice: Lattice, z: int) -> dict[str, object]:
    """The cells of one layer of a solid lattice, as a flat one."""
    if lattice.group == "prismatic":
        return _plane(TRIANGLE)
    across, up, _ = lattice.period
    here = sorted((x, y) for x, y in product(range(across), range(up)) if lattice.is_cell((x, y, z)))
    # Balls lie at every other place, and the squares around them stand on their corners.
    corners = ((0, -1), (1, 0), (0, 1), (-1, 0)) if lattice.is_round else ((0, 0), (1, 0), (1, 1), (0, 1))
    return {
        "period": [across, up],
        "steps": [[float(across), 0.0], [0.0, float(up)]],
        "cells": {f"{x},{y}": {"corners": [[float(x + a), float(y + b)] for a, b in corners]} for x, y in here},
        "translations": [list(shift[:2]) for shift in sorted(lattice.translations) if not shift[2]],
        "unit": [1, 1],
        "rest": 0,
    }


def _plane(lattice: Lattice) -> dict[str, object]:
    is_square = lattice.group == "square"
    return {
        "period": list(lattice.period),
        "steps": [_rounded(lattice.in_plane(step)) for step in lattice.steps],
        "cells": {",".join(map(str, cell)): _cell(lattice, cell) for cell in sorted(lattice.centres)},
        "translations": [list(shift) for shift in sorted(lattice.translations)],
        "unit": list(lattice.period) if is_square else [1, 1],
        "rest": 1 if lattice.joints else 0,
    }


def _cell(lattice: Lattice, cell: tuple[int, ...]) -> dict[str, object]:
    found: dict[str, object] = {"corners": [_rounded(corner) for corner in lattice.outline(cell)]}
    if lattice.is_joint(cell):
        return {**found, "joint": True}
    tips = {}
    for joint in sorted(lattice.joints_at([cell])):
        middle = lattice.in_plane(lattice.point(joint))
        if middle in lattice.outline(cell):
            offset = [a - b for a, b in zip(joint, cell, strict=True)]
            tips[str(lattice.outline(cell).index(middle))] = offset
    return {**found, "tips": tips} if tips else found


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(value, _DIGITS) + 0.0 for value in values]
