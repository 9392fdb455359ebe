"""A bag of tetrominoes: how many there are of each of the seven."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from random import Random

from shapewright.cells.polyomino import Piece
from shapewright.errors import LimitError, NotationError, ProblemError, quote
from shapewright.packing.rules import LETTERS, SHAPES

MAX_PIECES = 1_000_000
"""No bag holds more."""

_MAX_TEXT = 1 << 20  # characters

_TOKEN = re.compile(
    r"[\s,;\[\]'\"]*(?:(?P<one>[A-Za-z])\s*[*x:=]?\s*(?P<count>\d+)|(?P<several>[A-Za-z]+)"
    r"|(?P<before>\d+)[*x]?(?P<after>[A-Za-z])(?![A-Za-z]|[*x:=]?\d))"
)


@dataclass(frozen=True, slots=True, repr=False)
class Bag:
    """Counts of the pieces I, J, L, O, S, T and Z, in this order.

    >>> Bag.from_text("I8 J13 L10 O13 S4 T8 Z8")
    Bag.from_counts({'I': 8, 'J': 13, 'L': 10, 'O': 13, 'S': 4, 'T': 8, 'Z': 8})
    >>> Bag.from_text("LOJI").counts
    (1, 1, 1, 1, 0, 0, 0)

    Raises ``ProblemError`` for an empty bag, a negative count or one that is not a whole number, ``LimitError`` beyond
    ``MAX_PIECES`` pieces.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(LETTERS):
            raise ProblemError(f"a bag has {len(LETTERS)} counts, one for each of {' '.join(LETTERS)}")
        try:
            object.__setattr__(self, "counts", tuple(map(index, self.counts)))
        except TypeError:
            given = ", ".join(map(repr, self.counts))
            raise ProblemError(f"the counts of a bag are whole numbers, not {given[:80]}") from None
        for letter, count in zip(LETTERS, self.counts, strict=True):
            if count < 0:
                raise ProblemError(f"the bag holds {count} of the piece {letter}; a count is 0 or more")
        if not any(self.counts):
            raise ProblemError("the bag is empty")
        if sum(self.counts) > MAX_PIECES:
            raise LimitError(f"a bag of {sum(self.counts)} pieces is larger than the limit of {MAX_PIECES}")

    @classmethod
    def from_counts(cls, counts: Mapping[str, int]) -> Bag:
        """The bag with these counts; pieces that are not named are not in it.

        Raises ``ProblemError`` for a name that is none of the seven letters.
        """
        for name in counts:
            if name not in SHAPES:
                raise ProblemError(f"{quote(str(name))} is not a piece of a bag; pieces are {' '.join(LETTERS)}")
        return cls(tuple(counts.get(letter, 0) for letter in LETTERS))

    @classmethod
    def from_text(cls, text: str) -> Bag:
        """Read counts (``I8 J13``, ``I=8, J=13``, ``8I 13J``) or letters (``LOJI``, ``L O J I``), or both mixed.

        Raises ``NotationError`` that says what stands where.
        """
        if len(text) > _MAX_TEXT:
            raise LimitError(f"a bag of {len(text)} characters is larger than the limit of {_MAX_TEXT}")
        counts = dict.fromkeys(LETTERS, 0)
        position = 0
        end = len(text.rstrip(" \t\r\n,;]'\""))
        while position < end:
            token = _TOKEN.match(text, position, end)
            if token is None:
                place = position + len(text[position:end]) - len(text[position:end].lstrip(" \t\r\n,;['\""))
                wrong = text[place : place + 12].split()[0] if text[place : place + 12].split() else text[place:end]
                raise NotationError(
                    f"{quote(wrong)} at position {place + 1} of the bag is not a piece with its count; "
                    f"expected such as I8 J13 or letters such as {LETTERS}"
                )
            name = next(name for name in ("one", "several", "after") if token[name])
            letters, start, count = token[name], token.start(name), token["count"] or token["before"]
            for offset, letter in enumerate(letters):
                if letter.upper() not in counts:
                    raise NotationError(
                        f"{quote(letter)} at position {start + offset + 1} of the bag is not a piece; "
                        f"pieces are {' '.join(LETTERS)}"
                    )
            if count and len(count) > 9:
                raise LimitError(f"the count {quote(count, 16)} is larger than the limit of {MAX_PIECES} pieces")
            for letter in letters:
                counts[letter.upper()] += int(count) if count else 1
            position = token.end()
        return cls(tuple(counts.values()))

    @classmethod
    def random(cls, pieces: int, *, seed: int | None = None, even_t: bool = False) -> Bag:
        """A bag of so many pieces, each drawn uniformly; with ``even_t`` drawn again until the number of T is even.

        >>> Bag.random(64, seed=1).total
        64
        """
        if not 1 <= pieces <= MAX_PIECES:
            raise LimitError(f"a bag holds 1 to {MAX_PIECES} pieces, not {pieces}")
        if even_t and pieces == 1:
            return cls.from_counts({Random(seed).choice(LETTERS.replace("T", "")): 1})
        source = Random(seed)
        while True:
            drawn = source.choices(LETTERS, k=pieces)
            bag = cls(tuple(drawn.count(letter) for letter in LETTERS))
            if not even_t or bag.counts[5] % 2 == 0:
                return bag

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return sum(self.counts)

    @property
    def cells(self) -> int:
        """How many cells they cover."""
        return 4 * sum(self.counts)

    def to_counts(self) -> dict[str, int]:
        """The counts by letter, without those that are 0."""
        return {letter: count for letter, count in zip(LETTERS, self.counts, strict=True) if count}

    def to_text(self) -> str:
        """The bag as ``from_text`` reads it."""
        return " ".join(f"{letter}{count}" for letter, count in self.to_counts().items())

    def pieces(self) -> tuple[Piece, ...]:
        """The same as pieces with counts, in the order of the letters."""
        return _pieces(self)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Bag.from_counts({self.to_counts()!r})"


@lru_cache(maxsize=256)
def _pieces(bag: Bag) -> tuple[Piece, ...]:
    return tuple(
        Piece(letter, SHAPES[letter], count, count, "one-sided")
        for letter, count in zip(LETTERS, bag.counts, strict=True)
        if count
    )


def bag_of(given: Bag | Sequence[Piece] | str) -> Bag | Sequence[Piece]:
    """Return the bag, also of a text such as ``T2 I1``, or the pieces; raise ``ProblemError`` for anything else."""
    found = Bag.from_text(given) if isinstance(given, str) else given
    if not isinstance(found, (Bag, Iterable)):
        raise ProblemError(f"{type(given).__name__} is not a Bag; expected one, its text such as 'T2 I1', or pieces")
    return found
