"""A line of a proof as a picture: the board with the numbers on its cells, and the piece that is supposed to lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapewright.drawing import Mark, Mosaic
from shapewright.tiling.picture import mosaic

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.cells.placements import Placement
    from shapewright.colouring import Reason
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.proof import Proof


def number_marks(proof: Proof) -> tuple[Mark, ...]:
    """The numbers of the last line, those above 0 and those below in a shade each; the trios in another one.

    >>> from shapewright.tiling.proof import Proof
    >>> [(mark.text, mark.shade) for mark in number_marks(Proof((), (((0, 0), 2), ((1, 0), -1))))]
    [('2', 'a'), ('-1', 'b')]
    """
    at = dict(proof.numbers)
    in_trios = {cell for trio, _ in proof.trios for cell in trio}
    cells: dict[tuple[int, bool], set[Cell]] = {}
    for cell in sorted(at.keys() | in_trios):
        cells.setdefault((at.get(cell, 0), cell in in_trios), set()).add(cell)
    return tuple(
        Mark(frozenset(some), "c" if is_taken else "a" if number > 0 else "b", str(number))
        for (number, is_taken), some in sorted(cells.items(), reverse=True)
    )


def board_of_numbers(problem: Problem, proof: Proof, supposed: Sequence[Sequence[Placement]] = ()) -> Mosaic:
    """The board with the numbers of the last line, and what is ``supposed`` to lie where only one place is."""
    alone = [some[0] for some in supposed if len(some) == 1]
    lying = [*problem.fixed]
    for one in alone:
        if not any(set(one.cells) & set(other.cells) for other in lying):
            lying.append(one)
    return mosaic(problem, lying, number_marks(proof))


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
