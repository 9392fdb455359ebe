"""Answers that list solutions or one of them: no more than were asked for, no two the same, none left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import flag, whole
from shapewright.errors import LimitError, StoppedError, amount
from shapewright.tiling.claims.answer import engine_name
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import only_symmetric, told_apart
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof.recount import second_engine
from shapewright.tiling.solve import solve as solve_again

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["list_solutions", "solve", "unique"]


def solve(answer: Answer) -> None:
    """An answer of ``tiling solve``."""
    assert answer.solutions is not None
    if len(answer.solutions) > 1:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, and one was asked for")
    only_symmetric(answer)
    if answer.complete and not answer.solutions:
        counted(answer, "complete", 0)
    answer.says_complete()
    check_reason(answer)


def list_solutions(answer: Answer) -> None:
    """An answer of ``tiling list``."""
    assert answer.solutions is not None
    limit = None if answer.parameters.get("limit") is None else whole(answer.parameters, "limit")
    if limit is not None and len(answer.solutions) > limit:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, more than the limit of {limit}")
    told_apart(answer)
    only_symmetric(answer)
    if answer.complete and (limit != 1 or not answer.solutions):
        counted(answer, "complete", len(answer.solutions))
    answer.says_complete()
    check_reason(answer)


def unique(answer: Answer) -> None:
    """An answer of ``tiling unique``."""
    assert answer.solutions is not None
    number, is_unique = len(answer.solutions), flag(answer.data, "unique")
    told_apart(answer)
    if number > 2 or is_unique != (number == 1):
        answer.found.wrong("unique", f"{str(is_unique).lower()} does not go with {amount(number, 'solution')}")
    elif number == 0:
        counted(answer, "unique", 0)
    elif number == 2:
        answer.found.right("unique", "two solutions are listed")
    else:
        _only_one(answer)
    answer.must_be_complete()
    check_reason(answer)


def _only_one(answer: Answer) -> None:
    """That there is no second solution, by another engine."""
    engine = second_engine(engine_name(answer.data.get("engine")))
    left = answer.budget.left()
    try:
        if isinstance(answer.puzzle, Problem):
            number = sum(
                1
                for _ in solve_again(
                    answer.puzzle,
                    up_to_symmetry=answer.symmetric,
                    rotations_only=answer.rotations,
                    limit=2,
                    time_limit=left,
                    engine=engine,
                )
            )
        else:
            number = sum(1 for _ in answer.puzzle.solve(limit=2, time_limit=left, engine=engine))
    except (StoppedError, LimitError):
        answer.found.unchecked("unique", answer.budget.reason)
        return
    answer.found.compare("unique", True, number == 1, f"by the engine {engine}")
