"""Pictures of the pages of a fumen as players know them: the field, the hold to its left, and what comes next.

The piece that a page places is bright and the others are paler, except in rows that it fills; a piece that is shown and
not placed is a ghost. Hold and next come from the queue in the comment, and without one from the pages that follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from shapewright.clear.chances.cover import built_of_page
from shapewright.clear.field import WIDTH
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import MAX_ROWS, Page
from shapewright.clear.picture import CELL, COLOURS, sheet
from shapewright.clear.piece import cells_of
from shapewright.drawing import Mosaic, to_terminal
from shapewright.drawing.glyphs import has_glyph, text_width
from shapewright.drawing.palette import EMPTY, INK, PAPER, blended
from shapewright.drawing.scene import Group, Node, Scene, Text, recoloured
from shapewright.errors import NotationError, ProblemError, ShapewrightError, quote

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell


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


MAX_NEXT = 20
_SMALL = 0.5
"""The cells of a waiting piece, by those of the field."""
_STEP = 2 * _SMALL + 0.25
"""From one waiting piece to the next, in cells of the field."""
_TITLE = 1.0
"""The height of the word above waiting pieces, in cells of the field."""
_BOX = 2.6
"""The width of the place for waiting pieces, in cells of the field."""
_WORDS = 22.0
"""The height of a line of words, in pixels."""


@dataclass(frozen=True)
class Look:
    """How pages are drawn.

    ``cell`` is the side of a cell in pixels, ``rows`` the number of rows from the floor up (all that have something,
    and at least four, if not given), ``following`` how many next pieces are shown; 0 shows no hold either. Without
    ``paper`` the ground is transparent.

    Raises ``NotationError`` for a theme that is not one, ``ProblemError`` for numbers out of range.
    """

    theme: str = "light"
    cell: float = CELL
    rows: int | None = None
    following: int = 5
    paper: bool = True

    def __post_init__(self) -> None:
        theme_named(self.theme)
        if not 4 <= self.cell <= 200:
            raise ProblemError(f"a cell can be 4 to 200 pixels, not {self.cell:g}")
        if self.rows is not None and not 1 <= self.rows <= MAX_ROWS:
            raise ProblemError(f"a page has 1 to {MAX_ROWS} rows, not {self.rows}")
        if not 0 <= self.following <= MAX_NEXT:
            raise ProblemError(f"0 to {MAX_NEXT} next pieces can be shown, not {self.following}")


@dataclass(frozen=True)
class _Waiting:
    """What waits beside a page: the held piece, the next ones, whether hold was used, and the rest of the comment."""

    hold: str | None = None
    following: str = ""
    held: bool = False
    has_queue: bool = False
    words: str = ""


def page_scenes(pages: Sequence[Page], look: Look = Look(), chosen: slice = slice(None)) -> tuple[Scene, ...]:
    """A picture of each of the ``chosen`` pages, all of the same size, as an animation wants them.

    What comes next may stand on pages that are not chosen.
    """
    waiting = [_waiting(pages, number) for number in range(len(pages))[chosen]]
    theme, cell = THEMES[look.theme], look.cell
    placed = [page.placement.cells() for page in pages[chosen] if page.placement is not None]
    heights = [len(page.rows) for page in pages[chosen]] + [y + 1 for cells in placed for _, y in cells]
    rows = look.rows or max([4, *heights])
    shown = look.following and max([len(one.following[: look.following]) for one in waiting], default=0)
    hold = bool(look.following) and any(one.has_queue for one in waiting)
    beside = _TITLE + _STEP * max(shown, hold) if hold or shown else 0.0
    if look.rows is None:
        rows = max(rows, min(MAX_ROWS, ceil(beside - 0.2)))
    tall = max(rows + 0.2, beside)
    left, right = (_BOX if hold else 0.0), (_BOX if shown else 0.0)
    size = ((left + 10.2 + right) * cell, tall * cell)
    scenes = []
    for page, one in zip(pages[chosen], waiting, strict=True):
        board = page_mosaic(page, height=rows, theme=theme, only=rows).scene(cell=cell)
        nodes: list[Node] = [Group(_themed(board, theme), left * cell, size[1] - board.height)]
        if hold:
            nodes += _box("HOLD", one.hold or "", 0.1, theme, cell)
        if shown:
            nodes += _box("NEXT", one.following[:shown], left + 10.2 + 0.2, theme, cell)
        paper = theme.paper if look.paper else None
        scenes.append(Scene(*size, tuple(nodes), page.comment or "a page of a fumen", background=paper))
    return tuple(scenes)


def draw_fumen(fumen: Fumen) -> Scene:
    """Draw all pages of a fumen in one picture."""
    return draw_pages(fumen.pages)


def draw_pages(pages: Sequence[Page], look: Look = Look(), chosen: slice = slice(None)) -> Scene:
    """The ``chosen`` pages in one picture, the number, the piece and the comment of each below it.

    One page alone has only its comment.
    """
    scenes = page_scenes(pages, look, chosen)
    if not scenes:
        raise ProblemError("no page is chosen, so there is nothing to draw")
    if len(scenes) == 1:
        return captioned(scenes, words_of(pages, chosen), look)[0]
    theme = THEMES[look.theme]
    return sheet(
        scenes,
        [_fitting(caption, scenes[0].width - 10) for caption in captions_of(pages, chosen)],
        f"{len(scenes)} pages of a fumen",
        words=theme.words,
        paper=theme.paper if look.paper else None,
    )


def captions_of(pages: Sequence[Page], chosen: slice = slice(None)) -> list[str]:
    """The number of each page, its piece, and what its comment says besides a queue."""
    found = []
    for number, page in list(enumerate(pages, 1))[chosen]:
        one = _waiting(pages, number - 1)
        piece = "" if page.placement is None else page.placement.piece + ("  hold" if one.held else "")
        found.append("  ".join([word for word in (str(number), piece, _drawable(one.words)) if word]))
    return found


def captioned(scenes: Sequence[Scene], captions: Sequence[str], look: Look) -> tuple[Scene, ...]:
    """The pictures with a line of words below each, if any has some."""
    if not any(captions):
        return tuple(scenes)
    words, found = THEMES[look.theme].words, []
    for scene, caption in zip(scenes, captions, strict=True):
        said = Text(scene.width / 2, scene.height + 15, _fitting(caption, scene.width), 10, words, "middle")
        found.append(replace(scene, height=scene.height + _WORDS, nodes=(*scene.nodes, said)))
    return tuple(found)


def words_of(pages: Sequence[Page], chosen: slice = slice(None)) -> list[str]:
    """What the comment of each page says besides a queue, in letters that can be drawn."""
    return [_drawable(_waiting(pages, number).words) for number in range(len(pages))[chosen]]


def _waiting(pages: Sequence[Page], number: int) -> _Waiting:
    page = pages[number]
    try:
        queue = page.queue
    except NotationError:
        queue = None  # a comment that only looks like a queue
    if queue is None:
        later = [other.placement.piece for other in pages[number + 1 :] if other.placement is not None]
        return _Waiting(following="".join(later) if page.placement is not None else "", words=page.comment)
    words = page.comment.partition(";")[2]
    if page.placement is None:
        return _Waiting(queue.hold, queue.pieces, has_queue=True, words=words)
    for piece, rest, held in queue.choices():
        if piece == page.placement.piece:
            return _Waiting(rest.hold, rest.pieces, held, has_queue=True, words=words)
    return _Waiting(queue.hold, queue.pieces, has_queue=True, words=words)


def _drawable(comment: str) -> str:
    """A comment in one line, without the letters that pictures do not have."""
    return " ".join("".join([letter if has_glyph(letter) else " " for letter in comment]).split())


def _fitting(caption: str, width: float) -> str:
    """As much of a caption as the width has room for."""
    if text_width(caption, 10) <= width:
        return caption
    while caption and text_width(caption + "...", 10) > width:
        caption = caption[:-1]
    return caption.rstrip() + "..."


def _themed(scene: Scene, theme: Theme) -> tuple[Node, ...]:
    return recoloured(scene.nodes, {EMPTY: theme.empty, INK: theme.lines})


def _box(title: str, pieces: str, left: float, theme: Theme, cell: float) -> list[Node]:
    """A word, and waiting pieces below each other; lengths in cells of the field."""
    middle = left + (_BOX - 0.2) / 2
    nodes: list[Node] = [Text(middle * cell, 0.62 * cell, title, 0.38 * cell, theme.words, "middle")]
    for number, piece in enumerate(pieces):
        cells = cells_of(piece, "N")
        label = piece if theme.letters else ""
        small = Mosaic(frozenset(cells), dict.fromkeys(cells, 0), (label,), (theme.pieces[piece],), holes=frozenset())
        drawn = small.scene(cell=_SMALL * cell)
        down = (_TITLE + _STEP * number) * cell + (_STEP * cell - drawn.height) / 2
        nodes.append(Group(_themed(drawn, theme), middle * cell - drawn.width / 2, down))
    return nodes
