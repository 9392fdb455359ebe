"""The fewest clues that single out one tiling, by trying every set of clues, the smallest first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Tile = tuple[int, frozenset[tuple[int, ...]]]  # class and cells
Tiling = frozenset[Tile]


def fewest(tiling: Tiling, every: Collection[Tiling], kind: str, board: Iterable[tuple[int, ...]] = ()) -> int | None:
    """How many true facts leave no other tiling of ``every``; None if all of them leave one."""
    true = facts(tiling, kind, board)
    others = [facts(other, kind, board) for other in every if other != tiling]
    for number in range(len(true) + 1):
        if any(not any(other.issuperset(some) for other in others) for some in combinations(sorted(true), number)):
            return number
    return None


def facts(
    tiling: Iterable[Tile], kind: str, board: Iterable[tuple[int, ...]] = ()
) -> frozenset[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Which piece lies where, which cell belongs to which piece, or which cells of the board stay empty."""
    if kind == "holes":
        covered = {cell for _, cells in tiling for cell in cells}
        return frozenset((-1, (cell,)) for cell in board if cell not in covered)
    if kind == "pieces":
        return frozenset((number, tuple(sorted(covered))) for number, covered in tiling)
    return frozenset((number, (cell,)) for number, covered in tiling for cell in covered)
