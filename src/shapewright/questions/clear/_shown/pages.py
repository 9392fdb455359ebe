"""Pages of fumens as answers show them: in text, in pictures, as records, and in the files that hold some."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from shapewright import drawing
from shapewright.clear.fumens.player_pages import (
    MAX_NEXT,
    THEMES,
    Look,
    captioned,
    captions_of,
    draw_pages,
    page_mosaic,
    page_scenes,
    page_text,
    words_of,
)
from shapewright.clear.notation.fumen import VIEWER, Fumen
from shapewright.clear.notation.page import MAX_ROWS, Page
from shapewright.drawing.terminal import terminal_options
from shapewright.errors import LimitError, ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.clear._shown.cards import side_by_side
from shapewright.questions.fields import Choice, Field, Flag, Number, Whole
from shapewright.questions.parts import Part, Picture, Pictures
from shapewright.questions.screen import Screen

PAGE_FORMATS = (".fumen", ".json", ".txt", ".svg", ".png", ".gif", ".pdf", ".html")

MAX_DRAWN = 2000
"""No more pages are drawn in one picture."""
STEP_SECONDS = 0.6
"""How long an animation shows a page."""
LAST_SECONDS = 2.5
"""How long it shows the last one, unless somebody sets the pace."""

_LONGEST = 30

THEME = Choice("theme", "Colours of pictures.", choices=tuple(THEMES), usual="light", repeated_in=False)
CELL = Whole("cell", "Pixels of a cell in pictures.", metavar="PIXELS", minimum=6, maximum=100, repeated_in=False,
             usual="26, in .png files 52")  # fmt: skip
ROWS = Whole("rows", "Number of rows in pictures.", metavar="N", minimum=1, maximum=MAX_ROWS, repeated_in=False)
NEXT = Whole(
    "next", "Number of next pieces in pictures; 0 leaves out the held one too.", metavar="N", maximum=MAX_NEXT,
    repeated_in=False, usual="5",
)  # fmt: skip
DELAY = Number(
    "delay", "Seconds for which an animation shows a page.", metavar="SECONDS", minimum=0.02, maximum=600.0,
    repeated_in=False, usual=str(STEP_SECONDS),
)  # fmt: skip
ONCE = Flag("once", "Play an animation once instead of again and again.", repeated_in=False)
TRANSPARENT = Flag("transparent", "Draw .png and .svg files without a ground.", repeated_in=False)
PICTURE_FIELDS: tuple[Field[object], ...] = (THEME, CELL, ROWS, NEXT, DELAY, ONCE, TRANSPARENT)
"""How pages are drawn into files."""


def page_record(page: Page) -> dict[str, object]:
    """A page as plain data: its rows from the top, the piece on it and its comment."""
    return {
        "rows": "/".join(reversed(page.rows)),
        "piece": None if page.placement is None else str(page.placement),
        "comment": page.comment,
    }


def pages_parts(pages: Sequence[Page]) -> list[Part]:
    """What a page of the studio shows of them."""
    drawn = [Picture(page_mosaic(page), page.comment) for page in pages[:MAX_DRAWN]]
    return [Pictures(drawn, size="large")]


def pages_text(pages: Sequence[Page], first: int, screen: Screen) -> str:
    """The pages in characters, as the screen shows them best; ``first`` is the number of the first."""
    if screen.is_file:
        blocks = [[*([page.comment] if page.comment else []), *page_text(page, color=False)] for page in pages]
        return "\n\n".join(["\n".join(block) for block in blocks])
    how = terminal_options(sys.stdout)
    drawn = []
    for number, page in enumerate(pages, first):
        lines = page_text(page, color=how["color"], truecolor=how["truecolor"])
        comment = " ".join(page.comment.split())
        drawn.append((f"{number}  {comment[:_LONGEST]}".rstrip(), *lines))
    if len(drawn) == 1 and not pages[0].comment:
        return "\n".join(drawn[0][1:])
    return "\n".join(side_by_side(drawn))


@dataclass(frozen=True)
class Drawing:
    """How pages are drawn: their look; in an animation the seconds of a page and of the last, and if it begins again.

    With ``exact`` a cell of the look is as many pixels as it says, otherwise .png files have twice as many.
    """

    look: Look = field(default_factory=Look)
    seconds: float = STEP_SECONDS
    last: float | None = LAST_SECONDS
    loop: bool = True
    exact: bool = False


def drawing_of(asked: Asked) -> Drawing:
    """How pages are drawn, as the ``PICTURE_FIELDS`` say."""
    usual, delay, cell, following = Look(), asked[DELAY], asked[CELL], asked[NEXT]
    look = Look(
        asked[THEME] or usual.theme,
        cell or usual.cell,
        asked[ROWS] or usual.rows,
        usual.following if following is None else following,
        paper=not asked[TRANSPARENT],
    )
    pace = Drawing(look) if delay is None else Drawing(look, delay, last=None)
    return replace(pace, loop=not asked[ONCE], exact=cell is not None)


def pages_files(
    pages: Sequence[Page], chosen: slice = slice(None), how: Drawing = Drawing(), title: str = "Pages of a fumen"
) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold the ``chosen`` pages: a fumen, and pictures of them."""
    shown = pages[chosen]

    def drawn(suffix: str) -> str | bytes:
        if len(shown) > MAX_DRAWN:
            raise LimitError(f"{len(shown)} pages are more than the limit of {MAX_DRAWN} to draw; choose by --limit")
        if not shown:
            raise ProblemError("there are no pages to draw")
        look = how.look
        if not look.paper and suffix not in (".png", ".svg"):
            raise ProblemError(f"--transparent is for .png and .svg files, not for {suffix}")
        if suffix == ".html":
            return drawing.to_html(title, [_section(pages, chosen, look)])
        if suffix == ".gif":
            scenes = captioned(page_scenes(pages, look, chosen), words_of(pages, chosen), look)
            paper = THEMES[look.theme].paper
            last = how.seconds if how.last is None else how.last
            times = [how.seconds] * (len(scenes) - 1) + [last]
            return drawing.to_gif(scenes, seconds=times, background=paper, loop=how.loop)
        if suffix == ".pdf":
            return drawing.to_pdf(page_scenes(pages, look, chosen), captions=captions_of(pages, chosen), title=title)
        scene = draw_pages(pages, look, chosen)
        if suffix == ".svg":
            return drawing.to_svg(scene) + "\n"
        ground = scene.background if look.paper else None
        try:
            return drawing.to_png(scene, scale=1.0 if how.exact else 2.0, background=ground)
        except LimitError as error:
            ways = "draw fewer pages (--limit) or smaller cells (--cell), or write .svg, .pdf or .html"
            raise LimitError(f"{error}; {ways}") from None

    files: dict[str, Callable[[], str | bytes]] = {
        suffix: lambda suffix=suffix: drawn(suffix)  # type: ignore[misc]
        for suffix in (".svg", ".png", ".gif", ".pdf", ".html")
    }
    return {".fumen": lambda: Fumen(tuple(shown)).to_text() + "\n", **files}


def _section(pages: Sequence[Page], chosen: slice, look: Look) -> drawing.Section:
    """A card for each page: its picture, its comment, and its fumen, which leads to a viewer."""
    shown = pages[chosen]
    figures = []
    drawn = page_scenes(pages, look, chosen)
    for page, scene, caption in zip(shown, drawn, captions_of(pages, chosen), strict=True):
        code = Fumen((replace(page, colorize=True),)).to_text()
        figures.append(drawing.Figure(scene, caption, command=code, link=VIEWER + code))
    return drawing.Section(f"{len(shown)} pages" if len(shown) > 1 else "A page", figures=tuple(figures))
