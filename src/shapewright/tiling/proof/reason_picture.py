"""The reason why a puzzle has no tiling as a picture: the board with the colouring, the part or the cells it is about.

What lies there already stays in the picture. An argument by areas alone, or a search, has nothing to show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.drawing import Mark
from shapewright.tiling.picture import mosaic

if TYPE_CHECKING:
    from shapewright.colouring import Reason
    from shapewright.drawing import Mosaic
    from shapewright.tiling.problem import Problem

__all__ = ["marks", "pictured"]


def marks(problem: Problem, why: Reason) -> tuple[Mark, ...]:
    """What a picture of the argument shows; empty if there is nothing to be seen.

    >>> from shapewright.tiling import Problem, explain
    >>> puzzle = Problem.from_text("board 3x2\\npieces 1-2*T4, any*I2")
    >>> [(mark.shade, sorted(mark.cells)) for mark in marks(puzzle, explain(puzzle).why)]
    [('a', [(0, 0), (1, 1), (2, 0)]), ('b', [(0, 1), (1, 0), (2, 1)])]
    """
    if why.kind == "cells":
        return (Mark(why.missed, "bad"),)
    if why.kind == "part":
        return (Mark(why.marked, "bad"),)
    if why.kind != "colouring":
        return ()
    taken = {cell for placement in problem.fixed for cell in placement.cells}
    first = Mark(why.marked, "a")
    return (first, Mark(problem.board.cells - why.marked - taken, "b")) if why.is_balance else (first,)


def pictured(problem: Problem, why: Reason | None) -> Mosaic | None:
    """The board with the marks of the argument; None if there is nothing to be seen."""
    shown = () if why is None else marks(problem, why)
    return mosaic(problem, problem.fixed, shown) if shown else None
