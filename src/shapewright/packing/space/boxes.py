"""Boxes in space: which hold so many cells, best first, the pieces that go into them, and gravity.

With gravity pieces come straight down from above, one after the other, until one of their cells is on the floor (z = 0)
or directly on a cell of another piece. A piece can come down as long as no cell of a piece that lies there already is
above one of its own. So a packing obeys gravity if every piece rests and the pieces have an order in which each comes
after all that have cells below its own, however far below.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from math import prod

from shapewright.cells.motion import Cell
from shapewright.cells.polyomino import Piece
from shapewright.errors import LimitError, ProblemError
from shapewright.packing.bag import Bag

SolidBox = tuple[int, int, int]
"""Width (x), depth (y) and height (z) in cells."""

MAX_SOLID_CELLS = 4096
"""Pieces of more cells, and larger boxes, are not packed in space."""


def in_space(bag: Bag | Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of which there are any, as solid ones: flat ones may be turned in space as they lie on a table.

    Raises ``ProblemError`` for counts with a range, pieces of other lattices, values, and pieces with a grain.
    """
    found = []
    for piece in bag.pieces() if isinstance(bag, Bag) else bag:
        if piece.minimum != piece.maximum:
            raise ProblemError(f"the piece {piece.name} has a range; 'solids' needs the exact number of every piece")
        if not piece.shape.lattice.is_plain:
            made = piece.shape.lattice.cell_name
            raise ProblemError(f"the piece {piece.name} is made of {made}s; a box in space holds cubes and squares")
        if piece.value or piece.shape.colours:
            raise ProblemError(f"the piece {piece.name} has a value or colours, which 'solids' does not count")
        if piece.motions == "half-turn":
            raise ProblemError(f"the piece {piece.name} has half-turn motions, which solid pieces do not; write fixed-")
        if piece.minimum:
            found.append(replace(piece, shape=piece.shape.lifted()))
    names = [piece.name for piece in found]
    if len(set(names)) < len(names):
        raise ProblemError(f"two pieces are called {next(name for name in names if names.count(name) > 1)}")
    cells = sum(piece.minimum * piece.shape.area for piece in found)
    if not cells:
        raise ProblemError("there are no pieces to pack: every count is 0")
    if cells > MAX_SOLID_CELLS:
        raise LimitError(f"pieces of {cells} cells are more than the limit of {MAX_SOLID_CELLS} cells in space")
    return tuple(found)


def checked_sides(box: Sequence[int]) -> SolidBox:
    """A given box; raises ``ProblemError`` or ``LimitError``."""
    shown = "x".join(map(str, box))
    if len(box) != 3 or min(box) < 1:
        raise ProblemError(f"{shown} is not a box in space; expected a width, a depth and a height of at least 1")
    if prod(box) > MAX_SOLID_CELLS:
        raise LimitError(f"the box {shown} is larger than the limit of {MAX_SOLID_CELLS} cells in space")
    return box[0], box[1], box[2]


def better_boxes(cells: int, *, gravity: bool, turns: bool) -> list[SolidBox]:
    """The boxes that hold so many cells, best first: least volume, then least surface, then least height.

    Without gravity a box is as good on any of its sides, if the pieces may be turned (``turns``), and only one of them
    is listed. The list ends at ``MAX_SOLID_CELLS``.

    >>> better_boxes(8, gravity=False, turns=True)[:4]
    [(2, 2, 2), (1, 2, 4), (1, 1, 8), (1, 3, 3)]
    >>> better_boxes(12, gravity=True, turns=True)[:3]
    [(2, 3, 2), (2, 2, 3), (3, 4, 1)]
    """
    found: list[SolidBox] = []
    for a in range(1, MAX_SOLID_CELLS + 1):
        if a**3 > MAX_SOLID_CELLS:
            break
        for b in range(a, MAX_SOLID_CELLS // a + 1):
            if a * b * b > MAX_SOLID_CELLS:
                break
            found += [(a, b, c) for c in range(max(b, -(-cells // (a * b))), MAX_SOLID_CELLS // (a * b) + 1)]
    found.sort(key=lambda box: (prod(box), box[0] * box[1] + box[1] * box[2] + box[0] * box[2]))
    if turns and not gravity:
        return found
    return [turned for box in found for turned in _turned(box, turns=turns)]


def _turned(box: SolidBox, *, turns: bool) -> list[SolidBox]:
    """The same box on each of its sides; where pieces ``turns`` about the height, the width is not above the depth."""
    a, b, c = box
    every = {(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)}
    return sorted([one for one in every if not turns or one[0] <= one[1]], key=lambda one: (one[2], one))


def may_turn(pieces: Sequence[Piece]) -> bool:
    """Whether a packing of the pieces can be turned in space as a whole."""
    return all(piece.motions != "fixed" for piece in pieces)


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
