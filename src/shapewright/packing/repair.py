"""Change a packing so that it holds another bag, and move as few pieces as possible.

That is an exact cover: every placement that is there already costs nothing, every other one costs one. Empty cells are
covered by pieces of one cell, which cost nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shapewright.cells.grid import Cell, cell_text
from shapewright.cells.placements import Placement
from shapewright.cells.placements import placements as all_placements
from shapewright.cells.polyomino import Piece
from shapewright.errors import ProblemError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.answer import Goal, Packing
from shapewright.packing.bag import Bag, bag_of
from shapewright.packing.check import check, faults
from shapewright.packing.native import Cheapest, Native, Placements, native_of, open_cells
from shapewright.packing.pack import answered
from shapewright.packing.problem import Problem, missing_piece, without_values, without_zones
from shapewright.packing.search.solvers import Effort

_ATTEMPTS = 12
_STEPS = 200_000
# So many walks that lead nowhere, and the next ones will not lead anywhere either.
_MOST_MISSED = 3
# Packing without regard to the old placements comes first with this part of the usual work, and again if none is found.
_WORK = 0.1
# With a time limit, it takes at most this share of it each time.
_SHARE = 0.25


@dataclass(frozen=True)
class Repair:
    """The new ``packing`` of the same box or board, the pieces ``taken`` away for it, and those ``laid`` instead.

    Its status says whether there is one: 'infeasible' if the new bag certainly does not fit, 'unknown' if nobody knows.
    No repair moves fewer pieces than ``at_least``, with those on ``locked`` cells where they are.
    """

    packing: Packing
    taken: tuple[Placement, ...] = ()
    laid: tuple[Placement, ...] = ()
    at_least: int = 0
    locked: tuple[Cell, ...] = ()

    @property
    def moved(self) -> int:
        """How many pieces lie where none of the kind lay before."""
        return len(self.laid)

    def to_json(self) -> dict[str, object]:
        """The packing as plain data, and what was ``taken`` and ``laid``."""
        found: dict[str, object] = {**self.packing.to_json(), "moved": self.moved, "at_least": self.at_least}
        for key, placements in (("taken", self.taken), ("laid", self.laid)):
            found[key] = [{"piece": one.piece, "cells": [list(cell) for cell in one.cells]} for one in placements]
        if self.locked:
            found["locked"] = [list(cell) for cell in self.locked]
        return found

    def to_text(self) -> str:
        """The new packing in letters."""
        return self.packing.to_text()

    def __str__(self) -> str:
        return self.to_text()


def repair(
    packing: Packing,
    bag: Bag | Sequence[Piece] | str,
    *,
    locked: Iterable[Cell] = (),
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Repair:
    """Lay ``bag`` into the box or onto the board of ``packing``, which holds other counts of the same pieces.

    The re-tiling walk starts from the packing as it is, several times; then branch and bound looks for fewer moves on
    boards of at most 1,024 cells, and says how many there must be (``at_least``). Where the walk finds nothing, ``bag``
    is packed as if nothing lay there. Pieces on ``locked`` cells stay where they are.

    >>> from shapewright.packing import Bag, pack
    >>> before = pack(Bag.from_text("I8 J4 L4 O8 S2 T4 Z2"))
    >>> after = repair(before, Bag.from_text("I9 J3 L4 O8 S2 T4 Z2"))
    >>> after.packing.status, after.moved < 16
    ('optimal', True)

    Raises ``ProblemError`` if there is no packing to start from, or nothing lies on a locked cell. That the bag does
    not fit is an answer.
    """
    bag = bag_of(bag)
    if not packing.placements:
        raise ProblemError(f"there is no packing to repair: the answer is {packing.status!r}")
    wrong = faults(packing)
    if wrong:
        raise ProblemError(f"the packing to repair breaks the rules: {wrong[0]}")
    locked = tuple(locked)
    effort = Effort(Clock(time_limit), seed=seed, threads=1 if threads is None else threads)
    box = None if packing.board is not None else (packing.width, packing.height)
    without_values(bag, "repair")
    without_zones(packing.board, "repair")
    if packing.clearance or packing.margin:
        raise ProblemError("the packing to repair has a clearance or a margin, which 'repair' does not know")
    staying = lying_on(packing.placements, locked)
    missing = missing_piece(bag, staying, locked)
    if missing:
        goal: Goal = "box" if packing.board is None else "board"
        asked = bag if isinstance(bag, Bag) else tuple(bag)
        spent = effort.clock.seconds
        none = Packing(asked, "infeasible", goal=goal, note=missing, board=packing.board, seconds=spent)
        return Repair(none, locked=locked)
    problem = Problem(bag, box=box, board=packing.board, fixed=staying)
    if not problem.is_exact:
        raise ProblemError("repair needs the exact number of every piece, not a range")
    anew = answered(problem, replace(effort, clock=effort.clock.part(_SHARE), work=_WORK))
    best = None if anew.status == "infeasible" else _walked(packing, problem, effort)
    if best is None and anew.status == "unknown":
        anew = answered(problem, replace(effort, clock=effort.clock.part(_SHARE)))
    if anew.status == "infeasible":
        return Repair(anew, locked=locked)
    other = _compared(packing, anew)
    if best is None or (anew.placements and best.moved > other.moved):
        best = other
    return replace(_fewest(packing, problem, best, effort), locked=locked)


def lying_on(placements: Iterable[Placement], cells: Iterable[Cell]) -> tuple[Placement, ...]:
    """The placements on these cells; ``ProblemError`` for a cell on which nothing lies."""
    at = {cell: one for one in placements for cell in one.cells}
    for cell in (cells := tuple(cells)):
        if cell not in at:
            raise ProblemError(f"the locked cell {cell_text(cell)} is not covered by any piece of the packing")
    return tuple(dict.fromkeys(at[cell] for cell in cells))


def _fewest(packing: Packing, problem: Problem, best: Repair, effort: Effort) -> Repair:
    """A repair that moves fewer pieces, if there is one, and a bound on their number."""
    bound = least_moves(problem.pieces, packing.placements)
    if problem.goal == "board" and best.packing.status == "unknown" and effort.clock.over():
        return best
    if len(problem.ground.cells) <= MOST_CELLS and problem.cells <= len(problem.ground.cells):
        taken = {cell for one in problem.fixed for cell in one.cells}
        cells = tuple(cell for cell in problem.ground.order() if cell not in taken)
        enough = best.moved if best.packing.placements else None
        movable = [one for one in packing.placements if one not in problem.fixed]
        found, bound = fewest_moves(problem.left, cells, movable, effort, enough)
        if found is not None:
            best = _compared(packing, _made(packing, problem, (*found, *problem.fixed), "branch and bound", effort))
            check(best.packing, problem)
    return replace(best, at_least=bound) if best.packing.placements else best


def _made(packing: Packing, problem: Problem, placements: Sequence[Placement], method: str, effort: Effort) -> Packing:
    """The packing with these placements, of the box or board of ``problem``."""
    on_board = problem.goal == "board"
    width, height = problem.ground.size
    return replace(
        packing, asked=problem.asked, status="optimal", width=width, height=height, goal=problem.goal,
        placements=tuple(sorted(placements, key=lambda one: one.cells)),
        bound=float(problem.cells) if on_board else None, refuted=(), note="",
        method=method, board=problem.ground if on_board else None, seconds=effort.clock.seconds, stated_score=None,
    )  # fmt: skip


def _walked(packing: Packing, problem: Problem, effort: Effort) -> Repair | None:
    """The outcome of the walk with the fewest moved pieces, or None."""
    native = _native(packing, problem)
    wanted = {piece.name: piece.minimum for piece in problem.left}
    counts = [wanted.get(name, 0) for name in native.names]
    width, height = problem.ground.size
    taken = {cell for one in problem.fixed for cell in one.cells}
    cells = open_cells(problem.ground.cells - taken, width, height)
    start = native.pack([one for one in packing.placements if one not in problem.fixed])
    limit = effort.clock.limit
    best: Repair | None = None
    missed = 0
    with interruptible() as stop:
        for attempt in range(_ATTEMPTS):
            if effort.clock.over() or missed == _MOST_MISSED:
                break
            seconds = -1.0 if limit is None else min(effort.clock.native(), float(limit) / _ATTEMPTS)
            seed = (effort.seed + attempt) % (1 << 64)
            outcome, method, raw = native.core.walk(width, height, cells, counts, start, seed, _STEPS, stop, seconds)
            if outcome != "found":
                missed += best is None
                continue
            lying = (*Placements(native, raw), *problem.fixed)
            found = _compared(packing, _made(packing, problem, lying, method, effort))
            if best is None or found.moved < best.moved:
                best = found
    if best is not None:
        check(best.packing, problem)
    return best


def _native(packing: Packing, problem: Problem) -> Native:
    """The engine's view of both the old pieces and the new ones, whatever their counts."""
    old = packing.asked if isinstance(packing.asked, tuple) else packing.asked.pieces()
    known = {piece.name: piece for piece in old}
    for piece in problem.pieces:
        if piece.name in known and known[piece.name].orientations() != piece.orientations():
            raise ProblemError(f"the piece {piece.name} has another shape in the packing than in the new bag")
        known[piece.name] = piece
    return native_of(tuple(known.values()))


def _compared(before: Packing, after: Packing) -> Repair:
    """What was taken and laid, each in the order of its cells."""
    if not after.placements:
        return Repair(after)
    old, new = set(before.placements), set(after.placements)
    taken = tuple(one for one in before.placements if one not in new)
    laid = tuple(one for one in after.placements if one not in old)
    return Repair(after, taken, laid)


MOST_CELLS = 1024
_TURN = 5000
_NODES = 60_000


def least_moves(pieces: Iterable[Piece], before: Iterable[Placement]) -> int:
    """How many pieces must be laid at least, by the counts: of each kind those that are new."""
    lying = Counter(one.piece for one in before)
    return sum(max(0, piece.minimum - lying[piece.name]) for piece in pieces)


def fewest_moves(
    pieces: Sequence[Piece], cells: Sequence[Cell], before: Iterable[Placement], effort: Effort, enough: int | None
) -> tuple[tuple[Placement, ...] | None, int]:
    """All of ``pieces`` on ``cells``, with as few as possible that lie elsewhere than ``before``; and a bound on these.

    None if there is no such packing with fewer than ``enough``, or none was found.
    """
    before = tuple(before)
    bound = least_moves(pieces, before)
    if enough is not None and bound >= enough:
        return None, bound
    lying = {(one.piece, tuple(sorted(one.cells))) for one in before}
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for kind, piece in enumerate(pieces):
        for where in all_placements(tuple(cells), piece.orientations()) if piece.minimum else ():
            placed = tuple(sorted(cells[cell] for cell in where))
            found.append(((piece.name, placed) not in lying, kind, tuple(where)))
    found.sort()  # what lies there is tried first
    options = [(kind, list(where)) for _, kind, where in found]
    costs = [int(is_new) for is_new, _, _ in found]
    counts = [piece.minimum for piece in pieces]
    empty = len(cells) - sum(piece.minimum * piece.shape.area for piece in pieces)
    if empty > 0:
        options += [(len(pieces), [cell]) for cell in range(len(cells))]
        costs += [0] * len(cells)
        counts.append(empty)
    search = Cheapest([True] * len(cells), (counts, counts), options, costs)
    best: tuple[int, list[int]] | None = None
    with interruptible() as stop:
        for _ in range(_NODES // _TURN):
            over = search.run(stop, effort.clock.left, _TURN)
            best = search.best
            if over:
                bound = bound if best is None else best[0]
            elif search.bound is not None:
                bound = max(bound, search.bound)
            if over or stop[0] or effort.clock.over() or (best is not None and best[0] <= bound):
                break
    if best is None or (enough is not None and best[0] >= enough):
        return None, bound if enough is None else min(bound, enough)
    laid = [found[number] for number in best[1] if number < len(found)]
    made = [Placement(pieces[kind].name, tuple(sorted(cells[cell] for cell in where))) for _, kind, where in laid]
    return tuple(sorted(made, key=lambda one: one.cells)), bound
