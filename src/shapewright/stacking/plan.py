"""One plan: where every piece falls, and how good that is known to be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shapewright import drawing
from shapewright.lazy import late
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import COUNTED, height

# A plan reads, writes and draws itself: the modules that do so know plans, and are imported where they are needed.

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.stacking.problem import Problem


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece that falls: its leftmost column, and its rotation: 90 degrees anticlockwise for each orientation.

    (Of a piece whose orientations were drawn by its user, rotation 90 k is drawing k, however it is turned.) Where
    pieces slide the drop begins so, and ``path`` are the moves before the piece falls straight down: see
    :mod:`shapewright.stacking.slides`.
    """

    piece: str
    column: int
    rotation: int = 0
    path: str = ""

    def __repr__(self) -> str:
        path = f", path={self.path!r}" if self.path else ""
        return f"Drop(piece={self.piece!r}, column={self.column!r}, rotation={self.rotation!r}{path})"

    @property
    def orientation(self) -> int:
        """Which orientation, from 0; -1 if the rotation is not a multiple of 90."""
        return self.rotation // 90 if self.rotation % 90 == 0 else -1


@dataclass(frozen=True)
class Plan:
    """Drops for all pieces of ``problem``: what their stack comes to, and what no plan can be better than.

    ``value`` is the objective: the height unless the problem states another. ``bound`` is what is proven of all plans:
    at least this height, or at most this number of rows or tetrises. ``first`` says that the plan is proven to be the
    first, in the order of (rotation, column), of all that are as good. ``str`` is the plan as ``0 3 1(180)``; a
    notebook shows the stack.
    """

    problem: Problem
    drops: tuple[Drop, ...]
    value: int
    bound: int
    first: bool = False

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no plan is better."""
        return self.value == self.bound

    @property
    def lower_bound(self) -> int | None:
        """The bound where less is better; None where more is."""
        return None if self.problem.objective in COUNTED else self.bound

    @property
    def upper_bound(self) -> int | None:
        """The bound where more is better (rows and tetrises cleared); None where less is."""
        return self.bound if self.problem.objective in COUNTED else None

    @property
    def height(self) -> int:
        """The height of the stack at the end."""
        return height(self.stack)

    @cached_property
    def stack(self) -> dict[Cell, int]:
        """The filled cells at the end, each with the number of the piece that lies there, -1 for the board."""
        return final_stack(self.problem, self.drops)

    @late("shapewright.stacking.notation.plan:text_of")
    def to_text(self) -> str:
        """The plan as text; ``notation.plan.parse_plan`` reads it back."""

    def __str__(self) -> str:
        return self.to_text()

    @classmethod
    @late("shapewright.stacking.notation.records:plan_from_json")
    def from_json(cls, data: object) -> Plan:
        """Read what :meth:`to_json` gives, and replay it; ``NotationError`` says what is wrong with it."""

    @late("shapewright.stacking.notation.records:plan_to_json")
    def to_json(self) -> dict[str, object]:
        """The plan as plain data, as it stands in a JSON answer: ``problem``, drops, text, value and bound."""

    @late("shapewright.stacking.picture:final_mosaic")
    def mosaic(self) -> drawing.Mosaic:
        """The stack at the end before it is drawn, each piece told apart."""

    def scene(self) -> drawing.Scene:
        """The drawing of the stack, for SVG, PNG and pages."""
        return self.mosaic().scene()

    @late("shapewright.stacking.picture:frames")
    def frames(self) -> tuple[drawing.Scene, ...]:
        """The drops one after the other, for an animated GIF."""

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()
