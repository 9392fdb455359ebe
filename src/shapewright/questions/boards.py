"""The field of a board, and how large a board may be in the studio."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from shapewright.cells.grid import parse_size
from shapewright.errors import LimitError, ShapewrightError
from shapewright.questions.fields import Parsed

__all__ = ["STUDIO_CELLS", "BoardText"]

STUDIO_CELLS = 4096
"""A board that is painted on a page has at most so many cells; the command line takes larger ones."""


@dataclass(frozen=True, repr=False, eq=False)
class BoardText(Parsed):
    """The text of a board; in the studio a large one is not even made."""

    def check(self, value: Any, door: str) -> str:
        """The text."""
        text = super().check(value, door)
        cells, shown = (0, "") if door == "shell" else _size(text)
        if cells > STUDIO_CELLS:
            most = f"the studio takes at most {STUDIO_CELLS}, the command line more"
            raise LimitError(f"the board {shown} has {cells} cells; {most}")
        return text


def _size(text: str) -> tuple[int, str]:
    """How many cells a board ``WxH`` has, and the text again; 0 of anything else."""
    try:
        size = parse_size(text)
    except ShapewrightError:
        return 0, ""  # what makes the board says what is wrong
    return (0, "") if size is None else (prod(size), "x".join(map(str, size)))
