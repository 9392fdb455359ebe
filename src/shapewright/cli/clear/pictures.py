"""Pictures of solutions side by side in the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear.path import PathSolution

_GAP = 3
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
        width = max([len(_ESCAPES.sub("", line)) for line in (caption, *lines)])
        drawn.append([line + " " * (width - len(_ESCAPES.sub("", line))) for line in (caption, *lines)])
    if not drawn:
        return
    widest = max([len(_ESCAPES.sub("", block[0])) for block in drawn])
    across = max(1, (options["width"] + _GAP) // (widest + _GAP))
    for start in range(0, len(drawn), across):
        yield ""
        for parts in zip(*drawn[start : start + across], strict=True):
            padded = [part + " " * (widest - len(_ESCAPES.sub("", part))) for part in parts]
            yield (" " * _GAP).join(padded).rstrip(" ")
    yield ""
