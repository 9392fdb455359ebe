"""Boards in stock: which there are, how many of each, and what one costs.

In text a stock is comma-separated ``[COUNT*]BOARD [cost N]``: ``2*4x4 cost 5, 6x6 cost 9``. COUNT is a number or
``any``, which is meant where there is none; BOARD is a size or rows of ``#`` and ``.`` joined by ``/``. A board without
a cost costs 1, so that without any costs the fewest boards are the cheapest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from shapewright.cells.grid import Board
from shapewright.cells.polyomino import Piece
from shapewright.colouring.sums import with_up_to
from shapewright.errors import LimitError, NotationError, ProblemError, quote

MAX_KINDS = 20
MAX_COST = 10**6
_MOST_BOARDS = 1000


@dataclass(frozen=True)
class Stock:
    """A ``board``, what one of it costs, and how many there are (None: any number).

    >>> stock_from_text("2*4x4 cost 5, 6x6")
    (Stock(board=Board.box(4, 4), cost=5, most=2), Stock(board=Board.box(6, 6), cost=1, most=None))
    """

    board: Board
    cost: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        if not self.board.lattice.is_plain or self.board.dimension != 2 or self.board.colours or self.board.optional:
            raise ProblemError("a board to pack on is flat, of squares, with cells that are there (#) or not (.)")
        if not 1 <= self.cost <= MAX_COST:
            raise ProblemError(f"a board costs a whole number from 1 to {MAX_COST}, not {self.cost}")
        if self.most is not None and not 1 <= self.most <= _MOST_BOARDS:
            raise ProblemError(f"of a board there are 1 to {_MOST_BOARDS}, or any number, not {self.most}")


def stock_from_text(text: str) -> tuple[Stock, ...]:
    """Read a stock; ``NotationError`` quotes what cannot be read."""
    found = []
    for item in text.replace("\n", ",").split(","):
        words = item.split()
        if not words:
            continue
        place = f"{quote(item.strip())} in the list of boards"
        cost = "1"
        if "cost" in words:
            *words, word, cost = words if len(words) > 2 else ["", "", ""]
            if word != "cost" or not words[0]:
                raise NotationError(f"{place} is not [COUNT*]BOARD [cost N], such as 2*4x4 cost 5")
        count, star, board = "".join(words).rpartition("*")
        if len(words) > 1:
            raise NotationError(f"{place} is not [COUNT*]BOARD [cost N], such as 2*4x4 cost 5")
        for number in (cost, count) if star and count != "any" else (cost,):
            if not (number.isascii() and number.isdigit() and len(number) < 10):
                raise NotationError(f"{place} has {quote(number)} where a whole number is expected, as in 2*4x4 cost 5")
        found.append(Stock(Board.from_text(board), int(cost), int(count) if star and count != "any" else None))
    if not found:
        raise NotationError("there are no boards; expected a list such as '2*4x4 cost 5, 6x6 cost 9'")
    if len(found) > MAX_KINDS:
        raise LimitError(f"{len(found)} different boards are more than the limit of {MAX_KINDS}")
    return tuple(found)


def stock_to_text(stock: Sequence[Stock]) -> str:
    """The text of a stock, which :func:`stock_from_text` reads again."""
    return ", ".join(
        f"{'any' if one.most is None else one.most}*{one.board.to_text(one_line=True)} cost {one.cost}" for one in stock
    )


def capacity(board: Board, pieces: Sequence[Piece]) -> int:
    """The most cells of a board that any numbers of these pieces can cover, by their areas."""
    cells, sums = len(board.cells), 1
    for area in {piece.shape.area for piece in pieces if piece.minimum}:
        sums = with_up_to(sums, cells, area, cells + 1)
    return sums.bit_length() - 1


def choices(stock: Sequence[Stock], rooms: Sequence[int], need: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Numbers of each board with room for ``need`` cells by ``rooms``, with their cost, the cheapest first."""
    # The cheapest room that a choice can still buy, if it goes on with this kind or a later one.
    rates = [
        min([one.cost / room for one, room in zip(stock[at:], rooms[at:], strict=True) if room], default=None)
        for at in range(len(stock))
    ]
    heap: list[tuple[float, int, int, int, tuple[int, ...]]] = []

    def offer(cost: int, room: int, at: int, numbers: tuple[int, ...]) -> None:
        rate = rates[at]
        if room >= need:
            heappush(heap, (float(cost), cost, room, at, numbers))
        elif rate is not None:
            # A little less, so that rounding errors never hide a cheaper choice.
            heappush(heap, (cost + (need - room) * rate - 1e-6, cost, room, at, numbers))

    offer(0, 0, 0, (0,) * len(stock))
    while heap:
        _, cost, room, at, numbers = heappop(heap)
        if room >= need:
            yield cost, numbers
        if sum(numbers) == _MOST_BOARDS:
            continue
        for kind in range(at, len(stock)):
            one = stock[kind]
            if rooms[kind] and (one.most is None or numbers[kind] < one.most):
                more = (*numbers[:kind], numbers[kind] + 1, *numbers[kind + 1 :])
                offer(cost + one.cost, room + rooms[kind], kind, more)
