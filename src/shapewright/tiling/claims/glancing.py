"""Answers of 'tiling glance': two numbers, or a bound, beside a solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import whole
from shapewright.errors import LimitError, StoppedError
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.count import count as count_tilings
from shapewright.tiling.problem import Problem

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["glance"]

# What a glance says of the number of tilings: all, a bound, and up to symmetry.
_NUMBERS = ("count", "more_than", "up_to_symmetry")


def glance(answer: Answer) -> None:
    """Two numbers, or a bound, beside the solution; a bound is checked by counting."""
    if not any(one["claim"] == "solutions" for one in answer.found.faults):
        answer.found.right(
            "solution", "replayed by the rules alone" if answer.solutions else "there is no solution to replay"
        )
    count, bound, classes = (None if answer.data[key] is None else whole(answer.data, key) for key in _NUMBERS)
    if (count is None) == answer.complete:
        answer.found.wrong("complete", "does not go with the count")
    if count is not None:
        counted(answer, "count", count)
        if (count > 0) != bool(answer.solutions):
            answer.found.wrong("count", f"{count} does not go with the solution")
    else:
        answer.found.right("count", "not stated")
    if classes is None:
        answer.found.right("up_to_symmetry", "not stated")
    else:
        answer.symmetric = isinstance(answer.puzzle, Problem)
        counted(answer, "up_to_symmetry", classes)
    _more_than(answer, count, bound)
    answer.says_complete()
    if answer.complete or answer.solutions or answer.data["reason"] is None:
        check_reason(answer)
    else:
        answer.found.unchecked("reason", "it reports how far a search came, which depended on time alone")


def _more_than(answer: Answer, count: int | None, bound: int | None) -> None:
    if bound is None and (count is not None or not answer.solutions):
        answer.found.right("more_than", "not stated")
    elif bound is None or count is not None or not answer.solutions:
        answer.found.wrong("more_than", "goes with a solution without a count, and with nothing else")
    elif bound < 1:
        answer.found.right("more_than", "there is a solution")
    else:
        try:
            is_so = _number(answer) > bound
        except (StoppedError, LimitError):
            answer.found.unchecked("more_than", answer.budget.reason)
            return
        if is_so:
            answer.found.right("more_than", "counted")
        else:
            answer.found.wrong("more_than", "there are fewer")


def _number(answer: Answer) -> int:
    if isinstance(answer.puzzle, Problem):
        return count_tilings(answer.puzzle, threads=answer.threads, time_limit=answer.budget.left())
    return answer.puzzle.count(threads=answer.threads, time_limit=answer.budget.left())
