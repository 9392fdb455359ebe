"""Pictures of the pages of a fumen as players know them: the field, the hold to its left, and what comes next.

The piece that a page places is bright and the others are paler, except in rows that it fills; a piece that is shown and
not placed is a ghost. Hold and next come from the queue in the comment, and without one from the pages that follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from shapewright.clear.fumens.plain_pages import THEMES, Theme, page_mosaic, theme_named
from shapewright.clear.notation.page import MAX_ROWS
from shapewright.clear.picture import CELL, sheet
from shapewright.clear.piece import cells_of
from shapewright.drawing import Mosaic
from shapewright.drawing.glyphs import has_glyph, text_width
from shapewright.drawing.palette import EMPTY, INK
from shapewright.drawing.scene import Group, Scene, Text, recoloured
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.notation.page import Page
    from shapewright.drawing.scene import Node

__all__ = ["Look", "captioned", "captions_of", "draw_pages", "page_scenes", "words_of"]

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
    words = THEMES[look.theme].words
    return tuple(
        [
            Scene(
                scene.width,
                scene.height + _WORDS,
                (
                    *scene.nodes,
                    Text(scene.width / 2, scene.height + 15, _fitting(caption, scene.width), 10, words, "middle"),
                ),
                scene.title,
                background=scene.background,
            )
            for scene, caption in zip(scenes, captions, strict=True)
        ]
    )


def words_of(pages: Sequence[Page], chosen: slice = slice(None)) -> list[str]:
    """What the comment of each page says besides a queue, in letters that can be drawn."""
    return [_drawable(_waiting(pages, number).words) for number in range(len(pages))[chosen]]


# --- What waits -------------------------------------------------------------------------------------------------------


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


# --- How it is drawn --------------------------------------------------------------------------------------------------


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
