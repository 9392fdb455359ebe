"""The best of many candidates, each of which a search may find, refute or leave open: in passes, each more thorough.

A candidate that is out of reach must not keep those after it waiting, and one that needed a little more work must not
be given up for good. So every candidate gets a little work, the best first, until one is found; then those that were
left open get four times as much, again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from shapewright.jobs import Progress

if TYPE_CHECKING:
    Candidate = TypeVar("Candidate")
    from shapewright.packing.search.solvers import Effort


FIRST = 6000
"""Nodes of a search in the first pass."""

MOST_WORK = 600_000
"""Nodes of all searches together, after which no further pass begins."""

_MORE = 4
_MOST_OPEN = 60


def best_of(
    candidates: Iterable[Candidate], attempt: Callable[[Candidate, int, int], str], *, is_limited: bool = True
) -> tuple[Candidate | None, list[Candidate]]:
    """The first of the ``candidates`` that is found, and those before it that are neither found nor refuted.

    ``attempt`` tries one with so many nodes in a pass of that number, and says 'found', 'none' (it is refuted),
    'gave up', or 'stopped', which ends all. Unless ``is_limited`` it must, some time.

    >>> best_of([7, 5, 3], lambda number, nodes, turn: "found" if number * 2000 < nodes else "gave up")
    (7, [])
    >>> best_of([7, 5, 2], lambda number, nodes, turn: "none" if number == 7 else "found" if number < 3 else "gave up")
    (2, [5])
    """
    found: Candidate | None = None
    spent = 0
    left: Iterable[Candidate] = candidates
    for turn in count():
        nodes = FIRST * _MORE**turn
        still: list[Candidate] = []
        rest = iter(left)
        for candidate in rest:
            if turn and is_limited and spent >= MOST_WORK:
                return found, [*still, candidate, *rest]
            outcome = attempt(candidate, nodes, turn)
            spent += nodes
            if outcome == "found":
                found = candidate
                break
            if outcome != "none":
                still.append(candidate)
            if outcome == "stopped":
                return found, [*still, *rest] if turn else still
            if turn == 0 and len(still) == _MOST_OPEN:
                break
        if not still or (is_limited and spent >= MOST_WORK):
            return found, still
        left = still
    raise AssertionError("counting ended")


_TOTAL = 100


def tell_share(effort: Effort, share: float, remark: str) -> None:
    """Tell what is done: this ``share`` of the work, which is 1 at most; with a time limit, the share of the time.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.packing.search.solvers import Effort
    >>> effort = Effort(Clock(None), tell=lambda one: print(one.done, one.total, one.fraction, one.remark))
    >>> tell_share(effort, 0.25, "3 boards are tried")
    25 100 0.25 3 boards are tried
    """
    if effort.tell is None:
        return
    clock = effort.clock
    seconds = clock.seconds
    if clock.limit is not None:
        share = seconds / clock.limit if clock.limit else 1.0
    share = min(1.0, share)
    effort.tell(Progress("packing", int(share * _TOTAL), _TOTAL, share, seconds, remark=remark))
