"""Weights that grow from one side of a box to the other: a linear programme with a plane for each class of cells.

Columns and rows fall into classes, every second (or third) in one of each. Within a class of cells the weights are
a plane over the box: a sum of what grows to the right, to the left, up and down, and is the same everywhere, none less
than 0. Then what a place of a piece adds up to is a plane as well, and least where it reaches furthest into a corner;
so a box of any size has as few places as a small one. S alone, or Z alone, is an example: at most
kl - kl / (k + l - 1) lie in a box of 2k x 2l, which weights that only repeat do not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from shapewright.cells.polyomino import Piece
from shapewright.colouring.rounding import whole_numbers
from shapewright.jobs.limits import Clock
from shapewright.packing.native import bent, linear_prices
from shapewright.packing.proof.box_weights import Weights, add_up

_PERIODS = (2, 3)
_MOST_CELLS = 1 << 13  # a table of the weights has them all
_MOST_PLACES = 4000
_STEPS = 4000
_NEAR = 1e-5
_PLANES = 5

_Row = tuple[tuple[int, int], ...]


def slanted(pieces: Sequence[Piece], width: int, height: int, clock: Clock | None = None) -> Weights | None:
    """Weights in planes that show that ``pieces`` do not fit into the box, or None.

    >>> from shapewright.packing.bag import Bag
    >>> slanted(Bag.from_text("S3").pieces(), 4, 4).rows
    ((0, 1, 0, 0), (0, 1, 1, 1), (1, 1, 1, 0), (0, 0, 1, 0))
    >>> slanted(Bag.from_text("S2").pieces(), 4, 4) is None
    True
    """
    if not min(width, height) > max(_PERIODS) or width * height > _MOST_CELLS:
        return None
    for period in _PERIODS:
        found = _Planes(pieces, width, height, period, clock).weights()
        if found is not None:
            return found
    return None


class _Planes:
    """The programme for one period."""

    def __init__(self, pieces: Sequence[Piece], width: int, height: int, period: int, clock: Clock | None) -> None:
        self.clock = clock
        self.pieces = [piece for piece in pieces if piece.minimum]
        self.width, self.height, self.period = width, height, period
        self.size = period * period * _PLANES
        self.room = [0] * self.size
        for x, y in product(range(width), range(height)):
            for row, number in self._of(x, y):
                self.room[row] += number

    def _of(self, x: int, y: int) -> Iterator[tuple[int, int]]:
        """What a cell has of each of the planes of its class."""
        period = self.period
        column, line = x % period, y % period
        first = (line * period + column) * _PLANES
        right, up = x // period, y // period
        left, down = (self.width - 1 - column) // period - right, (self.height - 1 - line) // period - up
        for plane, number in enumerate((right, left, up, down, 1)):
            if number:
                yield first + plane, number

    def weights(self) -> Weights | None:
        """Whole numbers, once they are checked; None if there are none, or too many places."""
        columns: list[tuple[int, _Row]] = []
        for number, piece in enumerate(self.pieces):
            found = self._places(piece)
            columns += [(number, row) for row in sorted(found)]
            if not found or len(columns) > _MOST_PLACES:
                return None
        whole = whole_prices(self.pieces, columns, self.room, self.clock)
        if whole is None:
            return None
        made = Weights(
            tuple(
                [
                    tuple([sum([whole[row] * many for row, many in self._of(x, y)]) for x in range(self.width)])
                    for y in range(self.height)
                ]
            ),
            (0, self.width),
            (0, self.height),
        )
        return made if add_up(made, self.pieces, self.width, self.height) else None

    def _places(self, piece: Piece) -> set[_Row]:
        """What a piece has of each plane where it reaches furthest into a corner, for each class of its places."""
        found: set[_Row] = set()
        for shape in piece.orientations():
            wide, high = self.width - shape.size[0], self.height - shape.size[1]
            if min(wide, high) < 0:
                continue
            for x, y in product(_ends(wide, self.period), _ends(high, self.period)):
                total: dict[int, int] = {}
                for cell in shape.cells:
                    for row, number in self._of(x + cell[0], y + cell[1]):
                        total[row] = total.get(row, 0) + number
                found.add(tuple(sorted(total.items())))
        return found


def _ends(last: int, period: int) -> set[int]:
    """The first and the last place of each class up to ``last``."""
    firsts = range(min(period, last + 1))
    return {*firsts, *[last - (last - first) % period for first in firsts]}


def whole_prices(
    pieces: Sequence[Piece], places: Sequence[tuple[int, _Row]], room: Sequence[int], clock: Clock | None
) -> list[int] | None:
    """Whole numbers, one for each class of ``room``, by which all pieces add up to more than the box; None if none do.

    ``places`` are the numbers of the pieces and what places of theirs have of each class. They are the prices of a
    programme that lays as many pieces as possible.
    """
    size, counts = len(room), [piece.minimum for piece in pieces]
    # What no cell has costs nothing.
    rooms = [float(number or 1) for number in (*room, *counts)]
    table = [[*[(k, float(many)) for k, many in row], (size + number, 1.0)] for number, row in places]
    is_optimal, prices = linear_prices(table, [1.0] * len(table), bent(rooms), _STEPS, clock)
    if not is_optimal or sum(map(float.__mul__, prices, rooms)) > sum(counts) * (1 - _NEAR):
        return None

    def proves(numbers: list[int]) -> bool:
        if min(numbers) < 0:
            return False
        least: dict[int, int] = {}
        for number, row in places:
            total = sum([numbers[k] * many for k, many in row])
            least[number] = min(total, least.get(number, total))
        together = sum([count * least[number] for number, count in enumerate(counts)])
        return together > sum(map(int.__mul__, numbers, room))

    return whole_numbers(prices[:size], proves)
