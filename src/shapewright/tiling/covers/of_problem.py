"""The tilings of a board as exact covers."""

from __future__ import annotations

from shapewright.cells.grid import cell_text
from shapewright.errors import LimitError
from shapewright.tiling.covers.dlx import MAX_ENTRIES
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.problem import Problem


def exact_cover(problem: Problem) -> ExactCover:
    """The tilings of ``problem`` as exact covers, one to one.

    Primary items are the cells that must be covered, named ``x,y`` or ``x,y,z``, and the pieces; secondary items the
    cells that may stay empty. Equal pieces share one item, named after the first, so that exchanging them gives no
    further cover. A piece of which any number may be used has no item of its own unless some placement of it covers
    optional cells only.

    Raises ``LimitError`` when there are too many placements to write down.
    """
    fixed_cells = {cell: number for number, placement in enumerate(problem.fixed) for cell in placement.cells}
    optional = problem.board.optional - fixed_cells.keys()
    fixed_sets = {frozenset(placement.cells) for placement in problem.fixed}
    order = problem.board.order()
    area = len(order)
    names: list[str] = []
    bounds: dict[str, tuple[int, int]] = {}
    options: list[list[str]] = []
    entries = 0
    for members in problem.classes():
        fixed_here = {frozenset(placement.cells) for placement in problem.fixed_of(members)}
        name = problem.pieces[members.members[0]].name
        most = area // members.area  # for more there is no room, unless the minimum asks for the impossible
        high = max(most, members.minimum)
        if members.maximum is not None:
            high = min(high, members.maximum)
        chosen: list[list[str]] = []
        needs_item = members.minimum > 0 or high < most
        for cells in problem.class_placements(members):
            together = frozenset(cells)
            if together in fixed_sets:
                if together not in fixed_here:
                    continue
            elif not fixed_cells.keys().isdisjoint(together):
                continue
            needs_item = needs_item or together <= optional
            chosen.append([cell_text(cell) for cell in cells])
            entries += len(cells) + 1
            if entries > MAX_ENTRIES:
                raise LimitError(f"the placements cover more than {MAX_ENTRIES} cells in all, too many for DLX text")
        if high == 0:
            continue
        if needs_item:
            names.append(name)
            if (members.minimum, high) != (1, 1):
                bounds[name] = (members.minimum, high)
            chosen = [[name, *option] for option in chosen]
        options += chosen
    cells_wanted = [cell_text(cell) for cell in order if cell not in optional]
    cells_offered = [cell_text(cell) for cell in order if cell in optional]
    return ExactCover(options, (*names, *cells_wanted), secondary=cells_offered, bounds=bounds)


def to_dlx(problem: Problem) -> str:
    """``problem`` as DLX text; multiplicities are written only where a bound is not exactly one."""
    return exact_cover(problem).to_text()
