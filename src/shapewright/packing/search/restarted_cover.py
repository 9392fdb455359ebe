"""The first exact cover that is right: a complete search in turns with restarts.

A search that went wrong near its root spends ages below, so a complete search takes turns with restarts whose options
come in another order each. A cover that is not accepted is passed over, so that 'none' then says that none is right.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.luby import luby
from shapewright.packing.native import cover_search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.jobs.limits import Clock
    from shapewright.packing.native import CoverInstance, CoverSearch

__all__ = ["first_cover"]

_TURN = 2000  # nodes of the shortest turn
_SLICE = 0.2  # seconds


def first_cover(
    instance: CoverInstance,
    ranks: Sequence[int],
    clock: Clock,
    seed: int = 0,
    nodes: int | None = None,
    accept: Callable[[Sequence[int]], bool] | None = None,
) -> tuple[str, list[int]]:
    """The outcome 'found' with the numbers of the options, 'none' (proven), 'gave up' after ``nodes``, or 'stopped'.

    Restarts try kinds of pieces by their ``ranks``, the least first, and by chance. Without the end of the ``clock`` it
    depends on ``seed`` and ``nodes`` alone.
    """

    def ordered(turn: int) -> tuple[CoverSearch, list[int]]:
        ranked, order = instance.ranked((seed + turn * 0x9E3779B97F4A7C15) % (1 << 64), list(ranks))
        search = cover_search(ranked)
        search.start([])
        return search, order

    with interruptible() as stop:
        complete: tuple[CoverSearch, list[int]] | None = None
        used = 0
        for turn in count():
            for once in (True, False):
                # Of a large instance each order takes a second.
                if not once:
                    complete = complete or ordered(0)
                search, numbers = ordered(turn + 1) if once or complete is None else complete
                end = search.nodes + _TURN * luby(turn)
                used -= search.nodes
                while search.nodes < end:
                    left = clock.left()
                    slice_ = _SLICE if left is None else min(_SLICE, left)
                    if slice_ <= 0 or stop[0]:
                        return "stopped", []
                    over, found = search.run(stop, slice_, 1, end - search.nodes, True)
                    for cover in found:
                        options = [numbers[option] for option in cover]
                        if accept is None or accept(options):
                            return "found", options
                    if over:
                        return "none", []
                used += search.nodes
            if nodes is not None and used >= nodes:
                return "gave up", []
    raise AssertionError("counting ended")
