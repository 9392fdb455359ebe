"""Whether a puzzle has exactly one tiling."""

from __future__ import annotations

from shapewright.errors import NeedlessError
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.question import Answer, Question
from shapewright.questions.screen import Screen
from shapewright.questions.tiling import _certificate
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python, searching
from shapewright.questions.tiling._search import SEARCH, search_of
from shapewright.questions.tiling._shown.solutions import answer_of, formats, text_on
from shapewright.storage.certificate import Certificate


def answer(asked: Asked, desk: Desk) -> Answer:
    """The only tiling, or two that differ."""
    stated, search = puzzle(asked, desk), search_of(asked, desk)
    found = list(search.solutions(stated, 2))
    more: dict[str, object] = {"keys": {"unique": len(found) == 1}, **about(asked)}
    if not found:
        return answer_of(stated, found, search, "", verdict="none", reason=search.why_none(stated), **more)
    word, headline, tone = "unique", "unique: one tiling", "good"
    if len(found) > 1:
        word, headline, tone = "not unique", "not unique: here are two", "bad"

    def text(screen: Screen) -> str:
        return "\n\n".join([word, *[text_on(solution, screen) for solution in found]])

    return answer_of(stated, found, search, headline, text=text, tone=tone, **more)


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    if puzzle.has_board:
        return puzzle.program(f"print({searching(asked, 'is_unique', puzzle)})")
    return puzzle.program(f"print(len(list({searching(asked, 'solve', puzzle, limit=2)})) == 1)")


def _certificate_of(asked: Asked, desk: Desk, found: Answer) -> Certificate:
    if found.verdict == "found" and found.headline.startswith("not"):
        raise NeedlessError("the answer shows two tilings")
    return _certificate.number(asked, desk, found)


QUESTION = Question(
    "tiling",
    "unique",
    "Find out whether there is exactly one tiling; show it, or two that differ.",
    (*PUZZLE, *SEARCH, TIME_LIMIT),
    answer,
    about="""
    Prints "unique", "not unique" or "impossible". On a board with symmetries you probably want --up-to-symmetry. The
    exit code is 1 only if there is no tiling at all.""",
    rule="shapewright.tiling.claims.solving:unique",
    claims="""
    unique | flag? | Whether there is exactly one tiling. | again: another engine confirms that there is no second one
    engine?  nodes?  solutions  puzzle""",
    example={"board": "6x10", "pieces": "pentominoes"},
    formats=lambda asked: formats(puzzle(asked), several=True),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="tiling",
    python=_python,
)
QUESTION = with_certificate(QUESTION, _certificate_of, bridges=True)
