"""What is to be packed, in numbers: for the page, whose sliders show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.packing import Bag
from shapewright.questions.packing._fields import WHAT, what
from shapewright.questions.question import Answer, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """How many pieces and cells there are."""
    whole = what(asked, desk)
    if isinstance(whole, Bag):
        counts, pieces, cells = whole.to_counts(), whole.total, whole.cells
        most: int | None = pieces
    else:
        counts = {}
        pieces = sum(piece.minimum for piece in whole)
        cells = sum(piece.minimum * piece.shape.area for piece in whole)
        most = sum(piece.maximum or 0 for piece in whole)
        if any(piece.maximum is None for piece in whole):
            most = None
    words = f"{pieces:,} {'piece' if pieces == 1 else 'pieces'}, {cells:,} cells"
    if most != pieces:
        words = f"at least {words}" if pieces else "any number of pieces" if most is None else f"up to {most:,} pieces"
    keys = {"counts": counts, "pieces": pieces, "cells": cells, "most_pieces": most}
    return Answer(keys, words, tone="plain", seconds=0.0, page={"counts": counts})


QUESTION = Question(
    "packing",
    "facts",
    "Count the pieces and cells that are to be packed.",
    WHAT,
    answer,
    example={"bag": "I8 J13 L10 O13 S4 T8 Z8"},
    doors=("studio",),
    quick=True,
)
