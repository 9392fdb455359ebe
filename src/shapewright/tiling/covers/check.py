"""The independent checker: are these rows of option numbers exact covers?

It shares no code with the solvers: the options and bounds of the cover, nothing else. Many covers at a time are checked
by arrays where there is numpy.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from shapewright.errors import InternalError

if TYPE_CHECKING:
    from shapewright.tiling.covers.exact_cover import ExactCover

# So many entries (of options of covers) are looked at together: what fits into a cache.
_ENTRIES = 1 << 17


class Checker:
    """Checks covers of one set of options."""

    def __init__(self, cover: ExactCover) -> None:
        self._items = (*cover.items, *cover.secondary)
        self._primary = len(cover.items)
        self._bounds = {place: cover.bounds[item] for place, item in enumerate(cover.items) if item in cover.bounds}
        self._least = sum(self._bounds.get(place, (1, 1))[0] > 0 for place in range(self._primary))
        self._options = cover.options
        self._numbers: dict[Hashable, int] = {}
        self._places: dict[int, list[tuple[int, Hashable]]] = {}
        self._arrays: _Arrays | None = None

    def check(self, rows: Sequence[Sequence[int]], given: Sequence[int] = ()) -> None:
        """Raise ``InternalError`` with the first fault if not all ``rows`` are covers that have the options given."""
        number = self._numbers
        if not number:
            number.update({item: place for place, item in enumerate(self._items)})
        for option in {option for row in rows for option in row}.difference(self._places):
            self._places[option] = [(number[item], colour) for item, colour in self._options[option]]
        for row in rows:
            fault = self._fault(row, given)
            if fault:
                raise InternalError(f"an exact cover found failed its check: {fault}")

    def check_table(self, table: Any, given: Sequence[int] = ()) -> None:
        """The same of an array of numpy, with -1 behind the options of shorter covers."""
        if self._arrays is None:
            self._arrays = _Arrays(self._items, self._primary, self._bounds, self._options)
        step = max(1, _ENTRIES // max(1, table.shape[1] * self._arrays.width))
        for begin in range(0, len(table), step):
            part = table[begin : begin + step]
            if not self._arrays.right(part) or not all((part == one).any(axis=1).all() for one in given):
                self.check([[one for one in row if one >= 0] for row in part.tolist()], given)
                raise InternalError("an exact cover found failed its check, by arrays alone")

    def _fault(self, row: Sequence[int], given: Sequence[int]) -> str:
        chosen = set(row)
        if len(chosen) < len(row):
            return "an option is chosen twice"
        if not chosen.issuperset(given):
            return "a given option is missing"
        times: dict[int, int] = {}
        colours: dict[int, Hashable] = {}
        primary = self._primary
        for option in row:
            if all(place >= primary for place, _ in self._places[option]):
                return f"option {option} covers no primary item"
            for place, colour in self._places[option]:
                before = times.get(place, 0)
                if before and place >= primary and (colour is None or colours[place] != colour):
                    return f"options disagree about item {self._items[place]!r}"
                times[place] = before + 1
                colours[place] = colour
        for place, number in times.items():
            if place < primary:
                low, high = self._bounds.get(place, (1, 1))
                if not low <= number <= high:
                    return f"item {self._items[place]!r} is covered {number} times"
        if sum(place < primary for place in times) < self._least:
            for place in range(primary):
                if place not in times and self._bounds.get(place, (1, 1))[0]:
                    return f"item {self._items[place]!r} is covered 0 times"
        missing = [place for place, (low, _) in self._bounds.items() if low > times.get(place, 0)]
        return f"item {self._items[missing[0]]!r} is covered {times.get(missing[0], 0)} times" if missing else ""


def has_numpy() -> bool:
    """Whether arrays can be checked: a browser has no numpy."""
    return find_spec("numpy") is not None


class _Arrays:
    """The options as a table of items: a row for each option, and one of no items for what is behind a short cover."""

    def __init__(
        self, items: Sequence[Hashable], primary: int, bounds: dict[int, tuple[int, int]], options: Sequence[Any]
    ) -> None:
        import numpy as np  # most checks need no arrays

        self.np = np
        self.width = max((len(option) for option in options), default=1)
        self.items = len(items)
        self.primary = primary
        self.table = np.full((len(options) + 1, self.width), self.items, dtype=np.int64)  # the last item is nothing
        number = {item: place for place, item in enumerate(items)}
        for row, option in enumerate(options):
            self.table[row, : len(option)] = [number[item] for item, _ in option]
        self.idle = np.flatnonzero((self.table[:-1] >= primary).all(axis=1))  # these are never chosen
        self.low, self.high = np.ones(primary, dtype=np.int64), np.ones(primary, dtype=np.int64)
        for place, (low, high) in bounds.items():
            self.low[place], self.high[place] = low, high
        codes: dict[Hashable, int] = {None: 0}
        self.colours = None
        if any(colour is not None for option in options for _, colour in option):
            self.colours = np.zeros_like(self.table)
            for row, option in enumerate(options):
                self.colours[row, : len(option)] = [codes.setdefault(colour, len(codes)) for _, colour in option]

    def right(self, table: Any) -> bool:
        """Whether all rows are covers."""
        np, size = self.np, self.items + 1
        if table.shape[1] > 1:
            left, right = table[:, :-1], table[:, 1:]
            if not ((left < right) | (right < 0)).all() or not ((left >= 0) | (right < 0)).all():
                return False
        if self.idle.size and np.isin(table, self.idle).any():
            return False
        offsets = np.arange(0, len(table) * size, size)[:, None]
        keys = (self.table[table].reshape(len(table), -1) + offsets).ravel()
        times = np.bincount(keys, minlength=len(table) * size).reshape(len(table), size)
        covered = times[:, : self.primary]
        if not ((covered >= self.low) & (covered <= self.high)).all():
            return False
        others = times[:, self.primary : self.items]
        if self.colours is None or not (others > 1).any():
            return not (others > 1).any()
        # The last colour of each item is the colour of all, and it is one.
        paint = self.colours[table].reshape(-1)
        last = np.zeros(len(table) * size, dtype=np.int64)
        last[keys] = paint
        is_secondary = (keys % size >= self.primary) & (keys % size < self.items)
        if (last[keys] != paint)[is_secondary].any():
            return False
        return not ((others > 1) & (last.reshape(len(table), size)[:, self.primary : self.items] == 0)).any()
