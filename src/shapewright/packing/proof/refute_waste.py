"""That every packing of a box wastes more than it may, shown again: another sweep over profiles, in plain arrays.

Cell after cell a profile is what is covered of the cells to come; of several ways to it only the cheapest is kept. What
engine/waste/least_waste.hpp does goes from one free cell to the next, along lists of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from shapewright.cells.polyomino import Piece
    from shapewright.packing.proof.waste import Waste

    Masks = NDArray[np.uint64]
    Wastes = NDArray[np.int64]

_BITS = 64
_NEVER = 1 << 60


def is_exceeded(
    pieces: Sequence[Piece], waste: Waste, width: int, height: int, allowed: int, seconds: float
) -> bool | None:
    """Whether every packing of the box, with any number of the ``pieces``, wastes more than ``allowed``.

    None if that takes longer, or if a profile does not fit 64 bits.
    """
    sweep = _Sweep.of(pieces, waste, width, height)
    if sweep is None:
        return None
    clock = Clock(max(0.0, seconds))
    tall = max(width, height)
    found = _by_height(sweep, tall, clock) if len(pieces) == 1 else _within(sweep, tall, allowed, clock)
    return None if found is None else found > allowed


def _within(sweep: _Sweep, height: int, allowed: int, clock: Clock) -> int | None:
    """The least waste of a box, as far as it is allowed."""
    ends = [0]
    for row in range(height):
        last = height - row - sweep.tallest_wasteful
        before = ends[min(last, len(ends) - 1)] if sweep.is_half_turned and last > 0 else 0
        if not sweep.fill_row(clock, allowed - before, height - row):
            return None
        if not len(sweep.masks):
            return _NEVER
        ends.append(int(sweep.wastes.min()))
    return sweep.of_box()


def _by_height(sweep: _Sweep, height: int, clock: Clock) -> int | None:
    """The least waste of a box that is as high as you like: once all profiles come again, so do their wastes."""
    known: dict[bytes, tuple[int, int]] = {}
    by_height = [0]
    for row in range(1, height + 1):
        if not sweep.fill_row(clock, _NEVER, height):
            return None
        by_height.append(sweep.of_box())
        if not len(sweep.masks):
            return _NEVER
        least = int(sweep.wastes.min())
        profiles = sweep.masks.tobytes() + (sweep.wastes - least).tobytes()
        if profiles not in known:
            known[profiles] = row, least
            continue
        before, was = known[profiles]
        turns, rest = divmod(height - before, row - before)
        return min(_NEVER, by_height[before + rest] + turns * (least - was))
    return by_height[height]


class _Sweep:
    """The profiles before a cell (bit k: the cell k further on is covered) and what they waste at least."""

    def __init__(self, width: int, empty: int | None, options: list[list[tuple[int, int, int]]]) -> None:
        self.width, self.empty, self.options = width, empty, options
        self.masks: Masks = np.zeros(1, dtype=np.uint64)
        self.wastes: Wastes = np.zeros(1, dtype=np.int64)
        self.tallest_wasteful = 1
        self.is_half_turned = True

    @classmethod
    def of(cls, pieces: Sequence[Piece], waste: Waste, width: int, height: int) -> _Sweep | None:
        """For a box, along its longer side; None if a profile has too many bits."""
        short, of = min(width, height), dict(waste.pieces)
        options: list[list[tuple[int, int, int]]] = [[] for _ in range(short)]
        made = cls(short, waste.empty, options)
        for piece in pieces:
            turns = {
                frozenset((y, x) if width > height else (x, y) for x, y in one.cells) for one in piece.orientations()
            }
            for cells in turns:
                wide, high = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
                if high * short > _BITS:
                    return None
                if frozenset((wide - 1 - x, high - 1 - y) for x, y in cells) not in turns:
                    made.is_half_turned = False
                if of[piece.name]:
                    made.tallest_wasteful = max(made.tallest_wasteful, high)
                if wide > short:
                    continue
                first = min(x for x, y in cells if y == 0)
                mask = sum(1 << (y * short + x - first) for x, y in cells)
                for at in range(first, short - wide + first + 1):
                    options[at].append((mask, of[piece.name], high))
        return made

    def fill_row(self, clock: Clock, most: int, rows: int) -> bool:
        """Go on by a row, with pieces of at most so many rows; False if the time is over."""
        one = np.uint64(1)
        for x in range(self.width):
            if clock.over():
                return False
            covered = (self.masks & one).astype(bool)
            free, wasted = self.masks[~covered], self.wastes[~covered]
            masks, wastes = [self.masks[covered]], [self.wastes[covered]]
            if self.empty is not None:
                masks.append(free)
                wastes.append(wasted + self.empty)
            for mask, more, high in self.options[x]:
                if high <= rows:
                    fits = (free & np.uint64(mask)) == 0
                    masks.append(free[fits] | np.uint64(mask))
                    wastes.append(wasted[fits] + more)
            self._keep(np.concatenate(masks) >> one, np.concatenate(wastes), most)
        return True

    def _keep(self, masks: Masks, wastes: Wastes, most: int) -> None:
        """Of each profile the cheapest, in order."""
        few = wastes <= most
        masks, wastes = masks[few], wastes[few]
        order = np.lexsort((wastes, masks))
        masks, wastes = masks[order], wastes[order]
        first = np.ones(len(masks), dtype=bool)
        first[1:] = masks[1:] != masks[:-1]
        self.masks, self.wastes = masks[first], wastes[first]

    def of_box(self) -> int:
        """The least waste of the rows that are filled, if nothing stands out of them."""
        return int(self.wastes[0]) if len(self.masks) and not self.masks[0] else _NEVER
