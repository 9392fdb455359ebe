"""Certificates of packings: that no better box holds the pieces, that no more cells can be covered, or that none fits.

``docs/certificates/packings.md`` describes the file of a best box, which ``certificates/check_packing.py`` checks; the
others are cover certificates, in which a cell that stays empty is covered by a piece of one cell.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from math import floor
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattices import SQUARE
from shapewright.cells.placements import placements
from shapewright.claims.covers import Puzzle, Section, board_of, searched, shape_of, whole
from shapewright.errors import CertificateError, InternalError, NeedlessError, NotationError
from shapewright.jobs.limits import Clock
from shapewright.packing.boxes import boxes_of
from shapewright.packing.problem import problem_of
from shapewright.packing.rules import score
from shapewright.storage.certificate import Certificate

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Piece
    from shapewright.packing.answer import Packing
    from shapewright.packing.boxes import Box
    from shapewright.packing.problem import Problem
    from shapewright.packing.proof.box_weights import Weights

BEST_BOX = "check_packing.py"


def certificate(problem: Problem | str, packing: Packing, *, time_limit: float | None = None) -> Certificate:
    """Return the certificate of an answer to ``problem``: that a packing is optimal, or that there is none.

    >>> from shapewright.packing import Problem, pack
    >>> certificate(Problem("T1 I3"), pack("T1 I3")).claim
    '4 pieces lie in 4x5, and in no box that is better by score'

    Raises ``CertificateError`` for answers that are not proven, or that prove themselves; for the goals 'value', 'room'
    and 'bonus', for a clearance or a margin, and for zones; and where a search is too large to be written down.
    ``StoppedError`` when the time limit (seconds) is over.
    """
    problem, clock = problem_of(problem), Clock(time_limit)
    if problem.goal in ("value", "room", "bonus") or problem.is_zoned or problem.cover_corner:
        raise CertificateError("there are no certificates yet for values, room, bonuses, zones and covered corners")
    if problem.clearance or problem.margin:
        raise CertificateError("there are no certificates yet for packings with a clearance or a margin")
    if packing.status not in ("optimal", "infeasible"):
        raise CertificateError(f"the answer is {packing.status!r}, which nothing proves")
    if problem.goal in ("score", "area", "strip"):
        if packing.status == "infeasible":
            raise CertificateError("there is no box that a certificate could be about")
        return _best_box(problem, packing, clock)
    taken = {cell for one in problem.fixed for cell in one.cells}
    cells = [cell for cell in problem.ground.order() if cell not in taken]
    covered = len(problem.ground.cells) if problem.goal == "box" else floor(packing.value)
    empty = len(problem.ground.cells) - covered - 1 if packing.status == "optimal" else None
    if empty is not None and empty < 0:
        raise NeedlessError("the packing itself proves that it is the best: it holds all that it could")
    puzzle = _puzzle(problem.left, cells, empty)
    weights = [refuted.weights for refuted in packing.refuted if refuted.weights is not None]
    return whole("none", 0, [_refuted(puzzle, problem.box, weights, clock)], [puzzle])


def _best_box(problem: Problem, packing: Packing, clock: Clock) -> Certificate:
    """That every better box, of those that have enough cells, holds no packing; and the packing."""
    goal, own = problem.goal, (packing.width, packing.height)

    def is_better(box: Box) -> bool:
        if goal == "score":
            return score(problem.cells, *box) > score(problem.cells, *own)
        return box[0] * box[1] < own[0] * own[1]

    boxes = list(takewhile(is_better, boxes_of(problem)))
    sections = []
    for box in boxes:
        weights = [one.weights for one in packing.refuted if one.weights and {one.width, one.height} == {*box}]
        sections.append(_refuted(_puzzle(problem.pieces, Board.box(*box).order(), None), box, weights, clock))
    number = {piece.name: k for k, piece in enumerate(problem.pieces)}
    head = {
        "certificate": "packing", "version": 1, "goal": goal, "box": own,
        "pieces": _stated(problem.pieces),
        "placements": [[number[one.piece], one.cells] for one in packing.placements],
    }  # fmt: skip

    def lines() -> Iterator[str]:
        yield json.dumps(head, separators=(",", ":"))
        for section in sections:
            yield from section.lines()

    where = f"{own[0]}x{own[1]}, and in no box that is better by {goal}"
    return Certificate(f"{len(packing.placements)} pieces lie in {where}", BEST_BOX, lines())


def _stated(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    return [{"name": piece.name, "least": piece.minimum, "most": piece.maximum, **shape_of(piece)} for piece in pieces]


def _puzzle(pieces: Sequence[Piece], cells: Sequence[Cell], empty: int | None) -> Puzzle:
    """The pieces on cells of which any may stay empty; first those along the shorter side."""
    wide, high = ({cell[axis] for cell in cells} for axis in (0, 1))
    order = sorted(cells, key=lambda cell: cell[::-1] if len(wide) <= len(high) else cell)
    ways = [
        (way, ((number, 1),), 0)
        for number, piece in enumerate(pieces)
        for way in (sorted(placements(order, piece.orientations())) if piece.maximum != 0 else ())
    ]
    statement = {**board_of(order, SQUARE), "optional": list(range(len(order))), "pieces": _stated(pieces)}
    if empty is not None:
        statement["empty"] = empty
    return Puzzle.bounded(statement, ways)


def _refuted(puzzle: Puzzle, box: Box | None, weights: Collection[Weights], clock: Clock) -> Section:
    """A section that shows that a puzzle has no cover: by areas, by the weights of a box, or by a search."""
    colouring = puzzle.colouring()
    if colouring is not None:
        return Section(dict(puzzle.statement), modulus=colouring[0], weights=colouring[1])
    found: list[list[int]] = []
    for one in weights:
        for turned in {box, box[::-1]} if box is not None else ():
            try:
                of = dict(one.cells(*turned))
            except NotationError:
                continue
            for flip in (False, True):
                cells = [tuple(cell[::-1] if flip else cell) for cell in puzzle.statement["cells"]]
                if all(cell in of for cell in cells):
                    found.append([-of[cell] for cell in cells])
    for numbers in found:
        if puzzle.is_refuted_by(numbers):
            return Section(dict(puzzle.statement), weights=numbers)
    section = searched(puzzle, clock)
    if section.count:
        raise InternalError("a search found a packing where none was to be")
    return section
