"""Perfect clears by plain recursion over the rules: every placement of every piece that the queue allows.

Slow, and meant to be: only small holes, or fields of two rows. Heights count the rows of the field with its full rows
cleared.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shapewright.clear import rules
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution

# The pieces of a unique solution with their cells in the rows of the given field.
Picture = frozenset[tuple[str, tuple[tuple[int, int], ...]]]


def is_divisible(field: Field, height: int) -> bool:
    """Whether the empty cells left of every full column are a multiple of 4: no piece lies on both sides of one."""
    left = 0
    for x in range(10):
        empty = sum([(x, y) not in field for y in range(height)])
        if not empty and left % 4:
            return False
        left += empty
    return True


class BruteForce:
    """All that can be asked about one kick system and one way to drop, remembered from question to question."""

    def __init__(self, kicks: str = "srs", drop: Drop = "soft") -> None:
        self.kicks, self.drop = Kicks.named(kicks), drop
        self._moves = lru_cache(maxsize=None)(self._find_moves)
        self._orders = lru_cache(maxsize=None)(self._find_orders)

    def _find_moves(self, field: Field, height: int, piece: str) -> tuple[tuple[Placement, Field, int], ...]:
        """The placements below ``height``, and the field and the height left after each."""
        found = []
        for placement in rules.reachable(field, piece, self.kicks, self.drop):
            if all(y < height for _, y in placement.cells()):
                after = rules.place(field, placement)
                cleared = (sum(map(int.bit_count, field.rows)) + 4 - sum(map(int.bit_count, after.rows))) // 10
                found.append((placement, after, height - cleared))
        return tuple(found)

    def _find_orders(self, field: Field, height: int) -> frozenset[str]:
        """Every order of pieces that can clear ``height`` rows and nothing above."""
        if height == 0:
            return frozenset([""])
        if not is_divisible(field, height):
            return frozenset()
        return frozenset(
            piece + rest
            for piece in PIECES
            for _, after, left in self._moves(field, height, piece)
            for rest in self._orders(after, left)
        )

    def orders(self, field: Field, height: int) -> frozenset[str]:
        """Every order in which pieces can clear the lowest ``height`` rows perfectly."""
        field = field.cleared()
        return self._orders(field, height) if field.empty_cells(height) % 4 == 0 else frozenset()

    def is_solvable(self, field: Field, queue: Queue, height: int, *, hold: bool = True) -> bool:
        """Whether the queue can clear the lowest ``height`` rows perfectly."""
        length = field.cleared().empty_cells(height) // 4
        orders = self.orders(field, height)
        return any(order in orders for order in queue.orders(length, hold=hold))

    def solved(self, field: Field, queues: Iterable[str], height: int, *, hold: bool = True) -> list[str]:
        """Those of the queues (with an empty hold) that can."""
        return [text for text in queues if self.is_solvable(field, Queue(text), height, hold=hold)]

    def pictures(
        self, field: Field, queues: Iterable[str], height: int, *, hold: bool = True
    ) -> dict[Picture, set[str]]:
        """All unique solutions, each with the queues that can make it."""
        field = field.cleared()
        length = field.empty_cells(height) // 4
        wanted: dict[str, set[str]] = {}
        for queue in queues:
            for order in Queue(queue).orders(length, hold=hold):
                wanted.setdefault(order, set()).add(queue)
        found: dict[Picture, set[str]] = {}
        for order in wanted.keys() & self.orders(field, height):
            for placements in self._ways(field, height, order):
                cells = Solution(field, Queue(order), placements).start_cells()
                found.setdefault(frozenset(zip(order, cells, strict=True)), set()).update(wanted[order])
        return found

    def _ways(self, field: Field, height: int, order: str) -> list[tuple[Placement, ...]]:
        """All ways to clear the rows with these pieces in this order."""
        if not order:
            return [()]
        return [
            (placement, *rest)
            for placement, after, left in self._moves(field, height, order[0])
            if order[1:] in self._orders(after, left)
            for rest in self._ways(after, left, order[1:])
        ]

    def first(self, field: Field, queue: Queue, height: int, *, hold: bool = True) -> Solution | None:
        """Some perfect clear of the lowest ``height`` rows, or None if there is none."""
        length = field.cleared().empty_cells(height) // 4
        for order in queue.orders(length, hold=hold):
            if order in self.orders(field, height):
                placements = self._ways(field.cleared(), height, order)[0]
                return Solution(field, queue, placements, kicks=self.kicks.name, drop=self.drop)
        return None
