"""Holes of a board, and the operations on a board before its holes are found.

======================  ===============================================================
``T-Reverse(4,2)``      a T, turned by 180 degrees, with its centre in column 4, row 2
``block(1,2)``          one cell
``row(1)``              the whole row 1
``clear()``             full rows are cleared
======================  ===============================================================

A facing is ``Spawn``, ``Right``, ``Reverse`` or ``Left``, also ``0``, ``R``, ``2``, ``L`` or ``N``, ``E``, ``S``,
``W``. Columns and rows count from 0, from the left and from the bottom. These are the operations of solution-finder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, WIDTH
from shapewright.clear.piece import PIECES, Placement
from shapewright.errors import NotationError, ProblemError, quote

Holes = Literal["none", "holes", "strict-holes"]

HOLES: tuple[Holes, ...] = ("none", "holes", "strict-holes")
"""What counts as a hole: nothing, an empty cell below a filled one, or one that no empty cell leads to from above."""

_FACINGS = {
    "spawn": "N", "0": "N", "n": "N", "right": "E", "r": "E", "e": "E",
    "reverse": "S", "2": "S", "s": "S", "left": "W", "l": "W", "w": "W",
}  # fmt: skip
_WORD = re.compile(
    r"[ ,;\t]*(?P<text>(?P<name>[A-Za-z]+)(?:-(?P<facing>[A-Za-z0-9]+))?\((?P<numbers>[^()]*)\))", re.ASCII
)
_EXAMPLE = "write T-Reverse(4,2), block(1,2), row(1) or clear()"


@dataclass(frozen=True)
class Operation:
    """One thing done to a board: ``cells`` (a number) are filled, or, if there are none, full rows are cleared."""

    text: str
    cells: int = 0


def read_holes(text: str) -> Holes:
    """One of ``HOLES``; raises ``NotationError`` for another word."""
    for known in HOLES:
        if text.lower() == known:
            return known
    raise NotationError(f"{quote(text)} does not say which holes are excluded; choose one of {', '.join(HOLES)}")


def read_operations(text: str) -> tuple[Operation, ...]:
    """Operations with blanks, commas or semicolons between them.

    >>> [one.text for one in read_operations("T-2(4,2) clear() row(1)")]
    ['T-2(4,2)', 'clear()', 'row(1)']

    Raises ``NotationError`` for anything else, ``ProblemError`` for cells beyond the field.
    """
    found, at = [], 0
    while match := _WORD.match(text, at):
        found.append(_operation(match))
        at = match.end()
    rest = text[at:].strip(" ,;\t\n")
    if rest:
        raise NotationError(f"{quote(rest)} is not an operation; {_EXAMPLE}")
    return tuple(found)


def _operation(match: re.Match[str]) -> Operation:
    text, name, facing = match["text"], match["name"], match["facing"]
    words = [word.strip() for word in match["numbers"].split(",")] if match["numbers"].strip() else []
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise NotationError(f"{quote(text)} is not an operation: its numbers are columns and rows; {_EXAMPLE}")
    numbers = [int(word) for word in words]
    if len(name) == 1 and name.upper() in PIECES and facing is not None and len(numbers) == 2:
        way = _FACINGS.get(facing.lower())
        if way is None:
            raise NotationError(f"{quote(facing)} in {quote(text)} is not a facing; {', '.join(_FACINGS)} are")
        cells = Placement(name.upper(), way, *numbers).bits
    elif facing is None and name.lower() == "block" and len(numbers) == 2 and numbers[0] < WIDTH:
        cells = 1 << numbers[0] + WIDTH * numbers[1]
    elif facing is None and name.lower() == "row" and len(numbers) == 1:
        cells = FULL_ROW << WIDTH * numbers[0]
    elif facing is None and name.lower() == "clear" and not numbers:
        return Operation(text)
    else:
        raise NotationError(f"{quote(text)} is not an operation; {_EXAMPLE}")
    if cells >> WIDTH * MAX_HEIGHT:
        raise ProblemError(f"{text} is beyond the {MAX_HEIGHT} rows of the field")
    return Operation(text, cells)


def operated(board: int, free: int, operations: Sequence[Operation]) -> tuple[int, int]:
    """The board after these operations and with its full rows cleared; the cells ``free`` fall with theirs."""
    for operation in operations:
        board |= operation.cells
        if not operation.cells:
            board, free = _cleared(board, free)
    return _cleared(board, free)


def _cleared(board: int, free: int) -> tuple[int, int]:
    rows = [board >> WIDTH * y & FULL_ROW for y in range(MAX_HEIGHT)]
    left = [y for y, row in enumerate(rows) if row != FULL_ROW]
    marks = [free >> WIDTH * y & FULL_ROW for y in left]
    return _packed([rows[y] for y in left]), _packed(marks)


def _packed(rows: Sequence[int]) -> int:
    return sum([row << WIDTH * y for y, row in enumerate(rows)])


def has_hole(board: int, free: int, kind: Holes) -> bool:
    """Whether the board has a hole of this kind outside of the cells ``free``.

    >>> has_hole(0b1 << 10, 0, "holes"), has_hole(0b1 << 10, 0, "strict-holes"), has_hole(0b1 << 10, 1, "holes")
    (True, False, False)
    """
    if kind == "none":
        return False
    height = -(-board.bit_length() // WIDTH)
    everything = (1 << WIDTH * height) - 1
    empty = everything & ~board
    if kind == "holes":  # the cells below filled ones
        below, above = 0, board
        while above := above >> WIDTH:
            below |= above
        return bool(empty & below & ~free)
    # The empty cells that others lead to from above the board, sideways and down.
    left_wall = sum([1 << WIDTH * y for y in range(height)])
    right_wall = left_wall << WIDTH - 1
    found, more = 0, empty & (FULL_ROW << WIDTH * max(0, height - 1))
    while more != found:
        found = more
        more = empty & (found | found >> WIDTH | (found & ~right_wall) << 1 | (found & ~left_wall) >> 1)
    return bool(empty & ~found & ~free)
