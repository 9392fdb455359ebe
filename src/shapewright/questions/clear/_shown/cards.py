"""Cards, which are pictures with captions: in the text of an answer, on its page, and in the files that hold some."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from shapewright import drawing
from shapewright.clear.notation.fumen import VIEWER, Fumen
from shapewright.clear.picture import sheet
from shapewright.drawing.terminal import terminal_options, to_terminal
from shapewright.errors import LimitError
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.question import Formats
from shapewright.questions.screen import Screen

FORMATS = Formats((".txt", ".json", ".csv", ".html", ".fumen", ".svg", ".png", ".gif", ".pdf"))
"""The files that can hold cards."""
DOWNLOADS = (".svg", ".pdf", ".fumen", ".csv", ".html")
"""Those that a page offers."""

MAX_DRAWN = 200
"""The number of cards that a page draws; its files have all of them."""
MAX_FIGURES = 2000
MAX_IN_A_PICTURE = 500

_GAP = 3
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Drawn(Protocol):
    """What has a picture and a text."""

    def mosaic(self) -> drawing.Mosaic: ...
    def to_text(self) -> str: ...


@dataclass(frozen=True, repr=False, eq=False)
class Card:
    """Something found, with its captions: ``screen`` in text, ``picture`` in a picture file, ``page`` on a page.

    ``fumen`` makes its fumen.
    """

    drawn: Drawn
    fumen: Callable[[], Fumen]
    screen: str
    picture: str
    page: str


def side_by_side(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    """Blocks of lines, the first of each a caption, as many beside each other as fit, aligned at the bottom.

    A blank line stands above each row of blocks, and one at the end.
    """
    if not blocks:
        return
    width = terminal_options(sys.stdout)["width"]
    widest = max([len(_ESCAPES.sub("", line)) for block in blocks for line in block])
    across = max(1, (width + _GAP) // (widest + _GAP))
    for start in range(0, len(blocks), across):
        row = blocks[start : start + across]
        tallest = max(map(len, row))
        yield ""
        for parts in zip(*[[block[0], *[""] * (tallest - len(block)), *block[1:]] for block in row], strict=True):
            padded = [part + " " * (widest - len(_ESCAPES.sub("", part))) for part in parts]
            yield (" " * _GAP).join(padded).rstrip(" ")
    yield ""


def beside(cards: Iterable[Card], screen: Screen) -> Iterator[str]:
    """The cards side by side."""
    return side_by_side(list(card_blocks(cards, screen)))


def card_blocks(cards: Iterable[Card], screen: Screen) -> Iterator[Sequence[str]]:
    """The blocks of the cards, in colours on a terminal and in letters elsewhere."""
    how = terminal_options(sys.stdout)
    for card in cards:
        text = to_terminal(card.drawn.mosaic(), **how) if screen.is_terminal else card.drawn.to_text()
        yield (card.screen, *text.split("\n"))


def pictures(cards: Iterable[Card], title: str) -> list[Pictures]:
    """What a page shows of the cards; nothing where there are none."""
    drawn = [Picture(replace(card.drawn.mosaic(), pixels=16), card.page, code=card.fumen().to_text()) for card in cards]
    return [Pictures(drawn, title=title, size="medium")] if drawn else []


def card_files(
    cards: Sequence[Card],
    title: str,
    what: str,
    seconds: float = 1.0,
    shorter: str = "--limit",
    in_time: Callable[[Sequence[Card]], Iterable[Card]] = iter,
) -> dict[str, Callable[[], str | bytes]]:
    """The files that show the cards in one picture, one after the other (each for ``seconds``), or as pages of a fumen.

    The fumen has the cards that ``in_time`` leaves. Raises ``LimitError``, which calls a card ``what``, if there is
    none, or if there are too many.
    """

    def picture(suffix: str) -> str | bytes:
        if not cards:
            raise LimitError(f"a picture shows at least one {what}, and there is none")
        check_number(cards, MAX_IN_A_PICTURE, f"{what}s", shorter)
        scenes = [card.drawn.mosaic().scene(cell=26) for card in cards]
        if suffix == ".gif":
            return drawing.to_gif(scenes, seconds=seconds)
        captions = [card.picture for card in cards]
        if suffix == ".pdf":
            return drawing.to_pdf(scenes, captions=[caption.replace("\n", " ") for caption in captions], title=title)
        scene = sheet(scenes, captions, title)
        return drawing.to_svg(scene) + "\n" if suffix == ".svg" else drawing.to_png(scene)

    def fumen() -> str:
        if not cards:
            raise LimitError(f"a fumen has at least one page, and there is no {what}")
        check_number(cards, MAX_FIGURES, "pages", shorter)
        return Fumen(tuple([page for card in in_time(cards) for page in card.fumen().pages])).to_text() + "\n"

    return {
        ".fumen": fumen,
        ".svg": lambda: picture(".svg"),
        ".png": lambda: picture(".png"),
        ".gif": lambda: picture(".gif"),
        ".pdf": lambda: picture(".pdf"),
    }


def check_number(cards: Sequence[object], most: int, what: str, shorter: str = "--limit") -> None:
    """Raise ``LimitError`` if there are more than ``most``; options such as ``shorter`` leave some out."""
    if len(cards) > most:
        advice = f"; use {shorter}" if shorter else ""
        raise LimitError(f"{len(cards)} {what} are more than the limit of {most}{advice}")


def section(
    heading: str, cards: Iterable[Card], cell: int, told: str = "", *, linked: bool = False
) -> list[drawing.Section]:
    """The part of a web page that has these cards; none without cards."""
    figures = []
    for card in cards:
        code = card.fumen().to_text()
        link = VIEWER + code if linked else ""
        figures.append(drawing.Figure(card.drawn.mosaic().scene(cell=cell), card.page, command=code, link=link))
    return [drawing.Section(heading, told, tuple(figures))] if figures else []
