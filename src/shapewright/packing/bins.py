"""The fewest equal boards that hold a bag."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.cells.placements import Placement
from shapewright.errors import LimitError, ProblemError
from shapewright.packing.answer import Packing
from shapewright.packing.bag import Bag
from shapewright.packing.pack import pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.cells.polyomino import Piece
    from shapewright.packing.boxes import Box

__all__ = ["Bins", "bins"]


@dataclass(frozen=True)
class Bins:
    """The boards of an answer, each with what lies on it; 'optimal' if fewer are refuted.

    ``bound`` is the number of boards below which there certainly is no packing.
    """

    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    packings: tuple[Packing, ...]
    bound: int
    reason: str = ""

    def __len__(self) -> int:
        return len(self.packings)

    def __iter__(self) -> Iterator[Packing]:
        return iter(self.packings)


def bins(
    bag: Bag | Sequence[Piece],
    *,
    box: Box | None = None,
    board: Board | None = None,
    most: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Bins:
    """Lay all of ``bag`` onto as few copies as possible of a ``box`` or a ``board``, at most ``most``.

    Several boards are one board with closed columns between them; a packing of it is cut along these columns.

    >>> from shapewright.packing.bag import Bag
    >>> found = bins(Bag.from_text("O5"), box=(4, 4))
    >>> found.status, len(found)
    ('optimal', 2)
    """
    if (box is None) == (board is None):
        raise ProblemError("give a box or a board")
    if board is None:
        assert box is not None
        board = Board.box(*box)
    if board.dimension != 2 or board.colours or board.optional:
        raise ProblemError(
            "a board to pack on is flat, with cells that are there (#) or not (.), none of them coloured (a to z)"
        )
    pieces = bag.pieces() if isinstance(bag, Bag) else tuple(bag)
    if any(piece.minimum != piece.maximum for piece in pieces):
        raise ProblemError("bins need the exact number of every piece")
    area = sum(piece.minimum * piece.shape.area for piece in pieces)
    started = time.monotonic()
    least = max(1, -(-area // _fill(len(board.cells), pieces)))
    bound: int | None = None
    width = board.size[0] + 1
    for number in range(least, most + 1):
        left = None if time_limit is None else time_limit - (time.monotonic() - started)
        if left is not None and left <= 0:
            break
        if number * len(board.cells) > MAX_CELLS:
            raise LimitError(f"{number} boards have more cells than the limit of {MAX_CELLS}")
        joined = Board(frozenset((x + k * width, y) for k in range(number) for x, y in board.cells))
        packing = pack(pieces, board=joined, seed=seed, threads=threads, time_limit=left)
        if packing.placements:
            status: Literal["optimal", "feasible"] = "optimal" if bound is None else "feasible"
            return Bins(status, _cut(packing, board, number, width), number if bound is None else bound)
        if packing.status == "infeasible" and "fits nowhere" in packing.reason:
            return Bins("infeasible", (), 0, packing.reason)
        if packing.status == "unknown" and bound is None:
            bound = number
    return Bins("unknown", (), least if bound is None else bound)


def _fill(cells: int, pieces: Sequence[Piece]) -> int:
    """The most cells of a board that any number of these pieces can cover, by their areas."""
    sums = 1
    for area in {piece.shape.area for piece in pieces if piece.minimum}:
        for _ in range(cells // area):
            sums |= sums << area
    return max(1, (sums & ((1 << (cells + 1)) - 1)).bit_length() - 1)


def _cut(packing: Packing, board: Board, number: int, width: int) -> tuple[Packing, ...]:
    parts: list[list[Placement]] = [[] for _ in range(number)]
    for one in packing.placements:
        part = one.cells[0][0] // width
        parts[part].append(Placement(one.piece, tuple((x - part * width, y) for x, y in one.cells)))
    across, up = board.size
    assert isinstance(packing.asked, tuple)
    # Each board holds a part of the bag.
    asked = tuple(replace(piece, minimum=0) for piece in packing.asked)
    return tuple(
        Packing(asked, "feasible", across, up, tuple(part), "board", method=packing.method, board=board)
        for part in parts
    )
