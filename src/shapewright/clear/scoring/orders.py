"""The best score of every order of pieces that clears a field, over all its solutions.

Boards between the field and the empty one are walked order by order; orders that begin alike share their beginnings.
For each board, only the most that could have been sent by then is kept, apart for each chain of clears that came
before, since nothing else of the past matters.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from shapewright.clear import native
from shapewright.clear.field import FULL_ROW, WIDTH, Field
from shapewright.clear.piece import FACINGS, PIECES, Placement, cells_of, facings_alike
from shapewright.clear.scoring.table import Chain
from shapewright.clear.spins import spins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from shapewright.clear.kicks import Kicks
    from shapewright.clear.rules import Drop
    from shapewright.clear.scoring.table import AttackTable
    from shapewright.clear.spins import Spin
    from shapewright.jobs.limits import Clock

__all__ = ["Board", "Orders", "Step"]


class Board(NamedTuple):
    """A board without full rows: bit x + 10 y for a filled cell, and how many rows are still to be cleared."""

    bits: int
    height: int


_Place = tuple[str, int, int]
"""A facing, and the column and row of the centre."""


class _Move(NamedTuple):
    placement: Placement
    after: Board
    lines: int
    spins: tuple[Spin, ...]


class Step(NamedTuple):
    """A placement of a solution: how it locks, what it sends, and the chain after it."""

    placement: Placement
    lines: int
    spin: Spin
    sent: int
    after: Chain


_State = tuple[Board, Chain]
_Frontier = dict[Board, dict[Chain, int]]


class Orders:
    """All that can be asked about orders of pieces by one table and the rules of one game, remembered."""

    def __init__(self, table: AttackTable, kicks: Kicks, drop: Drop, pieces: str, clock: Clock) -> None:
        self.table = table
        self.clock = clock
        self._kicks, self._drop, self._pieces = kicks, drop, pieces
        self._native = native.rules(kicks, drop)
        self._moves: dict[tuple[Board, str], tuple[_Move, ...]] = {}
        self._alive: dict[Board, bool] = {Board(0, 0): True}
        self._sent: dict[tuple[int, Spin, Chain, bool], tuple[int, Chain]] = {}

    @property
    def boards(self) -> int:
        """How many boards were looked at."""
        return len(self._alive)

    def best(self, start: Board, chain: Chain, orders: Iterable[str]) -> Iterator[tuple[str, int | None]]:
        """For each order, sorted so that those that begin alike come together, the most that it sends.

        None stands for an order that cannot clear the board.
        """
        levels: list[_Frontier] = [{start: {chain: 0}}]
        before = ""
        for order in orders:
            same = next((at for at, (a, b) in enumerate(zip(before, order, strict=False)) if a != b), len(before))
            del levels[same + 1 :]
            for piece in order[len(levels) - 1 :]:
                levels.append(self._go_on(levels[-1], piece))
                self.clock.check()
            before = order
            ends = levels[-1].get(Board(0, 0))
            yield order, max(ends.values()) if ends else None

    def solution(self, start: Board, chain: Chain, order: str) -> list[Step]:
        """The placements of a solution by this order that sends the most; nothing if there is none."""
        levels: list[dict[_State, tuple[int, _State | None, Step | None]]] = [{(start, chain): (0, None, None)}]
        for piece in order:
            found: dict[_State, tuple[int, _State | None, Step | None]] = {}
            for (board, before), (total, _, _) in levels[-1].items():
                for move in self.moves(board, piece):
                    for spin in move.spins:
                        sent, after = self.sent(move, spin, before)
                        to = (move.after, after)
                        if to not in found or found[to][0] < total + sent:
                            step = Step(move.placement, move.lines, spin, sent, after)
                            found[to] = (total + sent, (board, before), step)
            levels.append(found)
        ends = [(found[0], state) for state, found in levels[-1].items() if state[0] == Board(0, 0)]
        if not ends:
            return []
        state: _State | None = max(ends)[1]
        steps: list[Step] = []
        for level in reversed(levels):
            assert state is not None
            _, state, last = level[state]
            if last is not None:
                steps.append(last)
        return steps[::-1]

    def moves(self, board: Board, piece: str) -> tuple[_Move, ...]:
        """The placements of a piece after which the board can still be cleared, and how each can lock."""
        known = self._moves.get((board, piece))
        if known is None:
            field = Field(tuple([board.bits >> WIDTH * y & FULL_ROW for y in range(board.height)]))
            known = self._moves[board, piece] = tuple(
                [
                    _Move(placement, after, lines, self._spins(field, placement))
                    for place, after, lines in self._places(board, piece)
                    if self._is_alive(after)
                    for placement in (Placement(piece, *place),)
                ]
            )
        return known

    def sent(self, move: _Move, spin: Spin, before: Chain) -> tuple[int, Chain]:
        """What a placement sends that locks so, and the chain after it."""
        key = (move.lines, spin, before, not move.after.bits)
        known = self._sent.get(key)
        if known is None:
            known = self._sent[key] = self.table.play(move.lines, spin, before, perfect=key[3])
        return known

    def _go_on(self, frontier: Mapping[Board, Mapping[Chain, int]], piece: str) -> _Frontier:
        found: _Frontier = {}
        for board, chains in frontier.items():
            for move in self.moves(board, piece):
                there = found.setdefault(move.after, {})
                for spin in move.spins:
                    for before, total in chains.items():
                        sent, after = self.sent(move, spin, before)
                        if there.get(after, -1) < total + sent:
                            there[after] = total + sent
        return found

    def _spins(self, field: Field, placement: Placement) -> tuple[Spin, ...]:
        found = spins(field, placement, kicks=self._kicks, rule=self.table.spins, drop=self._drop)
        return tuple(sorted(found))

    def _is_alive(self, board: Board) -> bool:
        """Whether the pieces, any number of each, can clear the board."""
        known = self._alive.get(board)
        if known is None:
            self.clock.check()
            known = self._alive[board] = _adds_up(board) and any(
                self._is_alive(after) for piece in self._pieces for _, after, _ in self._places(board, piece)
            )
        return known

    def _places(self, board: Board, piece: str) -> Iterator[tuple[_Place, Board, int]]:
        """Where a piece can lock, each set of cells once, the board after it, and how many rows it clears."""
        shapes, seen = _shapes(piece), set()
        for facing, x, y in self._native.locks(native.board(board.bits), board.height, PIECES.index(piece)):
            first, dx, dy, bits, left, low = shapes[facing]
            cells = bits << x + left + WIDTH * (y + low)
            if cells not in seen:
                seen.add(cells)
                yield (first, x + dx, y + dy), *_after(board, cells)


@cache  # seven entries
def _shapes(piece: str) -> tuple[tuple[str, int, int, int, int, int], ...]:
    """For each facing the first that covers the same cells, how far its centre is from there, and the cells as bits.

    The bits begin in the corner of the box of the cells; last come the column and row of that corner from the centre.
    """
    found = []
    for facing in FACINGS:
        first, dx, dy = facings_alike(piece, facing)[0]
        cells = cells_of(piece, facing)
        left, low = min([x for x, _ in cells]), min([y for _, y in cells])
        bits = sum([1 << x - left + WIDTH * (y - low) for x, y in cells])
        found.append((first, dx, dy, bits, left, low))
    return tuple(found)


def _after(board: Board, cells: int) -> tuple[Board, int]:
    """The board with these cells, its full rows cleared, and how many there were."""
    filled, bits, kept = board.bits | cells, 0, 0
    for y in range(board.height):
        row = filled >> WIDTH * y & FULL_ROW
        if row != FULL_ROW:
            bits |= row << WIDTH * kept
            kept += 1
    return Board(bits, kept), board.height - kept


def _adds_up(board: Board) -> bool:
    """Whether the empty cells between full columns are multiples of 4; no piece lies on both sides of one."""
    rows = [board.bits >> WIDTH * y & FULL_ROW for y in range(board.height)]
    full = FULL_ROW
    for row in rows:
        full &= row
    beside = 0
    for x in range(WIDTH):
        if full >> x & 1:
            empty = x * board.height - sum([(row & (1 << x) - 1).bit_count() for row in rows])
            if (empty - beside) % 4:
                return False
            beside = empty
    return True
