"""Are polycubes packed as an answer of ``solids`` says, and is there no better box?

Boxes are refuted again by areas, counting and a search over exact covers. With gravity, where the pieces do fit when
nothing falls, a search of its own lets pieces come down from above in every order.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board, parse_size
from shapewright.claims import is_a_file, text
from shapewright.jobs.limits import Clock
from shapewright.packing.claims.packing import verdict_of
from shapewright.packing.claims.why_not import NOBODY_KNOWS
from shapewright.packing.parameters import read_bag
from shapewright.packing.proof.reason import counting_reason, too_small
from shapewright.packing.proof.refute import Task
from shapewright.packing.space.boxes import MAX_SOLID_CELLS, SolidBox, better_boxes, in_space, may_turn, rests
from shapewright.packing.space.packing import Solids

if TYPE_CHECKING:
    from shapewright.cells.motion import Cell
    from shapewright.packing.claims.answer import Answer

_SEARCHED = (
    "a search of every placement found none",
    "a search of every placement found none whose pieces can come down from above",
)
_LOOK = 256


def solids(answer: Answer) -> None:
    """Look at everything that is said of a packing in space."""
    _Solids(answer).judge()


class _Solids:
    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.data = answer.data
        self.found = answer.found
        self.budget = answer.refutations.budget
        self.packing = Solids.from_json(answer.data)
        self.pieces = in_space(self.packing.pieces)
        self.cells = sum(piece.minimum * piece.shape.area for piece in self.pieces)
        self._known: dict[SolidBox, bool | None] = {}

    def judge(self) -> None:
        """Look at everything."""
        found, packing = self.found, self.packing
        found.packings = 1
        self._question()
        there = packing.status in ("optimal", "feasible")
        if there and (packing.box is None or not packing.placements):
            found.wrong("placements", f'there are none, and the status is "{packing.status}"')
        for fault in packing.faults():
            found.wrong("placements", fault, packing=1)
        found.right("placements", "replayed by the rules")
        if "box" in self.data:
            found.compare("volume", self.data.get("volume"), packing.volume, "by the box")
        if not found.faults:
            for one in self.packing.refuted:
                shown = "x".join(map(str, one.box))
                none = self._is_refuted(one.box)
                if none is None:
                    self.found.unchecked("refuted", f"{shown}: {self.budget.reason}")
                elif not none:
                    self.found.wrong("refuted", f"the pieces do fit into {shown}")
                elif not self._holds(one.box, one.reason):
                    self.found.wrong("refuted", f"the reason for {shown} does not hold: {one.reason[:80]}")
            self._bound()
            self._status()
        found.verdict(self.data, verdict_of(packing.status))
        if "complete" in self.data:
            found.compare("complete", self.data["complete"], packing.status in ("optimal", "infeasible"))
        for key in ("status", "goal", "box", "volume", "gravity", "pieces", "refuted"):
            found.right(key)

    def _question(self) -> None:
        """The answer is about what the parameters ask."""
        asked = self.answer.parameters
        if not asked:
            return
        bag = read_bag(asked)
        if bag is not None and in_space(bag) != self.pieces:
            self.found.wrong("pieces", "are not what the parameters of the answer ask about")
        if bool(asked.get("gravity")) != self.packing.gravity:
            self.found.wrong("gravity", "is not what the parameters of the answer ask about")
        given = asked.get("box")
        if given is not None and is_a_file(given):
            return
        sides = None if given is None else parse_size(text(asked, "box"))
        if (given is not None) != self.packing.given or (given is not None and sides != self.packing.box):
            self.found.wrong("box", "is not the one that the parameters of the answer have")

    def _holds(self, box: SolidBox, reason: str) -> bool:
        """Whether these are words that hold for a box that is refuted."""
        shown, size = f"the box {'x'.join(map(str, box))}", prod(box)
        large = [
            f"the piece {piece.name} is larger than {shown}"
            for piece in self.pieces
            if not any(all(map(int.__le__, shape.size, box)) for shape in piece.orientations())
        ]
        if reason in (*_SEARCHED[: 2 if self.packing.gravity else 1], *large):
            return True
        if size < self.cells:
            return reason == too_small(shown, size, self.cells)
        return size == self.cells and reason == counting_reason(Board.box(*box), self.pieces, exact=True)

    def _bound(self) -> None:
        bound, packing = self.packing.bound, self.packing
        if packing.given:
            self.found.compare("bound", bound, None, "the box is given")
            return
        if bound is None or bound < 1 or (packing.box is not None and bound > packing.volume):
            self.found.wrong("bound", f"{bound} is not a volume that no packing is below")
            return
        for box in self._better():
            if prod(box) >= bound:
                break
            none = self._is_refuted(box)
            if none is None:
                self.found.unchecked("bound", f"that {'x'.join(map(str, box))} is too small: {self.budget.reason}")
            elif not none:
                self.found.wrong("bound", f"is {bound}, and {'x'.join(map(str, box))} holds the pieces")
                break
        self.found.right("bound", "every box of less volume is refuted")

    def _better(self) -> list[SolidBox]:
        return better_boxes(self.cells, gravity=self.packing.gravity, turns=may_turn(self.pieces))

    def _status(self) -> None:
        packing, box = self.packing, self.packing.box
        if packing.status == "infeasible":
            none = self._is_refuted(box) if packing.given and box is not None else False
            if none is None:
                self.found.unchecked("status", f"that the pieces do not fit: {self.budget.reason}")
            elif not none:
                self.found.wrong("status", "the pieces do fit into the box" if box else "some box holds any pieces")
            elif box is not None and not self._holds(box, packing.reason):
                self.found.wrong("reason", f"does not hold: {packing.reason[:80] or 'it is missing'}")
            self.found.right("reason", "by the pieces and the box")
        elif packing.status == "unknown":
            if packing.reason not in ("", NOBODY_KNOWS):
                self.found.unchecked("reason", "why a solver gave up cannot be checked")
            self.found.right("reason")
        elif packing.reason:
            self.found.wrong("reason", "there is a packing, so there is no reason")
        elif packing.status == "optimal" and not packing.given:
            self._nothing_better()

    def _nothing_better(self) -> None:
        box = self.packing.box
        assert box is not None
        if self.packing.bound != self.packing.volume:
            self.found.wrong("status", f'is "optimal", and the bound is not the volume {self.packing.volume}')
        rank = _rank(box, gravity=self.packing.gravity)
        for better in self._better():
            if _rank(better, gravity=self.packing.gravity) >= rank:
                break
            none = self._is_refuted(better)
            shown = "x".join(map(str, better))
            if none is None:
                self.found.unchecked("status", f"that {shown} does not hold the pieces: {self.budget.reason}")
            elif not none:
                self.found.wrong("status", f'is "optimal", and {shown} is better and holds the pieces')
                break

    def _is_refuted(self, box: SolidBox) -> bool | None:
        """Whether the pieces certainly do not fit into a box; None if it is not known."""
        if prod(box) > MAX_SOLID_CELLS:
            return None
        if box not in self._known:
            order = Board.box(*box).order()
            empty = len(order) - self.cells
            left = 0.0 if self.budget.is_over else self.budget.left(0.4)
            none = empty < 0 or Task(self.pieces, order, empty).is_refuted(left)
            if none is False and self.packing.gravity:
                left = 0.0 if self.budget.is_over else self.budget.left(0.6)
                none = self._none_from_above(box, left)
            self._known[box] = none
        return self._known[box]

    def _none_from_above(self, box: SolidBox, seconds: float) -> bool | None:
        """Whether pieces that come down from above in any order do not all find a place; None if it takes longer."""
        clock = Clock(max(0.0, seconds))
        width, depth, height = box
        shapes = [piece.orientations() for piece in self.pieces]
        start: tuple[frozenset[Cell], tuple[int, ...]] = frozenset(), tuple(piece.minimum for piece in self.pieces)
        seen = {start}
        waiting = [start]
        looked = 0
        while waiting:
            taken, left = waiting.pop()
            looked += 1
            if looked % _LOOK == 0 and clock.over():
                return None
            if not any(left):
                return False
            tops: dict[tuple[int, int], int] = {}
            for x, y, z in taken:
                tops[x, y] = max(tops.get((x, y), 0), z + 1)
            for kind, count in enumerate(left):
                for shape in shapes[kind] if count else ():
                    for x in range(width - shape.size[0] + 1):
                        for y in range(depth - shape.size[1] + 1):
                            down = max(0, *[tops.get((x + cx, y + cy), 0) - cz for cx, cy, cz in shape.cells])
                            if down + shape.size[2] > height:
                                continue
                            cells = [(x + cx, y + cy, down + cz) for cx, cy, cz in shape.cells]
                            assert rests(cells, taken)
                            state = taken | frozenset(cells), (*left[:kind], count - 1, *left[kind + 1 :])
                            if state not in seen:
                                seen.add(state)
                                waiting.append(state)
        return True


def _rank(box: SolidBox, *, gravity: bool) -> tuple[int, ...]:
    """The less, the better a box is."""
    a, b, c = box
    return (prod(box), a * b + b * c + a * c, *([c] if gravity else []))
