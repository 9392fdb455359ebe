"""Whether there is a tiling, and why not if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.questions.fields import time_limit_field
from shapewright.questions.question import Answer, Formats, Question, Verdict
from shapewright.questions.tiling._puzzle import PUZZLE, about, on_board, puzzle
from shapewright.questions.tiling._solutions import Shown, formats, text_on

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk
    from shapewright.questions.screen import Screen

_VERDICTS: dict[str, Verdict] = {"possible": "found", "impossible": "none", "unknown": "unknown"}


def _formats(asked: dict[str, Any]) -> Formats:
    return formats(puzzle(asked), several=False)


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """A tiling, or the reason why there is none."""
    stated = on_board(asked, desk, "an explanation")
    found = tiling.explain(stated, time_limit=desk.seconds)
    shown = Shown(stated, () if found.solution is None else (found.solution,))

    def text(screen: Screen) -> str:
        return str(found) if found.solution is None else f"{found}\n\n{text_on(found.solution, screen)}"

    return Answer(
        {"solutions": shown.records(), "puzzle": stated.to_text()},
        str(found),
        _VERDICTS[found.verdict],
        reason="" if found.verdict == "possible" else found.reason,
        text=None if found.verdict == "impossible" else text,
        parts=shown.parts,
        records=shown.records,
        files=shown.files(),
        complete=found.verdict != "unknown",
        **about(asked),
    )


QUESTION = Question(
    "tiling",
    "explain",
    "Say whether there is a tiling, and if not, why.",
    (*PUZZLE, time_limit_field()),
    answer,
    about="""
    Reasons that a person can check come first: areas, pieces without a place, colourings; then a whole search decides.
    The exit code is 0 if there is a tiling, 1 if there is none, 3 if the time limit came first.""",
    example={"board": "6x10", "pieces": "pentominoes"},
    formats=_formats,
    downloads=(".svg", ".txt", ".jsonl"),
    stem="tiling",
)
