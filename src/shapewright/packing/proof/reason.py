"""Why a bag does not fit into a box or onto a board, in words; and what is known of full rectangles in general."""

from __future__ import annotations

from collections.abc import Sequence

from shapewright.cells.grid import Board
from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Piece
from shapewright.colouring import Demand, Reason, refute
from shapewright.colouring.rectangles import unfillable
from shapewright.errors import amount
from shapewright.jobs.limits import Clock
from shapewright.packing.bag import Bag
from shapewright.packing.proof.box_weights import Weights, sentence

# Looking at every placement on more cells than this takes longer than a reason is worth.
_MOST_CELLS = 2500

# Boards times ways to turn pieces: up to here every place is soon listed.
_SOON = 4000

_BY_METHOD = {
    "search": "a search of every placement found none",
    "table of bags": "it is not among the bags that a complete sweep over the box found",
    "exact cover": "a search of every exact cover found none",
    "colours": "signed colours of a checkerboard, of columns or of rows do not add up",
}


def reason(asked: Bag | tuple[Piece, ...], width: int, height: int, method: str, weights: Weights | None = None) -> str:
    """Why ``asked`` does not fit into a box, after ``method`` (or ``weights``) has shown it."""
    pieces = asked.pieces() if isinstance(asked, Bag) else asked
    area = piece_cells(pieces)
    if method == "areas":
        return too_small(f"the box {width}x{height}", width * height, area)
    if method == "extents":
        sizes = [(piece, [shape.size for shape in piece.orientations()]) for piece in pieces if piece.minimum]
        name = next(piece.name for piece, all_ in sizes if not any(w <= width and h <= height for w, h in all_))
        return f"the piece {name} is larger than the box {width}x{height}"
    if weights is not None:
        return sentence(weights, pieces, width, height)
    known = theorem(pieces, width, height)
    if known is not None:
        return known
    if area == width * height and width * height <= _MOST_CELLS:
        found = counting_reason(Board.box(width, height), pieces, exact=True)
        if found is not None:
            return found
    return _BY_METHOD.get(method, method)


def counting_reason(board: Board, pieces: Sequence[Piece], *, exact: bool, clock: Clock | None = None) -> str | None:
    """A counting argument that keeps ``pieces`` off ``board``, or None; ``exact`` leaves no cell of it empty.

    Where time is over, it is only looked for if that is soon done.
    """
    found = counting(board, pieces, exact=exact, clock=clock)
    return None if found is None else found.sentence


def counting(board: Board, pieces: Sequence[Piece], *, exact: bool, clock: Clock | None = None) -> Reason | None:
    """The same with its facts, such as the cells that it marks."""
    if len(board.cells) > _MOST_CELLS:
        return None
    takes_long = len(board.cells) * sum(len(piece.orientations()) for piece in pieces) > _SOON
    if takes_long and clock is not None and clock.over():
        return None
    cells = board.order()
    demands = [
        Demand(piece.name, piece.shape.area, piece.minimum, piece.maximum, placements(cells, piece.orientations()))
        for piece in pieces
    ]
    return refute(cells, 0 if exact else (1 << len(cells)) - 1, demands)


def piece_cells(pieces: Sequence[Piece]) -> int:
    """The cells that the pieces cover at least."""
    return sum(piece.minimum * piece.shape.area for piece in pieces)


def too_small(what: str, cells: int, area: int) -> str:
    """Say by how much something is too small."""
    return f"{what} has {amount(cells, 'cell')} and the pieces {area}, {amount(area - cells, 'cell')} too many"


def theorem(pieces: Sequence[Piece], width: int, height: int) -> str | None:
    """Why ``pieces`` cannot fill a box without an empty cell, if that is known of all boxes; None if it is not.

    >>> from shapewright.packing.bag import Bag
    >>> theorem(Bag.from_text("T50").pieces(), 10, 20)
    'T alone fills a rectangle only if both sides are multiples of 4 (Walkup 1965)'
    >>> theorem(Bag.from_text("T4").pieces(), 4, 4) is None
    True
    """
    used = [piece for piece in pieces if piece.minimum]
    if not used or sum([piece.minimum * piece.shape.area for piece in used]) != width * height:
        return None
    kinds = {piece.name: [shape.cells for shape in piece.orientations()] for piece in used}
    return unfillable(kinds, width, height)
