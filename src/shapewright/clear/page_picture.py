"""Pictures of the pages of fumens, whatever is on them: coloured cells, a piece, a bare field."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shapewright.clear.cover import built_of_page
from shapewright.clear.field import WIDTH
from shapewright.clear.picture import CELL, COLOURS, sheet
from shapewright.drawing import Mosaic, to_terminal
from shapewright.errors import ShapewrightError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.grid import Cell
    from shapewright.clear.notation.fumen import Page
    from shapewright.drawing.scene import Scene

__all__ = ["draw_pages", "page_mosaic", "page_text", "pages_scenes"]

_LONGEST = 40
"""Captions have no more characters."""
_EASILY_CUT = 24
"""So many cells of a colour are cut into pieces at once."""


def page_mosaic(page: Page, *, height: int = 4) -> Mosaic:
    """A page of a fumen: the field in its colours, pieces told apart where that is plain, and the piece on the page."""
    cells_of: list[tuple[str, Sequence[Cell]]] = [("X", []), *_regions(page)]
    if page.placement is not None:
        cells_of.append((page.placement.piece, page.placement.cells()))
    piece_at: dict[Cell, int] = {
        (x, y): 0 for y, row in enumerate(page.rows) for x, cell in enumerate(row) if cell == "X"
    }
    for number, (_, cells) in enumerate(cells_of):
        piece_at |= dict.fromkeys(cells, number)
    rows = range(max(height, *[y + 1 for _, y in piece_at], 1))
    return Mosaic(
        frozenset([(x, y) for y in rows for x in range(WIDTH)]),
        piece_at,
        tuple([letter.replace("X", "") for letter, _ in cells_of]),
        tuple([COLOURS[letter] for letter, _ in cells_of]),
        title=page.comment or "a page of a fumen",
    )


def pages_scenes(pages: Sequence[Page]) -> tuple[Scene, ...]:
    """A picture of each page, all of the same size."""
    height = max([4, *[page_mosaic(page).size[1] for page in pages]])
    return tuple([page_mosaic(page, height=height).scene(cell=CELL) for page in pages])


def draw_pages(pages: Sequence[Page]) -> Scene:
    """All pages in one picture, with the number and the comment of each below; one page alone without."""
    scenes = pages_scenes(pages)
    if len(pages) == 1:
        return scenes[0]
    captions = [f"{number}  {_short(page.comment)}".strip() for number, page in enumerate(pages, 1)]
    return sheet(scenes, captions, f"{len(pages)} pages of a fumen")


def page_text(page: Page, *, color: bool, truecolor: bool | None = None) -> list[str]:
    """A page as lines of a terminal: in colours, or in letters with the piece on the page in small ones."""
    if color:
        return to_terminal(page_mosaic(page), color=True, width=80, truecolor=truecolor).split("\n")
    height = max(4, page_mosaic(page).size[1])
    rows = [list(row) for row in page.rows] + [["_"] * WIDTH for _ in range(height - len(page.rows))]
    if page.placement is not None:
        for x, y in page.placement.cells():
            rows[y][x] = page.placement.piece.lower()
    return ["".join(row) for row in reversed(rows)]


def _short(comment: str) -> str:
    line = " ".join(comment.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _regions(page: Page) -> list[tuple[str, Sequence[Cell]]]:
    """The coloured cells of a page: cut into pieces if that can be done at once, else what hangs together."""
    cells = {(x, y): cell for y, row in enumerate(page.rows) for x, cell in enumerate(row) if cell not in ("_", "X")}
    if max(Counter(cells.values()).values(), default=0) <= _EASILY_CUT and "X" * WIDTH not in page.rows:
        try:
            return [(part.piece, part.cells) for part in built_of_page(page, 1).parts]
        except ShapewrightError:
            pass
    found: list[tuple[str, Sequence[Cell]]] = []
    while cells:
        first, letter = next(iter(cells.items()))
        region = [first]
        del cells[first]
        for x, y in region:
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cells.get(beside) == letter:
                    del cells[beside]
                    region.append(beside)
        found.append((letter, region))
    return found
