"""Pack a bag as tightly as possible: into the best box for an objective, into a given box, onto a given board."""

from __future__ import annotations

from itertools import tee
from operator import index
from typing import TYPE_CHECKING

from shapewright.cells.grid import MAX_CELLS
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.packing.answer import Packing, Refuted
from shapewright.packing.bag import Bag
from shapewright.packing.boxes import Box, Objective, by_score, candidates
from shapewright.packing.native import Placements, native_of, tetrominoes
from shapewright.packing.rules import score
from shapewright.packing.solvers import ATTEMPTS, Attempt, checked_solver, run_solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.cells.grid import Board
    from shapewright.cells.placements import Placement
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.answer import Goal, Status
    from shapewright.packing.native import Native

__all__ = ["pack", "solve"]

# A solver that leaves so many boxes open one after the other will not fill the next ones either.
_MOST_OPEN = 40
_LARGE = 20_000  # cells
_MOST_REFUTED = 100_000  # where long and thin ones come again and again

# What the growing square builds is as long as it has pieces.
_MOST_GROWN = 2000

# With a time limit a box gets half of what is left, so that there is time for the next one.
_SHARE = 0.5
_LAST_MOMENT = 0.1


def pack(
    bag: Bag | Sequence[Piece],
    *,
    box: Box | None = None,
    board: Board | None = None,
    objective: Objective = "score",
    width: int | None = None,
    fixed: Iterable[Placement] = (),
    cover_corner: bool = False,
    best_subset: bool = False,
    solver: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Packing:
    """Pack ``bag``, a bag of tetrominoes or any flat pieces with their counts, and say how good the packing is.

    Boxes are tried from the best on, by ``objective``: 'score' (the contest's, :func:`rules.score`), 'area', or 'strip'
    of the given ``width`` with the least height. With ``box`` (width, height) or ``board`` the pieces go there; counts
    with a range are then chosen so that as many cells are covered as possible, ``best_subset`` may leave pieces out.
    ``fixed`` placements lie on the board already, and belong to the counts. With ``cover_corner`` the cell (0, 0) is
    covered. ``solver`` is one of ``packing.SOLVERS``. Without ``time_limit`` (seconds) the answer depends on ``seed``
    alone, not on ``threads``.

    >>> pack(Bag.from_text("T1 I3")).status
    'optimal'
    >>> packing = pack(Bag.from_text("LOJI"))
    >>> packing.width, packing.height, packing.score
    (4, 4, 24.0)

    Raises ``ProblemError`` or ``LimitError`` for a question that makes no sense; that pieces do not fit is an answer.
    """
    clock = Clock(time_limit)
    if type(bag) is Bag:
        native, counts = tetrominoes(), bag.counts
        asked: Bag | tuple[Piece, ...] = bag
    else:
        asked = tuple(bag)  # type: ignore[arg-type]
        native = native_of(asked)
        counts = ()
    if threads is not None and threads < 1:
        raise ProblemError(f"the number of threads must be at least 1, not {threads}")
    if not 0 <= seed < 1 << 64:
        raise ProblemError(f"the seed must be a whole number from 0 to {(1 << 64) - 1}, not {seed}")
    if solver != "auto":
        checked_solver(solver)
    fixed = tuple(fixed)
    if board is not None or fixed or best_subset or not (counts or _is_exact(asked)):
        from shapewright.packing.board import pack_board

        return pack_board(
            asked, native, box, board, fixed,
            cover_corner=cover_corner, best_subset=best_subset, solver=solver, seed=seed, threads=threads or 1,
            clock=clock,
        )  # fmt: skip
    if not counts:
        by_name = {piece.name: piece.minimum for piece in asked}  # type: ignore[union-attr]
        counts = tuple([by_name.get(name, 0) for name in native.names])
    cells = sum(map(int.__mul__, native.areas, counts))
    if cells > MAX_CELLS:
        raise LimitError(f"pieces of {cells} cells are more than the limit of {MAX_CELLS} cells")
    if not cells:
        raise ProblemError("there are no pieces to pack: every count is 0")
    boxes: Iterator[Box]
    goal: Goal = objective
    if box is not None:
        if objective != "score" or width is not None:
            raise ProblemError("a given box leaves nothing to choose: give a box or an objective")
        boxes, goal = iter((_checked_box(box),)), "box"
    elif objective == "score" and width is None:
        boxes = by_score(cells)
    else:
        boxes = candidates(objective, cells, width)
    if goal in ("score", "area") and _cannot_turn(asked):
        boxes = (turned for box in boxes for turned in ((box, box[::-1]) if box[0] != box[1] else (box,)))
    if solver == "growing-square":
        if goal != "score":
            raise ProblemError("the solver 'growing-square' builds towards the score and takes no box, area or strip")
        return _grown(asked, native, counts, cells, clock)
    return _best_box(asked, native, counts, cells, boxes, goal, cover_corner, solver, seed, threads or 1, clock)


solve = pack
"""The same, by the name that the other families use."""


def _best_box(
    asked: Bag | tuple[Piece, ...],
    native: Native,
    counts: tuple[int, ...],
    cells: int,
    boxes: Iterator[Box],
    goal: Goal,
    corner: bool,
    solver: str,
    seed: int,
    threads: int,
    clock: Clock,
) -> Packing:
    """Try the boxes in turn until one is filled."""
    refuted: list[Refuted] = []
    bound: float | None = None
    stopped = False
    open_boxes = 0
    used = [number for number, count in enumerate(counts) if count] if native is not tetrominoes() else None
    method = note = ""
    if goal == "strip":
        boxes, first = tee(boxes)
        width = next(first)[0]
        types = [number for number, count in enumerate(counts) if count]
        if (wide := native.fits(types, width, MAX_CELLS)) is not None:
            note = f"the piece {native.names[wide]} is wider than the strip of width {width}"
            return Packing(asked, "infeasible", goal=goal, note=note, seconds=clock.seconds)
    for width, height in boxes:
        if clock.over() or len(refuted) > _MOST_REFUTED:
            stopped = True
            bound = _value(goal, cells, width, height) if bound is None else bound
            break
        if width < 4 or height < 4 or used is not None:
            types = used or [number for number, count in enumerate(counts) if count]
            if native.fits(types, width, height) is not None:
                refuted.append(Refuted(asked, width, height, "extents"))
                continue
        if width * height > MAX_CELLS:
            raise LimitError(f"a box of {width}x{height} is larger than the limit of {MAX_CELLS} cells")
        left = clock.left()
        thorough = open_boxes < 2 or left is not None
        seconds = -1.0 if left is None else float(left) if goal == "box" else left * _SHARE
        attempts = ATTEMPTS if thorough else 1
        try:
            outcome, method, raw = run_solver(
                solver, Attempt(native, width, height, counts, corner, seed, None, seconds, threads, attempts)
            )
        except LimitError as error:
            if goal == "box" or not (refuted or open_boxes):
                raise  # nothing that was asked is within the solver's reach
            outcome, method, note = "gave up", "", note or str(error)
        if outcome == "none":
            refuted.append(Refuted(asked, width, height, method))
            continue
        if outcome == "found":
            placements: Sequence[Placement] = Placements(native, raw)
            if corner:
                placements, true_width, true_height = _with_corner(placements)
            else:
                true_width, true_height = _true_box(native, raw, width, height)
            if bound is None and true_width * true_height != width * height and goal == "score":
                # Pieces that cannot be slid to the border leave a box that scores less.
                bound = _value(goal, cells, width, height)
            if goal != "box":
                width, height = true_width, true_height
            status: Status = "optimal" if bound is None else "feasible"
            value = bound
            if status == "optimal" and goal != "box":
                value = _value(goal, cells, width, height)
            return Packing(
                asked, status, width, height, placements, goal, value, tuple(refuted), "", method, None,
                clock.seconds,
            )  # fmt: skip
        bound = _value(goal, cells, width, height) if bound is None else bound
        open_boxes += 1
        if open_boxes >= (_MOST_OPEN if cells < _LARGE else _MOST_OPEN // 8):
            stopped = True
            break
    if goal == "box":
        status = "infeasible" if refuted else "unknown"
        return Packing(
            asked, status, 0, 0, (), goal, None, tuple(refuted), "", method, None,
            clock.seconds,
        )  # fmt: skip
    if (
        stopped
        and not note
        and goal == "score"
        and not corner
        and (rough := _rough(asked, native, counts, cells, seed, clock)) is not None
    ):
        return Packing(
            asked, "feasible", rough.width, rough.height, rough.placements, goal, bound, tuple(refuted), "",
            rough.method, None, clock.seconds,
        )  # fmt: skip
    return Packing(asked, "unknown", 0, 0, (), goal, bound, tuple(refuted), note, method, None, clock.seconds)


def _rough(
    asked: Bag | tuple[Piece, ...], native: Native, counts: tuple[int, ...], cells: int, seed: int, clock: Clock
) -> Packing | None:
    """A packing that is found at once: a square with room to spare, or what the first greedy solver builds."""
    from math import isqrt

    side = isqrt(cells + cells // 5) + 3
    # A moment more than there is, so that there is an answer.
    limited = clock.limit is not None
    seconds = max(_LAST_MOMENT, clock.native()) if limited else -1.0
    outcome, method, raw = native.core.box(side, side, counts, False, seed, 2000, None, seconds)
    if outcome == "found":
        width, height = _true_box(native, raw, 0, 0)
        return Packing(asked, "feasible", width, height, Placements(native, raw), method=method)
    if sum(counts) > _MOST_GROWN:
        return None
    grown = _grown(asked, native, counts, cells, Clock(_LAST_MOMENT) if limited else clock)
    return grown if grown.placements else None


def _grown(
    asked: Bag | tuple[Piece, ...],
    native: Native,
    counts: tuple[int, ...],
    cells: int,
    clock: Clock,
) -> Packing:
    """What the first greedy solver builds; its bound is the best box that has cells enough."""
    from shapewright.jobs.interrupt import interruptible

    if sum(counts) > _MOST_GROWN:
        raise LimitError(f"the solver 'growing-square' is for at most {_MOST_GROWN} pieces, not {sum(counts)}")
    with interruptible() as stop:
        raw = native.core.growing_square(counts, stop, clock.native())
    bound = float(score(cells, *next(by_score(cells))))
    if len(raw) // 16 < sum(counts):
        return Packing(asked, "unknown", bound=bound, method="growing square", seconds=clock.seconds)
    width, height = _true_box(native, raw, 0, 0)
    status: Status = "optimal" if float(score(cells, width, height)) >= bound else "feasible"
    return Packing(
        asked, status, width, height, Placements(native, raw), "score", bound, (), "", "growing square", None,
        clock.seconds,
    )  # fmt: skip


def _true_box(native: Native, raw: bytes, width: int, height: int) -> Box:
    """The bounding box of the placements, which begins at the origin."""
    values = memoryview(raw).cast("i")
    if width and len(values) > 64 and native is tetrominoes():
        # The engine has slid pieces to each side; with tetrominoes that always works.
        return width, height
    wide = high = 0
    for at in range(0, len(values), 4):
        across, up = native.extents[values[at]][values[at + 1]]
        wide, high = max(wide, values[at + 2] + across), max(high, values[at + 3] + up)
    return wide, high


def _with_corner(placements: Sequence[Placement]) -> tuple[Sequence[Placement], int, int]:
    """The packing, moved to the origin and turned so that (0, 0) is covered; and its bounding box."""
    from shapewright.cells.placements import Placement
    from shapewright.packing.rules import bounding_box

    left, bottom, width, height = bounding_box(placements)
    placements = [Placement(one.piece, tuple([(x - left, y - bottom) for x, y in one.cells])) for one in placements]

    for _ in range(4):
        if any((0, 0) in placement.cells for placement in placements):
            return tuple(placements), width, height
        placements = [Placement(one.piece, tuple([(height - 1 - y, x) for x, y in one.cells])) for one in placements]
        placements.sort(key=lambda one: one.cells)
        width, height = height, width
    raise AssertionError("no corner of the packing is covered")


def _value(goal: Goal, cells: int, width: int, height: int) -> float:
    if goal == "score":
        return float(score(cells, width, height))
    return float(height if goal == "strip" else width * height)


def _is_exact(pieces: Bag | tuple[Piece, ...]) -> bool:
    return isinstance(pieces, Bag) or all(piece.minimum == piece.maximum for piece in pieces)


def _cannot_turn(pieces: Bag | tuple[Piece, ...]) -> bool:
    """Whether a packing turned by a quarter may be none: a box then differs from the same box lying on its side."""
    return not isinstance(pieces, Bag) and any(piece.motions == "fixed" for piece in pieces)


def _checked_box(box: Box) -> Box:
    try:
        box = tuple(map(index, box))  # type: ignore[assignment]
    except TypeError:
        raise ProblemError(f"{box!r} is no box; expected a width and a height in cells") from None
    if len(box) != 2 or min(box) < 1:
        raise ProblemError(f"the box {'x'.join(map(str, box))} is no box; expected a width and a height from 1 on")
    if box[0] * box[1] > MAX_CELLS:
        raise LimitError(f"the box {box[0]}x{box[1]} is larger than the limit of {MAX_CELLS} cells")
    return box[0], box[1]
