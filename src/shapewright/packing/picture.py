"""The pictures of a packing, and of why there is none.

Every kind of piece has its own colour, lighter or darker beside one of its colour. A box or board that is refuted by
counting is drawn empty, with the classes of cells that were counted as marks, and the weights of cells as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import product
from typing import Any

from shapewright.cells.grid import Board, Cell
from shapewright.cells.polyomino import Piece
from shapewright.drawing import Mark, Mosaic
from shapewright.drawing.palette import kind_colours
from shapewright.drawing.shades import shades, told_apart
from shapewright.errors import ProblemError
from shapewright.packing.answer import Packing, Refuted
from shapewright.packing.bag import Bag
from shapewright.packing.problem import Problem
from shapewright.packing.proof.reason import counting, piece_cells
from shapewright.packing.rules import LETTERS, ON_BOARD

# More cells are no picture of a reason: a reader could not count them.
_MOST_CELLS = 2500


def colours_of(asked: Bag | tuple[Piece, ...]) -> dict[str, str]:
    """The colour of each type of piece, the same in every picture of it."""
    kinds = dict.fromkeys(LETTERS, 4) if isinstance(asked, Bag) else {one.name: one.shape.area for one in asked}
    return dict(zip(kinds, kind_colours(kinds.items()), strict=True))


def mosaic(packing: Packing) -> Mosaic:
    """Which placement lies where; cells of the box that nothing covers are drawn empty.

    Raises ``ProblemError`` if there is no packing to draw.
    """
    if not packing.placements and packing.board is None:
        raise ProblemError(f"there is no packing to draw: the answer is {packing.status!r}")
    colour = colours_of(packing.asked)
    colours = [colour[one.piece] for one in packing.placements]
    piece_at = {cell: number for number, one in enumerate(packing.placements) for cell in one.cells}
    board, worth = packing.board, () if packing.values is None else packing.values.worth
    worth = worth if len(worth) <= _MOST_CELLS else ()  # more are not to be read
    cells = board.cells if board is not None else set(product(range(packing.width), range(packing.height)))
    return Mosaic(
        cells=cells,
        piece_at=piece_at,
        labels=tuple(one.piece for one in packing.placements),
        colours=told_apart(colours, shades(colours, piece_at)),
        tints={} if board is None else board.colour_of(),
        optional=frozenset() if board is None else board.optional,
        marks=tuple(Mark(some, "a", str(number)) for number, some in sorted(_by_number(worth).items())),
    )


def _by_number(numbers: Iterable[tuple[Cell, int]]) -> dict[int, frozenset[Cell]]:
    of: dict[int, set[Cell]] = {}
    for cell, number in numbers:
        of.setdefault(number, set()).add(cell)
    return {number: frozenset(some) for number, some in of.items()}


def refuted(box: Refuted) -> Mosaic | None:
    """The empty box with the reason as marks; None for a box that is too large to be looked at."""
    if box.width * box.height > _MOST_CELLS:
        return None
    cells, title = Board.box(box.width, box.height).cells, f"{box.width}x{box.height} refuted"
    if box.weights is not None:
        return Mosaic(cells=cells, title=title, piece_at={}, marks=_numbered(box.weights.cells(box.width, box.height)))
    return _empty(cells, box.asked, title)


def _numbered(weights: Iterable[tuple[Cell, int]]) -> tuple[Mark, ...]:
    """The cells of each number; where there are numbers other than 1, they are written there."""
    of = _by_number(weights)
    written = set(of) - {0, 1}
    return tuple(
        Mark(some, "a" if number else "b", str(number) if number and written else "")
        for number, some in sorted(of.items(), reverse=True)
    )


def impossible(problem: Problem, packing: Packing) -> Mosaic | None:
    """The box or board of ``problem`` without pieces but the fixed ones, and why ``packing`` is none, as marks.

    None where there is no one place to draw, or too large a one.
    """
    if problem.goal == "box" and packing.refuted:
        return refuted(packing.refuted[0])
    if problem.goal not in ON_BOARD or len(problem.ground.cells) > _MOST_CELLS:
        return None
    if packing.weights is not None:
        marks = _numbered(packing.weights.numbers.worth)
        return Mosaic(cells=problem.ground.cells, title="impossible", piece_at={}, marks=marks)
    fixed = problem.fixed
    taken = {cell: number for number, one in enumerate(fixed) for cell in one.cells}
    asked = tuple(problem.left) if fixed or not isinstance(problem.bag, Bag) else problem.bag
    colour = colours_of(problem.bag)
    return _empty(
        problem.ground.cells,
        asked,
        "impossible",
        piece_at=taken,
        labels=tuple(one.piece for one in fixed),
        colours=tuple(colour[one.piece] for one in fixed),
        tints=problem.ground.colour_of(),
        optional=problem.ground.optional,
    )


def _empty(cells: AbstractSet[Cell], asked: Bag | tuple[Piece, ...], title: str, **lying: Any) -> Mosaic:
    """The board with the marks of a counting argument over the cells on which nothing lies."""
    free = frozenset(cells - lying.get("piece_at", {}).keys())
    pieces = asked.pieces() if isinstance(asked, Bag) else asked
    found = counting(Board(free), pieces, exact=piece_cells(pieces) == len(free)) if free else None
    marked = frozenset() if found is None else found.marked
    # Where every cell is counted, the argument is one of areas, and there is nothing to be seen.
    classes = (Mark(marked, "a"), Mark(free - marked, "b")) if marked and marked < free else ()
    return Mosaic(cells=cells, title=title, marks=classes, **lying)
