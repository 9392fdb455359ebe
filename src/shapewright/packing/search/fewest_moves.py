"""The fewest pieces that must be moved for another bag: an exact cover in which what lies there costs nothing.

Every placement that is there already costs nothing, every other one costs one. Empty cells are covered by pieces of one
cell, which cost nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shapewright.cells.placements import Placement
from shapewright.cells.placements import placements as all_placements
from shapewright.jobs.interrupt import interruptible
from shapewright.packing.native import Cheapest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.search.solvers import Effort

__all__ = ["MOST_CELLS", "fewest_moves", "least_moves"]

MOST_CELLS = 1024
_TURN = 5000
_NODES = 60_000


def least_moves(pieces: Iterable[Piece], before: Iterable[Placement]) -> int:
    """How many pieces must be laid at least, by the counts: of each kind those that are new."""
    lying = Counter(one.piece for one in before)
    return sum(max(0, piece.minimum - lying[piece.name]) for piece in pieces)


def fewest_moves(
    pieces: Sequence[Piece], cells: Sequence[Cell], before: Iterable[Placement], effort: Effort, enough: int | None
) -> tuple[tuple[Placement, ...] | None, int]:
    """All of ``pieces`` on ``cells``, with as few as possible that lie elsewhere than ``before``; and a bound on these.

    None if there is no such packing with fewer than ``enough``, or none was found.
    """
    before = tuple(before)
    bound = least_moves(pieces, before)
    if enough is not None and bound >= enough:
        return None, bound
    lying = {(one.piece, tuple(sorted(one.cells))) for one in before}
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for kind, piece in enumerate(pieces):
        for where in all_placements(tuple(cells), piece.orientations()) if piece.minimum else ():
            placed = tuple(sorted(cells[cell] for cell in where))
            found.append(((piece.name, placed) not in lying, kind, tuple(where)))
    found.sort()  # what lies there is tried first
    options = [(kind, list(where)) for _, kind, where in found]
    costs = [int(is_new) for is_new, _, _ in found]
    counts = [piece.minimum for piece in pieces]
    empty = len(cells) - sum(piece.minimum * piece.shape.area for piece in pieces)
    if empty > 0:
        options += [(len(pieces), [cell]) for cell in range(len(cells))]
        costs += [0] * len(cells)
        counts.append(empty)
    search = Cheapest([True] * len(cells), (counts, counts), options, costs)
    best: tuple[int, list[int]] | None = None
    with interruptible() as stop:
        for _ in range(_NODES // _TURN):
            over = search.run(stop, effort.clock.left, _TURN)
            best = search.best
            if over:
                bound = bound if best is None else best[0]
            elif search.bound is not None:
                bound = max(bound, search.bound)
            if over or stop[0] or effort.clock.over() or (best is not None and best[0] <= bound):
                break
    if best is None or (enough is not None and best[0] >= enough):
        return None, bound if enough is None else min(bound, enough)
    laid = [found[number] for number in best[1] if number < len(found)]
    made = [Placement(pieces[kind].name, tuple(sorted(cells[cell] for cell in where))) for _, kind, where in laid]
    return tuple(sorted(made, key=lambda one: one.cells)), bound
