"""A puzzle with solutions of it: two files, one file and a stated puzzle, or an answer with both in it."""

from __future__ import annotations

from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import File, Record
from shapewright.questions.source import parsed
from shapewright.questions.tiling._puzzle import FILE, PUZZLE_FILE, content_of, puzzle, stated_by, within
from shapewright.tiling.notation.reading import Given, given_in_answer, is_answer, read_solutions

SOLUTIONS = File(
    "solutions",
    "Solutions of the puzzle: letters, JSON or JSON Lines.",
    argument=True,
    metavar="SOLUTIONS",
)
SOLUTION = Record(
    "solution",
    "A solution from an answer, to check and draw.",
    doors=("studio",),
    typed_as="solutions",
)


def given(asked: Asked, desk: Desk | None = None) -> Given:
    """What the fields hold; where options state the puzzle, one file is the solutions of it."""
    found = asked.once(_read)
    within(found.puzzle, desk)
    return found


def _read(asked: Asked) -> Given:
    file, solutions = asked[FILE], asked[SOLUTIONS]
    if stated_by(asked) and file is not None:
        if solutions is not None:
            raise ProblemError(
                "two files and a puzzle stated by options are given; leave out the options or one of the files"
            )
        asked, file, solutions = asked.replace({FILE: None}), None, file
    stated = puzzle(asked)
    if solutions is not None:
        content = solutions.bytes()
        return Given(stated, parsed(solutions.place, content, lambda content: read_solutions(content, stated)))
    if file is not None or asked[PUZZLE_FILE] is not None:
        content, _, place = content_of(asked)
        if is_answer(content):
            return parsed(place, content, lambda content: given_in_answer(content, stated))
    return Given(stated)
