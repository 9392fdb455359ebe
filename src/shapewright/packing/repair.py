"""Change a packing so that it holds another bag, and move as few pieces as possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board
from shapewright.errors import ProblemError
from shapewright.jobs.interrupt import interruptible
from shapewright.packing.answer import Packing
from shapewright.packing.bag import Bag
from shapewright.packing.native import Placements, native_of, open_cells
from shapewright.packing.reason import too_small

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.polyomino import Piece

__all__ = ["Repair", "repair"]

_ATTEMPTS = 12
_STEPS = 200_000


@dataclass(frozen=True)
class Repair:
    """The new ``packing`` of the same box or board, and how many of its pieces lie where none of the kind lay before.

    ``packing`` is None if no way was found, which proves nothing.
    """

    packing: Packing | None
    moved: int


def repair(packing: Packing, bag: Bag | Sequence[Piece], *, seed: int = 0, time_limit: float | None = None) -> Repair:
    """Lay ``bag`` into the box or onto the board of ``packing``, which holds other counts of the same pieces.

    The re-tiling walk starts from the packing as it is, several times; the outcome with the fewest moved pieces counts.
    That is few, not provably the fewest.

    >>> from shapewright.packing.pack import pack
    >>> before = pack(Bag.from_text("I8 J4 L4 O8 S2 T4 Z2"))
    >>> after = repair(before, Bag.from_text("I9 J3 L4 O8 S2 T4 Z2"))
    >>> after.packing is not None and after.moved < 16
    True

    Raises ``ProblemError`` if there is no packing to start from, or the bag is too large for its box.
    """
    if not packing.placements:
        raise ProblemError(f"there is no packing to repair: the answer is {packing.status!r}")
    pieces = bag.pieces() if isinstance(bag, Bag) else tuple(bag)
    if any(piece.minimum != piece.maximum for piece in pieces):
        raise ProblemError("a repair needs the exact number of every piece")
    # Both the old pieces and the new ones, whatever their counts.
    old = packing.asked.pieces() if isinstance(packing.asked, Bag) else packing.asked
    known = {piece.name: piece for piece in old} | {piece.name: piece for piece in pieces}
    native = native_of(tuple(known.values()))
    wanted = {piece.name: piece.minimum for piece in pieces}
    counts = [wanted.get(name, 0) for name in native.names]
    board = packing.board or Board.box(packing.width, packing.height)
    width, height = board.size
    area = sum(map(int.__mul__, counts, native.areas))
    if area > len(board.cells):
        raise ProblemError(too_small("the board", len(board.cells), area))
    before = Counter((one.piece, one.cells) for one in packing.placements)
    start = native.pack(packing.placements)
    best: Repair | None = None
    seconds = -1.0 if time_limit is None else time_limit / _ATTEMPTS
    with interruptible() as stop:
        for attempt in range(_ATTEMPTS):
            outcome, method, raw = native.core.walk(
                width,
                height,
                open_cells(board.cells, width, height),
                counts,
                start,
                seed + attempt,
                _STEPS,
                stop,
                seconds,
            )
            if outcome != "found":
                continue
            placements = Placements(native, raw)
            moved = sum((Counter((one.piece, one.cells) for one in placements) - before).values())
            if best is None or moved < best.moved:
                made = Packing(
                    bag if isinstance(bag, Bag) else pieces, "feasible", packing.width, packing.height, placements,
                    "board" if packing.board is not None else "box", method=method, board=packing.board,
                )  # fmt: skip
                best = Repair(made, moved)
    return best or Repair(None, 0)
