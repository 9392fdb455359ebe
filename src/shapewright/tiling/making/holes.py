"""Holes as clues: cells that stay empty, on a board that has more cells than the pieces.

A hole says that its cell stays empty. The fewest holes leave one way to lay all the pieces on the cells that are left;
of these further ones may stay empty. So the answer must be such that all its empty cells together leave no other, which
few answers are: a set of cells that stay empty is changed, a cell at a time, until it leaves one tiling of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from shapewright.errors import ProblemError, StoppedError
from shapewright.tiling import native

if TYPE_CHECKING:
    from shapewright.tiling.making.tilings import Tiling, Tilings
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.search.instance import Cover

HOLE = -1
"""In clues, what covers a cell that stays empty: the class of no piece."""

STARTS = 100
"""So many sets of holes are drawn for one with a tiling; then a tiling is drawn, and its holes are taken."""

CHANGES = 2000
"""So many sets of holes are tried for one that leaves one tiling."""

STANDSTILL = 500
"""After so many changes without fewer tilings another set is drawn."""

MOST_TILINGS = 200
"""Sets of holes with so many tilings are not told apart from those with more."""

MOST_NODES = 100_000
"""A set of holes whose tilings take a search more nodes than that is left."""

_FULL = "the pieces cover every cell of the board, so there are no holes; a larger board has some"


def with_room(problem: Problem) -> Problem:
    """The problem with a board whose cells may stay empty: those that it says, or all if it says none.

    Raises ``ProblemError`` where that leaves open which pieces there are, or where no cell can stay empty.
    """
    board = problem.board
    if any(not board.lattice.is_joint(cell) for cell in board.optional):
        return problem
    if any(piece.minimum != piece.maximum for piece in problem.pieces):
        raise ProblemError(
            "holes are for pieces of given numbers, such as 2*L4, or for a board that says by ? which cells may stay "
            "empty; a range leaves both open"
        )
    area = sum(piece.minimum * piece.shape.area for piece in problem.pieces)
    if area == len(board.cells) and not board.lattice.joints:
        raise ProblemError(_FULL)
    covered = {cell for placement in problem.fixed for cell in placement.cells} | board.colour_of().keys()
    return replace(problem, board=replace(board, optional=board.cells - covered))


def empty_cells(cover: Cover, tiling: Iterable[int]) -> list[int]:
    """The positions of the cells that a tiling leaves empty; crossings of sticks are not cells that anybody sees."""
    covered = {cell for option in tiling for cell in cover.options[option][1]}
    return [cell for cell in _may_be_empty(cover) if cell not in covered]


def with_holes(cover: Cover, holes: Iterable[int]) -> Problem:
    """The puzzle of a cover with these holes. If they are all there are, every other cell must be covered."""
    problem = cover.problem
    gone = [cover.cells[cell] for cell in holes]
    board = problem.board.without(gone)
    if len(gone) == holes_of(cover):
        board = replace(board, optional=frozenset())
    return replace(problem, board=board)


def answer_with_holes(tilings: Tilings, chance: Random) -> Tiling:
    """A tiling whose empty cells are left empty by no other; ``StoppedError`` if none is found.

    The numbers of the pieces are given, so that the number of the holes is. The nodes of the searches decide, and not
    the time, so that the same seed makes the same puzzle everywhere.
    """
    cover = tilings.cover
    cells, number = _may_be_empty(cover), holes_of(cover)
    if number == 0:
        raise ProblemError(_FULL)
    holes: list[int] = []
    fewest, standstill = 0, STANDSTILL
    for _ in range(CHANGES):
        if standstill < STANDSTILL:
            changed = list(holes)
            changed[chance.randrange(number)] = chance.choice([cell for cell in cells if cell not in holes])
            found = _leaving(tilings, changed, min(fewest + 1, MOST_TILINGS))
        else:
            changed, found = _start(tilings, cells, number, chance)
            fewest = MOST_TILINGS
        if found and len(found) == 1:
            return found[0]
        standstill = 0 if standstill == STANDSTILL or (found and len(found) < fewest) else standstill + 1
        if found and len(found) <= fewest:
            holes, fewest = changed, len(found)
    raise StoppedError(
        f"{CHANGES} sets of holes were tried ({number} each), and they leave several tilings or none; another seed "
        "tries others, and fewer pieces leave more holes"
    )


def _start(tilings: Tilings, cells: list[int], number: int, chance: Random) -> tuple[list[int], list[Tiling]]:
    """A set of holes with a tiling, and what is found of its tilings."""
    for _ in range(STARTS):
        holes = chance.sample(cells, number)
        found = _leaving(tilings, holes, MOST_TILINGS)
        if found:
            return holes, found
    drawn = tilings.some(1, seed=chance.getrandbits(32))
    if not drawn:
        raise ProblemError("the pieces do not fit on the board, so there is no puzzle to make of it")
    holes = empty_cells(tilings.cover, drawn[0])
    # Where they take too long, there may be any number.
    return holes, _leaving(tilings, holes, MOST_TILINGS) or drawn * MOST_TILINGS


def _leaving(tilings: Tilings, holes: Iterable[int], number: int) -> list[Tiling] | None:
    """Up to ``number`` tilings that leave these cells empty and cover all others; None if that takes too long."""
    cover = tilings.cover
    gone = set(holes)
    chosen = [option for option, (_, covered) in enumerate(cover.options) if gone.isdisjoint(covered)]
    joint = cover.problem.board.lattice.is_joint
    required = [k not in gone and not joint(cell) for k, cell in enumerate(cover.cells)]
    options = [cover.options[option] for option in chosen]
    instance = native.Instance.of_placements(required, cover.minimum, cover.maximum, options)
    found = tilings.few(number, MOST_NODES, instance)
    return None if found is None else [frozenset(chosen[option] for option in tiling) for tiling in found]


def _may_be_empty(cover: Cover) -> list[int]:
    joint = cover.problem.board.lattice.is_joint
    return [k for k, cell in enumerate(cover.cells) if not cover.required[k] and not joint(cell)]


def holes_of(cover: Cover) -> int:
    """How many cells stay empty if each piece is used as often as it must be."""
    joint = cover.problem.board.lattice.is_joint
    area = {one: sum(not joint(cover.cells[cell]) for cell in covered) for one, covered in cover.options}
    covered = sum(area[one] * copies for one, copies in enumerate(cover.minimum) if copies)
    return sum(not joint(cell) for cell in cover.cells) - covered
