"""One packing of an answer: as it stands there, what was asked about it, and what the checks want to know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from shapewright.cells.placements import Placement
from shapewright.errors import NotationError
from shapewright.packing.bag import Bag
from shapewright.packing.clearance import inner, thickened
from shapewright.packing.notation import packing_from_json
from shapewright.packing.proof.reason import piece_cells
from shapewright.packing.proof.refute import Task, without
from shapewright.packing.proof.refute_distances import Apart
from shapewright.packing.rules import bounding_box, score

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.claims import Case
    from shapewright.packing.answer import Packing
    from shapewright.packing.boxes import Box
    from shapewright.packing.claims.question import Question
    from shapewright.packing.proof.refutations import Refutations


class Record:
    """One packing, as plain data, and what is found out about it; ``question`` is what was asked.

    Answers of ours say all that there is to say; a list of packings from elsewhere may say less.
    """

    def __init__(
        self, case: Case, data: Any, place: str, number: int, question: Question | None = None, *, ours: bool = True
    ) -> None:
        self.packing: Packing = packing_from_json(data, place)
        self.data: Mapping[str, Any] = data
        self.ours, self.number, self.found = ours, number, case.findings
        self.refutations: Refutations = case.context["refutations"]
        for key in ("status", "goal", "bound", "placements"):
            self.require(key)
        self.problem = None if question is None else question(self.packing)
        what = self.packing.asked
        self.pieces = what.pieces() if isinstance(what, Bag) else what
        self.fixed = () if self.problem is None else self.problem.fixed
        self.left = without(self.pieces, [one.piece for one in self.fixed])

    def require(self, key: str) -> None:
        """Raise ``NotationError`` if an answer of ours does not have this key, or no score under it."""
        if self.ours and (key not in self.data or (key == "score" and self.data[key] is None)):
            raise NotationError(f"packing {self.number} has no {key!r}")

    @property
    def stated_reason(self) -> Any:
        """The reason that is given; '' if none is."""
        stated = self.data.get("reason")
        return "" if stated is None else stated

    def score(self) -> float:
        """The score of what lies there, as a round counts it."""
        covered = sum(len(one.cells) for one in self.packing.placements)
        _, _, width, height = bounding_box(self.packing.placements)
        return float(score(covered, width, height)) if covered else 0.0

    def wrong(self, key: str, fault: str) -> None:
        """Note a fault of this packing."""
        self.found.wrong(key, fault, packing=self.number)

    def extent(self) -> Box:
        """Width and height of what lies there, with the margins."""
        _, _, width, height = bounding_box(self.packing.placements)
        more = 2 * self.packing.margin if self.packing.placements else 0
        return width + more, height + more

    def box(self) -> Box | None:
        """The box that is asked about, as far as the answer says."""
        if self.problem is not None and self.problem.box is not None:
            box, turned = self.problem.box, (self.packing.width, self.packing.height)
            # So that a corner of it is 0,0 it may have been laid on its side.
            return turned if self.must_cover_corner and turned == box[::-1] else box
        if self.packing.placements:
            return self.packing.width, self.packing.height
        listed = self.data.get("refuted") or [{}]
        first = listed[0] if isinstance(listed, list) and isinstance(listed[0], dict) else {}
        sides = first.get("width"), first.get("height")
        return sides if all(type(side) is int and side > 0 for side in sides) else None  # type: ignore[return-value]

    @property
    def must_cover_corner(self) -> bool:
        """Whether the corner of the box was to be covered."""
        return self.problem is not None and self.problem.cover_corner

    @property
    def strip(self) -> int | None:
        """The width of the strip that was asked for."""
        return None if self.problem is None else self.problem.width

    def is_apart(self) -> bool:
        """Whether pieces keep their distance, from each other or from the border."""
        return bool(self.packing.clearance or self.packing.margin)

    def refuted_box(self, box: Box) -> bool | None:
        """Whether the pieces do not fit into a box, with their distances."""
        if not self.is_apart():
            return self.refutations.box(self.pieces, box, corner=self.must_cover_corner)
        room = inner(box, self.packing.clearance, self.packing.margin)
        thick = thickened(self.pieces, self.packing.clearance)
        return piece_cells(thick) > room[0] * room[1] or self.refutations.box(thick, room)

    def value(self) -> float:
        """What the goal measures, worked out from the placements."""
        width, height = self.extent()
        if self.packing.goal == "score":
            return self.score()
        if self.packing.goal in ("area", "strip"):
            return float(height if self.packing.goal == "strip" else width * height)
        if self.packing.goal == "bonus":
            return float(self._bonus())
        if self.packing.goal == "room":
            return float(max(map(len, self.free_rectangles()), default=0))
        return float(self.worth(self.packing.placements))

    def _bonus(self) -> int:
        """What pieces that touch bring, looked at pair by pair."""
        bonuses = {} if self.packing.bonuses is None else {(a, b): n for a, b, n in self.packing.bonuses.pairs}
        lying = [(one.piece, {*one.cells}, _beside(one.cells)) for one in self.packing.placements]
        return sum(
            bonuses.get((min(one, other), max(one, other)), 0)
            for at, (one, _, near) in enumerate(lying)
            for other, cells, _ in lying[:at]
            if near & cells
        )

    def open_cells(self) -> tuple[Cell, ...]:
        """The cells of the board on which no fixed piece lies."""
        assert self.packing.board is not None
        taken = {cell for one in self.fixed for cell in one.cells}
        return tuple(cell for cell in self.packing.board.order() if cell not in taken)

    def worth(self, lying: Iterable[Placement]) -> int:
        """What these are worth together, or how many cells they cover if that is the goal."""
        if self.packing.goal != "value":
            return sum(len(one.cells) for one in lying)
        of_piece = {piece.name: piece.value for piece in self.pieces}
        of_cell = dict(() if self.packing.values is None else self.packing.values.worth)
        return sum(of_piece.get(one.piece, 0) + sum(of_cell.get(cell, 0) for cell in one.cells) for one in lying)

    def apart(self) -> Apart:
        """The places of pieces that keep their distances on the board, beside those that are fixed."""
        assert self.packing.board is not None
        distances = (self.packing.clearance, self.packing.margin)
        return Apart(
            self.left, self.packing.board, self.fixed, distances,
            lambda piece, cells: self.worth([Placement(piece.name, tuple(cells))]),
        )  # fmt: skip

    def free_rectangles(self, lying: bool = True) -> Iterator[frozenset[Cell]]:
        """The rectangles of the board on which nothing lies, or nothing but pieces that could be moved."""
        board = self.packing.board
        assert board is not None
        over = self.packing.placements if lying else self.fixed
        free = board.cells - {cell for one in over for cell in one.cells}
        for x, y in sorted(free):
            wide = board.size[0]
            for high in range(board.size[1]):
                row = 0
                while row < wide and (x + row, y + high) in free:
                    row += 1
                wide = row
                for across in range(wide):
                    yield frozenset((x + i, y + j) for i in range(across + 1) for j in range(high + 1))

    def task(self, cells: tuple[Cell, ...], empty: int) -> Task:
        """The pieces that are not fixed, on cells of the board and in its zones."""
        must, colours = self.zones(cells)
        return Task(self.left, cells, empty, must, frozenset(colours.items()))

    def zones(self, cells: tuple[Cell, ...]) -> tuple[frozenset[Cell], dict[Cell, str]]:
        """Which of ``cells`` may not stay empty, and the colours of the board."""
        board = self.packing.board
        assert board is not None
        return frozenset(cells) - board.optional if board.optional else frozenset(), board.colour_of()


def _beside(cells: tuple[Cell, ...]) -> set[tuple[int, int]]:
    """The cells that share an edge with some of ``cells``."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(x + dx, y + dy) for x, y in cells for dx, dy in steps}
