"""The fewest sets that cover everything: exact minimum set cover, with a proof or a bound.

What one set alone covers is decided at once; sets within others and elements that follow from others drop out; what is
left after that goes to the engine's branch and bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from heapq import heapify, heappushpop
from operator import or_
from typing import TYPE_CHECKING

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Cover", "minimum_cover"]

_CHEAPER_NODES = 200  # of the search for the cheapest among the smallest covers, which need not come to its end
_MANY_NODES = 1 << 62
_MOST_COSTS = 1 << 30

_SLICE = 1 << 22  # bytes of the sets that are looked at together


@dataclass(frozen=True, slots=True)
class Cover:
    """Numbers of ``chosen`` sets, ascending, and the ``bound``: no cover has fewer."""

    chosen: tuple[int, ...]
    bound: int

    @property
    def is_optimal(self) -> bool:
        """Whether no cover has fewer sets."""
        return len(self.chosen) == self.bound


def minimum_cover(sets: Sequence[int], costs: Sequence[int], *, time_limit: float | None = None) -> Cover:
    """The fewest of ``sets`` (numbers, a bit for each element) that together cover all elements that any of them has.

    Among covers of the fewest sets a cheap one is looked for; among equal sets the first is taken. With a time limit
    (seconds) the cover may be larger than the minimum, which is at least ``bound``.

    >>> minimum_cover([0b0011, 0b0110, 0b1100, 0b0001], [0, 0, 0, 0])
    Cover(chosen=(0, 2), bound=2)

    Raises ``ProblemError`` if sets and costs differ in number, or a cost is negative.
    """
    if len(sets) != len(costs) or min(costs, default=0) < 0:
        raise ProblemError("each set has one cost, 0 or more")
    clock = Clock(time_limit)
    # With little time there is an answer at once.
    at_once = Cover((), 0) if time_limit is None else _at_once(sets)
    try:
        problem = _Reduced(sets, costs, clock)
        problem.reduce()
        if not problem.rows:
            return Cover(tuple(sorted(problem.chosen)), len(problem.chosen))
        greedy = _greedy(problem.rows, problem.columns, clock)
    except StoppedError:
        return at_once
    chosen, bound = _programme(problem, costs, greedy, clock)
    return Cover(tuple(sorted([*problem.chosen, *chosen])), len(problem.chosen) + bound)


def _at_once(sets: Sequence[int]) -> Cover:
    """A cover, not the smallest: whatever has most of what is left. No set has more than the first: that is the bound.

    Takes as long as a few looks at every element of every set.
    """
    left = reduce(or_, sets, 0)
    everything = left.bit_count()
    # Each with what it had when it was last looked at: that only becomes less.
    waiting = [(-members.bit_count(), number) for number, members in enumerate(sets)]
    heapify(waiting)
    chosen = []
    while left:
        _, number = waiting[0]
        worth = (sets[number] & left).bit_count()
        if (-worth, number) > heappushpop(waiting, (-worth, number)):
            continue
        left &= ~sets[number]
        chosen.append(number)
    bound = -(-everything // sets[chosen[0]].bit_count()) if chosen else 0
    return Cover(tuple(sorted(chosen)), bound)


class _Reduced:
    """What is left to be decided: ``columns`` are sets that may be chosen, ``rows`` elements still to be covered.

    A row is the bits of the columns that have it.
    """

    def __init__(self, sets: Sequence[int], costs: Sequence[int], clock: Clock) -> None:
        self.costs = costs
        self.clock = clock
        self.chosen: list[int] = []
        self.columns = [number for number, members in enumerate(sets) if members]
        self.rows = _transposed(sets, clock)

    def reduce(self) -> None:
        """Decide what needs no search, until nothing more can be."""
        changed = True
        while changed and self.rows:
            self._drop_implied_rows()
            changed = self._choose_essential()
            changed = self._drop_dominated_columns() or changed

    def _drop_implied_rows(self) -> None:
        """An element is covered with another one if every set with that one has it: the one with fewer sets stays."""
        kept: list[int] = []
        rows = sorted(set(self.rows), key=lambda row: (row.bit_count(), row))
        for row in self.clock.checked(rows):
            if not any(other & row == other for other in kept):
                kept.append(row)
        self.rows = kept

    def _choose_essential(self) -> bool:
        """A set that alone has some element is chosen."""
        single = 0
        for row in self.rows:
            if row.bit_count() == 1:
                single |= row
        if not single:
            return False
        self.chosen += [number for number in self.columns if single >> number & 1]
        self.rows = [row for row in self.rows if not row & single]
        return True

    def _drop_dominated_columns(self) -> bool:
        """A set is not needed if another has all it has that is to be covered, and costs no more."""
        members = dict.fromkeys(self.columns, 0)
        for place, row in enumerate(self.clock.checked(self.rows)):
            for number in _ones(row):
                members[number] |= 1 << place
        order = sorted(self.columns, key=lambda number: (-members[number].bit_count(), self.costs[number], number))
        kept: list[int] = []
        for number in self.clock.checked(order):
            mine, cost = members[number], self.costs[number]
            if mine and not any(mine & ~members[other] == 0 and self.costs[other] <= cost for other in kept):
                kept.append(number)
        if len(kept) == len(self.columns):
            return False
        self.columns = sorted(kept)
        mask = sum([1 << number for number in kept])
        self.rows = [row & mask for row in self.rows]
        return True


def _transposed(sets: Sequence[int], clock: Clock) -> list[int]:
    """For each element that any set has the bits of the sets that have it; elements in the same sets once."""
    # Costs a tenth of a second, and few questions ask for the fewest.
    try:
        import numpy as np
    except ImportError:  # in a browser
        return transposed_plainly(sets, clock)
    width = max([(members.bit_length() + 7) // 8 for members in sets], default=0)
    table = np.empty((len(sets), width), np.uint8)
    for number, members in enumerate(clock.checked(sets)):
        table[number] = np.frombuffer(members.to_bytes(width, "little"), np.uint8)
    rows: set[bytes] = set()
    step = max(1, _SLICE // max(1, len(sets)))
    for begin in clock.checked(range(0, width, step)):
        bits = np.unpackbits(table[:, begin : begin + step], axis=1, bitorder="little")
        packed = np.packbits(bits.T, axis=1, bitorder="little")
        rows.update(map(bytes, packed))
    numbers = {int.from_bytes(row, "little") for row in rows}
    return sorted(numbers - {0})


def transposed_plainly(sets: Sequence[int], clock: Clock) -> list[int]:
    """The same without NumPy: for a few thousand elements as quick, for millions many times slower."""
    width = max([members.bit_length() for members in sets], default=0)
    # The last set first, so that its bit is the highest.
    digits = [f"{members:0{width}b}" for members in clock.checked(reversed(sets))]
    found = set(clock.checked(zip(*digits, strict=True)))
    return sorted({int("".join(row), 2) for row in found} - {0})


def _ones(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def _programme(problem: _Reduced, costs: Sequence[int], greedy: list[int], clock: Clock) -> tuple[list[int], int]:
    """Chosen columns and a bound on their number: the fewest, then of so many the cheapest."""
    columns, rows = problem.columns, problem.rows
    chosen, bound = search(rows, columns, [1] * len(columns), greedy, clock)
    bound = max(bound, _apart(rows))
    prices = [costs[number] for number in columns]
    left = clock.left()
    if 0 < sum(prices) < _MOST_COSTS and (left is None or left > 0.1):
        chosen, _ = search(rows, columns, prices, chosen, clock, nodes=_CHEAPER_NODES, most=len(chosen))
    return chosen, bound


def search(
    rows: Sequence[int],
    columns: Sequence[int],
    objective: Sequence[int],
    start: list[int],
    clock: Clock,
    *,
    nodes: int = _MANY_NODES,
    most: int | None = None,
) -> tuple[list[int], int]:
    """The columns of least total ``objective`` that the engine found, no worse than ``start``, and a bound on that.

    With ``most``, no more columns than that are taken, and there is no bound: it is 0. The search ends after so many
    ``nodes``, or when time is over: see engine/set_cover/set_cover.hpp.
    """
    from shapewright import _core

    place = {number: at for at, number in enumerate(columns)}
    members: list[list[int]] = [[] for _ in columns]
    for element, row in enumerate(rows):
        for number in _ones(row):
            members[place[number]].append(element)
    # One more set outweighs all costs, so that a cover of more than ``most`` sets is never the lightest.
    weights = list(objective) if most is None else [sum(objective) + 1 + worth for worth in objective]
    found, _, bound, _ = _core.minimum_set_cover(
        len(rows),
        members,
        weights,
        [place[number] for number in start],
        clock.stop,
        clock.native(),
        nodes,
    )
    return [columns[at] for at in found], bound if most is None else 0


def _apart(rows: list[int]) -> int:
    """How many elements there are at least of which no set has two: so many sets are needed."""
    taken = number = 0
    for row in sorted(rows, key=lambda row: (row.bit_count(), row)):
        if not row & taken:
            taken |= row
            number += 1
    return number


def _greedy(rows: list[int], columns: list[int], clock: Clock) -> list[int]:
    """A cover, not the smallest: whatever has most of what is left."""
    chosen = []
    left = rows
    while left:
        clock.check()
        best = max(columns, key=lambda number: (sum([row >> number & 1 for row in left]), -number))
        chosen.append(best)
        left = [row for row in left if not row >> best & 1]
    return chosen
