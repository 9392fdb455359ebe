"""What a question about a packing is answered with: the packing, how good it is, and what was refuted on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from shapewright.cells.grid import MAX_CELLS, Board
from shapewright.errors import LimitError
from shapewright.lazy import late
from shapewright.packing.bag import Bag
from shapewright.packing.boxes import Objective
from shapewright.packing.rules import ON_BOARD, largest_rectangle, score

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.cells.polyomino import Piece
    from shapewright.drawing import Mosaic, Scene
    from shapewright.packing.bonuses import Bonuses
    from shapewright.packing.proof.board_weights import BoardWeights
    from shapewright.packing.proof.box_weights import Weights
    from shapewright.packing.proof.waste import Waste
    from shapewright.packing.values import Values

Status = Literal["optimal", "feasible", "infeasible", "unknown"]
Goal = Objective | Literal["box", "board"]


@dataclass(frozen=True)
class Refuted:
    """A box that ``asked`` certainly does not fit into, and the method that showed it.

    With the method 'weights' there are ``weights`` on its cells from which it follows, with 'profiles' there is a
    ``waste`` of pieces that a sweep over the profiles of the box found to be too small.
    """

    asked: Bag | tuple[Piece, ...]
    width: int
    height: int
    method: str
    weights: Weights | None = None
    waste: Waste | None = None

    @property
    def reason(self) -> str:
        """Why, in words; worked out when it is asked for."""
        if self.waste is not None:
            pieces = self.asked.pieces() if isinstance(self.asked, Bag) else self.asked
            return self.waste.sentence(pieces, self.width, self.height)
        from shapewright.packing.proof.reason import reason  # reasons stand on this value

        return reason(self.asked, self.width, self.height, self.method, self.weights)

    def __str__(self) -> str:
        return f"{self.width}x{self.height} refuted: {self.reason}"


@dataclass(frozen=True)
class Packing:
    """Pieces laid on the plane, the first box at the origin; or the word that they do not fit, or that nobody knows.

    ``status`` is 'optimal' (everything better is refuted), 'feasible' (nothing can be better than ``bound``, which is a
    score, an area, a height or a number of cells, as the ``goal`` is), 'infeasible' (``reason`` says why) or 'unknown'
    (stopped without an answer); a reason that is known already is the ``note``. ``width`` and ``height`` are the
    bounding box of the placements, on a given board the board's own extent. ``method`` says which search it came from.
    ``stated_score`` and ``stated_value`` are what a file claims; the checker compares them. ``values`` are those of the
    cells, where the goal is 'value', ``bonuses`` those of touching pieces, where it is 'bonus'. Pieces keep
    ``clearance`` free cells between them, and ``margin`` to the border of the box, which belongs to ``width`` and
    ``height``. On a board ``weights`` of its cells may show the bound, or that there is no packing.
    """

    asked: Bag | tuple[Piece, ...]
    status: Status
    width: int = 0
    height: int = 0
    placements: Sequence[Placement] = ()
    goal: Goal = "score"
    bound: float | None = None
    refuted: tuple[Refuted, ...] = ()
    note: str = ""
    method: str = ""
    board: Board | None = None
    seconds: float = field(default=0.0, compare=False)
    stated_score: float | None = field(default=None, compare=False)
    values: Values | None = None
    stated_value: float | None = field(default=None, compare=False)
    clearance: int = 0
    margin: int = 0
    bonuses: Bonuses | None = None
    weights: BoardWeights | None = None

    @property
    def reason(self) -> str:
        """Why there is no packing, in words, if that is known; '' otherwise. Worked out when it is asked for."""
        return self.refuted[0].reason if self.status == "infeasible" and not self.note and self.refuted else self.note

    @property
    def unknown_reason(self) -> str:
        """Why nobody knows: what a solver said, or that nothing was found and nothing refuted."""
        return self.reason or "no packing was found, and there is no proof that none exists"

    @property
    def cells(self) -> int:
        """How many cells are covered."""
        return sum(len(placement.cells) for placement in self.placements)

    @property
    def score(self) -> float:
        """The contest's score, (10 n - a b) a / b; see :func:`shapewright.packing.rules.score`. 0.0 for no packing."""
        if not self.placements or not self.width or not self.height:
            return 0.0
        cells = self.asked.cells if isinstance(self.asked, Bag) and self.goal not in ON_BOARD else self.cells
        return float(score(cells, self.width, self.height))

    @property
    def value(self) -> float:
        """What the goal measures: the score, the area, the height, the covered cells, or what all is worth."""
        if self.goal == "bonus":
            return float(0 if self.bonuses is None else self.bonuses.total(tuple(self.placements)))
        if self.goal == "room":
            return float(largest_rectangle(() if self.board is None else self.board.cells, self.placements))
        if self.goal == "value":
            pieces = {} if isinstance(self.asked, Bag) else {piece.name: piece.value for piece in self.asked}
            cells = 0 if self.values is None else sum(self.values.of(one.cells) for one in self.placements)
            return float(cells + sum(pieces.get(one.piece, 0) for one in self.placements))
        if self.goal == "strip":
            return float(self.height)
        if self.goal == "area":
            return float(self.width * self.height)
        return self.score if self.goal == "score" else float(self.cells)

    @late("shapewright.packing.notation:to_text")
    def to_text(self) -> str:
        """The packing in letters, top row first, ``.`` for empty cells; '' for no packing."""

    @classmethod
    @late("shapewright.packing.notation:checked_from_json")
    def from_json(cls, data: object) -> Packing:
        """Read what :meth:`to_json` gives, and check it; ``NotationError`` says what is wrong with it."""

    @late("shapewright.packing.notation:to_json")
    def to_json(self) -> dict[str, object]:
        """Plain data: status, width, height, score, placements, and what else there is to say."""

    def __str__(self) -> str:
        return self.to_text()

    @cached_property
    @late("shapewright.packing.picture:mosaic")
    def _mosaic(self) -> Mosaic: ...

    def mosaic(self) -> Mosaic:
        """The picture of it before it is drawn; a type of piece has the same colour everywhere."""
        return self._mosaic

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG and pages.

        Raises ``LimitError`` for a box of more than 2^20 cells: its file would take minutes and gigabytes.
        """
        if self.width * self.height > MAX_CELLS:
            size = f"{self.width}x{self.height}"
            raise LimitError(
                f"a picture of {size} is too large to draw; the limit is {MAX_CELLS} cells; write it as .txt or .jsonl"
            )
        return self._mosaic.scene()

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()
