"""Pieces with their cells in the rows of a field, and an order in which a queue puts them there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from shapewright.clear import rules
from shapewright.clear.field import FULL_ROW, WIDTH, Field
from shapewright.clear.piece import FACINGS, PIECES, Placement, cells_of, facings_alike
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.clear.kicks import Kicks
    from shapewright.clear.rules import Drop

__all__ = ["Cell", "Part", "in_any_order", "in_order", "orders_of", "part_of", "placed_now", "seen", "shapes"]

MAX_ORDERS = 100_000
MAX_STATES = 20_000
"""No more sets of placed pieces are tried to find an order."""

Cell = tuple[int, int]


class Part(NamedTuple):
    """A piece and its four cells (x, y) in the rows of a field, by row, then by column.

    Rows that were cleared before it came may lie between them.
    """

    piece: str
    cells: tuple[Cell, ...]

    @property
    def bits(self) -> int:
        """The cells as a number: bit x + 10 y for each."""
        return sum([1 << x + WIDTH * y for x, y in self.cells])


@lru_cache(maxsize=1)
def shapes() -> dict[tuple[Cell, ...], tuple[str, str, int, int]]:
    """By cells, from the corner of their box: the piece, its first facing, and where its centre is."""
    found: dict[tuple[Cell, ...], tuple[str, str, int, int]] = {}
    for piece in PIECES:
        for facing in FACINGS:
            if facings_alike(piece, facing)[0][0] != facing:
                continue
            cells = [(x, y) for x, y in cells_of(piece, facing)]
            left, low = min([x for x, _ in cells]), min([y for _, y in cells])
            found[tuple(sorted([(x - left, y - low) for x, y in cells]))] = (piece, facing, -left, -low)
    return found


def part_of(bits: int) -> Part:
    """The piece that four cells (bit x + 10 y each) are, once the rows between them are gone.

    >>> part_of(1 << 3 | 1 << 4 | 1 << 23 | 1 << 24)
    Part(piece='O', cells=((3, 0), (4, 0), (3, 2), (4, 2)))

    Raises ``ProblemError`` if they are not a piece.
    """
    cells = [(number % WIDTH, number // WIDTH) for number in range(bits.bit_length()) if bits >> number & 1]
    rows = sorted({y for _, y in cells})
    placement = _placement([(x, rows.index(y)) for x, y in cells])
    if placement is None:
        where = " ".join([f"({x}, {y})" for x, y in cells])
        raise ProblemError(f"the cells {where} are not a piece, whatever rows are cleared")
    return Part(placement.piece, tuple(cells))


def _placement(cells: Sequence[Cell]) -> Placement | None:
    """The placement with these cells, if they are those of a piece."""
    left, low = min([x for x, _ in cells]), min([y for _, y in cells])
    shape = shapes().get(tuple(sorted([(x - left, y - low) for x, y in cells])))
    if shape is None:
        return None
    piece, facing, x, y = shape
    return Placement(piece, facing, left + x, low + y)


def in_order(
    start: Field,
    parts: Sequence[Part],
    queue: Queue,
    *,
    kicks: Kicks,
    drop: Drop = "soft",
    hold: bool = True,
    height: int,
) -> Solution | None:
    """The parts in an order in which the queue can place them, or None if there is none.

    Held pieces are used late; the first order in this sense is taken.
    """
    dead: set[tuple[int, Queue]] = set()
    everything = (1 << len(parts)) - 1

    def go_on(done: int, filled: int, left: Queue) -> list[tuple[Placement, bool]] | None:
        if done == everything:
            return []
        if (done, left) in dead:
            return None
        for piece, rest, held in left.choices(hold=hold):
            for number, part in enumerate(parts):
                if part.piece != piece or done >> number & 1:
                    continue
                placement = placed_now(filled, part)
                if placement is None or not rules.is_reachable(seen(filled), placement, kicks, drop):
                    continue
                later = go_on(done | 1 << number, filled | part.bits, rest)
                if later is not None:
                    return [(placement, held), *later]
        dead.add((done, left))
        return None

    found = go_on(0, start.bits, queue)
    if found is None:
        return None
    return Solution(
        start,
        queue,
        tuple([placement for placement, _ in found]),
        tuple([held for _, held in found]),
        kicks=kicks,
        drop=drop,
        hold=hold,
    )


def in_any_order(start: Field, parts: Sequence[Part], *, kicks: Kicks, drop: Drop = "soft") -> Solution | None:
    """The parts in the first order in which each can be brought to its place, whatever comes; None if there is none.

    The queue of the solution is that order. Raises ``LimitError`` if that takes too many tries.
    """
    dead: set[int] = set()
    everything = (1 << len(parts)) - 1

    def go_on(done: int, filled: int) -> list[Placement] | None:
        if done == everything:
            return []
        if done in dead:
            return None
        for number, part in enumerate(parts):
            if done >> number & 1:
                continue
            placement = placed_now(filled, part)
            if placement is None or not rules.is_reachable(seen(filled), placement, kicks, drop):
                continue
            later = go_on(done | 1 << number, filled | part.bits)
            if later is not None:
                return [placement, *later]
        dead.add(done)
        if len(dead) > MAX_STATES:
            raise LimitError(f"an order of {len(parts)} pieces was not found in {MAX_STATES} tries")
        return None

    found = go_on(0, start.bits)
    if found is None:
        return None
    order = "".join([placement.piece for placement in found])
    return Solution(start, Queue(order), tuple(found), kicks=kicks, drop=drop)


def orders_of(start: Field, parts: Sequence[Part], *, kicks: Kicks, drop: Drop = "soft") -> list[str]:
    """Every order of the pieces, as letters, in which the parts can be placed one after the other, without hold.

    They are sorted as in ``PIECES``. Raises ``LimitError`` beyond 100,000 orders.
    """
    known: dict[int, frozenset[str]] = {(1 << len(parts)) - 1: frozenset([""])}

    def go_on(done: int, filled: int) -> frozenset[str]:
        if done not in known:
            found: set[str] = set()
            for number, part in enumerate(parts):
                if done >> number & 1:
                    continue
                placement = placed_now(filled, part)
                if placement is not None and rules.is_reachable(seen(filled), placement, kicks, drop):
                    found |= {part.piece + rest for rest in go_on(done | 1 << number, filled | part.bits)}
            if len(found) > MAX_ORDERS:
                raise LimitError(f"{len(parts)} pieces can be placed in more than {MAX_ORDERS} orders")
            known[done] = frozenset(found)
        return known[done]

    return sorted(go_on(0, start.bits), key=lambda order: list(map(PIECES.index, order)))


def _rows(filled: int) -> list[int]:
    """The rows of a board whose full rows are still there, and one above."""
    return [filled >> WIDTH * y & FULL_ROW for y in range((filled.bit_length() + WIDTH - 1) // WIDTH)]


def seen(filled: int) -> Field:
    """The field that the player sees: without the full rows."""
    return Field(tuple([row for row in _rows(filled) if row != FULL_ROW]))


def placed_now(filled: int, part: Part) -> Placement | None:
    """The placement that fills the cells of a part when these rows are gone; None if it hangs not together yet."""
    full = [y for y, row in enumerate(_rows(filled)) if row == FULL_ROW]
    return _placement([(x, y - sum([row < y for row in full])) for x, y in part.cells])
