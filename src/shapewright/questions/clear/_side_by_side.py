"""Blocks of text side by side in the terminal: pictures of solutions and of pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["side_by_side"]

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
