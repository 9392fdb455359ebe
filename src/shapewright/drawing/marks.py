"""Marks on a board, by which a reason becomes a picture: the classes of a colouring, weights, faults, a height.

How they look in a scene stands in :mod:`shapewright.drawing.marking`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from shapewright.cells.grid import Cell

Shade = Literal["", "a", "b", "c", "d", "bad", "good"]

SHADES: dict[str, str] = {
    "a": "#f0b429",
    "b": "#4a7bd0",
    "c": "#3f9e6f",
    "d": "#b457a8",
    "bad": "#d92d27",
    "good": "#2b9a2b",
}
"""The colour of each shade; it is laid over a cell so thinly that what lies there can be seen."""


@dataclass(frozen=True)
class Mark:
    """Something said about ``cells``: a shade, a short text in the middle of each, or a line above the row ``row``.

    The shades a to d are classes, ``bad`` is what is wrong, ``good`` what is right. A line goes over the whole board;
    the text of a mark with a line stands on the line.
    """

    cells: AbstractSet[Cell] = frozenset()
    shade: Shade = ""
    text: str = ""
    row: int | None = None

    def to_json(self) -> dict[str, object]:
        """Plain data: what is not said is left out."""
        data: dict[str, object] = {"cells": sorted(self.cells)}
        if self.shade:
            data["shade"] = self.shade
        if self.text:
            data["text"] = self.text
        if self.row is not None:
            data["row"] = self.row
        return data
