"""A tiling, or why there is none."""

from __future__ import annotations

from shapewright.errors import CertificateError
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.question import Answer, Question
from shapewright.questions.tiling import _certificate
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python, print_each, searching
from shapewright.questions.tiling._search import ROTATIONS_ONLY, SEARCH, SYMMETRIC, UP_TO_SYMMETRY, search_of
from shapewright.questions.tiling._shown.solutions import answer_of, formats, text_on


def answer(asked: Asked, desk: Desk) -> Answer:
    """One tiling, checked."""
    stated, search = puzzle(asked, desk), search_of(asked, desk)
    found = search.first(stated)
    if not found:
        reason = search.why_none(stated)
        return answer_of(stated, found, search, "", verdict="none", reason=reason, **about(asked))
    return answer_of(stated, found, search, "a tiling", text=lambda screen: text_on(found[0], screen), **about(asked))


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    if not puzzle.has_board:
        return print_each(puzzle, searching(asked, "solve", puzzle, limit=1))
    if asked[UP_TO_SYMMETRY] or asked[ROTATIONS_ONLY] or asked[SYMMETRIC]:
        return puzzle.program(f'print(next({searching(asked, "solve", puzzle, limit=1)}, "impossible"))')
    return puzzle.program(f'print({searching(asked, "first", puzzle)} or "impossible")')


def _check_certificate(asked: Asked, desk: Desk) -> None:
    if asked[SYMMETRIC]:
        raise CertificateError(f"there are no certificates with {desk.option('symmetric')}")


QUESTION = Question(
    "tiling",
    "solve",
    "Find a tiling, or say why there is none.",
    (*PUZZLE, *SEARCH, SYMMETRIC, TIME_LIMIT),
    answer,
    about="""
    The tiling has been checked. If there is none, that is proven: the exit code is 1, and the reason is given in words
    if one is known.""",
    rule="shapewright.tiling.claims.solving:solve",
    claims="""
    engine?  nodes?  solutions  puzzle""",
    example={"board": "6x10", "pieces": "pentominoes"},
    formats=lambda asked: formats(puzzle(asked), several=False),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="tiling",
    lists=True,
    python=_python,
)
QUESTION = with_certificate(QUESTION, _certificate.none, _check_certificate, bridges=True, only_none=True)
