"""Which positions are left by all plays of a sequence? By the rules alone, and slowly.

A board is a number with a bit for each cell, so that sets of many thousands of them are small enough.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from shapewright.stacking.survival_rules import letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem

__all__ = ["Plays"]

_Position = tuple[int, str | None, bool]
"""The board, the piece in hold, and whether it was put there just now."""


class Plays:
    """All plays of sequences in the well of a problem with line clears and a height limit."""

    def __init__(self, problem: Problem) -> None:
        assert problem.height_limit is not None
        self._width, self._height, self._hold = problem.width, problem.height_limit, problem.hold
        self._start: _Position = (sum([1 << (y * problem.width + x) for x, y in problem.board]), None, False)
        self._pieces = letters(problem)
        self._row = (1 << problem.width) - 1
        # Each place of a piece as the cells it takes in every row, the highest row that it can be in first.
        self._falls = {name: list(self._places(problem, name)) for name in self._pieces}

    def _places(self, problem: Problem, name: str) -> Iterator[list[int]]:
        for shape in problem.orientations(name):
            wide, high = shape.size
            for column in range(self._width - wide + 1):
                cells = [(x + column, y) for x, y in shape.cells]
                yield [
                    sum([1 << ((y + low) * self._width + x) for x, y in cells])
                    for low in range(self._height + high, -1, -1)
                ]

    def after(self, sequence: Sequence[str], clock: Clock | None = None) -> int:
        """How many positions are left; raises ``StoppedError`` when the time of ``clock`` is over."""
        positions = {self._start}
        for piece in sequence:
            positions = self.follow(positions, piece, clock)
        return len(positions)

    def deadly_of(self, length: int, clock: Clock | None = None) -> tuple[str, ...] | None:
        """The first deadly sequence of so many pieces, if there is one."""
        for sequence in product(self._pieces, repeat=length):
            if not self.after(sequence, clock):
                return sequence
        return None

    def follow(self, positions: set[_Position], piece: str, clock: Clock | None = None) -> set[_Position]:
        """All positions that ``piece`` leads to from some of these."""
        found: set[_Position] = set()
        for number, (board, held, locked) in enumerate(positions):
            if clock is not None and number % 256 == 0:
                clock.check("every play was followed")
            found.update([(landed, held, False) for landed in self._landed(board, piece)])
            if not self._hold or locked or held == piece:
                continue
            if held is None:
                found.add((board, piece, True))
            else:
                found.update([(landed, piece, False) for landed in self._landed(board, held)])
        return found

    def _landed(self, board: int, piece: str) -> Iterator[int]:
        """The boards after each drop of a piece that lands within the height."""
        for falls in self._falls[piece]:
            lowest = None
            for cells in falls:
                if cells & board:
                    break
                lowest = cells
            if lowest is not None and lowest < 1 << (self._width * self._height):
                yield self._cleared(board | lowest)

    def _cleared(self, board: int) -> int:
        rows = [board >> (y * self._width) & self._row for y in range(self._height)]
        left = [row for row in rows if row != self._row]
        return sum([row << (y * self._width) for y, row in enumerate(left)])
