"""Blocks of text side by side in the terminal: pictures of solutions and of pages."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.drawing import Mosaic
    from shapewright.questions.screen import Screen

__all__ = ["drawn_side_by_side", "side_by_side"]

_GAP = 3
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def side_by_side(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Blocks of lines, the first of each a caption, as many beside each other as fit, aligned at the bottom.

    A blank line stands above each row of blocks, and one at the end.
    """
    if not blocks:
        return
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


class Drawn(Protocol):
    """What has a picture and a text."""

    def mosaic(self) -> Mosaic: ...
    def to_text(self) -> str: ...


def drawn_side_by_side(each: Iterable[tuple[str, Drawn]], screen: Screen) -> Iterator[str]:
    """The same for captions and what is drawn below each, in colours on a terminal and in letters elsewhere."""
    # Who writes a picture or JSON needs nothing of the terminal.
    from shapewright.drawing.terminal import terminal_options, to_terminal

    how = terminal_options(sys.stdout)
    blocks = []
    for caption, one in each:
        drawn = to_terminal(one.mosaic(), **how) if screen.is_terminal else one.to_text()
        blocks.append((caption, *drawn.split("\n")))
    return side_by_side(blocks, how["width"])
