"""Is all that an answer says of a puzzle right? Solutions by the independent checker, the rest by another engine.

The rules in :mod:`shapewright.tiling.claims` say what is done about the claims of each verb's answers; what none looks
at is reported as not checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shapewright.claims import Budget, read_answers, refuse_malformed, whole
from shapewright.errors import NotationError
from shapewright.tiling.claims import RULES
from shapewright.tiling.claims.answer import Answer
from shapewright.tiling.claims.counting import other
from shapewright.tiling.claims.verdict import Verdict, check_solutions
from shapewright.tiling.count import count
from shapewright.tiling.notation.answers import Choice, Puzzle, asked_problem
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof.recount import recount

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Report, Statistics
    from shapewright.tiling.solution import Solution

# How an answer was found is no claim about the puzzle.
HOW = ("engine", "nodes")


def verify(answer: Mapping[str, Any] | str, *, time_limit: float | None = None, threads: int | None = None) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` (or its text), or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> verify({"puzzle": "board 4x1\\npieces 2*I2", "count": 1}).valid
    True
    >>> verify({"puzzle": "board 4x1\\npieces 2*I2", "count": 2}).valid
    False

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    answers = read_answers(answer)
    if len(answers) != 1:
        raise NotationError(f"there are {len(answers)} answers; expected one")
    budget = Budget(time_limit)
    with refuse_malformed():
        return _judged(Answer(answers[0][1], budget, threads))


def verify_given(
    puzzle: Puzzle,
    solutions: Sequence[Solution | Choice] | None,
    *,
    recounted: bool = False,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    engine: str = "auto",
    time_limit: float | None = None,
    threads: int | None = None,
    report: Report | None = None,
) -> Verdict:
    """Check solutions that stand beside their puzzle; with ``recounted`` count all there are by two engines, too.

    Raises ``StoppedError`` when the first count takes longer than ``time_limit`` (seconds).
    """
    budget = Budget(time_limit)
    found = Verdict()
    if solutions is not None:
        check_solutions(puzzle, solutions, found)
    if not recounted:
        return found
    seen: list[Statistics] = []
    if isinstance(puzzle, Problem):
        number = count(
            puzzle,
            up_to_symmetry=up_to_symmetry,
            rotations_only=rotations_only,
            engine=engine,
            threads=threads,
            time_limit=time_limit,
            report=seen.append,
        )
    else:
        number = puzzle.count(engine=engine, threads=threads, time_limit=time_limit, report=seen.append)
    if report is not None:
        report(seen[0])
    again = recount(
        puzzle,
        number,
        f"{seen[0].engine} {engine}",
        budget,
        up_to_symmetry=up_to_symmetry,
        rotations_only=rotations_only,
        threads=threads,
        report=report,
    )
    found.note_counts("count", (seen[0].engine, number), again, budget)
    return found


def _judged(answer: Answer) -> Verdict:
    """Look at everything."""
    asked = asked_problem(answer.parameters)
    if asked is None or asked.to_text() == answer.puzzle.to_text():
        answer.found.right("puzzle", "the question")
    else:
        answer.found.wrong("puzzle", "is not the puzzle that the parameters of the answer ask about")
    if answer.solutions is not None:
        check_solutions(answer.puzzle, answer.solutions, answer.found, twice="seed" in answer.data)
    RULES.get(answer.verb, other)(answer)
    answer.found.verdict(answer.data, _verdict(answer))
    answer.found.finish(answer.data, HOW)
    return answer.found


def _verdict(answer: Answer) -> str:
    """What the other claims come to: found, none or unknown."""
    if answer.verb == "takeapart":
        return "found" if whole(answer.data, "apart") else "none"
    if answer.solutions:
        return "found"
    if answer.solutions is None:
        is_none = answer.data.get("count") == 0 or bool(answer.data.get("reason"))
        return "none" if is_none else "found"
    return "none" if answer.complete else "unknown"
