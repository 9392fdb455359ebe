"""The tilings of a puzzle as sets of options, some of which may be ruled out: what the makers of puzzles ask about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from shapewright.tiling.search.clock import SLICE
from shapewright.tiling.search.engines import make_search, search_engine

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.tiling import native
    from shapewright.tiling.search.instance import Cover

Tiling = frozenset[int]  # numbers of options of a cover


class Tilings:
    """The tilings of ``cover``; ``clock`` ends every search with ``StoppedError``."""

    def __init__(self, cover: Cover, clock: Clock) -> None:
        self.cover = cover
        self.clock = clock
        self._engine = search_engine(cover)

    def some(self, number: int, *, allowed: Iterable[int] | None = None, seed: int | None = None) -> list[Tiling]:
        """Up to ``number`` tilings made of the ``allowed`` options (None: of all).

        With a ``seed`` the options are tried in an order that it decides. Fewer than ``number`` are all there are.
        """
        chosen = range(len(self.cover.options)) if allowed is None else sorted(allowed)
        instance = self.cover.instance(chosen)
        order: Sequence[int] = range(len(chosen))
        if seed is not None:
            instance, order = instance.shuffled(seed)
        _, search = make_search(self._engine, instance, fallback=True)
        found: list[Tiling] = []
        over = False
        while not over and len(found) < number:
            self.clock.check("the puzzle was made")
            over, paths = search.run(None, SLICE, number - len(found), 1 << 40, True)
            found += [frozenset(chosen[order[option]] for option in path) for path in paths]
        return found

    def few(self, number: int, nodes: int, instance: native.Instance | None = None) -> list[Tiling] | None:
        """All tilings, or ``number`` of them; None if the search takes more than about so many ``nodes``.

        They are those of ``instance``, which numbers its options as it likes, or else of the cover.
        """
        _, search = make_search(self._engine, instance or self.cover.instance(), fallback=True)
        found: list[Tiling] = []
        over = False
        while not over and len(found) < number:
            self.clock.check("the puzzle was made")
            left = nodes - search.nodes
            if left <= 0:
                return None
            over, paths = search.run(None, SLICE, number - len(found), left, True)
            found += map(frozenset, paths)
        return found
