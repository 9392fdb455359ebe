"""Pages of fumens as answers show them: in text, in pictures, as records, and in the files that hold some."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.page_picture import draw_pages, page_mosaic, page_text, pages_scenes
from shapewright.errors import LimitError, ProblemError
from shapewright.questions.clear._side_by_side import side_by_side
from shapewright.questions.parts import Part, Picture, Pictures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.clear.notation.fumen import Page
    from shapewright.questions.screen import Screen

__all__ = ["PAGE_FORMATS", "page_record", "pages_files", "pages_parts", "pages_text"]

PAGE_FORMATS = (".fumen", ".json", ".txt", ".svg", ".png", ".gif", ".pdf", ".html")

MAX_DRAWN = 2000
"""No more pages are drawn in one picture."""
STEP_SECONDS = 0.6
"""How long an animation shows a page."""

_LONGEST = 30


def page_record(page: Page) -> dict[str, Any]:
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
    # Who writes a picture or JSON needs nothing of the terminal.
    from shapewright.drawing.terminal import terminal_options

    how = terminal_options(sys.stdout)
    drawn = []
    for number, page in enumerate(pages, first):
        lines = page_text(page, color=how["color"], truecolor=how["truecolor"])
        comment = " ".join(page.comment.split())
        drawn.append((f"{number}  {comment[:_LONGEST]}".rstrip(), *lines))
    if len(drawn) == 1 and not pages[0].comment:
        return "\n".join(drawn[0][1:])
    return "\n".join(side_by_side(drawn, how["width"]))


def pages_files(pages: Sequence[Page]) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold the pages: a fumen, and pictures of them."""

    def drawn(suffix: str) -> str | bytes:
        if len(pages) > MAX_DRAWN:
            raise LimitError(f"{len(pages)} pages are more than the limit of {MAX_DRAWN} to draw; choose by --limit")
        if not pages:
            raise ProblemError("there are no pages to draw")
        # Who prints text never loads the drawing of files.
        from shapewright.drawing import Figure, Section, to_gif, to_html, to_pdf, to_png, to_svg

        if suffix == ".html":
            figures = tuple([Figure(page_mosaic(page).scene(), page.comment) for page in pages])
            return to_html("Pages", [Section(f"{len(pages)} pages" if len(pages) > 1 else "A page", figures=figures)])
        if suffix == ".gif":
            return to_gif(pages_scenes(pages), seconds=STEP_SECONDS)
        if suffix == ".pdf":
            return to_pdf(pages_scenes(pages), captions=[page.comment for page in pages], title="Pages of a fumen")
        return to_svg(draw_pages(pages)) + "\n" if suffix == ".svg" else to_png(draw_pages(pages))

    files: dict[str, Callable[[], str | bytes]] = {
        suffix: lambda suffix=suffix: drawn(suffix)  # type: ignore[misc]
        for suffix in (".svg", ".png", ".gif", ".pdf", ".html")
    }
    return {".fumen": lambda: Fumen(tuple(pages)).to_text() + "\n", **files}
