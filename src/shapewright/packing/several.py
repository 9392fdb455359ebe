"""Several packings of the same pieces, all different."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.packing.pack import pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.answer import Packing
    from shapewright.packing.bag import Bag

__all__ = ["several"]

# So many packings in a row that were there before, and there are likely no more.
_PATIENCE = 60


def several(
    bag: Bag | Sequence[Piece], count: int, *, seed: int = 0, time_limit: float | None = None, **how: Any
) -> Iterator[Packing]:
    """Yield up to ``count`` different packings, each as good as the first; arguments as :func:`packing.pack` has them.

    They are drawn at random, not listed: where there are few, the end comes when none is new for long.

    >>> from shapewright.packing.bag import Bag
    >>> len({packing.to_text() for packing in several(Bag.from_text("LOJI"), 2)})
    2
    """
    if count < 1:
        raise ProblemError(f"the number of packings must be at least 1, not {count}")
    started = time.monotonic()
    seen: set[frozenset[tuple[str, tuple[Cell, ...]]]] = set()
    first: Packing | None = None
    missed = 0
    number = 0
    while len(seen) < count and missed < _PATIENCE:
        left = None if time_limit is None else time_limit - (time.monotonic() - started)
        if left is not None and left <= 0:
            return
        packing = pack(bag, seed=(seed + number * 0xD1342543DE82EF95) % (1 << 64), time_limit=left, **how)
        number += 1
        if first is None:
            first = packing
            if not packing.placements:
                yield packing
                return
        missed += 1
        if packing.value == first.value and packing.placements:
            key = frozenset((one.piece, one.cells) for one in packing.placements)
            if key not in seen:
                seen.add(key)
                missed = 0
                yield packing
