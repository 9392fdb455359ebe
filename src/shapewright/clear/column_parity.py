"""What the columns alone tell: cells in numbers that no choice of pieces adds up to."""

from __future__ import annotations

from functools import lru_cache

from shapewright.clear.field import WIDTH
from shapewright.clear.piece import FACINGS, cells_of

__all__ = ["columns_can_be_filled"]


def columns_can_be_filled(open_cells: tuple[int, ...], kinds: frozenset[str]) -> bool:
    """Whether so many open cells, column by column, can be made up of such pieces, counted modulo 4.

    Full rows that vanish take a cell from every column, so what is true of the columns stays true however a piece comes
    to lie. False is a proof; True says little.

    >>> columns_can_be_filled((4,) * 10, frozenset("I")), columns_can_be_filled((6,) * 10, frozenset("I"))
    (True, False)
    """
    return _fits(tuple([cells % 4 for cells in open_cells]), kinds)


@lru_cache(maxsize=256)
def _fits(residues: tuple[int, ...], kinds: frozenset[str]) -> bool:
    # What the pieces so far put into this column and the next three, modulo 4.
    reached = {(0, 0, 0, 0)}
    for column, wanted in enumerate(residues):
        for profile in _profiles(kinds):
            if column + sum([cells > 0 for cells in profile]) > WIDTH:
                continue
            for _ in range(3):
                reached |= {_sum(state, profile) for state in reached}
        reached = {(*state[1:], 0) for state in reached if state[0] == wanted}
    return bool(reached)


def _sum(state: tuple[int, ...], profile: tuple[int, ...]) -> tuple[int, int, int, int]:
    first, second, third, fourth = [(one + other) % 4 for one, other in zip(state, profile, strict=True)]
    return first, second, third, fourth


@lru_cache(maxsize=64)
def _profiles(kinds: frozenset[str]) -> frozenset[tuple[int, ...]]:
    """How many cells the pieces have in each of four columns from their first one on."""
    found = set()
    for piece in kinds:
        for facing in FACINGS:
            columns = [x for x, _ in cells_of(piece, facing)]
            found.add(tuple([columns.count(min(columns) + x) for x in range(4)]))
    return frozenset(found)
