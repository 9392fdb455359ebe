"""Gravity: the pieces of a packing in space come straight down from above, one after the other, until they rest.

A piece rests if one of its cells is on the floor (z = 0) or directly on a cell of another piece. It can come down as
long as no cell of a piece that lies there already is above one of its own. So a packing obeys gravity if every piece
rests and the pieces have an order in which each comes after all that have cells below its own, however far below.
"""

from __future__ import annotations

import itertools
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.motion import Cell

__all__ = ["fallen", "from_above", "order_fault", "rests"]


def from_above(pieces: Sequence[Sequence[Cell]]) -> list[int] | None:
    """An order in which the pieces (their cells) can come down from above, as positions; None if there is none.

    Of those that can come next the one with the lowest cells does.

    >>> from_above([[(0, 0, 1)], [(0, 0, 0)]])
    [1, 0]
    >>> hook, other = [(0, 0, 0), (1, 0, 0), (1, 0, 1)], [(1, 0, 2), (0, 0, 2), (0, 0, 1)]
    >>> from_above([hook, other])
    [0, 1]
    >>> from_above([[(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 1, 2), (0, 0, 2)], [(0, 0, 1)]]) is None
    True
    """
    columns: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, cells in enumerate(pieces):
        for x, y, z in cells:
            columns.setdefault((x, y), []).append((z, number))
    above: list[set[int]] = [set() for _ in pieces]
    for column in columns.values():
        column.sort()
        for (_, low), (_, high) in itertools.pairwise(column):
            if low != high:
                above[low].add(high)
    waiting = [0] * len(pieces)
    for others in above:
        for other in others:
            waiting[other] += 1
    depth = [min(z for _, _, z in cells) for cells in pieces]
    ready = [(depth[number], number) for number, before in enumerate(waiting) if not before]
    heapify(ready)
    order: list[int] = []
    while ready:
        number = heappop(ready)[1]
        order.append(number)
        for other in above[number]:
            waiting[other] -= 1
            if not waiting[other]:
                heappush(ready, (depth[other], other))
    return order if len(order) == len(pieces) else None


def fallen(pieces: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """Where pieces that come down from above in this order come to rest, never higher than they were.

    >>> fallen([[(0, 0, 3)], [(0, 0, 5), (1, 0, 5)]])
    [((0, 0, 0),), ((0, 0, 1), (1, 0, 1))]
    """
    tops: dict[tuple[int, int], int] = {}
    found: list[tuple[Cell, ...]] = []
    for cells in pieces:
        down = min(z - tops.get((x, y), 0) for x, y, z in cells)
        lying = tuple([(x, y, z - down) for x, y, z in cells])
        for x, y, z in lying:
            tops[x, y] = max(tops.get((x, y), 0), z + 1)
        found.append(lying)
    return found


def rests(cells: Sequence[Cell], below: frozenset[Cell] | set[Cell]) -> bool:
    """Whether a piece on ``cells`` lies on the floor, or on one of the cells ``below``, which are those of others."""
    return any(z == 0 or (x, y, z - 1) in below for x, y, z in cells)


def order_fault(pieces: Sequence[Sequence[Cell]]) -> str:
    """What is wrong if the pieces come down in this order: that one is under others, or does not rest; '' if nothing.

    >>> order_fault([[(0, 0, 1)], [(0, 0, 0)]]), order_fault([[(0, 0, 0)], [(0, 0, 1)]])
    ('piece 1 does not rest on the floor or on a piece that was laid before it', '')
    """
    taken: set[Cell] = set()
    tops: dict[tuple[int, int], int] = {}
    for number, cells in enumerate(pieces, start=1):
        if any(tops.get((x, y), -1) > z for x, y, z in cells):
            return f"piece {number} lies under a piece that was laid before it"
        if not rests(cells, taken):
            return f"piece {number} does not rest on the floor or on a piece that was laid before it"
        taken.update(cells)
        for x, y, z in cells:
            tops[x, y] = max(tops.get((x, y), -1), z)
    return ""
