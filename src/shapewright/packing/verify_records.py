"""One packing of an answer: is it what it says, and is it as good as it says?

Placements are checked by the rules (:mod:`shapewright.packing.check`). That nothing is better, or that there is
nothing at all, is shown again by :mod:`shapewright.packing.refute`, which has no part in finding packings.
"""

from __future__ import annotations

from dataclasses import replace
from math import floor, isqrt
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board
from shapewright.cells.polyomino import UPRIGHT
from shapewright.errors import NotationError
from shapewright.packing.answer import ON_BOARD
from shapewright.packing.bag import Bag
from shapewright.packing.check import faults
from shapewright.packing.notation import packing_from_json
from shapewright.packing.reason import counting_reason, piece_cells, reason, too_small
from shapewright.packing.recount import number_of
from shapewright.packing.refute import Task, without
from shapewright.packing.refute_value import is_most, value_by_areas
from shapewright.packing.rules import MAX_CELLS, bounding_box, score
from shapewright.packing.thick import inner, thickened
from shapewright.packing.weights import Weights, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.cells.grid import Cell
    from shapewright.claims import Findings
    from shapewright.packing.answer import Packing
    from shapewright.packing.asked import Asked
    from shapewright.packing.boxes import Box
    from shapewright.packing.problem import Problem
    from shapewright.packing.refutations import Refutations

__all__ = ["HOW", "Record", "verdict_of"]

# How an answer was found, and how long it took, is no claim about the pieces.
HOW = ("method", "median_seconds", "p99_seconds")

KNOWN = frozenset(
    {
        *("status", "width", "height", "score", "goal", "bound", "method", "reason", "refuted", "bag", "pieces"),
        *("board", "board_parts", "placements", "value", "values", "clearance", "margin"),
    }
)
_NEEDED = ("status", "goal", "bound", "placements")

# Beyond so many better boxes "optimal" is not shown again.
_MOST_BOXES = 400
_SEARCHED = "a search of every placement found none"
_NOBODY_KNOWS = "no packing was found, and there is no proof that none exists"


def verdict_of(status: str) -> str:
    """The verdict of an answer with a packing of this status."""
    return {"infeasible": "none", "unknown": "unknown"}.get(status, "found")


class Record:
    """One packing, as plain data, and what is found out about it."""

    def __init__(
        self,
        data: Any,
        place: str,
        asked: Asked | None,
        found: Findings,
        number: int,
        refutations: Refutations,
        *,
        ours: bool = True,
    ) -> None:
        self.packing: Packing = packing_from_json(data, place)
        self.data: Mapping[str, Any] = data
        # Answers of ours say all of this; a list of packings from elsewhere may say less.
        self.ours = ours
        for key in _NEEDED if ours else ():
            if key not in data:
                raise NotationError(f"{place} has no {key!r}")
        self.problem = self._problem(asked)
        self.found = found
        self.number = number
        self.refutations = refutations
        for one in data["placements"]:
            found.known("placements", one, ("piece", "cells"))
        what = self.packing.asked
        self.pieces = what.pieces() if isinstance(what, Bag) else what
        self.fixed = () if self.problem is None else self.problem.fixed

    def _problem(self, asked: Asked | None) -> Problem | None:
        """What the parameters ask; None if they do not say."""
        if asked is None or (asked.by_file and self.packing.board is None):
            return None
        return asked.problem(self.packing)

    def judge(self, *, inside: bool = True) -> None:
        """Look at everything; a record that stands ``inside`` of an answer has only keys that are known here."""
        if inside:
            self.found.known("packings", self.data, KNOWN)
        self._question()
        packing = self.packing
        if packing.status in ("infeasible", "unknown"):
            if packing.placements:
                self._wrong("placements", f'there are placements, and the status is "{packing.status}"')
        elif packing.goal in ON_BOARD or packing.placements:
            self._placements()
        else:
            self._wrong("placements", f'there are none, and the status is "{packing.status}"')
        self._sizes()
        self._bound()
        self._weights()
        self._refuted()
        if not any(fault.get("packing") == self.number for fault in self.found.faults):
            self._status()
            self._reason()
        for key in KNOWN:
            if key in self.data:
                self.found.right(key)

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

    def _wrong(self, key: str, fault: str) -> None:
        self.found.wrong(key, fault, packing=self.number)

    # --- What was asked -----------------------------------------------------------------------------------------------

    def _question(self) -> None:
        """The record is about what the parameters ask."""
        problem, packing = self.problem, self.packing
        if (packing.goal in ON_BOARD) != (packing.board is not None):
            self._wrong("board", f'does not go with the goal "{packing.goal}"')
        if problem is None:
            return
        if problem.asked != packing.asked:
            key = "bag" if isinstance(packing.asked, Bag) else "pieces"
            self._wrong(key, "is not what the parameters of the answer ask about")
        if problem.goal != packing.goal:
            self._wrong("goal", f'is "{packing.goal}", and the parameters of the answer ask for "{problem.goal}"')
        elif problem.goal in ON_BOARD and problem.ground != packing.board:
            self._wrong("board", "is not the one that the parameters of the answer have")
        for key in ("clearance", "margin"):
            if getattr(problem, key) != getattr(packing, key):
                self._wrong(key, "is not what the parameters of the answer ask for")
        if problem.values != packing.values:
            self._wrong("values", "are not those that the parameters of the answer have")
        for one in problem.fixed if packing.placements else ():
            if one not in packing.placements:
                self._wrong("placements", f"the fixed piece {one.piece!r} does not lie in its place")
        if problem.cover_corner and packing.placements and not self._covers_corner():
            self._wrong("placements", "the corner 0,0 is not covered")

    def _covers_corner(self) -> bool:
        """In a given box the corner may be any: the box is turned so that it is 0,0."""
        corners = {(0, 0)}
        box = self._box()
        if self.packing.goal == "box" and box is not None:
            corners = {(x, y) for x in (0, box[0] - 1) for y in (0, box[1] - 1)}
        return any(corners.intersection(one.cells) for one in self.packing.placements)

    def _box(self) -> Box | None:
        """The box that is asked about, as far as the answer says."""
        if self.problem is not None and self.problem.box is not None:
            box, turned = self.problem.box, (self.packing.width, self.packing.height)
            # So that a corner of it is 0,0 it may have been laid on its side.
            return turned if self._corner and turned == box[::-1] else box
        if self.packing.placements:
            return self.packing.width, self.packing.height
        listed = self.data.get("refuted") or [{}]
        first = listed[0] if isinstance(listed, list) and isinstance(listed[0], dict) else {}
        sides = first.get("width"), first.get("height")
        return sides if all(type(side) is int and side > 0 for side in sides) else None  # type: ignore[return-value]

    # --- What lies there ----------------------------------------------------------------------------------------------

    def _placements(self) -> None:
        packing = replace(self.packing, stated_score=None)
        if packing.goal in ("score", "area", "strip"):
            width, height = self._extent()
            packing = replace(packing, width=width, height=height)
        elif packing.goal == "box":
            box = self._box() or (0, 0)
            packing = replace(packing, width=box[0], height=box[1])
        for fault in faults(packing):
            self._wrong("placements", fault)
        if self._strip is not None and packing.width > self._strip:
            self._wrong("width", f"is more than the strip's {self._strip}")

    def _extent(self) -> Box:
        """Width and height of what lies there, with the margins."""
        _, _, width, height = bounding_box(self.packing.placements)
        more = 2 * self.packing.margin if self.packing.placements else 0
        return width + more, height + more

    def _is_apart(self) -> bool:
        return bool(self.packing.clearance or self.packing.margin)

    def _refuted_box(self, box: Box) -> bool | None:
        """Whether the pieces do not fit into a box, with their distances."""
        if not self._is_apart():
            return self.refutations.box(self.pieces, box, corner=self._corner)
        room = inner(box, self.packing.clearance, self.packing.margin)
        thick = thickened(self.pieces, self.packing.clearance)
        return piece_cells(thick) > room[0] * room[1] or self.refutations.box(thick, room)

    def _sizes(self) -> None:
        """Width, height and score are those of the placements, or of what they lie on."""
        packing = self.packing
        width, height = self._extent()
        covered = sum(len(one.cells) for one in packing.placements)
        lying = packing.status in ("optimal", "feasible")
        if packing.goal in ON_BOARD and packing.board is not None:
            width, height = packing.board.size if lying else (0, 0)
            self._compare("board_parts", len(packing.board.components()))
        elif packing.goal == "box" and lying:
            width, height = self._box() or (0, 0)
        if not packing.placements and packing.goal not in ON_BOARD:
            for key in ("width", "height", "score"):
                if key in self.data:
                    self._wrong(key, "there is no packing that has one")
            return
        self._compare("width", width)
        self._compare("height", height)
        if packing.goal in ("value", "room") and lying:
            self._compare("value", self._value())
        value = float(score(covered, width, height)) if covered and width and height else 0.0
        if packing.stated_score is None and not self.ours:
            return
        if packing.stated_score is None:
            raise NotationError(f"packing {self.number} has no 'score'")
        if abs(packing.stated_score - value) > 1e-9 * abs(value):
            self._wrong("score", f"the score is {value:.2f}, not {packing.stated_score:.2f}")

    def _compare(self, key: str, found: object) -> None:
        if key not in self.data and not self.ours:
            return
        if key not in self.data:
            raise NotationError(f"packing {self.number} has no {key!r}")
        self.found.compare(key, self.data[key], found, "by the placements", packing=self.number)

    # --- How good it is -----------------------------------------------------------------------------------------------

    def _value(self) -> float:
        """What the goal measures, worked out from the placements."""
        width, height = self._extent()
        if self.packing.goal == "score":
            return self.score()
        if self.packing.goal in ("area", "strip"):
            return float(height if self.packing.goal == "strip" else width * height)
        if self.packing.goal == "room":
            return float(max(map(len, self._free_rectangles()), default=0))
        if self.packing.goal == "value":
            worth = {piece.name: piece.value for piece in self.pieces}
            cells = dict(() if self.packing.values is None else self.packing.values.worth)
            return float(
                sum(
                    worth.get(one.piece, 0) + sum(cells.get(c, 0) for c in one.cells) for one in self.packing.placements
                )
            )
        return float(sum(len(one.cells) for one in self.packing.placements))

    def _bound(self) -> None:
        """A bound is not surpassed by what lies there; of an optimal packing it is reached."""
        packing, bound = self.packing, self.packing.bound
        if bound is None:
            return
        if packing.goal == "box" or packing.status == "infeasible":
            self._wrong("bound", "there is nothing that it could be a bound of")
            return
        if packing.status == "unknown":
            return
        value = self._value()
        close = 1e-9 * max(abs(value), abs(bound))
        more = value - bound if packing.goal in ("score", *ON_BOARD) else bound - value
        if packing.status == "optimal" and abs(more) > close:
            self._wrong("bound", f'is {bound:g}, and the value of an "optimal" packing is {value:g}')
        elif more > close:
            self._wrong("bound", f"is {bound:g}, and the packing has {value:g}, which is better")

    def _status(self) -> None:
        """That nothing is better than the bound, or that there is no packing."""
        packing = self.packing
        refuted: bool | None
        if packing.status == "infeasible":
            refuted = self._no_packing()
        elif packing.goal == "box":
            refuted = True  # it fits, and nothing else is claimed
        elif packing.bound is None and packing.status in ("unknown", "feasible"):
            refuted = True  # nothing is claimed
        elif packing.goal == "room":
            refuted = self._no_larger_room(self._value() if packing.bound is None else packing.bound)
        elif packing.goal == "value":
            refuted = self._is_most(self._value() if packing.bound is None else packing.bound)
        elif packing.goal == "board":
            refuted = self._board_is_full(self._value() if packing.bound is None else packing.bound)
        else:
            refuted = self._better_refuted(self._value() if packing.bound is None else packing.bound)
        if refuted is None:
            self.found.unchecked("status", f"that nothing is better: {self.refutations.budget.reason}")
        elif not refuted:
            what = "there is a packing" if packing.status == "infeasible" else "there is a better packing"
            self._wrong(
                "bound" if packing.status in ("feasible", "unknown") else "status", f"{what}, a search found it"
            )

    def _no_packing(self) -> bool | None:
        packing = self.packing
        if packing.goal in ON_BOARD:
            cells = self._open_cells()
            return self.refutations.task(self._task(cells, len(cells)))
        if packing.goal == "box":
            box = self._box()
            return None if box is None else self._refuted_box(box)
        if packing.goal == "strip" and self._strip is not None:
            # Of strips only one too narrow for a piece takes nothing: a high one has room for everything that fits.
            wide = [piece for piece in self.pieces if piece.minimum]
            room = self._strip - 2 * packing.margin
            return any(min(shape.size[0] for shape in one.orientations()) > room for one in wide)
        return None if packing.goal == "strip" else False

    def _open_cells(self) -> tuple[Cell, ...]:
        assert self.packing.board is not None
        taken = {cell for one in self.fixed for cell in one.cells}
        return tuple(cell for cell in self.packing.board.order() if cell not in taken)

    def _free_rectangles(self, lying: bool = True) -> Iterator[frozenset[Cell]]:
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

    def _no_larger_room(self, bound: float) -> bool | None:
        """Whether no rectangle of more cells than ``bound`` can stay empty."""
        pieces = without(self.pieces, [one.piece for one in self.fixed])
        cells = self._open_cells()
        most = len(cells) - piece_cells(pieces)
        outcome: bool | None = True
        for rectangle in self._free_rectangles(lying=False):
            if not bound < len(rectangle) <= most:
                continue
            left = tuple(cell for cell in cells if cell not in rectangle)
            refuted = self.refutations.task(Task(pieces, left, len(left)))
            if refuted is False:
                return False
            outcome = outcome if refuted else None
        return outcome

    def _is_most(self, bound: float) -> bool | None:
        """Whether no choice of pieces and places is worth more than ``bound``."""
        given = {piece.name: piece.value for piece in self.pieces}
        values = self.packing.values
        lying = sum(given[one.piece] + (0 if values is None else values.of(one.cells)) for one in self.fixed)
        cells = self._open_cells()
        if not cells:
            return bound >= lying
        worth = [0 if values is None else values.of([cell]) for cell in cells]
        pieces = without(self.pieces, [one.piece for one in self.fixed])
        left = floor(bound + 1e-9) - lying
        by_areas = value_by_areas(pieces, worth)
        if by_areas is not None and by_areas <= left:
            return True
        budget = self.refutations.budget
        must, colours = self._zones(cells)
        return None if budget.is_over else is_most(pieces, cells, worth, left, budget.left(0.6), colours, must)

    def _board_is_full(self, bound: float) -> bool | None:
        """Whether more cells than ``bound`` cannot be covered."""
        cells = self._open_cells()
        fixed = sum(len(one.cells) for one in self.fixed)
        empty = len(cells) - (floor(bound + 1e-9) - fixed) - 1
        if empty < 0:
            return True
        return self.refutations.task(self._task(cells, empty))

    def number_there(self) -> int | str:
        """How many packings of the same box or board there are, or why that is not known."""
        packing = self.packing
        is_full = packing.width * packing.height == sum(len(one.cells) for one in packing.placements)
        place = packing.goal in ("box", "board") or (is_full and packing.goal in ("score", "area", "strip"))
        exact = all(piece.minimum == piece.maximum for piece in self.pieces)
        if not (place and exact) or self._is_apart() or self._corner:
            return "such packings are not counted"
        board = packing.board
        cells = Board.box(packing.width, packing.height).order() if board is None else self._open_cells()
        must, colours = (frozenset(), {}) if board is None else self._zones(cells)
        pieces = without(self.pieces, [one.piece for one in self.fixed])
        budget = self.refutations.budget
        number = None if budget.is_over else number_of(pieces, cells, budget.left(0.6), colours, must)
        return budget.reason if number is None else number

    def _task(self, cells: tuple[Cell, ...], empty: int) -> Task:
        """The pieces that are not fixed, on cells of the board and in its zones."""
        pieces = without(self.pieces, [one.piece for one in self.fixed])
        must, colours = self._zones(cells)
        return Task(pieces, cells, empty, must, frozenset(colours.items()))

    def _zones(self, cells: tuple[Cell, ...]) -> tuple[frozenset[Cell], dict[Cell, str]]:
        """Which of ``cells`` may not stay empty, and the colours of the board."""
        board = self.packing.board
        assert board is not None
        return frozenset(cells) - board.optional if board.optional else frozenset(), board.colour_of()

    def _better_refuted(self, bound: float) -> bool | None:
        boxes = self._better(bound)
        if boxes is None:
            return None
        outcome: bool | None = True
        for box in boxes:
            refuted = self._refuted_box(box)
            if refuted is False:
                return False
            outcome = outcome if refuted else None
        return outcome

    @property
    def _corner(self) -> bool:
        return self.problem is not None and self.problem.cover_corner

    @property
    def _strip(self) -> int | None:
        """The width of the strip that was asked for."""
        return None if self.problem is None else self.problem.width

    def _better(self, bound: float) -> list[Box] | None:
        """Every box of enough cells that is better than ``bound``; None if they are too many, or not known."""
        cells = piece_cells(self.pieces)
        found: list[Box] = []
        for box in self._boxes(cells, bound):
            if self._is_apart() and self._has_no_room(box):
                continue
            found.append(box)
            if any(piece.motions in UPRIGHT for piece in self.pieces) and self.packing.goal != "strip":
                found.append((box[1], box[0]))
            if len(found) > _MOST_BOXES:
                return None
        if self.packing.goal == "strip" and self._strip is None:
            return None
        return found

    def _has_no_room(self, box: Box) -> bool:
        """Whether thick pieces have more cells than the box has for them."""
        width, height = inner(box, self.packing.clearance, self.packing.margin)
        return piece_cells(thickened(self.pieces, self.packing.clearance)) > width * height

    def _boxes(self, cells: int, bound: float) -> Iterator[Box]:
        goal = self.packing.goal
        if goal == "strip":
            width = self._strip
            for height in range(-(-cells // width), floor(bound - 1e-9) + 1) if width else ():
                yield width, height  # type: ignore[misc]
            return
        if goal == "area":
            for area in range(cells, floor(bound - 1e-9) + 1):
                yield from ((a, area // a) for a in range(1, isqrt(area) + 1) if area % a == 0)
            return
        short = 0
        while True:
            short += 1
            long = max(short, -(-cells // short))
            if long == short and float(score(cells, short, long)) <= bound + 1e-9 * abs(bound):
                return
            while float(score(cells, short, long)) > bound + 1e-9 * abs(bound):
                yield short, long
                long += 1

    # --- What was refuted, and why ------------------------------------------------------------------------------------

    def _weights(self) -> None:
        """The weights of refuted boxes add up to what shows that the pieces do not fit."""
        listed = self.data.get("refuted")
        for one in listed if isinstance(listed, list) else ():
            if not isinstance(one, dict) or "weights" not in one:
                continue
            width, height = one.get("width"), one.get("height")
            if not (type(width) is type(height) is int and 1 <= width <= MAX_CELLS and 1 <= height <= MAX_CELLS):
                raise NotationError(f"a refuted box of packing {self.number} has no width and height")
            weights = Weights.from_json(one["weights"])
            if not self.refutations.weigh(self.pieces, (width, height), weights):
                self._wrong("refuted", f"the weights of {width}x{height} add up to no contradiction")

    def _refuted(self) -> None:
        """Every box that is said to be refuted is, and for the reason that is told."""
        listed = self.data.get("refuted", [])
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise NotationError(f"the 'refuted' of packing {self.number} is not a list of boxes")
        for one in listed:
            self.found.known("refuted", one, ("width", "height", "reason", "weights"))
            sides = one.get("width"), one.get("height")
            if (
                not all(type(side) is int and 1 <= side <= MAX_CELLS for side in sides)
                or sides[0] * sides[1] > MAX_CELLS
            ):
                raise NotationError(f"a refuted box of packing {self.number} has no width and height")
            if not isinstance(one.get("reason"), str):
                raise NotationError(f"a refuted box of packing {self.number} has no reason")
            if self.packing.goal in ON_BOARD:
                self._wrong("refuted", "on a board no boxes are refuted")
                return
            refuted = self.refutations.box(self.pieces, (sides[0], sides[1]), corner=self._corner)
            size = f"{sides[0]}x{sides[1]}"
            if refuted is None:
                self.found.unchecked("refuted", f"{size}: {self.refutations.budget.reason}")
            elif not refuted:
                self._wrong("refuted", f"the answer says that {size} is refuted, but the pieces fit")
            elif one["reason"] not in self._reasons_of_box((sides[0], sides[1]), one.get("weights")):
                self._wrong("refuted", f"the reason for {size} does not hold: {one['reason'][:80]}")

    def _reasons_of_box(self, box: Box, weights: Any = None) -> list[str]:
        """Why a box is refuted, in all words that hold; ``weights`` are those of its entry."""
        width, height = box
        what = self.packing.asked
        if weights is not None:
            if not self.refutations.is_weighed(self.pieces, box):
                return []
            return [sentence(Weights.from_json(weights), self.pieces, width, height)]
        if piece_cells(self.pieces) > width * height:
            return [reason(what, width, height, "areas")]
        wide = [piece for piece in self.pieces if piece.minimum]
        if not all(any(s.size[0] <= width and s.size[1] <= height for s in piece.orientations()) for piece in wide):
            return [reason(what, width, height, "extents")]
        return [reason(what, width, height, method) for method in ("search", "exact cover", "table of bags", "colours")]

    def _reason(self) -> None:
        """The reason of an answer holds, and stands only where there is something to give a reason for."""
        packing = self.packing
        stated = self.stated_reason
        if not isinstance(stated, str):
            raise NotationError(f"the 'reason' of packing {self.number} is not a text")
        if packing.status == "infeasible":
            if stated not in self._reasons():
                self._wrong("reason", f"does not hold: {stated[:80] or 'it is missing'}")
        elif packing.status == "unknown":
            if stated not in ("", _NOBODY_KNOWS):
                self.found.unchecked("reason", "why a solver gave up cannot be checked")
        elif stated:
            self._wrong("reason", "there is a packing, so there is no reason")

    def _reason_apart(self) -> str:
        """Why there is no packing with these distances; where the answer does not say which box is meant, its words."""
        box = self._box()
        if box is None:
            self.found.unchecked("reason", "the answer does not say which box is meant")
            return str(self.stated_reason)
        width, height = inner(box, self.packing.clearance, self.packing.margin)
        needed = piece_cells(thickened(self.pieces, self.packing.clearance))
        small = too_small("the box with its distances", width * height, needed)
        return small if needed > width * height else _SEARCHED

    def _reasons(self) -> list[str]:
        """Why there is no packing, in all words that hold."""
        if self.packing.goal == "box" and self._is_apart():
            return [self._reason_apart()]
        if self.packing.goal == "box":
            box = self._box()
            listed = self.data.get("refuted") or [{}]
            return [] if box is None else self._reasons_of_box(box, listed[0].get("weights"))
        if self.packing.goal == "strip":
            width = self._strip
            return [
                f"the piece {piece.name} is wider than the strip of width {width}"
                for piece in self.pieces
                if width is not None
                and piece.minimum
                and min(shape.size[0] for shape in piece.orientations()) > width - 2 * self.packing.margin
            ]
        cells = self._open_cells()
        pieces = without(self.pieces, [one.piece for one in self.fixed])
        least = piece_cells(pieces)
        if least > len(cells):
            return [too_small("the board", len(cells), least)]
        board = Board(frozenset(cells))
        nowhere = [
            f"the piece {piece.name} fits nowhere on the board"
            for piece in pieces
            if piece.minimum
            and not replace(self._task(cells, len(cells)), pieces=(replace(piece, minimum=1, maximum=1),)).has_places()
        ]
        if nowhere:
            return nowhere
        exact = least == len(cells) and all(piece.minimum == piece.maximum for piece in pieces)
        found = [counting_reason(board, pieces, exact=exact)]
        return [_SEARCHED, *(words for words in found if words)]
