"""Why there is no perfect clear, and how an answer is known: by counting, by a list, or by a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.field import MAX_HEIGHT
from shapewright.clear.problem import lines_text
from shapewright.clear.search.impossible_list import HEIGHT, refutes

if TYPE_CHECKING:
    from shapewright.clear.problem import Problem

__all__ = ["is_listed", "method", "refuted", "why_none"]


def why_none(problem: Problem, *, use_list: bool = True) -> str:
    """Why there is no clear, once that is known, in one sentence.

    >>> from shapewright.clear import Field, Problem, Queue
    >>> why_none(Problem(Field(), Queue("SZSZSZ"), height=2))
    'the queue SZSZSZ has no perfect clear of 2 lines; all were tried'

    Who gives many pieces may have meant more lines than they fill:

    >>> why_none(Problem(Field(), Queue("TIOLJSZ")))
    'the queue TIOLJSZ has no perfect clear of 2 lines; all were tried; 4 lines take 10 pieces'
    """
    known = problem.refutation()
    if known is not None:
        return known
    if problem.save is not None and (never := _never_saved(problem, problem.save)) is not None:
        return never
    heights = " or ".join(map(str, problem.heights))
    lines = "line" if problem.heights == (1,) else "lines"
    without = "" if problem.hold else " without hold"
    saving = "" if problem.save is None else f" that saves {problem.save}"
    how = "all were tried"
    for height, known_by in refuted(problem, use_list=use_list).items():
        if known_by == "list":
            of = "" if len(problem.heights) == 1 else f" of {height} lines"
            how = f"it is on the list of all queues that have none{of}"
    none = f"the queue {problem.queue} has no perfect clear of {heights} {lines}{without}{saving}"
    return f"{none}; {how}{_too_few(problem)}"


def _never_saved(problem: Problem, save: str) -> str | None:
    """That too few pieces are left over for the save condition, whichever height is cleared."""
    from shapewright.clear.patterns.save_conditions import never_held

    unused = 0 if problem.hold or problem.queue.hold is None else 1
    return never_held(save, len(problem.sequence) + unused - problem.pieces_needed(problem.heights[0]))


def _too_few(problem: Problem) -> str:
    """What the next height would take, if pieces are left over at all others."""
    highest = problem.heights[-1]
    if problem.height is not None or len(problem.sequence) <= problem.pieces_needed(highest) + problem.hold:
        return ""
    for height in range(highest + 1, MAX_HEIGHT + 1):
        if problem.start.empty_cells(height) % 4 == 0:
            return f"; {lines_text(height)} take {problem.pieces_needed(height)} pieces"
    return ""


def refuted(problem: Problem, height: int | None = None, *, use_list: bool = True) -> dict[int, str]:
    """How each height that has no clear was refuted, once one of ``height`` lines is found or none.

    By ``counting``, the ``list``, or a ``search``.
    """
    found = {}
    for lower in problem.heights:
        if height is not None and lower >= height:
            break
        if not problem.may_fill(lower):
            found[lower] = "counting"
        else:
            found[lower] = "list" if use_list and is_listed(problem, lower) else "search"
    return found


def method(problem: Problem, height: int | None, *, use_list: bool = True) -> str:
    """How the answer, a clear of so many lines or none, was found: by ``counting``, the ``list``, or a ``search``."""
    if height is not None:
        return "search"
    known = set(refuted(problem, use_list=use_list).values())
    if known <= {"counting"}:
        return "counting"
    return "list" if "list" in known else "search"


def is_listed(problem: Problem, height: int) -> bool:
    """Whether the list of impossible queues shows that there is no clear of ``height`` lines."""
    return height == HEIGHT and refutes(problem, height)
