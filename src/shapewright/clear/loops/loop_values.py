"""What is known of perfect clears one after the other: the value of each state between two clears."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from shapewright.clear.piece import PIECES, read_piece
from shapewright.clear.queue import read_bag
from shapewright.errors import ProblemError, amount

FOUR = 4
"""So many lines each clear has, or two."""

State = tuple[str, str]
"""What is held between two clears, nothing or a piece, and what is left of the bag that the next piece comes from."""


@dataclass(frozen=True)
class Loop:
    """The value of each state between two clears, for 1, 2, ... clears in a row.

    A state is the held piece (``""``: none) and what is left of the bag before the current piece comes into sight, in
    the order of ``PIECES``. ``numbers`` has the greatest expected number of clears before one fails, if the game ends
    after as many clears as ``chances`` has entries; if it does not end, the number is greater by no more than ``more``
    (None where no bound follows from these values). ``for_ever`` has the best chance that no clear ever fails, where
    it is known. ``see`` is the number of visible pieces besides the held one; with four lines the piece that an empty
    hold takes comes to them.
    """

    see: int
    hold: bool
    bags: bool
    chances: dict[State, tuple[Fraction, ...]]
    numbers: dict[State, Fraction]
    more: dict[State, Fraction | None]
    height: int = 2
    for_ever: dict[State, Fraction] | None = None

    @property
    def clears(self) -> int:
        """For so many clears in a row there are values."""
        return len(next(iter(self.chances.values())))

    def chance(self, held: str | None = None, bag: str = PIECES, clears: int = 1) -> Fraction:
        """The best chance of so many clears in a row.

        Raises ``ProblemError`` if there is no such state or number of clears.
        """
        if not 1 <= clears <= self.clears:
            raise ProblemError(f"the values are for 1 to {self.clears} clears in a row, not {clears}")
        return self.chances[self.state(held, bag)][clears - 1]

    def state(self, held: str | None, bag: str) -> State:
        """The state as it is written here.

        Raises ``ProblemError`` if the game cannot have it.
        """
        found = (read_held(held), read_bag(bag))
        if found[0] and not self.hold:
            raise ProblemError(f"{found[0]} is in hold, but the game is without hold")
        if found not in self.chances:
            raise ProblemError(f"the bag {bag!r} is given, but the game has no bags")
        return found

    def mean(self, held: str | None, left: int, clears: int = 1) -> Fraction:
        """The mean chance over all bags of which ``left`` pieces are left, each as likely as any other.

        Raises ``ProblemError`` if there is no such state or number of clears.
        """
        found = self._with_left(held, left, clears)
        return sum(found, Fraction(0)) / len(found)

    def least(self, held: str | None, left: int, clears: int = 1) -> Fraction:
        """The least chance with ``left`` pieces left of the bag, whichever they are.

        Raises ``ProblemError`` if there is no such state or number of clears.
        """
        return min(self._with_left(held, left, clears))

    def _with_left(self, held: str | None, left: int, clears: int) -> list[Fraction]:
        held = read_held(held)
        if not 1 <= left <= len(PIECES):
            raise ProblemError(f"1 to {len(PIECES)} pieces can be left of a bag, not {left}")
        self.chance(held, next(bags_of(left)), clears)  # refuses what there is not
        return [self.chances[held, bag][clears - 1] for bag in bags_of(left)]

    def __str__(self) -> str:
        clears = "1 clear" if self.clears == 1 else f"{self.clears} clears in a row"
        seen = "the whole clear" if self.height == FOUR else amount(self.see, "piece")
        return f"{clears} of {self.height} lines with {seen} in sight"


def bags_of(left: int) -> Iterator[str]:
    """What may be left of a bag if it is so many pieces."""
    return map("".join, combinations(PIECES, left))


def read_held(held: str | None) -> str:
    """The held piece, or nothing. Raises ``NotationError`` for what is not a piece."""
    return "" if not held else read_piece(held, "in hold")


def left_before(clear: int) -> int:
    """How many pieces are left of the bag before a clear of four lines, the first of them from a new bag without hold.

    The first takes eleven pieces out of the bags, one of which stays in hold, each other one ten.

    >>> [left_before(clear) for clear in range(1, 10)]
    [7, 3, 7, 4, 1, 5, 2, 6, 3]
    """
    placed = 5 * FOUR // 2
    drawn = placed * (clear - 1) + (clear > 1)
    return -drawn % len(PIECES) or len(PIECES)


def by_clear(found: Loop) -> list[dict[str, Any]]:
    """Of the second to eighth clear from a new bag without hold: the mean and the least chance, by the held piece.

    The mean is over all that may be left of the bag then; the ninth is as the second.
    """
    return [
        {
            "clear": clear,
            "left": left_before(clear),
            "mean": {held: str(found.mean(held, left_before(clear))) for held in PIECES},
            "least": {held: str(found.least(held, left_before(clear))) for held in PIECES},
        }
        for clear in range(2, len(PIECES) + 2)
    ]


def strings(left: int, length: int, *, bags: bool) -> int:
    """How many strings of ``length`` pieces may come if so many are left of the bag."""
    number = 1
    for _ in range(length):
        number *= left if bags else len(PIECES)
        left = left - 1 or len(PIECES)
    return number
