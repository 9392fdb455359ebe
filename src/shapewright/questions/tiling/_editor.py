"""A puzzle as the editor of the page needs it: the board in one line, the pieces one by one, each drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.cells.piece_lists import piece_texts
from shapewright.drawing import to_svg
from shapewright.errors import LimitError, NotationError
from shapewright.tiling.picture import caption, piece_mosaics

if TYPE_CHECKING:
    from shapewright.tiling import Problem

__all__ = ["editor"]

MOST_PIECES = 400
# Characters of all pictures together; a page with more than that is no pleasure.
MOST_DRAWN = 3_000_000


def editor(problem: Problem) -> dict[str, Any]:
    """The parts of ``problem`` as plain data; ``whole`` says that they state all of it."""
    shown, whole = problem.pieces[:MOST_PIECES], True
    try:
        board = problem.board.to_text(one_line=True)
    except (NotationError, LimitError):
        board = ""  # cells that are optional and coloured at once, or far apart
    try:
        # Fixed pieces are called by their names, whatever becomes of the other pieces on the page.
        texts = piece_texts(shown, {placement.piece for placement in problem.fixed})
    except (NotationError, LimitError):
        texts, whole = [piece.name for piece in shown], False
    pieces: list[dict[str, Any]] = []
    drawn = 0
    for piece, text, mosaic in zip(shown, texts, piece_mosaics(problem), strict=False):
        svg = to_svg(mosaic.scene(cell=14.0))
        drawn += len(svg)
        if pieces and drawn > MOST_DRAWN:
            break
        pieces.append(
            {
                "svg": svg,
                "caption": caption(piece),
                "name": piece.name,
                "minimum": piece.minimum,
                "maximum": piece.maximum,
                "area": piece.shape.area,
                "text": text,
            }
        )
    fixed = [
        f"{placement.piece} {' '.join(','.join(map(str, cell)) for cell in placement.cells)}"
        for placement in problem.fixed
    ]
    return {"board": board, "pieces": pieces, "fixed": fixed, "whole": whole and len(pieces) == len(problem.pieces)}
