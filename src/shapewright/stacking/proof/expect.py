"""Expected values computed again in plain Python: every deal, every drop, on the heights of columns.

The twin of the engine's tables: nothing is cut off, and numbers are fractions. For few pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from shapewright.jobs.limits import Clock
from shapewright.stacking.problem import Problem
from shapewright.stacking.random_sequence import deals
from shapewright.stacking.rules import heights

_MOST_POSITIONS = 60_000
_MOST_DEALS = 20_000

Profile = tuple[int, ...]


class Foresee:
    """Best play on average, for one problem; its methods return None when there are too many positions, or no time."""

    def __init__(self, problem: Problem, length: int, clock: Clock, *, bag: bool) -> None:
        self.problem = problem
        self.length = length
        self.bag = bag
        self.clock = clock
        self._kinds = list(dict.fromkeys(problem.sequence))
        # Of each orientation: for each of its columns the lowest cell, and one more than the highest.
        self._shapes = {
            name: [
                [
                    (min(y for x, y in shape.cells if x == column), 1 + max(y for x, y in shape.cells if x == column))
                    for column in range(shape.size[0])
                ]
                for shape in problem.orientations(name)
            ]
            for name in self._kinds
        }
        self._known: dict[tuple[Profile, tuple[str, ...], frozenset[str], int], Fraction] = {}
        self._full: dict[tuple[Profile, tuple[str, ...]], Fraction] = {}

    def expected(self, see: int) -> Fraction | None:
        """The expected value when so many pieces are visible."""
        try:
            return self._expected(self._start(), (), frozenset(), 0, see)
        except TimeoutError:
            return None

    def knowing(self) -> Fraction | None:
        """The mean over all sequences, each of them known."""
        if deals(len(self._kinds), self.length, bag=self.bag) > _MOST_DEALS:
            return None
        total, number = Fraction(0), 0
        try:
            for sequence in self._deals((), frozenset()):
                total += self._least(self._start(), sequence)
                number += 1
        except TimeoutError:
            return None
        return total / number

    def _start(self) -> Profile:
        return heights(self.problem.board, self.problem.width)

    def _choices(self, out: frozenset[str]) -> list[tuple[str, frozenset[str]]]:
        """The pieces that may be dealt next, each with what is then out of the bag."""
        if not self.bag:
            return [(name, out) for name in self._kinds]
        left = [name for name in self._kinds if name not in out]
        return [(name, frozenset() if len(left) == 1 else out | {name}) for name in left]

    def _deals(self, dealt: tuple[str, ...], out: frozenset[str]) -> Iterator[tuple[str, ...]]:
        if len(dealt) == self.length:
            yield dealt
            return
        for name, after in self._choices(out):
            yield from self._deals((*dealt, name), after)

    def _drops(self, profile: Profile, name: str) -> Iterator[Profile]:
        for columns in self._shapes[name]:
            for x in range(self.problem.width - len(columns) + 1):
                base = max(profile[x + k] - low for k, (low, _) in enumerate(columns))
                tops = [base + top for _, top in columns]
                yield (*profile[:x], *tops, *profile[x + len(columns) :])

    def _ending(self, profile: Profile, dealt: int) -> Fraction:
        if self.problem.objective == "flatness":
            return Fraction(sum(abs(left - right) for left, right in pairwise(profile)))
        if self.problem.objective == "height":
            return Fraction(max(profile))
        areas = sum(self.problem.piece(name).area for name in self._kinds)
        return sum(profile) - len(self.problem.board) - Fraction(areas * dealt, len(self._kinds))

    def _check(self) -> None:
        if self.clock.over() or len(self._known) + len(self._full) > _MOST_POSITIONS:
            raise TimeoutError

    def _expected(
        self, profile: Profile, window: tuple[str, ...], out: frozenset[str], dealt: int, see: int
    ) -> Fraction:
        key = (profile, window, out, dealt)
        if key in self._known:
            return self._known[key]
        self._check()
        if dealt < self.length and len(window) < see:
            ways = self._choices(out)
            every = [self._expected(profile, (*window, name), after, dealt + 1, see) for name, after in ways]
            value = sum(every, Fraction(0)) / len(every)
        elif window:
            value = min(self._expected(after, window[1:], out, dealt, see) for after in self._drops(profile, window[0]))
        else:
            value = self._ending(profile, dealt)
        self._known[key] = value
        return value

    def _least(self, profile: Profile, sequence: tuple[str, ...]) -> Fraction:
        if not sequence:
            return self._ending(profile, self.length)
        key = (profile, sequence)
        if key not in self._full:
            self._check()
            self._full[key] = min(self._least(after, sequence[1:]) for after in self._drops(profile, sequence[0]))
        return self._full[key]
