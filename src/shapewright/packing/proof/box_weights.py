"""Whole numbers on the cells of a box that show that pieces do not fit into it: the certificate, and its checker.

Every place of a piece adds up to at least some number, so that all pieces together add up to at least a sum; the cells
of the box add up to less. Numbers may repeat: then a small table says those of a box of any size. Nothing here knows
how they were found: that is :mod:`shapewright.packing.search.find_box_weights`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from shapewright.cells.grid import Cell
from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError, listed_words
from shapewright.packing.rules import MAX_CELLS

_LARGEST = 10**9


@dataclass(frozen=True)
class Weights:
    """Numbers of at least 0 on the cells of a box; ``rows`` is a table of them, the lowest row first.

    ``across`` says how a row of the table becomes one of the box: its first columns come once, then so many columns
    again and again as there is room, and the rest once at the end. ``up`` says the same of the rows.

    >>> weights = Weights(((0, 0), (0, 1)), (0, 2), (0, 2))
    >>> [number for _, number in weights.cells(4, 3)]
    [0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]

    Raises ``NotationError`` for anything else.
    """

    rows: tuple[tuple[int, ...], ...]
    across: tuple[int, int]
    up: tuple[int, int]

    def __post_init__(self) -> None:
        if not self.rows or any(len(row) != len(self.rows[0]) for row in self.rows):
            raise NotationError("weights are a table of rows of equal length")
        if any(type(number) is not int or not 0 <= number <= _LARGEST for row in self.rows for number in row):
            raise NotationError(f"a weight is not a whole number from 0 to {_LARGEST}")
        for once, again, size in ((*self.across, len(self.rows[0])), (*self.up, len(self.rows))):
            if type(once) is not int or type(again) is not int or min(once, again) < 0 or once + again > size:
                raise NotationError("the weights repeat columns or rows that are not in their table")

    def columns(self, width: int) -> list[int]:
        """The column of the table of each column of a box."""
        return _spread(self.across, len(self.rows[0]), width)

    def lines(self, height: int) -> list[int]:
        """The row of the table of each row of a box."""
        return _spread(self.up, len(self.rows), height)

    def cells(self, width: int, height: int) -> Iterator[tuple[Cell, int]]:
        """The cells of a box and their numbers, row by row."""
        columns = self.columns(width)
        for y, line in enumerate(self.lines(height)):
            for x, column in enumerate(columns):
                yield (x, y), self.rows[line][column]

    def total(self, width: int, height: int) -> int:
        """What all cells of a box add up to."""
        columns, lines = Counter(self.columns(width)), Counter(self.lines(height))
        return sum([self.rows[y][x] * many * again for y, many in lines.items() for x, again in columns.items()])

    def least(self, piece: Piece, width: int, height: int) -> int | None:
        """What a place of ``piece`` in a box adds up to at least; None if it has no place."""
        columns, lines = self.columns(width), self.lines(height)
        found: int | None = None
        for shape in piece.orientations():
            wide, high = shape.size
            across = {tuple(columns[x : x + wide]) for x in range(width - wide + 1)}
            up = {tuple(lines[y : y + high]) for y in range(height - high + 1)}
            for xs in across:
                for ys in up:
                    total = sum([self.rows[ys[cell[1]]][xs[cell[0]]] for cell in shape.cells])
                    found = total if found is None or total < found else found
        return found

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"rows": [list(row) for row in self.rows], "across": list(self.across), "up": list(self.up)}

    @classmethod
    def from_json(cls, data: Any) -> Weights:
        """What :meth:`to_json` gave; raises ``NotationError`` for anything else."""
        try:
            (once, again), (first, more) = data["across"], data["up"]
            return cls(tuple([tuple(row) for row in data["rows"]]), (once, again), (first, more))
        except (KeyError, TypeError, ValueError):
            raise NotationError("the weights have not the form of weights: rows, across and up") from None


@dataclass(frozen=True)
class Sums:
    """What weights add up to: ``least`` for a place of each piece, all ``pieces`` together, and the ``box``."""

    least: tuple[tuple[str, int], ...]
    pieces: int
    box: int

    def __bool__(self) -> bool:
        """Whether it follows that the pieces do not fit."""
        return self.pieces > self.box


def add_up(weights: Weights, pieces: Sequence[Piece], width: int, height: int) -> Sums:
    """Add up the weights of a box, and of the pieces that must lie in it.

    Raises ``NotationError`` for weights of another box, and for a piece that has no place in it, which weighs nothing.
    """
    least = []
    together = 0
    for piece in pieces:
        if not piece.minimum:
            continue
        lightest = weights.least(piece, width, height)
        if lightest is None:
            raise NotationError(f"the piece {piece.name} has no place in the box {width}x{height}")
        least.append((piece.name, lightest))
        together += piece.minimum * lightest
    return Sums(tuple(least), together, weights.total(width, height))


def sentence(weights: Weights, pieces: Sequence[Piece], width: int, height: int) -> str:
    """Why the pieces do not fit, as the weights show it.

    >>> from shapewright.packing.bag import Bag
    >>> sentence(Weights(((0, 1),), (0, 2), (0, 1)), Bag.from_text("O7").pieces(), 5, 6)
    'each O covers at least 2 of the 12 cells in every 2nd column, all pieces together at least 14'
    """
    sums = add_up(weights, pieces, width, height)
    by_least: dict[int, list[str]] = {}
    for name, lightest in sums.least:
        if lightest:
            by_least.setdefault(lightest, []).append(name)
    groups = sorted(by_least.items())
    largest = max([number for row in weights.rows for number in row])
    if largest == 1:
        covers = listed_words([f"each {listed_words(names)} covers at least {least}" for least, names in groups])
        return f"{covers} of the {sums.box} cells {_marked(weights)}, all pieces together at least {sums.pieces}"
    adds = listed_words([f"each {listed_words(names)} adds up to at least {least}" for least, names in groups])
    return (
        f"with weights from 0 to {largest} on the cells {adds}, all pieces together to at least {sums.pieces}, "
        f"but the box to {sums.box}"
    )


def _marked(weights: Weights) -> str:
    """Which cells have a 1."""
    columns, lines = len(weights.rows[0]), len(weights.rows)
    last_alone = sum(map(sum, weights.rows)) == weights.rows[-1][-1]
    if not last_alone or weights.across != (0, columns) or weights.up != (0, lines):
        return "that are marked"
    if min(columns, lines) == 1:
        return f"in {_every(columns, 'column') if columns > 1 else _every(lines, 'row')}"
    return f"where {_every(columns, 'column')} meets {_every(lines, 'row')}"


def _every(number: int, what: str) -> str:
    ordinal = {2: "2nd", 3: "3rd"}.get(number, f"{number}th")
    return f"every {what}" if number == 1 else f"every {ordinal} {what}"


def _spread(repeat: tuple[int, int], size: int, length: int) -> list[int]:
    once, again = repeat
    last = size - once - again
    middle = length - once - last
    if length > MAX_CELLS or middle < 0 or (middle and not again):
        raise NotationError(f"weights of {size} columns or rows do not repeat to {length}")
    return [*range(once), *[once + k % again for k in range(middle)], *range(size - last, size)]
