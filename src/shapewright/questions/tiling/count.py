"""How many tilings there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, time_limit_field
from shapewright.questions.parts import Part, Text
from shapewright.questions.question import MOST_DIGITS, Answer, Formats, Question, counted
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python, searching
from shapewright.questions.tiling._search import SEARCH, Search
from shapewright.storage.json import integers_of_any_length

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk
    from shapewright.tiling.notation.answers import Puzzle


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The number of tilings or exact covers."""
    stated, search = puzzle(asked, desk), Search.of(asked, desk)
    number = _number(stated, search, desk)
    keys = {
        **search.keys,
        "count": number,
        "up_to_symmetry": search.up_to_symmetry,
        "rotations_only": search.rotations_only,
        "puzzle": stated.to_text(),
    }
    reason = search.why_none(stated) if number == 0 else ""
    why = [f"impossible: {reason}"] if reason else []
    of_file = about(asked)
    found = counted(
        number, "tiling", keys, reason=reason, notes=[*of_file["notes"], *search.notes, *why], told=of_file["told"],
        seconds=search.taken,
        parts=lambda: _digits(number),
    )  # fmt: skip
    if search.up_to_symmetry:
        found.headline += " up to rotations" if search.rotations_only else " up to rotations and reflections"
    return found


def _number(stated: Puzzle, search: Search, desk: Desk) -> int:
    if isinstance(stated, tiling.Problem):
        return tiling.count(
            stated,
            up_to_symmetry=search.up_to_symmetry,
            rotations_only=search.rotations_only,
            engine=search.engine,
            threads=desk.threads,
            time_limit=desk.seconds,
            executor=desk.executor,
            progress=desk.progress,
            checkpoint=desk.checkpoint,
            report=search.report,
        )
    search.without_board()
    return stated.count(
        engine=search.engine,
        threads=desk.threads,
        time_limit=desk.seconds,
        executor=desk.executor,
        progress=desk.progress,
        checkpoint=desk.checkpoint,
        report=search.report,
    )


def _digits(number: int) -> list[Part]:
    """All digits of a number that is too long for a headline."""
    with integers_of_any_length():
        plain = str(number)
    return [Text(plain, label="number")] if len(plain) > MOST_DIGITS else []


def _python(asked: dict[str, Any]) -> str:
    puzzle = in_python(asked)
    return puzzle.program(f"print({searching(asked, 'count', puzzle)})")


QUESTION = Question(
    "tiling",
    "count",
    "Count the tilings without listing them.",
    (*PUZZLE, *SEARCH, time_limit_field(), THREADS, CHECKPOINT, CLUSTER),
    answer,
    about="""
    Prints only the number, which is exact however large it is. Tilings that differ only by exchanging equal pieces
    count once.""",
    example={"board": "6x10", "pieces": "pentominoes", "up_to_symmetry": True},
    formats=Formats(
        refused=dict.fromkeys(
            (".svg", ".png", ".gif", ".pdf", ".html"), "a number is not a picture; 'tiling solve' draws a tiling"
        )
    ),
    downloads=(".txt",),
    python=_python,
)
