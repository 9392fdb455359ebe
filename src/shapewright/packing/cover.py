"""Packing as an exact cover: every cell at most once, or exactly once where none may stay empty; every piece as often
as it is there. The engine of exact covers answers it, and its 'none' is a proof."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board
from shapewright.cells.placements import placements
from shapewright.packing.native import cover_exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.grid import Cell
    from shapewright.jobs.limits import Clock
    from shapewright.packing.native import Native

__all__ = ["cover_board", "cover_box"]


def cover_box(native: Native, width: int, height: int, counts: Sequence[int], clock: Clock) -> tuple[str, str, bytes]:
    """Counts into a full box; see :func:`cover_board`."""
    return cover_board(native, Board.box(width, height), (counts, counts), clock)


def cover_board(
    native: Native,
    board: Board,
    counts: tuple[Sequence[int], Sequence[int]],
    clock: Clock,
    nodes: int | None = None,
    holes: int | None = None,
) -> tuple[str, str, bytes]:
    """Lay pieces by their least and most ``counts``; cells stay empty only if the counts leave some over.

    With ``holes`` exactly so many cells stay empty.

    The outcome is 'found', 'none' (proven), 'gave up' after so many ``nodes`` or 'stopped' when no time is left, with
    the method and the placements.
    """
    minimum, maximum = map(list, counts)
    cells: tuple[Cell, ...] = board.order()
    least = sum(area * count for area, count in zip(native.areas, minimum, strict=True))
    full = minimum == maximum and least == len(cells)
    options: list[tuple[int, list[int]]] = []
    shapes: list[tuple[int, int, int, int]] = []
    for kind, orientations in enumerate(native.shapes):
        if not maximum[kind]:
            continue
        for turn, shape in enumerate(orientations):
            for where in placements(cells, [shape]):
                x = min(cells[k][0] for k in where)
                y = min(cells[k][1] for k in where)
                options.append((kind, list(where)))
                shapes.append((kind, turn, x, y))
    if holes is not None and options:
        # An empty cell is covered by a piece of its own.
        full = True
        pieces_only = len(options)
        options.extend((len(minimum), [cell]) for cell in range(len(cells)))
        minimum.append(holes)
        maximum.append(holes)
    else:
        pieces_only = len(options)
    if not options:
        return ("none" if least else "found"), "exact cover", b""
    outcome, found = cover_exactly([full] * len(cells), (minimum, maximum), options, clock.left, nodes)
    numbers = array("i")
    for number in found:
        if number < pieces_only:
            numbers.extend(shapes[number])
    return outcome, "exact cover", numbers.tobytes()
