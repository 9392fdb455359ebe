"""The shortest decision list: conditions in an order, each with a set that has whatever the condition finds left.

An element goes to the first condition that holds for it, and must be in that condition's set. A rule that is
right for some elements is right for fewer of them, too. So a rule that takes more than another one is never worse, and
of two beginnings the one that leaves only some of the elements which the other leaves is no worse.

A quick list comes first, so that there is one soon. Then the search keeps the best few of all beginnings of a length,
first one, then more and more. If at last nothing had to be left out, the list is proven to be the shortest; so it is,
too, where it has no more rules than sets are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import heapify, heappop, heapreplace
from operator import or_

from shapewright.clear.paths.minimum_cover import minimum_cover
from shapewright.errors import StoppedError
from shapewright.jobs.limits import Clock

WIDEST = 64
"""No more beginnings of a length are kept."""

_COVER_SHARE = 0.3

_QUICK = (0.25, 0.9)
"""Quick lists look for new rules when the best known one takes less than this share of what the first one took."""

_Steps = tuple["_Steps", int, int] | tuple[()]


@dataclass(frozen=True, slots=True)
class DecisionList:
    """``rules``: the number of a condition and that of a set, in order; no list has fewer than ``bound`` rules."""

    rules: tuple[tuple[int, int], ...]
    bound: int


def decision_list(
    conditions: Sequence[int],
    sets: Sequence[int],
    clock: Clock,
    *,
    widest: int = WIDEST,
    told: Callable[[int, int], None] | None = None,
) -> DecisionList | None:
    """The shortest list that was found for all elements of any set; None where these conditions allow of none.

    Elements are bits. ``told`` hears of the number of rules and of the bound as they become better. When the clock is
    over, the best list so far is the answer; raises ``StoppedError`` if there is none yet.

    >>> from shapewright.jobs.limits import Clock
    >>> decision_list([0b1111, 0b0011, 0b0110], [0b0111, 0b1100], Clock(None))
    DecisionList(rules=((1, 0), (0, 1)), bound=2)
    """
    everything = reduce(or_, sets, 0)
    search = _Search(conditions, sets, clock)
    best = search.quick(everything, _QUICK[0])
    if best is None:
        return None
    left = clock.left()
    share = None if left is None else left * _COVER_SHARE
    bound = minimum_cover(sets, [0] * len(sets), time_limit=share).bound
    tell = told or (lambda rules, bound: None)
    tell(len(best), bound)
    width = 1
    try:
        if len(best) > bound:
            best = min(best, search.quick(everything, _QUICK[1]) or best, key=len)
            tell(len(best), bound)
        while width <= widest and (width == 1 or len(best) > bound):
            # Of lists as short as the quick one that is taken whose first rules do most.
            found, least = search.pass_(everything, width, len(best) + (width == 1))
            best = found or best
            bound = max(bound, min(least, len(best)))
            tell(len(best), bound)
            width *= 4
    except StoppedError:
        pass  # the best so far
    return DecisionList(best, bound)


class _Search:
    def __init__(self, conditions: Sequence[int], sets: Sequence[int], clock: Clock) -> None:
        self._conditions = conditions
        self._clock = clock
        # Those that have most are tried first.
        self._order = sorted(range(len(sets)), key=lambda number: -sets[number].bit_count())
        self._lacking = [~sets[number] for number in self._order]
        self._all = (1 << len(sets)) - 1
        # For an element, which sets have it.
        self._having: dict[int, int] = {}
        # For a condition, elements that it finds and that no set has together: as long as all of them are left, it
        # makes no rule.
        self._against = [0] * len(conditions)
        self._set_of = [0] * len(conditions)

    def quick(self, everything: int, share: float) -> tuple[tuple[int, int], ...] | None:
        """A list each of whose rules takes most of what is left, among those known; None where nothing takes the rest.

        A condition that makes a rule once does so from then on, and takes only less. Others are looked at again when
        the best rule takes less than ``share`` of what the best one took at the last look.
        """
        rules, left = [], everything
        known: dict[int, int] = {}
        others: Sequence[int] = range(len(self._conditions))
        while left:
            still, seen = [], set()
            for place, number in enumerate(others):
                if place % 1024 == 0:
                    self._clock.check("a decision list was found")
                taken, obstacle = self._conditions[number] & left, self._against[number]
                if not taken:
                    continue
                if obstacle and obstacle & left == obstacle:
                    still.append(number)
                elif taken not in seen:  # those that take the same now take the same from now on
                    seen.add(taken)
                    chosen = self._set(number, taken)
                    if chosen < 0:
                        still.append(number)
                    else:
                        known[number] = chosen
            others = still
            if not known:
                return None
            # What a rule took last is at least what it takes now.
            waiting = [(-(self._conditions[number] & left).bit_count(), number) for number in known]
            heapify(waiting)
            least = int(waiting[0][0] * share) if others else -1
            while left and waiting:
                bound, number = waiting[0]
                taken = self._conditions[number] & left
                if -taken.bit_count() > bound:
                    heapreplace(waiting, (-taken.bit_count(), number))
                elif bound > least or not taken:
                    break
                else:
                    heappop(waiting)
                    rules.append((number, self._order[known[number]]))
                    left &= ~taken
            known = {number: known[number] for _, number in waiting if self._conditions[number] & left}
        return tuple(rules)

    def pass_(self, everything: int, width: int, limit: int) -> tuple[tuple[tuple[int, int], ...] | None, int]:
        """The rules of the best list of fewer than ``limit`` rules, and a bound on their number.

        Of the beginnings of each length the best ``width`` are kept; the bound is 0 if others were left out.
        """
        beginnings: dict[int, _Steps] = {everything: ()}
        is_whole = True
        length = 0
        while 0 not in beginnings:
            length += 1
            if length >= limit:  # none is shorter, if all were looked at
                return None, limit if is_whole else 0
            following: dict[int, _Steps] = {}
            for left, steps in beginnings.items():
                self._clock.check("a decision list was found")
                rules, is_all = self._rules(left, 2 * width)
                is_whole &= is_all
                for taken, condition, chosen in rules:
                    following.setdefault(left & ~taken, (steps, condition, chosen))
            if not following:
                return None, limit if is_whole else 0
            ordered = sorted(following, key=int.bit_count)
            is_whole &= len(ordered) <= width
            beginnings = {left: following[left] for left in ordered[:width]}
        rules_found = []
        steps = beginnings[0]
        while steps:
            steps, condition, chosen = steps
            rules_found.append((condition, self._order[chosen]))
        return tuple(reversed(rules_found)), length if is_whole else 0

    def _rules(self, left: int, most: int) -> tuple[list[tuple[int, int, int]], bool]:
        """The rules that take most of what is left: what they take, the condition, the set; and whether these are all.

        Rules that take no more than another one are left out, which loses nothing.
        """
        against = self._against
        found: dict[int, tuple[int, int]] = {}
        for number, condition in enumerate(self._conditions):
            taken = condition & left
            obstacle = against[number]
            if not taken or (obstacle and obstacle & left == obstacle) or taken in found:
                continue
            chosen = self._set(number, taken)
            if chosen >= 0:
                found[taken] = number, chosen
        kept: list[int] = []
        for taken in sorted(found, key=lambda taken: (-taken.bit_count(), found[taken])):
            if any(not taken & ~other for other in kept):
                continue
            if len(kept) == most:
                return [(each, *found[each]) for each in kept], False
            kept.append(taken)
        return [(each, *found[each]) for each in kept], True

    def _set(self, number: int, taken: int) -> int:
        """A set that has all that is taken; -1 if there is none, and then why is kept."""
        candidates, obstacle = self._all, 0
        at = self._set_of[number]
        while True:
            lacking = taken & self._lacking[at]
            if not lacking:
                self._set_of[number] = at
                return at
            element = lacking & -lacking
            obstacle |= element
            if element not in self._having:
                having = [1 << at for at, lacking in enumerate(self._lacking) if not lacking & element]
                self._having[element] = sum(having)
            candidates &= self._having[element]
            if not candidates:
                self._against[number] = obstacle
                return -1
            at = (candidates & -candidates).bit_length() - 1
