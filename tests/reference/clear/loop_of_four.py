"""Clears one after the other with each clear in sight, by going through every string of pieces: slow and obvious."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.reference.clear.loop import LINES, Boards

from shapewright.clear.piece import PIECES

Saved = Callable[[str, str], str]
"""Which pieces can be left over when a held piece and a string of others clear the field: none if they cannot."""


class Sighted:
    """The best play of clears of ``placed`` pieces each, of which ``saved`` tells what they can leave over."""

    def __init__(self, placed: int, saved: Saved) -> None:
        self.placed, self.saved = placed, saved
        self.chance = cache(self._chance)
        self.number = cache(self._number)

    def strings(self, bag: str, number: int | None = None) -> list[tuple[str, str]]:
        """All equally likely strings from a bag, each with what is left of the last bag after it."""
        if number is None:
            number = self.placed
        if number == 0:
            return [("", bag)]
        return [
            (piece + string, rest)
            for piece in bag
            for string, rest in self.strings(bag.replace(piece, "") or PIECES, number - 1)
        ]

    def _chance(self, clears: int, held: str, bag: str) -> Fraction:
        """Of so many clears in a row."""
        if clears == 0:
            return Fraction(1)
        coming = self.strings(bag)
        best = [
            max([self.chance(clears - 1, piece, rest) for piece in self.saved(held, string)], default=Fraction(0))
            for string, rest in coming
        ]
        return sum(best, Fraction(0)) / len(coming)

    def _number(self, clears: int, held: str, bag: str) -> Fraction:
        """The expected number of clears before one fails, of at most so many."""
        if clears == 0:
            return Fraction(0)
        coming = self.strings(bag)
        best = [
            max([1 + self.number(clears - 1, piece, rest) for piece in self.saved(held, string)], default=Fraction(0))
            for string, rest in coming
        ]
        return sum(best, Fraction(0)) / len(coming)


def saved_by_trying(boards: Boards) -> Saved:
    """What clears of two lines leave over, by trying every move."""

    @cache
    def left_over(board: int, height: int, held: str, string: str) -> str:
        if height == 0:
            return held if not string else ""
        found = ""
        if string:
            for piece, kept in {(string[0], held), (held, string[0])}:
                for after, rows in boards.moves(board, height, piece):
                    found += left_over(after, rows, kept, string[1:])
        return "".join(sorted(set(found)))

    return lambda held, string: left_over(0, LINES, held, string)
