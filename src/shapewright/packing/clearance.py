"""Distances between pieces as thicker pieces: what keeps ``clearance`` cells apart is thicker by a square.

Every cell of a piece becomes a square of clearance + 1 cells a side, to the right and upwards. Two cells less than that
apart, along the row and along the column, have squares that overlap, and no others have. So pieces keep their distance
in a box where their thick forms do not overlap, in a box that is larger by the clearance and smaller by the margins.
Turning and thickening can be exchanged, so that thick pieces have the motions of the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.cells.polyomino import Piece, Polyomino

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.packing.boxes import Box

MAX_DISTANCE = 64
"""The most cells of clearance or margin."""


def thick_cells(cells: Iterable[Cell], clearance: int) -> tuple[Cell, ...]:
    """The cells of the thick form, in ascending order.

    >>> thick_cells([(0, 0)], 1)
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    reach = range(clearance + 1)
    return tuple(sorted({(x + dx, y + dy) for x, y in cells for dx in reach for dy in reach}))


def thickened(pieces: Iterable[Piece], clearance: int) -> tuple[Piece, ...]:
    """The pieces in their thick forms."""
    return tuple(replace(piece, shape=Polyomino(thick_cells(piece.shape.cells, clearance))) for piece in pieces)


def far_from_border(cells: Iterable[Cell], margin: int) -> list[Cell]:
    """The cells with a margin to whatever is not among them, in order.

    >>> far_from_border([(x, y) for x in range(3) for y in range(3)], 1)
    [(1, 1)]
    """
    reach = range(-margin, margin + 1)
    all_cells = set(cells)
    return [(x, y) for x, y in sorted(all_cells) if all((x + dx, y + dy) in all_cells for dx in reach for dy in reach)]


def inner(box: Box, clearance: int, margin: int) -> Box:
    """The box for thick pieces that stands for a real ``box``; sides of 0 or less have no room at all."""
    width, height = (side - 2 * margin for side in box)
    return (width + clearance if width > 0 else 0), (height + clearance if height > 0 else 0)
