"""What is to be packed, in numbers: for the page, whose sliders show it."""

from __future__ import annotations

from shapewright.cells.polyomino import Piece
from shapewright.errors import amount
from shapewright.packing import Bag
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.packing._fields import WHAT, what
from shapewright.questions.packing._page import kinds_to_page
from shapewright.questions.packing._python import name_of, packing_program
from shapewright.questions.question import Answer, Question


def answer(asked: Asked, desk: Desk) -> Answer:
    """How many pieces and cells there are."""
    keys, words, counts, kinds = facts_of(what(asked, desk))
    page = {"counts": counts, "kinds": kinds, "bar": {"words": words, "chips": [], "tone": "plain"}}
    return Answer(keys, words, tone="plain", seconds=0.0, page=page)


def facts_of(whole: Bag | tuple[Piece, ...]) -> tuple[dict[str, object], str, dict[str, int], list[dict[str, object]]]:
    """The numbers as keys and in words, the counts of a bag, and the types of pieces for the page."""
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
    words = f"{amount(pieces, 'piece', thousands=True)}, {cells:,} cells"
    if most != pieces:
        words = f"at least {words}" if pieces else "any number of pieces" if most is None else f"up to {most:,} pieces"
    keys = {"counts": counts, "pieces": pieces, "cells": cells, "most_pieces": most}
    return keys, words, counts, kinds_to_page(whole)


def _python(asked: Asked) -> str:
    text = "bag.total, bag.cells"
    if name_of(asked) != "bag":
        text = "sum(piece.minimum for piece in pieces), sum(piece.minimum * piece.shape.area for piece in pieces)"
    return packing_program(asked, f"print({text})")


QUESTION = Question(
    "packing",
    "facts",
    "Count the pieces and cells to pack.",
    WHAT,
    answer,
    claims="""
    counts | {*: whole} | Number of each piece of a bag. | again: counted in the question
    pieces | whole | Number of pieces, the least. | again: counted in the question
    cells | whole | Number of their cells, the least. | again: counted in the question
    most_pieces | whole? | Number of pieces, the most. | again: counted in the question""",
    example={"bag": "I8 J13 L10 O13 S4 T8 Z8"},
    doors=("studio",),
    quick=True,
    python=_python,
)
