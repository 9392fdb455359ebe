"""The independent checker: can these drops be made, and is the stack what the plan says?

Pieces fall by the rules, cell by cell; nothing here knows column heights as the searches do.
"""

from __future__ import annotations

from collections.abc import Iterable

from shapewright.cells.grid import Cell
from shapewright.errors import InternalError
from shapewright.stacking.plan import Drop, Plan
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.rules import (
    COUNTED,
    Course,
    cleared,
    full_rows,
    height,
    heights,
    next_pieces,
    raise_tops,
    signed,
)
from shapewright.stacking.slides import SlideError, resting


def faults(problem: Problem | str, drops: Iterable[Drop], value: int | None = None) -> list[str]:
    """What keeps ``drops`` from being a plan of ``problem`` that reaches ``value``; an empty list if nothing does.

    The drops after the first impossible one are not looked at.

    >>> from shapewright.stacking.plan import Drop
    >>> from shapewright.stacking.problem import Problem
    >>> faults(Problem("OO", width=4), [Drop("O", 0), Drop("O", 3)])
    ["drop 2: 'O' in column 3 reaches beyond the grid of width 4"]
    """
    problem = problem_of(problem)
    try:
        number, stack, course = _carried_out(problem, drops)
    except _ImpossibleError as fault:
        return [str(fault)]
    left = len(problem.sequence) - number
    if left:
        return [f"{left} of the {len(problem.sequence)} pieces {'is' if left == 1 else 'are'} not dropped"]
    reached = course.value(stack, problem.width, problem.objective)
    if value is not None and reached != value:
        is_are = "are" if problem.objective in COUNTED else "is"
        return [f"the {problem.objective} at the end {is_are} {reached}, not {value}"]
    return []


def game_faults(problem: Problem, drops: Iterable[Drop]) -> list[str]:
    """What keeps ``drops`` from being the beginning of a plan of ``problem``; pieces may be left.

    >>> from shapewright.stacking.plan import Drop
    >>> from shapewright.stacking.problem import Problem
    >>> game_faults(Problem("OO", width=4, height_limit=2), [Drop("O", 0)])
    []
    """
    try:
        _carried_out(problem, drops)
    except _ImpossibleError as fault:
        return [str(fault)]
    return []


class _ImpossibleError(Exception):
    """The first drop that cannot be made, and why."""


def _carried_out(problem: Problem, drops: Iterable[Drop]) -> tuple[int, dict[Cell, str], Course]:
    """How many drops there are, their stack, and what happened."""
    stack: dict[Cell, str] = dict.fromkeys(problem.board, "")
    used, held = 0, None
    tops = list(heights(stack, problem.width))
    course = Course(max(tops))
    number = 0
    for number, drop in enumerate(drops, start=1):
        place = f"drop {number}: {drop.piece!r}"
        due_now = next_pieces(problem.sequence[used : used + 2], held, problem.hold)
        choices = {piece: (slot, taken) for piece, slot, taken in due_now}
        if drop.piece not in choices:
            due = " or ".join(repr(piece) for piece in choices)
            raise _ImpossibleError(
                f"{place} falls, and {due} is due" if due else f"{place} falls, and no piece is left"
            )
        slot, taken = choices[drop.piece]
        held, used = slot, used + taken
        if not 0 <= drop.orientation < problem.rotations(drop.piece):
            raise _ImpossibleError(f"{place} has no rotation {drop.rotation}")
        shape = problem.facing(drop)
        if drop.column < 0 or drop.column + max(x for x, _ in shape) >= problem.width:
            raise _ImpossibleError(f"{place} in column {drop.column} reaches beyond the grid of width {problem.width}")
        try:
            cells = resting(problem, stack, drop, tops)
        except SlideError as fault:
            raise _ImpossibleError(f"{place}: {fault}") from None
        if problem.height_limit is not None and height(cells) > problem.height_limit:
            raise _ImpossibleError(f"{place} would lie above the height limit of {problem.height_limit}")
        stack.update(dict.fromkeys(cells, drop.piece))
        raise_tops(tops, cells)
        vanishing = full_rows(stack, problem.width) if problem.clear_lines else []
        course = course.after(height(cells), len(vanishing))
        if vanishing:
            stack = cleared(stack, problem.width)
            tops = list(heights(stack, problem.width))
    return number, stack, course


def check(plan: Plan) -> None:
    """Raise ``InternalError`` with the first fault if ``plan`` is none of its problem or not what it claims to be."""
    found = faults(plan.problem, plan.drops, plan.value)
    if not found and signed(plan.problem.objective, plan.value) < signed(plan.problem.objective, plan.bound):
        found = [f"its {plan.problem.objective} of {plan.value} is better than the bound of {plan.bound}"]
    if found:
        raise InternalError(f"a plan found failed its check: {found[0]}")
