"""What a tiling may have: no fault line, no crossroads, a symmetry, three colours that do. Each by looking at it.

These are rules for one tiling, in plain Python. Of whole sets they ask options: so many of these at least, so many at
most. The diagram itself is filtered by such a condition, however many solutions it has. Two filters cannot be stated so
and list solutions: symmetric ones are covers of orbits, and colours of neighbours are tried out solution by solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from shapewright.cells.lattices import CUBE, SQUARE
from shapewright.errors import LimitError, ProblemError
from shapewright.tiling import native
from shapewright.tiling.symmetries.orbits import Orbits
from shapewright.tiling.symmetries.symmetry import symmetries

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.cells.lattice import Lattice
    from shapewright.tiling.native import Family
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.search.instance import Cover
    from shapewright.tiling.sets.making import Means
    from shapewright.tiling.solution import Solution


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


MOST_LISTED = 200_000
"""Filters that have to list solutions list so many at most."""

Condition = tuple[list[int], int, int]
"""Options by number, and how many of them a solution has at least and at most."""


def on_lines(cover: Cover) -> Iterator[Condition]:
    """For each line through the board: a piece crosses it."""
    spans = [
        [(min(places), max(places)) for places in zip(*(cover.cells[k] for k in covered), strict=True)]
        for _, covered in cover.options
    ]
    fixed = [
        [(min(places), max(places)) for places in zip(*placement.cells, strict=True)]
        for placement in cover.problem.fixed
    ]
    for axis, place in fault_lines(cover.problem):
        if any(span[axis][0] < place <= span[axis][1] for span in fixed):
            continue
        crossing = [k for k, span in enumerate(spans) if span[axis][0] < place <= span[axis][1]]
        yield crossing, 1, len(crossing)


def at_points(cover: Cover) -> Iterator[Condition]:
    """For each point amid four cells: at most three pieces lie around it."""
    options_at: list[set[int]] = [set() for _ in cover.cells]
    for number, (_, covered) in enumerate(cover.options):
        for position in covered:
            options_at[position].add(number)
    position_of = {cell: k for k, cell in enumerate(cover.cells)}
    fixed_at = {cell: number for number, each in enumerate(cover.problem.fixed) for cell in each.cells}
    for around in blocks_of_four(cover.problem):
        fixed = [fixed_at[cell] for cell in around if cell in fixed_at]
        if len(set(fixed)) < len(fixed):
            continue
        touching = set().union(*(options_at[position_of[cell]] for cell in around if cell in position_of))
        yield sorted(touching), 0, 3 - len(fixed)


def symmetric_members(cover: Cover, means: Means) -> Family:
    """The tilings that some symmetry that moves cells leaves as they are.

    Raises ``LimitError`` if there are more than ``MOST_LISTED`` of them: a diagram of them has about as many nodes.
    """
    orbits = Orbits(cover, look=means.clock.look)
    found: set[tuple[int, ...]] = set()
    for number, symmetry in enumerate(orbits.group):
        if all(symmetry.motion(cell) == cell for cell in cover.problem.board.cells):
            continue  # nothing moves, as where a board of one layer is turned over
        # Options by their first cells make orbits by theirs, so the instance is sorted as a diagram wants it.
        instance, chosen = orbits.symmetric([number])
        family = means.all_covers(instance)
        fixed = int.from_bytes(family.count, "little")
        if fixed + len(found) > MOST_LISTED:
            raise LimitError(
                f"there are more than {MOST_LISTED:,} symmetric tilings, too many to be listed; "
                "'tiling count --up-to-symmetry' counts without listing"
            )
        for member in means.run(partial(family.members, b"", fixed)):
            found.add(tuple(sorted([option for k in member for option in chosen[k]])))
    return native.Family.of_members(len(cover.options), sorted(found))
