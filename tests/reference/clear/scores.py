"""What perfect clears send, and the longest runs of line clears, by plain recursion over the rules.

Nothing is remembered and nothing is shared between queues: only small fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.clear import rules
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import Placement
from shapewright.clear.queue import Queue
from shapewright.clear.scoring.table import AttackTable, Chain
from shapewright.clear.spins import spins


def totals(
    field: Field,
    queue: Queue,
    height: int,
    table: AttackTable,
    chain: Chain,
    *,
    kicks: Kicks,
    drop: Drop = "soft",
    hold: bool = True,
) -> Iterator[int]:
    """What every perfect clear of the lowest rows sends, in every way in which its placements can lock."""
    for total, _ in clears(field, queue, height, table, chain, kicks=kicks, drop=drop, hold=hold):
        yield total


def clears(
    field: Field,
    queue: Queue,
    height: int,
    table: AttackTable,
    chain: Chain,
    *,
    kicks: Kicks,
    drop: Drop = "soft",
    hold: bool = True,
) -> Iterator[tuple[int, tuple[Placement, ...]]]:
    """The same, each with its placements."""
    if not height:
        yield 0, ()
        return
    filled = sum(map(int.bit_count, field.rows))
    for piece, rest, _ in queue.choices(hold=hold):
        for placement in rules.reachable(field, piece, kicks, drop):
            if max(y for _, y in placement.cells()) >= height:
                continue
            after = rules.place(field, placement)
            lines = (filled + 4 - sum(map(int.bit_count, after.rows))) // 10
            for spin in spins(field, placement, kicks=kicks, rule=table.spins, drop=drop):
                sent, later = table.play(lines, spin, chain, perfect=not after.rows)
                for more, others in clears(
                    after, rest, height - lines, table, later, kicks=kicks, drop=drop, hold=hold
                ):
                    yield sent + more, (placement, *others)


def runs(
    field: Field, queue: Queue, *, kicks: Kicks, drop: Drop = "soft", hold: bool = True
) -> Iterator[tuple[Placement, ...]]:
    """Every run of line clears from the first piece on, also those that could go on; one may come several times."""
    yield ()
    filled = sum(map(int.bit_count, field.rows))
    for piece, rest, _ in queue.choices(hold=hold):
        for placement in rules.reachable(field, piece, kicks, drop):
            after = rules.place(field, placement)
            if sum(map(int.bit_count, after.rows)) == filled + 4:
                continue
            for more in runs(after, rest, kicks=kicks, drop=drop, hold=hold):
                yield (placement, *more)
