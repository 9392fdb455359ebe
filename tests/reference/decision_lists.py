"""The length of the shortest decision list, by trying every rule after every other one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet


def least_rules(conditions: Sequence[AbstractSet[int]], sets: Sequence[AbstractSet[int]]) -> int | None:
    """How many rules lead every element of the sets to a set that has it; None if these conditions cannot.

    An element goes to the first condition that has it, and all that goes there must be in one of the sets.
    """
    waiting = {frozenset[int]().union(*sets)}
    seen = set(waiting)
    length = 0
    while waiting:
        if frozenset() in waiting:
            return length
        length += 1
        after = set()
        for left in waiting:
            for condition in conditions:
                taken = left & condition
                if taken and any(taken <= members for members in sets):
                    after.add(left - taken)
        waiting = after - seen
        seen |= after
    return None
