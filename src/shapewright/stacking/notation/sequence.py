"""Sequences of pieces: names run together (``IOTS``), or parted by blanks or commas where names are longer.

What is run together is read from the left, each time the longest name that fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import LimitError, NotationError
from shapewright.grid import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.stacking.pieces import FallingPiece

# A sequence may be longer than any problem takes, so that the error can tell its length; not without end.
_MOST_TEXT = 1 << 20


def parse_sequence(text: str, pieces: Iterable[FallingPiece]) -> tuple[str, ...]:
    """The names of the pieces in ``text``; ``NotationError`` quotes what is no piece, and its position from 1.

    >>> from shapewright.stacking.pieces import tetrominoes
    >>> parse_sequence("IO T", tetrominoes())
    ('I', 'O', 'T')
    """
    if len(text) > _MOST_TEXT:
        raise LimitError(f"the sequence has {len(text)} characters, more than the limit of {_MOST_TEXT}")
    names = [piece.name for piece in pieces]
    longest = max(map(len, names), default=1)
    known = set(names)
    found = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
            continue
        length = next((n for n in range(longest, 0, -1) if text[at : at + n] in known), 0)
        if not length:
            raise NotationError(
                f"{quote(text[at])} at position {at + 1} of the sequence is not a piece; pieces are {' '.join(names)}"
            )
        found.append(text[at : at + length])
        at += length
    return tuple(found)


def sequence_text(sequence: Sequence[str], pieces: Iterable[FallingPiece]) -> str:
    """The text from which :func:`parse_sequence` reads the same names: run together where they are single letters."""
    return ("" if all(len(piece.name) == 1 for piece in pieces) else " ").join(sequence)
