"""What the page of ``packing`` has to know to show a bag and to let pieces be laid by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.packing import SOLVERS, Bag
from shapewright.packing.boxes import OBJECTIVES
from shapewright.packing.picture import colours_of
from shapewright.packing.rounds import PERFECT
from shapewright.packing.rules import LETTERS, LEVELS, SHAPES

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Round

__all__ = ["data", "kinds_to_page", "round_to_page"]


def data() -> dict[str, Any]:
    """The seven pieces with colours and cells, and the numbers of the contest."""
    colours = colours_of(Bag.from_text(LETTERS))
    return {
        "pieces": [
            {"name": name, "colour": colours[name], "cells": [list(cell) for cell in SHAPES[name].cells]}
            for name in LETTERS
        ],
        "objectives": list(OBJECTIVES),
        "solvers": list(SOLVERS),
        "levels": list(LEVELS),
        "perfect": PERFECT,
    }


def kinds_to_page(asked: Bag | tuple[Piece, ...]) -> list[dict[str, Any]]:
    """The types of pieces that are packed: name, colour, cells, how it may lie, and how many there are.

    ``maximum`` is None where there are as many as one likes.
    """
    colours = colours_of(asked)
    pieces = asked.pieces() if isinstance(asked, Bag) else asked
    return [
        {
            "name": one.name,
            "colour": colours[one.name],
            "cells": [list(cell) for cell in one.shape.cells],
            "motions": one.motions,
            "minimum": one.minimum,
            "maximum": one.maximum,
        }
        for one in pieces
    ]


def round_to_page(best: Round) -> dict[str, Any]:
    """The levels of a round: the bag of each, and what the solver made of it."""
    return {
        "number": best.number,
        "total": best.total,
        "levels": [
            {
                "bag": one.asked.to_counts() if isinstance(one.asked, Bag) else {},
                "pieces": len(one.placements),
                "size": [one.width, one.height],
                "score": one.score,
                "optimal": one.status == "optimal",
            }
            for one in best.packings
        ],
    }
