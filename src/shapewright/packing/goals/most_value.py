"""The most that pieces on a board can be worth: which of them are laid, and where.

An exact cover of least cost: a cell that stays empty is covered by a piece of one cell, and covering a cell costs the
most that a cell of any placement brings, less what the placement brings. Two wordings are searched in turn. In one a
count is a rule for the search alone; in the other each single piece is a thing to be covered too, so that the linear
programme behind the bound counts pieces. Areas and values alone bound both.

Boards with zones are packed here, too, and boards on which pieces keep a distance: a covered cell is then worth 1,
unless values are asked for, and where all counts are given an exact cover without costs comes first. With a clearance
the thick forms of pieces (:mod:`shapewright.packing.clearance`) are laid, also on cells beside the board.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement
from shapewright.cells.placements import placements as all_placements
from shapewright.errors import LimitError
from shapewright.jobs.interrupt import interruptible
from shapewright.packing.answer import Packing, Status
from shapewright.packing.clearance import far_from_border, thick_cells, thickened
from shapewright.packing.native import Cheapest, cover_exactly
from shapewright.packing.problem import Problem
from shapewright.packing.proof.reason import piece_cells, too_small
from shapewright.packing.proof.refute_value import value_by_areas
from shapewright.packing.search.rising_effort import tell_share
from shapewright.packing.search.solvers import Effort

_MOST_CELLS = 4096
_MOST_ENTRIES = 4_000_000
_MOST_COST = 1 << 40
# Each wording visits so many nodes before the other one goes on, and so many in all where no time limit is given.
_TURN = 20_000
_NODES = 1_000_000
_SHARE = 0.5  # of the time, where something else may follow


def pack_value(problem: Problem, effort: Effort) -> Packing:
    """Lay the pieces so that they and the cells under them are worth the most; see :func:`shapewright.packing.pack`."""
    return _Search(problem, effort).answer()


class _Search:
    """What is to be laid where, once the fixed pieces are taken out."""

    def __init__(self, problem: Problem, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.board = problem.ground
        self.is_apart = bool(problem.clearance or problem.margin)
        self.what = "distances are" if self.is_apart else "zones are"
        self.what = "the objective 'value' is" if problem.goal == "value" else self.what
        if len(self.board.cells) > _MOST_CELLS:
            raise LimitError(f"{self.what} for boards of at most {_MOST_CELLS} cells, not {len(self.board.cells)}")
        self.pieces = problem.choice
        taken = {cell for placement in problem.fixed for cell in placement.cells}
        near = thick_cells(taken, problem.clearance)
        within = set(far_from_border(self.board.cells, problem.margin))
        self.ground = [cell for cell in self.board.order() if cell in within and cell not in taken]
        # With a clearance what is covered reaches beyond the board.
        self.cells: list[Cell] = self.ground
        if problem.clearance:
            self.cells = [cell for cell in thick_cells(self.ground, problem.clearance) if cell not in near]
        self.may_be_empty = [cell not in problem.must for cell in self.cells]
        self.worth = [0 if problem.values is None else problem.values.of([cell]) for cell in self.ground]
        self.given = problem.worth_of(problem.fixed)
        if problem.goal == "board":
            self.worth, self.given = [1] * len(self.ground), len(taken)
        self.lying: list[tuple[Cell, ...]] = []  # what is covered on the board, by each of the
        self.places: list[tuple[int, tuple[int, ...]]] = []
        self.gains: list[int] = []
        self.is_cut = False  # not every placement is listed
        self.best: list[int] | None = None
        self.value = 0
        self.is_first = False  # the best one is not from a search

    def answer(self) -> Packing:
        """The packing, or why there is none."""
        least = piece_cells(self.pieces)
        if least > len(self.ground) and not self.is_apart:
            return self._none(too_small("the board", len(self.cells), least))
        self._place()
        reached = {kind for kind, _ in self.places}
        for number, piece in enumerate(self.pieces):
            if piece.minimum and number not in reached and not self.is_cut:
                return self._none(f"the piece {piece.name} fits nowhere on the board")
        bound = self._by_areas()
        if bound is not None and self.is_cut:
            self._place_in_order()
            return self._unproven(bound)
        is_exact = all(piece.minimum == piece.maximum for piece in self.pieces)
        if bound is not None and self.problem.goal == "board" and is_exact:
            outcome = self._covered(least)
            if outcome == "found":
                return self._packing("optimal", least)
            bound = None if outcome == "none" else least
        return self._none("a search of every placement found none") if bound is None else self._searched(bound)

    def _by_areas(self) -> int | None:
        """A bound by areas alone, those of thick forms where there is a clearance; None if no counts fit."""
        bound = value_by_areas(self.pieces, self.worth)
        if bound is None or not self.problem.clearance or self.is_cut:
            return bound
        best = [0] * len(self.pieces)
        for (kind, _), gain in zip(self.places, self.gains, strict=True):
            best[kind] = max(best[kind], gain)
        thick = [
            replace(piece, value=gain)
            for piece, gain in zip(thickened(self.pieces, self.problem.clearance), best, strict=True)
        ]
        by_thick = value_by_areas(thick, [0] * len(self.cells))
        return None if by_thick is None else min(bound, by_thick)

    def _covered(self, least: int) -> str:
        """Whether pieces whose counts are given lie anyhow: then all such packings cover as much."""
        numbers = list(range(len(self.places)))
        Random(self.effort.seed).shuffle(numbers)
        options = [(kind, list(where)) for kind, where in (self.places[number] for number in numbers)]
        counts = [piece.minimum for piece in self.pieces]
        thick = [thick_cells(piece.shape.cells, self.problem.clearance) for piece in self.pieces]
        least = sum(count * len(cells) for count, cells in zip(counts, thick, strict=True))
        empty = len(self.cells) - least
        if empty < 0:
            return "none"
        options += [(len(counts), [cell]) for cell, may in enumerate(self.may_be_empty) if may and empty]
        counts.append(empty)
        nodes = None if self.effort.clock.limit is not None else _NODES
        clock = self.effort.clock.part(_SHARE)
        outcome, chosen = cover_exactly([True] * len(self.cells), (counts, counts), options, clock.left, nodes)
        if outcome == "found":
            self.best = [numbers[one] for one in chosen if one < len(numbers)]
        return outcome

    def _place(self) -> None:
        """List every placement with what it brings, as long as there is time."""
        entries, colours = 0, self.board.colour_of()
        at = {cell: number for number, cell in enumerate(self.cells)}
        counted = self.problem.goal == "value"
        for kind, piece in enumerate(self.pieces):
            if piece.maximum == 0:
                continue
            if self.effort.clock.over():
                self.is_cut = True
                return
            for where in all_placements(self.ground, piece.orientations(), colours):
                cells = tuple([self.ground[one] for one in where])
                covered = where
                if self.problem.clearance:
                    thick = thick_cells(cells, self.problem.clearance)
                    if not all(cell in at for cell in thick):
                        continue  # too near to a fixed piece
                    covered = tuple([at[cell] for cell in thick])
                self.lying.append(cells)
                self.places.append((kind, covered))
                self.gains.append(piece.value * counted + sum([self.worth[one] for one in where]))
                entries += len(covered)
            if entries > _MOST_ENTRIES:
                raise LimitError(
                    f"the pieces lie in more than {len(self.places)} ways on the board; {self.what} for smaller boards "
                    "or fewer pieces"
                )

    def _searched(self, bound: int) -> Packing:
        self._place_in_order()
        if self.effort.clock.over():
            return self._unproven(bound)
        searches = [self._wording(single=False)]
        if any(piece.maximum == 1 for piece in self.pieces) and not self.effort.clock.over():
            searches.append(self._wording(single=True))
        visited = 0
        with interruptible() as stop:
            while not stop[0]:
                for search in searches:
                    over = search.run(stop, self.effort.clock.left, _TURN)
                    visited += _TURN
                    found = search.best
                    if found is not None and (self.best is None or self.total - found[0] > self.value - self.is_first):
                        self.value, self.is_first = self.total - found[0], False
                        self.best = [number for number in found[1] if number < len(self.places)]
                    if over:
                        if self.best is None:
                            return self._none("a search of every placement found none")
                        bound = self.value
                    elif search.bound is not None:
                        bound = min(bound, self.total - search.bound)
                    if self.best is not None and self.value >= bound:
                        return self._packing("optimal", bound)
                    known = "" if self.best is None else f"best so far {self.value + self.given}, "
                    share = visited / (_NODES * len(searches))
                    tell_share(self.effort, share, f"{known}at most {bound + self.given}")
                left = self.effort.clock.left()
                if (left is None and visited >= _NODES * len(searches)) or (left is not None and left <= 0):
                    break
        return self._unproven(bound)

    def _unproven(self, bound: int) -> Packing:
        """Return the best packing so far with a bound on what others bring."""
        if self.best is None:
            return self._answer("unknown", bound=float(bound + self.given))
        return self._packing("feasible", bound)

    def _place_in_order(self) -> None:
        """Find a first packing: place what brings most for each cell first, or what is at the edge."""
        by_gain = [-gain / len(where) for gain, (_, where) in zip(self.gains, self.places, strict=True)]
        for order in (by_gain, [max(where) for _, where in self.places]):
            numbers = sorted(range(len(order)), key=order.__getitem__)
            chosen: list[int] = []
            taken: set[int] = set()
            placed = [0] * len(self.pieces)
            for limits in ([piece.minimum for piece in self.pieces], [piece.maximum for piece in self.pieces]):
                for number in numbers:
                    kind, where = self.places[number]
                    limit = limits[kind]
                    if (limit is None or placed[kind] < limit) and taken.isdisjoint(where):
                        chosen.append(number)
                        taken.update(where)
                        placed[kind] += 1
                numbers = [number for number in numbers if self.gains[number] > 0]
            is_enough = all(count >= piece.minimum for count, piece in zip(placed, self.pieces, strict=True))
            is_covered = all(may or cell in taken for cell, may in enumerate(self.may_be_empty))
            if chosen and is_enough and is_covered:
                self.best, self.value, self.is_first = chosen, sum([self.gains[number] for number in chosen]), True
                return

    def _wording(self, *, single: bool) -> Cheapest:
        """The instance; where ``single``, each piece of which there is one at most is covered like a cell."""
        cells = len(self.cells)
        # So that no cost is below 0.
        dear = max([0, *[-(-gain // len(where)) for gain, (_, where) in zip(self.gains, self.places, strict=True)]])
        self.total = dear * cells
        if dear * (cells + sum(len(where) for _, where in self.places)) - sum(self.gains) > _MOST_COST:
            raise LimitError("the values are too large for this many placements; divide all of them by the same number")
        slots = [number for number, piece in enumerate(self.pieces) if single and piece.maximum == 1]
        slot = {number: cells + at for at, number in enumerate(slots)}
        options = [(kind, [*where, slot[kind]] if kind in slot else list(where)) for kind, where in self.places]
        costs = [dear * len(where) - gain for gain, (_, where) in zip(self.gains, self.places, strict=True)]
        empty = len(self.pieces)
        bare = [(empty, [cell]) for cell, may in enumerate(self.may_be_empty) if may]
        options += bare
        options += [(empty, [slot[number]]) for number in slots if not self.pieces[number].minimum]
        costs += [dear] * len(bare) + [0] * (len(options) - len(costs) - len(bare))
        minimum = [*[piece.minimum for piece in self.pieces], 0]
        maximum = [*[cells if piece.maximum is None else piece.maximum for piece in self.pieces], len(options)]
        return Cheapest([True] * (cells + len(slots)), (minimum, maximum), options, costs, self.effort.seed)

    def _packing(self, status: Status, bound: int) -> Packing:
        lying = [
            Placement(self.pieces[self.places[number][0]].name, tuple(sorted(self.lying[number])))
            for number in self.best or ()
        ]
        placements = tuple(sorted((*lying, *self.problem.fixed), key=lambda one: one.cells))
        width, height = self.board.size
        return self._answer(
            status, width=width, height=height, placements=placements, bound=float(bound + self.given),
            method="branch and bound",
        )  # fmt: skip

    def _none(self, reason: str) -> Packing:
        return self._answer("infeasible", note=reason)

    def _answer(self, status: Status, **more: Any) -> Packing:
        problem = self.problem
        return Packing(
            problem.asked, status, goal=problem.goal, board=self.board, seconds=self.effort.clock.seconds,
            values=problem.values, clearance=problem.clearance, margin=problem.margin, **more,
        )  # fmt: skip
