"""A packing that is found at once, however much room it takes: so that there always is one, and time can improve it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.packing.boxes import Box
    from shapewright.packing.native import Native

_STEPS = 2000
# Boxes with so much room to spare, in hundredths of the cells of the pieces.
_SPARE = (3, 8, 15, 25, 40, 70, 120)
_DIVES = (1, 3)


def rough(
    native: Native,
    counts: Sequence[int],
    width: int | None,
    seed: int,
    seconds: Callable[[], float],
    dive: Callable[[Box], tuple[str, str, bytes]] | None = None,
) -> tuple[str, bytes]:
    """The method and the placements of some packing of ``counts``, in a strip if a ``width`` is given.

    ``seconds`` says how long an attempt may take (below 0: as long as it does). Every piece fits into the strip. What
    ``dive`` finds in a box of some room to spare comes first.
    """
    for number, box in enumerate(_boxes(native, counts, width)):
        if dive is not None and number in _DIVES:
            outcome, method, raw = dive(box)
            if outcome == "found":
                return method, raw
    for box in _boxes(native, counts, width):
        outcome, method, raw = native.core.box(*box, counts, False, seed, _STEPS, None, seconds())
        if outcome == "found":
            return method, raw
    return "shelves", _shelves(native, counts, width)


def _boxes(native: Native, counts: Sequence[int], width: int | None) -> Iterator[Box]:
    """Boxes into which the pieces go the sooner the later they come."""
    cells = sum(map(int.__mul__, native.areas, counts))
    used = [kind for kind, count in enumerate(counts) if count]
    last = (0, 0)
    for spare in _SPARE:
        room = cells + -(-cells * spare // 100)
        side = isqrt(room - 1) + 1
        box = (side, side) if width is None else (width, -(-room // width))
        if box != last and native.fits(used, *box) is None:
            yield box
        last = box


def _shelves(native: Native, counts: Sequence[int], width: int | None) -> bytes:
    """The pieces side by side in rows as high as their highest, high ones first."""
    lying: list[tuple[int, int, int, int]] = []  # height, width, kind, turn
    limit = width
    if limit is None:
        cells = sum(map(int.__mul__, native.areas, counts))
        widest = [min(wide for wide, _ in sizes) for sizes, count in zip(native.extents, counts, strict=True) if count]
        limit = max(isqrt(2 * cells) + 1, *widest)
    for kind, count in enumerate(counts):
        if count:
            high, wide, turn = min(
                [(high, wide, turn) for turn, (wide, high) in enumerate(native.extents[kind]) if wide <= limit]
            )
            lying += [(high, wide, kind, turn)] * count
    laid = array("i")
    x = y = top = 0
    for high, wide, kind, turn in sorted(lying, key=lambda one: -one[0]):
        if x + wide > limit:
            x, y = 0, top
        if not x:
            top = y + high
        laid.extend((kind, turn, x, y))
        x += wide
    return laid.tobytes()
