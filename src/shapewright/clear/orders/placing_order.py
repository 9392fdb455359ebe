"""Pieces with their cells in the rows of a field, and an order in which a queue puts them there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from shapewright.clear import rules
from shapewright.clear.drops import Drop
from shapewright.clear.field import FULL_ROW, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, PIECES, Placement, cells_of, facings_alike
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, ProblemError

MAX_ORDERS = 100_000
MAX_STATES = 20_000
"""No more sets of placed pieces are tried to find an order."""

Cell = tuple[int, int]
State = TypeVar("State")
Step = TypeVar("Step")
_PlacedStep = tuple[tuple[Placement, bool], tuple[int, int, Queue | None]]


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


def first_way(
    start: State,
    steps: Callable[[State], Iterable[tuple[Step, State]]],
    is_end: Callable[[State], bool],
    *,
    most: int | None = None,
    what: str = "a way",
) -> list[Step] | None:
    """The first way from a state to an end, the steps in the order in which they come; None if there is none.

    A state that leads nowhere is searched once. Raises ``LimitError`` beyond ``most`` such states.
    """
    dead: set[State] = set()

    def go_on(state: State) -> list[Step] | None:
        if is_end(state):
            return []
        if state in dead:
            return None
        for step, after in steps(state):
            later = go_on(after)
            if later is not None:
                return [step, *later]
        dead.add(state)
        if most is not None and len(dead) > most:
            raise LimitError(f"{what} was not found in {most} tries")
        return None

    return go_on(start)


def in_order(
    start: Field, parts: Sequence[Part], queue: Queue | None, *, kicks: Kicks, drop: Drop = "soft", hold: bool = True
) -> Solution | None:
    """The parts in an order in which the queue can place them, or None if there is none.

    Held pieces are used late; the first order in this sense is taken. Without a queue it is the first order in which
    each can be brought to its place, and that order is the queue of the solution.

    Raises ``LimitError`` if it takes too many tries to find such an order without a queue.
    """

    def steps(state: tuple[int, int, Queue | None]) -> Iterator[_PlacedStep]:
        done, filled, left = state
        choices = ((None, None, False),) if left is None else left.choices(hold=hold)
        for piece, rest, held in choices:
            for number, part, placement in _placeable(filled, done, parts, kicks, drop, piece):
                yield (placement, held), (done | 1 << number, filled | part.bits, rest)

    everything = (1 << len(parts)) - 1
    found = first_way(
        (0, start.bits, queue),
        steps,
        lambda state: state[0] == everything,
        most=MAX_STATES if queue is None else None,
        what=f"an order of {len(parts)} pieces",
    )
    if found is None:
        return None
    order = "".join([placement.piece for placement, _ in found])
    return solution_by(found, start, Queue(order) if queue is None else queue, kicks=kicks, drop=drop, hold=hold)


def solution_by(
    found: Sequence[tuple[Placement, bool]], start: Field, queue: Queue, *, kicks: Kicks, drop: Drop, hold: bool
) -> Solution:
    """The solution of these placements, each with whether hold is used."""
    placements, holds = tuple([placement for placement, _ in found]), tuple([held for _, held in found])
    return Solution(start, queue, placements, holds, kicks, drop, hold)


def _placeable(
    filled: int, done: int, parts: Sequence[Part], kicks: Kicks, drop: Drop, piece: str | None = None
) -> Iterator[tuple[int, Part, Placement]]:
    """The parts of a piece, or of any, that can be placed on a board when those with bits in ``done`` are."""
    for number, part in enumerate(parts):
        if not done >> number & 1 and piece in (None, part.piece):
            placement = placed_now(filled, part)
            if placement is not None and rules.is_reachable(seen(filled), placement, kicks, drop):
                yield number, part, placement


def orders_of(start: Field, parts: Sequence[Part], *, kicks: Kicks, drop: Drop = "soft") -> list[str]:
    """Every order of the pieces, as letters, in which the parts can be placed one after the other, without hold.

    They are sorted as in ``PIECES``. Raises ``LimitError`` beyond 100,000 orders.
    """
    known: dict[int, frozenset[str]] = {(1 << len(parts)) - 1: frozenset([""])}

    def go_on(done: int, filled: int) -> frozenset[str]:
        if done not in known:
            found: set[str] = set()
            for number, part, _ in _placeable(filled, done, parts, kicks, drop):
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
