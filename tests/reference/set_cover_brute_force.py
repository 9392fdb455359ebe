"""The least weight of sets that together have every element, by trying all sets of sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def least_weight(elements: int, sets: Sequence[Sequence[int]], weights: Sequence[int]) -> int:
    """The weight of the lightest cover; every element is in some set."""
    best = sum(weights)
    for some in range(1 << len(sets)):
        chosen = [number for number in range(len(sets)) if some >> number & 1]
        if len({element for number in chosen for element in sets[number]}) == elements:
            best = min(best, sum([weights[number] for number in chosen]))
    return best
