"""Whole numbers on the cells of a board that prove that some placements make no tiling.

Every place of a piece adds up to at most some number, so all the pieces together to at most a sum; the cells that must
be covered add up to more. Anyone who has the numbers needs only to add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.tiling.proof.programme import least_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.tiling.instance import Cover
    from shapewright.tiling.proof.programme import Relaxation

__all__ = ["excess", "whole_numbers"]

_MOST_PARTS = 240  # that the unit is cut into


def whole_numbers(cover: Cover, relaxation: Relaxation, allowed: Sequence[int]) -> list[int] | None:
    """A whole number for each open cell; they prove that ``allowed`` placements make no tiling.

    ``relaxation`` has just said that there is none. The numbers are the least where that can be found out; None where
    rounding leaves no proof.
    """
    least = least_numbers(cover, allowed)
    for numbers in (least, relaxation.numbers(len(cover.cells))):
        if numbers is None:
            continue
        largest = max([abs(number) for number in numbers], default=0.0)
        if largest <= 0:
            continue
        for parts in range(1, _MOST_PARTS + 1):
            whole = [round(number / largest * parts) for number in numbers]
            if excess(cover, whole, allowed) > 0:
                return whole
    return None


def excess(cover: Cover, whole: Sequence[int], allowed: Iterable[int]) -> int:
    """By how much the board adds up to more than all pieces can; above 0 the numbers are a proof."""
    most: list[int | None] = [None] * len(cover.minimum)
    for option in allowed:
        number, covered = cover.options[option]
        total = sum([whole[k] for k in covered])
        before = most[number]
        if before is None or total > before:
            most[number] = total
    board = sum([each if must else min(each, 0) for each, must in zip(whole, cover.required, strict=True)])
    for number, largest in enumerate(most):
        if largest is None:
            if cover.minimum[number]:
                return 1  # a piece that has to be used has no place
            continue
        if largest <= 0:
            board -= largest * cover.minimum[number]
            continue
        copies = cover.maximum[number]
        if copies is None:
            return 0
        board -= largest * copies
    return board
