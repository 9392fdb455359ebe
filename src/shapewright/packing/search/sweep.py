"""Sweeps over the profiles of a box: that few kinds of pieces do not fit, or a packing that wastes little.

Where no cell is to stay empty, one kind after the other is said to waste, while there is any number of the others.
Where cells stay empty, they waste. Both are questions for the engine (engine/waste/least_waste.hpp).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.native import Native
from shapewright.packing.proof.waste import Waste

_MOST_KINDS = 3
_MOST_WIDTH = 21  # the engine's profiles are not wider
_WORK, _MUCH_WORK = 30_000_000, 90_000_000  # profiles, some seconds
_LITTLE = 0.25  # of the pieces: where no more waste something most profiles are soon too wasteful
_SOON = 1_500_000
_MOST_HEIGHT = 1 << 16
_SHARE = 0.5  # of the time, where something else may follow


def too_wasteful(native: Native, counts: Sequence[int], width: int, height: int) -> Waste | None:
    """That one kind of piece alone leaves more cells of a box empty than it may, if that is soon known; else None.

    >>> from shapewright.packing.native import tetrominoes
    >>> too_wasteful(tetrominoes(), [0, 0, 0, 0, 0, 50, 0], 7, 29)
    Waste(pieces=(('T', 0),), empty=1)
    >>> too_wasteful(tetrominoes(), [0, 0, 0, 0, 0, 49, 0], 7, 29) is None
    True
    """
    used = [kind for kind, count in enumerate(counts) if count]
    if len(used) != 1:
        return None
    kind, short, long = used[0], min(width, height), max(width, height)
    if short > _MOST_WIDTH or long > _MOST_HEIGHT:
        return None
    turned = width > height
    empty = width * height - counts[kind] * native.areas[kind]
    least, again, more = _heights(native, kind, short, turned)
    if long >= len(least):
        if not again:
            return None
        turns, at = divmod(long - len(least) + again, again)
        wasted = least[len(least) - again + at] + turns * more
    else:
        wasted = least[long]
    return Waste(((native.names[kind], 0),), 1) if wasted > empty else None


@lru_cache(maxsize=64)
def _heights(native: Native, kind: int, width: int, turned: bool) -> tuple[list[int], int, int]:
    """The least wastes of boxes of one width, of one kind of piece."""
    wastes = [0 if one == kind else -1 for one in range(len(native.names))]
    with interruptible() as stop:
        return native.core.least_wastes(width, turned, wastes, 1, _MOST_HEIGHT, _SOON, stop, -1.0)


def sweep(native: Native, counts: Sequence[int], width: int, height: int, clock: Clock) -> tuple[Waste | None, bytes]:
    """Sweep over the profiles of a box once for each choice of what wastes.

    The first is what shows that nothing fits, if anything does; the other the placements of a packing that wastes
    little but need not have the right pieces, if there is one.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.packing.native import tetrominoes
    >>> sweep(tetrominoes(), [0, 0, 0, 8, 8, 0, 0], 8, 8, Clock(None))
    (Waste(pieces=(('O', 1), ('S', 0)), empty=None), b'')
    """
    used = [kind for kind, count in enumerate(counts) if count]
    if len(used) > _MOST_KINDS or min(width, height) > _MOST_WIDTH:
        return None, b""
    empty = width * height - sum(map(int.__mul__, native.areas, counts))
    met = b""
    for wastes, of_empty in _choices(counts, empty):
        if clock.over():
            break
        dear = sum([count for count, one in zip(counts, wastes, strict=True) if one > 0])
        work = _MUCH_WORK if dear <= _LITTLE * sum(counts) else _WORK
        work = work if clock.limit is None else 1 << 40
        allowed = dear + empty * max(0, of_empty)
        with interruptible() as stop:
            outcome, raw = native.core.wastes_at_most(
                width, height, wastes, of_empty, allowed, work, not met, stop, clock.part(_SHARE).native()
            )
        if outcome == "none":
            named = tuple([(native.names[kind], wastes[kind]) for kind in used])
            return Waste(named, None if of_empty < 0 else of_empty), b""
        met = met or raw
    return None, met


def _choices(counts: Sequence[int], empty: int) -> Iterator[tuple[list[int], int]]:
    """What each piece wastes (-1: there are none of it) and an empty cell, the most promising first."""
    used = [kind for kind, count in enumerate(counts) if count]
    if empty:
        yield [0 if count else -1 for count in counts], 1
        return
    for dear in sorted(used, key=lambda kind: counts[kind]):
        if len(used) > 1 and 2 * counts[dear] <= sum(counts):
            yield [-1 if not count else int(kind == dear) for kind, count in enumerate(counts)], -1
