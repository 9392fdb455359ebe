"""A puzzle with solutions of it: two files, one file and a stated puzzle, or an answer with both in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.questions.fields import File
from shapewright.questions.source import Source, parsed
from shapewright.questions.tiling._puzzle import content_of, puzzle, stated_by
from shapewright.tiling.notation.reading import Given, given_in_answer, is_answer, read_solutions

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk
    from shapewright.tiling.notation.answers import Puzzle

__all__ = ["SOLUTIONS", "given"]

SOLUTIONS = File(
    "solutions",
    "Solutions of the puzzle: letters, JSON or JSON Lines.",
    argument=True,
    metavar="SOLUTIONS",
)


def given(asked: dict[str, Any], desk: Desk | None = None) -> Given:
    """What the fields hold; where options state the puzzle, one file is the solutions of it."""
    if "given" not in asked:
        asked["given"] = _read(asked, desk)
    found: Given = asked["given"]
    return found


def _read(asked: dict[str, Any], desk: Desk | None) -> Given:
    file, solutions = asked["puzzle"], asked["solutions"]
    if stated_by(asked) and file is not None:
        if solutions is not None:
            raise ProblemError(
                "two files and a puzzle stated by options are given; leave out the options or one of the files"
            )
        asked["puzzle"], file, solutions = None, None, file
    stated = puzzle(asked, desk)
    if solutions is not None:
        return _with(stated, solutions)
    if file is not None or asked.get("puzzle_file") is not None:
        content, _, place = content_of(asked)
        if is_answer(content):
            return parsed(place, content, lambda content: given_in_answer(content, stated))
    return Given(stated)


def _with(stated: Puzzle, solutions: Source) -> Given:
    content = solutions.bytes()
    return Given(stated, parsed(solutions.place, content, lambda content: read_solutions(content, stated)))
