"""The most that touching pieces bring, the slow, obvious way: every packing, every pair of neighbouring cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.reference.packing.repairs import Cells, Kind, packings


def brings(lying: Sequence[tuple[str, Cells]], bonuses: Mapping[frozenset[str], int]) -> int:
    """What the pieces bring: each pair of pieces with cells at a distance of 1 counts once."""
    total = 0
    for number, (one, cells) in enumerate(lying):
        for other, there in lying[number + 1 :]:
            if any(abs(ax - bx) + abs(ay - by) == 1 for ax, ay in cells for bx, by in there):
                total += bonuses.get(frozenset((one, other)), 0)
    return total


def most(kinds: Sequence[Kind], board: Cells, bonuses: Mapping[frozenset[str], int]) -> int | None:
    """The most; None if the pieces do not fit."""
    return max((brings(sorted(one, key=repr), bonuses) for one in packings(kinds, board)), default=None)
