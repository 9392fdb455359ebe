"""Packings whose pieces keep a clearance from each other and a margin from the border of the box.

Thick pieces are packed (:mod:`shapewright.packing.clearance`), which is exact for a given box and for strips. The best
box by area is looked for among the real ones, since a thick box may be better or worse than another than they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.cells.grid import MAX_CELLS, Cell
from shapewright.cells.placements import Placement
from shapewright.errors import LimitError
from shapewright.packing.answer import Packing, Status
from shapewright.packing.boxes import boxes_of
from shapewright.packing.clearance import inner, thick_cells, thickened
from shapewright.packing.problem import Problem
from shapewright.packing.proof.reason import piece_cells, too_small
from shapewright.packing.rules import bounding_box

if TYPE_CHECKING:
    from shapewright.packing.search.solvers import Effort

    Packed = Callable[[Problem, Effort], Packing]

# So many boxes may stay undecided.
_MOST_OPEN = 3
_SHARE = 0.5  # of the time, where something else may follow


def pack_apart(problem: Problem, effort: Effort, packed: Packed) -> Packing:
    """Lay the pieces with their distances; ``packed`` lays pieces that may touch."""
    search = _Search(problem, effort, packed)
    if problem.goal == "box":
        return search.in_box()
    return search.in_strip() if problem.goal == "strip" else search.in_best()


class _Search:
    def __init__(self, problem: Problem, effort: Effort, packed: Packed) -> None:
        self.problem = problem
        self.effort = effort
        self.packed = packed
        self.clearance, self.margin = problem.clearance, problem.margin
        self.thick = thickened(problem.pieces, self.clearance)
        self.cells = piece_cells(self.thick)
        if self.cells > MAX_CELLS:
            raise LimitError(
                f"with their clearance the pieces take {self.cells} cells, more than the limit of {MAX_CELLS} cells"
            )
        # Of turns with the same thick form any will do.
        self.thin: dict[tuple[str, tuple[Cell, ...]], tuple[Cell, ...]] = {
            (piece.name, thick_cells(turned.cells, self.clearance)): turned.cells
            for piece in problem.pieces
            for turned in piece.orientations()
        }

    def in_box(self) -> Packing:
        """The answer for a given box."""
        assert self.problem.box is not None
        width, height = room = inner(self.problem.box, self.clearance, self.margin)
        if self.cells > width * height:
            return self._answer("infeasible", note=too_small("the box with its distances", width * height, self.cells))
        found = self.packed(Problem(self.thick, box=room), self.effort)
        if found.status == "infeasible":
            return self._answer("infeasible", note="a search of every placement found none")
        if not found.placements:
            return self._answer("unknown")
        return self._answer("optimal", found.placements, found.method, box=self.problem.box)

    def in_strip(self) -> Packing:
        """The lowest strip."""
        assert self.problem.width is not None
        width, _ = inner((self.problem.width, 1 + 2 * self.margin), self.clearance, self.margin)
        for piece in self.thick:
            if piece.minimum and min(turned.size[0] for turned in piece.orientations()) > width:
                return self._answer(
                    "infeasible", note=f"the piece {piece.name} is wider than the strip of width {self.problem.width}"
                )
        found = self.packed(Problem(self.thick, width=width), self.effort)
        more = 2 * self.margin - self.clearance
        bound = None if found.bound is None else found.bound + more
        if not found.placements:
            return self._answer("unknown", bound=bound)
        return self._answer(found.status, found.placements, found.method, bound)

    def in_best(self) -> Packing:
        """The box of least area: the real ones in turn, up to one that is filled or as large as one that is known."""
        effort = replace(self.effort, clock=self.effort.clock.part(_SHARE))
        # A packing that is good for thick boxes is not bad for real ones.
        found = self.packed(Problem(self.thick, objective="area"), effort)
        spare = self._answer("feasible", found.placements, found.method) if found.placements else None
        is_open: int | None = None
        opened = 0
        for box in boxes_of(self.problem):
            area = box[0] * box[1]
            if spare is not None and area >= spare.width * spare.height:
                break
            width, height = room = inner(box, self.clearance, self.margin)
            if self.cells > width * height:
                continue
            if self.effort.clock.over() or opened == _MOST_OPEN:
                is_open = area if is_open is None else is_open
                break
            effort = replace(self.effort, clock=self.effort.clock.part(_SHARE))
            found = self.packed(Problem(self.thick, box=room), effort)
            if found.placements:
                spare = self._answer("optimal", found.placements, found.method)
                break
            if found.status != "infeasible":
                opened += 1
                is_open = area if is_open is None else is_open
        if spare is None:
            return self._answer("unknown", bound=None if is_open is None else float(is_open))
        area = spare.width * spare.height
        bound = area if is_open is None else min(is_open, area)
        status: Status = "optimal" if bound == area else "feasible"
        return replace(spare, status=status, bound=float(bound), seconds=self.effort.clock.seconds)

    def _answer(
        self,
        status: Status,
        lying: Sequence[Placement] = (),
        method: str = "",
        bound: float | None = None,
        *,
        box: tuple[int, int] | None = None,
        note: str = "",
    ) -> Packing:
        """What thick pieces stand for; without a given ``box`` it is as small as they and their margins let it be."""
        thin = []
        for one in lying:
            x, y = min(cell[0] for cell in one.cells), min(cell[1] for cell in one.cells)
            cells = self.thin[one.piece, tuple((cx - x, cy - y) for cx, cy in one.cells)]
            thin.append(Placement(one.piece, tuple((cx + x, cy + y) for cx, cy in cells)))
        left, bottom, width, height = bounding_box(thin)
        dx, dy = (self.margin, self.margin) if box is not None else (self.margin - left, self.margin - bottom)
        placements = [Placement(one.piece, tuple((x + dx, y + dy) for x, y in one.cells)) for one in thin]
        if box is None and lying:
            box = width + 2 * self.margin, height + 2 * self.margin
        size = box or (0, 0)
        return Packing(
            self.problem.asked, status, *size, tuple(sorted(placements, key=lambda one: one.cells)), self.problem.goal,
            bound, (), note, method, None, self.effort.clock.seconds, clearance=self.clearance, margin=self.margin,
        )  # fmt: skip
