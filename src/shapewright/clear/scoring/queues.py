"""The best score of every queue of a graph of boards, and a solution that has it.

The engine walks the graph (engine/clear/graph/scores.hpp); what it needs to know of a table of attacks are the values
for every chain of clears that can come up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import count
from operator import or_
from typing import NamedTuple

from shapewright.clear import native
from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.graph.graph import Graph
from shapewright.clear.graph.setup import Setup
from shapewright.clear.orders.placing_order import Part, part_of, placed_now, seen
from shapewright.clear.paths.path import Path, path
from shapewright.clear.paths.path_solution import PathSolution
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.scoring.table import LINES, AttackTable, Chain
from shapewright.clear.setup.piece_sets import full_rows
from shapewright.clear.spins import SPIN_RULES, SPINS, Spin, spins
from shapewright.errors import InternalError, ProblemError, StoppedError
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

_UNKNOWN = -(1 << 31)


class Step(NamedTuple):
    """A placement of a solution: how it locks, what it sends, and the chain after it."""

    placement: Placement
    lines: int
    spin: Spin
    sent: int
    after: Chain


class QueueScores:
    """The most that each queue of ``graph`` sends, by one table and after one chain of clears.

    Raises ``ProblemError`` if a placement is a clear that the table has no value for, ``StoppedError`` when the time of
    ``clock`` is over.
    """

    def __init__(
        self,
        graph: Graph,
        table: AttackTable,
        start: Chain,
        clock: Clock,
        progress: bool | Callable[[Progress], None] | None = None,
    ) -> None:
        self.table, self.start = table, start
        self._graph = graph
        sent, after = _values(table, start, graph.native.placements)
        self._native = native.Scores(graph.native, SPIN_RULES.index(table.spins), 0, sent, after)
        with listener(progress) as tell, Interrupt(clock.stop, inline=True) as interrupt:
            while not self._native.is_complete:
                outcome = self._native.step(clock.stop, clock.native())
                done, steps = self._native.progress
                if interrupt.caught:
                    raise KeyboardInterrupt
                if outcome == "stopped":
                    raise StoppedError(f"{clock.stopped()} after {done} of {steps} steps (scores)")
                if outcome == "missing":
                    kind = self._native.missing
                    assert kind is not None
                    lines, spin = divmod(kind // 2, len(SPINS))
                    table.value(lines, SPINS[spin])
                    raise InternalError(f"the engine knows no value for {lines} lines with spin {SPINS[spin]}")
                if tell is not None:
                    tell(Progress("scores", done, steps, done / steps, clock.seconds))

    def __reduce__(self) -> tuple[object, ...]:
        return QueueScores, (self._graph, self.table, self.start, Clock(None))

    @property
    def values(self) -> tuple[int | None, ...]:
        """By queue, in order; None for one that cannot come to the goal."""
        return tuple([None if value < 0 else value for value in self._native.values()])

    def best(self, queue: str, filled: int) -> list[Step]:
        """The placements by which a queue sends the most, on a board with these cells filled; nothing if none do."""
        steps: list[Step] = []
        chain = self.start
        for piece, packed, kind in self._native.best(native.codes(queue)):
            (after,) = native.boards([packed])
            part, spin = part_of(after & ~filled), SPINS[kind]
            placement = placed_now(filled, part)
            if placement is None or part.piece != PIECES[piece]:
                raise InternalError(f"the engine places {PIECES[piece]} where {part} lies")
            lines = len(full_rows(after)) - len(full_rows(filled))
            sent, chain = self.table.play(lines, spin, chain, perfect=not seen(after).rows)
            steps.append(Step(placement, lines, spin, sent, chain))
            filled = after
        return steps


def _values(table: AttackTable, start: Chain, placements: int) -> tuple[list[int], list[int]]:
    """What each kind of clear sends after each chain that comes before one of so many placements, and the chain after.

    Kinds are in the order of lines, spins, and whether nothing is left; the first chain is ``start``.
    """
    numbers, chains, depths = {start: 0}, [start], [0]
    sent: list[int] = []
    after: list[int] = []
    for chain, depth in zip(chains, depths, strict=False):  # which grow
        for lines in range(len(LINES)):
            for spin in SPINS:
                for perfect in (False, True):
                    try:
                        value, then = table.play(lines, spin, chain, perfect=perfect)
                    except ProblemError:
                        value, then = _UNKNOWN, start
                    if then not in numbers and depth < placements:
                        numbers[then] = len(chains)
                        chains.append(then)
                        depths.append(depth + 1)
                    sent.append(value)
                    after.append(numbers.get(then, 0))  # after the last placement no chain matters
    return sent, after


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
    orders: dict[str, int] = {}  # in which queues can place their pieces, and for each, as bits, which queues can
    for place, queue in enumerate(found.names):
        for order in Queue(queue).orders(setup.needed, hold=setup.hold):
            orders[order] = orders.get(order, 0) | 1 << place
    worth: dict[int, int] = {}
    for place, value in enumerate(values):
        if value is not None:
            worth[value] = worth.get(value, 0) | 1 << place
    walk, done = _Walk(setup, table, orders, clock), count(1)
    with listener(progress) as tell:

        def best(solution: PathSolution) -> int:
            totals = walk.totals(solution.parts, start).items()
            if tell is not None:
                number = next(done)
                tell(Progress("solutions scored", number, len(found), number / len(found), clock.seconds))
            return reduce(or_, [queues & worth.get(value, 0) for value, queues in totals], 0)

        kept = found.narrowed(best)
    if kept.solved != reduce(or_, worth.values(), 0).bit_count():
        raise InternalError("the best score of a queue is that of none of its solutions")
    return kept


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
