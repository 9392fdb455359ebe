"""What pieces waste in a box, and how much they may: the certificate of a sweep over profiles, and its words.

An empty cell and each piece of some kinds waste something. Where every packing of the box, with any number of the
pieces, wastes more than the bag does, the bag does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError, amount, listed_words

_LARGEST = 10**6


@dataclass(frozen=True)
class Waste:
    """What one of each of the ``pieces`` wastes, and an ``empty`` cell; None where none may be empty.

    >>> from shapewright.packing.bag import Bag
    >>> Waste((("T", 0),), 1).allowed(Bag.from_text("T50").pieces(), 7, 29)
    3

    Raises ``NotationError`` for numbers below 0.
    """

    pieces: tuple[tuple[str, int], ...]
    empty: int | None

    def __post_init__(self) -> None:
        numbers = [number for _, number in self.pieces] + ([] if self.empty is None else [self.empty])
        if any(type(number) is not int or not 0 <= number <= _LARGEST for number in numbers):
            raise NotationError(f"a waste is not a whole number from 0 to {_LARGEST}")
        if len(dict(self.pieces)) < len(self.pieces):
            raise NotationError("a piece wastes twice")

    def allowed(self, pieces: Sequence[Piece], width: int, height: int) -> int:
        """What ``pieces`` waste that lie in a box.

        Raises ``NotationError`` for other pieces than those that waste, and where empty cells are not allowed for.
        """
        used = [piece for piece in pieces if piece.minimum]
        of = dict(self.pieces)
        if {piece.name for piece in used} != of.keys():
            raise NotationError("the waste is that of other pieces")
        empty = width * height - sum(piece.minimum * piece.shape.area for piece in used)
        if self.empty is None and empty:
            raise NotationError("the waste is that of a box without an empty cell")
        return sum(piece.minimum * of[piece.name] for piece in used) + empty * (self.empty or 0)

    def sentence(self, pieces: Sequence[Piece], width: int, height: int) -> str:
        """What a sweep shows: that every packing wastes more.

        >>> from shapewright.packing.bag import Bag
        >>> Waste((("I", 1), ("S", 0)), None).sentence(Bag.from_text("S32I32").pieces(), 16, 16)
        'with at most 32 I no number of S fills 16x16'
        >>> Waste((("T", 0),), 1).sentence(Bag.from_text("T50").pieces(), 7, 29)
        'no number of T leaves at most 3 cells of 7x29 empty'
        """
        allowed = self.allowed(pieces, width, height)
        free = [name for name, one in self.pieces if not one]
        number, ending = ("number", "s") if len(free) == 1 else ("numbers", "")
        if free and self.empty is None and all(one in (0, 1) for _, one in self.pieces):
            dear = listed_words([name for name, one in self.pieces if one])
            return f"with at most {allowed} {dear} no {number} of {listed_words(free)} fill{ending} {width}x{height}"
        if self.empty == 1 and len(free) == len(self.pieces):
            cells = amount(allowed, "cell")
            return f"no {number} of {listed_words(free)} leave{ending} at most {cells} of {width}x{height} empty"
        each = [f"{number} for each {name}" for name, number in self.pieces if number]
        each += [f"{self.empty} for each empty cell"] if self.empty else []
        return f"with a waste of {listed_words(each)} every packing of {width}x{height} wastes more than {allowed}"

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"pieces": dict(self.pieces), "empty": self.empty}

    @classmethod
    def from_json(cls, data: object) -> Waste:
        """What :meth:`to_json` gave; raises ``NotationError`` for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("pieces"), dict):
            raise NotationError("the waste has not the form of a waste: pieces and empty")
        return cls(tuple(data["pieces"].items()), data.get("empty"))
