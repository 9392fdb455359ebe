"""Where pieces lie: one placement is a piece's name and the cells it covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.grid import Cell


@dataclass(frozen=True, slots=True)
class Placement:
    """The cells one copy of a piece covers, in ascending order whatever order they are given in.

    >>> Placement("I", ((1, 0), (0, 0)))
    Placement(piece='I', cells=((0, 0), (1, 0)))
    """

    piece: str
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))
