"""How many tilings there are, or at least are, under a clock: enumeration and frontier take turns."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.errors import StoppedError
from shapewright.jobs.limits import Clock
from shapewright.tiling import native
from shapewright.tiling.search.clock import SLICE
from shapewright.tiling.search.engines import frontier_bytes, make_search, search_engine
from shapewright.tiling.symmetries.orbits import Orbits, Part

if TYPE_CHECKING:
    from shapewright.tiling.native import Instance, Search
    from shapewright.tiling.search.instance import Cover

# What a frontier may take for a number that is wanted in a moment.
MOST_BYTES = 1 << 28
# Shares of the time that is left: for symmetries, and for the frontier.
SYMMETRIES, FRONTIER = 0.5, 0.7
# A first try by enumeration, before a frontier: its share, and the seconds that it may take however much time there is.
FIRST_TRY, FIRST_SECONDS = 0.1, 0.05


@dataclass(frozen=True)
class Tally:
    """``exact`` is the number of tilings, None if time was over at ``at_least``; None for what was not found out."""

    exact: int | None
    at_least: int
    up_to_symmetry: int | None


def tally(cover: Cover, clock: Clock) -> Tally:
    """Count the tilings of ``cover``, which has one, as far as ``clock`` lets."""
    counting = _Counting(cover, clock)
    known = Tally(None, 1, None)
    with suppress(StoppedError):
        orbits = counting.orbits()
        exact, at_least = counting.number(orbits)
        known = Tally(exact, max(1, at_least), None)
        if exact is not None and orbits is not None:
            known = Tally(exact, exact, counting.up_to_symmetry(exact, orbits))
    return known


class _Counting:
    """One count; what takes too long raises ``StoppedError``."""

    def __init__(self, cover: Cover, clock: Clock) -> None:
        self.cover, self.clock = cover, clock
        self.engine = search_engine(cover)
        self.memory = min(MOST_BYTES, frontier_bytes(cover, "auto"))

    def orbits(self) -> Orbits | None:
        """The symmetries, if they are soon found."""
        share = self.clock.part(SYMMETRIES)
        try:
            orbits = Orbits(self.cover, look=share.check)
            if len(orbits.group) > 1:
                assert orbits.cells
                assert orbits.options
        except StoppedError:
            return None
        orbits.look = self.clock.check
        return orbits

    def number(self, orbits: Orbits | None) -> tuple[int | None, int]:
        """The number of tilings or None, and how many there are at least."""
        parts = (Part(1),) if orbits is None else orbits.parts()
        searches: list[tuple[int, Search]] = []
        for part in parts:
            self.clock.check()
            instance = self.cover.instance(part.options)
            searches.append((part.weight, make_search(self.engine, instance, fallback=True)[1]))
        every = [search for _, search in searches]
        over = _run(every, self._first_try())
        exact = None if over or not self.memory else self._swept(self.cover.instance())
        if exact is None and not over:
            over = _run(every, self.clock)
        found = sum(weight * search.solutions for weight, search in searches)
        return found if over else exact, found

    def up_to_symmetry(self, number: int, orbits: Orbits) -> int | None:
        """By Burnside's lemma, from the ``number`` of all; None if time is over before."""
        total = number
        with suppress(StoppedError):
            for part in orbits.parts_fixed():
                total += part.weight * self._symmetric(orbits.instance(part))
            return total // len(orbits.group)
        return None

    def _symmetric(self, instance: Instance) -> int:
        """How many tilings a symmetry leaves as they are: the solutions of its instance."""
        _, search = make_search(self.engine, instance, fallback=True)
        if _run([search], self._first_try()):
            return search.solutions
        swept = self._swept(instance)
        if swept is not None:
            return swept
        if not _run([search], self.clock):
            raise self.clock.stopped("the symmetric tilings were counted")
        return search.solutions

    def _first_try(self) -> Clock:
        """The time for enumeration, which is all there is where no frontier can take over."""
        if not self.memory:
            return self.clock
        left = self.clock.left()
        return Clock(FIRST_SECONDS if left is None else min(FIRST_SECONDS, left * FIRST_TRY), self.clock.stop)

    def _swept(self, instance: Instance) -> int | None:
        """The number of solutions by frontier; None if there is no room or no time for it."""
        share = self.clock.part(FRONTIER)
        leaps = native.leaps(instance) if self.memory and not share.over() else None
        if leaps is not None:
            done = leaps.run(None, share.native(), self.memory, 1) == "done"
            return int.from_bytes(leaps.count, "little") if done else None
        sweep = native.sweep(instance) if self.memory else None
        if sweep is None or share.over() or sweep.run(None, share.native(), self.memory, False) != "done":
            return None
        return int.from_bytes(sweep.count, "little")


def _run(searches: list[Search], clock: Clock) -> bool:
    """Go on with searches one after the other; whether all are over, which one that was over says again at once."""
    for search in searches:
        over = False
        while not over:
            if clock.over():
                return False
            left = clock.left()
            over, _ = search.run(None, SLICE if left is None else min(SLICE, left), 1 << 62, 1 << 62, False)
    return True
