"""The bound of narrow wells proven again, in plain arrays: nothing is shared with the engine that found it.

A contour is the steps between neighbouring columns; steps beyond a reach are cliffs, up or down, whose height is not
known. For every contour and every number of pieces still to come stands a number that the rise of all columns together,
with what is empty at the end, is never below: a potential, from behind. A cliff may have any height beyond the reach,
so that what comes out holds for every stack.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from shapewright.stacking.rules import heights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem


_REACHES = (4, 6, 9, 14, 20, 30, 45)
_MOST_CONTOURS = 100_000
_MOST_ROUNDS = 300

Ints = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


def rise(problem: Problem, bound: int, clock: Clock) -> bool:
    """Whether potentials show that every plan of ``problem`` is ``bound`` rows high at least.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.stacking.problem import Problem
    >>> rise(Problem("TTTTT", width=3), 8, Clock(None)), rise(Problem("TTTTT", width=3), 9, Clock(None))
    (True, False)
    """
    names = sorted(set(problem.sequence))
    least = max(shape.size[1] for name in names for shape in problem.orientations(name))
    for reach in sorted({reach for reach in _REACHES if reach >= least} | {least}):
        if (2 * reach + 3) ** (problem.width - 1) > _MOST_CONTOURS or clock.over():
            return False
        contours = _Contours(problem.width, reach)
        falls = {name: contours.falls(problem, name) for name in names}
        after = contours.empty()
        for name in reversed(problem.sequence):
            if clock.over():
                return False
            begins, to, cost = falls[name]
            after = np.minimum.reduceat(cost + after[to], begins)
        tops = heights(problem.board, problem.width)
        if sum(tops) + int(after[contours.place(tops)]) > problem.width * (bound - 1):
            return True
    return False


def mean_rise(problem: Problem, least: Fraction, clock: Clock) -> Fraction | None:
    """What shows that the sequence of ``problem``, repeated for ever, takes ``least`` rows for each piece at least.

    After n repetitions the height is at least ``n * pieces * least`` and what is returned, which is not positive. None
    if no potential was found: numbers that no fall raises by more than it costs above the mean.
    """
    names = sorted(set(problem.sequence))
    tallest = max(shape.size[1] for name in names for shape in problem.orientations(name))
    mean = least * problem.width
    for reach in sorted({reach for reach in _REACHES if reach >= tallest} | {tallest}):
        if (2 * reach + 3) ** (problem.width - 1) > _MOST_CONTOURS:
            return None
        contours = _Contours(problem.width, reach)
        falls = {name: contours.falls(problem, name) for name in names}
        potential = contours.empty() * mean.denominator
        for _ in range(_MOST_ROUNDS):
            if clock.over():
                return None
            after = potential
            for name in reversed(problem.sequence):
                begins, to, cost = falls[name]
                after = np.minimum.reduceat(cost * mean.denominator - mean.numerator + after[to], begins)
            if (after >= potential).all():
                floor = int(potential[contours.place([0] * problem.width)])
                return Fraction(min(0, floor), mean.denominator * problem.width)
            potential = np.minimum(potential, after)
    return None


class _Contours:
    """All steps of a well at once: a row for each contour, a column for each pair of neighbouring columns."""

    def __init__(self, width: int, reach: int) -> None:
        self.width = width
        self.cliff = reach + 1
        side = 2 * self.cliff + 1
        self.weights = [side ** (width - 2 - k) for k in range(width - 1)]
        places = np.arange(side ** (width - 1))
        self.steps = np.stack([places // weight % side - self.cliff for weight in self.weights] or [places * 0], axis=1)

    def place(self, tops: Sequence[int]) -> int:
        """Which contour these heights have."""
        steps = [min(max(right - left, -self.cliff), self.cliff) for left, right in pairwise(tops)]
        return sum((step + self.cliff) * weight for step, weight in zip(steps, self.weights, strict=True))

    def empty(self) -> Ints:
        """What is empty below the highest column at least."""
        parts = [np.zeros(len(self.steps), dtype=np.int64)]  # heights; beyond a cliff they begin anew
        number = [np.zeros(len(self.steps), dtype=np.int64)]  # of the part between two cliffs
        for k in range(self.width - 1):
            is_cliff = np.abs(self.steps[:, k]) == self.cliff
            parts.append(np.where(is_cliff, 0, parts[-1] + self.steps[:, k]))
            number.append(number[-1] + is_cliff)
        part, numbers = np.stack(parts, axis=1), np.stack(number, axis=1)
        total = np.zeros(len(self.steps), dtype=np.int64)
        for which in range(self.width):
            inside = numbers == which
            top = np.where(inside, part, -(1 << 30)).max(axis=1, initial=-(1 << 30))
            total += np.where(inside, top[:, None] - part, 0).sum(axis=1)
        return np.maximum(total, np.where(numbers[:, -1] > 0, self.cliff, 0))

    def falls(self, problem: Problem, name: str) -> tuple[Ints, Ints, Ints]:
        """For each contour where its falls begin in the list of all; of each the contour it makes, and its cost."""
        found: list[tuple[Ints, Ints, Ints]] = []
        for shape in problem.orientations(name):
            columns = [[y for x, y in shape.cells if x == column] for column in range(shape.size[0])]
            low, high = [min(column) for column in columns], [max(column) + 1 for column in columns]
            for left in range(self.width - len(columns) + 1):
                found += self._landings(left, low, high)
        start, to, cost = (np.concatenate(parts) for parts in zip(*found, strict=True))
        order = np.argsort(start, kind="stable")
        return np.searchsorted(start[order], np.arange(len(self.steps))), to[order], cost[order]

    def _landings(self, left: int, low: list[int], high: list[int]) -> list[tuple[Ints, Ints, Ints]]:
        """A piece of these columns that falls at ``left``: contours before, contours after, and costs."""
        right = left + len(low) - 1
        under = np.zeros((len(self.steps), len(low)), dtype=np.int64)
        under[:, 1:] = np.cumsum(self.steps[:, left:right], axis=1)
        base = (under - np.array(low)).max(axis=1)
        rises = base[:, None] + np.array(high) - under
        over = (np.abs(self.steps[:, left:right]) == self.cliff).any(axis=1)
        cost = rises.sum(axis=1)
        if over.any():
            # What the lowest cliff under it leaves empty beside its foot; nobody knows how far the rest rises.
            lean = np.diff(np.array(low))
            step = self.steps[:, left:right]
            foot = np.where(step == self.cliff, self.cliff - lean, 0)
            foot = np.maximum(foot, np.where(step == -self.cliff, self.cliff + lean, 0))
            own = sum(high) - sum(low)
            cost = np.where(over, own + foot.max(axis=1, initial=0), cost)
            rises = np.where(over[:, None], np.array(high) - np.array(low), rises)
        inner = {left + j: high[j + 1] - high[j] for j in range(len(low) - 1)}
        made: list[tuple[Ints, Ints, Ints]] = []
        before = self._range(left - 1, rises[:, 0], 1, over)
        behind = self._range(right, rises[:, -1], -1, over)
        kept = np.zeros(len(self.steps), dtype=np.int64)
        for k, weight in enumerate(self.weights):
            if k not in (left - 1, right):
                kept += weight * (inner.get(k, self.steps[:, k]) + self.cliff)
        for first in range(int((before[1] - before[0]).max()) + 1):
            for last in range(int((behind[1] - behind[0]).max()) + 1):
                rows = np.flatnonzero((before[0] + first <= before[1]) & (behind[0] + last <= behind[1]))
                to = kept[rows]
                if left > 0:
                    to = to + self.weights[left - 1] * (before[0][rows] + first + self.cliff)
                if right < self.width - 1:
                    to = to + self.weights[right] * (self.cliff - behind[0][rows] - last)
                made.append((rows, to, cost[rows]))
        return made

    def _range(self, k: int, rises: Ints, side: int, over: Ints) -> tuple[Ints, Ints]:
        """Step ``k``, seen from below the piece's side up, after a rise of that side: the least and the largest."""
        if not 0 <= k < self.width - 1:
            nothing = np.zeros(len(self.steps), dtype=np.int64)
            return nothing, nothing
        step = side * self.steps[:, k]
        risen = np.clip(step + rises, -self.cliff, self.cliff)
        risen = np.where(step == self.cliff, self.cliff, risen)
        return np.where(step == -self.cliff, -self.cliff, risen), np.where(over, self.cliff, risen)
