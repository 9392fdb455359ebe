"""The field of a board, and how large a board may be in the studio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TypeVar

from shapewright.cells.grid import glued, parse_size
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import lattice_before, shaped
from shapewright.errors import LimitError, NotationError, ShapewrightError, quote
from shapewright.questions.fields import Parsed

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)

STUDIO_CELLS = 4096
"""The most cells of a board that is painted on a page; the command line takes larger ones."""


@dataclass(frozen=True, repr=False, eq=False)
class BoardText(Parsed[Value_co]):
    """The text of a board; in the studio a large one is not even made."""

    def check(self, value: object, door: str) -> str:
        """The text."""
        text = super().check(value, door)
        cells, shown = (0, "") if door == "shell" else _size(text)
        if cells > STUDIO_CELLS:
            most = f"the studio takes at most {STUDIO_CELLS}, the command line more"
            raise LimitError(f"the board {shown} has {cells} cells; {most}")
        return text


def typed_board(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """What reads a board given as a word: letters alone are more likely a mistyped file than a row of coloured cells.

    A row in which every letter comes again, such as XXXX or aabb, is nobody's file.
    """

    def read(text: str) -> Value:
        letters = Counter(text.strip())
        if text.strip().isalpha() and len(letters) > 1 and 1 in letters.values():
            raise NotationError(
                f"{quote(text)} is not a board: it has neither # nor .; a file whose name has no dot is written "
                f"{quote('./' + text)}"
            )
        return parse(text)

    return read


def _size(text: str) -> tuple[int, str]:
    """How many cells a board ``WxH`` or one given by its shape has, and the text again; 0 of anything else."""
    try:
        lattice, rest = lattice_before(text, glued)
        if lattice is not None and _is_shaped(lattice, rest):
            return 0, ""
        size = parse_size(rest)
    except _TooLargeError:
        raise
    except ShapewrightError:
        return 0, ""  # what makes the board says what is wrong
    return (0, "") if size is None else (prod(size), "x".join(map(str, size)))


class _TooLargeError(LimitError):
    """A board that the studio refuses, though not everybody does."""


def _is_shaped(lattice: Lattice, text: str) -> bool:
    try:
        return shaped(lattice, text, STUDIO_CELLS) is not None
    except LimitError as error:
        raise _TooLargeError(f"{error} of the studio; the command line takes more") from None
