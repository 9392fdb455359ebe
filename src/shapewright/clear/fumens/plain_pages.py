"""Pictures of the pages of fumens, whatever is on them: coloured cells, a piece, a bare field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.clear.chances.cover import built_of_page
from shapewright.clear.field import WIDTH
from shapewright.clear.notation.page import MAX_ROWS
from shapewright.clear.picture import COLOURS
from shapewright.drawing import Mosaic, to_terminal
from shapewright.drawing.palette import EMPTY, INK, PAPER, blended
from shapewright.errors import NotationError, ShapewrightError, quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.grid import Cell
    from shapewright.clear.notation.fumen import Page

__all__ = ["THEMES", "Theme", "page_mosaic", "page_text", "theme_named"]


@dataclass(frozen=True)
class Theme:
    """Colours: of the pieces (and of grey cells, ``X``), of empty cells, of lines, of the paper and of words on it.

    Without ``letters`` pieces do not bear theirs.
    """

    pieces: Mapping[str, str]
    empty: str
    lines: str
    paper: str
    words: str
    letters: bool = True


def _colours(*hues: str) -> dict[str, str]:
    return dict(zip("IOTSZJLX", hues, strict=True))


THEMES: Mapping[str, Theme] = {
    "light": Theme(COLOURS, EMPTY, INK, PAPER, "#59616d"),
    "dark": Theme({**COLOURS, "X": "#69717d"}, "#272c35", "#0d0f12", "#15181d", "#b9c0ca"),
    # The pure colours of the guideline of Tetris, as most games show them.
    "guideline": Theme(
        _colours("#00f0f0", "#f0f000", "#a000f0", "#00f000", "#f00000", "#2040f0", "#f0a000", "#999999"),
        *("#000000", "#333333", "#111111", "#cccccc"),
        letters=False,
    ),
    # Flat and bright, in the hues of four.lol as solution-finder's theme of that name lists them.
    "four": Theme(
        _colours("#41afde", "#f7d33e", "#b451ac", "#66c65c", "#ef624d", "#1983bf", "#ef9535", "#686868"),
        *("#f3f3ed", "#fcfcfc", "#fcfcfc", "#686868"),
        letters=False,
    ),
}
"""The themes by name; ``light`` is the usual one."""


def theme_named(name: str) -> Theme:
    """The theme of that name; raises ``NotationError`` if there is none."""
    if name not in THEMES:
        raise NotationError(f"{quote(name)} is not a theme; themes are {', '.join(THEMES)}")
    return THEMES[name]


_PALE = 0.5
"""How much of an empty cell's colour the pieces have that are not placed on the page."""
_EASILY_CUT = 24
"""So many cells of a colour are cut into pieces at once."""


def page_mosaic(page: Page, *, height: int = 4, theme: Theme | None = None, only: int = MAX_ROWS) -> Mosaic:
    """A page of a fumen: the field in its colours, pieces told apart where that is plain, and the piece on the page.

    With a ``theme`` the pieces have its colours, and all but the one that the page places are paler, except in rows
    that become full. A piece that the page shows and does not place is paler than all others. ``only`` so many rows are
    drawn.
    """
    cells_of: list[tuple[str, Sequence[Cell]]] = [("X", []), *_regions(page)]
    colours = COLOURS if theme is None else theme.pieces
    piece_at: dict[Cell, int] = {
        (x, y): 0 for y, row in enumerate(page.rows) for x, cell in enumerate(row) if cell == "X"
    }
    if page.placement is not None:
        cells_of.append((page.placement.piece, page.placement.cells()))
    for number, (_, cells) in enumerate(cells_of):
        piece_at |= dict.fromkeys(cells, number)
    letters = [letter for letter, _ in cells_of]
    shown = [colours[letter] for letter in letters]
    if theme is not None and page.placement is not None:
        placed = len(cells_of) - 1
        pale = [blended(colour, theme.empty, _PALE) for colour in shown]
        full = {y for _, y in piece_at if page.lock and all((x, y) in piece_at for x in range(WIDTH))}
        shown = [*pale[:placed], shown[placed]] if page.lock else [*shown[:placed], pale[placed]]
        for (x, y), number in list(piece_at.items()):
            if y in full and number != placed:
                piece_at[x, y] = number + len(letters)  # the same piece, as bright as it is
        letters += letters[:placed]
        shown += [colours[letter] for letter in letters[:placed]]
    rows = range(min(only, max(height, *[y + 1 for _, y in piece_at], 1)))
    names = [letter.replace("X", "") if theme is None or theme.letters else "" for letter in letters]
    return Mosaic(
        frozenset([(x, y) for y in rows for x in range(WIDTH)]),
        {cell: number for cell, number in piece_at.items() if cell[1] < only},
        tuple(names),
        tuple(shown),
        title=page.comment or "a page of a fumen",
    )


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
