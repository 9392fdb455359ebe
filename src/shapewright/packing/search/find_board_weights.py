"""Looking for weights on the cells of a board that bound how many of them pieces cover, by a linear programme.

It covers as much as possible where parts of pieces may be laid; its prices are the weights, in as few parts of a cell
as keep the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from shapewright.cells.grid import Cell
from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Piece
from shapewright.jobs.limits import Clock
from shapewright.packing.native import bent, linear_prices
from shapewright.packing.proof.board_weights import BoardWeights, lightest, most_by_weights
from shapewright.packing.values import Values

_LARGEST_TABLE = 300_000  # entries of a programme
_STEPS = 4000
_NEAR = 1e-4
_SCALES = (*range(1, 13), 16, 20, 24, 30, 36, 48, 60, 120, 240, 1000, 10_000)


def weigh_board(pieces: Sequence[Piece], cells: Sequence[Cell], clock: Clock | None = None) -> BoardWeights | None:
    """Weights by which fewer than all ``cells`` are covered; None if there are none, or none in time.

    >>> from shapewright.cells.grid import Board
    >>> from shapewright.cells.pieces import parse_pieces
    >>> squares, cells = parse_pieces("any*O4"), Board.box(5, 5).order()
    >>> weigh_board(squares, cells).most(squares, cells)
    16
    """
    size = len(cells)
    kinds = [piece for piece in pieces if piece.maximum != 0]
    rows = size + len(kinds)
    columns: list[list[tuple[int, float]]] = []
    gains: list[float] = []
    for number, piece in enumerate(kinds):
        for where in placements(tuple(cells), piece.orientations()):
            columns.append([*[(at, 1.0) for at in where], (size + number, 1.0)])
            gains.append(float(len(where)))
        if len(columns) * rows > _LARGEST_TABLE:
            return None
    if not columns:
        return None
    most = [size // piece.shape.area if piece.maximum is None else piece.maximum for piece in kinds]
    room = [*[1.0] * size, *map(float, most)]
    is_optimal, prices = linear_prices(columns, gains, bent(room), _STEPS, clock)
    if not is_optimal:
        return None
    wanted = floor(sum(map(float.__mul__, prices, room)) + _NEAR)
    if wanted >= size:
        return None
    best: tuple[int, BoardWeights] | None = None
    for scale in _SCALES:
        numbers = [max(0, round(price * scale)) for price in prices[:size]]
        bound = most_by_weights(kinds, numbers, scale, lightest(kinds, cells, numbers))
        if bound < size and (best is None or bound < best[0]):
            best = bound, BoardWeights(Values(tuple(sorted(zip(cells, numbers, strict=True)))), scale)
        if bound <= wanted:
            break
    return None if best is None else best[1]
