"""A first tiling sooner: random restarts beside the complete search.

A search that went wrong near its root spends ages below; another order of the options goes wrong elsewhere, or not at
all. So the complete search and restarts take turns with the same number of nodes, in the proportions of Luby, Sinclair
and Zuckerman (Information Processing Letters 47, 1993): a lucky order is found soon, and a proof that there is no
tiling takes at most about twice as long. Turns are measured in nodes, so the outcome is the same on every run. What
finds tilings of large boards takes part in the race.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from shapewright.jobs.luby import luby
from shapewright.tiling.search.engines import make_search, search_engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.tiling.large.large_boards import Large
    from shapewright.tiling.native import Search
    from shapewright.tiling.search.instance import Cover
    from shapewright.tiling.solution import Solution

TURN = 2000  # nodes of the shortest turn


class Restarts:
    """The race of a complete search of ``cover`` with restarts over shuffled options, and with ``large`` if given."""

    def __init__(self, cover: Cover, large: Large | None = None) -> None:
        self._cover = cover
        self._large = large
        self._instance = cover.instance()
        self.engine, self._complete = make_search(search_engine(cover), self._instance, fallback=True)
        self._before = 0

    @property
    def nodes(self) -> int:
        """The nodes of all searches so far."""
        return self._before + self._complete.nodes

    def first(self, slice_left: Callable[[], float]) -> Solution | None:
        """A tiling, or None if there is none; ``slice_left`` says how long the next call may run."""
        for turn in count():
            nodes = TURN * luby(turn)
            over, path = self._run(self._complete, nodes, slice_left)
            if over or path is not None:
                return self._solution(path)
            shuffled, order = self._instance.shuffled(turn)
            _, search = make_search(self.engine, shuffled, fallback=True)
            over, path = self._run(search, nodes, slice_left)
            self._before += search.nodes
            if over or path is not None:
                return self._solution(None if path is None else [order[option] for option in path])
            found = None if self._large is None else self._large.turn(nodes, slice_left)
            if self._large is not None and found is not None:
                self.engine = self._large.engine
                return found
        raise AssertionError("counting ended")

    def _solution(self, options: list[int] | None) -> Solution | None:
        return None if options is None else self._cover.solution(options)

    @staticmethod
    def _run(search: Search, nodes: int, slice_left: Callable[[], float]) -> tuple[bool, list[int] | None]:
        end = search.nodes + nodes
        while search.nodes < end:
            over, found = search.run(None, slice_left(), 1, end - search.nodes, True)
            if over or found:
                return over, found[0] if found else None
        return False, None
