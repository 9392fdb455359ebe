"""One tiling: a problem and the placements that solve it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapewright.tiling.notation.art import solution_text
from shapewright.tiling.notation.records import to_records

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.drawing import Mosaic, Scene
    from shapewright.tiling.problem import Problem


@dataclass(frozen=True)
class Solution:
    """The placements of a tiling of ``problem``, fixed ones included, sorted by their cells.

    ``str`` shows it in letters; a notebook shows a picture.
    """

    problem: Problem = field(repr=False)
    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        ordered = sorted(self.placements, key=lambda placement: (placement.cells, placement.piece))
        object.__setattr__(self, "placements", tuple(ordered))

    def to_text(self) -> str:
        """The tiling in letters, top row first; ``NotationError`` if there are not letters enough."""
        return solution_text(self.problem, self.placements)

    def __str__(self) -> str:
        return self.to_text()

    def to_json(self) -> dict[str, object]:
        """Plain data: ``{"placements": [{"piece": name, "cells": [[x, y], ...]}, ...]}``."""
        return {"placements": to_records(self.placements)}

    def mosaic(self) -> Mosaic:
        """The picture of it before it is drawn: which placement lies where, with the pieces' names as labels."""
        from shapewright.tiling.picture import mosaic  # most solutions are never drawn

        return mosaic(self.problem, self.placements)

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG and pages."""
        return self.mosaic().scene()

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()
