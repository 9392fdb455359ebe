"""The rules in plain Python: the seven pieces, the score of a packing, and what a packing is.

Source: the registration challenge of Coveo Blitz 2022. A bag holds one-sided tetrominoes, which may be rotated but not
reflected. They are laid on the plane without overlap; a packing of n pieces whose bounding box has the sides a <= b
scores (10 n - a b) a / b. For pieces of other sizes 10 n becomes 2.5 times their cells, which is the same for
tetrominoes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt

from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Polyomino

LETTERS = "IJLOSTZ"
"""The names of the seven pieces, in the order in which counts are given."""

SHAPES = {
    "I": Polyomino.from_text("####"),
    "J": Polyomino.from_text("#../###"),
    "L": Polyomino.from_text("..#/###"),
    "O": Polyomino.from_text("##/##"),
    "S": Polyomino.from_text(".##/##."),
    "T": Polyomino.from_text(".#./###"),
    "Z": Polyomino.from_text("##./.##"),
}

MAX_CELLS = 1 << 22
"""No box that pieces are packed into has more cells; boards that are drawn have fewer."""

LEVELS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""How many pieces the bag of each level holds, each drawn uniformly; that of level 1 is always an I."""


def score(cells: int, width: int, height: int) -> Fraction:
    """What a packing of ``cells`` cells with this bounding box scores.

    >>> score(4 * 16, 8, 8), float(score(4 * 32, 11, 12))
    (Fraction(96, 1), 172.33333333333334)
    """
    short, long = sorted((width, height))
    return (Fraction(5 * cells, 2) - short * long) * Fraction(short, long)


def squarest(cells: int) -> list[tuple[int, int]]:
    """For each shorter side the box of at least so many cells that scores best; longer ones are worse squares."""
    return [(short, max(short, -(-cells // short))) for short in range(1, isqrt(cells) + 2)]


def bounding_box(placements: Iterable[Placement]) -> tuple[int, int, int, int]:
    """The smallest x and y, the width and the height of what the placements cover; four zeros without any."""
    cells = [cell for placement in placements for cell in placement.cells]
    if not cells:
        return 0, 0, 0, 0
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def overlap(placements: Sequence[Placement]) -> Cell | None:
    """A cell that is covered twice, or None."""
    seen: set[Cell] = set()
    for placement in placements:
        for cell in placement.cells:
            if cell in seen:
                return cell
            seen.add(cell)
    return None


def largest_rectangle(cells: Iterable[Cell], placements: Iterable[Placement]) -> int:
    """How many cells the largest rectangle has of which all are among ``cells`` and none is covered.

    Time grows with the cells times the shorter side of what is free.
    """
    free = set(cells) - {cell for placement in placements for cell in placement.cells}
    if not free:
        return 0
    best = 0
    columns = range(min(x for x, _ in free), max(x for x, _ in free) + 1)
    depth = dict.fromkeys(columns, 0)
    for y in range(min(y for _, y in free), max(y for _, y in free) + 1):
        for x in columns:
            depth[x] = depth[x] + 1 if (x, y) in free else 0
        for x in columns:
            least = depth[x]
            for right in range(x, columns.stop):
                least = min(least, depth[right])
                if not least:
                    break
                best = max(best, least * (right - x + 1))
    return best


def counts_of(placements: Iterable[Placement]) -> Counter[str]:
    """How often each piece lies there, by name."""
    return Counter(placement.piece for placement in placements)


ON_BOARD: tuple[str, ...] = ("board", "value", "room", "bonus")
"""The goals of a given board, on which pieces may be left out or cells stay empty."""
WITH_VALUE: tuple[str, ...] = ("value", "room", "bonus")
"""The goals whose answers have a value of their own."""
