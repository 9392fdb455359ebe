"""Whole numbers on the cells of a board that bound how many cells pieces cover: the certificate, and its checker.

The numbers are worth 1 / ``scale`` of a cell each. A piece that weighs less than its cells wherever it lies gains the
difference, as often as it may be laid; nothing can gain more than all cells weigh. Nothing here knows how the numbers
were found: that is :mod:`shapewright.packing.search.find_board_weights`. Source: the dual of the linear relaxation of
packing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapewright.cells.grid import Cell
from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError
from shapewright.packing.values import Values

_LARGEST = 10**6


@dataclass(frozen=True)
class BoardWeights:
    """A number of at least 0 for each of some cells, and how many weigh as much as a cell counts."""

    numbers: Values
    scale: int

    def __post_init__(self) -> None:
        if type(self.scale) is not int or not 1 <= self.scale <= _LARGEST:
            raise NotationError(f"the scale of weights is not a whole number from 1 to {_LARGEST}")
        if any(number < 0 for _, number in self.numbers.worth):
            raise NotationError("a weight of a cell is below 0")

    def most(self, pieces: Sequence[Piece], cells: Sequence[Cell]) -> int:
        """How many of ``cells`` the pieces, within their counts, cover at most."""
        weights = [self.numbers.of([cell]) for cell in cells]
        return most_by_weights(pieces, weights, self.scale, lightest(pieces, cells, weights))

    def sentence(self, pieces: Sequence[Piece], cells: Sequence[Cell]) -> str:
        """What follows from them in words."""
        return f"by weights on the cells the pieces cover at most {self.most(pieces, cells)} of {len(cells)} cells"

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"cells": self.numbers.to_text(one_line=True), "scale": self.scale}

    @classmethod
    def from_json(cls, data: object) -> BoardWeights:
        """What :meth:`to_json` gave; raises ``NotationError`` for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("cells"), str):
            raise NotationError("the weights have not the form of weights of a board: cells and scale")
        return cls(Values.from_text(data["cells"]), data.get("scale"))  # type: ignore[arg-type]


def lightest(pieces: Sequence[Piece], cells: Sequence[Cell], weights: Sequence[int]) -> list[int | None]:
    """What each piece weighs where it weighs least; None if it has no place."""
    found: list[int | None] = []
    for piece in pieces:
        every = placements(tuple(cells), piece.orientations()) if piece.maximum != 0 else []
        found.append(min((sum([weights[at] for at in where]) for where in every), default=None))
    return found


def most_by_weights(pieces: Sequence[Piece], weights: Sequence[int], scale: int, least: Sequence[int | None]) -> int:
    """How many cells are covered at most, if each piece weighs at least so much.

    >>> from shapewright.cells.pieces import parse_pieces
    >>> most_by_weights(parse_pieces("any*O4"), [0, 0, 0, 0, 4, 0, 0, 0, 0], 1, [4])
    4
    """
    total = sum(weights)
    for piece, weight in zip(pieces, least, strict=True):
        if weight is None:
            continue
        gain = scale * piece.shape.area - weight
        most = len(weights) // piece.shape.area
        if piece.maximum is not None:
            most = min(most, piece.maximum)
        total += gain * most if gain > 0 else gain * piece.minimum
    return min(len(weights), max(0, total // scale))
