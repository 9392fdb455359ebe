"""Polycubes into a box, or into the best box, with or without gravity.

Each box is an exact cover: a cell that stays empty is covered by a piece of one cell. With gravity a cover counts if
its pieces can come down from above in some order; they are then let down until they rest, which needs no more room. So
a box is refuted when all its covers are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random

from shapewright.cells.grid import Board
from shapewright.cells.motion import Cell
from shapewright.cells.placements import Placement, placements
from shapewright.cells.polyomino import Piece
from shapewright.errors import InternalError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.packing.bag import Bag, bag_of
from shapewright.packing.native import cover_instance
from shapewright.packing.proof.reason import counting_reason, piece_cells, too_small
from shapewright.packing.search.cover import first_cover
from shapewright.packing.search.rising_effort import best_of
from shapewright.packing.space.boxes import (
    SolidBox,
    better_boxes,
    checked_sides,
    fallen,
    from_above,
    in_space,
    may_turn,
)
from shapewright.packing.space.packing import RefutedBox, Solids, Status

_NODES = 3_000_000  # for one given box, where no time limit is given
_ROOMY_NODES = 20_000
_MOST_ROWS = 400_000
_LAST = 1 << 20
# Boxes with so much room to spare, in hundredths of the cells, where none of the best is decided.
_SPARE = (3, 8, 15, 25, 40)
_NONE = "a search of every placement found none"
_NONE_FROM_ABOVE = "a search of every placement found none whose pieces can come down from above"

_Lying = list[tuple[int, tuple["Cell", ...]]]


def solids(
    bag: Bag | Sequence[Piece] | str,
    *,
    box: Sequence[int] | None = None,
    gravity: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Solids:
    """Lay all of ``bag`` (tetrominoes, or pieces flat or solid) in a ``box`` (width, depth, height), or the best one.

    The best box has the least volume, of those with that volume the least surface, and with ``gravity`` of those the
    least height. Gravity asks that the pieces can come straight down from above, one after the other, and that each
    rests on the floor or on another piece. Without ``time_limit`` (seconds) the answer depends on ``seed`` alone.
    ``progress`` is True for a bar, or a function.

    >>> from shapewright.cells.pieces import parse_pieces
    >>> found = solids(parse_pieces("soma"))
    >>> found.status, found.box
    ('optimal', (3, 3, 3))

    Raises ``ProblemError`` or ``LimitError`` for a question that makes no sense; that pieces do not fit is an answer.
    """
    bag = bag_of(bag)
    pieces = in_space(bag)
    given = None if box is None else checked_sides(box)
    with listener(progress) as tell:
        found = _Search(pieces, given, gravity, seed, Clock(time_limit), tell).answer()
    if found.placements and (faults := found.faults()):
        raise InternalError(f"a packing in space is wrong: {faults[0]}")
    return found


@dataclass
class _Search:
    pieces: tuple[Piece, ...]
    given: SolidBox | None
    gravity: bool
    seed: int
    clock: Clock
    tell: Callable[[Progress], None] | None

    def __post_init__(self) -> None:
        self.cells = piece_cells(self.pieces)
        self.shapes = [piece.orientations() for piece in self.pieces]
        self.refuted: list[RefutedBox] = []
        self.lying: _Lying = []

    def answer(self) -> Solids:
        """The best box, or what became of the given one."""
        if self.given is not None:
            nodes = _NODES if self.clock.limit is None else None
            outcome = self._attempt(self.given, nodes, 0)
            if outcome == "found":
                return self._solids("optimal", self.given)
            if outcome == "none":
                return self._solids("infeasible", reason=self.refuted[-1].reason)
            return self._solids("unknown", reason="no packing was found, and there is no proof that none exists")
        simple = self._dropped(), self.lying  # at hand when time is over
        boxes = better_boxes(self.cells, gravity=self.gravity, turns=may_turn(self.pieces))
        found, still_open = best_of(boxes, self._attempt, is_limited=self.clock.limit is None)
        bound = prod(still_open[0]) if still_open else None
        if found is None:
            bound = bound or self.cells
            roomy = self._roomy()
            if roomy is not None:
                return self._solids("feasible", roomy, bound)
            box, self.lying = simple
            return self._solids("feasible", box, bound, method="dropped")
        return self._solids("feasible" if still_open else "optimal", found, bound or prod(found))

    def _attempt(self, box: SolidBox, nodes: int | None, turn: int) -> str:
        """What a search for a packing in the box comes to within so many nodes: see :func:`best_of`."""
        if self.clock.over():
            return "stopped"
        if self.tell is not None:
            tried = len(self.refuted)
            remark = f"trying {'x'.join(map(str, box))}, {tried} {'box' if tried == 1 else 'boxes'} refuted"
            self.tell(Progress("packing", tried, tried + 1, 0.0, self.clock.seconds, remark=remark))
        board = Board.box(*box)
        size = prod(box)
        if size < self.cells:
            return self._refute(box, too_small(f"the box {'x'.join(map(str, box))}", size, self.cells))
        for piece, shapes in zip(self.pieces, self.shapes, strict=True):
            if not any(all(map(int.__le__, shape.size, box)) for shape in shapes):
                return self._refute(box, f"the piece {piece.name} is larger than the box {'x'.join(map(str, box))}")
        if sum(len(shapes) for shapes in self.shapes) * size > _MOST_ROWS:
            return "gave up"
        exact = size == self.cells
        if exact and (reason := counting_reason(board, self.pieces, exact=True, clock=self.clock)) is not None:
            return self._refute(box, reason)
        order = board.order()
        options = []
        for kind, shapes in enumerate(self.shapes):
            if self.clock.over():  # all places of many pieces take a second
                return "stopped"
            options += [(kind, list(where)) for where in placements(order, shapes)]
        counts = [piece.minimum for piece in self.pieces]
        # Large pieces first, and of these the bulky ones: they find a place only while there is room.
        largest = max(shapes[0].area for shapes in self.shapes)
        ranks = [100 * (largest - shapes[0].area) + 10 * (16 - min(shapes[0].size)) for shapes in self.shapes]
        laid = len(options)
        if size > self.cells:
            options += [(len(counts), [cell]) for cell in range(size)]
            counts.append(size - self.cells)
            ranks.append(_LAST)
        instance = cover_instance([True] * size, (counts, counts), options)

        def read(chosen: Sequence[int]) -> _Lying:
            every = (options[one] for one in chosen if one < laid)
            return [(kind, tuple([order[cell] for cell in where])) for kind, where in every]

        def comes_down(chosen: Sequence[int]) -> bool:
            return from_above([cells for _, cells in read(chosen)]) is not None

        accept = comes_down if self.gravity else None
        outcome, chosen = first_cover(instance, ranks, self.clock, self.seed + turn, nodes, accept)
        if outcome == "found":
            self.lying = read(chosen)
        return self._refute(box, _NONE_FROM_ABOVE if self.gravity else _NONE) if outcome == "none" else outcome

    def _refute(self, box: SolidBox, reason: str) -> str:
        self.refuted.append(RefutedBox(box, reason))
        return "none"

    def _roomy(self) -> SolidBox | None:
        """A box with room to spare that is soon filled."""
        known = list(self.refuted)
        for spare in _SPARE if not self.clock.over() else ():
            room = self.cells + -(-self.cells * spare // 100)
            boxes = better_boxes(room, gravity=self.gravity, turns=may_turn(self.pieces))
            cubic = [one for one in boxes[:200] if max(one) <= 2 * min(one)]
            for box in cubic[:2]:
                if self._attempt(box, _ROOMY_NODES, 1) == "found":
                    self.refuted = known
                    return box
        self.refuted = known
        return None

    def _dropped(self) -> SolidBox:
        """The box of pieces that are dropped one after the other, each where it comes to rest lowest."""
        every = [kind for kind, piece in enumerate(self.pieces) for _ in range(piece.minimum)]
        every.sort(key=lambda kind: (-self.pieces[kind].shape.area, kind))
        side = max(2, round((1.3 * self.cells) ** (1 / 3)))
        side = max([side, *[min(max(shape.size[:2]) for shape in shapes) for shapes in self.shapes]])
        tops: dict[tuple[int, int], int] = {}
        random = Random(self.seed)
        self.lying = []
        for kind in every:
            best: tuple[int, int, float, tuple[Cell, ...]] | None = None
            places = (
                (shape.cells, x, y)
                for shape in self.shapes[kind]
                for x, y in product(range(side - shape.size[0] + 1), range(side - shape.size[1] + 1))
            )
            for shape, x, y in places:
                bottom = max(0, *[tops.get((x + cx, y + cy), 0) - cz for cx, cy, cz in shape])
                cells = tuple([(x + cx, y + cy, bottom + cz) for cx, cy, cz in shape])
                high = max(z for _, _, z in cells)
                wasted = sum(z - tops.get((a, b), 0) for a, b, z in cells)
                entry = (high, wasted, random.random(), cells)
                best = entry if best is None or entry < best else best
            assert best is not None  # the floor is wide enough for every piece
            self.lying.append((kind, best[3]))
            for x, y, z in best[3]:
                tops[x, y] = max(tops.get((x, y), 0), z + 1)
        return _extent(self.lying)

    def _solids(
        self,
        status: Status,
        box: SolidBox | None = None,
        bound: int | None = None,
        reason: str = "",
        method: str = "exact cover",
    ) -> Solids:
        if box is None:
            return Solids(
                self.pieces, status, bound=bound, gravity=self.gravity, given=True, reason=reason,
                refuted=tuple(self.refuted), seconds=self.clock.seconds, box=self.given,
            )  # fmt: skip
        lying = self.lying
        if self.gravity:
            order = from_above([cells for _, cells in lying])
            assert order is not None  # else it would not have been accepted
            lying = [lying[number] for number in order]
            lying = list(zip([kind for kind, _ in lying], fallen([cells for _, cells in lying]), strict=True))
        if self.given is None:
            # Pieces may leave a side of the box free, or lie lower once they have come down.
            low = [min(cell[axis] for _, cells in lying for cell in cells) for axis in range(3)]
            lying = [
                (kind, tuple([(x - low[0], y - low[1], z - low[2]) for x, y, z in cells])) for kind, cells in lying
            ]
            box = _extent(lying)
        made = tuple(Placement(self.pieces[kind].name, cells) for kind, cells in lying)
        if not self.gravity:
            made = tuple(sorted(made, key=lambda one: one.cells))
        return Solids(
            self.pieces, status, box, made, bound, self.gravity, self.given is not None, tuple(self.refuted), "",
            method, self.clock.seconds,
        )  # fmt: skip


def _extent(lying: _Lying) -> SolidBox:
    width, depth, height = (max(cell[axis] for _, cells in lying for cell in cells) + 1 for axis in range(3))
    return width, depth, height
