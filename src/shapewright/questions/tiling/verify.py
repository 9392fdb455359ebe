"""Check what a solver said: solutions by the independent checker, the rest by another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.errors import ProblemError
from shapewright.questions.fields import THREADS, File, Flag
from shapewright.questions.findings import EFFORT, verified
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import parsed
from shapewright.questions.tiling._given import SOLUTIONS, given
from shapewright.questions.tiling._puzzle import PUZZLE, content_of
from shapewright.questions.tiling._search import SEARCH, Search
from shapewright.tiling.verify import verify_given

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk
    from shapewright.tiling.verdict import Verdict


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """What became of each claim."""
    if asked.get("answer") is not None:
        _take_answer(asked)
    search = Search.of(asked, desk)
    found = verified(_verdict(asked, search, desk))
    found.notes = search.notes
    return found


def _take_answer(asked: dict[str, Any]) -> None:
    """An answer has everything in it: it stands for the puzzle and its solutions."""
    more = [field.name for field in (*PUZZLE, SOLUTIONS) if asked[field.name]]
    if more:
        raise ProblemError(f"an answer already contains its puzzle and its solutions; leave out {more[0]!r}")
    asked["puzzle"] = asked["answer"]


def _verdict(asked: dict[str, Any], search: Search, desk: Desk) -> Verdict:
    of, recounted = given(asked, desk), asked["recount"]
    if of.solutions is None and of.answer is None and not recounted:
        raise ProblemError("there are no solutions to verify: name their file too, or count twice with --recount")
    found: Verdict | None = None
    if of.answer is not None:
        found = parsed(
            content_of(asked)[2],
            of.answer,
            lambda text: tiling.verify(text, time_limit=desk.seconds, threads=desk.threads),
        )
        if not recounted or found.counts:
            return found
    by_two = verify_given(
        of.puzzle,
        of.solutions if found is None else None,
        recounted=recounted,
        up_to_symmetry=search.up_to_symmetry,
        rotations_only=search.rotations_only,
        engine=search.engine,
        time_limit=desk.seconds,
        threads=desk.threads,
        report=search.report,
    )
    if found is None:
        return by_two
    found.counts = by_two.counts
    found.faults += by_two.faults
    found.not_checked |= by_two.not_checked
    return found


QUESTION = Question(
    "tiling",
    "verify",
    "Check every claim of an answer, or solutions of a puzzle.",
    (
        File("answer", "An answer of any question about tilings, with all that is in it.", doors=("studio",)),
        *PUZZLE,
        SOLUTIONS,
        Flag("recount", "Count with two engines and compare."),
        *SEARCH,
        EFFORT,
        THREADS,
    ),
    answer,
    about="""
    FILE is a puzzle, and SOLUTIONS are solutions of it, in letters, JSON or JSON Lines; a puzzle that options state
    needs the solutions alone. A JSON answer has its puzzle with it and needs no other file. Every claim in it is
    checked: counts, verdicts and that a list is complete by another engine, reasons by finding them again.

    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.""",
    example={"board": "4x2", "pieces": "2*L4", "solutions": "ABBB\nAAAB"},
)
