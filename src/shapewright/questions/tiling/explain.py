"""Whether there is a tiling, and why not if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.questions.fields import time_limit_field
from shapewright.questions.python import call, some
from shapewright.questions.question import Answer, Formats, Question, Verdict
from shapewright.questions.tiling._puzzle import PUZZLE, about, on_board, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.questions.tiling._reason import reason_parts
from shapewright.questions.tiling._solutions import Shown, formats, text_on
from shapewright.tiling.reason_picture import marks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.questions.desk import Desk
    from shapewright.questions.parts import Part
    from shapewright.questions.screen import Screen

_VERDICTS: dict[str, Verdict] = {"possible": "found", "impossible": "none", "unknown": "unknown"}


def _formats(asked: dict[str, Any]) -> Formats:
    return formats(puzzle(asked), several=False)


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """A tiling, or the reason why there is none."""
    stated = on_board(asked, desk, "an explanation")
    found = tiling.explain(stated, time_limit=desk.seconds)
    shown = Shown(stated, () if found.solution is None else (found.solution,))
    marked = found.why is not None and marks(stated, found.why)

    def parts() -> Iterable[Part]:
        return reason_parts(stated, found.why) if found.solution is None else shown.parts()

    def text(screen: Screen) -> str:
        return str(found) if found.solution is None else f"{found}\n\n{text_on(found.solution, screen)}"

    return Answer(
        {"solutions": shown.records(), "puzzle": stated.to_text()},
        str(found),
        _VERDICTS[found.verdict],
        reason="" if found.verdict == "possible" else found.reason,
        text=None if found.verdict == "impossible" and not marked else text,
        parts=parts,
        records=shown.records,
        files=shown.files() if found.solution is not None else {},
        complete=found.verdict != "unknown",
        **about(asked),
    )


def _python(asked: dict[str, Any]) -> str:
    puzzle = in_python(asked)
    found = call("tiling.explain", puzzle.name, **some(asked, "time_limit"))
    return puzzle.program(f"print({found})")


QUESTION = Question(
    "tiling",
    "explain",
    "Find out whether there is a tiling and, if there is none, why.",
    (*PUZZLE, time_limit_field()),
    answer,
    about="""
    Reasons that a person can check are tried first: areas, pieces that fit nowhere, colourings. If none applies, a
    complete search decides. A picture of such a reason shows the board with the colouring that proves it. The exit
    code is 0 if there is a tiling, 1 if there is none, and 3 if the time limit was reached first.""",
    example={"board": "6x10", "pieces": "pentominoes"},
    formats=_formats,
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="tiling",
    python=_python,
)
