"""Where a piece fits, where it rests, and where it gets by coming straight down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.piece import cells_of

if TYPE_CHECKING:
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.piece import Placement

__all__ = ["falls_to", "fits", "is_grounded"]


def fits(field: Field, piece: str, facing: str, x: int, y: int) -> bool:
    """Whether the piece lies between the walls, above the floor, and on empty cells; there is no ceiling.

    >>> fits(Field(), "I", "E", 0, 2), fits(Field(), "I", "E", 0, 1)
    (True, False)
    """
    rows = field.rows
    for dx, dy in cells_of(piece, facing):
        column, row = x + dx, y + dy
        if not 0 <= column < WIDTH or row < 0 or (row < len(rows) and rows[row] >> column & 1):
            return False
    return True


def is_grounded(field: Field, placement: Placement) -> bool:
    """Whether the piece fits there and cannot move down: it rests on the floor or the stack."""
    piece, facing, x, y = placement.piece, placement.facing, placement.x, placement.y
    return fits(field, piece, facing, x, y) and not fits(field, piece, facing, x, y - 1)


def falls_to(field: Field, placement: Placement, kicks: Kicks) -> bool:
    """Whether the piece, turned above the stack and then coming straight down, gets there or into the same cells."""
    piece, open_facings = placement.piece, kicks.facings(placement.piece)
    places = {(other.facing, other.x, other.y) for other in placement.alike()}
    return any(facing in open_facings and _falls_free(field, piece, facing, x, y) for facing, x, y in places)


def _falls_free(field: Field, piece: str, facing: str, x: int, y: int) -> bool:
    """Whether the piece, coming straight down from above the stack, gets there."""
    return all(fits(field, piece, facing, x, row) for row in range(y, field.height + 2))
