"""Prices of a linear programme made into whole numbers: the smallest that still prove what they are to prove."""

from __future__ import annotations

from collections.abc import Callable, Sequence

PARTS = (*range(1, 31), 36, 40, 48, 60, 84, 120, 240, 480, 1_000, 10_000, 100_000, 1_000_000)
"""Into how many parts the largest number is cut. The closer the two sides of a proof come, the more are needed."""


def whole_numbers(
    numbers: Sequence[float], proves: Callable[[list[int]], bool], all_parts: Sequence[int] = PARTS
) -> list[int] | None:
    """The numbers in the first of ``all_parts`` of the largest of them that ``proves`` accepts; None if it takes none.

    >>> whole_numbers([0.5, 0.26, 0.0], lambda whole: whole[0] == 2 * whole[1])
    [2, 1, 0]
    """
    largest = max([abs(number) for number in numbers], default=0.0)
    for parts in all_parts if largest > 0 else ():
        whole = [round(number / largest * parts) for number in numbers]
        if proves(whole):
            return whole
    return None
