"""Setups by plain recursion over the rules: every placement of every piece that a queue allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

from shapewright.clear import rules
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.queue import Queue
from shapewright.clear.setup.blueprint import Blueprint

Cells = tuple[tuple[int, int], ...]
# Pieces with their cells in the rows of the blueprint.
Pieces = frozenset[tuple[str, Cells]]


class SlowSetups:
    """All sets of pieces that can be built on a blueprint, remembered from queue to queue."""

    def __init__(self, blueprint: Blueprint, drop: Drop = "soft") -> None:
        self.blueprint, self.drop = blueprint, drop
        self._reach = lru_cache(maxsize=None)(self._find_reach)
        self._built = lru_cache(maxsize=None)(self._find_built)

    def _find_reach(self, filled: frozenset[tuple[int, int]], piece: str) -> tuple[Cells, ...]:
        """The cells, in the rows of the blueprint, that the piece can come to lie on and that may be filled."""
        height = self.blueprint.height
        left = [y for y in range(height) if sum([cell[1] == y for cell in filled]) < 10]
        seen = Field(tuple([sum([1 << x for x in range(10) if (x, y) in filled]) for y in left]))
        found = []
        for placement in rules.reachable(seen, piece, Kicks.named("srs"), self.drop):
            if all(y < len(left) for _, y in placement.cells()):
                cells = tuple(sorted([(x, left[y]) for x, y in placement.cells()], key=lambda cell: cell[::-1]))
                if all(self.blueprint.allowed >> x + 10 * y & 1 for x, y in cells):
                    found.append(cells)
        return tuple(found)

    def _find_built(self, done: Pieces, queue: Queue, hold: bool) -> frozenset[Pieces]:
        """The sets that can come of these pieces by what is left of a queue."""
        start = {(x, y) for y in range(20) for x in range(10) if (x, y) in self.blueprint.start}
        filled = frozenset(start.union(*[cells for _, cells in done]))
        found = {done}
        if len(queue):
            for piece, rest, _ in queue.choices(hold=hold):
                for cells in self._reach(filled, piece):
                    found |= self._built(done | {(piece, cells)}, rest, hold)
        return frozenset(found)

    def built(self, queue: str, *, hold: bool) -> frozenset[Pieces]:
        """All sets of pieces that the queue can build, in whole or in part."""
        return self._built(frozenset(), Queue(queue), hold)

    def core(self, pieces: Pieces) -> Pieces:
        """Those that fill something that is to be filled."""
        return frozenset([one for one in pieces if any(self.blueprint.fill >> x + 10 * y & 1 for x, y in one[1])])

    def orders(self, pieces: Pieces) -> int:
        """In how many orders of their kinds the pieces can be built without hold."""
        letters = [piece for piece, _ in pieces]
        return sum([pieces in self.built("".join(order), hold=False) for order in {*permutations(letters)}])

    def setups(self, queues: Iterable[str], least: int, most: int, *, hold: bool) -> dict[Pieces, int]:
        """The setups, each with how many of the queues can build it."""
        found = Counter(pieces for queue in queues for pieces in self.built(queue, hold=hold))
        return {pieces: number for pieces, number in found.items() if self.is_setup(pieces, least, most)}

    def is_setup(self, pieces: Pieces, least: int, most: int) -> bool:
        """Whether all is filled by a number of pieces as asked, and those that fill it can be built alone."""
        core = self.core(pieces)
        filled = {cell for _, cells in core for cell in cells}
        wanted = {
            (x, y) for y in range(self.blueprint.height) for x in range(10) if self.blueprint.fill >> x + 10 * y & 1
        }
        return wanted <= filled and len(pieces) == max(least, len(core)) <= most and self.orders(core) > 0
