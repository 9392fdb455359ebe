"""How many packings there are, counted again by a sweep over the cells, which knows no exact cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from shapewright.cells.grid import Cell
from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Piece
from shapewright.jobs.limits import Clock

_LOOK = 4096


def number_of(
    pieces: Sequence[Piece],
    cells: Sequence[Cell],
    seconds: float,
    colours: Mapping[Cell, str] | None = None,
    must: AbstractSet[Cell] = frozenset(),
) -> int | None:
    """In how many ways ``pieces``, as many as their minimums, lie on ``cells``; None if counting takes longer.

    ``colours`` are those of the board, the cells that ``must`` be covered may not stay empty. Time and memory grow with
    the sets of cells that a piece can reach over.

    >>> from shapewright.cells.pieces import parse_pieces
    >>> number_of(parse_pieces("2*I2"), [(0, 0), (0, 1), (1, 0), (1, 1)], 1.0)
    2
    """
    clock = Clock(max(0.0, seconds))
    order = sorted(cells)
    begins: list[list[tuple[int, int]]] = [[] for _ in order]
    for kind, piece in enumerate(pieces):
        for where in placements(order, piece.orientations(), colours) if piece.minimum else ():
            begins[where[0]].append((kind, sum(1 << at - where[0] for at in where)))
    states: Counter[tuple[int, tuple[int, ...]]] = Counter({(0, tuple(piece.minimum for piece in pieces)): 1})
    looked = 0
    for at, cell in enumerate(order):
        after: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (covered, left), ways in states.items():
            looked += 1
            if looked % _LOOK == 0 and clock.over():
                return None
            if covered & 1 or cell not in must:
                after[covered >> 1, left] += ways
            for kind, mask in begins[at] if not covered & 1 else ():
                if left[kind] and not covered & mask:
                    fewer = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
                    after[(covered | mask) >> 1, fewer] += ways
        states = after
    return sum(ways for (_, left), ways in states.items() if not any(left))
