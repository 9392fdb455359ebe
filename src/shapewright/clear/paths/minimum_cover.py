"""The fewest sets that cover everything: exact minimum set cover, with a proof or a bound.

What :mod:`shapewright.clear.paths.minimum_cover` leaves goes to the engine's branch and bound: first for the fewest
sets, then for the cheapest among as many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from heapq import heapify, heappushpop
from operator import or_

from shapewright.clear import native
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

_SLICE = 1 << 22  # bytes of the sets that are looked at together


class Reduced:
    """What is left to be decided: ``columns`` are sets that may be chosen, ``rows`` elements still to be covered.

    A row is the bits of the columns that have it. A set that dropped out has another in its place.
    """

    def __init__(self, rows: list[int], columns: list[int], costs: Sequence[tuple[int, ...]], clock: Clock) -> None:
        self.rows = rows
        self.columns = columns
        self.costs = costs
        self.clock = clock
        self.chosen: list[int] = []
        self.instead: dict[int, int] = {}

    @classmethod
    def of(cls, sets: Sequence[int], clock: Clock) -> Reduced:
        """All of it, but for elements that are covered with others anyway."""
        columns = [number for number, members in enumerate(sets) if members]
        whole = cls(transposed(sets, clock), columns, [()] * len(sets), clock)
        whole._drop_implied_rows()
        return whole

    def with_costs(self, costs: Sequence[tuple[int, ...]]) -> Reduced:
        """The same where sets have these costs."""
        return Reduced(self.rows, self.columns, costs, self.clock)

    def stand_in(self, number: int) -> int:
        """The set itself, or the one that took its place."""
        while number in self.instead:
            number = self.instead[number]
        return number

    def reduce(self) -> None:
        """Decide what needs no search, until nothing more can be."""
        changed = True
        while changed and self.rows:
            self._drop_implied_rows()
            # A set that alone has some element is chosen.
            single = reduce(or_, [row for row in self.rows if row.bit_count() == 1], 0)
            self.chosen += [number for number in self.columns if single >> number & 1]
            self.rows = [row for row in self.rows if not row & single]
            changed = self._drop_dominated_columns() or single > 0

    def _drop_implied_rows(self) -> None:
        """An element is covered with another one if every set with that one has it: the one with fewer sets stays."""
        kept: list[int] = []
        rows = sorted(set(self.rows), key=lambda row: (row.bit_count(), row))
        for row in self.clock.checked(rows):
            if not any(other & row == other for other in kept):
                kept.append(row)
        self.rows = kept

    def _drop_dominated_columns(self) -> bool:
        """A set is not needed if another has all it has that is to be covered, and costs no more."""
        members = dict.fromkeys(self.columns, 0)
        for place, row in enumerate(self.clock.checked(self.rows)):
            for number in ones(row):
                members[number] |= 1 << place
        order = sorted(self.columns, key=lambda number: (-members[number].bit_count(), self.costs[number], number))
        kept: list[int] = []
        for number in self.clock.checked(order):
            mine, cost = members[number], self.costs[number]
            if not mine:
                continue
            better = next((it for it in kept if mine & ~members[it] == 0 and self.costs[it] <= cost), None)
            if better is None:
                kept.append(number)
            else:
                self.instead[number] = better
        if len(kept) == len(self.columns):
            return False
        self.columns = sorted(kept)
        mask = sum([1 << number for number in kept])
        self.rows = [row & mask for row in self.rows]
        return True


def transposed(sets: Sequence[int], clock: Clock) -> list[int]:
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


def ones(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


_CHEAPER_NODES = 200  # of each search for the cheapest among the smallest covers: a fraction of what these took
_FIRST_NODES = 2000  # of the search for the smallest, after its root; then it begins again, with what was found
_MORE = 8  # times as many nodes each time, so that all beginnings together take little of the time
_MANY_NODES = 1 << 62
_LEAST_SECONDS = 0.1  # with less time left no search for the cheapest is begun
_MOST_WEIGHT = 1 << 32  # what the engine takes for one set, exclusive


@dataclass(frozen=True, slots=True)
class Cover:
    """Numbers of ``chosen`` sets, ascending, and the ``bound``: no cover has fewer.

    Of the costs, in their order, the first ``settled`` are proven to be the least.
    """

    chosen: tuple[int, ...]
    bound: int
    settled: int = field(default=0, compare=False, repr=False)

    @property
    def is_optimal(self) -> bool:
        """Whether no cover has fewer sets."""
        return len(self.chosen) == self.bound


def minimum_cover(
    sets: Sequence[int],
    costs: Callable[[Clock], Sequence[tuple[int, ...]]] | Sequence[tuple[int, ...]] | Sequence[int],
    *,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Cover:
    """The fewest of ``sets`` (numbers, a bit for each element) that together cover all elements that any of them has.

    Each set has a cost or several, the most important one first; if ``costs`` is a function, they are asked of it, with
    the clock, once the fewest sets are known. Among covers of the fewest sets one is looked for
    whose sum of first costs is least, among these one whose sum of second costs is least, and so on; ``settled`` says
    how far that is proven. Among equal sets the first is taken. With a time limit (seconds) the cover may be larger
    than the minimum, which is at least ``bound``. For ``progress`` see :func:`shapewright.jobs.run`.

    >>> minimum_cover([0b0011, 0b0110, 0b1100, 0b0001], [0, 0, 0, 0])
    Cover(chosen=(0, 2), bound=2)

    Raises ``ProblemError`` if sets and costs differ in number, or a cost is negative.
    """
    priced = None if callable(costs) else _priced(sets, costs)
    clock = Clock(time_limit)
    # With little time there is an answer at once.
    at_once = Cover((), 0) if time_limit is None else _at_once(sets)
    try:
        whole = Reduced.of(sets, clock)
        problem = whole.with_costs([()] * len(sets))
        problem.reduce()
        rows, columns = problem.rows, problem.columns
        chosen, left = [], rows  # at first whatever has most of what is left
        while left:
            clock.check()
            best = max(columns, key=lambda number: (sum([row >> number & 1 for row in left]), -number))
            chosen.append(best)
            left = [row for row in left if not row >> best & 1]
    except StoppedError:
        return at_once
    with listener(progress) as tell:
        told = _Told(tell, clock, len(problem.chosen))
        # At least as many sets are needed as there are elements of which no set has two.
        taken = bound = nodes = 0
        for row in sorted(rows, key=lambda row: (row.bit_count(), row)):
            if not row & taken:
                taken |= row
                bound += 1
        while bound < len(chosen) and not clock.over():
            told.fewest(len(chosen), bound)
            chosen, proven = search(rows, columns, [1] * len(columns), chosen, clock, nodes=nodes)
            bound = max(bound, proven)
            nodes = nodes * _MORE or _FIRST_NODES
        told.fewest(len(chosen), bound)
        found = Cover(tuple(sorted([*problem.chosen, *chosen])), len(problem.chosen) + bound)
        if not found.is_optimal or not found.chosen:
            return found
        try:
            if callable(costs):
                priced = _priced(sets, costs(clock))
            assert priced is not None
            return _cheapest(whole.with_costs(priced), found, clock, told)
        except StoppedError:
            return found


def _priced(sets: Sequence[int], costs: Sequence[tuple[int, ...]] | Sequence[int]) -> list[tuple[int, ...]]:
    """The costs of each set, checked."""
    priced = [cost if isinstance(cost, tuple) else (cost,) for cost in costs]
    if len(sets) != len(priced) or len(set(map(len, priced))) > 1 or any(min(cost, default=0) < 0 for cost in priced):
        raise ProblemError("each set has one cost, 0 or more, or equally many such costs")
    return priced


@dataclass(frozen=True, slots=True)
class _Told:
    """Who hears how the search goes, and how many sets were chosen before it."""

    tell: Callable[[Progress], None] | None
    clock: Clock
    chosen: int

    def fewest(self, number: int, bound: int) -> None:
        """So many sets suffice, and so many are needed."""
        number, bound = number + self.chosen, bound + self.chosen
        words = f"{number} suffice, {bound} at least" if bound < number else f"{number} are the fewest"
        self._say("minimal set", bound, number, words)

    def cheapest(self, done: int, levels: int) -> None:
        """So many of the costs were looked at."""
        self._say("easiest set", done, levels, f"{done} of {levels} ties broken")

    def _say(self, stage: str, done: int, total: int, words: str) -> None:
        if self.tell is not None:
            self.tell(Progress(stage, done, total, done / max(1, total), self.clock.seconds, remark=words))


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


def _cheapest(problem: Reduced, smallest: Cover, clock: Clock, told: _Told) -> Cover:
    """The cheapest of the smallest covers that was found, beginning with one of them.

    The costs are taken one after the other. A set weighs as much as counts for what came before, times more than the
    cost in question can be in all, plus that cost: the lightest cover is then the one that is asked for.
    """
    problem.reduce()
    levels = len(problem.costs[0])
    if not problem.rows:
        return Cover(tuple(sorted(problem.chosen)), smallest.bound, levels)
    essential = set(problem.chosen)
    chosen = sorted(set(map(problem.stand_in, smallest.chosen)) - essential)
    place = {number: at for at, number in enumerate(problem.columns)}
    weights, settled, is_proven = [1] * len(problem.columns), 0, True
    for level in range(levels):
        left = clock.left()
        if left is not None and left < _LEAST_SECONDS:
            break
        told.cheapest(level, levels)
        prices = [problem.costs[number][level] for number in problem.columns]
        least = min(prices)  # which any of as many sets costs, so that it decides nothing
        factor = sum([prices[place[number]] - least for number in chosen]) + 1
        weights = [weight * factor + price - least for weight, price in zip(weights, prices, strict=True)]
        if max(weights) >= _MOST_WEIGHT:
            break
        bound = sum(sorted(weights)[: len(chosen)])
        if bound < sum([weights[place[number]] for number in chosen]):
            chosen, bound = search(problem.rows, problem.columns, weights, chosen, clock, nodes=_CHEAPER_NODES)
        is_proven = is_proven and bound == sum([weights[place[number]] for number in chosen])
        settled += is_proven
    return Cover(tuple(sorted([*essential, *chosen])), smallest.bound, settled)


def search(
    rows: Sequence[int],
    columns: Sequence[int],
    weights: Sequence[int],
    start: list[int],
    clock: Clock,
    *,
    nodes: int = _MANY_NODES,
) -> tuple[list[int], int]:
    """The columns of least total weight that the engine found, no worse than ``start``, and a bound on that.

    The search ends after so many ``nodes``, or when time is over: see engine/set_cover/set_cover.hpp.
    """
    place = {number: at for at, number in enumerate(columns)}
    members: list[list[int]] = [[] for _ in columns]
    for element, row in enumerate(rows):
        for number in ones(row):
            members[place[number]].append(element)
    found, _, bound, _ = native.minimum_set_cover(
        len(rows), members, list(weights), [place[number] for number in start], clock.stop, clock.native(), nodes
    )
    return [columns[at] for at in found], bound
