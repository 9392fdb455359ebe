"""The fewest clues that single out one tiling, by trying every set of clues, the smallest first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Tile = tuple[int, frozenset[tuple[int, ...]]]  # class and cells
Tiling = frozenset[Tile]


def fewest(tiling: Tiling, every: Collection[Tiling], *, cells: bool) -> int | None:
    """How many true facts leave no other tiling of ``every``; None if all of them leave one."""
    true = facts(tiling, cells=cells)
    others = [facts(other, cells=cells) for other in every if other != tiling]
    for number in range(len(true) + 1):
        if any(not any(other.issuperset(some) for other in others) for some in combinations(sorted(true), number)):
            return number
    return None


def facts(tiling: Iterable[Tile], *, cells: bool) -> frozenset[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Which piece lies where, or which cell belongs to which piece."""
    if not cells:
        return frozenset((number, tuple(sorted(covered))) for number, covered in tiling)
    return frozenset((number, (cell,)) for number, covered in tiling for cell in covered)
