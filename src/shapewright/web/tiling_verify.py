"""Is what a solver said of a puzzle right? Solutions by the independent checker, counts by another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.web.boards import check_size
from shapewright.web.fields import Flag, Upload
from shapewright.web.questions import Answer, Question
from shapewright.web.tiling_puzzle import MAX_CELLS, SEARCH, STATED, TIME, read_puzzle, read_search
from shapewright.web.verdicts import verified_answer

if TYPE_CHECKING:
    from shapewright.tiling.notation.reading import Given
    from shapewright.web.desk import Desk


def _verify(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.tiling.verify import verified

    found, search = _given(asked), read_search(asked, desk)
    if found.solutions is None and found.answer is None and not asked["recount"]:
        raise ProblemError("there is nothing to verify: give 'solutions' or an 'answer', or count twice with 'recount'")
    judged = verified(found, asked["recount"], search, desk.threads, "the answer")
    return verified_answer(judged, search.seconds)


def _given(asked: dict[str, Any]) -> Given:
    from shapewright.cli.tiling.files import parse_puzzle, read_solutions
    from shapewright.tiling import Problem
    from shapewright.tiling.notation.reading import Given, given_in_answer

    solutions: str | None = asked["solutions"]
    if asked["answer"] is None:
        puzzle = read_puzzle(asked)
        return Given(puzzle, None if solutions is None else read_solutions("the solutions", solutions.encode(), puzzle))
    more = [field.name for field in STATED if asked[field.name]]
    if more or solutions is not None:
        raise ProblemError(
            f"an answer has its puzzle and its solutions with it; {(more or ['solutions'])[0]!r} is too much"
        )
    content = asked["answer"].encode()
    puzzle = parse_puzzle("the answer", content)
    if isinstance(puzzle, Problem):
        check_size(puzzle.board, MAX_CELLS)
    return given_in_answer(content, puzzle)


QUESTION = Question(
    "verify",
    "Are these solutions right, and is this count?",
    (
        Upload("answer", "an answer of solve, list, count or unique, with all that is in it"),
        *STATED,
        Upload("solutions", "solutions of the stated puzzle: letters, JSON or JSON Lines"),
        Flag("recount", "count with two engines and compare"),
        *SEARCH,
        TIME,
    ),
    _verify,
    example={"board": "4x2", "pieces": "2*L4", "solutions": "ABBB\nAAAB"},
)
