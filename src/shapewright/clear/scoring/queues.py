"""The best score of every queue of a graph of boards, and a solution that has it.

The engine walks the graph (engine/clear/graph/scores.hpp); what it needs to know of a table of attacks are the values
for every chain of clears that can come up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapewright.clear import native
from shapewright.clear.orders.placing_order import part_of, placed_now, seen
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.scoring.table import LINES, Chain
from shapewright.clear.setup.piece_sets import full_rows
from shapewright.clear.spins import SPIN_RULES, SPINS
from shapewright.errors import InternalError, ProblemError, StoppedError
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.graph.graph import Graph
    from shapewright.clear.scoring.table import AttackTable
    from shapewright.clear.spins import Spin

__all__ = ["QueueScores", "Step"]

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
                    self._raise_missing()
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

    def _raise_missing(self) -> None:
        kind = self._native.missing
        assert kind is not None
        lines, spin = divmod(kind // 2, len(SPINS))
        self.table.value(lines, SPINS[spin])
        raise InternalError(f"the engine knows no value for {lines} lines with spin {SPINS[spin]}")


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
