"""What a tiling may have: no fault line, no crossroads, a symmetry, three colours that do. Each by looking at it.

These are rules for one tiling, in plain Python; :mod:`shapewright.tiling.sets.filters` says the same of whole sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.lattices import CUBE, SQUARE
from shapewright.errors import ProblemError
from shapewright.tiling.symmetries.symmetry import symmetries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.cells.grid import Cell
    from shapewright.cells.lattice import Lattice
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.solution import Solution

__all__ = [
    "PROPERTIES",
    "blocks_of_four",
    "fault_lines",
    "has_crossroads",
    "is_fault_free",
    "is_symmetric",
    "is_three_colourable",
]


def fault_lines(problem: Problem) -> Iterator[tuple[int, int]]:
    """The straight lines (on a solid: planes) through a board with cells on both sides: an axis and a coordinate.

    A line (0, 3) runs between the cells with x = 2 and those with x = 3. Raises ``ProblemError`` for boards of other
    cells than squares and cubes.
    """
    _check_square(problem, "fault lines", (SQUARE, CUBE))
    for axis in range(problem.board.dimension):
        places = {cell[axis] for cell in problem.board.cells}
        for place in range(min(places) + 1, max(places) + 1):
            yield axis, place


def is_fault_free(solution: Solution) -> bool:
    """Whether every straight line through the board is crossed by a piece."""
    return all(
        any(
            min(cell[axis] for cell in placement.cells) < place <= max(cell[axis] for cell in placement.cells)
            for placement in solution.placements
        )
        for axis, place in fault_lines(solution.problem)
    )


def has_crossroads(solution: Solution) -> bool:
    """Whether four pieces meet in a point of a flat board of squares; raises ``ProblemError`` for other boards."""
    piece_at = _piece_at(solution)
    return any(
        all(cell in piece_at for cell in around) and len({piece_at[cell] for cell in around}) == 4
        for around in blocks_of_four(solution.problem)
    )


def blocks_of_four(problem: Problem) -> Iterator[list[Cell]]:
    """The four cells around each point amid the board; raises ``ProblemError`` unless it is flat and of squares."""
    _check_square(problem, "crossroads", (SQUARE,))
    for x, y in sorted(problem.board.cells):
        around: list[Cell] = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        if problem.board.cells.issuperset(around):
            yield around


def is_symmetric(solution: Solution) -> bool:
    """Whether some symmetry of the puzzle that moves cells leaves the tiling as it is."""
    problem = solution.problem
    number_of = {problem.pieces[k].name: number for number, own in enumerate(problem.classes()) for k in own.members}
    tiles = frozenset((number_of[each.piece], tuple(sorted(each.cells))) for each in solution.placements)
    return any(
        symmetry(tiles) == tiles
        for symmetry in symmetries(problem)
        if any(symmetry.motion(cell) != cell for cell in problem.board.cells)
    )


def is_three_colourable(solution: Solution) -> bool:
    """Whether three colours suffice so that no two pieces that share an edge (on a solid: a face) have the same."""
    piece_at = _piece_at(solution)
    touching: dict[int, set[int]] = {number: set() for number in range(len(solution.placements))}
    for cell, number in piece_at.items():
        for beside in solution.problem.board.lattice.neighbours(cell):
            other = piece_at.get(beside)
            if other is not None and other != number:
                touching[number].add(other)
                touching[other].add(number)
    # The piece with the fewest colours left comes next: then a wrong choice soon shows.
    colours: dict[int, int] = {}

    def goes_on() -> bool:
        if len(colours) == len(touching):
            return True
        left = {
            number: {0, 1, 2} - {colours[other] for other in near if other in colours}
            for number, near in touching.items()
            if number not in colours
        }
        number = min(left, key=lambda each: (len(left[each]), -len(touching[each])))
        unused = max(colours.values(), default=-1) + 1
        for colour in sorted(left[number]):
            if colour > unused:  # colours are alike until they are used
                break
            colours[number] = colour
            if goes_on():
                return True
            del colours[number]
        return False

    return goes_on()


def _check_square(problem: Problem, what: str, lattices: tuple[Lattice, ...]) -> None:
    if problem.board.lattice not in lattices:
        names = " or ".join(lattice.cell_name + "s" for lattice in lattices)
        own = problem.board.lattice
        raise ProblemError(
            f"there are {what} on boards of {names} only, and this one is of {own.cell_name}s ({own.name})"
        )


def _piece_at(solution: Solution) -> dict[Cell, int]:
    return {cell: number for number, placement in enumerate(solution.placements) for cell in placement.cells}


PROPERTIES = {
    "fault_free": is_fault_free,
    "crossroads": has_crossroads,
    "symmetric": is_symmetric,
    "three_colourable": is_three_colourable,
}
"""The properties by name."""
