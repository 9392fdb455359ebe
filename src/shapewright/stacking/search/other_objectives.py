"""Questions that the plain search does not know: a hold slot, line clears, slides, other goals than the height.

The engine's graph of all stacks, layer by layer: narrow at first, then wider. Where a layer did not have to be cut the
best is proven; else the bound of :mod:`shapewright.stacking.bounds.lower_bound` is what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress
from shapewright.stacking import native
from shapewright.stacking.bounds.lower_bound import fitting, least_room, lower_bound
from shapewright.stacking.native import drops
from shapewright.stacking.problem import Problem
from shapewright.stacking.rules import height
from shapewright.stacking.search import least_height
from shapewright.stacking.search.least_height import Findings

WIDTHS = (1, 30, 500, 5_000, 50_000, 300_000)
# Stacks in all layers together: a long sequence gets narrower ones.
MOST_STATES = 3_000_000
_CEILING = 60_000
ANY = 1 << 40
# After so narrow a beam sequences of so few pieces are searched for a way to clear everything, in so many stacks.
_FIRST_LOOK = 500
_FEW_PIECES = 12
_MOST_VANISHING = 4_000_000
# To clear everything at the end of longer sequences: widths of the layers, and of so many at last, which are wider,
# since few stacks lead there.
_ENDINGS = ((300, 12, 20_000), (1_000, 14, 40_000), (2_000, 14, 150_000))
# Of so many last pieces at most, and stacks of each, all stacks of so many rows are known that they clear.
_LAST_PIECES = 12
_LAST_ROWS = 4
_LAST_STACKS = 400_000
# Stacks of a graph that is to be complete: about half a gigabyte.
MOST_WHOLE = 6_000_000


def graph(problem: Problem) -> native.Graph:
    """The engine's graph of all stacks of a problem."""
    tallest = {name: max(shape.size[1] for shape in fitting(problem, name)) for name in set(problem.sequence)}
    ceiling = problem.height_limit
    if ceiling is None:
        ceiling = min(_CEILING, height(problem.board) + sum(tallest[name] for name in problem.sequence))
    return native.graph(problem, ceiling)


def run(problem: Problem, clock: Clock, tell: Callable[[Progress], None] | None = None) -> Findings:
    """Find the least goal as far as effort and time allow; ``tell`` gets the best so far and the bound."""
    found = Findings(lower_bound(problem), ANY)
    if problem.objective in ("height", "peak") and not problem.clear_lines:
        # A plan that never holds, and of pieces that fall straight down, is a plan; it often reaches the bound.
        half = Clock(None if clock.limit is None else clock.limit / 2, clock.stop)
        soft = problem.drop == "soft"
        efforts = least_height.EFFORTS[:2] if soft else least_height.EFFORTS
        simple = least_height.Search(replace(problem, hold=False, objective="height", drop="hard"), half, efforts).run()
        found.states += simple.states
        if simple.drops is not None:
            found.drops, found.upper = simple.drops, simple.upper
        if not problem.hold and not soft:  # where nothing vanishes the peak is the height
            found.lower = max(found.lower, simple.lower)
        if found.drops is not None:
            found.lower = least_room(problem, found.lower, found.upper, clock)
    # Whether it is quick to ask if the pieces clear all rows.
    is_quick = len(problem.sequence) <= _FEW_PIECES and problem.clear_lines and problem.objective == "height"
    whole = graph(problem)
    with interruptible(clock.stop):
        for width in WIDTHS:
            if found.drops is not None and (found.optimal or clock.over()):
                break
            widest = max(1, min(width, MOST_STATES // len(problem.sequence)))
            # There is always time for the first one, so that there is an answer.
            patient = found.drops is None and width == WIDTHS[0] and problem.height_limit is None
            stop, left = (None, -1.0) if patient else (clock.stop, clock.native())
            outcome = whole.beam(found.upper - 1, widest, stop, left)
            if outcome == "stopped":
                break
            if whole.best is not None:
                found.drops, found.upper = drops(problem, whole.plan), whole.best
                found.report(problem, clock, tell)
            if outcome == "complete":
                # Every stack that could have been better was looked at.
                found.none = found.drops is None
                if not found.none:
                    found.lower = found.upper
                break
            if width == _FIRST_LOOK and found.lower == 0 and _clears_at_last(problem, whole, found, clock):
                break
            if width == _FIRST_LOOK and found.lower == 0 and is_quick and found.upper > 0:
                # Few stacks can still vanish as a whole, so that often all of them can be looked at.
                outcome = _vanishes(problem, whole, clock)
                if whole.best is not None:
                    found.drops, found.upper, found.lower = drops(problem, whole.plan), 0, 0
                elif outcome == "complete":
                    found.lower = 2  # whole rows of cells are left, and no row is full
    found.states += whole.states
    return found


def _clears_at_last(problem: Problem, whole: native.Graph, found: Findings, clock: Clock) -> bool:
    """Look for a plan of a long sequence after which nothing is left, with wider layers at last."""
    if not problem.clear_lines or problem.objective != "height" or len(problem.sequence) <= _FEW_PIECES:
        return False
    endings = _endings(problem, clock)
    for width, last, widest in _ENDINGS:
        if clock.over():
            return False
        if endings is None:
            whole.beam_wider_at_last(0, width, last, widest, clock.stop, clock.native())
        else:
            whole.vanish(endings, width, last, widest, ANY, clock.stop, clock.native())
        if whole.best == 0:
            found.drops, found.upper = drops(problem, whole.plan), 0
            return True
    return False


def _endings(problem: Problem, clock: Clock) -> native.Endings | None:
    """What the last pieces clear; None for pieces that wait or slide, or that are too few."""
    rows = min(_LAST_ROWS, 64 // problem.width)
    if problem.hold or problem.drop != "hard" or rows < 1 or len(problem.sequence) < 2:
        return None
    found = native.endings(problem, rows, min(_LAST_PIECES, len(problem.sequence) - 1), _LAST_STACKS, clock)
    return found if found.pieces else None


def _vanishes(problem: Problem, whole: native.Graph, clock: Clock) -> str:
    """Whether the pieces of a short sequence clear everything, by all stacks if these are not too many."""
    endings = _endings(problem, clock)
    if endings is None:
        return whole.whole(0, _MOST_VANISHING, clock.stop, clock.native())
    return whole.vanish(endings, ANY, 0, ANY, _MOST_VANISHING, clock.stop, clock.native())
