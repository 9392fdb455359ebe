"""A plan carried out by the rules, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.errors import ProblemError
from shapewright.stacking.rules import Course, cleared, full_rows, height, heights, next_pieces, raise_tops
from shapewright.stacking.slides import resting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.stacking.plan import Drop
    from shapewright.stacking.problem import Problem

BOARD = -1


@dataclass(frozen=True, slots=True)
class Step:
    """One drop: the ``cells`` where the piece came to lie, the rows that vanish then, and the ``stack`` before they do.

    The stack gives the number of the piece (from 0) on each filled cell, ``BOARD`` for those filled at the start. It
    is the same one in all steps: who wants to keep it copies it.
    """

    cells: tuple[Cell, ...]
    vanishing: tuple[int, ...]
    stack: dict[Cell, int]


def replay(problem: Problem, drops: Iterable[Drop]) -> Iterator[Step]:
    """What each drop does.

    The drops must be possible: :mod:`shapewright.stacking.check` is for those that may not be.
    """
    stack = dict.fromkeys(problem.board, BOARD)
    tops = list(heights(stack, problem.width))
    for number, drop in enumerate(drops):
        cells = resting(problem, stack, drop, tops)
        stack.update(dict.fromkeys(cells, number))
        raise_tops(tops, cells)
        vanishing = tuple(full_rows(stack, problem.width)) if problem.clear_lines else ()
        yield Step(cells, vanishing, stack)
        if vanishing:
            remaining = cleared(stack, problem.width)
            stack.clear()
            stack.update(remaining)
            tops = list(heights(stack, problem.width))


def final_stack(problem: Problem, drops: Iterable[Drop]) -> dict[Cell, int]:
    """The stack at the end of the drops."""
    stack = dict.fromkeys(problem.board, BOARD)
    for step in replay(problem, drops):
        stack = cleared(step.stack, problem.width) if step.vanishing else step.stack
    return stack


def value(problem: Problem, drops: Iterable[Drop]) -> int:
    """What the drops come to by the objective of the problem.

    >>> from shapewright.stacking.plan import Drop
    >>> from shapewright.stacking.problem import Problem
    >>> value(Problem("OO", width=4, clear_lines=True, objective="rows"), [Drop("O", 0), Drop("O", 2)])
    2
    """
    stack = dict.fromkeys(problem.board, BOARD)
    course = Course(height(stack))
    for step in replay(problem, drops):
        course = course.after(height(step.cells), len(step.vanishing))
        stack = cleared(step.stack, problem.width) if step.vanishing else step.stack
    return course.value(stack, problem.width, problem.objective)


def slots(sequence: Sequence[str], dropped: Iterable[str], *, hold: bool) -> Iterator[tuple[int, str | None]]:
    """After each dropped piece: how many of ``sequence`` are used up, and what the hold slot then holds.

    >>> list(slots("TLO", "LT", hold=True))
    [(2, 'T'), (3, 'O')]

    Raises ``ProblemError`` for a piece that is not due.
    """
    used, held = 0, None
    for number, piece in enumerate(dropped, start=1):
        due = {name: (slot, taken) for name, slot, taken in next_pieces(sequence[used : used + 2], held, hold)}
        if piece not in due:
            words = f"{' or '.join(map(repr, due))} is due" if due else "no piece is left"
            raise ProblemError(f"drop {number}: {piece!r} falls, and {words}")
        held, taken = due[piece]
        used += taken
        yield used, held
