"""The clock of a question about tilings: preparation counts as much as the search, but a little of it is free."""

from __future__ import annotations

from math import inf

from shapewright.errors import StoppedError
from shapewright.jobs import Budget, limits
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling.native import Search

# How long the engine runs, in seconds, before Python looks for Ctrl-C and hands out what was found.
SLICE = 0.1
# So many seconds of work preparation may take whatever the limit, so that what needs no search needs no time either.
GRACE = 0.15
# The same for cutting a search into tasks, by the clock on the wall: other processes may be busy, too.
PATIENCE = 0.5
# A task of fewer nodes (some milliseconds) is not worth handing out, but the workers should have a few each.
TASK_NODES, FEWEST = 30_000, 16
# Dives of an estimate, and how deep each goes at most.
PROBES, DEEP = 32, 60
# So deep a search can be left with its rest written down; beyond, the task is done again.
CUTTABLE = 1000


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


def tasks_of(search: Search, most: int, clock: limits.Clock, small: int = 0) -> tuple[list[list[int]], float]:
    """Prefixes of a search, at most about so many, which together are all of it, and its nodes by estimate.

    A search of fewer nodes than ``small`` stays whole. Raises as :func:`estimated_nodes` does.
    """
    # Deep dives cost much and say only that there is much to do; many shallow ones are worth their time.
    nodes = estimated_nodes(search, 1, DEEP, clock)
    if nodes < inf:
        nodes = estimated_nodes(search, PROBES, DEEP, clock)
    # Cutting may come upon the end of the search: then it is one task to say so.
    fewest = int(min(most, max(FEWEST, nodes / TASK_NODES)))
    return ([] if nodes < small else cut(search, fewest, clock)) or [[]], nodes


def count_below(search: Search, prefix: list[int], budget: Budget) -> tuple[int, int, list[list[int]]]:
    """Solutions and nodes of a search below a prefix, and the prefixes of what was left when the time was over."""
    search.start(prefix)
    solutions, nodes = search.solutions, search.nodes
    over, _ = search.run(budget.stop, budget.clock.native(), 1 << 62, 1 << 62, False)
    if not over and search.depth > CUTTABLE:
        raise StoppedError("stopped before the task was done")
    return search.solutions - solutions, search.nodes - nodes, [] if over else search.rest()


def _patient(clock: limits.Clock) -> limits.Clock:
    left = clock.left()
    return limits.Clock(None if left is None else max(float(left), PATIENCE), clock.stop)
