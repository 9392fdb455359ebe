"""What the page of ``packing`` must know to show a bag and let pieces be laid, and the forms of its questions."""

from __future__ import annotations

from shapewright.cells.polyomino import Piece
from shapewright.packing import Bag, Round
from shapewright.packing.boxes import OBJECTIVES
from shapewright.packing.contest.rounds import PERFECT
from shapewright.packing.picture import colours_of
from shapewright.packing.rules import LETTERS, LEVELS, SHAPES
from shapewright.questions.form import Form, Forms
from shapewright.questions.packing._fields import PLACE, WHAT

PACKINGS, CHANCES, ANSWERS = "Pack the bag", "Chances and contests", "Draw and check"
_DRAWN = "Seed and even number of T are those of “Random bag”."
_BOX = "Choose “this box” in the tray, and its sides."
_FORMS = {
    "pack": Form(
        "Pack with options", PACKINGS,
        "The values of cells are a board, and a whole problem has its bag: they stand instead of those of the page.",
        first=("objective", "values", "bonuses", "limit", "problem"), without=("file",),
        own=("objective", "width", "values", "bonuses"),
        long=("values", "problem", "bonuses"),
        labels={"objective": "Optimize", "width": "Width of the strip", "values": "Value of each cell",
                "bonuses": "Bonuses of touching pieces",
                "problem": "Whole problem, as text", "limit": "Number of packings"},
    ),
    "feasible": Form("Does it fit?", PACKINGS, _BOX, without=("file",)),
    "bins": Form(
        "Fewest or cheapest boards", PACKINGS, first=("boards", "max_boards"), without=("file",), long=("boards",),
        labels={"boards": "Boards of several sizes", "max_boards": "Boards at most"},
    ),
    "repair": Form(
        "Change a packing", PACKINGS, "“Keep this packing” fills it in.", first=("packing", "locked"),
        labels={"packing": "Packing to change, as JSON", "locked": "Cells of pieces that stay"},
    ),
    "solids": Form(
        "Polycubes into a box", PACKINGS, "Polycubes stand instead of the bag of the page.",
        first=("pieces", "box", "gravity"), own=("pieces", "box"),
        labels={"box": "Box in space (empty: the best)", "pieces": "Polycubes"},
    ),
    "chances": Form(
        "How likely is a bag to fit?", CHANCES, _BOX, first=("pieces_count",),
        labels={"pieces_count": "Pieces in a bag"},
    ),
    "evaluate": Form(
        "How often is the best box filled?", CHANCES, _DRAWN, first=("level", "pieces_count", "rounds"),
        labels={"pieces_count": "Or pieces in a bag", "rounds": "Number of bags",
                "bag_time_limit": "Seconds for each bag"},
    ),
    "round": Form(
        "Let the solver play rounds", CHANCES, _DRAWN, first=("rounds",), labels={"rounds": "Number of rounds"},
    ),
    "rectangles": Form("Rectangles that bags fill", CHANCES, first=("area",), labels={"area": "Cells at most"}),
    "show": Form("Draw packings", ANSWERS, labels={"packings": "Answer, as JSON"}),
    "verify": Form("Check an answer", ANSWERS, labels={"packings": "Answer, as JSON"}),
}  # fmt: skip


def data() -> dict[str, object]:
    """The seven pieces with colours and cells, and the numbers of the contest."""
    colours = colours_of(Bag.from_text(LETTERS))
    return {
        "pieces": [
            {"name": name, "colour": colours[name], "cells": [list(cell) for cell in SHAPES[name].cells]}
            for name in LETTERS
        ],
        "objectives": list(OBJECTIVES),
        "levels": list(LEVELS),
        "perfect": PERFECT,
    }


def forms() -> Forms:
    """How the page asks for the options of its questions; the page itself looks while a slider moves."""
    return Forms(
        stated=tuple(field.name for field in (*WHAT, *PLACE)),
        shared=("solver", "limit", "time_limit", "rounds", "level", "max_boards", "packing", "packings"),
        without=("glance", "facts"),
        forms=_FORMS,
        labels={"time_limit": "Seconds"},
    )


def kinds_to_page(asked: Bag | tuple[Piece, ...]) -> list[dict[str, object]]:
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


def round_to_page(best: Round) -> dict[str, object]:
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
