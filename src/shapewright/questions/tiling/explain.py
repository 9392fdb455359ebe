"""Whether there is a tiling, and why not if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright import tiling
from shapewright.questions.certificate import with_certificate
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.questions.tiling import _certificate
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.questions.tiling._shown.reason import VERDICTS, proof_parts, proof_text, reason_parts
from shapewright.questions.tiling._shown.solutions import Shown, formats, text_on
from shapewright.tiling.proof.picture import marks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.colouring import Reason
    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.questions.parts import Part
    from shapewright.questions.screen import Screen
    from shapewright.tiling import CoverExplanation, Explanation
    from shapewright.tiling.proof import Proof


def answer(asked: Asked, desk: Desk) -> Answer:
    """A tiling, or the reason why there is none."""
    stated = puzzle(asked, desk)
    if not isinstance(stated, tiling.Problem):
        reasoned = stated.explain(time_limit=desk.seconds)
        chosen = None if reasoned.solution is None else stated.chosen(reasoned.solution)
        return _answer(asked, Shown(stated, () if chosen is None else (chosen,)), reasoned)
    found = tiling.explain(stated, time_limit=desk.seconds)
    shown = Shown(stated, () if found.solution is None else (found.solution,))
    return _answer(asked, shown, found, found.why, found.proof, found.fewest_lines)


def _answer(
    asked: Asked,
    shown: Shown,
    found: Explanation | CoverExplanation,
    why: Reason | None = None,
    proof: Proof | None = None,
    fewest_lines: int | None = None,
) -> Answer:
    stated, solutions = shown.puzzle, shown.solutions
    drawn = (stated, why) if isinstance(stated, tiling.Problem) and why is not None else None
    proven = (stated, proof) if isinstance(stated, tiling.Problem) and proof is not None else None
    marked = proven is not None or (drawn is not None and marks(*drawn))

    def parts() -> Iterable[Part]:
        if solutions:
            return shown.parts()
        if proven is not None:
            return proof_parts(*proven)
        return () if drawn is None else reason_parts(*drawn)

    def text(screen: Screen) -> str:
        if proven is not None:
            return f"{found}\n\n{proof_text(*proven, screen)}"
        return f"{found}\n\n{text_on(solutions[0], screen)}" if solutions else str(found)

    return Answer(
        {
            "solutions": shown.records(),
            "proof": None if proof is None else proof.to_json(),
            "fewest_lines": fewest_lines,
            "puzzle": stated.to_text(),
        },
        str(found),
        VERDICTS[found.verdict],
        reason="" if found.verdict == "possible" else found.reason,
        text=None if found.verdict == "impossible" and not marked else text,
        parts=parts,
        records=shown.records,
        files=shown.files() if solutions else {},
        complete=found.verdict != "unknown",
        **about(asked),
    )


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    how = asked.some(TIME_LIMIT)
    found = call("tiling.explain", puzzle.name, **how) if puzzle.has_board else call("cover.explain", **how)
    return puzzle.program(f"print({found})")


QUESTION = Question(
    "tiling",
    "explain",
    "Find out whether there is a tiling and, if there is none, why.",
    (*PUZZLE, TIME_LIMIT),
    answer,
    about="""
    Reasons that a person can check are tried first: areas, pieces that fit nowhere, colourings, and numbers on the
    cells: every place of a piece adds up to at most 0, say, but the board to 1. If none applies, a complete search
    decides, and if it finds nothing, a proof in a few lines of numbers is looked for; up to four lines, it is found out
    whether fewer would do. A picture of such a reason shows
    the board with the colouring or the numbers that prove it. For an exact cover (DLX) the reason names the options
    that have to be chosen and the item that is left without one. The exit code
    is 0 if there is a tiling, 1 if there is none, and 3 if the time limit was reached first.""",
    rule="shapewright.tiling.claims.solving:explain",
    claims="""
    solutions
    proof | record? | Numbers on the cells that no tiling can add up to, by cases. | rules: added up for every place
        of every piece; the cases must cover all places
    fewest_lines | whole? | The least number of lines that such a proof needs. | again: that fewer lines do not do, by
        linear programmes in floating point
    puzzle""",
    example={"board": "6x10", "pieces": "pentominoes"},
    formats=lambda asked: formats(puzzle(asked), several=False),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="tiling",
    python=_python,
)
QUESTION = with_certificate(QUESTION, _certificate.none, bridges=True, only_none=True)
