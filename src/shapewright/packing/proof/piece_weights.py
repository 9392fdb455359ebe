"""Whole numbers on the pieces that show how many boards they need: the certificate, and its checker.

No choice of pieces that one board holds is worth more than some number; all the pieces together are worth more than so
many boards can hold. How the numbers were found is the matter of :mod:`shapewright.packing.goals.find_piece_weights`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError, listed_words

_LARGEST = 10**6


@dataclass(frozen=True)
class PieceWeights:
    """A weight of at least 0 for each piece, by name, and the ``most`` that one board holds.

    >>> from shapewright.packing.bag import Bag
    >>> weights = PieceWeights((("S", 3), ("T", 4)), 12)
    >>> weights.together(Bag.from_text("S9 T9").pieces()), weights.boards(Bag.from_text("S9 T9").pieces())
    (63, 6)

    Raises ``NotationError`` for other numbers.
    """

    pieces: tuple[tuple[str, int], ...]
    most: int

    def __post_init__(self) -> None:
        numbers = [self.most, *[number for _, number in self.pieces]]
        if any(type(number) is not int or not 0 <= number <= _LARGEST for number in numbers) or not self.most:
            raise NotationError(f"a weight is not a whole number from 0 to {_LARGEST}, or a board holds nothing")
        if len({name for name, _ in self.pieces}) < len(self.pieces):
            raise NotationError("a piece has two weights")

    def together(self, pieces: Sequence[Piece]) -> int:
        """What all the pieces weigh."""
        of = dict(self.pieces)
        return sum([of.get(piece.name, 0) * piece.minimum for piece in pieces])

    def boards(self, pieces: Sequence[Piece]) -> int:
        """How many boards they need at least, if one holds no more than ``most``."""
        return -(-self.together(pieces) // self.most)

    def as_values(self, pieces: Sequence[Piece], cells: int) -> tuple[Piece, ...]:
        """The pieces that have a weight as what can lie on one board of so many cells, worth their weights."""
        of = dict(self.pieces)
        return tuple(
            [
                replace(piece, minimum=0, maximum=min(piece.minimum, cells // piece.shape.area), value=of[piece.name])
                for piece in pieces
                if piece.minimum and of.get(piece.name)
            ]
        )

    def sentence(self, pieces: Sequence[Piece]) -> str:
        """Why so many boards are needed.

        >>> from shapewright.packing.bag import Bag
        >>> PieceWeights((("S", 3), ("T", 4)), 12).sentence(Bag.from_text("S9 T9").pieces())
        'if S weighs 3, T 4, no board holds more than 12, and all pieces weigh 63: 5 boards are too few'
        """
        by_weight: dict[int, list[str]] = {}
        for name, number in self.pieces:
            if number:
                by_weight.setdefault(number, []).append(name)
        (first, names), *others = sorted(by_weight.items())
        verb = "weighs" if len(names) == 1 else "weigh"
        said = [f"{listed_words(names)} {verb} {first}", *[f"{listed_words(more)} {number}" for number, more in others]]
        fewer, heavy = self.boards(pieces) - 1, self.together(pieces)
        return (
            f"if {', '.join(said)}, no board holds more than {self.most}, and all pieces weigh {heavy}: {fewer} "
            f"{'board is' if fewer == 1 else 'boards are'} too few"
        )

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"pieces": dict(self.pieces), "most": self.most}

    @classmethod
    def from_json(cls, data: object) -> PieceWeights:
        """What :meth:`to_json` gave; raises ``NotationError`` for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("pieces"), dict) or set(data) != {"pieces", "most"}:
            raise NotationError("the weights of pieces have not their form: pieces and most")
        return cls(tuple(data["pieces"].items()), data["most"])
