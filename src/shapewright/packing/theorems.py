"""What is known of full rectangles in general, in words: which pieces fill none, or only some.

That S and Z fill no rectangle is shown in the sentence itself. Of T-tetrominoes: D. W. Walkup, Covering a rectangle
with T-tetrominoes, American Mathematical Monthly 72 (1965).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.packing.rules import SHAPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.polyomino import Piece

__all__ = ["theorem"]

_CELLS = {letter: frozenset(turned.cells for turned in SHAPES[letter].orientations("one-sided")) for letter in "STZ"}
_BENT = _CELLS["S"] | _CELLS["Z"]


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
    if all(set(_turned(piece)) <= _BENT for piece in used):
        names = " and ".join([piece.name for piece in used])
        fill = "fills" if len(used) == 1 else "fill"
        return (
            f"{names} alone {fill} no rectangle: the piece in a corner makes all those along one side lie as it does, "
            "and the last one has no room"
        )
    if all(set(_turned(piece)) <= _CELLS["T"] for piece in used) and (width % 4 or height % 4):
        names = " and ".join([piece.name for piece in used])
        fills = "fills" if len(used) == 1 else "fill"
        return f"{names} alone {fills} a rectangle only if both sides are multiples of 4 (Walkup 1965)"
    return None


def _turned(piece: Piece) -> list[tuple[tuple[int, ...], ...]]:
    return [shape.cells for shape in piece.orientations()]
