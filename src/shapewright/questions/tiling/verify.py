"""Check what a solver said: solutions by the independent checker, the rest by another engine."""

from __future__ import annotations

from shapewright import tiling
from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, File, Flag
from shapewright.questions.findings import EFFORT, FINDINGS, verified
from shapewright.questions.python import Expression, call, verifying
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import parsed
from shapewright.questions.tiling._puzzle import FILE, PUZZLE, content_of
from shapewright.questions.tiling._python import with_solutions
from shapewright.questions.tiling._search import ENGINE, ROTATIONS_ONLY, SEARCH, UP_TO_SYMMETRY, Search, search_of
from shapewright.questions.tiling._shown.given import SOLUTIONS, given
from shapewright.tiling.claims.verdict import Verdict
from shapewright.tiling.verify import verify_given

ANSWER = File(
    "answer",
    "A complete answer to any question about tilings.",
    doors=("studio",),
    typed_as="puzzle",
)
RECOUNT = Flag("recount", "Count the tilings with two engines, and compare the numbers.")


def answer(asked: Asked, desk: Desk) -> Answer:
    """What became of each claim."""
    if asked[ANSWER] is not None:
        # An answer has everything in it: it stands for the puzzle and its solutions.
        more = [field.name for field in (*PUZZLE, SOLUTIONS) if asked[field]]
        if more:
            raise ProblemError(f"an answer already contains its puzzle and its solutions; leave out {more[0]!r}")
        asked = asked.replace({FILE: asked[ANSWER]})
    search = search_of(asked, desk)
    found = verified(_verdict(asked, search, desk))
    found.notes = search.notes
    return found


def _verdict(asked: Asked, search: Search, desk: Desk) -> Verdict:
    of, recounted = given(asked, desk), asked[RECOUNT]
    if of.solutions is None and of.answer is None and not recounted:
        raise ProblemError(
            "there are no solutions to verify; name a file of solutions too, or count twice with --recount"
        )
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


def _python(asked: Asked) -> str:
    if ANSWER in asked:
        asked = asked.replace({FILE: asked[ANSWER]})
    puzzle = with_solutions(asked)
    if puzzle.answer is not None:
        return verifying("tiling", puzzle.answer, asked.some(EFFORT))
    how = asked.some(UP_TO_SYMMETRY, ROTATIONS_ONLY, ENGINE, EFFORT)
    solutions = Expression("solutions") if puzzle.has_solutions else None
    return puzzle.program(
        f"found = {call('verify_given', puzzle.name, solutions, recounted=asked[RECOUNT], **how)}",
        'print(found.valid, *found.lines(), sep="\\n")',
        imports=("from shapewright.tiling.verify import verify_given",),
    )


QUESTION = Question(
    "tiling",
    "verify",
    "Check every claim of an answer, or solutions of a puzzle.",
    (
        ANSWER,
        *PUZZLE,
        SOLUTIONS,
        RECOUNT,
        *SEARCH,
        EFFORT,
        THREADS,
    ),
    answer,
    about="""
    FILE is a puzzle, and SOLUTIONS are solutions of it, in letters, JSON or JSON Lines; if options state the puzzle,
    give only the solutions. A JSON answer contains its puzzle and needs no other file. Every claim in it is checked:
    another engine checks counts, verdicts and that lists are complete; reasons are found again.

    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.""",
    claims=FINDINGS,
    example={"board": "4x2", "pieces": "2*L4", "solutions": "ABBB\nAAAB"},
    python=_python,
)
