"""Are polycubes packed as an answer of ``solids`` says, and is there no better box?

Boxes are refuted again by areas, counting and a search over exact covers. With gravity, where the pieces do fit when
nothing falls, a search of its own lets pieces come down from above in every order.
"""

from __future__ import annotations

from functools import partial
from itertools import product, takewhile
from math import prod
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board, parse_size
from shapewright.claims import refuse_too_large
from shapewright.jobs.limits import Clock
from shapewright.packing.claims.question import bag_of, is_asked
from shapewright.packing.claims.verdict import conclude, note_packings
from shapewright.packing.claims.why_not import judge_reason
from shapewright.packing.proof.reason import counting_reason, too_small
from shapewright.packing.proof.refute import Task
from shapewright.packing.space.boxes import MAX_SOLID_CELLS, SolidBox, better_boxes, in_space, may_turn, rests
from shapewright.packing.space.packing import Solids

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.cells.motion import Cell
    from shapewright.claims import Asked, Case
    from shapewright.packing.proof.refutations import Refutations

_SEARCHED = (
    "a search of every placement found none",
    "a search of every placement found none whose pieces can come down from above",
)
_LOOK = 256


@refuse_too_large()
def solids(case: Case) -> None:
    """Look at everything that is said of a packing in space."""
    _Solids(case).judge()


class _Solids:
    def __init__(self, case: Case) -> None:
        self.case, self.found = case, case.findings
        self.refutations: Refutations = case.context["refutations"]
        self.packing = Solids.from_json(case.answer)
        self.pieces = in_space(self.packing.pieces)
        self.cells = sum(piece.minimum * piece.shape.area for piece in self.pieces)
        self._known: dict[SolidBox, bool | None] = {}

    def judge(self) -> None:
        """Look at everything."""
        found, packing = self.found, self.packing
        note_packings(self.case, 1)
        if is_asked(self.case):
            self._question(self.case.asked)
        if packing.status in ("optimal", "feasible") and (packing.box is None or not packing.placements):
            found.wrong("placements", f'there are none, and the status is "{packing.status}"')
        for fault in packing.faults():
            found.wrong("placements", fault, packing=1)
        found.right("placements", "replayed by the rules")
        if "box" in self.case.answer:
            self.case.compare("volume", packing.volume, "by the box")
        self.case.claimed("bound")
        if not found.faults:
            for one in packing.refuted:
                fits = f"the pieces do fit into {_shown(one.box)}"
                if self._check_refuted("refuted", one.box, _shown(one.box), fits) and not self._holds(
                    one.box, one.reason
                ):
                    found.wrong("refuted", f"the reason for {_shown(one.box)} does not hold: {one.reason[:80]}")
            self._bound()
            self._status()
        conclude(self.case, packing.status)
        for key in ("status", "goal", "box", "volume", "gravity", "pieces", "refuted", "reason", "bound"):
            found.right(key)

    def _question(self, asked: Asked) -> None:
        """The answer is about what the parameters ask."""
        bag = bag_of(asked)
        if bag is not None and in_space(bag) != self.pieces:
            self.found.wrong("pieces", "are not what the parameters of the answer ask about")
        if asked.flag("gravity") != self.packing.gravity:
            self.found.wrong("gravity", "is not what the parameters of the answer ask about")
        given = asked.text("box")
        sides = None if given is None else parse_size(given)
        if (given is not None) != self.packing.given or (given is not None and sides != self.packing.box):
            self.found.wrong("box", "is not the one that the parameters of the answer have")

    def _check_refuted(self, key: str, box: SolidBox, unknown: str, fault: str) -> bool | None:
        """Whether the pieces certainly do not fit into a box, None if that is not known; anything but that is noted."""
        none = self._is_refuted(box)
        if none is None:
            self.found.unchecked(key, f"{unknown}: {self.refutations.reason}")
        elif not none:
            self.found.wrong(key, fault)
        return none

    def _holds(self, box: SolidBox, reason: str) -> bool:
        """Whether these are words that hold for a box that is refuted."""
        shown, size = f"the box {_shown(box)}", prod(box)
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
        fault = f"is {bound}, and {{}} holds the pieces"
        self._check_better("bound", lambda box: prod(box) < bound, "is too small", fault)
        self.found.right("bound", "every box of less volume is refuted")

    def _check_better(self, key: str, better: Callable[[SolidBox], bool], unknown: str, fault: str) -> None:
        """The boxes that are better do not hold the pieces."""
        boxes = better_boxes(self.cells, gravity=self.packing.gravity, turns=may_turn(self.pieces))
        for box in takewhile(better, boxes):
            if self._check_refuted(key, box, f"that {_shown(box)} {unknown}", fault.format(_shown(box))) is False:
                break

    def _status(self) -> None:
        packing, box = self.packing, self.packing.box
        if packing.status == "infeasible" and (box is None or not packing.given):
            self.found.wrong("status", "some box holds any pieces")
        elif packing.status == "infeasible" and box is not None:
            self._check_refuted("status", box, "that the pieces do not fit", "the pieces do fit into the box")
        judge_reason(self.found, packing.status, packing.reason, self._reasons)
        if packing.status == "optimal" and not packing.given and box is not None:
            if packing.bound != packing.volume:
                self.found.wrong("status", f'is "optimal", and the bound is not the volume {packing.volume}')
            rank = partial(_rank, gravity=packing.gravity)
            fault = 'is "optimal", and {} is better and holds the pieces'
            self._check_better("status", lambda one: rank(one) < rank(box), "does not hold the pieces", fault)

    def _reasons(self) -> list[str]:
        box, reason = self.packing.box, self.packing.reason
        return [reason] if box is None or not self._is_refuted(box) or self._holds(box, reason) else []

    def _is_refuted(self, box: SolidBox) -> bool | None:
        """Whether the pieces certainly do not fit into a box; None if it is not known."""
        if prod(box) > MAX_SOLID_CELLS:
            return None
        if box not in self._known:
            order = Board.box(*box).order()
            empty = len(order) - self.cells
            none = empty < 0 or Task(self.pieces, order, empty).is_refuted(self.refutations.seconds)
            if none is False and self.packing.gravity:
                none = self._none_from_above(box, Clock(self.refutations.seconds))
            self._known[box] = none
        return self._known[box]

    def _none_from_above(self, box: SolidBox, clock: Clock) -> bool | None:
        """Whether pieces that come down from above in any order do not all find a place; None if it takes longer."""
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
                    for x, y in product(range(width - shape.size[0] + 1), range(depth - shape.size[1] + 1)):
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


def _shown(box: SolidBox) -> str:
    return "x".join(map(str, box))
