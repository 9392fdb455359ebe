"""What the page of ``tiling`` has before it asks anything: sets of pieces, the letters that paint, examples."""

from __future__ import annotations

from typing import Any

from shapewright.cells.piece_lists import piece_texts
from shapewright.cells.pieces import parse_pieces
from shapewright.drawing.palette import kind_colours
from shapewright.questions.tiling._editor import drawn_piece
from shapewright.tiling.calendar import MONTHS, calendar_counts
from shapewright.tiling.engines import ENGINES
from shapewright.tiling.glance import SECONDS

__all__ = ["data"]

# The sets that the page offers: text of the piece list, what a button says, and the board that solid ones begin with.
SETS = (
    ("pentominoes", "Pentominoes"),
    ("tetrominoes", "Tetrominoes"),
    ("hexominoes", "Hexominoes"),
    ("one-sided-tetrominoes", "One-sided tetrominoes"),
    ("one-sided-pentominoes", "One-sided pentominoes"),
    ("any*dominoes", "Dominoes, any number"),
    ("any*trominoes", "Trominoes, any number"),
    ("soma", "Soma cube", "3x3x3"),
    ("tetracubes", "Tetracubes", "4x4x2"),
)


def data() -> dict[str, Any]:
    """Sets of pieces with their pieces as cells, and what the fields of the questions may be."""
    return {
        "sets": [_set(*each) for each in SETS],
        "engines": list(ENGINES),
        "seconds": SECONDS,
        "calendar": {"counts": calendar_counts(), "months": MONTHS},
        "start": {"board": "8x8", "hole_box": ["3,3,2x2"], "pieces": "pentominoes"},
    }


def _set(text: str, label: str, board: str = "") -> dict[str, Any]:
    pieces = parse_pieces(text)
    colours = kind_colours((piece.name, piece.shape.area) for piece in pieces)
    drawn = [drawn_piece(*each) for each in zip(pieces, piece_texts(pieces), colours, strict=True)]
    return {"text": text, "label": label, "board": board, "solid": pieces[0].shape.dimension == 3, "pieces": drawn}
