"""Answers that show a puzzle, the puzzle of a day, or solutions and counts that no command has printed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from shapewright.claims import text, whole
from shapewright.errors import NotationError, quote
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.making.daily import KINDS, puzzle_of
from shapewright.tiling.notation.answers import puzzle_facts

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["daily", "other", "show"]


def show(answer: Answer) -> None:
    """An answer of ``tiling show``."""
    facts = puzzle_facts(answer.puzzle)
    if answer.solutions is None:
        for key, fact in facts.items():
            answer.found.compare(key, answer.data.get(key), fact, "in the puzzle")
    answer.says_complete()


def daily(answer: Answer) -> None:
    """The day has this puzzle, and the puzzle has so many tilings."""
    stated = text(answer.parameters, "date")
    kind = text(answer.parameters, "kind") if "kind" in answer.parameters else KINDS[0]
    try:
        day = date.fromisoformat(stated)
    except ValueError:
        raise NotationError(f"the parameter 'date' is not a day: {quote(stated)}") from None
    if kind not in KINDS:
        raise NotationError(f"the parameter 'kind' is not one of {', '.join(KINDS)}: {quote(kind)}")
    if puzzle_of(day, kind).to_text() != answer.data["puzzle"]:
        answer.found.wrong("puzzle", f"is not the puzzle of {stated}")
    counted(answer, "count", whole(answer.data, "count"))
    show(answer)


def other(answer: Answer) -> None:
    """What has no command: solutions, and perhaps how many there are."""
    if answer.data.get("count") is not None:
        counted(answer, "count", whole(answer.data, "count"))
    elif answer.complete and answer.solutions == []:
        counted(answer, "complete", 0)
    if answer.solutions is None and "count" not in answer.data:
        raise NotationError("it has neither 'solutions' nor a 'count'")
    for key in ("up_to_symmetry", "rotations_only"):
        if key in answer.data:
            answer.found.right(key, "the question")
    if "complete" in answer.data and not (answer.complete and answer.solutions):
        answer.says_complete()
