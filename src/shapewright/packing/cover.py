"""Packing as an exact cover: every cell at most once, or exactly once where none may stay empty; every piece as often
as it is there. The engine of exact covers answers it, and its 'none' is a proof."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from shapewright import _core
from shapewright.cells.grid import Board
from shapewright.cells.placements import placements
from shapewright.jobs.interrupt import interruptible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.grid import Cell
    from shapewright.packing.native import Native

__all__ = ["cover_board", "cover_box"]

_ENGINES = ("bit-sliced", "strip", "sparse")
_SLICE = 0.2
_BATCH = 1 << 22  # nodes


def cover_box(
    native: Native, width: int, height: int, counts: Sequence[int], seconds: float, nodes: int | None = None
) -> tuple[str, str, bytes]:
    """Counts into a full box; see :func:`cover_board`."""
    board = Board.box(width, height)
    return cover_board(native, board, counts, counts, seconds, nodes)


def cover_board(
    native: Native,
    board: Board,
    minimum: Sequence[int],
    maximum: Sequence[int],
    seconds: float,
    nodes: int | None = None,
    holes: int | None = None,
) -> tuple[str, str, bytes]:
    """Lay from ``minimum`` to ``maximum`` of each piece; cells stay empty only if the counts leave some over.

    With ``holes`` exactly so many cells stay empty.

    The outcome is 'found', 'none' (proven), 'gave up' after so many ``nodes`` or 'stopped' after so many seconds
    (negative: no limit), with the method and the placements.
    """
    cells: tuple[Cell, ...] = board.order()
    least = sum(area * count for area, count in zip(native.areas, minimum, strict=True))
    full = list(minimum) == list(maximum) and least == len(cells)
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
    minimum, maximum = list(minimum), list(maximum)
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
    instance = _core.Instance.of_placements([full] * len(cells), minimum, maximum, options)
    search = next(made for made in (_core.make_search(engine, instance) for engine in _ENGINES) if made is not None)
    started = time.monotonic()
    search.start([])
    with interruptible() as stop:
        while True:
            left = _SLICE if seconds < 0 else min(_SLICE, seconds - (time.monotonic() - started))
            if left <= 0 or stop[0]:
                return "stopped", "exact cover", b""
            over, found = search.run(stop, left, 1, _BATCH, True)
            if found:
                from array import array

                numbers = array("i")
                for number in found[0]:
                    if number >= pieces_only:
                        continue
                    numbers.extend(shapes[number])
                return "found", "exact cover", numbers.tobytes()
            if over:
                return "none", "exact cover", b""
            if nodes is not None and search.nodes >= nodes:
                return "gave up", "exact cover", b""
