"""The clock of a question about tilings: preparation counts as much as the search, but a little of it is free."""

from __future__ import annotations

from shapewright.jobs import limits
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling.native import Search

# How long the engine runs, in seconds, before Python looks for Ctrl-C and hands out what was found.
SLICE = 0.1
# So many seconds of work preparation may take whatever the limit, so that what needs no search needs no time either.
GRACE = 0.15
# The same for cutting a search into tasks, by the clock on the wall: other processes may be busy, too.
PATIENCE = 0.5


class Clock(limits.Clock):
    """A time limit under which placements are found, counted and turned before any search begins.

    >>> Clock(0).look()
    """

    def __init__(self, limit: float | None) -> None:
        super().__init__(limit)
        self._worked = limits.processor_seconds()

    def look(self) -> None:
        """To be called during preparation: raises ``StoppedError`` when the limit is over and ``GRACE`` is used up."""
        if self.over() and limits.processor_seconds() - self._worked > GRACE:
            raise self.stopped("the search could begin")


def estimated_nodes(search: Search, probes: int, deepest: int, clock: limits.Clock) -> float:
    """The nodes of a search by that many dives: infinite if one gets deeper than ``deepest``.

    Raises ``StoppedError`` when the clock is over, and ``PATIENCE`` used up.
    """
    patience = _patient(clock)
    with interruptible(clock.stop) as stop:
        nodes = search.estimate([], probes, 0, deepest, stop, patience.native())
    if nodes is None:
        raise clock.stopped("the search could begin")
    return nodes


def cut(search: Search, target: int, clock: limits.Clock) -> list[list[int]]:
    """At least ``target`` prefixes of a search if it is that large; raises as :func:`estimated_nodes` does."""
    patience = _patient(clock)
    with interruptible(clock.stop) as stop:
        prefixes = search.split(target, stop, patience.native())
    if patience.over():
        raise clock.stopped("the search could begin")
    return prefixes


def _patient(clock: limits.Clock) -> limits.Clock:
    left = clock.left()
    return limits.Clock(None if left is None else max(float(left), PATIENCE), clock.stop)
