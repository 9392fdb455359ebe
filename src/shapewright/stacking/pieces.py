"""Falling pieces: a name and its orientations in the order in which a player turns them; and sequences of them.

A sequence is names without separators (``IOTS``), or with blanks or commas where names are longer. Names without
separators are read from the left, each time the longest name that fits. Small letters can replace capital ones (and the
other way) if no name is written like that and only one name fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError, NotationError, ProblemError, quote
from shapewright.stacking.rules import rotations

MAX_SIDE = 64
MAX_ORIENTATIONS = 16

_NOT_IN_NAMES = ",()|:"


@dataclass(frozen=True, slots=True)
class FallingPiece:
    """A piece and its ``orientations``; orientation k is shown as a rotation by 90 k degrees.

    >>> FallingPiece.turning("I", Polyomino.from_text("#/#/#/#")).orientations
    (Polyomino.from_text('#/#/#/#'), Polyomino.from_text('####'))

    Raises ``ProblemError`` for a name with white space or one of ``, ( ) | :``, cells that are not connected, or
    orientations that are not one shape turned or turned over, or equal; ``LimitError`` for a side of more than
    ``MAX_SIDE`` cells.
    """

    name: str
    orientations: tuple[Polyomino, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "orientations", tuple(self.orientations))
        name = quote(self.name)
        if not self.name or any(character.isspace() or character in _NOT_IN_NAMES for character in self.name):
            raise ProblemError(f"{name} cannot name a piece: names have no white space and none of , ( ) | :")
        if not self.orientations:
            raise ProblemError(f"the piece {name} has no drawing")
        if len(self.orientations) > MAX_ORIENTATIONS:
            raise LimitError(f"the piece {name} has {len(self.orientations)} drawings, more than {MAX_ORIENTATIONS}")
        first = self.orientations[0]
        if first.dimension != 2:
            raise ProblemError(f"the piece {name} is made of cubes, and flat pieces fall")
        if not first.lattice.is_plain:
            raise ProblemError(f"the piece {name} is made of {first.lattice.cell_name}s, and pieces of squares fall")
        if max(first.size) > MAX_SIDE:
            raise LimitError(f"the piece {name} has a side of {max(first.size)} cells; the limit is {MAX_SIDE}")
        if not first.is_connected:
            raise ProblemError(f"the piece {name} is not connected")
        every = first.orientations("free") if len(self.orientations) > 1 else (first,)
        for number, shape in enumerate(self.orientations, start=1):
            if shape not in every:
                raise ProblemError(
                    f"drawing {number} of the piece {name} is not a rotation of the first, nor of its mirror image"
                )
            if shape in self.orientations[: number - 1]:
                raise ProblemError(f"drawing {number} of the piece {name} is one of those before it")

    @classmethod
    def turning(cls, name: str, shape: Polyomino) -> FallingPiece:
        """The piece that lies as it is drawn, or turned anticlockwise by 90, 180 or 270 degrees."""
        if shape.dimension != 2 or not shape.lattice.is_plain:
            return cls(name, (shape,))  # refused there
        plain = Polyomino(shape.cells)
        return cls(name, tuple([Polyomino(cells) for cells in rotations(plain.cells)]))

    @property
    def area(self) -> int:
        """The number of cells."""
        return self.orientations[0].area


# As the game shows them when they appear, the I upright.
_DRAWN = {
    "I": "#/#/#/#",
    "O": "##/##",
    "T": "###/.#.",
    "J": ".#/.#/##",
    "L": "#./#./##",
    "S": ".##/##.",
    "Z": "##./.##",
}


@lru_cache(maxsize=1)
def tetrominoes() -> tuple[FallingPiece, ...]:
    """The seven pieces I O T J L S Z."""
    return tuple([FallingPiece.turning(name, Polyomino.from_text(art)) for name, art in _DRAWN.items()])


def with_tetrominoes(pieces: Iterable[FallingPiece]) -> tuple[FallingPiece, ...]:
    """The seven pieces and ``pieces``; where names are equal the latter take the place of the former.

    Raises ``ProblemError`` when two of ``pieces`` have one name.
    """
    given: dict[str, FallingPiece] = {}
    for piece in pieces:
        if piece.name in given:
            raise ProblemError(f"two pieces are named {quote(piece.name)}")
        given[piece.name] = piece
    known = {piece.name: piece for piece in tetrominoes()} | given
    return tuple(known.values())


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
