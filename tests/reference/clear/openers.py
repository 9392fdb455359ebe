"""Boards to learn, by plain recursion: every play of every queue, then every choice of boards."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from tests.reference.clear.brute_force import BruteForce

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.queue import Queue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.clear.drops import Drop

# What is seen of a board: its field, and how many rows of the game are left.
Board = tuple[Field, int]
# For each beginning of a queue how many of the queues that begin so are cleared over a board.
Worth = dict[str, int]


_force = lru_cache(maxsize=None)(BruteForce)


class SlowOpeners:
    """The boards of a field of so many rows, with what each is worth for every beginning."""

    def __init__(
        self, field: str, queues: Iterable[str], height: int, *, kicks: str = "srs", drop: Drop = "soft", hold: bool
    ) -> None:
        self._force = _force(kicks, drop)
        self._field = Field.from_text(field)
        self._queues = list(queues)
        self._height = height
        self._hold = hold

    def worths(self, pieces: int, seen: int, saved: str = "") -> dict[Board, Worth]:
        """Of every board with so many pieces on it."""
        length = self._field.empty_cells(self._height) // 4
        solved = self._force.orders(self._field, self._height)
        passing: dict[str, set[Board]] = {}
        found: dict[Board, Worth] = {}
        for queue in self._queues:
            over: set[Board] = set()
            for order in Queue(queue).orders(length, hold=self._hold):
                if order not in solved or (saved and _left(queue, order) not in saved):
                    continue
                if order not in passing:
                    passing[order] = self._boards(order, pieces)
                over |= passing[order]
            for board in over:
                worth = found.setdefault(board, {})
                worth[queue[:seen]] = worth.get(queue[:seen], 0) + 1
        return found

    def _boards(self, order: str, pieces: int) -> set[Board]:
        boards = {(self._field, self._height)}
        for piece in order[:pieces]:
            boards = {(after, left) for board in boards for _, after, left in self._force._moves(*board, piece)}
        return {board for board in boards if order[pieces:] in self._force._orders(*board)}


def _left(queue: str, order: str) -> str:
    """The piece that is in hold after an order of all but one of the first pieces of the queue."""
    rest = list(queue[: len(order) + 1])
    for piece in order:
        rest.remove(piece)
    return rest[0]


def mirrored(board: Board) -> Board:
    """The board with left and right exchanged."""
    rows = [sum([1 << WIDTH - 1 - x for x in range(WIDTH) if row >> x & 1]) for row in board[0].rows]
    return Field(tuple(rows)), board[1]


def in_pairs(worths: dict[Board, Worth]) -> list[Worth]:
    """What a board and its mirror image are worth together, each pair once."""
    pairs = []
    for board in worths:
        other = mirrored(board)
        if other in worths and (other[0].bits, board[1]) < (board[0].bits, board[1]):
            continue
        both = [worths[board], worths.get(other, {})]
        pairs.append({key: max([one.get(key, 0) for one in both]) for key in {**both[0], **both[1]}})
    return pairs


def most(worths: Sequence[Worth], number: int) -> int:
    """The most queues that so many of these serve, by trying all."""
    number = min(number, len(worths))
    return max([sum(_best(some).values()) for some in combinations(worths, number)], default=0)


def _best(some: Iterable[Worth]) -> Worth:
    best: Worth = {}
    for worth in some:
        for key, queues in worth.items():
            best[key] = max(best.get(key, 0), queues)
    return best
