"""Pictures of solutions and of pages side by side in the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear import Page
    from shapewright.clear.path import PathSolution

_GAP = 3
_LONGEST = 30
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def side_by_side(blocks: Sequence[tuple[str, PathSolution]], *, color: bool) -> Iterator[str]:
    """Lines with captions and pictures, as many beside each other as the terminal is wide; a blank line above each row.

    Without colours a picture is letters, pieces with the same letter that touch are not told apart.
    """
    import sys

    from shapewright.drawing import terminal_options, to_terminal

    options = terminal_options(sys.stdout)
    drawn = []
    for caption, solution in blocks:
        lines = to_terminal(solution.mosaic(), **options).split("\n") if color else solution.to_text().split("\n")
        drawn.append((caption, *lines))
    return _in_rows(drawn, options["width"])


def pages_side_by_side(pages: Sequence[Page], first: int) -> Iterator[str]:
    """The same for pages of fumens, with their numbers and comments."""
    import sys

    from shapewright.clear.page_picture import page_text
    from shapewright.drawing import terminal_options

    options = terminal_options(sys.stdout)
    drawn = []
    for number, page in enumerate(pages, first):
        lines = page_text(page, color=options["color"], truecolor=options["truecolor"])
        comment = " ".join(page.comment.split())
        drawn.append((f"{number}  {comment[:_LONGEST]}".rstrip(), *lines))
    if len(drawn) == 1 and not pages[0].comment:
        return iter(drawn[0][1:])
    return _in_rows(drawn, options["width"])


def _in_rows(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Blocks of lines, the first of each a caption, as many beside each other as fit, aligned at the bottom."""
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
