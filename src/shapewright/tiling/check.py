"""The independent checker: is this set of placements a tiling of that problem?

It shares no code with the solvers: the rules and the problem's own data, nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from shapewright.cells.grid import Cell, cell_text
from shapewright.errors import InternalError, ProblemError
from shapewright.tiling.rules import has_shape, matches_colours

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.tiling.covers.exact_cover import ExactCover, Option
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.solution import Solution

_MOST_KEPT = 1 << 16  # placements


def faults(problem: Problem, placements: Iterable[Placement]) -> list[str]:
    """What keeps ``placements`` from being a tiling of ``problem``, one sentence each; an empty list if nothing does.

    >>> from shapewright.tiling.problem import Problem
    >>> faults(Problem.from_text("board 2x2\\npieces 4*I1"), [])
    ['4 cells are left empty, the first is 0,0', "piece 'I' is used 0 times, at least 4 are needed"]
    """
    if not hasattr(problem, "pieces"):  # what reads text reaches the engine, which a checker never does
        raise ProblemError(f"faults takes a Problem, not {type(problem).__name__}; Problem.from_text reads one")
    placements = list(placements)
    pieces = {piece.name: piece for piece in problem.pieces}
    found: list[str] = []
    cover: dict[Cell, str] = {}
    for placement in placements:
        name = placement.piece
        piece = pieces.get(name)
        if not placement.cells:
            found.append(f"piece {name!r} covers no cell")
            continue
        where = f"{name!r} at {cell_text(min(placement.cells))}"
        if piece is None:
            found.append(f"{where} is not one of the pieces")
        outside = sorted(cell for cell in set(placement.cells) if cell not in problem.board.cells)
        if outside:
            found.append(f"{where} covers {cell_text(outside[0])}, which is not a cell of the board")
        elif piece is not None and not has_shape(problem.board, piece, placement.cells):
            found.append(f"{where} has a shape the piece cannot take by its motions ({piece.motions})")
        elif piece is not None and problem.board.colours and not matches_colours(problem.board, piece, placement.cells):
            found.append(f"{where} does not match the colours of the board")
        for cell in placement.cells:
            if cell in cover:
                found.append(f"cell {cell_text(cell)} is covered twice, by {cover[cell]!r} and {name!r}")
            cover[cell] = name
    return (
        found + _cells_left(problem, cover) + _wrong_counts(problem, placements) + _fixed_missing(problem, placements)
    )


def check(solution: Solution) -> None:
    """Raise ``InternalError`` with the first fault if ``solution`` is not a tiling of its problem."""
    found = faults(solution.problem, solution.placements)
    if found:
        raise InternalError(f"a tiling found failed its check: {found[0]}")


class Checker:
    """Checks many tilings of one problem: a placement that :func:`faults` found right is not looked at again.

    >>> from shapewright.tiling.problem import Problem
    >>> from shapewright.tiling.solve import first
    >>> puzzle = Problem.from_text("board 4x4\\npieces 4*L4")
    >>> Checker(puzzle).check(first(puzzle))
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._cells = len(problem.board.cells)
        self._required = problem.board.cells - problem.board.optional
        self._once = all(piece.minimum == piece.maximum == 1 for piece in problem.pieces)
        self._pieces = {piece.name for piece in problem.pieces}
        # By their addresses, which nothing else has while they are kept here; equal ones are looked at once each.
        self._right: dict[int, Placement] = {}

    def check(self, solution: Solution) -> None:
        """Raise ``InternalError`` with the first fault if ``solution`` is not a tiling of the problem."""
        if solution.problem is self._problem and self._is_right(solution.placements):
            return
        check(solution)
        if solution.problem is self._problem:
            if len(self._right) > _MOST_KEPT:
                self._right.clear()
            self._right.update({id(placement): placement for placement in solution.placements})

    def _is_right(self, placements: tuple[Placement, ...]) -> bool:
        """Whether all placements are known to be right, and together are a tiling."""
        right = self._right
        covered: set[Cell] = set()
        number = 0
        for placement in placements:
            if right.get(id(placement)) is not placement:
                return False
            covered.update(placement.cells)
            number += len(placement.cells)
        if number != len(covered) or (number != self._cells and not covered >= self._required):
            return False
        if self._problem.fixed and _fixed_missing(self._problem, list(placements)):
            return False
        if self._once:
            names = {placement.piece for placement in placements}
            return len(placements) == len(names) and names == self._pieces
        return not _wrong_counts(self._problem, list(placements))


def _cells_left(problem: Problem, cover: dict[Cell, str]) -> list[str]:
    left = sorted(cell for cell in problem.board.cells if cell not in cover and cell not in problem.board.optional)
    if not left:
        return []
    if len(left) == 1:
        return [f"cell {cell_text(left[0])} is left empty"]
    return [f"{len(left)} cells are left empty, the first is {cell_text(left[0])}"]


def _wrong_counts(problem: Problem, placements: list[Placement]) -> list[str]:
    used = Counter(placement.piece for placement in placements)
    found = []
    for piece in problem.pieces:
        times = f"piece {piece.name!r} is used {used[piece.name]} times"
        if used[piece.name] < piece.minimum:
            found.append(f"{times}, at least {piece.minimum} are needed")
        elif piece.maximum is not None and used[piece.name] > piece.maximum:
            found.append(f"{times}, at most {piece.maximum} are allowed")
    return found


def _fixed_missing(problem: Problem, placements: list[Placement]) -> list[str]:
    lying = {(placement.piece, placement.cells) for placement in placements}
    return [
        f"the fixed piece {fixed.piece!r} at {cell_text(fixed.cells[0])} is not in its place"
        for fixed in problem.fixed
        if (fixed.piece, fixed.cells) not in lying
    ]


def check_cover(cover: ExactCover, choice: Iterable[Option]) -> None:
    """Raise ``InternalError`` with the first fault if the options of ``choice`` are not an exact cover."""
    times: Counter[Hashable] = Counter()
    colours: dict[Hashable, set[Hashable]] = {}
    for option in choice:
        for name, colour in option:
            times[name] += 1
            colours.setdefault(name, set()).add(colour)
    for name in cover.items:
        low, high = cover.bound(name)
        if not low <= times[name] <= high:
            raise InternalError(f"an exact cover found failed its check: item {name!r} is covered {times[name]} times")
    for name in cover.secondary:
        if times[name] > 1 and (len(colours[name]) > 1 or None in colours[name]):
            raise InternalError(f"an exact cover found failed its check: options disagree about item {name!r}")
