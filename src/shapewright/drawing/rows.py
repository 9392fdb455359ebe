"""Cells that are polygons in a terminal: each under the middle of its polygon, so that rows lean as the cells do."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapewright.cells.grid import Cell
    from shapewright.drawing.mosaic import Mosaic

    Outline = tuple[tuple[float, float], ...]

__all__ = ["rows_of_letters"]


def rows_of_letters(
    mosaic: Mosaic, outlines: Mapping[Cell, Outline], shown: Callable[[Cell], tuple[str, str]], end: str
) -> list[str]:
    """Lines of text, the top row first: each cell as ``shown`` gives it, what switches colours and two columns.

    ``end`` goes back to no colours.
    """
    middles = {cell: sum(x for x, _ in outlines[cell]) / len(outlines[cell]) for cell in mosaic.cells}
    rows: dict[int, list[Cell]] = {}
    for cell in mosaic.cells:
        rows.setdefault(cell[1], []).append(cell)
    apart = min(
        (b - a for row in rows.values() for a, b in pairwise(sorted(middles[cell] for cell in row))), default=1.0
    )
    left = min(middles.values())
    lines = []
    for y in range(max(rows), min(rows) - 1, -1):
        line, column = "", 0
        for cell in sorted(rows.get(y, ()), key=middles.__getitem__):
            place = round(2 * (middles[cell] - left) / apart)
            switch, text = shown(cell)
            line += " " * (place - column) + (switch + text + end if switch else text)
            column = place + 2
        lines.append(line.rstrip(" "))
    return lines
