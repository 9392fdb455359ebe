"""A flat lattice as plain data, for a program that draws its cells itself: polygons, periods, translations.

The cells of one period stand for all: cell ``(x, y)`` is the one of the residues of x and y, moved by a step for each
whole period.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.cells.lattices import LATTICES
from shapewright.cells.quotient import GLUINGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.cells.lattice import Lattice

__all__ = ["planes"]

_DIGITS = 6


def planes() -> dict[str, dict[str, Any]]:
    """The flat lattices by the names that stand before boards; those whose cells are squares are empty.

    ``period`` counts cells along each axis, ``steps`` are the ways in the plane by which a period moves, in edges of
    squares, y upward. ``cells`` has for each cell of the first period its ``corners``, anticlockwise; a ``joint`` is
    part of a picture only where a piece goes through it, and ``tips`` are the cells of such joints (from the cell) that
    have their middle in a corner, by its number. ``translations`` are the moves below a period that take every cell to
    one of its own kind. A board of W x H has ``unit`` cells for each of them along each axis, and ``rest`` more.
    """
    glued: dict[str, dict[str, Any]] = {name: {} for name in GLUINGS}
    drawn = {name: _plane(each) for name, each in LATTICES.items() if each.dimension == 2 and not each.is_plain}
    return {**drawn, **glued}


def _plane(lattice: Lattice) -> dict[str, Any]:
    is_square = lattice.group == "square"
    return {
        "period": list(lattice.period),
        "steps": [_rounded(lattice.in_plane(step)) for step in lattice.steps],
        "cells": {",".join(map(str, cell)): _cell(lattice, cell) for cell in sorted(lattice.centres)},
        "translations": [list(shift) for shift in sorted(lattice.translations)],
        "unit": list(lattice.period) if is_square else [1, 1],
        "rest": 1 if lattice.joints else 0,
    }


def _cell(lattice: Lattice, cell: tuple[int, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {"corners": [_rounded(corner) for corner in lattice.outline(cell)]}
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
