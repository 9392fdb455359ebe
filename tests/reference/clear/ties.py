"""How hard solutions are to play, from every order of their pieces, and the easiest of all smallest sets of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

from tests.reference.clear.brute_force import BruteForce, Picture

from shapewright.clear.field import Field


def ease(
    slow: BruteForce, field: Field, height: int, picture: Picture, queues: Collection[str], tucked: int, *, hold: bool
) -> tuple[int, int, int]:
    """Tucked pieces, per cent of the queues that need hold, and per cent of the orders that do not build it."""
    held = 0
    if hold:
        held = len([queue for queue in queues if queue not in in_order(slow, field, height, picture, queues)])
    orders = {"".join(order) for order in permutations([piece for piece, _ in picture])}
    playable = in_order(slow, field, height, picture, orders)
    return tucked, rounded(held, len(queues)), rounded(len(orders) - len(playable), len(orders))


def in_order(slow: BruteForce, field: Field, height: int, picture: Picture, queues: Collection[str]) -> set[str]:
    """The queues that build it as they come."""
    return set(slow.pictures(field, sorted(queues), height, hold=False).get(picture, ()))


def rounded(part: int, whole: int) -> int:
    """Whole per cent, a half upward."""
    return int(100 * part / whole + 0.5)


def easiest(serving: Mapping[Any, Collection[str]], costs: Mapping[Any, Sequence[int]]) -> tuple[int, list[int]]:
    """The size of the smallest sets that serve all, and the least sums of their costs, the first cost first."""
    everything = {queue for queues in serving.values() for queue in queues}
    for size in range(len(serving) + 1):
        sums = [
            [sum([costs[one][level] for one in some]) for level in range(3)]
            for some in combinations(serving, size)
            if {queue for one in some for queue in serving[one]} == everything
        ]
        if sums:
            return size, min(sums)
    raise AssertionError("all of them serve all")
