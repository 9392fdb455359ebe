"""What is known of full rectangles in general, in words: which pieces fill none, or only some.

That S and Z fill no rectangle is shown in the sentence itself. Of T-tetrominoes: D. W. Walkup, Covering a rectangle
with T-tetrominoes, American Mathematical Monthly 72 (1965).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shapewright.cells.grid import Cell
from shapewright.cells.polyomino import Polyomino


def _turned(*drawn: str) -> frozenset[tuple[Cell, ...]]:
    return frozenset(turned.cells for art in drawn for turned in Polyomino.from_text(art).orientations("one-sided"))


_T = _turned("###\n.#.")
_BENT = _turned(".##\n##.", "##.\n.##")


def unfillable(kinds: Mapping[str, Iterable[tuple[Cell, ...]]], width: int, height: int) -> str | None:
    """Why pieces of these ``kinds`` cannot fill a rectangle, if that is known of all rectangles; None if it is not.

    Each kind has a name and the cells of every way in which it may lie, ascending from the origin.

    >>> unfillable({"O": [((0, 0), (0, 1), (1, 0), (1, 1))]}, 2, 2) is None
    True
    >>> unfillable({"S": [((0, 0), (1, 0), (1, 1), (2, 1))]}, 6, 8)
    'S alone fills no rectangle: the piece in a corner makes all those along one side lie as it does, and the last one \
has no room'
    """
    lying = [set(cells) for cells in kinds.values()]
    names = " and ".join(kinds)
    if lying and all(cells <= _BENT for cells in lying):
        fill = "fills" if len(lying) == 1 else "fill"
        return (
            f"{names} alone {fill} no rectangle: the piece in a corner makes all those along one side lie as it does, "
            "and the last one has no room"
        )
    if lying and all(cells <= _T for cells in lying) and (width % 4 or height % 4):
        fills = "fills" if len(lying) == 1 else "fill"
        return f"{names} alone {fills} a rectangle only if both sides are multiples of 4 (Walkup 1965)"
    return None
