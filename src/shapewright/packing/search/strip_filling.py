"""Boxes that are too wide for a sweep over profiles, cut into strips of which each is filled alike.

Where few kinds of pieces fill a box, a sweep finds how to fill a strip of it with as few as can be of the kind that the
borders need; all strips together have too few of these, and a walk from there soon has the right number: 16x32 is full
with 48 I and 80 S, so 120 I and 135 S lie in 32x32.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.native import Native, tetrominoes
from shapewright.packing.rules import LETTERS
from shapewright.packing.search.other_starts import nearly

_MOST_KINDS = 2
_MOST_EMPTY = 4  # cells
_STRAIGHTENING = "IJLO"  # S, T and Z leave most borders uneven
_WIDTHS = range(4, 17)
_WORK = 65_000_000  # profiles, some seconds
_SHARES = (0.6, 0.7, 0.8, 0.9, 1)  # of what a strip may have, one after the other: the fewer, the fewer profiles
_STRIPS = 4
_SHARE = 0.5  # of the time, where something else may follow


def by_strips(native: Native, width: int, height: int, counts: Sequence[int], seed: int, clock: Clock) -> bytes | None:
    """The counts in a box of which each strip is filled alike at first; None if that fails."""
    used = [kind for kind, count in enumerate(counts) if count]
    empty = width * height - sum(map(int.__mul__, native.areas, counts))
    if native is not tetrominoes() or not 2 <= len(used) <= _MOST_KINDS or empty > _MOST_EMPTY:
        return None
    for dear in [kind for kind in used if LETTERS[kind] in _STRAIGHTENING]:
        full = _full(native, width, height, counts, dear, clock)
        found = None if full is None else nearly(native, width, height, counts, full, seed, clock)
        if found is not None:
            return found
    return None


def _full(native: Native, width: int, height: int, counts: Sequence[int], dear: int, clock: Clock) -> bytes | None:
    """The box full of these kinds, with at most as many as there are of the one that is ``dear``; or None."""
    wastes = [-1 if not count else int(kind == dear) for kind, count in enumerate(counts)]
    for wide, high, number, upward in _cuts(width, height):
        for share in _SHARES:
            if clock.over():
                return None
            allowed = int(counts[dear] * share / number)
            with interruptible() as stop:
                outcome, raw = native.core.wastes_at_most(
                    wide, high, wastes, -1, allowed, _WORK, True, stop, clock.part(_SHARE).native()
                )
            if outcome != "none":
                break
        if outcome == "found":
            full = array("i")
            for kind, turn, x, y in zip(*[iter(memoryview(raw).cast("i").tolist())] * 4, strict=True):
                for k in range(number):
                    full.extend((kind, turn, x, y + k * high) if upward else (kind, turn, x + k * wide, y))
            return full.tobytes()
    return None


def _cuts(width: int, height: int) -> Iterator[tuple[int, int, int, bool]]:
    """The sizes of strips, how many there are, and whether they lie on top of each other; the widest strips first."""
    for number in range(2, _STRIPS + 1):
        if width % number == 0 and width // number in _WIDTHS:
            yield width // number, height, number, False
        if height != width and height % number == 0 and height // number in _WIDTHS:
            yield width, height // number, number, True
