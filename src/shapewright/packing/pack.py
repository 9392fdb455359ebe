"""Pack a bag as tightly as possible: into the best box for an objective, into a given box, onto a given board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, floor
from typing import Unpack

from shapewright.cells.polyomino import Piece
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.statistics import Report, Statistics
from shapewright.packing.answer import Packing
from shapewright.packing.bag import Bag
from shapewright.packing.check import check
from shapewright.packing.goals.board import pack_board
from shapewright.packing.goals.distances import pack_apart
from shapewright.packing.goals.free_room import pack_room
from shapewright.packing.goals.most_bonus import pack_bonus
from shapewright.packing.goals.most_value import pack_value
from shapewright.packing.native import Placements
from shapewright.packing.problem import Place, Problem, problem_of
from shapewright.packing.rules import ON_BOARD, WITH_VALUE
from shapewright.packing.search.best_box import pack_box
from shapewright.packing.search.solvers import Effort

SEED_STEP = 0xD1342543DE82EF95
"""From a seed to the next, modulo 2**64."""


def pack(
    problem: Problem | Bag | Sequence[Piece] | str,
    *,
    solver: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    report: Report | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **place: Unpack[Place],
) -> Packing:
    """Pack a bag of tetrominoes, or any flat pieces with their counts, and say how good the packing is.

    ``problem`` is a :class:`shapewright.packing.Problem`, or the bag or the pieces of one; its other fields are then
    keywords: ``box``, ``board``, ``objective``, ``width``, ``fixed``, ``cover_corner``, ``best_subset``,
    ``values``, ``clearance``, ``margin`` and ``bonuses``.
    ``solver`` is one of ``packing.SOLVERS``. Without ``time_limit`` (seconds) the answer depends on ``seed`` alone, not
    on ``threads``. Its ``status`` says all there is to say: the best packing, one with a bound on what could be better,
    that nothing fits, or that nobody knows. Placements are checked before anybody sees one. ``report`` is called with
    the :class:`Statistics` at the end, in which ``nodes`` are the boxes or boards that were tried. ``progress`` is True
    for a bar, or a function that gets the best packing so far and the bound.

    >>> from shapewright.packing.bag import Bag
    >>> pack(Bag.from_text("T1 I3")).status
    'optimal'
    >>> packing = pack(Bag.from_text("LOJI"))
    >>> packing.width, packing.height, packing.score
    (4, 4, 24.0)

    Raises ``ProblemError`` or ``LimitError`` for a question that makes no sense; that pieces do not fit is an answer.
    """
    with listener(progress) as tell:
        effort = Effort(Clock(time_limit), solver, seed, 1 if threads is None else threads, tell)
        problem = problem_of(problem, place)
        packing = answered_in_time(problem, effort)
    if report is not None:
        report(_statistics(packing))
    return packing


def answered_in_time(problem: Problem, effort: Effort) -> Packing:
    """What :func:`pack` answers; with a time limit it tries other seeds until it knows, or the limit is reached."""
    clock, number = effort.clock, 1
    packing = answered(problem, effort)
    while packing.status == "unknown" and not packing.reason and clock.limit is not None and not clock.over():
        seed = (effort.seed + number * SEED_STEP) % (1 << 64)
        packing = answered(problem, replace(effort, clock=Clock(clock.left()), seed=seed))
        number += 1
    return packing


def answered(problem: Problem, effort: Effort) -> Packing:
    """What :func:`pack` answers."""
    if (problem.clearance or problem.margin) and problem.goal not in ON_BOARD:
        packing = pack_apart(problem, effort, answered)
    elif problem.goal == "room":
        packing = pack_room(problem, effort, answered)
    elif problem.goal == "bonus":
        packing = pack_bonus(problem, effort, answered)
    elif problem.goal == "value" or problem.clearance or problem.margin:
        packing = pack_value(problem, effort)
    else:
        packing = pack_board(problem, effort) if problem.goal == "board" else pack_box(problem, effort)
    if isinstance(packing.placements, Placements):
        # Not the packing itself: it holds the placements, which then would hold it.
        rest = {name: value for name, value in vars(packing).items() if name != "placements"}
        packing.placements.check_by(lambda made: check(Packing(**rest, placements=made), problem))
    elif packing.placements:
        check(packing, problem)
    return packing


def _statistics(packing: Packing) -> Statistics:
    lower = ceil(packing.bound) if packing.bound is not None and packing.goal in ("area", "strip") else None
    upper = floor(packing.bound) if packing.bound is not None and packing.goal in WITH_VALUE else None
    return Statistics(
        packing.method or "none",
        len(packing.refuted) + (packing.status != "infeasible" or not packing.refuted),
        packing.seconds,
        int(packing.status in ("optimal", "feasible")),
        packing.status in ("optimal", "infeasible"),
        packing.reason,
        lower,
        upper,
    )
