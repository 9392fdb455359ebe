"""Sequences of pieces: names without separators (``IOTS``), or with blanks or commas where names are longer.

Names without separators are read from the left, each time the longest name that fits. Small letters can replace capital
ones (and the other way) if no name is written like that and only one name fits.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, NotationError, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.stacking.pieces import FallingPiece

# A sequence may be longer than any problem takes, so that the error can tell its length; not without end.
_MOST_TEXT = 1 << 20


def parse_sequence(text: str, pieces: Iterable[FallingPiece]) -> tuple[str, ...]:
    """The names of the pieces in ``text``; ``NotationError`` quotes a wrong piece and its position, from 1.

    >>> from shapewright.stacking.pieces import tetrominoes
    >>> parse_sequence("IO tl", tetrominoes())
    ('I', 'O', 'T', 'L')
    """
    if len(text) > _MOST_TEXT:
        raise LimitError(f"the sequence has {len(text)} characters, more than the limit of {_MOST_TEXT}")
    names = [piece.name for piece in pieces]
    longest = max(map(len, names), default=1)
    known = {name: name for name in names}
    alike = Counter(map(str.casefold, names))
    loosely = {name.casefold(): name for name in names if alike[name.casefold()] == 1}
    found = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
            continue
        lengths = range(longest, 0, -1)
        name = next((known[text[at : at + n]] for n in lengths if text[at : at + n] in known), None)
        if name is None:
            rest = [text[at : at + n].casefold() for n in lengths]
            name = next((loosely[start] for start in rest if start in loosely), None)
        if name is None:
            raise NotationError(
                f"{quote(text[at])} at position {at + 1} of the sequence is not a piece; pieces are {' '.join(names)}"
            )
        found.append(name)
        at += len(name)
    return tuple(found)


def sequence_text(sequence: Sequence[str], pieces: Iterable[FallingPiece]) -> str:
    """The text from which :func:`parse_sequence` reads the same names: run together where they are single letters."""
    return ("" if all(len(piece.name) == 1 for piece in pieces) else " ").join(sequence)
