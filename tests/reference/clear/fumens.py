"""Slow, obvious twins of operations on fumens: boards of characters, a piece at a time, no bits and no centres."""

from __future__ import annotations

from shapewright.clear.notation.page import Page

WIDTH = 10
SWAPPED = {"L": "J", "J": "L", "S": "Z", "Z": "S"}

Board = dict[tuple[int, int], str]


def board(rows: tuple[str, ...]) -> Board:
    """The filled cells of rows from the bottom up."""
    return {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "_"}


def drawn(page: Page) -> Board:
    """What one sees of a page: its field and the piece on it, which hides what is below."""
    found = board(page.rows)
    if page.placement is not None:
        found |= dict.fromkeys(page.placement.cells(), page.placement.piece)
    return found


def mirrored(cells: Board) -> Board:
    """Seen in a mirror."""
    return {(WIDTH - 1 - x, y): SWAPPED.get(cell, cell) for (x, y), cell in cells.items()}


def without_full_rows(cells: Board) -> Board:
    """Full rows away, one after the other from the top."""
    for y in sorted({y for _, y in cells}, reverse=True):
        if all((x, y) in cells for x in range(WIDTH)):
            cells = {(x, row - (row > y)): cell for (x, row), cell in cells.items() if row != y}
    return cells


def all_placed(pages: list[Page]) -> Board:
    """Every placed piece in the rows of the first page: each later row is lifted by the full rows below it, again."""
    found = board(pages[0].rows)
    for page in pages:
        if page.placement is None:
            continue
        heights = [y for y in range(200) if not all((x, y) in found for x in range(WIDTH))]
        for x, y in page.placement.cells():
            found[x, heights[y]] = page.placement.piece
    return found
