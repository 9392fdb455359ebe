"""What lies in the grid already: rows of a picture, the top one first, ``.`` for an empty cell.

Anything else but a blank is a filled cell, so that a stack printed in letters can be built on. Rows end at a newline or
``/``; a row shorter than the widest is empty at its right end. ``WxH`` is an empty grid.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapewright.cells.grid import Cell, parse_size, write_art
from shapewright.errors import LimitError, NotationError, ProblemError, quote


@dataclass(frozen=True)
class Start:
    """The grid at the start: its width, its filled cells, and the limit of its height if one was given by ``WxH``."""

    width: int
    cells: frozenset[Cell] = frozenset()
    height_limit: int | None = None


def parse_start(text: str) -> Start:
    """Read ``WxH`` or the rows of a picture.

    >>> sorted(parse_start("....../##..#.").cells)
    [(0, 0), (1, 0), (4, 0)]

    Raises ``NotationError`` with the row and column of a wrong character, ``ProblemError`` without rows, ``LimitError``
    for pictures larger than any problem takes.
    """
    from shapewright.stacking.problem import MAX_BOARD_HEIGHT, MAX_HEIGHT_LIMIT, MAX_WIDTH  # a problem reads boards

    size = parse_size(text)
    if size is not None:
        if len(size) != 2:
            raise NotationError(f"{quote(text.strip())} is not a grid to stack in; expected WxH or rows of # and .")
        if 0 in size:
            raise ProblemError(f"the grid {quote(text.strip())} has no cells")
        if size[0] > MAX_WIDTH or size[1] > MAX_HEIGHT_LIMIT:
            most = f"{MAX_WIDTH}x{MAX_HEIGHT_LIMIT}"
            raise LimitError(f"the grid {quote(text.strip())} is larger than the limit of {most}")
        return Start(size[0], height_limit=size[1])
    rows = [row.rstrip() for row in text.replace("\r\n", "\n").replace("/", "\n").split("\n")]
    while rows and not rows[0]:
        del rows[0]
    while rows and not rows[-1]:
        del rows[-1]
    if not rows:
        raise ProblemError("the board has no rows; expected WxH or rows of # and .")
    width = max(map(len, rows))
    if width > MAX_WIDTH or len(rows) > MAX_BOARD_HEIGHT:
        raise LimitError(
            f"a board of {width} columns and {len(rows)} rows is larger than the limit of "
            f"{MAX_WIDTH}x{MAX_BOARD_HEIGHT}"
        )
    cells = set()
    for down, row in enumerate(rows):
        if not row:
            raise NotationError(f"row {down + 1} of the board is blank; expected '.' for an empty cell")
        for x, character in enumerate(row):
            if not (character.isalnum() or character in ".#") or not character.isascii():
                raise NotationError(
                    f"{quote(character)} in column {x + 1} of row {down + 1} ({quote(row)}) of the board is not a "
                    "cell; expected ., # or a letter"
                )
            if character != ".":
                cells.add((x, len(rows) - 1 - down))
    return Start(width, frozenset(cells))


def board_text(cells: frozenset[Cell], width: int, *, one_line: bool = False) -> str:
    """The picture from which :func:`parse_start` reads the same cells and width."""
    rows = max((y + 1 for _, y in cells), default=1)
    return write_art(dict.fromkeys(cells, "#"), (width, rows), one_line=one_line)
