"""The families that have a page, in the order in which the studio shows them: the one place where they are listed."""

from __future__ import annotations

import traceback
from importlib import import_module

from shapewright.errors import NotationError, quote
from shapewright.web.questions import Family, Question

_ALL = (
    Family(
        "tiling",
        "Tiling",
        "Cover a board exactly with pieces: find a tiling, count them all, draw one at random, or learn why there is "
        "none.",
        "shapewright.web.tiling",
    ),
    Family(
        "packing",
        "Packing",
        "Pack a bag of pieces as tightly as possible: into the best box there is, a given box, or onto a board.",
        "shapewright.web.packing",
    ),
    Family(
        "stacking",
        "Stacking",
        "Drop a sequence of pieces so that the stack stays as low as possible, or play by hand with a solver to ask.",
        "shapewright.web.stacking",
    ),
    Family(
        "clear",
        "Clear",
        "Perfect clears of Tetris: a solution for what comes, step by step, the chance of one, and all the ways.",
        "shapewright.web.clear",
    ),
    Family(
        "shapez",
        "Shapez",
        "Can this Shapez 2 shape be built, with which machines, and if not, what comes nearest?",
        "shapewright.web.shapez",
    ),
)

FAMILIES = {family.name: family for family in _ALL}

# What the studio itself has drawn; no endpoint of its own.
_PICTURES = Family("pictures", "Pictures", "", "shapewright.web.pictures")


def find(family: str, question: str) -> Question:
    """The question of that name; raises ``NotationError`` if there is none."""
    found = _PICTURES if family == _PICTURES.name else FAMILIES.get(family)
    if found is None:
        raise NotationError(f"there is no family {quote(family)}; families are {', '.join(FAMILIES)}")
    questions = found.questions
    if question not in questions:
        raise NotationError(f"{family} has no question {quote(question)}; questions are {', '.join(questions)}")
    return questions[question]


def warm_up() -> None:
    """Load what the first question of each family would wait for; what fails here fails again when it is asked."""
    for family in FAMILIES.values():
        try:
            import_module(family.module).warm_up()
        except Exception:
            traceback.print_exc()
