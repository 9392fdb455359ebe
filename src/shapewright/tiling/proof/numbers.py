"""Whole numbers on the cells of a board, and on trios of them, that prove that some placements make no tiling.

Every place of a piece adds up to at most some number, so all the pieces together to at most a sum; the cells that must
be covered add up to more. Anyone who has the numbers needs only to add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapewright.colouring import rounding
from shapewright.tiling.proof.programme import Relaxation, Trio, least_numbers, tolls_of

if TYPE_CHECKING:
    from shapewright.tiling.search.instance import Cover

_FEW_PARTS = (1, 2, 3, 4)


def whole_numbers(
    cover: Cover, relaxation: Relaxation, trios: Sequence[Trio], allowed: Sequence[int], *, least: bool = True
) -> list[int] | None:
    """Whole numbers for the open cells and the ``trios``; they prove that ``allowed`` placements make no tiling.

    ``relaxation`` has just said that there is none. The numbers are the least where that can be found out, or without
    ``least`` any small ones. None where rounding leaves no proof.
    """
    paid = tolls_of([cover.options[k] for k in allowed], trios)
    if not least:
        whole = _rounded(cover, relaxation.numbers(len(cover.cells)), allowed, paid, _FEW_PARTS)
        if whole is not None:
            return whole
    found = least_numbers(cover, trios, allowed, relaxation.clock)
    for numbers in (found, relaxation.numbers(len(cover.cells))):
        whole = None if numbers is None else _rounded(cover, numbers, allowed, paid, rounding.PARTS)
        if whole is not None:
            return whole
    return None


def _rounded(
    cover: Cover,
    numbers: Sequence[float],
    allowed: Sequence[int],
    paid: Sequence[Sequence[int]],
    all_parts: Sequence[int],
) -> list[int] | None:
    """The numbers in the first of ``all_parts`` of the largest that leave a proof."""
    return rounding.whole_numbers(numbers, lambda whole: excess(cover, whole, allowed, paid) > 0, all_parts)


def excess(cover: Cover, whole: Sequence[int], allowed: Sequence[int], paid: Sequence[Sequence[int]]) -> int:
    """By how much the board adds up to more than all pieces can; above 0 the numbers are a proof.

    ``paid`` are the trios of which each allowed placement covers two cells or more.
    """
    size = len(cover.cells)
    most: list[int | None] = [None] * len(cover.minimum)
    for option, trios in zip(allowed, paid, strict=True):
        number, covered = cover.options[option]
        total = sum([whole[k] for k in covered]) - sum([whole[size + one] for one in trios])
        before = most[number]
        if before is None or total > before:
            most[number] = total
    board = sum([each if must else min(each, 0) for each, must in zip(whole, cover.required, strict=False)])
    board -= sum(whole[size:])
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
