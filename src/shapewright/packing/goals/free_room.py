"""The free room kept together: all pieces lie on a board, and the largest empty rectangle is as large as possible.

Rectangles are tried from the largest: with one taken out of the board, an exact cover decides whether the pieces fit
on the rest. What is refuted so at every place of every larger rectangle is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement
from shapewright.cells.placements import placements as all_placements
from shapewright.cells.polyomino import UPRIGHT
from shapewright.errors import LimitError
from shapewright.packing.answer import Packing
from shapewright.packing.native import cover_exactly
from shapewright.packing.problem import Problem
from shapewright.packing.rules import largest_rectangle
from shapewright.packing.search.solvers import Effort

_MOST_CELLS = 1024
_NODES = 200_000
# So many places of rectangles may stay undecided.
_MOST_OPEN = 24


def pack_room(problem: Problem, effort: Effort, packed: Callable[[Problem, Effort], Packing]) -> Packing:
    """Lay all pieces so that the largest empty rectangle is largest; ``packed`` lays them anyhow."""
    board = problem.ground
    if len(board.cells) > _MOST_CELLS:
        raise LimitError(f"the objective 'room' is for boards of at most {_MOST_CELLS} cells, not {len(board.cells)}")
    width, height = board.size
    plain = replace(problem, objective=None, box=None, board=board)
    found = packed(plain, effort)
    found = replace(found, goal="room", refuted=(), note=found.reason, board=board, bound=None)
    if found.status == "infeasible":
        return found
    search = _Search(problem, effort)
    best = largest_rectangle(board.cells, found.placements) if found.placements else -1
    bound: int | None = None
    is_open = 0
    for area, rectangle in search.rectangles():
        if area <= best:
            break
        if effort.clock.over() or is_open == _MOST_OPEN:
            bound = area if bound is None else bound
            break
        outcome, placements = search.beside(rectangle)
        if outcome == "found":
            best = area
            found = replace(found, placements=placements, method="exact cover", width=width, height=height)
            break
        if outcome != "none":
            is_open += 1
            bound = area if bound is None else bound
    if best < 0:
        return replace(found, bound=float(search.most if bound is None else bound), seconds=effort.clock.seconds)
    bound = best if bound is None else max(bound, best)
    status = "optimal" if bound == best else "feasible"
    return replace(found, status=status, bound=float(bound), seconds=effort.clock.seconds)  # type: ignore[arg-type]


class _Search:
    def __init__(self, problem: Problem, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.pieces = tuple(piece for piece in problem.left if piece.minimum)
        taken = {cell for one in problem.fixed for cell in one.cells}
        self.free = frozenset(problem.ground.cells - taken)
        self.most = len(self.free) - sum(piece.minimum * piece.shape.area for piece in self.pieces)
        self.order = Board(self.free).order() if self.free else ()
        self.at = {cell: number for number, cell in enumerate(self.order)}
        self.places: list[list[tuple[int, ...]]] = []  # of each piece

    def _place(self) -> bool:
        """List where every piece can lie, at the first time; False if the time was not enough."""
        for piece in self.pieces[len(self.places) :]:
            if self.effort.clock.over():
                return False
            self.places.append(all_placements(self.order, piece.orientations()))
        return True

    def rectangles(self) -> Iterator[tuple[int, frozenset[Cell]]]:
        """Every rectangle of free cells that leaves room enough, the largest first, and first those at a border.

        Of those that symmetries of the board turn into each other there is one.
        """
        width, height = self.problem.ground.size
        upright = any(piece.motions in UPRIGHT for piece in self.pieces)
        motions = () if self.problem.fixed or upright else self.problem.ground.symmetries()
        if not all(piece.shape.mirrored() in piece.orientations() for piece in self.pieces):
            # The mirror image of a packing may be none.
            motions = tuple(motion for motion in motions if not motion.is_reflection)
        seen: set[frozenset[Cell]] = set()
        sizes = [(w, h) for w in range(1, width + 1) for h in range(1, height + 1) if w * h <= self.most]
        for w, h in sorted(sizes, key=lambda size: (-size[0] * size[1], abs(size[0] - size[1]), size)):
            places = [(x, y) for x in range(width - w + 1) for y in range(height - h + 1)]
            places.sort(key=lambda one: (one[0] not in (0, width - w), one[1] not in (0, height - h), one))
            for x, y in places:
                cells = frozenset((x + dx, y + dy) for dx in range(w) for dy in range(h))
                if not cells <= self.free or cells in seen:
                    continue
                seen.update(frozenset(map(motion, cells)) for motion in motions)
                yield w * h, cells

    def beside(self, rectangle: frozenset[Cell]) -> tuple[str, tuple[Placement, ...]]:
        """Lay the pieces beside a rectangle: 'found' with the placements, 'none' or something else."""
        if not self._place():
            return "stopped", ()
        out = {self.at[cell] for cell in rectangle}
        cells = [number for number in range(len(self.order)) if number not in out]
        item = {number: at for at, number in enumerate(cells)}
        options: list[tuple[int, list[int]]] = []
        for kind, places in enumerate(self.places):
            if self.effort.clock.over():
                return "stopped", ()
            options += [(kind, [item[one] for one in where]) for where in places if out.isdisjoint(where)]
        chosen = list(options)
        counts = [piece.minimum for piece in self.pieces]
        empty = len(cells) - sum(piece.minimum * piece.shape.area for piece in self.pieces)
        if empty > 0:
            options += [(len(counts), [at]) for at in range(len(cells))]
            counts.append(empty)
        outcome, numbers = cover_exactly([True] * len(cells), (counts, counts), options, self.effort.clock.left, _NODES)
        lying = [
            Placement(self.pieces[kind].name, tuple(sorted(self.order[cells[at]] for at in where)))
            for kind, where in (chosen[number] for number in numbers if number < len(chosen))
        ]
        return outcome, tuple(sorted((*lying, *self.problem.fixed), key=lambda one: one.cells))
