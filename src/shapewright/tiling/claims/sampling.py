"""Answers of 'tiling random': the seed draws the same tilings again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import whole
from shapewright.errors import LimitError, StoppedError
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.verdict import same_solution
from shapewright.tiling.problem import Problem
from shapewright.tiling.random import sample

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Statistics
    from shapewright.tiling.claims.answer import Answer
    from shapewright.tiling.notation.answers import Choice
    from shapewright.tiling.solution import Solution

__all__ = ["random"]


def random(answer: Answer) -> None:
    """An answer of ``tiling random``."""
    assert answer.solutions is not None
    seed = whole(answer.data, "seed")
    if answer.parameters.get("seed") is not None:
        answer.found.compare("seed", seed, answer.parameters["seed"], "the parameters of the answer")
    limit = 1 if answer.parameters.get("limit") is None else whole(answer.parameters, "limit")
    if len(answer.solutions) > limit:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, more than the limit of {limit}")
    if answer.complete and not answer.solutions:
        counted(answer, "complete", 0)
        answer.found.right("seed", "nothing can be drawn")
    elif not 0 <= seed < 1 << 64 or limit < 1:
        answer.found.wrong("seed", f"nothing is drawn by the seed {seed} and the limit {limit}")
    else:
        _drawn_again(answer, seed, limit)
    answer.says_complete()
    check_reason(answer)


def _drawn_again(answer: Answer, seed: int, limit: int) -> None:
    """The seed gives these tilings: they are drawn once more."""
    assert answer.solutions is not None
    seen: list[Statistics] = []
    number = limit if answer.complete else len(answer.solutions)
    how: dict[str, Any] = {
        "limit": number, "seed": seed, "time_limit": answer.budget.left(), "report": seen.append,
    }  # fmt: skip
    puzzle, drawn = answer.puzzle, list[Any]()
    try:
        if isinstance(puzzle, Problem):
            drawn += sample(puzzle, **how)
        else:
            drawn += map(puzzle.chosen, puzzle.sample(**how))
    except (StoppedError, LimitError):
        answer.found.unchecked("seed", answer.budget.reason)
        return
    if [same_solution(puzzle, one) for one in drawn] == [_tiles_of(answer, one) for one in answer.solutions]:
        answer.found.right("seed", "the tilings were drawn again")
    elif "engine" in answer.data and seen[0].engine != answer.data["engine"]:
        answer.found.unchecked("seed", "this machine draws with another engine")
    else:
        answer.found.wrong("seed", "draws other tilings than these")


def _tiles_of(answer: Answer, solution: Solution | Choice) -> object:
    try:
        return same_solution(answer.puzzle, solution)
    except KeyError:  # a piece that is none of the puzzle's
        return None
