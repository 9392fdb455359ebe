"""What is known of full rectangles in general, said of pieces that would have to fill a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.colouring.rectangles import unfillable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.polyomino import Piece

__all__ = ["theorem"]


def theorem(pieces: Sequence[Piece], width: int, height: int) -> str | None:
    """Why ``pieces`` cannot fill a box without an empty cell, if that is known of all boxes; None if it is not.

    >>> from shapewright.packing.bag import Bag
    >>> theorem(Bag.from_text("T50").pieces(), 10, 20)
    'T alone fills a rectangle only if both sides are multiples of 4 (Walkup 1965)'
    >>> theorem(Bag.from_text("T4").pieces(), 4, 4) is None
    True
    """
    used = [piece for piece in pieces if piece.minimum]
    if not used or sum([piece.minimum * piece.shape.area for piece in used]) != width * height:
        return None
    kinds = {piece.name: [shape.cells for shape in piece.orientations()] for piece in used}
    return unfillable(kinds, width, height)
