"""The picture of a packing: every type of piece in its own colour, whatever else lies there."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from shapewright.drawing import Mosaic
from shapewright.drawing.palette import piece_colour
from shapewright.errors import ProblemError
from shapewright.packing.bag import Bag
from shapewright.packing.rules import LETTERS

if TYPE_CHECKING:
    from shapewright.packing.answer import Packing

__all__ = ["mosaic"]


def mosaic(packing: Packing) -> Mosaic:
    """Which placement lies where; cells of the box that nothing covers are drawn empty.

    Raises ``ProblemError`` if there is no packing to draw.
    """
    if not packing.placements and packing.board is None:
        raise ProblemError(f"there is no packing to draw: the answer is {packing.status!r}")
    names = list(LETTERS) if isinstance(packing.asked, Bag) else [piece.name for piece in packing.asked]
    colour = {name: piece_colour(number) for number, name in enumerate(names)}
    board = packing.board
    cells = board.cells if board is not None else set(product(range(packing.width), range(packing.height)))
    return Mosaic(
        cells=cells,
        piece_at={cell: number for number, one in enumerate(packing.placements) for cell in one.cells},
        labels=tuple(one.piece for one in packing.placements),
        colours=tuple(colour[one.piece] for one in packing.placements),
    )
