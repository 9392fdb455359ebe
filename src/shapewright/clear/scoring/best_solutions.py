"""The solutions by which queues send the most: each of a path with the queues that reach their best score by it.

Every order in which the parts of a solution can be placed is walked, with what each placement sends; orders that begin
alike share their beginnings. The best score of each queue is known beforehand, from all solutions at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.orders.placing_order import placed_now, seen
from shapewright.clear.paths.path import Path, in_list_order, path
from shapewright.clear.queue import Queue
from shapewright.clear.spins import spins
from shapewright.errors import InternalError
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.clear.graph.queues import Queues
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.orders.placing_order import Part
    from shapewright.clear.piece import Placement
    from shapewright.clear.scoring.table import AttackTable, Chain
    from shapewright.clear.spins import Spin
    from shapewright.jobs.limits import Clock

__all__ = ["best_solutions"]

_Chains = dict["Chain", int]


def best_solutions(
    setup: Setup,
    table: AttackTable,
    start: Chain,
    values: tuple[int | None, ...],
    clock: Clock,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Path:
    """All unique solutions that are the best one of some queue, each with the queues that it is best for.

    ``values`` has the best score of each queue that counts of the pattern; a queue may have several solutions that
    reach it. Raises ``StoppedError`` when the time is over.
    """
    found = path(setup, time_limit=clock.left(), progress=progress)
    orders = _orders(found.names, setup)
    worth: dict[int, int] = {}
    for place, value in enumerate(values):
        if value is not None:
            worth[value] = worth.get(value, 0) | 1 << place
    walk = _Walk(setup, table, orders, clock)
    kept, served = [], 0
    with listener(progress) as tell:
        for done, solution in enumerate(found, 1):
            bits = 0
            for value, queues in walk.totals(solution.parts, start).items():
                bits |= queues & worth.get(value, 0)
            if bits:
                kept.append(replace(solution, bits=bits, served=bits.bit_count()))
                served |= bits
            if tell is not None:
                tell(Progress("solutions scored", done, len(found), done / len(found), clock.seconds))
    if served != reduce(or_, worth.values(), 0):
        raise InternalError("the best score of a queue is that of none of its solutions")
    return Path(setup, in_list_order(kept), found.names, served)


def _orders(queues: Queues, setup: Setup) -> dict[str, int]:
    """The orders in which queues can place their pieces, and for each, as bits, which queues can."""
    served: dict[str, int] = {}
    for place, queue in enumerate(queues):
        for order in Queue(queue).orders(setup.needed, hold=setup.hold):
            served[order] = served.get(order, 0) | 1 << place
    return served


class _Walk:
    """All orders of the parts of solutions of one field, and what they send."""

    def __init__(self, setup: Setup, table: AttackTable, orders: dict[str, int], clock: Clock) -> None:
        self._setup, self._table, self._orders, self._clock = setup, table, orders, clock
        self._begun = {order[:length] for order in orders for length in range(1, len(order))}
        self._spins: dict[tuple[Field, Placement], tuple[int, bool, frozenset[Spin]]] = {}

    def totals(self, parts: tuple[Part, ...], start: Chain) -> dict[int, int]:
        """By what is sent in all, the queues, as bits, that can send it and no more by this solution."""
        by_order: dict[str, int] = {}
        for order, total in self._walk(parts, self._setup.start.bits, (1 << len(parts)) - 1, "", {start: 0}):
            by_order[order] = max(total, by_order.get(order, 0))
        of: dict[int, int] = {}
        for order, total in by_order.items():
            of[total] = of.get(total, 0) | self._orders[order]
        above = 0
        for total in sorted(of, reverse=True):
            of[total] &= ~above
            above |= of[total]
        return of

    def _walk(
        self, parts: tuple[Part, ...], filled: int, left: int, order: str, chains: _Chains
    ) -> Iterator[tuple[str, int]]:
        """Every order that begins so and is one of those asked for, with the most that it sends."""
        self._clock.check()
        if not left:
            yield order, max(chains.values())
            return
        field = seen(filled)
        for number, part in enumerate(parts):
            following = order + part.piece
            if not left >> number & 1 or (following not in self._begun and following not in self._orders):
                continue
            placement = placed_now(filled, part)
            after = {} if placement is None else self._placed(field, placement, chains)
            if after:
                yield from self._walk(parts, filled | part.bits, left & ~(1 << number), following, after)

    def _placed(self, field: Field, placement: Placement, chains: _Chains) -> _Chains:
        """What was sent by each chain after this placement; nothing if it cannot be made."""
        known = self._spins.get((field, placement))
        if known is None:
            setup = self._setup
            ways = spins(field, placement, kicks=setup.kicks, rule=self._table.spins, drop=setup.drop)
            rows = dict(enumerate(field.rows))
            for x, y in placement.cells():
                rows[y] = rows.get(y, 0) | 1 << x
            lines = list(rows.values()).count(FULL_ROW)
            known = self._spins[field, placement] = (lines, lines == len(rows), ways)
        lines, perfect, ways = known
        found: _Chains = {}
        for before, total in chains.items():
            for spin in ways:
                sent, after = self._table.play(lines, spin, before, perfect=perfect)
                found[after] = max(found.get(after, 0), total + sent)
        return found
