"""Every packing of a box or board that is as good as a given one, where all pieces are laid and none is better.

An exact cover that runs to its end. In a box that is not given it says something only where no cell stays empty: else a
packing with another bounding box may be as good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement, placements
from shapewright.cells.polyomino import Piece
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.answer import Packing
from shapewright.packing.native import cover_instance, cover_search
from shapewright.packing.problem import Problem

_MOST_CELLS = 400
_NODES = 500_000
_SLICE = 0.2  # seconds


def is_listed(problem: Problem, packing: Packing) -> bool:
    """Whether packings that are as good can be listed: those that lie where ``packing`` does."""
    if problem.clearance or problem.margin or problem.cover_corner or problem.best_subset or not problem.is_exact:
        return False
    if packing.status != "optimal":
        return False
    full = packing.width * packing.height == packing.cells
    return packing.goal in ("box", "board") or (full and packing.goal in ("score", "area", "strip"))


def with_every(problem: Problem, packings: Sequence[Packing], most: int, clock: Clock) -> tuple[list[Packing], bool]:
    """The packings, and others of the same box or board up to so many as ``most``; and whether these are all."""
    first = packings[0]
    if len(packings) >= most or not is_listed(problem, first):
        return list(packings), False
    board = Board.box(first.width, first.height) if first.board is None else first.board
    found, is_all = _every(problem, board, most, clock)
    known = {_key(one.placements) for one in packings}
    others = [replace(first, placements=lying) for lying in found if _key(lying) not in known]
    return [*packings, *others][:most], is_all and len(packings) + len(others) <= most


def _key(lying: Sequence[Placement]) -> frozenset[tuple[str, tuple[Cell, ...]]]:
    return frozenset((one.piece, one.cells) for one in lying)


def _every(problem: Problem, board: Board, most: int, clock: Clock) -> tuple[list[tuple[Placement, ...]], bool]:
    """Packings on the board, and whether these are all: not if there are more than ``most``, or it takes too long."""
    fixed = problem.fixed
    taken = {cell for one in fixed for cell in one.cells}
    cells = [cell for cell in board.order() if cell not in taken]
    if len(cells) > _MOST_CELLS:
        return [], False
    pieces: tuple[Piece, ...] = problem.left
    colours = board.colour_of()
    options: list[tuple[int, Sequence[int]]] = [
        (kind, where)
        for kind, piece in enumerate(pieces)
        for where in (placements(cells, piece.orientations(), colours) if piece.minimum else ())
    ]
    laid = len(options)
    counts = [piece.minimum for piece in pieces]
    empty = len(cells) - sum(piece.minimum * piece.shape.area for piece in pieces)
    if empty:
        options += [(len(counts), [at]) for at, cell in enumerate(cells) if cell not in problem.must]
        counts.append(empty)
    search = cover_search(cover_instance([True] * len(cells), (counts, counts), options))
    search.start([])
    found: list[tuple[Placement, ...]] = []
    with interruptible() as stop:
        while True:
            seconds = clock.slice(_SLICE)
            if seconds <= 0 or stop[0] or search.nodes > _NODES:
                return found, False
            over, covers = search.run(stop, seconds, most + 1 - len(found), _NODES, True)
            for cover in covers:
                lying = [
                    Placement(pieces[options[one][0]].name, tuple(cells[at] for at in options[one][1]))
                    for one in cover
                    if one < laid
                ]
                found.append(tuple(sorted((*lying, *fixed), key=lambda one: one.cells)))
            if over or len(found) > most:
                return found, bool(over) and len(found) <= most
