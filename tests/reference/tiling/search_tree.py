"""The tree of a plain search for all tilings, walked node by node: the slow, obvious twin of its estimate.

Each node covers the first of the cells that have the fewest placements left, in the order of the board; a piece that
must be used exactly once is such a cell, too, after all others. What is left when all of these are covered are subsets
of the placements that still fit, in the order that they have as options of the cover (which subsets are begun in vain
depends on it). A node is left at once when some cell has no placement, or some piece too few for its
minimum.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.tiling.algorithm_x import spots

from shapewright.cells.grid import Cell
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover

Option = tuple[int, frozenset[Cell]]  # number of a class of equal pieces, cells
Wanted = Cell | int  # a cell, or the number of a class


@dataclass
class Size:
    """The choices that the search makes, and the tilings it meets."""

    nodes: int = 0
    solutions: int = 0


def size(problem: Problem) -> Size:
    """How large the search for all tilings of ``problem`` is."""
    taken = {cell for placement in problem.fixed for cell in placement.cells}
    lacking: list[int] = []
    room: list[int] = []
    options: list[Option] = []
    for number, pieces in enumerate(problem.classes()):
        used = len(problem.fixed_of(pieces))
        lacking.append(pieces.minimum - used)
        room.append(10**9 if pieces.maximum is None else pieces.maximum - used)
        member = problem.pieces[pieces.members[0]]
        options += [(number, cells) for cells in spots(problem, member) if not cells & taken and room[number]]
    cover = Cover.of(problem)
    rank = {(number, frozenset(cover.cells[k] for k in cells)): at for at, (number, cells) in enumerate(cover.options)}
    options.sort(key=rank.__getitem__)
    wanted: list[Wanted] = [cell for cell in problem.board.order() if cell in problem.board.required - taken]
    wanted += [number for number, still in enumerate(lacking) if still == room[number] == 1]
    found = Size()
    _walk(found, wanted, options, lacking, room)
    return found


def _walk(found: Size, wanted: list[Wanted], options: list[Option], lacking: list[int], room: list[int]) -> None:
    for number, still in enumerate(lacking):
        if sum(each == number for each, _ in options) < still:
            return
    if wanted:
        item = min(wanted, key=lambda item: sum(_covers(option, item) for option in options))
        for option in options:
            if _covers(option, item):
                _choose(found, option, wanted, options, lacking, room)
        return
    found.solutions += all(still <= 0 for still in lacking)
    for place, option in enumerate(options):
        _choose(found, option, wanted, options[place + 1 :], lacking, room)


def _choose(
    found: Size, option: Option, wanted: list[Wanted], options: list[Option], lacking: list[int], room: list[int]
) -> None:
    found.nodes += 1
    number, covered = option
    lacking = [still - (each == number) for each, still in enumerate(lacking)]
    room = [left - (each == number) for each, left in enumerate(room)]
    left = [(each, other) for each, other in options if room[each] and not other & covered]
    _walk(found, [item for item in wanted if not _covers(option, item)], left, lacking, room)


def _covers(option: Option, item: Wanted) -> bool:
    number, covered = option
    return item == number if isinstance(item, int) else item in covered
